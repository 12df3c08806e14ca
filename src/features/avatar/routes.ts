import { Type } from 'typebox';
import type { User } from '../../core/requests/caller.ts';
import { Enum, LenientText, Nullable } from '../../core/requests/json-schema.ts';
import { toLanguage } from '../../core/text/languages.ts';
import { createNotFoundError } from '../../platform/api-errors.ts';
import { defineFileEndpoint, defineJsonEndpoint } from '../../platform/http/endpoint.ts';
import { getPublicCacheHeaders, VersionParam } from '../../platform/http/responses/responses.ts';
import { AvatarSchema, buildAvatarUrl, computeAvatarVersion } from '../accounts/index.ts';
import {
  type AvatarPictureFormat,
  computeItemVersion,
  PNG_SIZE_LIMITS,
  parseLook,
  renderAvatarItem,
  renderLook,
} from './pictures.ts';
import { updateAvatar } from './update-avatar.ts';
import { getAchievements, getUnlockCondition, isUnlocked } from './wardrobe.ts';

/** The categories of avatar items, in the order of the specification. */
const CATEGORIES = ['hat', 'hair', 'shirt', 'accessory', 'skin'] as const;

export const listAvatarItems = defineJsonEndpoint({
  operationId: 'listAvatarItems',
  summary: 'All avatar items',
  isCacheable: true,
  query: { category: Type.Optional(Enum(CATEGORIES, { description: 'Only items of this category are listed.' })) },
  data: Type.Array(
    Type.Object(
      {
        id: Type.String(),
        category: Enum(CATEGORIES),
        name: Type.String(),
        preview_url: Type.String(),
        unlocked: Type.Boolean({ description: 'Whether it is unlocked for the caller.' }),
        unlock_condition: Nullable(
          Type.String({
            description: 'A text for the user about how to unlock it; null if it is unlocked from the start.',
          }),
        ),
        required_level: Nullable(
          Type.Integer({ description: 'The level that unlocks it; null if it requires no level.' }),
        ),
      },
      { title: 'AvatarItem' },
    ),
  ),
  run: async (ctx, { profileId, language }: User, { query: { category } }) => {
    const achievements = await getAchievements(ctx, profileId);
    const content = ctx.content.current;
    const items = [...content.avatarItems.values()].filter((item) => category === undefined || item.slot === category);
    return items.map((item) => ({
      id: item.id,
      category: item.slot,
      name: item.name[toLanguage(language)],
      preview_url: `${ctx.settings.baseUrl}/avatars/items/${item.id}.png?v=${computeItemVersion(content, item.id)}`,
      unlocked: isUnlocked(item, achievements),
      unlock_condition: getUnlockCondition(content, item)?.[toLanguage(language)] ?? null,
      required_level: item.required_level,
    }));
  },
});

const ItemInput = (slot: string, example: string) =>
  Type.Optional(
    LenientText({ description: `The id of an avatar item of the category \`${slot}\`.`, examples: [example] }),
  );
const NullableItemInput = (slot: string, example: string | null) =>
  Type.Optional(
    Nullable(
      LenientText({
        description: `The id of an avatar item of the category \`${slot}\`; null takes it off.`,
        examples: [example],
      }),
    ),
  );

export const patchAvatar = defineJsonEndpoint({
  operationId: 'updateAvatar',
  summary: 'Change the avatar',
  description: 'Send only what changes. If one of the items is refused, nothing changes.',
  body: {
    skin: ItemInput('skin', 'skin-honey'),
    hair: ItemInput('hair', 'hair-bob-brown'),
    hat: NullableItemInput('hat', 'beanie-red'),
    shirt: ItemInput('shirt', 'tee-sky'),
    accessory: NullableItemInput('accessory', null),
  },
  data: Type.Object({ avatar_url: Type.String(), avatar: AvatarSchema }, { title: 'DressedAvatar' }),
  errorCodes: ['ITEM_LOCKED', 'ITEM_NOT_FOUND'],
  run: async (ctx, caller: User, { body }) => {
    const avatar = await updateAvatar(ctx, caller, body);
    return { avatar_url: buildAvatarUrl(ctx, avatar), avatar };
  },
});

const PICTURE_ENDPOINT = {
  description:
    'The picture is public. It is a PNG or an SVG, depending on the extension. At its URL with the current version `v`, it never changes.',
  mediaType: 'image/png',
  params: { file: Type.String() },
  query: {
    size: Type.Integer({
      minimum: PNG_SIZE_LIMITS.min,
      maximum: PNG_SIZE_LIMITS.max,
      default: PNG_SIZE_LIMITS.max,
      description: 'The width and height in pixels.',
    }),
    v: VersionParam,
  },
  errorCodes: ['NOT_FOUND'],
} as const;

export const getLookPicture = defineFileEndpoint({
  ...PICTURE_ENDPOINT,
  summary: 'The picture of an avatar',
  run: async (ctx, _caller, { params, query, client }) => {
    const { name, format } = parseFileName(params.file, query.size);
    const look = parseLook(name);
    if (!look) throw createNotFoundError();
    const content = ctx.content.current;
    const caching = getPublicCacheHeaders(computeAvatarVersion(look, content.avatarRevision), query.v);
    return createPictureResponse(await renderLook(content, look, format, client.address), format, caching);
  },
});

export const getItemPicture = defineFileEndpoint({
  ...PICTURE_ENDPOINT,
  summary: 'The picture of one avatar item',
  run: async (ctx, _caller, { params, query, client }) => {
    const { name, format } = parseFileName(params.file, query.size);
    const content = ctx.content.current;
    const caching = getPublicCacheHeaders(computeItemVersion(content, name), query.v);
    return createPictureResponse(await renderAvatarItem(content, name, format, client.address), format, caching);
  },
});

function parseFileName(file: string, size: number): { name: string; format: AvatarPictureFormat } {
  const [, name, extension] = /^([A-Za-z0-9_.-]+)\.(png|svg)$/.exec(file) ?? [];
  if (name === undefined) throw createNotFoundError();
  return { name, format: extension === 'svg' ? 'svg' : size };
}

function createPictureResponse(
  body: Buffer | undefined,
  format: AvatarPictureFormat,
  caching: ReturnType<typeof getPublicCacheHeaders>,
) {
  if (!body) throw createNotFoundError();
  const type = format === 'svg' ? 'image/svg+xml' : 'image/png';
  return { type, body, headers: { ...caching, 'cross-origin-resource-policy': 'cross-origin' } };
}
