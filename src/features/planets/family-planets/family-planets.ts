import { generateLinkingCode, parseLinkingCode } from '../../../core/one-time-codes.ts';
import { QUOTAS } from '../../../core/quotas.ts';
import { ApiError, createFieldError } from '../../../core/requests/api-error.ts';
import type { PanelParent } from '../../../core/requests/caller.ts';
import type { LocalizedText } from '../../../core/text/languages.ts';
import { normalizeLine, normalizeText } from '../../../core/text/normalize-text.ts';
import { toUtcDay } from '../../../core/time/days.ts';
import { addSeconds, DAY, type Instant } from '../../../core/time/instant.ts';
import { localized } from '../../../locales/index.ts';
import { createNotFoundError } from '../../../platform/api-errors.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import { countAgainstLimits, PLANET_CODE_LIMIT, refundAttempt, requireOpenSession } from '../../access/index.ts';
import {
  findLinkedChild,
  lockProfile,
  requireNoAccountDeletion,
  requireNoChildDeletion,
} from '../../accounts/index.ts';
import { addMember } from '../join-planet.ts';
import { acquireLock, deleteLock, endMembershipsOfPlanet, listMemberIdsByPlanet } from '../memberships-store.ts';
import { findPlanet, type Planet } from '../planet.ts';
import {
  type FamilyPlanet,
  findPlanetIdByInvitationCode,
  insertFamilyPlanet,
  listFamilyPlanetsWithIds,
  listPlanetsOfFounder,
  updatePlanetOfFounder,
} from './family-planets-store.ts';

/** What a parent enters to found a planet. */
export interface PlanetDraft {
  readonly name: string;
  readonly description?: string;
  readonly capacity?: number;
  readonly goal?: FamilyPlanet['goal'];
}

export const MIN_CAPACITY = 2;
export const MAX_CAPACITY = 100;
const DEFAULT_CAPACITY = 20;
/** The maximum lengths of the name and of the description, in characters. */
const MAX_NAME_LENGTH = 60;
const MAX_DESCRIPTION_LENGTH = 300;
const MAX_GOAL_TARGET = 1_000_000;
const INVITATION_LIFETIME_SECONDS = 7 * DAY;

/**
 * Creates a planet that children can join only by invitation. Refuses invalid fields (400), too many planets, and a parent
 * whose account will be deleted (409).
 */
export async function createFamilyPlanet(ctx: Context, parentId: string, draft: PlanetDraft): Promise<FamilyPlanet> {
  const planet: FamilyPlanet = {
    id: ctx.random.timeOrderedId(),
    founder_id: parentId,
    ...validatePlanet(draft),
    invite_hash: null,
    invite_expires_at: null,
    created_at: ctx.now(),
    ended_at: null,
  };
  return ctx.write(async (ctx) => {
    await requireNoAccountDeletion(ctx, parentId);
    const lockName = `founder ${parentId}`;
    await acquireLock(ctx, lockName);
    const planetsOfFounder = await listPlanetsOfFounder(ctx, parentId);
    const activePlanets = planetsOfFounder.filter(({ ended_at }) => ended_at === null);
    if (activePlanets.length >= QUOTAS.activePlanetsPerFounder)
      throw createTooManyPlanetsError(localized.planets.tooManyCreated);
    if (planetsOfFounder.length >= QUOTAS.planetsPerFounder)
      throw createTooManyPlanetsError(localized.planets.tooManyFounded({ limit: QUOTAS.planetsPerFounder }));
    await insertFamilyPlanet(ctx, planet);
    await deleteLock(ctx, lockName);
    return planet;
  });
}

/** The planets that a parent has founded, the newest first, with the ids of their members. */
export async function listFamilyPlanets(
  ctx: Context,
  parentId: string,
): Promise<(FamilyPlanet & { member_ids: readonly string[] })[]> {
  const planets = await listPlanetsOfFounder(ctx, parentId);
  const memberIdsByPlanet = await listMemberIdsByPlanet(
    ctx,
    planets.map(({ id }) => id),
  );
  return planets.map((planet) => ({ ...planet, member_ids: memberIdsByPlanet.get(planet.id) ?? [] }));
}

/**
 * Creates a code that guardians can enter, within a week, to add their children to the planet. It replaces the previous code.
 * Refuses another parent's planet and one that has ended (404), and a parent whose account will be deleted (409).
 */
export async function createPlanetInvitationCode(
  ctx: Context,
  caller: PanelParent,
  planetId: string,
): Promise<{ code: string; expires_at: Instant }> {
  const code = generateLinkingCode(ctx.random.int);
  const expires_at = addSeconds(ctx.now(), INVITATION_LIFETIME_SECONDS);
  const change = { invite_hash: ctx.secrets.hash(INVITATION_HASH_PURPOSE, code), invite_expires_at: expires_at };
  await ctx.write(async (ctx) => {
    await requireNoAccountDeletion(ctx, caller.profileId);
    await requireOpenSession(ctx, caller); // so that signing out everywhere at the same time also withdraws this code
    if (!(await updatePlanetOfFounder(ctx, caller.profileId, planetId, change))) throw createNotFoundError();
  });
  return { code, expires_at };
}

/**
 * Adds a child to a family planet with the invitation code that a guardian enters. Refuses a wrong code (400), the eleventh within
 * an hour, even if it is right (429), and everything that `lockAsGuardian` and `addMember` refuse.
 */
export async function addChildByInvitation(
  ctx: Context,
  parentId: string,
  childId: string,
  enteredCode: string,
): Promise<Planet> {
  const code = parseLinkingCode(enteredCode);
  if (code === undefined) throw createInvalidCodeError();
  const limitKey = ctx.secrets.hashWithPepper('planet codes', parentId);
  const outcome = await ctx.write(async (ctx) => {
    const now = ctx.now();
    await lockAsGuardian(ctx, parentId, childId);
    const refusal = await countAgainstLimits(ctx, [PLANET_CODE_LIMIT], limitKey);
    if (refusal) return refusal;
    const id = await findPlanetIdByInvitationCode(ctx, ctx.secrets.hashWithAllKeys(INVITATION_HASH_PURPOSE, code));
    const planet = id === undefined ? undefined : await findPlanet(ctx, id);
    if (!planet) return createInvalidCodeError();
    await refundAttempt(ctx, PLANET_CODE_LIMIT, limitKey);
    await addMember(ctx, childId, planet, { today: toUtcDay(now), isInvited: true });
    return planet;
  });
  if (outcome instanceof ApiError) throw outcome; // thrown after the transaction, so that the attempt stays counted
  return outcome;
}

function createInvalidCodeError(): ApiError {
  return new ApiError('INVALID_CODE', localized.planets.invalidInvite);
}

/** Adds a founder's child to the founder's planet, without a code. */
export async function addChildToFoundedPlanet(
  ctx: Context,
  parentId: string,
  childId: string,
  planetId: string,
): Promise<Planet> {
  return ctx.write(async (ctx) => {
    const now = ctx.now();
    await requireNoAccountDeletion(ctx, parentId);
    await lockAsGuardian(ctx, parentId, childId);
    const isFounder = (await listPlanetsOfFounder(ctx, parentId)).some(({ id }) => id === planetId);
    const planet = isFounder ? await findPlanet(ctx, planetId) : undefined;
    if (!planet) throw createNotFoundError();
    await addMember(ctx, childId, planet, { today: toUtcDay(now), isInvited: true });
    return planet;
  });
}

/** Ends a planet. Members still see it, but nobody can join anymore. Refuses another parent's planet and one that has ended (404). */
export async function endPlanet(ctx: Context, parentId: string, planetId: string): Promise<void> {
  const change = { ended_at: ctx.now(), invite_hash: null, invite_expires_at: null };
  await ctx.write(async (ctx) => {
    if (!(await updatePlanetOfFounder(ctx, parentId, planetId, change))) throw createNotFoundError();
  });
}

/** Ends a planet of any founder for an operator, with all memberships. Returns false if there is none that has not ended. */
export async function endPlanetForAll(ctx: TxContext, planetId: string): Promise<boolean> {
  const [planet] = await listFamilyPlanetsWithIds(ctx, [planetId]);
  if (!planet) return false;
  const change = { ended_at: ctx.now(), invite_hash: null, invite_expires_at: null };
  if (!(await updatePlanetOfFounder(ctx, planet.founder_id, planetId, change))) return false;
  await endMembershipsOfPlanet(ctx, planetId);
  return true;
}

function createTooManyPlanetsError(text: LocalizedText): ApiError {
  return new ApiError('CONFLICT', text, { reason: 'too_many_planets' });
}

const INVITATION_HASH_PURPOSE = 'planet invitation';

/**
 * Locks the child's profile and then checks again that this guardian is linked, so that a guardian who is being unlinked at the same
 * time cannot add the child. Refuses a child of other parents (404) and a child that will be deleted (409).
 */
async function lockAsGuardian(ctx: TxContext, parentId: string, childId: string): Promise<void> {
  if (await findLinkedChild(ctx, parentId, childId)) await lockProfile(ctx, childId);
  if (!(await findLinkedChild(ctx, parentId, childId))) throw createNotFoundError();
  await requireNoChildDeletion(ctx, childId);
}

function validatePlanet({ name, description = '', capacity = DEFAULT_CAPACITY, goal = null }: PlanetDraft) {
  const normalizedName = normalizeLine(name, MAX_NAME_LENGTH);
  if (normalizedName === undefined) throw createFieldError('name', localized.planets.invalidName);
  const normalizedDescription = normalizeText(description, MAX_DESCRIPTION_LENGTH);
  if (normalizedDescription === undefined) throw createFieldError('description', localized.planets.invalidDescription);
  if (!isWholeNumberBetween(capacity, MIN_CAPACITY, MAX_CAPACITY))
    throw createFieldError('capacity', localized.planets.invalidCapacity);
  if (goal && !isWholeNumberBetween(goal.target, 1, MAX_GOAL_TARGET))
    throw createFieldError('target', localized.planets.invalidTarget);
  return { name: normalizedName, description: normalizedDescription, capacity, goal };
}

function isWholeNumberBetween(value: number, min: number, max: number): boolean {
  return Number.isInteger(value) && value >= min && value <= max;
}
