import type { Static } from 'typebox';
import type { Child } from '../../core/requests/caller.ts';
import { type CursorKey, type CursorPage, createCursorPage } from '../../core/requests/cursor.ts';
import type { Context } from '../../platform/context.ts';
import { loadPlanetStats } from './goals/planet-stats.ts';
import { countMembers } from './memberships-store.ts';
import { findPlanets, listOpenPlanets, type Planet } from './planet.ts';
import { getPlanetStatus, joinBarrier } from './rules.ts';
import { type PlanetSchema, planetResponse } from './serializers.ts';
import { getPlanetViewer, type PlanetViewer } from './viewer.ts';

/** The rows after a key, at most `limit`. */
interface PageQuery {
  readonly after: CursorKey | undefined;
  readonly limit: number;
}
type PlanetPage = Promise<CursorPage<Static<typeof PlanetSchema>>>;

interface PlanetWithSortKey {
  readonly planet: Planet;
  readonly key: CursorKey;
}

/** There are few planets, so they are sorted in memory by their keys, which are also the cursors. */
interface PlanetsToSort {
  readonly planets: readonly PlanetWithSortKey[];
  readonly compare: (a: CursorKey, b: CursorKey) => number;
}

/** Open planets that the caller is not a member of, joinable ones first. */
export async function listNotJoined(ctx: Context, caller: Child, query: PageQuery): PlanetPage {
  const viewer = await getPlanetViewer(ctx, ctx.db, caller.profileId);
  const now = ctx.now();
  const others = listOpenPlanets(ctx)
    .filter(({ id }) => !viewer.joinedAt.has(id))
    .filter((planet) => getPlanetStatus(planet, now) !== 'ended');
  const memberCounts = await countMembers(
    ctx.db,
    others.map(({ id }) => id),
  );
  const planets = others.map((planet, i): PlanetWithSortKey => {
    const isJoinable =
      joinBarrier(planet, viewer, now) === null && (memberCounts.get(planet.id) ?? 0) < planet.capacity;
    return { planet, key: [isJoinable ? '0' : '1', String(i).padStart(6, '0'), planet.id] };
  });
  return loadPage(ctx, viewer, { planets, compare: compareAscending }, query);
}

/** The caller's planets, most recently joined first. */
export async function listMine(ctx: Context, caller: Child, query: PageQuery): PlanetPage {
  const viewer = await getPlanetViewer(ctx, ctx.db, caller.profileId);
  const byId = await findPlanets(ctx, ctx.db, [...viewer.joinedAt.keys()]);
  const planets = viewer.memberships.flatMap(({ planet_id, joined_at }): PlanetWithSortKey[] => {
    const planet = byId.get(planet_id);
    return planet ? [{ planet, key: [joined_at, planet_id] }] : [];
  });
  return loadPage(ctx, viewer, { planets, compare: compareNewestFirst }, query);
}

async function loadPage(
  ctx: Context,
  viewer: PlanetViewer,
  { planets, compare }: PlanetsToSort,
  { after, limit }: PageQuery,
): PlanetPage {
  const page = planets
    .filter(({ key }) => after === undefined || compare(key, after) > 0)
    .sort((a, b) => compare(a.key, b.key))
    .slice(0, limit + 1);
  const getStats = await loadPlanetStats(
    ctx,
    viewer.profileId,
    page.map(({ planet }) => planet),
  );
  return createCursorPage(
    page,
    limit,
    ({ key }) => key,
    ({ planet }) => planetResponse(ctx, viewer, planet, getStats(planet)),
  );
}

function compareAscending(a: CursorKey, b: CursorKey): number {
  const i = a.findIndex((value, at) => value !== b[at]);
  return i < 0 ? 0 : (a[i] ?? '') < (b[i] ?? '') ? -1 : 1;
}

/** By time, newest first, then by id. */
function compareNewestFirst([joinedAt = '', id = '']: CursorKey, [otherAt = '', otherId = '']: CursorKey): number {
  return joinedAt === otherAt ? compareAscending([id], [otherId]) : joinedAt > otherAt ? -1 : 1;
}
