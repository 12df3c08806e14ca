import type { Instant } from '../../../core/instant.ts';
import type { Context } from '../../../platform/context.ts';
import type { Reader } from '../../../platform/database/index.ts';
import type { Content } from '../../content/index.ts';
import { getTotals, levelOf } from '../../progress/index.ts';
import { listPlaceStates, listTaskStates, type PlaceState, type TaskState } from './learner-store.ts';

/** A child as worlds, locations and tasks see it. */
export interface Learner {
  readonly profileId: string;
  readonly level: number;
  readonly now: Instant;
  /** One pack for the whole of a request, whatever is reloaded meanwhile. */
  readonly content: Content;
  readonly tasks: ReadonlyMap<string, TaskState>;
  /** Completed ones, by id. */
  readonly locations: ReadonlyMap<string, PlaceState>;
  readonly worlds: ReadonlyMap<string, PlaceState>;
}

/** Three keyed reads. A parent is a learner who has begun nothing. */
export async function getLearner(ctx: Context, db: Reader, profileId: string): Promise<Learner> {
  const content = ctx.content.current;
  const totals = await getTotals(db, profileId);
  const tasks = await listTaskStates(db, profileId);
  const places = await listPlaceStates(db, profileId);
  const of = (kind: PlaceState['kind']) =>
    new Map(places.filter((place) => place.kind === kind).map((place) => [place.place_id, place]));
  return {
    profileId,
    level: levelOf(totals.xp_total, content.levels.length).level,
    now: ctx.now(),
    content,
    tasks: new Map(tasks.map((task) => [task.task_id, task])),
    locations: of('location'),
    worlds: of('world'),
  };
}

/** The same child after something has changed. */
export function withTaskState(learner: Learner, state: TaskState): Learner {
  return { ...learner, tasks: new Map(learner.tasks).set(state.task_id, state) };
}

export function withPlaceStates(learner: Learner, places: readonly PlaceState[]): Learner {
  const locations = new Map(learner.locations);
  const worlds = new Map(learner.worlds);
  for (const place of places) (place.kind === 'world' ? worlds : locations).set(place.place_id, place);
  return { ...learner, locations, worlds };
}
