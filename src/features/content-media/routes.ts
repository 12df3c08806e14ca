import { Type } from 'typebox';
import { renderItemPicture } from '../../content/index.ts';
import { createNotFoundError } from '../../platform/api-errors.ts';
import { defineFileEndpoint } from '../../platform/http/endpoint.ts';
import { getPublicCacheHeaders, VersionParam } from '../../platform/http/responses/responses.ts';

export const getPicture = defineFileEndpoint({
  summary: 'A decorative picture of a pack',
  description: 'The picture is public. At its URL with the current version `v`, it never changes.',
  mediaType: 'image/svg+xml',
  params: { file: Type.String() },
  query: { v: VersionParam },
  errorCodes: ['NOT_FOUND'],
  run: async (ctx, _caller, { params, query }) => {
    const [, name = ''] = /^(.+)\.svg$/.exec(params.file) ?? [];
    const picture = ctx.content.current.pictures.get(name);
    if (!picture) throw createNotFoundError();
    return { type: 'image/svg+xml', body: picture.svg, headers: getPublicCacheHeaders(picture.version, query.v) };
  },
});

export const getMediaFile = defineFileEndpoint({
  summary: 'A picture or sound that a world, task or item shows',
  description:
    'The file is public. At its URL with the current version `v`, it never changes. It is SVG, PNG, JPEG, WebP, MP3, M4A or WebM.',
  mediaType: 'image/svg+xml', // only for the documentation of the API; each response has the media type of its file
  params: { file: Type.String() },
  query: { v: VersionParam },
  errorCodes: ['NOT_FOUND'],
  run: async (ctx, _caller, { params, query }) => {
    const mediaFile = ctx.content.current.media.get(params.file.replace(/\.\w+$/, ''));
    if (mediaFile?.file !== params.file) throw createNotFoundError();
    return { type: mediaFile.mime, body: mediaFile.bytes, headers: getPublicCacheHeaders(mediaFile.version, query.v) };
  },
});

export const getDrawnPicture = defineFileEndpoint({
  summary: 'The picture of one generated item',
  description: 'The picture is public. At its URL with the current version `v`, it never changes.',
  mediaType: 'image/svg+xml',
  params: { task: Type.String(), item: Type.String(), file: Type.String() },
  query: { v: VersionParam },
  errorCodes: ['NOT_FOUND'],
  run: async (ctx, _caller, { params, query }) => {
    const picture = renderItemPicture(ctx.content.current, params);
    if (!picture) throw createNotFoundError();
    return { type: 'image/svg+xml', body: picture.svg, headers: getPublicCacheHeaders(picture.version, query.v) };
  },
});
