import { sql } from 'kysely';
import { listErrorCodes } from '../../../src/app/api-reference/endpoint-descriptions.ts';
import { RATE_LIMIT_BY_GROUP } from '../../../src/app/rate-limits.ts';
import { surface } from '../../../src/app/surface.ts';
import { type ErrorCode, UnavailableError } from '../../../src/core/requests/api-error.ts';
import { planChildDeletion } from '../../../src/features/data-rights/index.ts';
import { setChildSettings } from '../../../src/features/guardianship/index.ts';
import { addReward, assignTodo, listRewards, turnRewardsOn } from '../../../src/features/todos/index.ts';
import { acceptsIdempotencyKey, type Route, respondsWithJson } from '../../../src/platform/http/route.ts';
import { confirmSession, type PanelFamily, registerFamilyWithPanelSession } from '../family/guardians.ts';
import { CREATIVE_TASK_ID } from '../learning/submissions.ts';
import type { TestApp } from '../test-app.ts';
import type { CallOperation, ExampleRecorder, OperationRequest } from './example-recorder.ts';

const QUIZ_PATH = '/app/tasks/first-sums';
const LOCKED_TASK_PATH = '/app/tasks/clear-thinking';
const jsonRoutes = surface.filter(respondsWithJson);

/** Provokes each declared error of each operation at least once. The app must use SQLite, and cannot be used afterward. */
export async function provokeErrors(app: TestApp, recorder: ExampleRecorder): Promise<void> {
  const family = await registerFamilyWithPanelSession(app);
  const child = { token: family.child.token };
  await provokeCommonErrors(recorder.call, child);
  await provokeSignInErrors(app, recorder.call, family);
  await provokeProfileErrors(recorder.call, child);
  await provokeTodoErrors(app, recorder.call, family);
  await provokeTaskErrors(recorder.call, child);
  await provokePlanetErrors(app, recorder.call, family);
  for (const route of jsonRoutes) {
    app.advance(60); // after the window of the rate limits
    await provokeRemainingErrors(recorder, family, route);
  }
  await exceedRateLimits(app, recorder.call);
  await provokeDatabaseErrors(app, recorder);
}

/** Provokes the errors that most operations share. They are provoked first, so that their examples get the shortest names. */
async function provokeCommonErrors(call: CallOperation, child: { readonly token: string }): Promise<void> {
  await call('getMe');
  await call('createLinkingCode', child);
  await call('getTask', { ...child, path: '/app/tasks/no-such-task' });
}

async function provokeSignInErrors(
  app: TestApp,
  call: CallOperation,
  { child, parent, caller }: PanelFamily,
): Promise<void> {
  const { token, id: profile_id } = child;
  await call('connectTablet', { device: 'living-room-tablet-2b6f', body: { code: 'AAAA2222' } });
  await call('redeemLinkingCode', { token, body: { code: 'AAAA2222' } });
  await call('redeemLinkingCode', { token, body: { code: await app.generateLinkingCode(parent.token) } });
  const otherParent = await app.registerParent();
  await call('redeemLinkingCode', { token, body: { code: await app.generateLinkingCode(otherParent.token) } });
  await call('verifyEmail', { body: { email: parent.email, code: '000000' } });
  await call('loginToPanelWithEmailCode', { body: { email: parent.email, code: '000000' } });
  await call('loginToPanelWithManagerCode', { body: { code: 'WRNG-C0DE' } });
  await call('sendPanelEmailCode', { body: { email: 'nobody' } });
  await call('sendPanelEmailCode', { body: { email: 'stranger@example.org' } });
  await call('loginChild', { body: { profile_id: 'no-such-profile', pin: '4071' } });
  await call('loginChild', { body: { profile_id, pin: '9999' } });
  const device = 'bedroom-tablet-51d08e9a77';
  const linkedChild = await app.registerChild({ device });
  await app.linkChild(parent.token, linkedChild.token);
  await call('undoNewLink', { device, body: { profile_id: linkedChild.id, pin: '9999' } });
  await call('undoNewLink', { device, body: { profile_id: 'no-such-profile', pin: '4071' } });
  await call('deleteMe', { token, body: { pin: '1234' } }); // a guardian decides
  await call('deleteMe', { token: (await app.registerChild()).token, body: { pin: '9999' } });
  await call('deleteMe', { token: otherParent.token, body: { code: '000000' } });
  const newParent = await app.registerParent();
  const newChild = await app.registerChild();
  await app.redeemLinkingCode(newChild.token, await app.generateLinkingCode(newParent.token));
  await app.call('POST', '/app/auth/login/parent', { body: { email: newParent.email } });
  const code = await app.fetchEmailedCode(newParent.email);
  await call('deleteMe', { token: newParent.token, body: { code } }); // the first link is new
  const familyToDelete = await registerFamilyWithPanelSession(app);
  await confirmSession(app, familyToDelete.caller);
  await planChildDeletion(app.ctx, familyToDelete.caller, familyToDelete.child.id);
  await call('loginChild', { body: { profile_id: familyToDelete.child.id, pin: '1234' } });
  const headers = { origin: 'https://elsewhere.example' };
  await call('logoutFromPanel', { cookie: caller.cookie, headers });
}

async function provokeProfileErrors(call: CallOperation, child: { readonly token: string }): Promise<void> {
  await call('updateAvatar', { ...child, body: { hat: 'crown-gold' } });
  await call('updateAvatar', { ...child, body: { hat: 'no-such-hat' } });
  await call('getRankings', { ...child, path: '/app/rankings?scope=planet' });
  await call('getRankings', { ...child, path: '/app/rankings?scope=planet&planet_id=no-such-planet' });
}

async function provokeTodoErrors(app: TestApp, call: CallOperation, { child, caller }: PanelFamily): Promise<void> {
  const { token } = child;
  await call('createTodo', { token, body: { title: '' } });
  const [assigned] = await assignTodo(app.ctx, caller.profileId, [child.id], { title: 'Tidy up' });
  const path = `/app/todos/${assigned?.id}`;
  await call('updateTodo', { token, path, body: { title: 'Play outside' } });
  await call('deleteTodo', { token, path });
  await turnRewardsOn(app.ctx, caller.profileId, [child.id]);
  await addReward(app.ctx, caller.profileId, [child.id], { title: 'Choose the film on Friday', stars: 2 });
  const [reward] = await listRewards(app.ctx, child.id);
  await call('askForReward', { token, path: `/app/rewards/${reward?.id}/redeem` });
  const ownTodo = await app.call('POST', '/app/todos', { token, body: { title: 'Read' } });
  await call('updateTodo', { token, path: `/app/todos/${ownTodo.body.data.id}`, body: { status: 'approved' } });
}

async function provokeTaskErrors(call: CallOperation, child: { readonly token: string }): Promise<void> {
  const answer = { item_id: 'two-apples', response: 'a' };
  const bodiesByOperation = {
    saveAnswers: { answers: [] },
    gradeAnswer: answer,
    takeHint: { item_id: 'x' },
    completeTask: {},
  };
  const pathSuffixes = { saveAnswers: 'attempt', gradeAnswer: 'answer', takeHint: 'hint', completeTask: 'complete' };
  await call('startTask', { ...child, path: `${LOCKED_TASK_PATH}/start` });
  const { body: started } = await call('startTask', { ...child, path: `${QUIZ_PATH}/start` });
  await call('completeTask', { ...child, path: `${QUIZ_PATH}/complete`, body: {} });
  const endedAttempt = { attempt_id: started.data.id };
  // Each operation fails for a task that is not started, for a completed one, and for an attempt that has ended.
  for (const [operationId, body] of Object.entries(bodiesByOperation)) {
    const suffix = pathSuffixes[operationId as keyof typeof pathSuffixes]; // both objects have the same keys
    await call(operationId, { ...child, path: `${LOCKED_TASK_PATH}/${suffix}`, body });
    await call(operationId, { ...child, path: `${QUIZ_PATH}/${suffix}`, body });
    await call(operationId, { ...child, path: `${QUIZ_PATH}/${suffix}`, body: { ...body, ...endedAttempt } });
  }
  const submission = { ...child, path: `/app/tasks/${CREATIVE_TASK_ID}/submit-creative`, body: { text: 'A dragon.' } };
  await call('submitCreativeWork', { ...submission, body: {} });
  await call('submitCreativeWork', { ...submission, path: `${LOCKED_TASK_PATH}/submit-creative` });
  await call('submitCreativeWork', { ...submission, path: `${QUIZ_PATH}/submit-creative` });
  await call('submitCreativeWork', submission);
  await call('submitCreativeWork', submission); // the first submission waits for review
  await call('startTask', { ...child, path: `/app/tasks/${CREATIVE_TASK_ID}/start` });
}

async function provokePlanetErrors(app: TestApp, call: CallOperation, { child, caller }: PanelFamily): Promise<void> {
  const { token } = child;
  const { body } = await app.call('GET', '/app/planets/open', { token });
  const { id } = body.data.find(({ lock }: { lock: unknown }) => lock === null);
  await call('reportToOperator', { token, body: { kind: 'planet', planet_id: 'no-such-planet' } });
  // A second request to join or to leave is an error.
  for (const operation of ['join', 'leave'])
    for (let i = 0; i < 2; i += 1) await call(`${operation}Planet`, { token, path: `/app/planets/${id}/${operation}` });
  await setChildSettings(app.ctx, caller, child.id, {
    appearsOnLeaderboards: true,
    mayJoinPlanets: false,
    hasAutoApproval: false,
    hearsRecordings: true,
  });
  await call('joinPlanet', { token, path: `/app/planets/${id}/join` });
}

/** Provokes the errors that an operation declares and that have no example yet. Many operations share their causes. */
async function provokeRemainingErrors(
  { call, examples, lastRequests }: ExampleRecorder,
  family: PanelFamily,
  route: Route,
) {
  const { endpoint, path } = route;
  const { operationId = '' } = endpoint;
  const recordedErrorNames = Object.values(examples.errorNames[operationId] ?? {}).flat();
  const isMissing = (code: ErrorCode) =>
    listErrorCodes(route).includes(code) && !recordedErrorNames.some((name) => name.split('.')[0] === code);
  const request = { ...lastRequests.get(operationId), ...getCredentials(route, family) };
  if (isMissing('VALIDATION_ERROR')) await call(operationId, createInvalidRequest(route, request));
  if (isMissing('UNAUTHORIZED')) await call(operationId, { path: request.path ?? path });
  if (isMissing('NOT_FOUND')) await call(operationId, { ...request, path: path.replace(':id', 'unknown') });
  if (isMissing('FORBIDDEN')) await call(operationId, createForbiddenRequest(route, family, request));
  if (isMissing('CONFLICT') && acceptsIdempotencyKey(route)) await reuseIdempotencyKey(call, operationId, request);
}

function getCredentials({ auth }: Route, { child, parent, caller }: PanelFamily): OperationRequest {
  if (auth === 'public') return {};
  return auth === 'session' ? { cookie: caller.cookie } : { token: (auth === 'parent' ? parent : child).token };
}

function createInvalidRequest({ endpoint, path }: Route, request: OperationRequest): OperationRequest {
  const { body, query } = endpoint;
  if (body) {
    if ('read_aloud' in body.properties) return { ...request, body: { read_aloud: 'loudly' } };
    const isEmptyBodyValid = 'answers' in body.properties && !body.required?.length;
    return { ...request, body: isEmptyBodyValid ? { answers: [{}] } : {} };
  }
  const limitParameter = ['limit', 'per_page'].find((name) => name in (query?.properties ?? {}));
  if (limitParameter) return { ...request, path: `${(request.path ?? path).split('?')[0]}?${limitParameter}=0` };
  return { ...request, device: 'contains spaces' };
}

/**
 * Creates a request with the token of a child if the operation requires a parent, and otherwise with the token of a parent. A
 * request to a public operation comes from another site.
 */
function createForbiddenRequest({ auth }: Route, { child, parent }: PanelFamily, request: OperationRequest) {
  if (auth === 'public') return { ...request, headers: { origin: 'https://elsewhere.example' } };
  return { ...request, token: (auth === 'parent' ? child : parent).token };
}

/** Sends two requests with the same Idempotency-Key and different bodies. */
async function reuseIdempotencyKey(call: CallOperation, operationId: string, request: OperationRequest): Promise<void> {
  const requestWithKey = { ...request, headers: { ...request.headers, 'idempotency-key': `key-of-${operationId}` } };
  await call(operationId, requestWithKey);
  await call(operationId, { ...requestWithKey, body: { another: 'body' } });
}

/** Exceeds the rate limit of each route, once for all routes that share it, and records the error of each operation. */
async function exceedRateLimits(app: TestApp, call: CallOperation): Promise<void> {
  const family = await registerFamilyWithPanelSession(app);
  const exceededLimits = new Set<string>();
  const from = '192.0.2.7';
  for (const route of jsonRoutes) {
    const [group] = route.rateLimitGroups;
    if (group === undefined) continue;
    const path = route.path.replace(':id', 'unknown');
    // Routes for parents get the child's token too, so that their requests count toward the same limit.
    const request = {
      ...getCredentials({ ...route, auth: route.auth === 'parent' ? 'child' : route.auth }, family),
      from,
    };
    const limitKey = `${route.rateLimitGroups} ${route.auth === 'public' || route.auth === 'session' ? route.auth : 'token'}`;
    if (!exceededLimits.has(limitKey))
      for (let i = 0; i < RATE_LIMIT_BY_GROUP[group].requests; i += 1)
        await app.call(route.method, path, { ...request, device: 'contains spaces' }); // counted, and then refused because of the device id
    exceededLimits.add(limitKey);
    await call(route.endpoint.operationId ?? '', { ...request, path });
  }
}

/**
 * Repeats the last successful request of each operation, first without any tables, which is an internal error (500), and then
 * without a database (503).
 */
async function provokeDatabaseErrors(app: TestApp, { call, lastRequests }: ExampleRecorder): Promise<void> {
  const repeatRequests = async () => {
    for (const [operationId, request] of lastRequests) await call(operationId, request);
  };
  const { kysely } = app.ctx.database;
  await sql`PRAGMA foreign_keys = OFF`.execute(kysely);
  for (const { name } of await kysely.introspection.getTables())
    await sql`DROP TABLE ${sql.table(name)}`.execute(kysely);
  await repeatRequests();
  const fail = () => {
    throw new UnavailableError('The database is unavailable.');
  };
  const outage: Partial<TestApp['ctx']> = {
    db: { selectFrom: fail, selectNoFrom: fail, executeQuery: fail, fn: kysely.fn },
    write: fail,
    checkReadiness: fail,
  };
  Object.assign(app.ctx, outage);
  await repeatRequests();
}
