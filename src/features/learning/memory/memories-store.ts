import { prepareMultiRowQuery, prepareQuery, type Reader, type Tx } from '../../../platform/database/index.ts';
import type { MemoryRow } from '../../../schema/tables.ts';
import type { Memory } from './scheduler.ts';

export const MEMORY_COLUMNS = [
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

type JoinedMemory = { [column in keyof Memory]: Memory[column] | null };

/** Picks the memory from a row of a left join; undefined when the join found none. */
export function pickMemory(row: JoinedMemory): Memory | undefined {
  const { subject, stability, difficulty, reviewed_on, due_on, ability, asked, proven_days, in_row } = row;
  const memory = { subject, stability, difficulty, reviewed_on, due_on, ability, asked, proven_days, in_row };
  // The columns are never null in the table, so a null means that there is no row.
  return subject === null ? undefined : (memory as Memory);
}

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
export async function saveMemories(tx: Tx, profileId: string, memories: readonly Memory[]): Promise<void> {
  await upsertMemoriesQuery(
    tx,
    memories.map((memory) => ({ profile_id: profileId, ...memory })),
  );
}

const listMemoriesQuery = prepareQuery((db, { id }: { id: string }) =>
  db.selectFrom('memories').select(MEMORY_COLUMNS).where('profile_id', '=', id),
);

/** A child's memories of skills and items, including those that the packs no longer contain, in no particular order. */
export function listMemories(db: Reader, profileId: string): Promise<Memory[]> {
  return listMemoriesQuery(db, { id: profileId });
}
