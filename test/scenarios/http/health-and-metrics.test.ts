import assert from 'node:assert/strict';
import { it } from 'node:test';
import { VERSION } from '../../../src/app/version.ts';
import { describeWithApp, testWithApp } from '../../support/test-app.ts';

describeWithApp('Health, readiness, metrics and the log', (app) => {
  it('/healthz and /readyz report that the process is alive and ready', async () => {
    const health = await app.call('GET', '/healthz');
    assert.deepEqual([health.status, health.body], [200, { data: { status: 'ok' } }]);
    const ready = await app.call('GET', '/readyz');
    assert.deepEqual([ready.status, ready.body], [200, { data: { status: 'ready', version: VERSION } }]);
  });

  it('each request has an id and is logged without the query string or the bearer token', async () => {
    const response = await app.call('GET', '/app/users/me?email=canary@example.org', { token: 'canary-token-canary' });
    const id = response.headers.get('x-request-id') ?? '';
    assert.match(id, /^[\w-]{12}-[0-9a-z]+$/);
    const logLine = app.log.find((line) => line.includes(id)) ?? '';
    const { route, status, method } = JSON.parse(logLine);
    assert.deepEqual({ route, status, method }, { route: '/app/users/me', status: 401, method: 'GET' });
    assert.ok(!app.log.join('').includes('canary'));
  });
});

testWithApp('metrics report the waiting emails and jobs and the age of the oldest waiting email', async (app) => {
  await app.call('POST', '/app/auth/register/parent', { body: { email: 'parent@example.org' } });
  app.advance(30);
  const { text } = await app.call('GET', '/metrics', { from: '127.0.0.1' });
  assert.match(text, /^emails_waiting 1$/m);
  assert.match(text, /^emails_oldest_seconds 30$/m);
  assert.match(text, /^service_ready 1$/m);
  assert.match(text, /^disk_free_bytes [1-9]/m);
  assert.match(text, /^queue_jobs\{queue="PINs",state="waiting"\} 0$/m);
});
