import type { Static } from 'typebox';
import type { Child } from '../../core/caller.ts';
import { type CursorKey, cursorPage } from '../../core/cursor.ts';
import type { CursorPage } from '../../core/json-schema.ts';
import { languageFor } from '../../core/languages.ts';
import type { Context } from '../../platform/context.ts';
import { parseCursor } from '../../platform/http/request-params.ts';
import { countPlaces } from './memberships-store.ts';
import { findPlanets, listOpenPlanets, type Planet } from './planet.ts';
import { listPlanetStats } from './planet-stats.ts';
import { joinBarrier, statusOf } from './rules.ts';
import { type PlanetShape, planetResponse } from './serializers.ts';
import { getPlanetVisitor, type PlanetVisitor } from './visitor.ts';

interface Query {
  readonly cursor?: string | undefined;
  readonly limit: number;
}
type Planets = Promise<CursorPage<Static<typeof PlanetShape>>>;

/** Planets are few: they are put in order in memory, and a cursor is a place in that order. */
interface Placed {
  readonly planet: Planet;
  readonly place: CursorKey;
}

/** Open planets that the caller is no member of, joinable ones first. */
export async function listJoinable(ctx: Context, caller: Child, query: Query): Planets {
  const visit = await getPlanetVisitor(ctx, ctx.db, caller.profileId);
  const now = ctx.now();
  const others = listOpenPlanets(ctx)
    .filter(({ id }) => !visit.joinedAt.has(id))
    .filter((planet) => statusOf(planet, now) !== 'ended');
  const taken = await countPlaces(
    ctx.db,
    others.map(({ id }) => id),
  );
  const placed = others.map((planet, i): Placed => {
    const isJoinable = joinBarrier(planet, visit, now) === null && (taken.get(planet.id) ?? 0) < planet.capacity;
    return { planet, place: [isJoinable ? '0' : '1', String(i).padStart(6, '0'), planet.id] };
  });
  return pageOf(ctx, caller, visit, placed, ascending, parseCursor(query.cursor, 3), query.limit);
}

/** The caller's planets, the latest joined first. */
export async function listMine(ctx: Context, caller: Child, query: Query): Planets {
  const visit = await getPlanetVisitor(ctx, ctx.db, caller.profileId);
  const planets = await findPlanets(ctx, ctx.db, [...visit.joinedAt.keys()]);
  const placed = visit.memberships.flatMap(({ planet_id, joined_at }): Placed[] => {
    const planet = planets.get(planet_id);
    return planet ? [{ planet, place: [joined_at, planet_id] }] : [];
  });
  return pageOf(ctx, caller, visit, placed, newestFirst, parseCursor(query.cursor, 2), query.limit);
}

async function pageOf(
  ctx: Context,
  { profileId, language }: Child,
  visit: PlanetVisitor,
  placed: readonly Placed[],
  compare: (one: CursorKey, other: CursorKey) => number,
  after: CursorKey | undefined,
  limit: number,
): Planets {
  const inOrder = placed
    .filter(({ place }) => after === undefined || compare(place, after) > 0)
    .sort((one, other) => compare(one.place, other.place))
    .slice(0, limit + 1);
  const sights = await listPlanetStats(
    ctx,
    profileId,
    inOrder.map(({ planet }) => planet),
  );
  return cursorPage(
    inOrder,
    limit,
    ({ place }) => place,
    ({ planet }) => planetResponse(ctx, planet, visit, sights.of(planet), languageFor(language)),
  );
}

function ascending(one: CursorKey, other: CursorKey): number {
  const i = one.findIndex((value, at) => value !== other[at]);
  return i < 0 ? 0 : (one[i] ?? '') < (other[i] ?? '') ? -1 : 1;
}

/** By a moment, backwards, then by id. */
function newestFirst([joinedAt = '', id = '']: CursorKey, [otherAt = '', otherId = '']: CursorKey): number {
  return joinedAt === otherAt ? ascending([id], [otherId]) : joinedAt > otherAt ? -1 : 1;
}
