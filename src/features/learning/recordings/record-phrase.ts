import { QUOTAS } from '../../../core/quotas.ts';
import { ApiError, createFieldError } from '../../../core/requests/api-error.ts';
import type { PanelParent } from '../../../core/requests/caller.ts';
import type { Upload } from '../../../core/requests/upload.ts';
import type { Language } from '../../../core/text/languages.ts';
import { localized } from '../../../locales/index.ts';
import { createNotFoundError } from '../../../platform/api-errors.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import { requireOpenSession } from '../../access/index.ts';
import { getChildSettings, listGuardians, lockProfile } from '../../accounts/index.ts';
import { discardMedia, storeMedia } from '../submissions/store-media.ts';
import { getPhraseKey, listPhraseGroups } from './phrases.ts';
import {
  countRecordings,
  deleteRecording,
  insertRecording,
  listRecordings,
  type Recording,
} from './recordings-store.ts';

/** A phrase by its language and key. */
export interface PhraseId {
  readonly language: Language;
  readonly key: string;
}

/**
 * Stores a parent's recording of a phrase in place of an earlier one. Refuses an unknown phrase (404), a file that is no sound
 * (400), and a recording that exceeds the quotas (409).
 */
export async function recordPhrase(
  ctx: Context,
  parent: PanelParent,
  { language, key }: PhraseId,
  uploads: readonly Upload[],
): Promise<Recording> {
  const groups = await listPhraseGroups(ctx.content.current, language);
  const phrase = groups.flatMap(({ phrases }) => phrases).find((phrase) => phrase.key === key)?.text;
  if (phrase === undefined) throw createNotFoundError();
  if (uploads.length === 0) throw createFieldError('files', localized.submissions.recordingMissing);
  const media = await storeMedia(ctx, uploads);
  const [{ kind, name, mime, bytes }] = media as [(typeof media)[number]]; // one for each upload
  const recording = { profile_id: parent.profileId, language, phrase, name, mime, bytes, recorded_at: ctx.now() };
  let replaced: { name: string } | undefined;
  try {
    if (kind !== 'audio') throw createFieldError('files', localized.submissions.notASound);
    replaced = await ctx.write(async (ctx) => {
      await lockProfile(ctx, parent.profileId);
      await requireOpenSession(ctx, parent); // it may have ended while the file was converted
      const earlier = await deleteRecording(ctx, recording);
      await checkQuota(ctx, parent.profileId, bytes);
      await insertRecording(ctx, recording);
      return earlier;
    });
  } catch (error) {
    // After any other error, the transaction may have been committed.
    if (error instanceof ApiError) await discardMedia(ctx, media);
    throw error;
  }
  if (replaced) await ctx.files.remove(replaced.name);
  return recording;
}

/** Removes a parent's recording of a phrase, which the packs may no longer contain. Refuses an unknown one (404). */
export async function removeRecording(ctx: Context, parent: PanelParent, { language, key }: PhraseId): Promise<void> {
  const recordings = await listRecordings(ctx, [parent.profileId], language);
  const recording = recordings.find(({ phrase }) => getPhraseKey(phrase) === key);
  const removed = recording && (await ctx.write((ctx) => deleteRecording(ctx, recording)));
  if (!removed) throw createNotFoundError();
  await ctx.files.remove(removed.name);
}

/** What a child hears: for each phrase in a language, the newest recording of its guardians. Nothing if a guardian has switched it off. */
export async function listHeardRecordings(ctx: Context, childId: string, language: Language): Promise<Recording[]> {
  if (!(await getChildSettings(ctx, childId)).hearsRecordings) return [];
  const guardians = await listGuardians(ctx, childId);
  const recordings = await listRecordings(
    ctx,
    guardians.map(({ id }) => id),
    language,
  );
  return [...new Map(recordings.map((recording) => [recording.phrase, recording])).values()];
}

async function checkQuota(ctx: TxContext, profileId: string, bytes: number): Promise<void> {
  const stored = await countRecordings(ctx, profileId);
  if (stored.count < QUOTAS.recordingsPerParent && stored.bytes + bytes <= QUOTAS.recordingBytes) return;
  throw new ApiError('CONFLICT', localized.submissions.recordingsFull, { reason: 'storage_full', fields: ['files'] });
}
