import type { Child } from '../../../core/requests/caller.ts';
import { toLocalNow, toUtcDay } from '../../../core/time/days.ts';
import { localized } from '../../../locales/index.ts';
import type { TxContext } from '../../../platform/context.ts';
import { recordTaskActivity, type TaskResult } from '../attempts/apply-task-change.ts';
import type { Attempt } from '../attempts/attempts-store.ts';
import { buildAttemptTask, drawItems, findOpenAttempt } from '../attempts/drawn-items.ts';
import type { PlayedTask, StateChange } from '../attempts/played-task.ts';
import { gradeTask, type TaskGrade } from '../grading/grade.ts';
import { listOpenPlaces } from '../learner/content-locks.ts';
import {
  copyWithPace,
  copyWithPlaceStates,
  type LockedLearner,
  lockLearner,
  toOpenedPlace,
} from '../learner/learner.ts';
import { type AttemptSelection, insertPlaceStates, listMemories } from '../learner/learner-store.ts';
import { Abilities, computeAge } from '../memory/ability.ts';
import type { Memory } from '../memory/memory.ts';
import {
  type FirstAnswer,
  listFirstAnswers,
  ratePlacement,
  updateMemoriesByPlacement,
} from '../memory/update-memories.ts';
import { buildSources, wasAnswered } from '../practice/play-practice.ts';
import { buildRoundTask } from '../practice/practice-task.ts';
import { type Round, startRound } from '../practice/round.ts';
import { PLACEMENT_ITEMS } from './choose-placement.ts';
import { listPlacedSkills } from './list-placed-skills.ts';
import {
  buildPlacementSelection,
  chooseNextItem,
  describePlacement,
  loadPlacement,
  type PlacementOptions,
} from './load-placement.ts';
import { listProvenLocations } from './prove-locations.ts';

interface LockedPlacement extends Round<LockedLearner> {
  readonly options: PlacementOptions;
  /** All memories of the child. */
  readonly memories: readonly Memory[];
}

/** Loads the placement of a child in a subject. Refuses a child under six, and a subject with too few questions (404). */
export async function loadPlacementTask(
  ctx: TxContext,
  child: Child,
  subject: string,
  rounds: AttemptSelection | undefined,
): Promise<PlayedTask> {
  const { profileId, language: locale, birthYear } = child;
  const options = { subject, locale, birthYear };
  const loaded = await lockLearner(ctx, profileId, { ...buildPlacementSelection(subject), rounds });
  const placement = await loadPlacement(ctx, loaded, options);
  const { learner, task, state, newestAttempt, plan } = placement;
  const memories = rounds ? loaded.memories : await listMemories(ctx, profileId);
  const locked: LockedPlacement = { ...placement, options, memories };
  let answers: readonly FirstAnswer[] = [];
  let changedMemories: readonly Memory[] = [];
  return {
    learner,
    task,
    state,
    openAttempt: findOpenAttempt(learner.content, state, newestAttempt),
    sources: buildSources(learner.content, plan),
    rounds: loaded.rounds,
    memories,
    start: () => startRound(ctx, locked, { done: localized.learning.placement.done }),
    grade: (...args) => toPlacementGrade(gradeTask(...args)),
    continueAfterAnswer: async (attempt, itemId) => appendNextItem(locked, closeItem(attempt, itemId)),
    updateMemories(...args) {
      const update = updateMemoriesByPlacement(...args);
      answers = args[1];
      changedMemories = update.memories;
      return update;
    },
    recordsItems: false,
    getMemoryDay: (timeZone) => toLocalNow(learner.now, timeZone).today,
    computeReward: () => ({ source: `task ${task.id}`, entries: [] }),
    saveResult: (_, change) => savePlacement(ctx, locked, { answers, changedMemories }, change),
  };
}

/** Leaves one try: a placement because the next question is easier after a miss, a challenge because its right answers are counted. */
export function closeItem(attempt: Attempt, itemId: string): Attempt {
  const grade = attempt.grades[itemId];
  return grade ? { ...attempt, grades: { ...attempt.grades, [itemId]: { ...grade, closed: true } } } : attempt;
}

/** Adds the item that fits what the answers so far show. */
function appendNextItem({ learner, task, options, memories }: LockedPlacement, attempt: Attempt): Attempt {
  const sources = buildSources(learner.content, attempt.plan);
  const grades = attempt.plan.flatMap(({ id }) => {
    const grade = attempt.grades[id];
    return grade ? [{ ...grade, item_id: id, response: grade.first.response }] : [];
  });
  const attemptTask = buildAttemptTask(learner.content, task, attempt.draws, options.locale);
  const answers = listFirstAnswers(sources, attemptTask, attempt, grades);
  const knownSubjects = new Set(memories.map(({ subject }) => subject));
  const next = chooseNextItem(learner, memories, answers, options, (abilities) =>
    ratePlacement(abilities, answers, knownSubjects),
  );
  if (!next) return attempt;
  const id = `i${attempt.plan.length + 1}`;
  const plan = [...attempt.plan, { ...next, id }];
  const { content } = buildRoundTask(learner.content, { ...describePlacement(learner.content, options), plan });
  const draws = drawItems(content, { profileId: learner.profileId, taskId: task.id, number: attempt.number });
  return { ...attempt, plan, draws: { ...draws, ...attempt.draws } };
}

/** What was not answered does not count. Half of the questions tell enough to count as an activity of the day. */
function toPlacementGrade({ items, ...grade }: TaskGrade): TaskGrade {
  const answeredItems = items.filter(wasAnswered);
  const passed = 2 * answeredItems.length >= PLACEMENT_ITEMS;
  return { ...grade, items: answeredItems, passed, stars: 0 };
}

/** Opens the locations to which the child knows the way, records the activity, and says what the answers have shown. */
async function savePlacement(
  ctx: TxContext,
  { learner, task, memories, options }: LockedPlacement,
  {
    answers,
    changedMemories,
  }: { readonly answers: readonly FirstAnswer[]; readonly changedMemories: readonly Memory[] },
  { pace, ...activity }: StateChange,
): Promise<TaskResult> {
  const { content, now, profileId } = learner;
  const abilities = new Abilities([...memories, ...changedMemories], {
    age: computeAge(options.birthYear, toUtcDay(now)),
    skills: content.skills,
  });
  const opened = listProvenLocations(learner, abilities).map((location) => toOpenedPlace(learner, location));
  await insertPlaceStates(ctx, profileId, opened);
  const learnerAfter = copyWithPace(copyWithPlaceStates(learner, opened), pace);
  const result = await recordTaskActivity(ctx, learner, learnerAfter, { ...activity, profileId, task });
  const worlds = [...content.worlds.values()];
  const before = listOpenPlaces(learner, worlds);
  const after = listOpenPlaces(result.learner, worlds);
  const unlocked = {
    location_ids: after.location_ids.filter((id) => !before.location_ids.includes(id)),
    world_ids: after.world_ids.filter((id) => !before.world_ids.includes(id)),
  };
  return { ...result, unlocked, placed: listPlacedSkills(answers, content.skills, abilities) };
}
