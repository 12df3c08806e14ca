import { ApiError, fieldError } from '../../../core/requests/api-error.ts';
import type { Callers } from '../../../core/requests/caller.ts';
import type { Upload } from '../../../core/requests/upload.ts';
import { normalizeText } from '../../../core/text/normalize-text.ts';
import { localized } from '../../../locales/index.ts';
import { notFound, signInRequired } from '../../../platform/api-errors.ts';
import type { Context, PreparedWork, UnitOfWork } from '../../../platform/context.ts';
import { isSessionOpen } from '../../access/index.ts';
import { findProfile } from '../../accounts/index.ts';
import type { Attempt } from '../attempts/attempts-store.ts';
import { beginAttempt } from '../attempts/start-task.ts';
import { findOpenAttempt, loadTask, type TaskContext } from '../attempts/task-context.ts';
import { createSubmission, type SubmissionContent } from './create-submission.ts';
import { type SubmissionResponse, submissionResponses } from './serializers.ts';
import { checkStorageQuota } from './storage-quota.ts';
import { discardMedia, type StoredMedium, storeMedia } from './store-media.ts';
import { insertMediaFiles, type MediaFile } from './submission-files-store.ts';

export interface CreativeInput {
  readonly text?: string | undefined;
  readonly caption?: string | undefined;
  readonly uploads: readonly Upload[];
  /** The child's time zone, in which the day counts for the streak. */
  readonly timeZone: string;
}

/** A submission whose texts are validated and whose files are stored. */
interface PreparedSubmission {
  readonly content: SubmissionContent;
  readonly media: readonly StoredMedium[];
  readonly timeZone: string;
}

/**
 * Prepares a creative submission. Its files are stored before the rows that reference them are committed, and removed when
 * the submission is refused later.
 */
export async function prepareCreativeSubmission(
  ctx: Context,
  child: Callers['child'],
  taskId: string,
  input: CreativeInput,
): Promise<PreparedWork<SubmissionResponse>> {
  const texts = validateTexts(input);
  await ctx.write(async (unit) => {
    await loadCreativeTask(unit, child, taskId);
    await checkStorageQuota(unit.tx, child.profileId, input.uploads.length); // one byte each, to refuse early, before files are converted
  });
  const media = await storeMedia(ctx, input.uploads);
  const content = { ...texts, kind: getContentKind(texts, media) };
  return {
    run: (ctx) => ctx.write((unit) => submit(unit, child, taskId, { content, media, timeZone: input.timeZone })),
    discard: () => discardMedia(ctx, media),
  };
}

async function submit(
  unit: UnitOfWork,
  child: Callers['child'],
  taskId: string,
  { content, media, timeZone }: PreparedSubmission,
): Promise<SubmissionResponse> {
  const { ctx, tx } = unit;
  if (!(await isSessionOpen(tx, child))) throw signInRequired(); // it may have ended while the files were converted
  const { context, attempt } = await openCreativeAttempt(unit, child, taskId);
  const bytes = media.reduce((sum, medium) => sum + medium.bytes, 0);
  await checkStorageQuota(tx, child.profileId, bytes);
  const { submission } = await createSubmission(unit, context, { attempt, content, timeZone });
  await insertMediaFiles(
    tx,
    media.map((medium, position) => toMediaFile(ctx, submission.id, medium, position)),
  );
  const [response] = await submissionResponses(ctx, tx, [submission]);
  return response as SubmissionResponse; // one submission in, one response out
}

function validateTexts({
  text = '',
  caption = '',
  uploads,
}: CreativeInput): Pick<SubmissionContent, 'text' | 'caption'> {
  const texts = { text: normalizeText(text, 5000), caption: normalizeText(caption, 500) };
  if (texts.text === undefined) throw fieldError('text', localized.submissions.invalidText);
  if (texts.caption === undefined) throw fieldError('caption', localized.submissions.invalidCaption);
  if (texts.text === '' && uploads.length === 0) throw fieldError('text', localized.submissions.emptySubmission);
  return { text: texts.text, caption: texts.caption };
}

/** Loads a task that accepts a submission. The child may have been deleted during the upload. */
async function loadCreativeTask(unit: UnitOfWork, child: Callers['child'], taskId: string): Promise<TaskContext> {
  if (!(await findProfile(unit.tx, child.profileId))) throw notFound();
  const context = await loadTask(unit, child, taskId);
  const { task, state } = context;
  if (task.kind !== 'creative')
    throw new ApiError('CONFLICT', localized.submissions.notCreative, { reason: 'not_creative' });
  if (state?.status === 'pending_review')
    throw new ApiError('CONFLICT', localized.learning.pendingReview, { reason: 'pending_review' });
  if (state?.status === 'completed')
    throw new ApiError('CONFLICT', localized.learning.alreadySubmitted, { reason: 'completed' });
  return context;
}

/** Loads the task with the open attempt or a new one. */
async function openCreativeAttempt(
  unit: UnitOfWork,
  child: Callers['child'],
  taskId: string,
): Promise<{ context: TaskContext; attempt: Attempt }> {
  const context = await loadCreativeTask(unit, child, taskId);
  const open = await findOpenAttempt(unit.tx, context.state);
  if (open) return { context, attempt: open };
  const attempt = await beginAttempt(unit, context);
  return { context: await loadTask(unit, child, taskId), attempt }; // loaded again with the new attempt
}

/** The kind of the content, or `mixed` for several kinds. A caption does not count. */
function getContentKind(
  { text }: Pick<SubmissionContent, 'text'>,
  media: readonly StoredMedium[],
): SubmissionContent['kind'] {
  const [kind = 'text', ...others] = new Set([
    ...(text === '' ? [] : ['text' as const]),
    ...media.map((medium) => medium.kind),
  ]);
  return others.length > 0 ? 'mixed' : kind;
}

function toMediaFile(
  ctx: Context,
  submission_id: string,
  { name, mime, bytes }: StoredMedium,
  position: number,
): MediaFile {
  return { id: ctx.random.timeId(), submission_id, position, name, mime, bytes };
}
