import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { listErrorCodes } from '../../../src/app/api-reference/endpoint-descriptions.ts';
import { getExampleCode } from '../../../src/app/api-reference/recorded-examples.ts';
import { surface } from '../../../src/app/surface.ts';
import { STATUS_BY_CODE } from '../../../src/core/requests/api-error.ts';
import { type Route, respondsWithJson } from '../../../src/platform/http/route.ts';
import { type Call, createExampleRecorder } from '../../support/api/example-recorder.ts';
import { provokeRefusals } from '../../support/api/provoke-refusals.ts';
import { getCorrectAnswers } from '../../support/learning/learning-client.ts';
import { CREATIVE_TASK_ID } from '../../support/learning/submissions.ts';
import { createSeededRandom } from '../../support/service/seeded-random.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

// The examples of the API description are what the service responds in this journey. To record them again:
//   UPDATE_EXAMPLES=1 npm test test/scenarios/api/recorded-examples.test.ts && npm run format

const FILE = new URL('../../../src/app/api-reference/recorded-examples.json', import.meta.url);
const QUIZ = 'first-sums';
const OPTIONS = {
  env: { SECRET_KEYS: hash('sha256', 'key'), PIN_PEPPER: hash('sha256', 'pepper') },
  random: createSeededRandom('examples'),
};

/** The response is constant, or every failure means that the service is not ready. */
const IMPOSSIBLE: Readonly<Record<string, readonly string[]>> = {
  getHealth: ['500 INTERNAL_ERROR', '503 INTERNAL_ERROR'],
  getReadiness: ['500 INTERNAL_ERROR'],
};

test('the recorded examples of the API description are what the service responds', async () => {
  const app = await startTestApp('sqlite', OPTIONS);
  const recorder = createExampleRecorder(app);
  try {
    await playJourney(app, recorder.call);
    await provokeRefusals(app, recorder);
  } finally {
    await app.close();
  }
  const { responses, refusals } = recorder.examples;
  const operations = surface.filter(respondsWithJson);
  const withoutExample = operations.filter(({ endpoint }) => !responses[endpoint.operationId ?? '']);
  assert.deepEqual(withoutExample, [], 'each operation has an example');
  for (const route of operations) {
    const { operationId = '' } = route.endpoint;
    const recorded = Object.entries(refusals[operationId] ?? {}).flatMap(([status, names]) =>
      names.map((name) => `${status} ${getExampleCode(name)}`),
    );
    const declared = listRefusals(route).filter((refusal) => !IMPOSSIBLE[operationId]?.includes(refusal));
    assert.deepEqual([...new Set(recorded)].sort(), declared.sort(), `the refusals of ${operationId} are recorded`);
  }
  if (process.env.UPDATE_EXAMPLES) writeFileSync(FILE, `${JSON.stringify(recorder.examples, null, 2)}\n`);
  else
    assert.deepEqual(recorder.examples, JSON.parse(readFileSync(FILE, 'utf8')), 'UPDATE_EXAMPLES=1 records them again');
});

/** What an operation declares: "409 CONFLICT". Every operation may find the service unavailable. */
function listRefusals(route: Route): string[] {
  return [...listErrorCodes(route).map((code) => `${STATUS_BY_CODE[code]} ${code}`), '503 INTERNAL_ERROR'];
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
  app.advance(2 * 86_400);
  await call('getTodaysPractice', child);
  await call('listSkills', child);
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
