import type { Callers } from '../../core/caller.ts';
import { Refusal } from '../../core/refusal.ts';
import { cleanText } from '../../core/text.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/index.ts';
import type { Prepared } from '../../platform/http/endpoint.ts';
import { notFound } from '../../platform/http/errors.ts';
import type { Upload } from '../../platform/http/upload-files.ts';
import { fieldRefusal } from '../../platform/http/validation.ts';
import { findProfile } from '../accounts/index.ts';
import { type AtTask, goToTask } from './find-task.ts';
import { handIn, type Work } from './hand-in.ts';
import { forgetMedia, type KeptMedium, keepMedia } from './keep-media.ts';
import { beginAttempt } from './start-task.ts';
import { checkStorage } from './storage.ts';
import { type Attempt, findAttempt } from './store.ts';
import { NO_CAPTION, NO_TEXT, NOT_CREATIVE, NOTHING_IN_IT } from './submission-words.ts';
import { insertMediaFiles, type MediaFile } from './submissions-store.ts';
import { type SubmissionOnWire, submissionsOnWire } from './submissions-wire.ts';
import { ALREADY_CREATED, BEING_LOOKED_AT } from './words.ts';

export interface Creation {
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
  creation: Creation,
  zone: string,
): Promise<Prepared<SubmissionOnWire>> {
  const words = checkedWords(creation);
  await ctx.write(async (tx) => {
    await goToWork(ctx, tx, child, taskId);
    await checkStorage(tx, child.profileId, creation.uploads.length); // a byte each: before any work on pictures
  });
  const media = await keepMedia(ctx, creation.uploads);
  const work = { ...words, kind: kindOf(words, media) };
  return {
    run: (ctx) => ctx.write((tx) => handInCreation(ctx, tx, child, taskId, work, media, zone)),
    discard: () => forgetMedia(ctx, media),
  };
}

async function handInCreation(
  ctx: Context,
  tx: Tx,
  child: Callers['child'],
  taskId: string,
  work: Work,
  media: readonly KeptMedium[],
  zone: string,
): Promise<SubmissionOnWire> {
  const { at, attempt } = await atWork(ctx, tx, child, taskId);
  const bytes = media.reduce((sum, medium) => sum + medium.bytes, 0);
  await checkStorage(tx, child.profileId, bytes);
  const { submission } = await handIn(ctx, tx, at, attempt, work, zone);
  await insertMediaFiles(
    tx,
    media.map((medium, position) => fileOf(ctx, submission.id, medium, position)),
  );
  const [shown] = await submissionsOnWire(ctx, tx, [submission]);
  return shown as SubmissionOnWire; // one work in, one out
}

function checkedWords({ text = '', caption = '', uploads }: Creation): Pick<Work, 'text' | 'caption'> {
  const words = { text: cleanText(text, 5000), caption: cleanText(caption, 500) };
  if (words.text === undefined) throw fieldRefusal('text', NO_TEXT);
  if (words.caption === undefined) throw fieldRefusal('caption', NO_CAPTION);
  if (words.text === '' && uploads.length === 0) throw fieldRefusal('text', NOTHING_IN_IT);
  return { text: words.text, caption: words.caption };
}

/** The task, where something can be handed in; by now a child may be gone, for an upload takes its time. */
async function goToWork(ctx: Context, tx: Tx, child: Callers['child'], taskId: string): Promise<AtTask> {
  if (!(await findProfile(tx, child.profileId))) throw notFound();
  const at = await goToTask(ctx, tx, child, taskId);
  const { task, state } = at;
  if (task.kind !== 'creative') throw new Refusal('CONFLICT', NOT_CREATIVE, { reason: 'not_creative' });
  if (state?.status === 'pending_review') throw new Refusal('CONFLICT', BEING_LOOKED_AT, { reason: 'pending_review' });
  if (state?.status === 'completed') throw new Refusal('CONFLICT', ALREADY_CREATED, { reason: 'completed' });
  return at;
}

/** The child at its task, and the attempt under way or a new one. */
async function atWork(
  ctx: Context,
  tx: Tx,
  child: Callers['child'],
  taskId: string,
): Promise<{ at: AtTask; attempt: Attempt }> {
  const at = await goToWork(ctx, tx, child, taskId);
  const open = at.state?.open_attempt_id ? await findAttempt(tx, at.state.open_attempt_id) : undefined;
  if (open) return { at, attempt: open };
  const attempt = await beginAttempt(ctx, tx, at);
  return { at: await goToTask(ctx, tx, child, taskId), attempt }; // as it stands now that it has begun
}

/** One kind of thing, or several; a caption is none. */
function kindOf({ text }: Pick<Work, 'text'>, media: readonly KeptMedium[]): Work['kind'] {
  const [kind = 'text', ...others] = new Set([
    ...(text === '' ? [] : ['text' as const]),
    ...media.map((one) => one.kind),
  ]);
  return others.length > 0 ? 'mixed' : kind;
}

function fileOf(ctx: Context, submission_id: string, { name, mime, bytes }: KeptMedium, position: number): MediaFile {
  return { id: ctx.random.timeId(), submission_id, position, name, mime, bytes };
}
