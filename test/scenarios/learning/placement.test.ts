import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Content } from '../../../src/content/index.ts';
import { HOUR } from '../../../src/core/time/instant.ts';
import { buildAttemptTask } from '../../../src/features/learning/index.ts';
import { buildRoundTask } from '../../../src/features/learning/practice/practice-task.ts';
import { loadAllPacks } from '../../support/content/packs.ts';
import {
  createLearningClient,
  getCorrectResponse,
  type LearningClient,
} from '../../support/learning/learning-client.ts';
import { assertError, describeWithApp, NEW_CHILD, type TestApp } from '../../support/test-app.ts';

const TASK_ID = 'practice-placement-mathematics';

describeWithApp('A placement', (app) => {
  before(() => {
    app.ctx.content.current = loadAllPacks();
  });

  const registerChild = async (birth_year = 2017) => {
    const { body } = await app.call('POST', '/app/auth/register/child', { body: { ...NEW_CHILD, birth_year } });
    return createLearningClient(app, body.data);
  };
  const list = async (child: LearningClient) => (await child.call('GET', '/app/placements')).body.data;
  const findMathematics = async (child: LearningClient) =>
    (await list(child)).find(({ subject }: { subject: string }) => subject === 'mathematics');

  it('asks twelve questions one by one, opens what the child knows the way to, and sets ratings', async () => {
    const child = await registerChild(2014);
    assert.deepEqual(await findMathematics(child), {
      subject: 'mathematics',
      task_id: TASK_ID,
      status: 'available',
      offered: true,
    });
    const lockedBefore = await listLocked(child, 'numberwood');
    await child.start(TASK_ID);
    assert.equal((await findMathematics(child)).status, 'in_progress');
    const scores = await playAll(app, child, () => true);
    assert.equal(scores.length, 12);
    const completion = await child.complete(TASK_ID);
    assert.deepEqual([completion.passed, completion.xp_breakdown.length > 1], [true, false]);
    assert.ok(
      completion.unlocked.location_ids.length > 5,
      `${completion.unlocked.location_ids.length} locations opened`,
    );
    const { strong, next } = completion.placement;
    assert.equal(strong.length, 2);
    const { skills } = app.ctx.content.current;
    for (const { id, name } of strong) assert.equal(name, skills.get(id)?.name.en);
    assert.deepEqual(next, []);
    const lockedAfter = await listLocked(child, 'numberwood');
    assert.ok(lockedAfter.length < lockedBefore.length / 2, `${lockedBefore} ${lockedAfter}`);
    const ratings = await readRatings(app, child.id);
    assert.ok((ratings.get('@mathematics')?.ability ?? 0) > 1.6, JSON.stringify([...ratings]));
    assert.equal(ratings.get('@mathematics')?.asked, 12);
    assert.equal(await app.countRows('item_records'), 0);
    assertError(await child.call('POST', `/app/tasks/${TASK_ID}/start`), 409, 'CONFLICT');
    assert.deepEqual(await findMathematics(child), {
      subject: 'mathematics',
      task_id: TASK_ID,
      status: 'completed',
      offered: false,
    });
    app.advance(20 * HOUR);
    await child.start(TASK_ID);
  });

  it('gets easier with misses, which leave no skill to practice, and closes nothing', async () => {
    const child = await registerChild();
    await child.start(TASK_ID);
    const difficulties = await playAll(app, child, () => false);
    assert.ok(Math.max(...difficulties) <= 2, `${difficulties}`);
    const completion = await child.complete(TASK_ID);
    assert.deepEqual(completion.unlocked, { location_ids: [], world_ids: [] });
    assert.deepEqual([completion.placement.strong.length, completion.placement.next.length], [0, 1]);
    const ratings = await readRatings(app, child.id);
    assert.deepEqual([...ratings.keys()], ['@mathematics']);
    assert.ok((ratings.get('@mathematics')?.ability ?? 0) < -3.2);
  });

  it('keeps one next question for fifty answers at once, and can end early', async () => {
    const child = await registerChild();
    const starts = await Promise.all(
      Array.from({ length: 20 }, () => child.call('POST', `/app/tasks/${TASK_ID}/start`)),
    );
    assert.equal(new Set(starts.map(({ body }) => body.data.id)).size, 1);
    const { item, response } = await getNextAnswer(app, child, true);
    const body = { item_id: item.id, response };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => child.call('POST', `/app/tasks/${TASK_ID}/answer`, body)),
    );
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    assert.deepEqual(new Set(answers.map(({ body }) => body.data.tries_left)), new Set([0]));
    const { items } = await child.getTask(TASK_ID);
    assert.deepEqual(
      items.map(({ id }: { id: string }) => id),
      ['i1', 'i2'],
    );
    const completion = await child.complete(TASK_ID);
    assert.deepEqual([completion.passed, completion.items.length], [false, 1]);
    assert.equal((await readRatings(app, child.id)).get('@mathematics')?.asked, 1);
  });

  it('takes “I don’t know” as an answer, which other tasks refuse', async () => {
    const child = await registerChild(2014);
    await child.start(TASK_ID);
    for (let i = 1; i <= 6; i += 1) {
      const graded = await child.answer(TASK_ID, `i${i}`, null);
      assert.deepEqual([graded.correct, graded.tries_left], [false, 0]);
    }
    const completion = await child.complete(TASK_ID);
    assert.deepEqual([completion.passed, completion.items.length], [true, 6]);
    const rating = (await readRatings(app, child.id)).get('@mathematics');
    assert.equal(rating?.asked, 6);
    assert.ok((rating?.ability ?? 0) < 0);
    await child.start('first-sums');
    const [item] = (await child.getTask('first-sums')).items;
    const body = { item_id: item.id, response: null };
    assertError(await child.call('POST', '/app/tasks/first-sums/answer', body), 400, 'VALIDATION_ERROR');
  });

  it('is not for children under six, nor for subjects that no skill has', async () => {
    const child = await registerChild(2021);
    assert.deepEqual(await list(child), []);
    assertError(await child.call('GET', `/app/tasks/${TASK_ID}`), 404, 'NOT_FOUND');
    assertError(await child.call('POST', `/app/tasks/${TASK_ID}/start`), 404, 'NOT_FOUND');
    const older = await registerChild();
    assertError(await older.call('GET', '/app/tasks/practice-placement-magic'), 404, 'NOT_FOUND');
  });
});

async function listLocked(child: LearningClient, worldId: string): Promise<string[]> {
  const { body } = await child.call('GET', `/app/worlds/${worldId}/locations`);
  const locations: { id: string; status: string }[] = body.data;
  return locations.filter(({ status }) => status === 'locked').map(({ id }) => id);
}

/** Answers until no question is added. Returns the difficulties of the questions. */
async function playAll(app: TestApp, child: LearningClient, isRight: (i: number) => boolean): Promise<number[]> {
  const difficulties: number[] = [];
  for (;;) {
    const next = await getNextAnswer(app, child, isRight(difficulties.length));
    if (!next.isOpen) return difficulties;
    difficulties.push(next.difficulty);
    const graded = await child.answer(TASK_ID, next.item.id, next.response);
    assert.equal(graded.tries_left, 0);
  }
}

/** The last question of the placement, with a right or a wrong answer. */
async function getNextAnswer(app: TestApp, child: LearningClient, isRight: boolean) {
  const { attempt } = await child.getTask(TASK_ID);
  const { content } = app.ctx;
  const row = await app.ctx.db
    .selectFrom('attempts')
    .select(['plan', 'draws'])
    .where('id', '=', attempt.id)
    .executeTakeFirstOrThrow();
  const plan = JSON.parse(row.plan);
  const { task, content: withRound }: { task: { id: string }; content: Content } = buildRoundTask(content.current, {
    id: TASK_ID,
    plan,
    locale: 'en',
  });
  const round = withRound.tasks.get(task.id);
  assert.ok(round);
  const built = buildAttemptTask(withRound, round, JSON.parse(row.draws), 'en');
  const item = built.task.items.at(-1);
  assert.ok(item);
  const key = built.itemKeys.get(item.id);
  assert.ok(key);
  const planned = plan.at(-1);
  const difficulty: number = planned.level ?? content.current.tasks.get(planned.task_id)?.difficulty;
  const isOpen = !attempt.answers_graded.some(({ item_id }: { item_id: string }) => item_id === item.id);
  return { item, difficulty, isOpen, response: isRight ? getCorrectResponse(item, key) : getWrongResponse(item) };
}

/** A response that is wrong whatever the right one is. */
function getWrongResponse({ kind }: { readonly kind: string }): unknown {
  if (kind === 'numeric') return -987_654;
  if (kind === 'fill_in') return 'zzz';
  if (kind === 'hotspot') return { x: 0, y: 0 };
  if (kind === 'trace') return { strokes: [] };
  if (kind === 'single_choice' || kind === 'true_false') return 'none';
  return kind === 'matching' || kind === 'categorize' ? {} : [];
}

async function readRatings(app: TestApp, profileId: string) {
  const rows = await app.ctx.db
    .selectFrom('memories')
    .select(['subject', 'ability', 'asked'])
    .where('profile_id', '=', profileId)
    .orderBy('subject')
    .execute();
  return new Map(rows.map((row) => [row.subject, row]));
}
