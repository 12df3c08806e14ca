import type { Static } from 'typebox';
import type { Child } from '../../core/caller.ts';
import { type CursorKey, cursorPage } from '../../core/cursor.ts';
import type { CursorPage } from '../../core/json-schema.ts';
import { languageFor } from '../../core/languages.ts';
import type { Context } from '../../platform/context.ts';
import { countTakenPlaces } from './memberships-store.ts';
import { findPlanets, listOpenPlanets, type Planet } from './planet.ts';
import { listPlanetStats } from './planet-stats.ts';
import { joinBarrier, statusOf } from './rules.ts';
import { type PlanetShape, planetResponse } from './serializers.ts';
import { getPlanetVisitor, type PlanetVisitor } from './visitor.ts';

/** The rows after a key, at most `limit`. */
interface PageQuery {
  readonly after: CursorKey | undefined;
  readonly limit: number;
}
type Planets = Promise<CursorPage<Static<typeof PlanetShape>>>;

/** There are few planets, so they are sorted in memory, and a cursor is a key in that order. */
interface SortedPlanet {
  readonly planet: Planet;
  readonly key: CursorKey;
}

/** Open planets that the caller is not a member of, joinable ones first. */
export async function listJoinable(ctx: Context, caller: Child, query: PageQuery): Planets {
  const visitor = await getPlanetVisitor(ctx, ctx.db, caller.profileId);
  const now = ctx.now();
  const others = listOpenPlanets(ctx)
    .filter(({ id }) => !visitor.joinedAt.has(id))
    .filter((planet) => statusOf(planet, now) !== 'ended');
  const memberCounts = await countTakenPlaces(
    ctx.db,
    others.map(({ id }) => id),
  );
  const sortable = others.map((planet, i): SortedPlanet => {
    const isJoinable =
      joinBarrier(planet, visitor, now) === null && (memberCounts.get(planet.id) ?? 0) < planet.capacity;
    return { planet, key: [isJoinable ? '0' : '1', String(i).padStart(6, '0'), planet.id] };
  });
  return pageOf(ctx, caller, visitor, { sortable, compare: compareAscending }, query);
}

/** The caller's planets, most recently joined first. */
export async function listMine(ctx: Context, caller: Child, query: PageQuery): Planets {
  const visitor = await getPlanetVisitor(ctx, ctx.db, caller.profileId);
  const planets = await findPlanets(ctx, ctx.db, [...visitor.joinedAt.keys()]);
  const sortable = visitor.memberships.flatMap(({ planet_id, joined_at }): SortedPlanet[] => {
    const planet = planets.get(planet_id);
    return planet ? [{ planet, key: [joined_at, planet_id] }] : [];
  });
  return pageOf(ctx, caller, visitor, { sortable, compare: compareNewestFirst }, query);
}

async function pageOf(
  ctx: Context,
  { profileId, language }: Child,
  visitor: PlanetVisitor,
  { sortable, compare }: { sortable: readonly SortedPlanet[]; compare: (a: CursorKey, b: CursorKey) => number },
  { after, limit }: PageQuery,
): Planets {
  const page = sortable
    .filter(({ key }) => after === undefined || compare(key, after) > 0)
    .sort((a, b) => compare(a.key, b.key))
    .slice(0, limit + 1);
  const stats = await listPlanetStats(
    ctx,
    profileId,
    page.map(({ planet }) => planet),
  );
  return cursorPage(
    page,
    limit,
    ({ key }) => key,
    ({ planet }) => planetResponse(ctx, planet, visitor, stats.of(planet), languageFor(language)),
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
