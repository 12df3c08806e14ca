import type { Task } from '../../../content/index.ts';
import { QUOTAS } from '../../../core/quotas.ts';
import { createConflictError } from '../../../core/requests/api-error.ts';
import type { Child } from '../../../core/requests/caller.ts';
import { toLocalNow, toUtcDay } from '../../../core/time/days.ts';
import { localized } from '../../../locales/index.ts';
import { createNotFoundError } from '../../../platform/api-errors.ts';
import type { TxContext } from '../../../platform/context.ts';
import {
  applyTaskChange,
  computeNextTaskState,
  recordTaskActivity,
  type TaskResult,
} from '../attempts/apply-task-change.ts';
import { type Attempt, insertAttempt, pruneAttempts } from '../attempts/attempts-store.ts';
import { createAttempt } from '../attempts/drawn-items.ts';
import { computePracticeReward } from '../attempts/pack-task.ts';
import type { PlayedTask, Reward, StateChange } from '../attempts/played-task.ts';
import { gradeTask } from '../grading/grade.ts';
import { copyWithPace, copyWithTaskState, type LockedLearner, lockLearner } from '../learner/learner.ts';
import { type AttemptSelection, saveTaskState } from '../learner/learner-store.ts';
import { isFailedRepeatedly, isRepaired } from '../learner/repair.ts';
import { computeQuizXp } from '../learner/rewards.ts';
import { computeAge } from '../memory/ability.ts';
import type { Memory } from '../memory/memory.ts';
import { updateMemories } from '../memory/update-memories.ts';
import { buildSources, toRoundGrade } from '../practice/play-practice.ts';
import { isAllRight, isReadyForQuiz } from './choose-repair.ts';
import { buildRepairSelection, loadRepair, type Repair } from './load-repair.ts';

interface LockedRepair extends Repair<LockedLearner> {
  readonly quiz: Task;
  /** The child's state without the round, with the status of the repair as it is stored. */
  readonly storedLearner: LockedLearner;
}

/** The stars of a quiz that was passed by its missed items. The whole quiz can earn more. */
const STARS_AFTER_REPAIR = 1;

/** Loads the repair of a quiz. Refuses when the child neither needs nor has one (404). */
export async function loadRepairTask(
  ctx: TxContext,
  { profileId, language, birthYear }: Child,
  quiz: Task,
  rounds: AttemptSelection | undefined,
): Promise<PlayedTask> {
  const loaded = await lockLearner(ctx, profileId, { ...buildRepairSelection(quiz), rounds });
  const repair = await loadRepair(ctx, loaded, { quiz, locale: language, birthYear });
  const { learner, task, state, openAttempt, plan } = repair;
  if (task.items.length === 0 && !isFailedRepeatedly(learner, quiz)) throw createNotFoundError();
  const sources = buildSources(learner.content, plan);
  const { memories } = loaded;
  const locked: LockedRepair = { ...repair, quiz, storedLearner: { ...loaded.learner, content: learner.content } };
  return {
    learner,
    task,
    state,
    openAttempt,
    sources,
    rounds: loaded.rounds,
    memories,
    start: () => startRound(ctx, locked),
    grade: (...args) => toRoundGrade(gradeTask(...args)),
    updateMemories,
    recordsItems: true,
    getMemoryDay: (timeZone) => toLocalNow(learner.now, timeZone).today,
    computeReward: (attempt, timeZone) => computeReward(ctx, locked, attempt, timeZone),
    saveResult: (attempt, change) => saveRound(ctx, locked, { attempt, memories, birthYear }, change),
  };
}

/** Refuses on a day on which no round can be started, and after the quiz was passed (409). */
async function startRound(
  ctx: TxContext,
  { learner, quiz, task, state, plan, isStartable }: LockedRepair,
): Promise<Attempt> {
  if (!isStartable) {
    throw isFailedRepeatedly(learner, quiz)
      ? createConflictError(localized.learning.repair.later, 'unavailable')
      : createConflictError(localized.learning.attemptFinished, 'completed');
  }
  const attempt = createAttempt(ctx, learner, task, { state, practice: true, plan });
  await insertAttempt(ctx, attempt);
  await saveTaskState(ctx, learner.profileId, computeNextTaskState(state, { type: 'started', attempt }));
  if (attempt.number > QUOTAS.attemptsPerTask) await pruneAttempts(ctx, attempt);
  return attempt;
}

/** Whether a round passes the quiz: each of the missed items was right. If the child plays the whole quiz meanwhile, that decides. */
function passesQuiz({ learner, quiz, step }: LockedRepair, attempt: Attempt): boolean {
  return step === 'missed' && isAllRight(attempt) && isFailedRepeatedly(learner, quiz);
}

async function computeReward(
  ctx: TxContext,
  repair: LockedRepair,
  attempt: Attempt,
  timeZone: string,
): Promise<Reward> {
  const { quiz, learner } = repair;
  if (!passesQuiz(repair, attempt)) return computePracticeReward(ctx, learner, attempt, timeZone);
  const amount = computeQuizXp(quiz.difficulty, STARS_AFTER_REPAIR);
  return { source: `task ${quiz.id}`, entries: [{ reason: 'quiz_passed', amount }] };
}

/** Saves the state of the repair, and that of the quiz if the round passes it. */
async function saveRound(
  ctx: TxContext,
  repair: LockedRepair,
  { attempt, memories, birthYear }: { attempt: Attempt; memories: readonly Memory[]; birthYear: number | null },
  { pace, ...activity }: StateChange,
): Promise<TaskResult> {
  const { storedLearner, quiz, task, state, step } = repair;
  const { profileId, now } = storedLearner;
  const age = computeAge(birthYear, toUtcDay(now));
  const isPassed = attempt.status === 'passed';
  const isReady =
    isRepaired(state) ||
    step === 'missed' ||
    (isPassed && isReadyForQuiz(storedLearner, { ...attempt, plan: repair.plan }, { memories, age }));
  const { stars } = attempt;
  const event = isReady
    ? ({ type: 'completed', stars, at: now } as const)
    : ({ type: 'attempt_ended', stars } as const);
  // A round in which the child has answered little does not use up the round of the day.
  const completed_at = isPassed ? now : (state?.completed_at ?? null);
  const repairState = { ...computeNextTaskState(state, event), completed_at };
  await saveTaskState(ctx, profileId, repairState);
  const learner = copyWithTaskState(copyWithPace(storedLearner, pace), repairState);
  if (!passesQuiz(repair, attempt))
    return recordTaskActivity(ctx, storedLearner, learner, { ...activity, profileId, task });
  return applyTaskChange(ctx, learner, {
    ...activity,
    task: quiz,
    event: { type: 'completed', stars: STARS_AFTER_REPAIR, at: now },
  });
}
