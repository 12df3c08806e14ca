import type { Content, Task } from '../../../content/index.ts';
import type { Day } from '../../../core/time/days.ts';
import type { Instant } from '../../../core/time/instant.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import type { ProfileRow } from '../../../schema/tables.ts';
import { computeLevel, getTotals, type LockedTotals, lockTotalsAndRead, type Totals } from '../../progress/index.ts';
import { computeAge } from '../memory/ability.ts';
import {
  getLearnerRows,
  type LearnerRows,
  type PlaceState,
  type TaskSelection,
  type TaskState,
} from './learner-store.ts';

/** A child's state in the worlds, locations and tasks. The keys of the maps are ids. */
export interface Learner {
  readonly profileId: string;
  readonly level: number;
  /** Whether the child reads. Without reading, it can do only tasks for pre-readers (`isOffered`). */
  readonly reads: boolean;
  /** How slowly the child forgets (decision 0053). */
  readonly pace: number;
  readonly now: Instant;
  /** The same content during the whole request, even if the packs are reloaded meanwhile. */
  readonly content: Content;
  readonly taskStates: ReadonlyMap<string, TaskState>;
  readonly completedLocations: ReadonlyMap<string, PlaceState>;
  readonly completedWorlds: ReadonlyMap<string, PlaceState>;
  /** The locations that a placement has opened. */
  readonly openedLocations: ReadonlyMap<string, PlaceState>;
}

/** A child's state with the totals, which are locked until the transaction ends. */
export interface LockedLearner extends Learner {
  readonly lockedTotals: LockedTotals;
}

/** A child's state, with the attempts and memories that were selected. */
export interface LoadedLearner<L extends Learner = Learner>
  extends Pick<LearnerRows, 'attempts' | 'rounds' | 'memories'> {
  readonly learner: L;
}

/** Loads a child's state with two queries. For a parent, returns the state of a child who has started nothing. */
export async function loadLearner(ctx: Context, profileId: string, selection?: TaskSelection): Promise<LoadedLearner> {
  const content = ctx.content.current;
  const totals = await getTotals(ctx, profileId);
  const { attempts, rounds, memories, ...states } = await getLearnerRows(ctx, profileId, selection);
  return { learner: buildLearner({ profileId, content, now: ctx.now() }, totals, states), attempts, rounds, memories };
}

/** Locks a child's totals until the transaction ends, so that concurrent changes wait, and loads the child's state. */
export async function lockLearner(
  ctx: TxContext,
  profileId: string,
  selection?: TaskSelection,
): Promise<LoadedLearner<LockedLearner>> {
  const content = ctx.content.current;
  const { lockedTotals, result } = await lockTotalsAndRead(ctx, profileId, () =>
    getLearnerRows(ctx, profileId, selection),
  );
  const { attempts, rounds, memories, ...states } = result;
  const learner = buildLearner({ profileId, content, now: ctx.now() }, lockedTotals.totals, states);
  return { learner: { ...learner, lockedTotals }, attempts, rounds, memories };
}

function buildLearner(
  base: Pick<Learner, 'profileId' | 'content' | 'now'>,
  { xp_total, pace }: Totals,
  { profile, taskStates, placeStates }: Pick<LearnerRows, 'profile' | 'taskStates' | 'placeStates'>,
): Learner {
  const indexPlacesOfKind = (kind: PlaceState['kind']) =>
    new Map(placeStates.filter((state) => state.kind === kind).map((state) => [state.place_id, state]));
  return {
    ...base,
    level: computeLevel(xp_total, base.content.levels.length).level,
    reads: !profile || isReader(profile, base.now),
    pace,
    taskStates: new Map(taskStates.map((state) => [state.task_id, state])),
    completedLocations: indexPlacesOfKind('location'),
    completedWorlds: indexPlacesOfKind('world'),
    openedLocations: indexPlacesOfKind('opened'),
  };
}

/** A copy of the child's state in which one task has a new state. */
export function copyWithTaskState<L extends Learner>(learner: L, state: TaskState): L {
  return { ...learner, taskStates: new Map(learner.taskStates).set(state.task_id, state) };
}

/** A copy of the child's state with another pace. The next activity that is recorded saves the pace. */
export function copyWithPace(learner: LockedLearner, pace: number): LockedLearner {
  const { lockedTotals } = learner;
  return { ...learner, pace, lockedTotals: { ...lockedTotals, totals: { ...lockedTotals.totals, pace } } };
}

/** The state of a location that opens although its prerequisites are not done. */
export function toOpenedPlace({ now }: Pick<Learner, 'now'>, { id }: { readonly id: string }): PlaceState {
  return { place_id: id, kind: 'opened', xp_earned: 0, completed_at: now };
}

/** A copy of the child's state with more completed or opened places. */
export function copyWithPlaceStates<L extends Learner>(learner: L, places: readonly PlaceState[]): L {
  const addPlaces = (known: ReadonlyMap<string, PlaceState>, kind: PlaceState['kind']) =>
    new Map([
      ...known,
      ...places.filter((place) => place.kind === kind).map((place) => [place.place_id, place] as const),
    ]);
  return {
    ...learner,
    completedLocations: addPlaces(learner.completedLocations, 'location'),
    completedWorlds: addPlaces(learner.completedWorlds, 'world'),
    openedLocations: addPlaces(learner.openedLocations, 'opened'),
  };
}

type ReadingProfile = Pick<ProfileRow, 'birth_year' | 'reads'>;

/** From the year in which a child has this age, it counts as one who reads, unless it or a guardian says otherwise. */
const READING_AGE = 7;
/** From this age on, a child who once answered "not yet" counts as one who reads. Only a guardian can say otherwise. */
const LATE_READING_AGE = 8;
/** Younger children are not asked whether they read. */
const MIN_ASKED_AGE = 5;

/** Whether a child reads (gap 209). A profile without a year of birth is one that does. */
export function isReader({ birth_year, reads }: ReadingProfile, now: Day | Instant): boolean {
  const age = computeAge(birth_year, now) ?? LATE_READING_AGE;
  if (reads === null) return age >= READING_AGE;
  return reads === 'yes' || (reads === 'not_yet' && age >= LATE_READING_AGE);
}

/** Whether the app should ask a child whether it reads: once, at an age at which both answers are usual. */
export function isReadingAsked({ birth_year, reads }: ReadingProfile, now: Day | Instant): boolean {
  const age = computeAge(birth_year, now) ?? LATE_READING_AGE;
  return reads === null && age >= MIN_ASKED_AGE && age < LATE_READING_AGE;
}

/**
 * Whether a task may be offered to a child. Whatever chooses tasks or items for a child asks this: the next step, the daily practice,
 * placements. A child who does not read is offered only tasks for pre-readers. It may still start any task that is open.
 */
export function isOffered({ reads }: { readonly reads: boolean }, { pre_reader }: Pick<Task, 'pre_reader'>): boolean {
  return reads || pre_reader;
}
