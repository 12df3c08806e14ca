import type { Static } from 'typebox';
import type { Child } from '../../core/caller.ts';
import { type Place, toPage } from '../../core/cursor.ts';
import { speaks } from '../../core/languages.ts';
import type { Page } from '../../core/wire.ts';
import type { Context } from '../../platform/context.ts';
import { placeAsked } from '../../platform/http/asked.ts';
import { findPlanets, listOpenPlanets, type Planet } from './planet.ts';
import { barOf, statusOf } from './rules.ts';
import { listSights } from './sights.ts';
import { countPlaces } from './store.ts';
import { getVisit, type Visit } from './visit.ts';
import { type PlanetShape, planetOnWire } from './wire.ts';

interface Query {
  readonly cursor?: string | undefined;
  readonly limit: number;
}
type Planets = Promise<Page<Static<typeof PlanetShape>>>;

/** Planets are few: they are put in order in memory, and a cursor is a place in that order. */
interface Placed {
  readonly planet: Planet;
  readonly place: Place;
}

/** Open planets that the caller is no member of, joinable ones first. */
export async function listOthers(ctx: Context, caller: Child, query: Query): Planets {
  const visit = await getVisit(ctx, ctx.db, caller.profileId);
  const now = ctx.now();
  const others = listOpenPlanets(ctx)
    .filter(({ id }) => !visit.joinedAt.has(id))
    .filter((planet) => statusOf(planet, now) !== 'ended');
  const taken = await countPlaces(
    ctx.db,
    others.map(({ id }) => id),
  );
  const placed = others.map((planet, i): Placed => {
    const isJoinable = barOf(planet, visit, now) === null && (taken.get(planet.id) ?? 0) < planet.capacity;
    return { planet, place: [isJoinable ? '0' : '1', String(i).padStart(6, '0'), planet.id] };
  });
  return pageOf(ctx, caller, visit, placed, ascending, placeAsked(query.cursor, 3), query.limit);
}

/** The caller's planets, the latest joined first. */
export async function listMine(ctx: Context, caller: Child, query: Query): Planets {
  const visit = await getVisit(ctx, ctx.db, caller.profileId);
  const planets = await findPlanets(ctx, ctx.db, [...visit.joinedAt.keys()]);
  const placed = visit.memberships.flatMap(({ planet_id, joined_at }): Placed[] => {
    const planet = planets.get(planet_id);
    return planet ? [{ planet, place: [joined_at, planet_id] }] : [];
  });
  return pageOf(ctx, caller, visit, placed, newestFirst, placeAsked(query.cursor, 2), query.limit);
}

async function pageOf(
  ctx: Context,
  { profileId, language }: Child,
  visit: Visit,
  placed: readonly Placed[],
  compare: (one: Place, other: Place) => number,
  after: Place | undefined,
  limit: number,
): Planets {
  const inOrder = placed
    .filter(({ place }) => after === undefined || compare(place, after) > 0)
    .sort((one, other) => compare(one.place, other.place))
    .slice(0, limit + 1);
  const sights = await listSights(
    ctx,
    profileId,
    inOrder.map(({ planet }) => planet),
  );
  return toPage(
    inOrder,
    limit,
    ({ place }) => place,
    ({ planet }) => planetOnWire(ctx, planet, visit, sights.of(planet), speaks(language)),
  );
}

function ascending(one: Place, other: Place): number {
  const i = one.findIndex((value, at) => value !== other[at]);
  return i < 0 ? 0 : (one[i] ?? '') < (other[i] ?? '') ? -1 : 1;
}

/** By a moment, backwards, then by id. */
function newestFirst([joinedAt = '', id = '']: Place, [otherAt = '', otherId = '']: Place): number {
  return joinedAt === otherAt ? ascending([id], [otherId]) : joinedAt > otherAt ? -1 : 1;
}
