import assert from 'node:assert/strict';
import { Resvg } from '@resvg/resvg-js';
import type { Item } from '../../../src/content/index.ts';
import { createPseudoRandom } from '../../../src/core/pseudo-random.ts';
import { DAY, HOUR } from '../../../src/core/time/instant.ts';
import { findParentByEmail } from '../../../src/features/accounts/index.ts';
import { assignTodo } from '../../../src/features/todos/index.ts';
import { createMultipartRequest } from '../files/multipart.ts';
import { createLearningClient, getCorrectAnswers } from '../learning/learning-client.ts';
import type { TestApp } from '../test-app.ts';
import { signInChild } from './guardians.ts';
import { createTodoClient } from './todos.ts';

/** A family that has used the app for weeks, for tests of the panel and its screenshots. */
export interface SampleFamily {
  readonly email: string;
  readonly token: string;
  readonly parentId: string;
  /** Mia has played on most days, Amir occasionally, and Zosia never. */
  readonly children: readonly { readonly id: string; readonly token: string; readonly name: string }[];
}

const CHILDREN = [
  { name: 'Mia', look: 'ocean', playProbability: 0.75 },
  { name: 'Amir', look: 'comet', playProbability: 0.35 },
  { name: 'Zosia', look: 'maple', playProbability: 0 },
];
const TIME_ZONE = 'Europe/Kyiv';

/** Creates the family. Rate limits must be off. */
export async function createSampleFamily(app: TestApp, { weeks = 11, locale = 'en' } = {}): Promise<SampleFamily> {
  const parent = await app.registerParent(undefined, { headers: { 'accept-language': locale } });
  const children = [];
  for (const child of CHILDREN) children.push({ ...child, ...(await addChild(app, child, parent.token, locale)) });
  const randomBelow = createPseudoRandom(2026);
  for (let day = 0; day < weeks * 7; day += 1) {
    for (const child of children)
      if (randomBelow(100) < child.playProbability * 100) await playTasks(app, child, randomBelow);
    app.advance(DAY - 2 * HOUR); // with the time for playing, this is about a day
  }
  const signedInChildren = [];
  for (const { id, name } of children) {
    signedInChildren.push({ id, name, token: await signInChild(app, id) });
  }
  const loginResponse = await app.call('POST', '/app/auth/login/parent', { body: { email: parent.email } });
  assert.equal(loginResponse.status, 200);
  const code = await app.fetchEmailedCode(parent.email);
  const verified = await app.call('POST', '/app/auth/verify-email', { body: { email: parent.email, code } });
  const parentId = (await findParentByEmail(app.ctx.db, parent.email))?.id ?? '';
  const family = { email: parent.email, token: verified.body.data.token, parentId, children: signedInChildren };
  await addTodos(app, family);
  await submitCreativeTasks(app, family, locale);
  return family;
}

async function addChild(app: TestApp, child: (typeof CHILDREN)[number], parentToken: string, language: string) {
  const { id, token } = await app.registerChild({
    body: { birth_year: 2017, language, avatar_id: child.look, pin: '1234' },
  });
  const response = await app.call('PATCH', '/app/users/me', { token, body: { display_name: child.name } });
  assert.ok(response.status < 300, response.text);
  await app.linkChild(parentToken, token);
  app.advance(7); // children are listed in the order of linking
  return { id, token };
}

/** Starts a few tasks and completes them, with some wrong answers. */
async function playTasks(app: TestApp, { id }: { id: string }, randomBelow: (below: number) => number): Promise<void> {
  const learner = createLearningClient(app, { id, token: await signInChild(app, id) }, TIME_ZONE);
  for (let count = 0; count <= randomBelow(3); count += 1) {
    const taskId = await chooseNextTask(app, id, randomBelow);
    const { status } = await learner.call('POST', `/app/tasks/${taskId}/start`);
    if (status >= 300) continue;
    app.advance(60 + randomBelow(400));
    await learner.call('POST', `/app/tasks/${taskId}/complete`, {
      answers: createAnswersWithMistakes(app, taskId, randomBelow),
    });
  }
}

/** Chooses one of the first tasks that the child has not completed, or any task for practice. Returns its id. */
async function chooseNextTask(
  { ctx }: TestApp,
  childId: string,
  randomBelow: (below: number) => number,
): Promise<string> {
  const completed = await ctx.db
    .selectFrom('task_states')
    .select('task_id')
    .where('profile_id', '=', childId)
    .where('status', '=', 'completed')
    .execute();
  const tasks = [...ctx.content.current.tasks.values()].filter(({ kind }) => kind === 'quiz' || kind === 'lesson');
  const openTasks = tasks.filter(({ id }) => !completed.some(({ task_id }) => task_id === id));
  return (openTasks[randomBelow(6)] ?? tasks[randomBelow(tasks.length)] ?? tasks[0])?.id ?? '';
}

function createAnswersWithMistakes(app: TestApp, taskId: string, randomBelow: (below: number) => number) {
  const items = app.ctx.content.current.tasks.get(taskId)?.items ?? [];
  return getCorrectAnswers(app, taskId).map(({ item_id, response }) => {
    const item = items.find(({ id }) => id === item_id);
    return { item_id, response: item && randomBelow(5) === 0 ? createWrongResponse(item, response) : response };
  });
}

/** Creates a wrong response to an item, or returns the correct one for kinds of items without a simple wrong response. */
function createWrongResponse(item: Item, correctResponse: unknown): unknown {
  if (item.kind === 'single_choice' || item.kind === 'true_false')
    return item.options.find(({ id }) => id !== correctResponse)?.id;
  if (item.kind === 'numeric') return Number(correctResponse) + 1;
  if (item.kind === 'sequencing' && Array.isArray(correctResponse)) return correctResponse.toReversed();
  if (item.kind === 'fill_in') return 'hmm';
  return correctResponse;
}

async function addTodos(app: TestApp, { parentId, children }: SampleFamily): Promise<void> {
  const ids = children.map(({ id }) => id);
  const [mia, amir] = children;
  assert.ok(mia && amir);
  const today = app.ctx.now().slice(0, 10);
  await assignTodo(app.ctx, parentId, ids, { title: 'Tidy up your room', xp_reward: 20, due_date: today });
  const [plants] = await assignTodo(app.ctx, parentId, [mia.id], {
    title: 'Water the plants on the balcony',
    notes: 'The fern, too: it likes it wet.',
    xp_reward: 10,
    recurrence: { freq: 'weekly', by_weekday: ['mo', 'th'] },
  });
  const [dishes] = await assignTodo(app.ctx, parentId, [amir.id], { title: 'Empty the dishwasher', xp_reward: 15 });
  await createTodoClient(app, mia.token, TIME_ZONE).setStatus(plants?.id ?? '', 'done');
  await createTodoClient(app, amir.token, TIME_ZONE).setStatus(dishes?.id ?? '', 'done');
  await createTodoClient(app, mia.token, TIME_ZONE).add({ title: 'Practice the piano', priority: 'high' });
}

/** Mia submits a drawing and Amir a text. Both wait for review. */
async function submitCreativeTasks(
  app: TestApp,
  { children: [mia, amir] }: SampleFamily,
  locale: string,
): Promise<void> {
  const taskId = [...app.ctx.content.current.tasks.values()].find(({ kind }) => kind === 'creative')?.id;
  const path = `/app/tasks/${taskId}/submit-creative`;
  const drawing = new Resvg(DRAWING).render().asPng();
  const drawingRequest = createMultipartRequest([
    { name: 'caption', body: locale === 'en' ? 'Our garden, with a cat' : '🐈' },
    { name: 'files', filename: 'garden.png', type: 'image/png', body: drawing },
  ]);
  const responses = [
    await app.call('POST', path, { token: mia?.token, ...drawingRequest }),
    await app.call('POST', path, {
      token: amir?.token,
      body: { text: 'A fox found a bell.\nIt rang, and the hill answered.' },
    }),
  ];
  for (const response of responses) assert.equal(response.status, 201, response.text);
}

const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600"><rect width="800" height="600" fill="#bfe3f5"/><circle cx="660" cy="120" r="70" fill="#ffd23e"/><path d="M0 420q200-90 400-20t400-30v230H0Z" fill="#7fbf6a"/><path d="M150 420V260l110-90 110 90v160Z" fill="#e8734f"/><path d="M230 420v-90h60v90Z" fill="#6b3e26"/><path d="M520 470c0-60 90-60 90 0v60h-90Zm10-40 10-40 25 25Zm70 0-10-40-25 25Z" fill="#4a4a4a"/></svg>`;
