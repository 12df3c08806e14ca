import type { Reader, Tx } from '../../platform/database/index.ts';

/**
 * For each planet of a pack, by its id: the number of its last copy that has opened (gap 156). The planet itself has the
 * number 1. A planet without opened copies is omitted.
 */
export async function listLastCopyNumbers(db: Reader, planetId?: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('open_planet_numbers')
    .select(['planet_id', 'last_number'])
    .$if(planetId !== undefined, (query) => query.where('planet_id', '=', planetId ?? ''))
    .execute();
  return new Map(rows.map(({ planet_id, last_number }) => [planet_id, last_number]));
}

/** Saves the number of the last copy that has opened. A higher number, which a concurrent request has saved, is kept. */
export async function saveLastCopyNumber(tx: Tx, planet_id: string, last_number: number): Promise<void> {
  await tx
    .insertInto('open_planet_numbers')
    .values({ planet_id, last_number })
    .onConflict((conflict) =>
      conflict
        .column('planet_id')
        .doUpdateSet({ last_number })
        .where('open_planet_numbers.last_number', '<', last_number),
    )
    .execute();
}
