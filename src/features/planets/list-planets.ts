import type { Static } from 'typebox';
import type { Child } from '../../core/requests/caller.ts';
import { type CursorKey, type CursorPage, createCursorPage } from '../../core/requests/paging.ts';
import type { Context } from '../../platform/context.ts';
import { loadPlanetStats } from './goals/planet-stats.ts';
import { listOpenPlanets } from './open-planets.ts';
import { findPlanets, type Planet, parsePlanetId } from './planet.ts';
import { getPlanetChild, type PlanetChild } from './planet-child.ts';
import { findPlanetLock, getPlanetStatus } from './rules.ts';
import { type PlanetSchema, serializePlanet } from './serializers.ts';

/** At most `limit` planets after the cursor key `after`. */
interface PageQuery {
  readonly after: CursorKey | undefined;
  readonly limit: number;
}
type PlanetPage = CursorPage<Static<typeof PlanetSchema>>;

interface PlanetWithSortKey {
  readonly planet: Planet;
  readonly sortKey: CursorKey;
}

/** Planets and their order. There are few planets, so they are sorted in memory. Their sort keys are also the cursor keys. */
interface PlanetsToSort {
  /** The name of the list in its cursors. */
  readonly list: string;
  readonly planets: readonly PlanetWithSortKey[];
  readonly compare: (a: CursorKey, b: CursorKey) => number;
}

/** Open planets that the caller has not joined: first the planets that the caller can join, then the locked planets. */
export async function listPlanetsNotJoined(ctx: Context, caller: Child, query: PageQuery): Promise<PlanetPage> {
  const child = await getPlanetChild(ctx, caller.profileId);
  const now = ctx.now();
  const joinedEntryIds = new Set(child.memberships.map(({ planet_id }) => parsePlanetId(planet_id).entryId));
  const planetsNotJoined = (await listOpenPlanets(ctx))
    .filter(({ id }) => !joinedEntryIds.has(parsePlanetId(id).entryId))
    .filter((planet) => getPlanetStatus(planet, now) !== 'ended');
  const planets = planetsNotJoined.map((planet, i): PlanetWithSortKey => {
    const isLocked = findPlanetLock(planet, child, now) !== null;
    const position = String(i).padStart(6, '0'); // padded, because sort keys are compared as texts
    return { planet, sortKey: [isLocked ? '1' : '0', position, planet.id] };
  });
  return loadPage(ctx, child, { list: 'open planets', planets, compare: compareAscending }, query);
}

/** The planets that the caller is a member of, the most recently joined first. */
export async function listJoinedPlanets(ctx: Context, caller: Child, query: PageQuery): Promise<PlanetPage> {
  const child = await getPlanetChild(ctx, caller.profileId);
  const planetsById = await findPlanets(ctx, [...child.joinedAtByPlanetId.keys()]);
  const planets = child.memberships.flatMap(({ planet_id, joined_at }): PlanetWithSortKey[] => {
    const planet = planetsById.get(planet_id);
    return planet ? [{ planet, sortKey: [joined_at, planet_id] }] : [];
  });
  return loadPage(ctx, child, { list: 'my planets', planets, compare: compareNewestFirst }, query);
}

async function loadPage(
  ctx: Context,
  child: PlanetChild,
  { list, planets, compare }: PlanetsToSort,
  { after, limit }: PageQuery,
): Promise<PlanetPage> {
  const page = planets
    .filter(({ sortKey }) => after === undefined || compare(sortKey, after) > 0)
    .sort((a, b) => compare(a.sortKey, b.sortKey))
    .slice(0, limit + 1);
  const getStats = await loadPlanetStats(
    ctx,
    child.profileId,
    page.map(({ planet }) => planet),
  );
  return createCursorPage(
    page,
    limit,
    ({ sortKey }) => [list, ...sortKey],
    ({ planet }) => serializePlanet(ctx, child, planet, getStats(planet)),
  );
}

function compareAscending(a: CursorKey, b: CursorKey): number {
  const i = a.findIndex((value, index) => value !== b[index]);
  if (i < 0) return 0;
  return (a[i] ?? '') < (b[i] ?? '') ? -1 : 1;
}

/** Compares sort keys that consist of the time of joining and the planet id: the newest first, then by id. */
function compareNewestFirst(
  [joinedAt = '', id = '']: CursorKey,
  [otherJoinedAt = '', otherId = '']: CursorKey,
): number {
  if (joinedAt === otherJoinedAt) return compareAscending([id], [otherId]);
  return joinedAt > otherJoinedAt ? -1 : 1;
}
