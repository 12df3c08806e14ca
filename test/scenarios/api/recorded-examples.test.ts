import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import type { RecordedExamples } from '../../../src/app/api-reference/recorded-examples.ts';
import { surface } from '../../../src/app/surface.ts';
import { ERROR_CODES, type ErrorCode, Unavailable } from '../../../src/core/requests/api-error.ts';
import { respondsWithJson } from '../../../src/platform/http/route.ts';
import { createFamilyOnPanel } from '../../support/family/guardians.ts';
import { getCorrectAnswers } from '../../support/learning/learning-client.ts';
import { CREATIVE_TASK_ID } from '../../support/learning/submissions.ts';
import { createSeededRandom } from '../../support/service/seeded-random.ts';
import { startTestApp, type TestApp, type TestRequest, type TestResponse } from '../../support/test-app.ts';

// The examples of the API description are what the service responds in this journey. To record them again:
//   UPDATE_EXAMPLES=1 npm test test/scenarios/api/recorded-examples.test.ts && npm run format

const FILE = new URL('../../../src/app/api-reference/recorded-examples.json', import.meta.url);
const QUIZ = 'first-sums';
const OPTIONS = {
  env: { SECRET_KEYS: hash('sha256', 'key'), PIN_PEPPER: hash('sha256', 'pepper') },
  random: createSeededRandom('examples'),
};

test('the recorded examples of the API description are what the service responds', async () => {
  const app = await startTestApp('sqlite', OPTIONS);
  const recorder = createRecorder(app);
  try {
    await playJourney(app, recorder.call);
    await provokeErrors(app, recorder.call);
  } finally {
    await app.close();
  }
  const { responses, errors } = recorder.examples;
  const operations = surface.filter(respondsWithJson).map(({ endpoint }) => endpoint.operationId ?? '');
  assert.deepEqual(operations.filter((id) => !responses[id]).sort(), [], 'each operation has an example');
  const codes = ERROR_CODES;
  assert.deepEqual(
    codes.filter((code) => !errors[code]),
    [],
    'each error has an example',
  );
  if (process.env.UPDATE_EXAMPLES) writeFileSync(FILE, `${JSON.stringify(recorder.examples, null, 2)}\n`);
  else
    assert.deepEqual(recorder.examples, JSON.parse(readFileSync(FILE, 'utf8')), 'UPDATE_EXAMPLES=1 records them again');
});

type Call = (operationId: string, request?: TestRequest & { readonly path?: string }) => Promise<TestResponse>;

/** Sends requests by operation and keeps the first response to each, and the first of each error code. */
function createRecorder(app: TestApp) {
  const routes = new Map(surface.map((route) => [route.endpoint.operationId, route]));
  const examples: RecordedExamples = { responses: {}, errors: {} };
  const call: Call = async (operationId, { path, ...request } = {}) => {
    const route = routes.get(operationId);
    assert.ok(route, operationId);
    const response = await app.call(route.method, path ?? route.path, request);
    const example = replaceSecrets(response.text, app.url);
    const code: ErrorCode | undefined = response.body.error?.code;
    if (code) examples.errors[code] ??= example;
    else examples.responses[operationId] ??= example;
    return response;
  };
  return { call, examples };
}

/** The body with placeholders for what differs in each run, and at most two rows of a list. */
function replaceSecrets(text: string, baseUrl: string): unknown {
  const body = JSON.parse(text.replaceAll(baseUrl, '{base_url}'), (key, value) => {
    if (key === 'token') return 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI1ZjFkMGMyZSJ9.c2lnbmF0dXJl';
    if (key === 'next_cursor' && value !== null) return 'WyIyIiwibnVtYmVyLWdhcmRlbiJd';
    return value;
  });
  return Array.isArray(body.data) ? { ...body, data: body.data.slice(0, 2) } : body;
}

/** A family's first evening: every operation once. */
async function playJourney(app: TestApp, call: Call): Promise<void> {
  const device = 'kitchen-tablet-7f3a';
  const birth = { birth_year: 2017, language: 'en', avatar_id: 'fox' };
  const registered = await call('registerChild', { device, body: { ...birth, display_name: 'Mia', pin: '4071' } });
  const { id: childId } = registered.body.data;
  const email = 'parent@example.org';
  await call('registerParent', { body: { email } });
  await call('verifyEmail', { body: { email, code: await app.fetchEmailedCode(email) } });
  await call('loginParent', { body: { email } });
  const verified = await call('verifyEmail', { body: { email, code: await app.fetchEmailedCode(email) } });
  const parent = { token: verified.body.data.token };
  const login = await call('loginChild', { device, body: { profile_id: childId, pin: '4071' } });
  const child = { token: login.body.data.token };
  const link = await call('createLinkingCode', parent);
  await call('redeemLinkingCode', { ...child, body: { code: link.body.data.linking_code } });
  await call('listSavedProfiles', { device });

  await call('getMe', child);
  await call('updateMe', { ...child, body: { display_name: 'Mia' } });
  await call('listAvatarItems', { ...child, path: '/app/avatar/items?category=hat' });
  await call('updateAvatar', { ...child, body: { hat: null } });
  await call('getOnboarding', child);
  await call('completeOnboarding', child);
  await learn(app, call, child);
  await call('getStats', child);
  await call('listMyBadges', child);
  await call('listLevels', child);

  const todo = await call('createTodo', { ...child, body: { title: 'Water the plants', due_date: '2026-11-21' } });
  const path = `/app/todos/${todo.body.data.id}`;
  await call('listTodos', child);
  await call('updateTodo', { ...child, path, body: { status: 'done' } });
  await call('deleteTodo', { ...child, path });
  await call('createTodo', { ...child, body: { title: 'Feed the cat' } });

  const open = await call('listOpenPlanets', { ...child, path: '/app/planets/open?limit=2' });
  const planet = open.body.data.find(({ lock }: { lock: unknown }) => lock === null);
  await call('joinPlanet', { ...child, path: `/app/planets/${planet.id}/join` });
  await call('listMyPlanets', child);
  await call('getRankings', child);
  await call('leavePlanet', { ...child, path: `/app/planets/${planet.id}/leave` });

  await usePanel(app, call, { parent, childId, email });
  await call('logout', child);
  await call('getHealth');
  await call('getReadiness');
}

async function learn(app: TestApp, call: Call, child: { token: string }): Promise<void> {
  await call('listWorlds', { ...child, path: '/app/worlds?limit=1' });
  await call('getWorld', { ...child, path: '/app/worlds/number-garden' });
  await call('listLocations', { ...child, path: '/app/worlds/number-garden/locations' });
  await call('getLocation', { ...child, path: '/app/locations/garden-gate' });
  await call('startTask', { ...child, path: `/app/tasks/${QUIZ}/start` });
  await call('getTask', { ...child, path: `/app/tasks/${QUIZ}` });
  const answers = getCorrectAnswers(app, QUIZ);
  await call('saveAnswers', { ...child, path: `/app/tasks/${QUIZ}/attempt`, body: { answers: answers.slice(0, 1) } });
  await call('takeHint', { ...child, path: `/app/tasks/${QUIZ}/hint`, body: { item_id: answers[0]?.item_id } });
  await call('judgeAnswer', { ...child, path: `/app/tasks/${QUIZ}/answer`, body: answers[0] });
  app.advance(90);
  await call('completeTask', { ...child, path: `/app/tasks/${QUIZ}/complete`, body: { answers } });
  // Practice with a wrong answer, so that the parent's list of missed questions has an entry.
  await call('startTask', { ...child, path: `/app/tasks/${QUIZ}/start` });
  app.advance(60);
  await call('completeTask', { ...child, path: `/app/tasks/${QUIZ}/complete`, body: { answers: answers.slice(1) } });
  const text = 'The dragon opened a bakery and never had to be alone again.';
  await call('submitCreativeWork', {
    ...child,
    path: `/app/tasks/${CREATIVE_TASK_ID}/submit-creative`,
    body: { text },
  });
}

interface PanelVisit {
  readonly parent: { readonly token: string };
  readonly childId: string;
  readonly email: string;
}

async function usePanel(app: TestApp, call: Call, { parent, childId, email }: PanelVisit): Promise<void> {
  const code = await call('createManagerCode', parent);
  const session = await call('loginToPanelWithManagerCode', { body: { code: code.body.data.code } });
  const cookie = session.headers
    .getSetCookie()
    .map((setCookie) => setCookie.split(';')[0])
    .join('; ');
  await call('sendPanelEmailCode', { body: { email } });
  await call('loginToPanelWithEmailCode', { body: { email, code: await app.fetchEmailedCode(email) } });
  await call('listChildren', { cookie });
  for (const list of ['Activity', 'Answers', 'Submissions', 'Todos', 'Badges', 'Ledger'])
    await call(`listChild${list}`, { cookie, path: `/api/children/${childId}/${list.toLowerCase()}` });
  await call('listApprovals', { cookie });
  await call('logoutFromPanel', { cookie });
}

/** Each error code of the specification once. */
async function provokeErrors(app: TestApp, call: Call): Promise<void> {
  const { child, parent } = await createFamilyOnPanel(app);
  const childAuth = { token: child.token };
  await call('createTodo', { ...childAuth, body: { title: '' } });
  await call('redeemLinkingCode', { ...childAuth, body: { code: 'AAAA2222' } });
  await call('sendPanelEmailCode', { body: { email: 'nobody' } });
  await call('getMe');
  await call('loginChild', { body: { profile_id: child.id, pin: '9999' } });
  await call('createLinkingCode', childAuth);
  await call('updateAvatar', { ...childAuth, body: { hat: 'crown-gold' } });
  await call('updateAvatar', { ...childAuth, body: { hat: 'no-such-hat' } });
  await call('getTask', { ...childAuth, path: '/app/tasks/no-such-task' });
  await call('completeTask', { ...childAuth, path: `/app/tasks/${QUIZ}/complete`, body: {} });
  await call('redeemLinkingCode', { ...childAuth, body: { code: await app.generateLinkingCode(parent.token) } });
  for (let i = 0; i < 6; i += 1)
    await call('loginToPanelWithManagerCode', { from: '192.0.2.7', body: { code: 'WRNG-C0DE' } });
  const outage: Pick<TestApp['ctx'], 'checkReadiness'> = {
    checkReadiness: () => Promise.reject(new Unavailable('The database is away.')),
  };
  Object.assign(app.ctx, outage);
  await call('getReadiness');
}
