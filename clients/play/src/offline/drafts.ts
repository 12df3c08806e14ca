import { session } from '../api/session.ts';
import { database } from './store.ts';

interface Stored {
  readonly value: unknown;
  readonly savedAt: number;
}

/** A task that was not finished after this long is forgotten. */
const KEPT_MS = 30 * 24 * 3_600_000;

/** What the child has done of a task that is not finished. The caller knows its shape, which it has saved. */
export async function readDraft<T>(taskId: string): Promise<T | undefined> {
  const stored = (await (await database()).get('drafts', keyOf(taskId))) as Stored | undefined; // saved below
  return stored?.value as T | undefined;
}

export async function saveDraft(taskId: string, value: unknown): Promise<void> {
  if (session.value)
    await (await database()).put('drafts', { value, savedAt: Date.now() } satisfies Stored, keyOf(taskId));
}

export async function deleteDraft(taskId: string, profileId = session.value?.profileId): Promise<void> {
  await (await database()).delete('drafts', keyOf(taskId, profileId));
}

/** Forgets what no child has gone on with for a month. */
export async function deleteOldDrafts(): Promise<void> {
  const db = await database();
  for (const key of await db.getAllKeys('drafts')) {
    const { savedAt } = (await db.get('drafts', key)) as Stored; // saved above
    if (Date.now() - savedAt > KEPT_MS) await db.delete('drafts', key);
  }
}

function keyOf(taskId: string, profileId = session.value?.profileId): string {
  return `${profileId} ${taskId}`;
}
