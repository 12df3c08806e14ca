import { clampedLocalDay, type Day } from '../../core/days.ts';
import { QUOTAS } from '../../core/quotas.ts';
import { Refusal } from '../../core/refusal.ts';
import { localized } from '../../locales/index.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/index.ts';
import { notFound } from '../../platform/http/responses/error-response.ts';
import { lockProfileTotals, recordActivity } from '../progress/index.ts';
import {
  countPlaces,
  countPlanets,
  endMembership,
  endMemberships,
  endMembershipsOf,
  insertMember,
  lock,
} from './memberships-store.ts';
import { joinBarrierText } from './messages.ts';
import { findPlanet, findPlanets, type Planet } from './planet.ts';
import { joinBarrier, MAX_PLANETS, statusOf } from './rules.ts';
import { getPlanetVisitor, type PlanetVisitor } from './visitor.ts';

/** Makes a child a member of an open planet. */
export async function joinPlanet(ctx: Context, profileId: string, planetId: string, zone: string): Promise<Planet> {
  return ctx.write(async (tx) => {
    const planet = await findPlanet(ctx, tx, planetId);
    if (!planet) throw notFound();
    await joinAsMember(ctx, tx, profileId, planet, clampedLocalDay(ctx.now(), zone), { invited: false });
    return planet;
  });
}

/**
 * Lets a child in, if nothing speaks against it. Its own row is locked first and the planet's after it, always in this
 * order: so neither a sixth planet nor one member too many gets past, and no two wait for each other.
 */
export async function joinAsMember(
  ctx: Context,
  tx: Tx,
  profileId: string,
  planet: Planet,
  today: Day,
  { invited }: { invited: boolean },
): Promise<void> {
  await lockProfileTotals(tx, profileId);
  const visit = await getPlanetVisitor(ctx, tx, profileId);
  if (visit.joinedAt.has(planet.id))
    throw new Refusal('CONFLICT', localized.planets.alreadyMember, { reason: 'already_member' });
  if (planet.visibility === 'invite' && !invited) throw notFound();
  checkDoor(ctx, planet, visit);
  if ((await countCurrent(ctx, tx, visit)) >= MAX_PLANETS) {
    throw new Refusal('CONFLICT', localized.planets.tooManyPlanets, { reason: 'too_many_planets' });
  }
  await lock(tx, `planet ${planet.id}`);
  const taken = (await countPlaces(tx, [planet.id])).get(planet.id) ?? 0;
  if (taken >= planet.capacity) throw new Refusal('CONFLICT', localized.planets.isFull, { reason: 'full' });
  const isFirst = await insertMember(tx, planet.id, profileId, ctx.now(), today);
  if (!isFirst) return; // coming back is no second joining: going in and out earns nothing
  await checkEverJoined(tx, profileId);
  await recordActivity(ctx, tx, factOf(profileId, planet.id));
}

/** Memberships stay when they end, so they are counted all together. */
async function checkEverJoined(tx: Tx, profileId: string): Promise<void> {
  const { planets_joined = 0 } = (await countPlanets(tx, [profileId])).get(profileId) ?? {};
  if (planets_joined > QUOTAS.planetsPerChild) {
    throw new Refusal('CONFLICT', localized.planets.enoughEverJoined({ limit: QUOTAS.planetsPerChild }), {
      reason: 'too_many_planets',
    });
  }
}

/** Ends a child's membership; of a planet that has ended, too. */
export async function leavePlanet(ctx: Context, profileId: string, planetId: string): Promise<Planet> {
  return ctx.write(async (tx) => {
    const planet = await findPlanet(ctx, tx, planetId);
    if (!planet) throw notFound();
    const has = await endMembership(tx, planetId, profileId, ctx.now());
    if (!has && planet.visibility === 'invite') throw notFound();
    if (!has) throw new Refusal('CONFLICT', localized.planets.notMember, { reason: 'not_member' });
    return planet;
  });
}

/** Ends all memberships of a child whose parent has switched planets off; the switch itself is set in the same `tx`. */
export async function leaveAllPlanets(ctx: Context, tx: Tx, profileId: string): Promise<void> {
  await lockProfileTotals(tx, profileId); // who is joining just now has joined before this, or finds the switch off
  await endMemberships(tx, profileId, ctx.now());
}

/** Takes a child off the planets that a former guardian has founded (gap 90), under the lock of its family. */
export async function leavePlanetsOf(ctx: Context, tx: Tx, profileId: string, founderId: string): Promise<void> {
  await endMembershipsOf(tx, profileId, founderId, ctx.now());
}

function checkDoor(ctx: Context, planet: Planet, visit: PlanetVisitor): void {
  const now = ctx.now();
  if (statusOf(planet, now) === 'ended') throw new Refusal('CONFLICT', localized.planets.hasEnded, { reason: 'ended' });
  const bar = joinBarrier(planet, visit, now);
  if (bar) throw new Refusal('FORBIDDEN', joinBarrierText(bar), { reason: bar.reason });
}

async function countCurrent(ctx: Context, tx: Tx, { memberships }: PlanetVisitor): Promise<number> {
  const ids = memberships.map(({ planet_id }) => planet_id);
  const planets = await findPlanets(ctx, tx, ids);
  return [...planets.values()].filter((planet) => statusOf(planet, ctx.now()) !== 'ended').length;
}

function factOf(profileId: string, planetId: string) {
  return { profileId, source: `planet ${planetId}`, entries: [], zone: null, counts: { planets_joined: 1 } };
}
