import assert from 'node:assert/strict';
import { DAY } from '../../../src/core/time/instant.ts';
import { buildAttemptTask } from '../../../src/features/learning/index.ts';
import { buildRoundTask } from '../../../src/features/learning/practice/practice-task.ts';
import { loadAllPacks } from '../../support/content/packs.ts';
import {
  createLearningClient,
  getCorrectAnswersOfAttempt,
  listCorrectAnswers,
} from '../../support/learning/learning-client.ts';
import { NEW_CHILD, type TestApp, testWithApp } from '../../support/test-app.ts';

interface Step {
  readonly kind: string;
  readonly task: {
    readonly id: string;
    readonly title: string;
    readonly kind: string;
    readonly status: string;
    readonly pre_reader: boolean;
  };
  readonly reason: { readonly code: string; readonly skill: { readonly name: string } | null; readonly text: string };
}

/** A child of this age who does what `/app/next` recommends. */
async function createFollower(app: TestApp, age: number, language = 'en') {
  app.ctx.content.current = loadAllPacks();
  const birth_year = Number(app.ctx.now().slice(0, 4)) - age;
  const child = createLearningClient(app, await app.registerChild({ body: { ...NEW_CHILD, birth_year, language } }));
  const listSteps = async (): Promise<readonly Step[]> => {
    const { status, text, body } = await child.call('GET', '/app/next');
    assert.equal(status, 200, text);
    return body.data;
  };
  const getFirst = async () => {
    const [first] = await listSteps();
    assert.ok(first, 'something is open');
    return first;
  };
  /** Does a task, and returns what the service recommends after it. */
  const play = async ({ task: { id, kind } }: Pick<Step, 'task'>, isRight = true): Promise<Step> => {
    if (kind === 'creative') {
      await child.call('POST', `/app/tasks/${id}/submit-creative`, { text: 'This is what I made.' });
      return getFirst();
    }
    const { body } = await child.call('POST', `/app/tasks/${id}/start`);
    const isPractice = id.startsWith('practice-');
    const { items } = isPractice ? await child.getTask(id) : { items: [] };
    const answers = isPractice
      ? items.map((item: { id: string }) => ({ item_id: item.id, response: null }))
      : getCorrectAnswersOfAttempt(app, { profileId: child.id, taskId: id, number: body.data.number });
    const { next_task_id } = await child.complete(id, { answers: isRight ? answers : [] });
    const next = await getFirst();
    assert.equal(next_task_id, next.task.id, `after ${id}, the completion names what the list recommends`);
    return next;
  };
  return { child, listSteps, getFirst, play };
}

testWithApp('the panel names the placement with which the app of a new child begins', async (app) => {
  const parent = await app.registerParent();
  const cookie = await app.openPanelSession(parent.token);
  const placement = 'A few questions to find the right start';
  for (const [age, isNamed] of [
    [7, false],
    [8, true],
  ] as const) {
    const { child, getFirst } = await createFollower(app, age);
    await app.linkChild(parent.token, child.token);
    const readNext = async () => {
      const { text } = await app.call('GET', `/panel/children/${child.id}`, { cookie });
      return /<b>Next in the app:<\/b> <span>([^<]*)/.exec(text)?.[1];
    };
    assert.equal(await readNext(), isNamed ? placement : (await getFirst()).task.title);
    if (!isNamed) continue;
    const { body } = await child.call('POST', '/app/tasks/practice-placement-mathematics/start');
    assert.equal(await readNext(), placement, 'one that was begun goes on');
    assert.ok(body.data);
    await child.complete('practice-placement-mathematics', { answers: [] });
    assert.equal(await readNext(), (await getFirst()).task.title);
  }
});

testWithApp('home, the end of a task and the panel show the same step, and no day is without one', async (app) => {
  const { child, listSteps, play } = await createFollower(app, 8);
  const kinds = new Set<string>();
  for (let day = 0; day < 3; day += 1) {
    let [step] = await listSteps();
    for (let i = 0; i < 7 && step; i += 1) {
      kinds.add(step.kind);
      step = await play(step);
      const steps = await listSteps();
      assert.ok(steps.length > 0 && steps.length <= 3);
      for (const { task, reason } of steps) {
        assert.ok(['available', 'in_progress', 'completed', 'changes_requested'].includes(task.status), task.status);
        assert.match(reason.text, /^.{5,120}$/);
      }
    }
    app.advance(DAY);
  }
  assert.deepEqual([...kinds].sort(), ['creative', 'new', 'review']);
  await child.start('practice-placement-mathematics'); // until then, the panel names a placement while the child has few answers
  await child.complete('practice-placement-mathematics', { answers: [] });
  const parent = await app.registerParent();
  await app.linkChild(parent.token, child.token);
  const [first] = await listSteps();
  const { text } = await app.call('GET', `/panel/children/${child.id}`, {
    cookie: await app.openPanelSession(parent.token),
  });
  assert.ok(text.includes(`<b>Next in the app:</b> <span>${first?.task.title}</span>`), text);
});

testWithApp('after two failures of a quiz something easier is recommended, never the quiz itself', async (app) => {
  const { child, listSteps, play } = await createFollower(app, 8);
  const quiz = { task: { id: 'past-ten', title: '', kind: 'quiz', status: 'available', pre_reader: false } };
  assert.notEqual((await play(quiz, false)).task.id, quiz.task.id, 'not at once');
  app.advance(DAY);
  await play(quiz, false);
  const [first, ...others] = await listSteps();
  assert.equal(first?.kind, 'repair');
  assert.match(first?.reason.text ?? '', /was hard/);
  assert.ok([first, ...others].every((step) => step?.task.id !== quiz.task.id));
  await child.start(first?.task.id ?? '');
  const [continued] = await listSteps();
  assert.deepEqual(
    [continued?.kind, continued?.task.id, continued?.reason.code],
    ['continue', first?.task.id, 'begun'],
  );
});

testWithApp(
  'a child of five gets only what can be done by listening, and reasons are in the language of the child',
  async (app) => {
    const { listSteps, play } = await createFollower(app, 5, 'uk');
    const steps = await listSteps();
    assert.match(steps[0]?.reason.text ?? '', /^Нове: /);
    assert.match(steps[0]?.reason.skill?.name ?? '', /^\p{Script=Cyrillic}/u);
    let [step] = steps;
    for (let i = 0; i < 8 && step; i += 1) {
      assert.ok(step.task.pre_reader, step.task.id);
      step = await play(step);
    }
  },
  { only: 'sqlite' },
);

testWithApp('when no open quiz fits, a completion opens the location of one that does', async (app) => {
  const { child } = await createFollower(app, 8);
  const { current } = app.ctx.content;
  const isOpenFirst = (locationId: string) => current.locations.get(locationId)?.prerequisite_ids.length === 0;
  const tasks = [...current.tasks.values()].map((task) => ({
    ...task,
    difficulty: isOpenFirst(task.location_id) ? 5 : task.difficulty,
  }));
  app.ctx.content.current = { ...current, tasks: new Map(tasks.map((task) => [task.id, task])) };
  const lesson = tasks.find(({ kind, location_id }) => kind === 'lesson' && isOpenFirst(location_id));
  await child.start(lesson?.id ?? '');
  const { unlocked, next_task_id } = await child.complete(lesson?.id ?? '');
  const [locationId, ...others] = unlocked.location_ids;
  assert.deepEqual([others, unlocked.world_ids], [[], []]);
  assert.equal(current.tasks.get(next_task_id)?.location_id, locationId);
  assert.ok(!isOpenFirst(locationId));
  const { body } = await child.call('GET', '/app/next');
  assert.equal(body.data[0].task.id, next_task_id);
  const started = await child.start(next_task_id);
  assert.equal(started.task_id, next_task_id);
});

testWithApp('a child who follows the recommendations never fails a quiz more than twice in a row', async (app) => {
  const { child, getFirst } = await createFollower(app, 8);
  const failures = new Map<string, number>();
  const repaired = new Set<string>();
  const readAttempt = async (taskId: string) => {
    const { plan, draws } = await app.ctx.db
      .selectFrom('attempts')
      .select(['plan', 'draws'])
      .where('profile_id', '=', child.id)
      .where('task_id', '=', taskId)
      .orderBy('number', 'desc')
      .executeTakeFirstOrThrow();
    return { id: taskId, plan: JSON.parse(plan), draws: JSON.parse(draws), locale: 'en' };
  };
  /** Does a task: the child has half of a whole quiz right, and all of a round of the daily practice or of a repair. */
  const play = async ({ task: { id, kind } }: Step) => {
    if (kind === 'creative') return child.call('POST', `/app/tasks/${id}/submit-creative`, { text: 'What I made.' });
    await child.call('POST', `/app/tasks/${id}/start`);
    const attempt = await readAttempt(id);
    const content = app.ctx.content.current;
    const round = attempt.plan.length > 0 ? buildRoundTask(content, attempt) : undefined;
    const task = round?.task ?? content.tasks.get(id);
    assert.ok(task);
    const answers = listCorrectAnswers(buildAttemptTask(round?.content ?? content, task, attempt.draws, 'en'));
    const isFailing = !round && kind === 'quiz';
    const { passed } = await child.complete(id, {
      answers: isFailing ? answers.slice(0, answers.length / 3) : answers,
    });
    failures.set(id, passed ? 0 : (failures.get(id) ?? 0) + 1);
    assert.ok((failures.get(id) ?? 0) <= 2, `${id} has failed ${failures.get(id)} times in a row`);
    return undefined;
  };
  for (let day = 0; day < 12; day += 1) {
    for (let i = 0; i < 4; i += 1) await play(await getFirst());
    app.advance(DAY);
  }
  const { body } = await child.call('GET', '/app/users/me/stats');
  for (const id of failures.keys()) if (id.startsWith('repair-')) repaired.add(id.slice('repair-'.length));
  assert.ok(repaired.size >= 2, `${repaired.size} quizzes were repaired`);
  const passed = await app.ctx.db
    .selectFrom('task_states')
    .select('task_id')
    .where('profile_id', '=', child.id)
    .where('status', '=', 'completed')
    .where('task_id', 'in', [...repaired])
    .execute();
  assert.ok(passed.length > 0, 'and passed by their missed items');
  assert.ok(body.data.tasks_completed >= passed.length);
});
