import assert from 'node:assert/strict';
import { createApiClient } from '../../../src/app/demo/api-client.ts';
import { simulateDay } from '../../../src/app/demo/child.ts';
import { drawSamplePicture } from '../../../src/app/demo/sample-picture.ts';
import { createPseudoRandom } from '../../../src/core/pseudo-random.ts';
import { DAY, HOUR } from '../../../src/core/time/instant.ts';
import { findParentByEmail } from '../../../src/features/accounts/index.ts';
import { assignTodo } from '../../../src/features/todos/index.ts';
import { createFilePart, submitParts, submitText } from '../learning/submissions.ts';
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
  { name: 'Mia', look: 'ocean', playPercent: 75 },
  { name: 'Amir', look: 'comet', playPercent: 35 },
  { name: 'Zosia', look: 'maple', playPercent: 0 },
];
const PERSONA = { birth_year: 2017, maxTasksPerDay: 3, level: 3, hardSkills: [] } as const;
const TIME_ZONE = 'Europe/Kyiv';

/** Creates the family, whose children play as those of the demo do. Rate limits must be off. */
export async function createSampleFamily(app: TestApp, { weeks = 11 } = {}): Promise<SampleFamily> {
  const parent = await app.registerParent();
  const children: { readonly id: string; readonly name: string; readonly playPercent: number }[] = [];
  for (const child of CHILDREN) children.push({ ...child, id: await addChild(app, child, parent.token) });
  const randomInt = createPseudoRandom(2026);
  const simulation = { ctx: app.ctx, randomInt, advance: app.advance, creativeTasks: 'never' } as const;
  for (let day = 0; day < weeks * 7; day += 1) {
    for (const { id, playPercent } of children) {
      if (randomInt(100) >= playPercent) continue;
      const client = createApiClient(app.url, await signInChild(app, id), () => TIME_ZONE, 'family-tablet');
      await simulateDay({ id, persona: PERSONA, language: 'en', client }, simulation);
    }
    app.advance(DAY - 2 * HOUR); // with the time for playing, this is about a day
  }
  const signedInChildren = [];
  for (const { id, name } of children) signedInChildren.push({ id, name, token: await signInChild(app, id) });
  const loginResponse = await app.call('POST', '/app/auth/login/parent', { body: { email: parent.email } });
  assert.equal(loginResponse.status, 200);
  const code = await app.fetchEmailedCode(parent.email);
  const verified = await app.call('POST', '/app/auth/verify-email', { body: { email: parent.email, code } });
  const parentId = (await findParentByEmail(app.ctx, parent.email))?.id ?? '';
  const family = { email: parent.email, token: verified.body.data.token, parentId, children: signedInChildren };
  await addTodos(app, family);
  await submitCreativeTasks(app, family, drawSamplePicture(randomInt));
  return family;
}

async function addChild(app: TestApp, child: (typeof CHILDREN)[number], parentToken: string): Promise<string> {
  const { id, token } = await app.registerChild({
    body: { birth_year: PERSONA.birth_year, language: 'en', avatar_id: child.look, pin: '1234' },
  });
  const response = await app.call('PATCH', '/app/users/me', { token, body: { display_name: child.name } });
  assert.ok(response.status < 300, response.text);
  await app.linkChild(parentToken, token);
  app.advance(7); // children are listed in the order of linking
  return id;
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
  drawing: Buffer,
): Promise<void> {
  const taskId = [...app.ctx.content.current.tasks.values()].find(({ kind }) => kind === 'creative')?.id ?? '';
  assert.ok(mia && amir);
  const caption = { name: 'caption', body: 'Our garden, with a cat' };
  const text = 'A fox found a bell.\nIt rang, and the hill answered.';
  const responses = [
    await submitParts(app, { ...mia, taskId }, [caption, createFilePart(drawing, 'garden.png', 'image/png')]),
    await submitText(app, { ...amir, taskId }, { text }),
  ];
  for (const response of responses) assert.equal(response.status, 201, response.text);
}
