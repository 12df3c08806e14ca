import type { Reader, Tx } from '../../platform/database/index.ts';

/**
 * When a planet of a pack is full, a copy of it opens, which has members of its own (gap 156). The copies are numbered, and the planet
 * itself has the number 1. Returns the highest number so far, by the id of the planet, for one planet or for all. A planet
 * without copies is omitted.
 */
export async function listLastCopyNumbersByPlanet(db: Reader, planetId?: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('open_planet_numbers')
    .select(['planet_id', 'last_number'])
    .$if(planetId !== undefined, (query) => query.where('planet_id', '=', planetId ?? ''))
    .execute();
  return new Map(rows.map(({ planet_id, last_number }) => [planet_id, last_number]));
}

/** Saves the number of a copy that has just opened, unless a concurrent request has saved a higher number. */
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
