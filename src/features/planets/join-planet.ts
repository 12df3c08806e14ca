import { QUOTAS } from '../../core/quotas.ts';
import { ApiError } from '../../core/requests/api-error.ts';
import { type Day, toClampedLocalDay } from '../../core/time/days.ts';
import { localized } from '../../locales/index.ts';
import { createNotFoundError } from '../../platform/api-errors.ts';
import type { Context, TxContext } from '../../platform/context.ts';
import { lockTotals, recordActivity } from '../progress/index.ts';
import {
  acquireLock,
  countMembers,
  countPlanetsJoined,
  endMembership,
  endMemberships,
  insertMember,
} from './memberships-store.ts';
import { openNextCopy } from './open-planets.ts';
import { findPlanet, findPlanets, type Planet, parsePlanetId } from './planet.ts';
import { getPlanetChild, type PlanetChild } from './planet-child.ts';
import { findPlanetLock, getPlanetStatus, MAX_CURRENT_PLANETS } from './rules.ts';
import { describePlanetLock } from './serializers.ts';

/** Adds a child to an open planet. Refuses an unknown planet (404) and everything that `addMember` refuses. */
export async function joinPlanet(ctx: Context, profileId: string, planetId: string, timeZone: string): Promise<Planet> {
  return ctx.write(async (ctx) => {
    const now = ctx.now();
    const planet = await findPlanet(ctx, planetId);
    if (!planet) throw createNotFoundError();
    await addMember(ctx, profileId, planet, { today: toClampedLocalDay(now, timeZone), isInvited: false });
    return planet;
  });
}

/**
 * Adds a child to a planet after checking every condition. It locks the child's totals first and the planet second, so
 * that concurrent requests cannot exceed the limits of the child or the planet. The fixed order prevents deadlocks. Refuses
 * a planet that the child may not see and a copy of a planet that has not opened yet (404), a child who does not meet the
 * conditions (403), and a planet that has ended or is full, a child who is already a member, and a child with too many planets
 * (409).
 */
export async function addMember(
  ctx: TxContext,
  profileId: string,
  planet: Planet,
  { today, isInvited }: { readonly today: Day; readonly isInvited: boolean },
): Promise<void> {
  const now = ctx.now();
  await lockTotals(ctx, profileId);
  const child = await getPlanetChild(ctx, profileId);
  const { entryId } = parsePlanetId(planet.id);
  if (child.memberships.some(({ planet_id }) => parsePlanetId(planet_id).entryId === entryId))
    throw new ApiError('CONFLICT', localized.planets.alreadyMember, { reason: 'already_member' });
  if (planet.visibility === 'invite' && !isInvited) throw createNotFoundError();
  checkMayJoin(ctx, planet, child);
  if ((await countCurrentPlanets(ctx, child)) >= MAX_CURRENT_PLANETS) {
    throw new ApiError('CONFLICT', localized.planets.tooManyPlanets, { reason: 'too_many_planets' });
  }
  await openNextCopy(ctx, planet);
  await acquireLock(ctx, `planet ${planet.id}`);
  const memberCount = (await countMembers(ctx, [planet.id])).get(planet.id) ?? 0;
  if (memberCount >= planet.capacity) throw new ApiError('CONFLICT', localized.planets.full, { reason: 'full' });
  const isNewMember = await insertMember(ctx, {
    planet_id: planet.id,
    profile_id: profileId,
    joined_at: now,
    joined_on: today,
  });
  if (!isNewMember) return; // joining the same planet again is not an activity, so it earns nothing
  await checkPlanetsEverJoined(ctx, profileId);
  await recordActivity(ctx, buildJoinActivity(profileId, planet.id));
}

/** Limits the number of planets that a child can ever join, because the rows of ended memberships are kept. */
async function checkPlanetsEverJoined(ctx: TxContext, profileId: string): Promise<void> {
  const { planets_joined = 0 } = (await countPlanetsJoined(ctx, [profileId])).get(profileId) ?? {};
  if (planets_joined > QUOTAS.planetsPerChild) {
    throw new ApiError('CONFLICT', localized.planets.tooManyJoined({ limit: QUOTAS.planetsPerChild }), {
      reason: 'too_many_planets',
    });
  }
}

/**
 * Ends a child's membership, even if the planet has ended. Refuses an unknown planet (404) and a child that is not a member
 * (409, or 404 if children join the planet only by invitation).
 */
export async function leavePlanet(ctx: Context, profileId: string, planetId: string): Promise<Planet> {
  return ctx.write(async (ctx) => {
    const planet = await findPlanet(ctx, planetId);
    if (!planet) throw createNotFoundError();
    const wasMember = await endMembership(ctx, planetId, profileId);
    if (!wasMember && planet.visibility === 'invite') throw createNotFoundError();
    if (!wasMember) throw new ApiError('CONFLICT', localized.planets.notMember, { reason: 'not_member' });
    return planet;
  });
}

/**
 * Ends all memberships of a child whose parent has turned planets off. The caller must save the setting in the same
 * transaction.
 */
export async function leaveAllPlanets(ctx: TxContext, profileId: string): Promise<void> {
  await lockTotals(ctx, profileId); // a concurrent join has either finished already, or will read the new setting
  await endMemberships(ctx, profileId);
}

function checkMayJoin(ctx: Context, planet: Planet, child: PlanetChild): void {
  const now = ctx.now();
  if (getPlanetStatus(planet, now) === 'ended')
    throw new ApiError('CONFLICT', localized.planets.ended, { reason: 'ended' });
  const planetLock = findPlanetLock(planet, child, now);
  if (planetLock) throw new ApiError('FORBIDDEN', describePlanetLock(planetLock), { reason: planetLock.reason });
}

async function countCurrentPlanets(ctx: TxContext, { memberships }: PlanetChild): Promise<number> {
  const ids = memberships.map(({ planet_id }) => planet_id);
  const planets = await findPlanets(ctx, ids);
  return [...planets.values()].filter((planet) => getPlanetStatus(planet, ctx.now()) !== 'ended').length;
}

function buildJoinActivity(profileId: string, planetId: string) {
  return { profileId, source: `planet ${planetId}`, entries: [], timeZone: null, counts: { planets_joined: 1 } };
}
