import { Type } from 'typebox';
import { file } from '../../platform/http/endpoint.ts';
import { notFound } from '../../platform/http/errors.ts';

export const getPicture = file({
  summary: 'A picture of the content pack',
  description: 'Public and immutable: its address carries a version.',
  mediaType: 'image/svg+xml',
  params: { file: Type.String() },
  refuses: ['NOT_FOUND'],
  run: async (ctx, _caller, { params }) => {
    const [, name = ''] = /^(.+)\.svg$/.exec(params.file) ?? [];
    const picture = ctx.content.current.pictures.get(name);
    if (!picture) throw notFound();
    return {
      type: 'image/svg+xml',
      body: picture.svg,
      headers: { 'cache-control': 'public, max-age=31536000, immutable' },
    };
  },
});
