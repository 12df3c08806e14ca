import { Type } from 'typebox';
import type { Caller, Child } from '../../../core/requests/caller.ts';
import { InputText } from '../../../core/requests/json-schema.ts';
import { CursorQuery, createCursorPage } from '../../../core/requests/paging.ts';
import { createNotFoundError } from '../../../platform/api-errors.ts';
import type { Context } from '../../../platform/context.ts';
import {
  defineCursorListEndpoint,
  defineFileEndpoint,
  definePreparedJsonEndpoint,
} from '../../../platform/http/endpoint.ts';
import { parseCursor, TIME_ZONE_HEADER } from '../../../platform/http/request-params.ts';
import { getChildSettings, listGuardians } from '../../accounts/index.ts';
import { getTimeZoneOfWrite } from '../../progress/index.ts';
import { findRecordingFile } from '../recordings/recordings-store.ts';
import { TASK_PARAMS } from '../worlds/schemas.ts';
import { CreativeWorkSchema, SubmittedWorkSchema, serializeCreativeWork } from './serializers.ts';
import { findSubmissionFile } from './submission-files-store.ts';
import { addDetails, listCreativeWorks } from './submissions-store.ts';
import { MAX_CAPTION_LENGTH, MAX_TEXT_LENGTH, prepareCreativeSubmission } from './submit-creative-task.ts';

export const getSubmissions = defineCursorListEndpoint({
  operationId: 'listCreativeWorks',
  summary: "The caller's creative work",
  description: `Lists the newest submission for each creative task, with what the guardian has said about it. The newest
    is first.`,
  query: CursorQuery,
  rowSchema: CreativeWorkSchema,
  run: async (ctx, { profileId, language }: Child, { query: { cursor, limit } }) => {
    const beforeId = parseCursor(cursor, 'creative works', 1)?.[0];
    const submissions = await listCreativeWorks(ctx, profileId, { beforeId, limit: limit + 1 });
    return createCursorPage(
      await addDetails(ctx, submissions),
      limit,
      ({ id }) => ['creative works', id],
      (submission) => serializeCreativeWork(ctx, submission, language),
    );
  },
});

export const postSubmitCreative = definePreparedJsonEndpoint({
  operationId: 'submitCreativeWork',
  summary: 'Submit a creative task',
  description: `Send a text, pictures or sound, or a combination of them. The task does not have to be started first. A guardian reviews
    the submission in the panel. Without a guardian, it waits for one, and is erased after 30 days. After \`changes_requested\`, the task
    can be submitted again. Without files, the same fields may be sent as JSON. A body is required.`,
  requestHeaders: TIME_ZONE_HEADER,
  params: TASK_PARAMS,
  body: {
    text: Type.Optional(InputText(MAX_TEXT_LENGTH, { description: `At most ${MAX_TEXT_LENGTH} characters.` })),
    caption: Type.Optional(InputText(MAX_CAPTION_LENGTH, { description: `At most ${MAX_CAPTION_LENGTH} characters.` })),
  },
  bodyLimit: 128 * 1024, // room for `MAX_TEXT_LENGTH` emoji as JSON escapes
  multipart: {
    fieldName: 'files',
    maxFiles: 3,
    maxBytes: 10 * 1024 * 1024,
    description:
      'Up to 3 files of 10 MB each, in a multipart body: PNG, JPEG or WebP with up to 25 megapixels, or M4A, MP3 or WebM sound.',
  },
  status: 201,
  errorCodes: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
  data: SubmittedWorkSchema,
  prepare: async (ctx, child: Child, { params: { id }, body, client, uploads }) => {
    const timeZone = await getTimeZoneOfWrite(ctx, child.profileId, client);
    return prepareCreativeSubmission(ctx, child, id, { ...body, uploads, timeZone, client });
  },
});

export const getSubmissionFile = defineFileEndpoint({
  summary: 'A picture or sound that a child has submitted, or a recording of a guardian',
  description: `Only the child and its guardians can load what the child has submitted. Only the guardian and the children who hear it
    can load a recording. Anyone else receives 404. Supports Range requests.`,
  mediaType: 'image/jpeg',
  params: { name: Type.String({ description: 'The name of a file, from its `url`.' }) },
  errorCodes: ['NOT_FOUND'],
  run: async (ctx, caller: Caller | undefined, { params: { name } }) => {
    const file = caller && (await findViewableFile(ctx, caller, name));
    if (!file) throw createNotFoundError();
    const body = await ctx.files.find(name);
    if (!body) {
      ctx.log.error({ name }, 'a file that a row references is missing');
      throw createNotFoundError();
    }
    return { type: file.mime, body, headers: PRIVATE_FILE_HEADERS };
  },
});

const PRIVATE_FILE_HEADERS = {
  'cache-control': 'private, no-store',
  'content-disposition': 'inline',
  'cross-origin-resource-policy': 'same-origin',
};

/** The MIME type of a file that the caller may load; otherwise undefined. */
async function findViewableFile(ctx: Context, caller: Caller, name: string): Promise<{ mime: string } | undefined> {
  const file = await findSubmissionFile(ctx, name);
  if (file) return (await isOfFamily(ctx, caller, file.profile_id)) ? file : undefined;
  const recording = await findRecordingFile(ctx, name);
  return recording && (await isHeard(ctx, caller, recording.profile_id)) ? recording : undefined;
}

async function isOfFamily(ctx: Context, { role, profileId }: Caller, childId: string): Promise<boolean> {
  if (role === 'child') return profileId === childId;
  return (await listGuardians(ctx, childId)).some(({ id }) => id === profileId);
}

async function isHeard(ctx: Context, { role, profileId }: Caller, guardianId: string): Promise<boolean> {
  if (role !== 'child') return profileId === guardianId;
  const guardians = await listGuardians(ctx, profileId);
  return guardians.some(({ id }) => id === guardianId) && (await getChildSettings(ctx, profileId)).hearsRecordings;
}
