import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { DAY } from '../../../src/core/time/instant.ts';
import { loadOpenAttempt } from '../../../src/features/learning/index.ts';
import { loadAllPacks } from '../../support/content/packs.ts';
import {
  createLearningClient,
  getCorrectResponse,
  type LearningClient,
} from '../../support/learning/learning-client.ts';
import { assertError, describeWithApp, NEW_CHILD, type TestApp } from '../../support/test-app.ts';

const TASK_ID = 'practice-challenge';
const BIRTH_YEAR = 2014;
/** Quizzes whose skills the child then has practiced. */
const QUIZZES = ['endless-sums', 'endless-rows', 'endless-hops'];

describeWithApp('A challenge round', (app) => {
  before(() => {
    const content = loadAllPacks();
    const locations = [...content.locations].map(([id, place]) => [id, { ...place, prerequisite_ids: [] }] as const);
    app.ctx.content.current = { ...content, locations: new Map(locations) };
  });

  const registerChild = async () => {
    const { body } = await app.call('POST', '/app/auth/register/child', {
      body: { ...NEW_CHILD, birth_year: BIRTH_YEAR },
    });
    return createLearningClient(app, body.data);
  };
  const getChallenge = async (child: LearningClient) => (await child.call('GET', '/app/practice/challenge')).body.data;

  it('asks five hard questions with one try each, and keeps the personal best', async () => {
    const child = await registerChild();
    for (const quiz of QUIZZES) await child.startAndComplete(quiz);
    app.advance(2 * DAY);
    assert.deepEqual(await getChallenge(child), {
      task_id: TASK_ID,
      status: 'available',
      items_total: 5,
      best: null,
      best_at: null,
    });
    const before = await readMemories(app, child.id);
    const first = await playRound(app, child, 3);
    assert.deepEqual([first.passed, first.attempt.points, first.attempt.max_points], [true, 3, 5]);
    assert.deepEqual(
      first.xp_breakdown.map(({ reason, amount }: { reason: string; amount: number }) => `${reason} ${amount}`),
      ['practice 10', 'daily_first 5'],
    );
    assert.equal((await getChallenge(child)).best, 3);

    // Two misses say how hard questions should be, not that something was forgotten.
    const after = await readMemories(app, child.id);
    assert.deepEqual(after.map(getSchedule), before.map(getSchedule));
    assert.notDeepEqual(after, before);
    const records = await app.ctx.db
      .selectFrom('item_records')
      .select('task_id')
      .where('profile_id', '=', child.id)
      .execute();
    assert.deepEqual(new Set(records.map(({ task_id }) => task_id)), new Set(QUIZZES));

    app.advance(60);
    assert.equal((await playRound(app, child, 3)).attempt.points, 3);
    assert.equal((await getChallenge(child)).best_at, first.attempt.completed_at, 'the first of equal rounds');
    app.advance(60);
    const third = await playRound(app, child, 4);
    assert.deepEqual(await getChallenge(child), {
      task_id: TASK_ID,
      status: 'completed',
      items_total: 5,
      best: 4,
      best_at: third.attempt.completed_at,
    });
    assertError(await child.call('POST', `/app/tasks/${TASK_ID}/start`), 409, 'CONFLICT');
    app.advance(DAY);
    await child.start(TASK_ID);
    assert.equal((await getChallenge(child)).status, 'in_progress');
    assert.equal((await child.startAgain(TASK_ID)).number, 4);
  });

  it('takes “I don’t know” as an answer that is not right', async () => {
    const child = await registerChild();
    for (const quiz of QUIZZES) await child.startAndComplete(quiz);
    app.advance(2 * DAY);
    await child.start(TASK_ID);
    const { items } = await child.getTask(TASK_ID);
    for (const { id } of items) {
      const { correct, tries_left, correct_response } = await child.answer(TASK_ID, id, null);
      assert.deepEqual([correct, tries_left], [false, 0]);
      assert.notEqual(correct_response, null);
    }
    const { passed, attempt } = await child.complete(TASK_ID);
    assert.deepEqual([passed, attempt.points], [true, 0]);
  });

  it('needs skills that the child has practiced', async () => {
    const child = await registerChild();
    assert.deepEqual(await getChallenge(child), {
      task_id: TASK_ID,
      status: 'unavailable',
      items_total: 5,
      best: null,
      best_at: null,
    });
    assertError(await child.call('GET', `/app/tasks/${TASK_ID}`), 404, 'NOT_FOUND');
    assertError(await child.call('POST', `/app/tasks/${TASK_ID}/start`), 409, 'CONFLICT');
  });
});

/** Plays a round with so many right answers. Checks that its questions are new and harder than the child's level. */
async function playRound(app: TestApp, child: LearningClient, rightCount: number) {
  await child.start(TASK_ID);
  const caller = { role: 'child', profileId: child.id, sessionId: '', language: 'en', birthYear: BIRTH_YEAR } as const;
  const { task, itemKeys, sources } = await loadOpenAttempt(app.ctx, caller, TASK_ID);
  assert.equal(task.items.length, 5);
  for (const [i, item] of task.items.entries()) {
    const key = itemKeys.get(item.id);
    assert.ok(key && (sources.get(item.id)?.difficulty ?? 0) >= 4);
    const response = i < rightCount ? getCorrectResponse(item, key) : getWrongResponse(item.kind);
    const graded = await child.answer(TASK_ID, item.id, response);
    assert.deepEqual([graded.correct, graded.tries_left, graded.twin], [i < rightCount, 0, null]);
  }
  return child.complete(TASK_ID);
}

function getWrongResponse(kind: string): unknown {
  if (kind === 'numeric') return -987_654;
  if (kind === 'fill_in') return 'zzz';
  return kind === 'single_choice' || kind === 'true_false' ? 'none' : kind === 'sequencing' ? [] : {};
}

function readMemories(app: TestApp, profileId: string) {
  return app.ctx.db
    .selectFrom('memories')
    .selectAll()
    .where('profile_id', '=', profileId)
    .where('subject', 'not like', '@%')
    .orderBy('subject')
    .execute();
}

/** A memory without what the service thinks of the child's ability. */
function getSchedule({ ability, asked, ...schedule }: Awaited<ReturnType<typeof readMemories>>[number]) {
  return schedule;
}
