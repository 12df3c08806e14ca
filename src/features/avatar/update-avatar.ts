import type { AvatarItem } from '../../content/index.ts';
import { AVATAR_SLOTS, type AvatarLook, type AvatarSlot } from '../../core/avatar-look.ts';
import { ApiError, createFieldError } from '../../core/requests/api-error.ts';
import type { User } from '../../core/requests/caller.ts';
import { localized } from '../../locales/index.ts';
import { createNotFoundError } from '../../platform/api-errors.ts';
import type { Context } from '../../platform/context.ts';
import { findProfile, toAvatarLook, updateProfile } from '../accounts/index.ts';
import { getLockedMessage } from './messages.ts';
import { type Achievements, getAchievements, getRequiredBadgeName, isUnlocked } from './wardrobe.ts';

export type AvatarChange = { readonly [S in AvatarSlot]?: AvatarLook[S] };

/** Changes the caller's avatar. If one of the items is refused, nothing changes (gap 16). */
export async function updateAvatar(ctx: Context, { profileId }: User, change: AvatarChange): Promise<AvatarLook> {
  const validatedChange = validateChange(change);
  const achievements = await getAchievements(ctx, profileId);
  const items = AVATAR_SLOTS.flatMap((slot) =>
    typeof validatedChange[slot] === 'string' ? getItem(ctx, slot, validatedChange[slot]) : [],
  );
  for (const item of items) checkUnlocked(ctx, item, achievements);
  return ctx.write(async (ctx) => {
    await updateProfile(ctx, profileId, validatedChange);
    const profile = await findProfile(ctx, profileId);
    if (!profile) throw createNotFoundError();
    return toAvatarLook(profile);
  });
}

function validateChange(change: AvatarChange): AvatarChange {
  const slots = AVATAR_SLOTS.filter((slot) => change[slot] !== undefined);
  if (slots.length === 0) throw createFieldError('', localized.avatar.nothingToChange);
  return Object.fromEntries(slots.map((slot) => [slot, change[slot]]));
}

function checkUnlocked(ctx: Context, item: AvatarItem, achievements: Achievements): void {
  if (isUnlocked(item, achievements)) return;
  throw new ApiError(
    'ITEM_LOCKED',
    getLockedMessage(item.name, item.required_level, getRequiredBadgeName(ctx.content.current, item)),
  );
}

function getItem(ctx: Context, slot: AvatarSlot, id: string): AvatarItem {
  const item = ctx.content.current.avatarItems.get(id);
  if (item?.slot !== slot) throw new ApiError('ITEM_NOT_FOUND', localized.avatar.unknownItem, { fields: [slot] });
  return item;
}
