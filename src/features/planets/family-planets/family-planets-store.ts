import type { PlanetGoal } from '../../../content/index.ts';
import { isStorable } from '../../../core/text/normalize-text.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import type { FamilyPlanetRow } from '../../../schema/tables.ts';

export interface FamilyPlanet extends Omit<FamilyPlanetRow, 'goal_metric' | 'goal_target' | 'goal_every'> {
  goal: (Pick<PlanetGoal, 'metric' | 'target'> & { every: 'week' | 'month' }) | null;
}

const COLUMNS = [
  'id',
  'founder_id',
  'name',
  'description',
  'capacity',
  'goal_metric',
  'goal_target',
  'goal_every',
  'invite_hash',
  'invite_expires_at',
  'created_at',
  'ended_at',
] as const;

/** The family planets with these ids. The ids may be any texts from a request; texts that cannot be an id are ignored. */
export async function listFamilyPlanetsWithIds({ db }: Context, ids: readonly string[]): Promise<FamilyPlanet[]> {
  const storableIds = ids.filter(isStorable);
  if (storableIds.length === 0) return [];
  const rows = await db
    .selectFrom('family_planets')
    .select(COLUMNS)
    .where('id', 'in', storableIds)
    .orderBy('id')
    .execute();
  return rows.map(parsePlanetRow);
}

/** The planets that a parent has founded, newest first. */
export async function listPlanetsOfFounder({ db }: Context, founderId: string): Promise<FamilyPlanet[]> {
  const rows = await db
    .selectFrom('family_planets')
    .select(COLUMNS)
    .where('founder_id', '=', founderId)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(parsePlanetRow);
}

/** The id of the planet with an invitation code. `hashes` contains one hash of the code for each key of the key ring. */
export async function findPlanetIdByInvitationCode(
  { db, now }: Context,
  hashes: string[],
): Promise<string | undefined> {
  const row = await db
    .selectFrom('family_planets')
    .select('id')
    .where('invite_hash', 'in', hashes)
    .where('invite_expires_at', '>', now())
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return row?.id;
}

export async function insertFamilyPlanet({ db }: TxContext, { goal, ...planet }: FamilyPlanet): Promise<void> {
  const { metric = null, target = null, every = null } = goal ?? {};
  const row = { ...planet, goal_metric: metric, goal_target: target, goal_every: every };
  await db.insertInto('family_planets').values(row).execute();
}

/** Changes a planet of this founder. Returns false if there is no such planet, or if it has ended. */
export async function updatePlanetOfFounder(
  { db }: TxContext,
  founderId: string,
  id: string,
  change: Partial<Pick<FamilyPlanetRow, 'invite_hash' | 'invite_expires_at' | 'ended_at'>>,
): Promise<boolean> {
  if (!isStorable(id)) return false;
  const { numUpdatedRows } = await db
    .updateTable('family_planets')
    .set(change)
    .where('id', '=', id)
    .where('founder_id', '=', founderId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Withdraws the invitation codes of a founder's planets. */
export async function withdrawPlanetInvitations({ db }: TxContext, founderId: string): Promise<void> {
  await db
    .updateTable('family_planets')
    .set({ invite_hash: null, invite_expires_at: null })
    .where('founder_id', '=', founderId)
    .where('invite_hash', 'is not', null)
    .execute();
}

function parsePlanetRow({ goal_metric, goal_target, goal_every, ...row }: FamilyPlanetRow): FamilyPlanet {
  const hasGoal = goal_metric !== null && goal_target !== null && goal_every !== null;
  return { ...row, goal: hasGoal ? { metric: goal_metric, target: goal_target, every: goal_every } : null };
}

/**
 * Deletes up to `limit` memberships of the planets that a parent founded, and returns the number of deleted memberships. The
 * planets themselves are deleted afterward.
 */
export async function deleteMembershipsOfFoundedPlanets(
  { db }: TxContext,
  parentId: string,
  limit: number,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('planet_members')
    .where(({ eb, refTuple, selectFrom }) => {
      const foundedPlanets = selectFrom('family_planets').select('id').where('founder_id', '=', parentId);
      const batch = selectFrom('planet_members as member')
        .select(['member.planet_id', 'member.profile_id'])
        .where('member.planet_id', 'in', foundedPlanets)
        .limit(limit);
      return eb(refTuple('planet_id', 'profile_id'), 'in', batch.$asTuple('planet_id', 'profile_id'));
    })
    .executeTakeFirst();
  return Number(numDeletedRows);
}
