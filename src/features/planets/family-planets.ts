import { addSeconds, DAY, type Instant } from '../../core/instant.ts';
import type { LocalizedText } from '../../core/languages.ts';
import { newLinkingCode, parseLinkingCode } from '../../core/one-time-codes.ts';
import { QUOTAS } from '../../core/quotas.ts';
import { Refusal } from '../../core/refusal.ts';
import { normalizeLine, normalizeText } from '../../core/text.ts';
import { localized } from '../../locales/index.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/index.ts';
import { notFound } from '../../platform/http/responses/error-response.ts';
import { fieldRefusal } from '../../platform/http/validation.ts';
import { findChildOf, lockFamily } from '../accounts/index.ts';
import {
  type FamilyPlanet,
  findInvited,
  insertFamilyPlanet,
  listCreated,
  updateFounded,
} from './family-planets-store.ts';
import { joinAsMember } from './join-planet.ts';
import { listMembers, lock, unlock } from './memberships-store.ts';

import { findPlanet, type Planet } from './planet.ts';

/** What a parent says of a planet that it founds. */
export interface PlanetDraft {
  readonly name: string;
  readonly description?: string | undefined;
  readonly capacity?: number | undefined;
  readonly goal?: FamilyPlanet['goal'] | undefined;
}

export const MIN_MEMBERS = 2;
export const MAX_MEMBERS = 100;
const USUAL_MEMBERS = 20;
const INVITE_LIVES = 7 * DAY;

/** Founds a planet that children join by invitation alone. */
export async function createFamilyPlanet(ctx: Context, parentId: string, draft: PlanetDraft): Promise<FamilyPlanet> {
  const planet: FamilyPlanet = {
    id: ctx.random.timeId(),
    founder_id: parentId,
    ...checked(draft),
    invite_hash: null,
    invite_expires_at: null,
    created_at: ctx.now(),
    ended_at: null,
  };
  return ctx.write(async (tx) => {
    const own = `founder ${parentId}`;
    await lock(tx, own);
    const founded = await listCreated(tx, parentId);
    const living = founded.filter(({ ended_at }) => ended_at === null);
    if (living.length >= QUOTAS.livingPlanets) throw tooManyPlanets(localized.planets.tooManyCreated);
    if (founded.length >= QUOTAS.foundedPlanets)
      throw tooManyPlanets(localized.planets.enoughEverFounded({ limit: QUOTAS.foundedPlanets }));
    await insertFamilyPlanet(tx, planet);
    await unlock(tx, own);
    return planet;
  });
}

/** A parent's planets with who is on each, the newest first. */
export async function listFamilyPlanets(
  ctx: Context,
  parentId: string,
): Promise<(FamilyPlanet & { member_ids: readonly string[] })[]> {
  const planets = await listCreated(ctx.db, parentId);
  const members = await listMembers(
    ctx.db,
    planets.map(({ id }) => id),
  );
  return planets.map((planet) => ({ ...planet, member_ids: members.get(planet.id) ?? [] }));
}

/** A new code by which guardians let their children in for a week; the one before it is worth nothing any more. */
export async function inviteToPlanet(
  ctx: Context,
  parentId: string,
  planetId: string,
): Promise<{ code: string; expires_at: Instant }> {
  const code = newLinkingCode(ctx.random.int);
  const expires_at = addSeconds(ctx.now(), INVITE_LIVES);
  const change = { invite_hash: ctx.secrets.hash(INVITE, code), invite_expires_at: expires_at };
  await ctx.write(async (tx) => {
    if (!(await updateFounded(tx, parentId, planetId, change))) throw notFound();
  });
  return { code, expires_at };
}

/** A guardian lets a child in by a code, whoever founded the planet. */
export async function joinByInvite(ctx: Context, parentId: string, childId: string, typed: string): Promise<Planet> {
  const code = parseLinkingCode(typed);
  return ctx.write(async (tx) => {
    await lockAsGuardian(tx, parentId, childId);
    const hashes = code === undefined ? [] : ctx.secrets.hashes(INVITE, code);
    const id = hashes.length > 0 ? await findInvited(tx, hashes, ctx.now()) : undefined;
    const planet = id === undefined ? undefined : await findPlanet(ctx, tx, id);
    if (!planet) throw new Refusal('INVALID_CODE', localized.planets.wrongInvite);
    await joinAsMember(ctx, tx, childId, planet, ctx.now().slice(0, 10), { invited: true });
    return planet;
  });
}

/** A founder lets a child of its own in, without a code. */
export async function joinOwnPlanet(
  ctx: Context,
  parentId: string,
  childId: string,
  planetId: string,
): Promise<Planet> {
  return ctx.write(async (tx) => {
    await lockAsGuardian(tx, parentId, childId);
    const isFounder = (await listCreated(tx, parentId)).some(({ id }) => id === planetId);
    const planet = isFounder ? await findPlanet(ctx, tx, planetId) : undefined;
    if (!planet) throw notFound();
    await joinAsMember(ctx, tx, childId, planet, ctx.now().slice(0, 10), { invited: true });
    return planet;
  });
}

/** Ends a planet for good: its members keep it among theirs, nobody joins any more. */
export async function endPlanet(ctx: Context, parentId: string, planetId: string): Promise<void> {
  const change = { ended_at: ctx.now(), invite_hash: null, invite_expires_at: null };
  await ctx.write(async (tx) => {
    if (!(await updateFounded(tx, parentId, planetId, change))) throw notFound();
  });
}

function tooManyPlanets(text: LocalizedText): Refusal {
  return new Refusal('CONFLICT', text, { reason: 'too_many_planets' });
}

const INVITE = 'planet invitation';

/** Whoever unlinks this guardian comes before, or finds the child on the planet. */
async function lockAsGuardian(tx: Tx, parentId: string, childId: string): Promise<void> {
  if (await findChildOf(tx, parentId, childId)) await lockFamily(tx, childId);
  if (!(await findChildOf(tx, parentId, childId))) throw notFound();
}

function checked({ name, description = '', capacity = USUAL_MEMBERS, goal = null }: PlanetDraft) {
  const line = normalizeLine(name, 60);
  if (line === undefined) throw fieldRefusal('name', localized.planets.invalidName);
  const text = normalizeText(description, 300);
  if (text === undefined) throw fieldRefusal('description', localized.planets.invalidDescription);
  if (!isWithin(capacity, MIN_MEMBERS, MAX_MEMBERS)) throw fieldRefusal('capacity', localized.planets.invalidCapacity);
  if (goal && !isWithin(goal.target, 1, 1_000_000)) throw fieldRefusal('target', localized.planets.invalidTarget);
  return { name: line, description: text, capacity, goal };
}

function isWithin(n: number, least: number, most: number): boolean {
  return Number.isInteger(n) && n >= least && n <= most;
}
