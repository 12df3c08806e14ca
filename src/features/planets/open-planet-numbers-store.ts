import type { Context, TxContext } from '../../platform/context.ts';

/**
 * Returns the number of the last copy of one planet or of all planets, by planet id. A planet without copies is omitted. When a
 * planet of a pack is full, a copy of it opens, which has members of its own (gap 156). The planet itself has the number 1, and
 * its first copy has the number 2.
 */
export async function listLastCopyNumbersByPlanet({ db }: Context, planetId?: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('open_planet_numbers')
    .select(['planet_id', 'last_number'])
    .$if(planetId !== undefined, (query) => query.where('planet_id', '=', planetId ?? ''))
    .execute();
  return new Map(rows.map(({ planet_id, last_number }) => [planet_id, last_number]));
}

/** Saves the number of a copy that has just opened, unless a concurrent request has saved a higher number. */
export async function saveLastCopyNumber({ db }: TxContext, planet_id: string, last_number: number): Promise<void> {
  await db
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
