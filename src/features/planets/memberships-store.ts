import { isStorable } from '../../core/text/normalize-text.ts';
import type { Instant } from '../../core/time/instant.ts';
import type { Context, TxContext } from '../../platform/context.ts';
import type { Handle } from '../../platform/database/index.ts';
import type { PlanetMemberRow } from '../../schema/tables.ts';
import { hasNoPlannedDeletion } from '../accounts/index.ts';

export interface Membership {
  readonly planet_id: string;
  readonly joined_at: Instant;
}

/** Acquires the lock with this name until the transaction ends. */
export async function acquireLock({ db }: TxContext, name: string): Promise<void> {
  await db
    .insertInto('planet_locks')
    .values({ name })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ name }))
    .execute();
}

/** Deletes the row of a lock whose name contains a person's id, because the id must not remain in the table. */
export async function deleteLock({ db }: TxContext, name: string): Promise<void> {
  await db.deleteFrom('planet_locks').where('name', '=', name).execute();
}

/** The current memberships of a child, the most recent first. */
export async function listMemberships({ db }: Context, profileId: string): Promise<Membership[]> {
  return db
    .selectFrom('planet_members')
    .select(['planet_id', 'joined_at'])
    .where('profile_id', '=', profileId)
    .where('left_at', 'is', null)
    .orderBy('joined_at', 'desc')
    .orderBy('planet_id')
    .execute();
}

/** The ids of the planets of which at least one of these children is a member. */
export async function listPlanetIds({ db }: Context, profileIds: readonly string[]): Promise<string[]> {
  if (profileIds.length === 0) return [];
  const rows = await db
    .selectFrom('planet_members')
    .select('planet_id')
    .distinct()
    .where('profile_id', 'in', profileIds)
    .where('left_at', 'is', null)
    .orderBy('planet_id')
    .execute();
  return rows.map(({ planet_id }) => planet_id);
}

/** The profile ids of a planet's members in the order in which they joined, without children whose deletion is planned. */
export async function listMemberIds({ db }: Context, planetId: string): Promise<string[]> {
  if (!isStorable(planetId)) return [];
  const rows = await db
    .selectFrom('planet_members')
    .select('profile_id')
    .where('planet_id', '=', planetId)
    .where('left_at', 'is', null)
    .where(hasNoPlannedDeletion('planet_members.profile_id'))
    .orderBy('joined_at')
    .orderBy('profile_id')
    .execute();
  return rows.map(({ profile_id }) => profile_id);
}

/**
 * The profile ids of each planet's visible members, by planet id. A child whose deletion is planned is not visible. Planets
 * without visible members are omitted.
 */
export async function listMemberIdsByPlanet(
  { db }: Context,
  planetIds: readonly string[],
): Promise<Map<string, string[]>> {
  if (planetIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('planet_members')
    .select(['planet_id', 'profile_id'])
    .where('planet_id', 'in', planetIds)
    .where('left_at', 'is', null)
    .where(hasNoPlannedDeletion('planet_members.profile_id'))
    .orderBy('planet_id')
    .orderBy('profile_id')
    .execute();
  const rowsByPlanet = Map.groupBy(rows, ({ planet_id }) => planet_id);
  return new Map([...rowsByPlanet].map(([id, group]) => [id, group.map(({ profile_id }) => profile_id)]));
}

/**
 * The number of members of each planet, by planet id. Planets without members are omitted. A child whose deletion is planned
 * counts toward a planet's capacity until it is deleted, but is not visible.
 */
export async function countMembers(
  { db }: Context,
  planetIds: readonly string[],
  counted: 'all' | 'visible' = 'all',
): Promise<Map<string, number>> {
  if (planetIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('planet_members')
    .select('planet_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('planet_id', 'in', planetIds)
    .where('left_at', 'is', null)
    .$if(counted === 'visible', (query) => query.where(hasNoPlannedDeletion('planet_members.profile_id')))
    .groupBy('planet_id')
    .execute();
  return new Map(rows.map(({ planet_id, count }) => [planet_id, count]));
}

/** The number of planets that each child has ever joined, as counted in the column `planets_joined` of the totals. */
export async function countPlanetsJoined(
  { db }: Handle,
  profileIds: readonly string[],
): Promise<Map<string, { planets_joined: number }>> {
  const rows = await db
    .selectFrom('planet_members')
    .select('profile_id')
    .select(({ fn }) => fn.countAll<number>().as('planets_joined'))
    .where('profile_id', 'in', profileIds)
    .groupBy('profile_id')
    .execute();
  const counts = new Map(rows.map(({ profile_id, planets_joined }) => [profile_id, planets_joined]));
  return new Map(profileIds.map((id) => [id, { planets_joined: counts.get(id) ?? 0 }]));
}

/** Adds a member, or restores an ended membership. Returns false if the child has been a member of this planet before. */
export async function insertMember(
  { db }: TxContext,
  { planet_id, profile_id, joined_at, joined_on }: Omit<PlanetMemberRow, 'left_at'>,
): Promise<boolean> {
  const row = { joined_at, joined_on, left_at: null };
  const { numUpdatedRows } = await db
    .updateTable('planet_members')
    .set(row)
    .where('planet_id', '=', planet_id)
    .where('profile_id', '=', profile_id)
    .executeTakeFirst();
  if (numUpdatedRows === 1n) return false;
  await db
    .insertInto('planet_members')
    .values({ planet_id, profile_id, ...row })
    .execute();
  return true;
}

/** Ends a membership. Returns false if there was none. */
export async function endMembership({ db, now }: TxContext, planetId: string, profileId: string): Promise<boolean> {
  if (!isStorable(planetId)) return false;
  const { numUpdatedRows } = await db
    .updateTable('planet_members')
    .set({ left_at: now() })
    .where('planet_id', '=', planetId)
    .where('profile_id', '=', profileId)
    .where('left_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function endMemberships({ db, now }: TxContext, profileId: string): Promise<void> {
  await db
    .updateTable('planet_members')
    .set({ left_at: now() })
    .where('profile_id', '=', profileId)
    .where('left_at', 'is', null)
    .execute();
}

/** Ends all memberships of a planet: at most as many as its capacity. */
export async function endMembershipsOfPlanet({ db, now }: TxContext, planetId: string): Promise<void> {
  await db
    .updateTable('planet_members')
    .set({ left_at: now() })
    .where('planet_id', '=', planetId)
    .where('left_at', 'is', null)
    .execute();
}

/** Removes a child from the planets that a former guardian founded (gap 90). The caller must hold the lock on the child's profile. */
export async function endMembershipsOnPlanetsFoundedBy(
  { db, now }: TxContext,
  profileId: string,
  founderId: string,
): Promise<void> {
  await db
    .updateTable('planet_members')
    .set({ left_at: now() })
    .where('profile_id', '=', profileId)
    .where('planet_id', 'in', db.selectFrom('family_planets').select('id').where('founder_id', '=', founderId))
    .where('left_at', 'is', null)
    .execute();
}

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
