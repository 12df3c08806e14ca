import { Type } from 'typebox';
import { notFound } from '../../platform/api-errors.ts';
import { file } from '../../platform/http/endpoint.ts';

const IMMUTABLE = { 'cache-control': 'public, max-age=31536000, immutable' };

export const getPicture = file({
  summary: 'A picture of the content pack',
  description: 'Public and immutable: its URL contains a version.',
  mediaType: 'image/svg+xml',
  params: { file: Type.String() },
  errorCodes: ['NOT_FOUND'],
  run: async (ctx, _caller, { params }) => {
    const [, name = ''] = /^(.+)\.svg$/.exec(params.file) ?? [];
    const picture = ctx.content.current.pictures.get(name);
    if (!picture) throw notFound();
    return { type: 'image/svg+xml', body: picture.svg, headers: IMMUTABLE };
  },
});

export const getMedium = file({
  summary: 'A picture or sound that a world, task or item shows',
  description: 'Public and immutable: its URL contains a version. SVG, PNG, JPEG, WebP, MP3, M4A or WebM.',
  mediaType: 'image/svg+xml',
  params: { file: Type.String() },
  errorCodes: ['NOT_FOUND'],
  run: async (ctx, _caller, { params }) => {
    const medium = ctx.content.current.media.get(params.file.replace(/\.\w+$/, ''));
    if (medium?.file !== params.file) throw notFound();
    return { type: medium.mime, body: medium.bytes, headers: IMMUTABLE };
  },
});
