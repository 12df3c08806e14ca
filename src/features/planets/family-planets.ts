import { newLinkingCode, readLinkingCode } from '../../core/codes.ts';
import { DAY, type Instant, plusSeconds } from '../../core/instant.ts';
import type { Text } from '../../core/languages.ts';
import { QUOTAS } from '../../core/quotas.ts';
import { Refusal } from '../../core/refusal.ts';
import { cleanLine, cleanText } from '../../core/text.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/index.ts';
import { notFound } from '../../platform/http/errors.ts';
import { fieldRefusal } from '../../platform/http/validation.ts';
import { findChildOf, lockFamily } from '../accounts/index.ts';
import { type FamilyPlanet, findInvited, insertFamilyPlanet, listFounded, updateFounded } from './family-store.ts';
import { enter } from './join-planet.ts';
import { findPlanet, type Planet } from './planet.ts';
import { listMembers, lock, unlock } from './store.ts';
import {
  ENOUGH_EVER_FOUNDED,
  ENOUGH_FOUNDED,
  NO_CAPACITY,
  NO_DESCRIPTION,
  NO_NAME,
  NO_TARGET,
  WRONG_INVITE,
} from './words.ts';

/** What a parent says of a planet that it founds. */
export interface PlanetDraft {
  readonly name: string;
  readonly description?: string | undefined;
  readonly capacity?: number | undefined;
  readonly goal?: FamilyPlanet['goal'] | undefined;
}

export const FEWEST_MEMBERS = 2;
export const MOST_MEMBERS = 100;
const USUAL_MEMBERS = 20;
const INVITE_LIVES = 7 * DAY;

/** Founds a planet that children join by invitation alone. */
export async function foundPlanet(ctx: Context, parentId: string, draft: PlanetDraft): Promise<FamilyPlanet> {
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
    const founded = await listFounded(tx, parentId);
    const living = founded.filter(({ ended_at }) => ended_at === null);
    if (living.length >= QUOTAS.livingPlanets) throw tooManyPlanets(ENOUGH_FOUNDED);
    if (founded.length >= QUOTAS.foundedPlanets) throw tooManyPlanets(ENOUGH_EVER_FOUNDED);
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
  const planets = await listFounded(ctx.db, parentId);
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
  const expires_at = plusSeconds(ctx.now(), INVITE_LIVES);
  const change = { invite_hash: ctx.secrets.hash(INVITE, code), invite_expires_at: expires_at };
  await ctx.write(async (tx) => {
    if (!(await updateFounded(tx, parentId, planetId, change))) throw notFound();
  });
  return { code, expires_at };
}

/** A guardian lets a child in by a code, whoever founded the planet. */
export async function joinByInvite(ctx: Context, parentId: string, childId: string, typed: string): Promise<Planet> {
  const code = readLinkingCode(typed);
  return ctx.write(async (tx) => {
    await lockAsGuardian(tx, parentId, childId);
    const hashes = code === undefined ? [] : ctx.secrets.hashes(INVITE, code);
    const id = hashes.length > 0 ? await findInvited(tx, hashes, ctx.now()) : undefined;
    const planet = id === undefined ? undefined : await findPlanet(ctx, tx, id);
    if (!planet) throw new Refusal('INVALID_CODE', WRONG_INVITE);
    await enter(ctx, tx, childId, planet, ctx.now().slice(0, 10), { invited: true });
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
    const isFounder = (await listFounded(tx, parentId)).some(({ id }) => id === planetId);
    const planet = isFounder ? await findPlanet(ctx, tx, planetId) : undefined;
    if (!planet) throw notFound();
    await enter(ctx, tx, childId, planet, ctx.now().slice(0, 10), { invited: true });
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

function tooManyPlanets(text: Text): Refusal {
  return new Refusal('CONFLICT', text, { reason: 'too_many_planets' });
}

const INVITE = 'planet invitation';

/** Whoever unlinks this guardian comes before, or finds the child on the planet. */
async function lockAsGuardian(tx: Tx, parentId: string, childId: string): Promise<void> {
  if (await findChildOf(tx, parentId, childId)) await lockFamily(tx, childId);
  if (!(await findChildOf(tx, parentId, childId))) throw notFound();
}

function checked({ name, description = '', capacity = USUAL_MEMBERS, goal = null }: PlanetDraft) {
  const line = cleanLine(name, 60);
  if (line === undefined) throw fieldRefusal('name', NO_NAME);
  const text = cleanText(description, 300);
  if (text === undefined) throw fieldRefusal('description', NO_DESCRIPTION);
  if (!isWithin(capacity, FEWEST_MEMBERS, MOST_MEMBERS)) throw fieldRefusal('capacity', NO_CAPACITY);
  if (goal && !isWithin(goal.target, 1, 1_000_000)) throw fieldRefusal('target', NO_TARGET);
  return { name: line, description: text, capacity, goal };
}

function isWithin(n: number, least: number, most: number): boolean {
  return Number.isInteger(n) && n >= least && n <= most;
}
