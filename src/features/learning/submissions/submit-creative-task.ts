import { createConflictError, createFieldError } from '../../../core/requests/api-error.ts';
import type { Child, Client } from '../../../core/requests/caller.ts';
import type { Upload } from '../../../core/requests/upload.ts';
import { normalizeText } from '../../../core/text/normalize-text.ts';
import { localized } from '../../../locales/index.ts';
import { createNotFoundError, createSignInRequiredError } from '../../../platform/api-errors.ts';
import type { Context, PreparedWork, TxContext } from '../../../platform/context.ts';
import { isSessionOpen } from '../../access/index.ts';
import { findProfile, requireConsent } from '../../accounts/index.ts';
import type { Attempt } from '../attempts/attempts-store.ts';
import { loadTask } from '../attempts/load-task.ts';
import type { PlayedTask } from '../attempts/played-task.ts';
import { createSubmission, type SubmissionContent } from './create-submission.ts';
import { loadSerializedSubmission, type SubmittedWork } from './serializers.ts';
import { checkStorageQuota, countUnlinkedChildBytes } from './storage-quota.ts';
import { discardMedia, type StoredMediaFile, storeMedia } from './store-media.ts';
import { insertSubmissionFiles } from './submission-files-store.ts';

/** The maximum length of the text and of the caption, in characters. */
export const MAX_TEXT_LENGTH = 5000;
export const MAX_CAPTION_LENGTH = 500;

export interface CreativeInput {
  readonly text?: string;
  readonly caption?: string;
  readonly uploads: readonly Upload[];
  /** The child's time zone, in which the day counts for the streak. */
  readonly timeZone: string;
  readonly client: Client;
}

/**
 * Prepares a creative submission: stores its files before the rows that reference them are committed. `discard` removes the
 * files when the submission is refused afterward. Refuses invalid texts and files (400), an unknown task (404), a locked task
 * and a child whose guardian has to consent first (403), a task that accepts no submission, and files that exceed the storage quota (409).
 */
export async function prepareCreativeSubmission(
  ctx: Context,
  child: Child,
  taskId: string,
  input: CreativeInput,
): Promise<PreparedWork<SubmittedWork>> {
  const texts = validateTexts(input);
  await requireConsent(ctx, child.profileId);
  await ctx.write(async (ctx) => {
    await loadCreativeTask(ctx, child, taskId);
    // The size of the converted files is not known yet. When the storage quota is already used up, counting one byte for each
    // file is enough to refuse the uploads before they are converted.
    await checkStorageQuota(ctx, child.profileId, input.uploads.length);
  });
  const media = await storeMedia(ctx, input.uploads);
  const content = { ...texts, kind: getContentKind(texts, media) };
  return {
    run: (ctx) =>
      ctx.write(async (ctx) => {
        if (!(await isSessionOpen(ctx, child))) throw createSignInRequiredError(); // the session may have ended while the files were converted
        const { played, attempt } = await loadOrStartAttempt(ctx, child, taskId);
        const bytes = media.reduce((sum, medium) => sum + medium.bytes, 0);
        await checkStorageQuota(ctx, child.profileId, bytes);
        await countUnlinkedChildBytes(ctx, child.profileId, bytes, input.client);
        const { submission, taskResult } = await createSubmission(ctx, played, {
          attempt,
          content,
          timeZone: input.timeZone,
        });
        const files = media.map(({ name, mime, bytes }, position) => {
          return { id: ctx.random.timeOrderedId(), submission_id: submission.id, position, name, mime, bytes };
        });
        await insertSubmissionFiles(ctx, submission, files);
        const { xp_breakdown, level_up, badges_awarded } = taskResult.award;
        return { ...(await loadSerializedSubmission(ctx, submission)), xp_breakdown, level_up, badges_awarded };
      }),
    discard: () => discardMedia(ctx, media),
  };
}

function validateTexts({
  text = '',
  caption = '',
  uploads,
}: CreativeInput): Pick<SubmissionContent, 'text' | 'caption'> {
  const texts = { text: normalizeText(text, MAX_TEXT_LENGTH), caption: normalizeText(caption, MAX_CAPTION_LENGTH) };
  if (texts.text === undefined) throw createFieldError('text', localized.submissions.invalidText);
  if (texts.caption === undefined) throw createFieldError('caption', localized.submissions.invalidCaption);
  if (texts.text === '' && uploads.length === 0) throw createFieldError('text', localized.submissions.emptySubmission);
  return { text: texts.text, caption: texts.caption };
}

/** Loads a task that accepts a submission. */
async function loadCreativeTask(ctx: TxContext, child: Child, taskId: string): Promise<PlayedTask> {
  const isDeleted = !(await findProfile(ctx, child.profileId)); // the child may have been deleted during the upload
  if (isDeleted) throw createNotFoundError();
  const played = await loadTask(ctx, child, taskId);
  const { task, state } = played;
  if (task.kind !== 'creative') throw createConflictError(localized.submissions.notCreative, 'not_creative');
  if (state?.status === 'pending_review') throw createConflictError(localized.learning.pendingReview, 'pending_review');
  if (state?.status === 'completed') throw createConflictError(localized.learning.alreadySubmitted, 'completed');
  return played;
}

/** Loads the task with its open attempt, or starts a new attempt. */
async function loadOrStartAttempt(
  ctx: TxContext,
  child: Child,
  taskId: string,
): Promise<{ played: PlayedTask; attempt: Attempt }> {
  const played = await loadCreativeTask(ctx, child, taskId);
  if (played.openAttempt) return { played, attempt: played.openAttempt };
  const attempt = await played.start();
  return { played: await loadTask(ctx, child, taskId), attempt }; // loaded again with the new attempt
}

/** The kind of the content, or `mixed` for several kinds. The caption is ignored. */
function getContentKind(
  { text }: Pick<SubmissionContent, 'text'>,
  media: readonly StoredMediaFile[],
): SubmissionContent['kind'] {
  const [kind = 'text', ...otherKinds] = new Set([
    ...(text === '' ? [] : ['text' as const]),
    ...media.map((medium) => medium.kind),
  ]);
  return otherKinds.length > 0 ? 'mixed' : kind;
}
