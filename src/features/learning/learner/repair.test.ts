import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLearner } from '../../../../test/support/content/learner.ts';
import { loadAllPacks } from '../../../../test/support/content/packs.ts';
import { addSeconds, DAY, HOUR } from '../../../core/time/instant.ts';
import type { TaskState } from './learner-store.ts';
import { findRepairStep, listEasierQuizzes } from './repair.ts';

const CONTENT = loadAllPacks();
const NOW = createLearner(CONTENT, new Map(), 1).now;
const ago = (seconds: number) => addSeconds(NOW, -seconds);

function getQuiz(id: string) {
  const quiz = CONTENT.tasks.get(id);
  assert.ok(quiz);
  return quiz;
}

function createState(task_id: string, change: Partial<TaskState>): TaskState {
  const unearned = { stars_best: 0, xp_earned: 0, completed_at: null, open_attempt_id: null };
  return { task_id, status: 'in_progress', attempts_count: 2, started_at: ago(9 * DAY), ...unearned, ...change };
}

test('the way back to a quiz that was failed twice: easier items, rest, and after three days the missed ones', () => {
  const quiz = getQuiz('past-ten');
  const find = (quizChange: Partial<TaskState>, round?: Partial<TaskState>) => {
    const states = [createState(quiz.id, quizChange)];
    if (round) states.push(createState(`repair-${quiz.id}`, round));
    return findRepairStep(createLearner(CONTENT, new Map(states.map((state) => [state.task_id, state])), 1), quiz);
  };
  const ready = { status: 'completed' as const };
  const cases: [string, Partial<TaskState>, Partial<TaskState> | undefined, ReturnType<typeof findRepairStep>][] = [
    ['failed once', { attempts_count: 1 }, undefined, undefined],
    ['passed', { status: 'completed' }, undefined, undefined],
    ['begun again', { open_attempt_id: 'a' }, undefined, undefined],
    ['failed twice', {}, undefined, 'easier'],
    ['failed more often', { attempts_count: 5 }, undefined, 'easier'],
    ['an open round', {}, { open_attempt_id: 'a', started_at: ago(HOUR) }, 'easier'],
    ['a round today', {}, { started_at: ago(HOUR), completed_at: ago(HOUR) }, undefined],
    ['a round yesterday, not ready', {}, { started_at: ago(DAY), completed_at: ago(20 * HOUR) }, 'easier'],
    ['ready since yesterday', {}, { ...ready, started_at: ago(DAY), completed_at: ago(DAY) }, undefined],
    [
      'ready, and three days later',
      {},
      { ...ready, started_at: ago(3 * DAY - HOUR), completed_at: ago(2 * DAY) },
      'missed',
    ],
    ['ready since today, begun long ago', {}, { ...ready, completed_at: ago(HOUR) }, undefined],
    ['an open round of missed items', {}, { ...ready, open_attempt_id: 'a', completed_at: ago(HOUR) }, 'missed'],
  ];
  for (const [label, quizChange, round, expected] of cases) assert.equal(find(quizChange, round), expected, label);
});

test('nearly every quiz of the packs has easier quizzes, and those of a quiz for pre-readers are for pre-readers', () => {
  const learner = createLearner(CONTENT, new Map(), 1);
  const quizzes = [...CONTENT.tasks.values()].filter(({ kind }) => kind === 'quiz');
  for (const quiz of quizzes) {
    const easier = listEasierQuizzes(learner, quiz);
    assert.ok(
      easier.every(({ id, difficulty }) => id !== quiz.id && difficulty <= quiz.difficulty),
      quiz.id,
    );
    assert.ok(!quiz.pre_reader || easier.every(({ pre_reader }) => pre_reader), quiz.id);
  }
  const withoutEasier = quizzes.filter((quiz) => listEasierQuizzes(learner, quiz).length === 0);
  assert.ok(withoutEasier.length < quizzes.length / 20, withoutEasier.map(({ id }) => id).join(', '));
});
