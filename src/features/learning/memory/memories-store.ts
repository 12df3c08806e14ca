import type { Context } from '../../../platform/context.ts';
import { prepareMultiRowQuery, prepareQuery, type Reader, type Tx } from '../../../platform/database/index.ts';
import type { MemoryRow } from '../../../schema/tables.ts';
import type { Memory } from './scheduler.ts';

const MEMORY_COLUMNS = [
  'subject',
  'stability',
  'difficulty',
  'reviewed_on',
  'due_on',
  'ability',
  'asked',
  'proven_days',
  'in_row',
] as const;

const upsertMemoriesQuery = prepareMultiRowQuery((tx: Tx, rows: MemoryRow[]) =>
  tx
    .insertInto('memories')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['profile_id', 'subject']).doUpdateSet(({ ref }) => ({
        stability: ref('excluded.stability'),
        difficulty: ref('excluded.difficulty'),
        reviewed_on: ref('excluded.reviewed_on'),
        due_on: ref('excluded.due_on'),
        ability: ref('excluded.ability'),
        asked: ref('excluded.asked'),
        proven_days: ref('excluded.proven_days'),
        in_row: ref('excluded.in_row'),
      })),
    ),
);

/** Saves the memories that an attempt has changed. The caller must hold the lock on the child's totals. */
export async function saveMemories({ db }: Context<Tx>, profileId: string, memories: readonly Memory[]): Promise<void> {
  await upsertMemoriesQuery(
    db,
    memories.map((memory) => ({ profile_id: profileId, ...memory })),
  );
}

export function selectMemories(db: Reader, profileId: string) {
  return db.selectFrom('memories').select(MEMORY_COLUMNS).where('profile_id', '=', profileId);
}

const listMemoriesQuery = prepareQuery((db, { id }: { id: string }) => selectMemories(db, id));

/** A child's memories of skills and items, including those that the packs no longer contain, in no particular order. */
export function listMemories({ db }: Context, profileId: string): Promise<Memory[]> {
  return listMemoriesQuery(db, { id: profileId });
}

/** The subject differs from row to row. The child is the same in all rows. */
const listMemoriesOfSubjectsQuery = prepareMultiRowQuery((db, rows: { id: string; subject: string }[]) => {
  const subjects = rows.map(({ subject }) => subject);
  return selectMemories(db, rows[0]?.id ?? '').where('subject', 'in', subjects);
});

/** A child's memories of these skills and items, in no particular order. */
export function listMemoriesOfSubjects(
  { db }: Context,
  profileId: string,
  subjects: readonly string[],
): Promise<Memory[]> {
  return listMemoriesOfSubjectsQuery(
    db,
    subjects.map((subject) => ({ id: profileId, subject })),
  );
}
