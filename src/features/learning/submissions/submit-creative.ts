import type { Callers } from '../../../core/caller.ts';
import { Refusal } from '../../../core/refusal.ts';
import { normalizeText } from '../../../core/text.ts';
import { localized } from '../../../locales/index.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database/index.ts';
import type { Prepared } from '../../../platform/http/endpoint.ts';
import { notFound } from '../../../platform/http/responses/error-response.ts';
import type { Upload } from '../../../platform/http/uploads/temporary-files.ts';
import { fieldRefusal } from '../../../platform/http/validation.ts';
import { findProfile } from '../../accounts/index.ts';
import { beginAttempt } from '../attempts/start-task.ts';
import { loadTask, type TaskContext } from '../attempts/task-context.ts';
import { type Attempt, findAttempt } from '../learner/learner-store.ts';

import { createSubmission, type SubmissionDraft } from './create-submission.ts';

import { type SubmissionResponse, submissionResponses } from './serializers.ts';
import { checkStorage } from './storage-quota.ts';
import { discardMedia, type StoredMedium, storeMedia } from './store-media.ts';
import { insertMediaFiles, type MediaFile } from './submissions-store.ts';

export interface CreativeInput {
  readonly text?: string | undefined;
  readonly caption?: string | undefined;
  readonly uploads: readonly Upload[];
}

/**
 * Gets creative work ready to be handed in: its pictures and sounds are safe on the disk before the row that names them is
 * committed. If it is refused after all they go again.
 */
export async function prepareCreation(
  ctx: Context,
  child: Callers['child'],
  taskId: string,
  creation: CreativeInput,
  zone: string,
): Promise<Prepared<SubmissionResponse>> {
  const words = checkedWords(creation);
  await ctx.write(async (tx) => {
    await goToWork(ctx, tx, child, taskId);
    await checkStorage(tx, child.profileId, creation.uploads.length); // a byte each: before any work on pictures
  });
  const media = await storeMedia(ctx, creation.uploads);
  const work = { ...words, kind: kindOf(words, media) };
  return {
    run: (ctx) => ctx.write((tx) => handInCreation(ctx, tx, child, taskId, work, media, zone)),
    discard: () => discardMedia(ctx, media),
  };
}

async function handInCreation(
  ctx: Context,
  tx: Tx,
  child: Callers['child'],
  taskId: string,
  work: SubmissionDraft,
  media: readonly StoredMedium[],
  zone: string,
): Promise<SubmissionResponse> {
  const { at, attempt } = await atWork(ctx, tx, child, taskId);
  const bytes = media.reduce((sum, medium) => sum + medium.bytes, 0);
  await checkStorage(tx, child.profileId, bytes);
  const { submission } = await createSubmission(ctx, tx, at, attempt, work, zone);
  await insertMediaFiles(
    tx,
    media.map((medium, position) => fileOf(ctx, submission.id, medium, position)),
  );
  const [shown] = await submissionResponses(ctx, tx, [submission]);
  return shown as SubmissionResponse; // one work in, one out
}

function checkedWords({ text = '', caption = '', uploads }: CreativeInput): Pick<SubmissionDraft, 'text' | 'caption'> {
  const words = { text: normalizeText(text, 5000), caption: normalizeText(caption, 500) };
  if (words.text === undefined) throw fieldRefusal('text', localized.submissions.invalidText);
  if (words.caption === undefined) throw fieldRefusal('caption', localized.submissions.invalidCaption);
  if (words.text === '' && uploads.length === 0) throw fieldRefusal('text', localized.submissions.emptySubmission);
  return { text: words.text, caption: words.caption };
}

/** The task, where something can be handed in; by now a child may be gone, for an upload takes its time. */
async function goToWork(ctx: Context, tx: Tx, child: Callers['child'], taskId: string): Promise<TaskContext> {
  if (!(await findProfile(tx, child.profileId))) throw notFound();
  const at = await loadTask(ctx, tx, child, taskId);
  const { task, state } = at;
  if (task.kind !== 'creative')
    throw new Refusal('CONFLICT', localized.submissions.notCreative, { reason: 'not_creative' });
  if (state?.status === 'pending_review')
    throw new Refusal('CONFLICT', localized.learning.pendingReview, { reason: 'pending_review' });
  if (state?.status === 'completed')
    throw new Refusal('CONFLICT', localized.learning.alreadySubmitted, { reason: 'completed' });
  return at;
}

/** The child at its task, and the attempt under way or a new one. */
async function atWork(
  ctx: Context,
  tx: Tx,
  child: Callers['child'],
  taskId: string,
): Promise<{ at: TaskContext; attempt: Attempt }> {
  const at = await goToWork(ctx, tx, child, taskId);
  const open = at.state?.open_attempt_id ? await findAttempt(tx, at.state.open_attempt_id) : undefined;
  if (open) return { at, attempt: open };
  const attempt = await beginAttempt(ctx, tx, at);
  return { at: await loadTask(ctx, tx, child, taskId), attempt }; // as it stands now that it has begun
}

/** One kind of thing, or several; a caption is none. */
function kindOf({ text }: Pick<SubmissionDraft, 'text'>, media: readonly StoredMedium[]): SubmissionDraft['kind'] {
  const [kind = 'text', ...others] = new Set([
    ...(text === '' ? [] : ['text' as const]),
    ...media.map((one) => one.kind),
  ]);
  return others.length > 0 ? 'mixed' : kind;
}

function fileOf(ctx: Context, submission_id: string, { name, mime, bytes }: StoredMedium, position: number): MediaFile {
  return { id: ctx.random.timeId(), submission_id, position, name, mime, bytes };
}
