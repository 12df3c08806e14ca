import { DAY } from '../../../src/core/time/instant.ts';
import { ensureShownCode } from '../../../src/features/access/index.ts';
import { listGuardians } from '../../../src/features/accounts/index.ts';
import { addReward, assignTodo, turnRewardsOn } from '../../../src/features/todos/index.ts';
import { getCorrectAnswers } from '../learning/learning-client.ts';
import { CREATIVE_TASK_ID } from '../learning/submissions.ts';
import { formatCookieHeader, type TestApp } from '../test-app.ts';
import type { CallOperation } from './example-recorder.ts';

const QUIZ_ID = 'first-sums';

/** Simulates the first days of a family. It calls every operation at least once. */
export async function simulateFirstDays(app: TestApp, call: CallOperation): Promise<void> {
  const device = 'kitchen-tablet-7f3a9c02b1';
  const profile = { birth_year: 2017, language: 'en', avatar_id: 'fox' };
  const registered = await call('registerChild', { device, body: { ...profile, display_name: 'Mia', pin: '4071' } });
  const { id: childId } = registered.body.data;
  const email = 'parent@example.org';
  await call('registerParent', { body: { email } });
  await call('verifyEmail', { body: { email, code: await app.fetchEmailedCode(email) } });
  await call('loginParent', { body: { email } });
  const verified = await call('verifyEmail', { body: { email, code: await app.fetchEmailedCode(email) } });
  const parent = { token: verified.body.data.token };
  const login = await call('loginChild', { device, body: { profile_id: childId, pin: '4071' } });
  const child = { token: login.body.data.token };
  const linkingCode = await call('createLinkingCode', parent);
  await call('redeemLinkingCode', { ...child, body: { code: linkingCode.body.data.linking_code } });
  await call('listSavedProfiles', { device });
  await call('listNewLinks', { device });

  await call('getMe', child);
  await call('updateMe', { ...child, body: { display_name: 'Mia' } });
  await call('listAvatarItems', { ...child, path: '/app/avatar/items?category=hat' });
  await call('updateAvatar', { ...child, body: { hat: null } });
  await call('getOnboarding', child);
  await call('completeOnboarding', child);
  await call('getReading', child);
  await call('listRecordings', child);
  await call('listPlacements', child);
  await call('answerReading', { ...child, body: { reads: true } });
  await completeTasks(app, call, child);
  await call('getStats', child);
  await call('listMyBadges', child);
  await call('listAllBadges', child);
  await call('getCalendar', child);
  await call('setGoal', { ...child, body: { days_per_week: 3 } });
  await call('getGoal', child);
  await call('listLevels', child);

  const todo = await call('createTodo', { ...child, body: { title: 'Water the plants', due_date: '2026-11-21' } });
  const path = `/app/todos/${todo.body.data.id}`;
  await call('listTodos', child);
  await call('updateTodo', { ...child, path, body: { status: 'done' } });
  await call('deleteTodo', { ...child, path });
  await call('createTodo', { ...child, body: { title: 'Feed the cat' } }); // an entry for the list of to-dos in the panel

  const openPlanets = await call('listOpenPlanets', { ...child, path: '/app/planets/open?limit=2' });
  const planet = openPlanets.body.data.find(({ lock }: { lock: unknown }) => lock === null);
  await call('joinPlanet', { ...child, path: `/app/planets/${planet.id}/join` });
  await call('listMyPlanets', child);
  await call('getRankings', child);
  await call('reportToOperator', { ...child, body: { kind: 'planet', planet_id: planet.id } });
  await call('leavePlanet', { ...child, path: `/app/planets/${planet.id}/leave` });

  await useRewards(app, call, { child, childId });
  await usePanel(app, call, { parent, childId, email });
  app.advance(2 * DAY); // now skills are due for review
  await call('getTodaysPractice', child);
  await call('getChallenge', child);
  await call('listSkills', child);
  await call('listNextSteps', child);
  await call('logout', child);
  await call('undoNewLink', { device, body: { profile_id: childId, pin: '4071', new_pin: '9318' } });
  await call('deleteMe', { token: (await app.registerChild()).token, body: { pin: '1234' } });
  await call('getHealth');
  await call('getReadiness');
}

/** An answer of the right form to an item that is a choice, a number or a text. */
function findWrongAnswer({ kind, options }: { kind: string; options?: { id: string }[] }): unknown {
  if (kind === 'multiple_choice') return [];
  return options?.[0]?.id ?? '0';
}

async function completeTasks(app: TestApp, call: CallOperation, child: { token: string }): Promise<void> {
  await call('listWorlds', { ...child, path: '/app/worlds?limit=1' });
  await call('getWorld', { ...child, path: '/app/worlds/number-garden' });
  await call('listLocations', { ...child, path: '/app/worlds/number-garden/locations' });
  await call('getLocation', { ...child, path: '/app/locations/garden-gate' });
  await call('startTask', { ...child, path: `/app/tasks/${QUIZ_ID}/start` });
  await call('getTask', { ...child, path: `/app/tasks/${QUIZ_ID}` });
  const answers = getCorrectAnswers(app, QUIZ_ID);
  await call('saveAnswers', {
    ...child,
    path: `/app/tasks/${QUIZ_ID}/attempt`,
    body: { answers: answers.slice(0, 1) },
  });
  await call('takeHint', { ...child, path: `/app/tasks/${QUIZ_ID}/hint`, body: { item_id: answers[0]?.item_id } });
  await call('gradeAnswer', { ...child, path: `/app/tasks/${QUIZ_ID}/answer`, body: answers[0] });
  app.advance(90);
  await call('completeTask', { ...child, path: `/app/tasks/${QUIZ_ID}/complete`, body: { answers } });
  // Opens another quiz about sums, misses an item twice, and answers the similar question that follows.
  await app.call('POST', '/app/tasks/bundles-of-ten/start', child);
  await app.call('POST', '/app/tasks/bundles-of-ten/complete', { ...child, body: {} });
  await call('startTask', { ...child, path: `/app/tasks/${QUIZ_ID}/start` });
  const missed = { item_id: 'nine-and-six', response: 3 };
  await app.call('POST', `/app/tasks/${QUIZ_ID}/answer`, { ...child, body: { ...missed, response: 4 } });
  const { body } = await app.call('POST', `/app/tasks/${QUIZ_ID}/answer`, { ...child, body: missed });
  await call('gradeTwin', {
    ...child,
    path: `/app/tasks/${QUIZ_ID}/twin`,
    body: { item_id: missed.item_id, response: findWrongAnswer(body.data.twin) },
  });
  // Completes the task again with a missing answer, so that the parent's list of missed questions has an entry.
  app.advance(60);
  await call('completeTask', { ...child, path: `/app/tasks/${QUIZ_ID}/complete`, body: { answers: answers.slice(1) } });
  const text = 'The dragon opened a bakery and never had to be alone again.';
  await call('submitCreativeWork', {
    ...child,
    path: `/app/tasks/${CREATIVE_TASK_ID}/submit-creative`,
    body: { text },
  });
  await call('listCreativeWorks', { ...child, path: '/app/submissions' });
}

async function useRewards(
  app: TestApp,
  call: CallOperation,
  { child, childId }: { readonly child: { readonly token: string }; readonly childId: string },
): Promise<void> {
  const [guardian] = await listGuardians(app.ctx, childId);
  const parentId = guardian?.id ?? '';
  await turnRewardsOn(app.ctx, parentId, [childId]);
  await addReward(app.ctx, parentId, [childId], { title: 'Choose the film on Friday', stars: 2 });
  for (const requires_approval of [false, true]) {
    const [todo] = await assignTodo(app.ctx, parentId, [childId], { title: 'Tidy up', stars: 3, requires_approval });
    await app.call('PATCH', `/app/todos/${todo?.id}`, { ...child, body: { status: 'done' } });
  }
  const { body } = await call('getRewards', child);
  await call('askForReward', { ...child, path: `/app/rewards/${body.data.rewards[0].id}/redeem` });
}

interface PanelVisit {
  readonly parent: { readonly token: string };
  readonly childId: string;
  readonly email: string;
}

async function usePanel(app: TestApp, call: CallOperation, { parent, childId, email }: PanelVisit): Promise<void> {
  const managerCode = await call('createManagerCode', parent);
  const panelLogin = await call('loginToPanelWithManagerCode', { body: { code: managerCode.body.data.code } });
  const cookie = formatCookieHeader(panelLogin);
  await call('sendPanelEmailCode', { body: { email } });
  const login = await call('loginToPanelWithEmailCode', { body: { email, code: await app.fetchEmailedCode(email) } });
  const { session_id: sessionId, user } = login.body.data;
  const caller = { role: 'panel', profileId: user.id, sessionId, language: 'en' } as const;
  const { code } = await ensureShownCode(app.ctx, 'tablet', caller);
  await call('connectTablet', { device: 'living-room-tablet-2b6f', body: { code } });
  await call('listChildren', { cookie });
  for (const listName of ['Activity', 'Answers', 'Submissions', 'Todos', 'Badges', 'Ledger'])
    await call(`listChild${listName}`, { cookie, path: `/api/children/${childId}/${listName.toLowerCase()}` });
  await call('listApprovals', { cookie });
  await call('logoutFromPanel', { cookie });
}
