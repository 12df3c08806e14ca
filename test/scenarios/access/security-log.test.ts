import assert from 'node:assert/strict';
import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { DAY } from '../../../src/core/time/instant.ts';
import { sweepExpiredRows } from '../../../src/platform/database/index.ts';
import { assertError, type TestApp, testWithApp } from '../../support/test-app.ts';

/** The lines of the security log. */
async function readLines(app: TestApp): Promise<Record<string, unknown>[]> {
  await app.ctx.flushSecurityLog();
  const text = readFileSync(join(app.ctx.settings.dataDir, 'security.jsonl'), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

testWithApp(
  'the security log has sign-ins, failures and powers, with pseudonyms, as lines and as rows',
  async (app) => {
    const { child, parent } = await app.registerFamily();
    const response = await app.loginChild(child.id, '9999', { from: '203.0.113.9' });
    assertError(response, 401, 'INVALID_PIN');
    for (let i = 0; i < 3; i += 1) await app.call('POST', '/app/auth/manager-code', { token: child.token });
    const lines = await readLines(app);
    assert.deepEqual(
      lines.map(({ event, kind, repeats = 1 }) => [event, kind, repeats]),
      [
        ['sign-in', 'child', 1],
        ['sign-in', 'app', 1],
        ['power-used', 'link', 1],
        ['sign-in-failed', 'pin', 1],
        ['refused', 'role', 1],
        ['refused', 'role', 1],
        ['refused', 'role', 1],
      ],
    );
    const { subject: pseudonym } = lines[0] ?? {};
    const { time, ...failure } = lines[3] ?? {};
    assert.equal(time, app.ctx.now());
    assert.deepEqual(failure, {
      event: 'sign-in-failed',
      kind: 'pin',
      subject: pseudonym,
      request_id: response.headers.get('x-request-id'),
      address: '203.0.113.9',
    });
    assert.equal(lines[2]?.actor, lines[1]?.subject);
    const rows = await app.ctx.db.selectFrom('security_events').select(['event', 'subject']).execute();
    const format = (events: readonly { event?: unknown; subject?: unknown }[]) =>
      events.map(({ event, subject }) => `${event} ${subject}`).sort(); // ids of one millisecond have no order
    assert.deepEqual(format(rows), format(lines));
    for (const secret of [child.id, child.token, parent.email, '9999'])
      assert.ok(!JSON.stringify(lines).includes(secret), `the security log contains ${secret}`);
    assert.match(
      (await app.call('GET', '/metrics', { headers: { 'x-forwarded-for': '127.0.0.1' } })).text,
      /security_events_total\{event="sign-in-failed",kind="pin"\} 1/,
    );
  },
);

test('the filter for fail2ban finds the addresses of failures', () => {
  const folder = join(import.meta.dirname, '../../../deploy/fail2ban');
  const [, regex = ''] = /^failregex = (.*)$/m.exec(readFileSync(join(folder, 'filter.conf'), 'utf8')) ?? [];
  const pattern = new RegExp(regex.replace('<SUBNET>', '(?<subnet>[\\da-f.:]+(?:/\\d+)?)'));
  const findAddress = (event: string, address: string) => {
    const date = '"time":"2026-11-28T12:00:00.000Z"'; // fail2ban removes it before it matches the line
    const line = JSON.stringify({ time: '2026-11-28T12:00:00.000Z', event, kind: 'pin', request_id: 'x-1', address });
    return pattern.exec(line.replace(date, ''))?.groups?.subnet;
  };
  assert.equal(findAddress('sign-in-failed', '203.0.113.9'), '203.0.113.9');
  assert.equal(findAddress('budget-spent', '2001:db8:0:1::/64'), '2001:db8:0:1::/64');
  assert.equal(findAddress('sign-in', '203.0.113.9'), undefined);
});

testWithApp('the security log stores equal events once, at most 600 a minute, for 90 days', async (app) => {
  const { dataDir } = app.ctx.settings;
  for (let i = 0; i < 700; i += 1) app.ctx.logSecurity({ event: 'refused', subject: i < 100 ? 'same' : `other ${i}` });
  await app.ctx.flushSecurityLog();
  assert.equal(await app.countRows('security_events'), 1 + 500);
  app.advance(60);
  app.ctx.logSecurity({ event: 'locked' });
  const lines = await readLines(app);
  assert.equal(lines[0]?.repeats, 100);
  assert.deepEqual(
    lines.slice(-2).map(({ event, repeats }) => [event, repeats]),
    [
      ['dropped', 100],
      ['locked', undefined],
    ],
  );

  const yesterday = new Date(Date.parse(app.ctx.now()) - DAY * 1000);
  utimesSync(join(dataDir, 'security.jsonl'), yesterday, yesterday);
  writeFileSync(join(dataDir, 'security-2020-01-01.jsonl'), '');
  app.ctx.logSecurity({ event: 'locked' });
  assert.equal((await readLines(app)).length, 1);
  assert.deepEqual(
    readdirSync(dataDir).filter((name) => name.startsWith('security')),
    [`security-${yesterday.toISOString().slice(0, 10)}.jsonl`, 'security.jsonl'],
  );
  app.advance(90 * DAY);
  await sweepExpiredRows(app.ctx);
  assert.equal(await app.countRows('security_events'), 0);
});

testWithApp(
  'SECURITY_LOG_ADDRESSES=off hides addresses',
  async (app) => {
    await app.registerChild({ from: '203.0.113.9' });
    assert.deepEqual(Object.keys((await readLines(app))[0] ?? {}), ['time', 'event', 'kind', 'subject', 'request_id']);
  },
  { only: 'sqlite', env: { SECURITY_LOG_ADDRESSES: 'off' } },
);
