import { Type } from 'typebox';
import type { Callers } from '../../core/caller.ts';
import { InputText } from '../../core/wire.ts';
import type { Context } from '../../platform/context.ts';
import { ZONE_HEADER, zoneAsked } from '../../platform/http/asked.ts';
import { file, preparedEndpoint } from '../../platform/http/endpoint.ts';
import { notFound } from '../../platform/http/errors.ts';
import { listGuardians } from '../accounts/index.ts';
import { findMediaFile } from './submissions-store.ts';
import { SubmissionShape } from './submissions-wire.ts';
import { prepareCreation } from './submit-creative.ts';

export const postSubmitCreative = preparedEndpoint({
  summary: 'Hand in creative work',
  description: `Words, pictures, sound, or all of them; the task need not have been started. A guardian looks at it in the
    panel; without a guardian it is approved at once. After \`changes_requested\` it can be handed in again.`,
  headers: ZONE_HEADER,
  params: { id: Type.String() },
  body: {
    text: Type.Optional(InputText(5000, { description: 'at most 5000 characters' })),
    caption: Type.Optional(InputText(500, { description: 'at most 500 characters' })),
  },
  bodyLimit: 128 * 1024, // five thousand emoji as JSON escapes
  parts: {
    name: 'files',
    most: 3,
    maxBytes: 10 * 1024 * 1024,
    description:
      'up to 3, of 10 MB each: PNG, JPEG, WebP up to 25 megapixels, M4A, MP3, WebM sound; in a multipart body',
  },
  status: 201,
  refuses: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
  data: SubmissionShape,
  prepare: (ctx, child: Callers['child'], { params: { id }, body, client, uploads }) =>
    prepareCreation(ctx, child, id, { ...body, uploads }, zoneAsked(client)),
});

export const getFile = file({
  summary: 'A picture or sound that a child has handed in',
  description:
    'For the child and its guardians; to anyone else it is not there. Parts of it may be asked for by Range.',
  mediaType: 'image/jpeg',
  params: { name: Type.String() },
  refuses: ['NOT_FOUND'],
  run: async (ctx, caller: Callers['holder'], { params: { name } }) => {
    const found = await findMediaFile(ctx.db, name);
    if (!caller || !found || !(await maySee(ctx, caller, found.profile_id))) throw notFound();
    const body = await ctx.files.find(name);
    if (!body) {
      ctx.log.error({ name }, 'a file that a row names is not there');
      throw notFound();
    }
    return { type: found.mime, body, headers: PRIVATE };
  },
});

const PRIVATE = {
  'cache-control': 'private, no-store',
  'content-disposition': 'inline',
  'cross-origin-resource-policy': 'same-origin',
};

async function maySee(ctx: Context, { role, profileId }: NonNullable<Callers['holder']>, childId: string) {
  if (role === 'child') return profileId === childId;
  return (await listGuardians(ctx.db, childId)).some(({ id }) => id === profileId);
}
