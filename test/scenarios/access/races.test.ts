import assert from 'node:assert/strict';
import { DAY, MINUTE } from '../../../src/core/time/instant.ts';
import {
  type TestApp,
  type TestRequest,
  type TestResponse,
  testWithApp,
  testWithRateLimits,
} from '../../support/test-app.ts';

/** A Device-Id that is long enough for a device that counts as known. */
const TABLET = 'the-tablet-of-the-family';

// Fifty concurrent requests must not achieve more than fifty consecutive requests would. Most tests run without rate limits,
// which would refuse most of the requests; the limits on codes, emails and PINs always apply.
const CONCURRENT_REQUESTS = 50;
const ROUNDS = 3;

testWithApp('an emailed code redeemed fifty times at once creates one token, account and session', async (app) => {
  for (let round = 1; round <= ROUNDS; round += 1) {
    const email = `mom-${round}@example.org`;
    const code = await requestAppCode(app, email, { device: 'phone' });
    const responses = await requestConcurrently(CONCURRENT_REQUESTS, () =>
      verifyEmail(app, email, code, { device: 'phone' }),
    );
    const [successfulResponse, ...otherSuccessfulResponses] = filterSuccessful(responses);
    assert.ok(successfulResponse, `round ${round}: ${countByOutcome(responses)}`);
    assert.equal(successfulResponse.body.data.is_new_user, true);
    assert.deepEqual(otherSuccessfulResponses, []);
    assertOnlyOutcomes(responses, ['200', 'INVALID_CODE', 'RATE_LIMITED']);
    assert.equal(await app.countRows('profiles'), round);
    assert.equal(await app.countRows('sessions'), round);
  }
});

testWithApp('of two clients that redeem one emailed code concurrently, the other gets INVALID_CODE', async (app) => {
  for (let round = 1; round <= 5 * ROUNDS; round += 1) {
    const email = `dad-${round}@example.org`;
    const code = await requestAppCode(app, email, { device: 'phone' });
    const responses = await requestConcurrently(2, (i) =>
      verifyEmail(app, email, code, { device: i === 0 ? 'phone' : 'tablet' }),
    );
    assert.equal(countByOutcome(responses), '1 × 200, 1 × INVALID_CODE');
    assert.equal(await app.countRows('profiles'), round);
    assert.equal(await app.countRows('sessions'), round);
    assert.equal(
      await app.countRows('saved_profiles'),
      round,
      'the profile is saved only on the device that signed in',
    );
  }
});

testWithApp('redeeming the code of the first sign-in twice concurrently creates one parent', async (app) => {
  const email = 'double-tap@example.org';
  const firstCode = await requestAppCode(app, email, { device: 'phone' });
  const firstResponses = await requestConcurrently(2, () => verifyEmail(app, email, firstCode, { device: 'phone' }));
  assert.equal(countByOutcome(firstResponses), '1 × 200, 1 × INVALID_CODE');
  assert.equal(filterSuccessful(firstResponses)[0]?.body.data.is_new_user, true);

  const nextCode = await requestAppCode(app, email, { device: 'phone' });
  const nextResponses = await requestConcurrently(2, () => verifyEmail(app, email, nextCode, { device: 'phone' }));
  assert.equal(countByOutcome(nextResponses), '1 × 200, 1 × INVALID_CODE');
  assert.equal(filterSuccessful(nextResponses)[0]?.body.data.is_new_user, false);
  assert.equal(await app.countRows('profiles'), 1);
});

testWithApp('redeeming a manager code fifty times concurrently creates one panel session', async (app) => {
  const parent = await app.registerParent();
  for (let round = 1; round <= ROUNDS; round += 1) {
    const code = await app.generateManagerCode(parent.token);
    const responses = await requestConcurrently(CONCURRENT_REQUESTS, () =>
      app.call('POST', '/api/auth/verify-code', { body: { code } }),
    );
    assert.equal(countByOutcome(responses), `1 × 200, ${CONCURRENT_REQUESTS - 1} × INVALID_CODE`);
    assert.equal(await app.countRows('panel_sessions'), round);
  }
});

testWithApp('redeeming an emailed panel code fifty times concurrently creates one panel session', async (app) => {
  const { email } = await app.registerParent();
  for (let round = 1; round <= ROUNDS; round += 1) {
    const client = { from: '10.200.0.1' };
    await app.call('POST', '/api/auth/send-email-code', { body: { email }, ...client });
    const body = { email, code: await app.fetchEmailedCode(email) };
    const responses = await requestConcurrently(CONCURRENT_REQUESTS, () =>
      app.call('POST', '/api/auth/verify-email-code', { body, ...client }),
    );
    assert.equal(filterSuccessful(responses).length, 1, countByOutcome(responses));
    assertOnlyOutcomes(responses, ['200', 'INVALID_CODE', 'RATE_LIMITED']);
    assert.equal(await app.countRows('panel_sessions'), round);
    app.advance(DAY); // resets the daily limit, which counts all attempts
  }
});

testWithApp('of many children who redeem one linking code at once, all but one get INVALID_CODE', async (app) => {
  const parent = await app.registerParent();
  for (const [round, childCount] of [2, 2, 10, CONCURRENT_REQUESTS].entries()) {
    const children = await Promise.all(Array.from({ length: childCount }, () => app.registerChild()));
    const code = await app.generateLinkingCode(parent.token);
    const responses = await requestConcurrently(childCount, (i) => app.redeemLinkingCode(children[i]?.token, code));
    assert.equal(countByOutcome(responses), `1 × 200, ${childCount - 1} × INVALID_CODE`);
    assert.equal(await app.countRows('guardians'), round + 1);
    assert.equal(await app.countRows('consents'), round + 1);
  }
});

testWithApp('of ten parents’ linking codes that a child redeems at once, all but one give CONFLICT', async (app) => {
  const parents = await registerParents(app, 10);
  for (let round = 1; round <= ROUNDS; round += 1) {
    const child = await app.registerChild();
    const codes = await Promise.all(parents.map(({ token }) => app.generateLinkingCode(token)));
    const responses = await requestConcurrently(10, (i) => app.redeemLinkingCode(child.token, codes[i]));
    assert.equal(countByOutcome(responses), '1 × 200, 9 × CONFLICT');
    const meResponse = await app.call('GET', '/app/users/me', { token: child.token });
    assert.equal(meResponse.body.data.linked_parent_email, filterSuccessful(responses)[0]?.body.data.parent_email);
    assert.equal(await app.countRows('guardians'), round);
    assert.equal(await app.countRows('consents'), round);
    assert.equal((await listConflictEmails(app)).length, round, 'the guardian is notified exactly once');
  }
});

testWithApp('fifty linking codes redeemed at once give one guardian, who receives at most one email', async (app) => {
  const parents = await registerParents(app, CONCURRENT_REQUESTS);
  const child = await app.registerChild();
  const codes = await Promise.all(parents.map(({ token }) => app.generateLinkingCode(token)));
  const responses = await requestConcurrently(CONCURRENT_REQUESTS, (i) => app.redeemLinkingCode(child.token, codes[i]));
  assert.equal(filterSuccessful(responses).length, 1, countByOutcome(responses));
  // A child can enter ten wrong codes, and every code counts as wrong until it has been checked.
  assertOnlyOutcomes(responses, ['200', 'CONFLICT', 'RATE_LIMITED']);
  assert.equal(await app.countRows('guardians'), 1);
  assert.equal(await app.countRows('consents'), 1);
  const sentEmails = await listConflictEmails(app);
  assert.ok(sentEmails.length <= 1);
  for (const { to } of sentEmails)
    assert.equal(to?.[0]?.address, filterSuccessful(responses)[0]?.body.data.parent_email);
});

testWithApp('only five of fifty concurrent wrong PINs are compared, then even the right one gives 429', async (app) => {
  const child = await app.registerChild({ pin: '4821', device: TABLET });
  for (const expectedCount of [5, 5, 0]) {
    const responses = await requestConcurrently(CONCURRENT_REQUESTS, () => app.loginChild(child.id, '0000'));
    const refused = `${CONCURRENT_REQUESTS - expectedCount} × RATE_LIMITED`;
    assert.equal(countByOutcome(responses), expectedCount === 0 ? refused : `5 × INVALID_PIN, ${refused}`);
    assert.equal(countByOutcome([await app.loginChild(child.id, '4821')]), '1 × RATE_LIMITED');
    app.advance(15 * MINUTE);
  }
  const tabletResponse = await app.loginChild(child.id, '4821', { device: TABLET });
  assert.equal(tabletResponse.status, 200, 'attempts on other devices do not shut the child out');
});

testWithApp(
  'of fifty concurrent wrong PINs for many profiles, a device and an address have their budgets',
  async (app) => {
    const children = await Promise.all(Array.from({ length: 50 }, () => app.registerChild({ pin: '4821' })));
    const enterWrongPins = async (request: object) =>
      countByOutcome(await Promise.all(children.map(({ id }) => app.loginChild(id, '0000', request))));
    assert.equal(await enterWrongPins({ device: '1' }), '30 × INVALID_PIN, 20 × RATE_LIMITED');
    assert.equal(await enterWrongPins({ from: '203.0.113.9' }), '40 × INVALID_PIN, 10 × RATE_LIMITED');
  },
);

testWithApp('only five of fifty concurrent wrong PINs on a known device are compared', async (app) => {
  const child = await app.registerChild({ pin: '4821', device: TABLET });
  const responses = await requestConcurrently(CONCURRENT_REQUESTS, () =>
    app.loginChild(child.id, '0000', { device: TABLET }),
  );
  assert.equal(countByOutcome(responses), `5 × INVALID_PIN, ${CONCURRENT_REQUESTS - 5} × RATE_LIMITED`);
  assert.equal(
    (await app.loginChild(child.id, '4821')).status,
    200,
    'wrong PINs on a known device do not shut out other devices',
  );
  assert.equal((await app.loginChild(child.id, '4821', { device: TABLET })).status, 429);
});

testWithApp('ten concurrent sign-ins with the correct PIN all succeed', async (app) => {
  const child = await app.registerChild({ pin: '4821' });
  for (let round = 1; round <= 2 * ROUNDS; round += 1) {
    const responses = await requestConcurrently(10, () => app.loginChild(child.id, '4821'));
    assert.equal(countByOutcome(responses), '10 × 200');
  }
});

testWithApp('repeated concurrent sign-ins with the correct PIN are never rate limited', async (app) => {
  const child = await app.registerChild({ pin: '4821' });
  const responses = await requestConcurrently(10, async () => app.loginChild(child.id, '4821'), 6);
  assert.equal(countByOutcome(responses), '60 × 200');
});

testWithApp('concurrent sign-ins on one device leave one session', async (app) => {
  const child = await app.registerChild({ pin: '4821', device: TABLET });
  for (let round = 1; round <= ROUNDS; round += 1) {
    const responses = await requestConcurrently(10, () => app.loginChild(child.id, '4821', { device: TABLET }));
    assert.equal(countByOutcome(responses), '10 × 200');
    const tokens = responses.map(({ body }) => body.data.token);
    const meResponses = await Promise.all(tokens.map((token) => app.call('GET', '/app/users/me', { token })));
    assert.equal(countByOutcome(meResponses), '1 × 200, 9 × UNAUTHORIZED');
  }
});

testWithApp('of fifty concurrent wrong codes of each client, five are compared', async (app) => {
  for (let round = 1; round <= ROUNDS; round += 1) {
    const email = `guessed-${round}@example.org`;
    const code = await requestAppCode(app, email, {});
    for (const client of [{ from: '203.0.113.7' }, { from: '203.0.113.8' }]) {
      const responses = await requestConcurrently(CONCURRENT_REQUESTS, () =>
        verifyEmail(app, email, createWrongCode(code), client),
      );
      assert.equal(countByOutcome(responses), `5 × INVALID_CODE, ${CONCURRENT_REQUESTS - 5} × RATE_LIMITED`);
      assert.equal(countByOutcome([await verifyEmail(app, email, code, client)]), '1 × RATE_LIMITED');
    }
  }
  assert.equal(await app.countRows('profiles'), 0);
});

testWithApp('at most thirty concurrent guesses by all clients are compared per hour, across all codes', async (app) => {
  const email = 'guessed-by-all@example.org';
  const outcomes: TestResponse[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const code = await requestAppCode(app, email, { device: 'phone' });
    outcomes.push(
      ...(await requestConcurrently(CONCURRENT_REQUESTS, () => verifyEmail(app, email, createWrongCode(code)))),
    );
  }
  assert.equal(countByOutcome(outcomes), `30 × INVALID_CODE, ${ROUNDS * CONCURRENT_REQUESTS - 30} × RATE_LIMITED`);
  assert.equal(await app.countRows('profiles'), 0);
});

testWithApp('fifty concurrent requests for a code send twenty emails and leave three valid codes', async (app) => {
  const client = { device: 'phone' };
  for (let round = 1; round <= ROUNDS; round += 1) {
    const email = `repeated-${round}@example.org`;
    const emailCountBefore = (await app.deliverEmails()).length;
    const responses = await requestConcurrently(CONCURRENT_REQUESTS, (i) => {
      const path = i % 2 === 0 ? '/app/auth/register/parent' : '/app/auth/login/parent';
      return app.call('POST', path, { body: { email }, ...client });
    });
    assert.equal(countByOutcome(responses), `20 × 200, ${CONCURRENT_REQUESTS - 20} × RATE_LIMITED`);
    assert.equal((await app.deliverEmails()).length - emailCountBefore, 20);
    assert.equal(await app.countRows('outbox'), 0);
    assert.equal(await app.countRows('codes'), 3 * round);
  }
});

testWithRateLimits('fifty concurrent requests for a panel code send three emails', async (app) => {
  const { email } = await app.registerParent();
  const emailCountBefore = (await app.deliverEmails()).length;
  const responses = await requestConcurrently(CONCURRENT_REQUESTS, () =>
    app.call('POST', '/api/auth/send-email-code', { body: { email }, from: '203.0.113.7' }),
  );
  assert.equal(countByOutcome(responses), `3 × 200, ${CONCURRENT_REQUESTS - 3} × RATE_LIMITED`);
  assert.equal((await app.deliverEmails()).length - emailCountBefore, 3);

  const appResponses = await requestConcurrently(CONCURRENT_REQUESTS, () =>
    app.call('POST', '/app/auth/login/parent', { body: { email } }),
  );
  assert.equal(
    countByOutcome(appResponses),
    `16 × 200, ${CONCURRENT_REQUESTS - 16} × RATE_LIMITED`,
    'twenty emails are allowed across all endpoints',
  );
  assert.equal((await app.deliverEmails()).length - emailCountBefore, 19);
});

testWithApp('only one of fifty concurrently generated manager codes can be used', async (app) => {
  const parent = await app.registerParent();
  for (let round = 1; round <= ROUNDS; round += 1) {
    const generateResponses = await requestConcurrently(CONCURRENT_REQUESTS, () =>
      app.call('POST', '/app/auth/manager-code', { token: parent.token }),
    );
    assert.equal(countByOutcome(generateResponses), `${CONCURRENT_REQUESTS} × 201`);
    const redeemResponses = await requestConcurrently(CONCURRENT_REQUESTS, (i) =>
      app.call('POST', '/api/auth/verify-code', { body: { code: generateResponses[i]?.body.data.code } }),
    );
    assert.equal(countByOutcome(redeemResponses), `1 × 200, ${CONCURRENT_REQUESTS - 1} × INVALID_CODE`);
  }
});

testWithApp('only four of fifty concurrently generated linking codes are valid', async (app) => {
  const parent = await app.registerParent();
  const children = await Promise.all(Array.from({ length: 8 }, () => app.registerChild()));
  const generateResponses = await requestConcurrently(CONCURRENT_REQUESTS, () =>
    app.call('POST', '/app/auth/link/generate', { token: parent.token }),
  );
  assert.equal(countByOutcome(generateResponses), `${CONCURRENT_REQUESTS} × 201`);
  // There are eight children, so that none of them uses up its ten attempts.
  const redeemResponses = await requestConcurrently(CONCURRENT_REQUESTS, (i) =>
    app.redeemLinkingCode(children[i % children.length]?.token, generateResponses[i]?.body.data.linking_code),
  );
  const refusedCount = redeemResponses.filter((response) => getOutcome(response) === 'INVALID_CODE').length;
  assert.equal(refusedCount, CONCURRENT_REQUESTS - 4, countByOutcome(redeemResponses));
  assert.equal(await app.countRows('guardians'), filterSuccessful(redeemResponses).length);
});

testWithApp('fifty concurrent registrations of children on one tablet create fifty profiles', async (app) => {
  for (let round = 1; round <= 2; round += 1) {
    const body = { birth_year: 2018, language: 'uk', avatar_id: 'fox', pin: '1111' };
    const responses = await requestConcurrently(CONCURRENT_REQUESTS, () =>
      app.call('POST', '/app/auth/register/child', { body, device: 'class-tablet' }),
    );
    assert.equal(countByOutcome(responses), `${CONCURRENT_REQUESTS} × 201`);
    assert.equal(new Set(responses.map((response) => response.body.data.id)).size, CONCURRENT_REQUESTS);
    assert.equal(await app.countRows('profiles'), CONCURRENT_REQUESTS * round);
    assert.equal(await app.countRows('pins'), CONCURRENT_REQUESTS * round);
    const savedProfilesResponse = await app.call('GET', '/app/auth/profiles', { device: 'class-tablet' });
    assert.equal(savedProfilesResponse.body.data.length, CONCURRENT_REQUESTS * round);
  }
});

testWithApp('fifty concurrent profile updates do not undo each other', async (app) => {
  const child = await app.registerChild();
  for (let round = 1; round <= 2; round += 1) {
    const responses = await requestConcurrently(CONCURRENT_REQUESTS, (i) => {
      const body = i % 2 === 0 ? { display_name: `Name ${i}` } : { language: i % 3 === 0 ? 'uk' : 'es' };
      return app.call('PATCH', '/app/users/me', { token: child.token, body });
    });
    assert.equal(countByOutcome(responses), `${CONCURRENT_REQUESTS} × 200`);
    const meResponse = await app.call('GET', '/app/users/me', { token: child.token });
    assert.match(meResponse.body.data.display_name, /^Name \d*[02468]$/);
    assert.match(
      meResponse.body.data.language,
      /^(uk|es)$/,
      'a change of the name does not restore an earlier language',
    );
    assert.equal(meResponse.body.data.id, child.id);
  }
});

testWithApp('concurrent avatar changes to different slots are all saved', async (app) => {
  const child = await app.registerChild();
  const itemsResponse = await app.call('GET', '/app/avatar/items', { token: child.token });
  const listUnlockedIds = (slot: string): string[] =>
    itemsResponse.body.data
      .filter((item: { category: string; unlocked: boolean }) => item.category === slot && item.unlocked)
      .map(({ id }: { id: string }) => id);
  const slots = ['skin', 'hair', 'hat', 'shirt', 'accessory'];
  for (let round = 0; round < 2 * ROUNDS; round += 1) {
    const chosenItems = slots.map((slot) => {
      const unlockedIds = listUnlockedIds(slot);
      return unlockedIds[round % unlockedIds.length];
    });
    const responses = await requestConcurrently(slots.length, (i) =>
      app.call('PATCH', '/app/avatar', { token: child.token, body: { [slots[i] ?? '']: chosenItems[i] } }),
    );
    assert.equal(countByOutcome(responses), '5 × 200');
    const meResponse = await app.call('GET', '/app/users/me', { token: child.token });
    assert.deepEqual(
      slots.map((slot) => meResponse.body.data.avatar[slot]),
      chosenItems,
    );
  }
});

testWithApp('signing out fifty times concurrently revokes the token and gives only 200 or 401', async (app) => {
  const { parent, child } = await app.registerFamily();
  const cookie = await app.openPanelSession(parent.token);
  for (const token of [child.token, parent.token]) {
    const responses = await requestConcurrently(CONCURRENT_REQUESTS, () =>
      app.call('POST', '/app/auth/logout', { token }),
    );
    assert.ok(filterSuccessful(responses).length >= 1);
    assertOnlyOutcomes(responses, ['200', 'UNAUTHORIZED']);
    assert.equal((await app.call('GET', '/app/users/me', { token })).status, 401);
  }
  const panelResponses = await requestConcurrently(CONCURRENT_REQUESTS, () =>
    app.call('POST', '/api/auth/logout', { cookie }),
  );
  assert.ok(filterSuccessful(panelResponses).length >= 1);
  assertOnlyOutcomes(panelResponses, ['200', 'UNAUTHORIZED']);
  assert.equal((await app.call('GET', '/panel', { cookie })).status, 303);
});

testWithApp('different concurrent requests for one family cause no server errors and no duplicates', async (app) => {
  const { parent, child } = await app.registerFamily();
  const otherParent = await app.registerParent();
  const { email, token } = parent;
  const code = await app.generateLinkingCode(otherParent.token);
  const emailCode = await requestAppCode(app, email, { device: 'phone' });
  const actions = [
    () => app.call('POST', '/app/auth/login/parent', { body: { email } }),
    () => app.call('POST', '/api/auth/send-email-code', { body: { email } }),
    () => verifyEmail(app, email, emailCode, { device: 'phone' }),
    () => verifyEmail(app, email, createWrongCode(emailCode)),
    () => app.call('POST', '/app/auth/manager-code', { token }),
    () => app.call('POST', '/app/auth/link/generate', { token }),
    () => app.redeemLinkingCode(child.token, code),
    () => app.loginChild(child.id, '1234', { device: TABLET }),
    () => app.call('PATCH', '/app/users/me', { token: child.token, body: { display_name: 'Mia' } }),
    () => app.call('GET', '/app/users/me', { token: child.token }),
  ];
  await requestConcurrently(CONCURRENT_REQUESTS, (i) => actions[i % actions.length]?.() ?? assert.fail());
  assert.equal(await app.countRows('profiles'), 3);
  assert.equal(await app.countRows('guardians'), 1);
  assert.equal(await app.countRows('consents'), 1);
  const meResponse = await app.call('GET', '/app/users/me', { token: child.token });
  assert.equal(meResponse.body.data.linked_parent_email, email);
});

/** Sends `count` requests concurrently, each of them `repetitions` times, and asserts that none gives a server error. */
async function requestConcurrently(
  count: number,
  sendRequest: (i: number) => Promise<TestResponse>,
  repetitions = 1,
): Promise<TestResponse[]> {
  const responsesByRequest = Array.from({ length: count }, async (_, i) => {
    const responses: TestResponse[] = [];
    for (let repetition = 0; repetition < repetitions; repetition += 1) responses.push(await sendRequest(i));
    return responses;
  });
  const responses = (await Promise.all(responsesByRequest)).flat();
  for (const { status, text } of responses) assert.ok(status < 500, text);
  return responses;
}

function filterSuccessful(responses: TestResponse[]): TestResponse[] {
  return responses.filter(({ status }) => status === 200);
}

/** The error code of a response, or the status of a success. */
function getOutcome({ status, body }: TestResponse): string {
  return body?.error?.code ?? String(status);
}

/** Counts the responses by outcome, for example "1 × 200, 49 × INVALID_CODE". */
function countByOutcome(responses: TestResponse[]): string {
  const responsesByOutcome = Object.groupBy(responses, getOutcome);
  return Object.keys(responsesByOutcome)
    .sort()
    .map((outcome) => `${responsesByOutcome[outcome]?.length} × ${outcome}`)
    .join(', ');
}

function assertOnlyOutcomes(responses: TestResponse[], outcomes: string[]): void {
  assert.ok(
    responses.every((response) => outcomes.includes(getOutcome(response))),
    countByOutcome(responses),
  );
}

async function requestAppCode(app: TestApp, email: string, client: TestRequest): Promise<string> {
  const response = await app.call('POST', '/app/auth/login/parent', { body: { email }, ...client });
  assert.equal(response.status, 200, response.text);
  return app.fetchEmailedCode(email);
}

function verifyEmail(app: TestApp, email: string, code: string, client: TestRequest = {}): Promise<TestResponse> {
  return app.call('POST', '/app/auth/verify-email', { body: { email, code }, ...client });
}

async function registerParents(app: TestApp, count: number) {
  const parents: { email: string; token: string }[] = [];
  while (parents.length < count) parents.push(await app.registerParent());
  return parents;
}

/** The emails that report that another parent has tried to link a child. */
async function listConflictEmails(app: TestApp) {
  return (await app.deliverEmails()).filter(({ subject }) => subject?.startsWith('Someone tried to link'));
}

/** Six digits that differ from the code. */
function createWrongCode(code: string): string {
  return code === '000000' ? '000001' : '000000';
}
