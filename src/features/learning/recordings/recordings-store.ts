import { isStorable } from '../../../core/text/normalize-text.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import type { RecordingRow } from '../../../schema/tables.ts';

export type Recording = RecordingRow;

/** The recordings of these parents in a language, the oldest first. */
export async function listRecordings(
  { db }: Context,
  profileIds: readonly string[],
  language: string,
): Promise<Recording[]> {
  if (profileIds.length === 0) return [];
  return db
    .selectFrom('recordings')
    .select(['profile_id', 'language', 'phrase', 'name', 'mime', 'bytes', 'recorded_at'])
    .where('profile_id', 'in', profileIds)
    .where('language', '=', language)
    .orderBy('recorded_at')
    .orderBy('name')
    .execute();
}

/** The parent and the MIME type of a recording. `name` can be any text from a request. */
export async function findRecordingFile(
  { db }: Context,
  name: string,
): Promise<Pick<Recording, 'profile_id' | 'mime'> | undefined> {
  if (!isStorable(name)) return undefined;
  return db.selectFrom('recordings').select(['profile_id', 'mime']).where('name', '=', name).executeTakeFirst();
}

/** The number and the total size of a parent's recordings in all languages. */
export async function countRecordings({ db }: Context, profileId: string): Promise<{ count: number; bytes: number }> {
  const { count, bytes } = await db
    .selectFrom('recordings')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number | null>('bytes').as('bytes')])
    .where('profile_id', '=', profileId)
    .executeTakeFirstOrThrow();
  return { count: Number(count), bytes: Number(bytes ?? 0) };
}

/** The names of up to `limit` files of a parent's recordings. */
export async function listRecordingNames({ db }: Context, profileId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('recordings')
    .select('name')
    .where('profile_id', '=', profileId)
    .orderBy('name')
    .limit(limit)
    .execute();
  return rows.map(({ name }) => name);
}

export async function insertRecording({ db }: TxContext, recording: Recording): Promise<void> {
  await db.insertInto('recordings').values(recording).execute();
}

export async function deleteRecording(
  { db }: TxContext,
  { profile_id, language, phrase }: Pick<Recording, 'profile_id' | 'language' | 'phrase'>,
): Promise<{ name: string } | undefined> {
  return db
    .deleteFrom('recordings')
    .where('profile_id', '=', profile_id)
    .where('language', '=', language)
    .where('phrase', '=', phrase)
    .returning('name')
    .executeTakeFirst();
}
