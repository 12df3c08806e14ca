import type { Reader, Tx } from '../../platform/database/index.ts';

/**
 * For each planet of a pack, by its id: the number of the last of its numbered planets that has opened (gap 156). A
 * planet of a pack is omitted while only its first planet has opened.
 */
export async function listLastNumbers(db: Reader, planetId?: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('open_planet_numbers')
    .select(['planet_id', 'last_number'])
    .$if(planetId !== undefined, (query) => query.where('planet_id', '=', planetId ?? ''))
    .execute();
  return new Map(rows.map(({ planet_id, last_number }) => [planet_id, last_number]));
}

/** Saves the number of the last planet that has opened. A higher number, which a concurrent request has saved, is kept. */
export async function saveLastNumber(tx: Tx, planet_id: string, last_number: number): Promise<void> {
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
