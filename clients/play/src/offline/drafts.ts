import { session } from '../api/session.ts';
import { openDatabase } from './database.ts';

/** The answers or creative work of an unfinished task. */
interface StoredDraft {
  readonly value: unknown;
  /** When the draft last changed: Unix time in milliseconds. */
  readonly savedAt: number;
}

/** A draft that has not changed for this long is deleted. */
const MAX_DRAFT_AGE_MS = 30 * 24 * 3_600_000;

/** Returns the draft of a task that was saved for the child who is signed in. `T` is the type that the caller has saved. */
export async function readDraft<T>(taskId: string): Promise<T | undefined> {
  const stored = (await (await openDatabase()).get('drafts', buildKey(taskId))) as StoredDraft | undefined; // only `saveDraft` stores drafts
  return stored?.value as T | undefined;
}

/** Saves the answers or creative work of an unfinished task for the child who is signed in. Does nothing if nobody is signed in. */
export async function saveDraft(taskId: string, value: unknown): Promise<void> {
  if (session.value)
    await (await openDatabase()).put('drafts', { value, savedAt: Date.now() } satisfies StoredDraft, buildKey(taskId));
}

export async function deleteDraft(taskId: string, profileId = session.value?.profileId): Promise<void> {
  await (await openDatabase()).delete('drafts', buildKey(taskId, profileId));
}

/** Deletes the drafts that have not changed for `MAX_DRAFT_AGE_MS`. */
export async function deleteOldDrafts(): Promise<void> {
  const db = await openDatabase();
  for (const key of await db.getAllKeys('drafts')) {
    const { savedAt } = (await db.get('drafts', key)) as StoredDraft; // only `saveDraft` stores drafts
    if (Date.now() - savedAt > MAX_DRAFT_AGE_MS) await db.delete('drafts', key);
  }
}

function buildKey(taskId: string, profileId = session.value?.profileId): string {
  return `${profileId} ${taskId}`;
}
