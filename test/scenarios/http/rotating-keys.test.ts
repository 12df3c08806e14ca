import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { buildApp, createContext } from '../../../src/app/build.ts';
import { type TestApp, testWithRateLimits } from '../../support/test-app.ts';

const [OLD_KEY, NEW_KEY] = ['nBq7wZ4tK1xY8pV3mC6rL0sD5fG2hJ9u', 'Qe8Rt2Yu6Io0Pa4Sd7Fg1Hj5Kl9Zx3Cv'];
const DEVICE = 'kitchen-tablet';

/**
 * Builds a second service on the same database, as if it ran in another process. It signs with the new key, which comes first in
 * its settings.
 */
function buildServiceWithNewKey({ ctx }: TestApp): FastifyInstance {
  const { database, content, log, now } = ctx;
  const settings = { ...ctx.settings, secretKeys: [NEW_KEY, OLD_KEY] };
  return buildApp(createContext({ settings, database, content: content.current, log, now }));
}

type Call = (
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  options?: { body?: object; token?: string; idempotencyKey?: string },
) => Promise<{
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test knows the bodies that it reads
  body: any;
}>;

testWithRateLimits(
  'while the secret key is replaced, processes with the old and the new key accept the same tokens, codes and PINs',
  async (app) => {
    const newProcess = buildServiceWithNewKey(app);
    const callOldProcess: Call = (method, path, { body, token, idempotencyKey } = {}) =>
      app.call(method, path, {
        body,
        token,
        device: DEVICE,
        ...(idempotencyKey && { headers: { 'idempotency-key': idempotencyKey } }),
      });
    const callNewProcess: Call = async (method, url, { body, token, idempotencyKey } = {}) => {
      const headers = {
        'device-id': DEVICE,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      };
      const response = await newProcess.inject({ method, url, headers, ...(body && { payload: body }) });
      return { status: response.statusCode, body: JSON.parse(response.body) };
    };
    for (const [callFirst, callSecond, name] of [
      [callOldProcess, callNewProcess, 'a'],
      [callNewProcess, callOldProcess, 'b'],
    ] as const) {
      const email = `rotating-${name}@example.org`;
      assert.equal((await callFirst('POST', '/app/auth/register/parent', { body: { email } })).status, 200);
      const code = await app.fetchEmailedCode(email);
      const verified = await callSecond('POST', '/app/auth/verify-email', { body: { email, code } });
      assert.equal(verified.status, 200, 'an emailed code is valid in the other process');
      const { token } = verified.body.data;
      assert.equal(
        (await callFirst('GET', '/app/users/me', { token })).status,
        200,
        'a token is valid in the other process',
      );
      const managerCodeResponse = await callFirst('POST', '/app/auth/manager-code', { token });
      const { code: managerCode } = managerCodeResponse.body.data;
      assert.equal((await callSecond('POST', '/api/auth/verify-code', { body: { code: managerCode } })).status, 200);
      const child = { birth_year: 2017, language: 'en', avatar_id: 'fox', pin: '1234' };
      const registered = await callFirst('POST', '/app/auth/register/child', { body: child });
      const login = { profile_id: registered.body.data.id, pin: '1234' };
      const signedIn = await callSecond('POST', '/app/auth/login/child', { body: login });
      assert.equal(signedIn.status, 200, 'a PIN is valid in the other process');
      const profiles = await callSecond('GET', '/app/auth/profiles');
      const profileList = JSON.stringify(profiles.body);
      assert.ok(profileList.includes(registered.body.data.id), 'the device is known in the other process, too');
      const todo = { body: { title: 'Feed the cat' }, token: signedIn.body.data.token, idempotencyKey: `once-${name}` };
      const responses = await Promise.all([
        callFirst('POST', '/app/todos', todo),
        callSecond('POST', '/app/todos', todo),
      ]);
      assert.deepEqual(
        new Set(responses.map(({ body }) => body.data?.id)).size,
        1,
        'the processes share an Idempotency-Key',
      );
    }
    const statuses: number[] = [];
    for (const call of [callOldProcess, callNewProcess, callOldProcess, callNewProcess]) {
      const body = { email: 'rotating-a@example.org' };
      statuses.push((await call('POST', '/api/auth/send-email-code', { body })).status);
    }
    assert.deepEqual(statuses, [200, 200, 200, 429], 'the requests to the two processes are counted together');
    await newProcess.close();
  },
  { env: { SECRET_KEYS: `${OLD_KEY},${NEW_KEY}` } },
);
