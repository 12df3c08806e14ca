import type { Content } from '../../../content/index.ts';
import type { Instant } from '../../../core/time/instant.ts';
import type { Context } from '../../../platform/context.ts';
import type { Reader } from '../../../platform/database/index.ts';
import { getTotals, levelOf } from '../../progress/index.ts';
import { listPlaceStates, listTaskStates, type PlaceState, type TaskState } from './learner-store.ts';

/** A child's state in the worlds, locations and tasks. */
export interface Learner {
  readonly profileId: string;
  readonly level: number;
  readonly now: Instant;
  /** The content stays the same during a request even if the packs are reloaded. */
  readonly content: Content;
  readonly tasks: ReadonlyMap<string, TaskState>;
  /** The completed locations, by id. */
  readonly locations: ReadonlyMap<string, PlaceState>;
  readonly worlds: ReadonlyMap<string, PlaceState>;
}

/** Reads a child's state with three keyed reads. A parent gets the state of a child who has started nothing. */
export async function getLearner(ctx: Context, db: Reader, profileId: string): Promise<Learner> {
  const content = ctx.content.current;
  const totals = await getTotals(db, profileId);
  const tasks = await listTaskStates(db, profileId);
  const places = await listPlaceStates(db, profileId);
  const byKind = (kind: PlaceState['kind']) =>
    new Map(places.filter((place) => place.kind === kind).map((place) => [place.place_id, place]));
  return {
    profileId,
    level: levelOf(totals.xp_total, content.levels.length).level,
    now: ctx.now(),
    content,
    tasks: new Map(tasks.map((task) => [task.task_id, task])),
    locations: byKind('location'),
    worlds: byKind('world'),
  };
}

/** A copy of the learner with a new task state. */
export function withTaskState(learner: Learner, state: TaskState): Learner {
  return { ...learner, tasks: new Map(learner.tasks).set(state.task_id, state) };
}

export function withPlaceStates(learner: Learner, places: readonly PlaceState[]): Learner {
  const locations = new Map(learner.locations);
  const worlds = new Map(learner.worlds);
  for (const place of places) (place.kind === 'world' ? worlds : locations).set(place.place_id, place);
  return { ...learner, locations, worlds };
}
