import { hash } from 'node:crypto';
import { type Static, Type } from 'typebox';
import type { AvatarLook } from '../../core/avatar-look.ts';
import { Enum, Nullable, Timestamp } from '../../core/requests/json-schema.ts';
import type { Context } from '../../platform/context.ts';
import type { Profile } from './profiles/profiles-store.ts';

const ItemId = Type.String();

/** The items that the avatar wears (spec, "Avatar object"). */
export const AvatarSchema = Type.Object(
  { skin: ItemId, hair: ItemId, hat: Nullable(ItemId), shirt: ItemId, accessory: Nullable(ItemId) },
  { title: 'Avatar' },
);

/** A profile as the API returns it (spec, "Profile"). */
export const ProfileSchema = Type.Object(
  {
    id: Type.String(),
    display_name: Type.String(),
    birth_year: Nullable(Type.Integer({ description: 'The year of birth; null for a parent.' })),
    language: Type.String({ description: 'A BCP 47 tag.' }),
    role: Enum(['child', 'parent']),
    avatar_url: Type.String(),
    avatar: AvatarSchema,
    linked_parent_email: Nullable(
      Type.String({ description: 'The email address of the first guardian; null before linking and for a parent.' }),
    ),
    created_at: Timestamp,
  },
  { title: 'Profile' },
);

export function toAvatarLook({ skin, hair, hat, shirt, accessory }: AvatarLook): AvatarLook {
  return { skin, hair, hat, shirt, accessory };
}

/** The absolute URL of an avatar picture, for JSON. */
export function buildAvatarUrl(ctx: Context, look: AvatarLook): string {
  return ctx.settings.baseUrl + buildAvatarPath(ctx, look);
}

/** The path of an avatar picture, for pages of the panel. */
export function buildAvatarPath({ content }: Context, look: AvatarLook): string {
  return buildAvatarPathForRevision(look, content.current.avatarRevision);
}

/**
 * The path of an avatar picture. It contains the ids of the items and not of the profile, so that profiles with the same
 * look share one cached picture. `v` changes with the look and the artwork (gap 16).
 */
export function buildAvatarPathForRevision(look: AvatarLook, avatarRevision: string): string {
  return `/avatars/${formatItemIds(look)}.png?v=${computeAvatarVersion(look, avatarRevision)}`;
}

/** The version in the URL of an avatar picture. */
export function computeAvatarVersion(look: AvatarLook, avatarRevision: string): string {
  return hash('sha256', `${formatItemIds(look)} ${avatarRevision}`, 'base64url').slice(0, 10);
}

function formatItemIds({ skin, hair, hat, shirt, accessory }: AvatarLook): string {
  return `${skin}.${hair}.${hat ?? '_'}.${shirt}.${accessory ?? '_'}`;
}

export function serializeProfile(
  ctx: Context,
  profile: Profile & { linked_parent_email: string | null },
): Static<typeof ProfileSchema> {
  const { id, display_name, birth_year, language, role, linked_parent_email, created_at } = profile;
  const avatar = toAvatarLook(profile);
  const avatar_url = buildAvatarUrl(ctx, avatar);
  return { id, display_name, birth_year, language, role, avatar_url, avatar, linked_parent_email, created_at };
}
