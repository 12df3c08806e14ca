import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLearner } from '../../../../test/support/content/learner.ts';
import { loadAllPacks } from '../../../../test/support/content/packs.ts';
import { getSkill, type Task } from '../../../content/index.ts';
import { drawItems } from '../attempts/drawn-items.ts';
import { updateMemories } from '../memory/update-memories.ts';
import { chooseItems } from './choose-items.ts';
import { buildRoundTask } from './practice-task.ts';

const content = loadAllPacks();
const CONTEXT = { today: '2026-03-09', pace: 1, age: 8, locale: 'en', seed: 'a' };

/** A child who completed these quizzes on March 1 with this score in every item, and the child's memories. */
function createLearnerWith(quizzes: readonly Task[], packs = content, score = 1) {
  const states = quizzes.map(({ id }) => ({
    task_id: id,
    status: 'completed' as const,
    attempts_count: 1,
    open_attempt_id: null,
    stars_best: 3,
    xp_earned: 0,
    started_at: '2026-03-01T08:00:00.000Z',
    completed_at: '2026-03-01T08:00:00.000Z',
  }));
  const answers = quizzes.flatMap((task) =>
    task.items.map((item) => ({
      itemId: item.id,
      skill: getSkill(task, item),
      itemSubject: `${task.id}/${item.id}`,
      score,
      difficulty: task.difficulty,
      guessChance: 0,
    })),
  );
  const { memories } = updateMemories([], answers, { today: '2026-03-01', pace: 1, age: 8, skills: packs.skills });
  return { learner: createLearner(packs, new Map(states.map((state) => [state.task_id, state])), 1), memories };
}

test('the chosen items of a quiz directly follow its info items, which do not count as questions', () => {
  const quizzes = [...content.tasks.values()].filter(
    ({ kind, items }) => kind === 'quiz' && items.some((item) => item.kind === 'info'),
  );
  assert.ok(quizzes.length >= 10);
  for (const quiz of quizzes) {
    const { learner, memories } = createLearnerWith([quiz]);
    const { plan } = chooseItems(learner, memories, CONTEXT);
    const items = plan.map(({ task_id, item_id }) => ({
      task_id,
      item: content.tasks.get(task_id)?.items.find(({ id }) => id === item_id),
    }));
    const questions = items.filter(({ item }) => item?.kind !== 'info');
    assert.ok(questions.length >= 5 && questions.length <= 8, `${quiz.id}: ${questions.length} questions`);
    const firstIndex = items.findIndex(({ task_id }) => task_id === quiz.id);
    const quizItems = items.filter(({ task_id }) => task_id === quiz.id);
    assert.ok(quizItems.length > 1, `${quiz.id} is not practiced`);
    assert.deepEqual(
      items.slice(firstIndex, firstIndex + quizItems.length),
      quizItems,
      'the items of the quiz do not follow each other',
    );
    assert.equal(quizItems[0]?.item?.kind, 'info');
    assert.notEqual(quizItems.at(-1)?.item?.kind, 'info');
  }
});

test('a practice begins with a question about a skill that is due, and says which', () => {
  const quizzes = ['first-sums', 'past-ten', 'endless-sums', 'words-rhyme-shells', 'words-blue-bottle'];
  const { learner, memories } = createLearnerWith(quizzes.flatMap((id) => content.tasks.get(id) ?? []));
  for (const seed of ['a', 'b', 'c', 'd', 'e']) {
    const { plan, dueSkill } = chooseItems(learner, memories, { ...CONTEXT, seed });
    const task = content.tasks.get(plan[0]?.task_id ?? '');
    const item = task?.items.find(({ id }) => id === plan[0]?.item_id);
    assert.ok(task && item && dueSkill);
    assert.equal(getSkill(task, item), dueSkill);
    assert.ok((memories.find(({ subject }) => subject === dueSkill)?.due_on ?? '9') <= CONTEXT.today);
  }
});

test('the new item of a daily practice fits the child, wherever its quiz is in the world', () => {
  const startedTask = content.tasks.get('wheel-of-thinking');
  assert.ok(startedTask);
  const world = content.worlds.get(startedTask.world_id);
  assert.ok(world);
  const getDifficulty = (score: number, location_ids: readonly string[]) => {
    const worlds = new Map([[world.id, { ...world, location_ids }]]);
    const { learner, memories } = createLearnerWith([startedTask], { ...content, worlds }, score);
    const { plan } = chooseItems(learner, memories, CONTEXT);
    const difficulties = plan
      .filter(({ task_id }) => task_id !== startedTask.id)
      .map(({ task_id, level }) => level ?? content.tasks.get(task_id)?.difficulty ?? 0);
    assert.ok(difficulties.length > 0);
    return Math.max(...difficulties);
  };
  for (const locations of [world.location_ids, world.location_ids.toReversed()]) {
    const [struggling, able] = [getDifficulty(0, locations), getDifficulty(1, locations)];
    assert.ok(struggling < able, `${struggling}, ${able}`);
  }
});

test('an item that was missed or is new waits while it is too hard', () => {
  const quizzes = [...content.tasks.values()].filter(({ kind, items }) => kind === 'quiz' && items.length > 0);
  const choose = (started: readonly Task[], score: number, { ability, today }: { ability: number; today: string }) => {
    const { learner, memories } = createLearnerWith(started, content, score);
    const due_on = '2026-03-09'; // with many due skills, there is no new item
    const rated = memories.map((memory) => ({
      ...memory,
      due_on,
      ability: memory.subject.startsWith('@') ? ability : 0,
    }));
    const { plan, dueCount } = chooseItems(learner, rated, { ...CONTEXT, today });
    const others = plan.flatMap(({ task_id }) => content.tasks.get(task_id) ?? []);
    const newDifficulties = others.filter((task) => !started.includes(task)).map(({ difficulty }) => difficulty);
    return { dueCount, hardestNew: Math.max(0, ...newDifficulties) };
  };
  const hardest = quizzes.filter(({ id, difficulty }) => difficulty === 5 && !content.generators.has(id));
  assert.ok(hardest.length > 0);
  assert.ok(choose(hardest, 0, { ability: -3, today: '2026-03-09' }).dueCount < hardest.length);
  assert.ok(choose(hardest, 0, { ability: 3, today: '2026-03-09' }).dueCount > hardest.length);
  const easier = quizzes.filter(({ difficulty }) => difficulty < 4);
  assert.ok(choose(easier, 1, { ability: -3, today: '2026-03-02' }).hardestNew < 4);
  assert.ok(choose(easier, 1, { ability: 3, today: '2026-03-02' }).hardestNew >= 4);
});

test('two items that could show a misconception follow each other from its first occurrence on, until it is gone', () => {
  const quizzes = ['first-sums', 'first-wheel-sums', 'past-ten', 'endless-sums', 'words-rhyme-shells'];
  const { learner, memories } = createLearnerWith(quizzes.flatMap((id) => content.tasks.get(id) ?? []));
  const countLongestRow = (misconceptions: object, seed: string) => {
    const withStates = memories.map((memory) =>
      memory.subject === '@mathematics' ? { ...memory, misconceptions: JSON.stringify(misconceptions) } : memory,
    );
    const { plan } = chooseItems(learner, withStates, { ...CONTEXT, seed });
    const signs = plan.map(({ task_id, item_id }) =>
      content.itemMisconceptions.get(task_id)?.get(item_id)?.includes('counts-the-start') ? 'x' : '-',
    );
    return Math.max(
      ...signs
        .join('')
        .split('-')
        .map((row) => row.length),
    );
  };
  for (const seed of ['a', 'b', 'c', 'd', 'e']) {
    assert.ok(countLongestRow({ 'counts-the-start': { answers: ['2026-03-08'] } }, seed) >= 2);
    assert.ok(countLongestRow({ 'counts-the-start': { answers: [], gone_on: '2026-03-08' } }, seed) < 4);
  }
  const rows = (state: object) => ['a', 'b', 'c', 'd', 'e'].map((seed) => countLongestRow(state, seed));
  assert.ok(Math.min(...rows({})) < 2, 'without an occurrence, not every round has two such items in a row');
});

test('items that could show a misconception that the child has shown are easier than they are without it', () => {
  const sums = [...content.tasks.values()].filter(({ id }) =>
    [...(content.itemMisconceptions.get(id)?.values() ?? [])].flat().includes('counts-the-start'),
  );
  const { learner, memories } = createLearnerWith(sums);
  const computeDifficulty = (states: object) => {
    const withStates = memories.map((memory) =>
      memory.subject === '@mathematics' ? { ...memory, ability: 1, misconceptions: JSON.stringify(states) } : memory,
    );
    const difficulties = ['a', 'b', 'c', 'd', 'e'].flatMap((seed) =>
      chooseItems(learner, withStates, { ...CONTEXT, seed }).plan.flatMap(({ task_id, item_id, level }) =>
        content.itemMisconceptions.get(task_id)?.get(item_id)?.includes('counts-the-start')
          ? [level ?? content.tasks.get(task_id)?.difficulty ?? 0]
          : [],
      ),
    );
    assert.ok(difficulties.length >= 5);
    return difficulties.reduce((sum, difficulty) => sum + difficulty, 0) / difficulties.length;
  };
  const [shown, never] = [{ 'counts-the-start': { answers: ['2026-03-08'] } }, {}].map(computeDifficulty);
  assert.ok(shown && never && shown < never - 0.3, `${shown}, ${never}`);
});

test('a misconception that only one generated item can show is asked with three draws of it', () => {
  const id = 'one-part-of-several';
  const quizzes = ['endless-pieces', 'first-sums', 'past-ten'].flatMap((quizId) => content.tasks.get(quizId) ?? []);
  const { learner, memories } = createLearnerWith(quizzes);
  const withStates = memories.map((memory) =>
    memory.subject === '@mathematics'
      ? { ...memory, ability: 2, misconceptions: JSON.stringify({ [id]: { answers: ['2026-03-08'] } }) }
      : memory,
  );
  const { plan } = chooseItems(learner, withStates, CONTEXT);
  const asked = plan.filter(({ task_id, item_id }) =>
    content.itemMisconceptions.get(task_id)?.get(item_id)?.includes(id),
  );
  assert.deepEqual(
    asked.map(({ item_id }) => item_id),
    ['part-of-many', 'part-of-many', 'part-of-many'],
  );
  const round = buildRoundTask(content, { id: 'practice-2026-03-09', plan, locale: 'en' });
  const draws = drawItems(round.content, { profileId: 'child', taskId: round.task.id, number: 1 });
  assert.equal(new Set(asked.map((planned) => JSON.stringify(draws[planned.id]))).size, 3);
});
