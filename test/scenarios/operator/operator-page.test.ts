import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { MAX_BACKUP_HOURS } from '../../../src/app/cli/backup/backup.ts';
import { createBackup } from '../../../src/app/cli/backup/create-backup.ts';
import { openInstallation } from '../../../src/app/installation/installation.ts';
import { findRelease, parseNewerRelease } from '../../../src/app/operator/release-feed.ts';
import { compareTotals, listTraffic, parseTotals, sampleTraffic } from '../../../src/app/operator/traffic.ts';
import { runJobs } from '../../../src/app/scheduled-jobs.ts';
import { addSeconds, DAY, HOUR, toEpochSeconds } from '../../../src/core/time/instant.ts';
import { findParentByEmail } from '../../../src/features/accounts/index.ts';
import { createFamilyPlanet } from '../../../src/features/planets/index.ts';
import { lockRecipientState, saveRecipientState } from '../../../src/platform/email/outbox-store.ts';
import { createCsrfToken } from '../../../src/platform/http/security/cross-site.ts';
import { captureOutput } from '../../support/service/console-output.ts';
import { START_TIME, type TestApp, type TestResponse, testWithApp } from '../../support/test-app.ts';

const OPERATOR_TOKEN = 'the-operators-token-of-2026';
const SETTINGS = { env: { OPERATOR_TOKEN } };
const DEVICE = 'operators-browser'.padEnd(32, '0');

/** A browser in which the operator Ada has entered the token. */
function openBrowser(app: TestApp, credentials = `Ada:${OPERATOR_TOKEN}`) {
  const headers = { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
  const form_token = createCsrfToken(app.ctx, DEVICE);
  return {
    open: (path: string) => app.call('GET', path, { headers }),
    submit: (path: string, fields: Record<string, string>, token = form_token) =>
      app.call('POST', path, {
        headers: {
          ...headers,
          'content-type': 'application/x-www-form-urlencoded',
          'sec-fetch-site': 'same-origin',
          cookie: `__Host-device=${DEVICE}`,
        },
        raw: String(new URLSearchParams({ form_token: token, ...fields })),
      }),
  };
}

async function listOperatorEvents(app: TestApp) {
  await app.ctx.flushSecurityLog();
  const rows = await app.ctx.db
    .selectFrom('security_events')
    .select(['kind', 'operator'])
    .where('event', '=', 'operator')
    .orderBy('id')
    .execute();
  return rows.map(({ kind, operator }) => `${operator}: ${kind}`);
}

async function findParentId(app: TestApp, { email }: { readonly email: string }): Promise<string> {
  return (await findParentByEmail(app.ctx, email))?.id ?? assert.fail();
}

function findError({ text }: TestResponse): string | undefined {
  return /<p class="error" role="alert">([^<]*)</.exec(text)?.[1];
}

testWithApp('without OPERATOR_TOKEN, there is no page for the operator', async (app) => {
  for (const path of ['/operator', '/operator/families']) assert.equal((await openBrowser(app).open(path)).status, 404);
});

testWithApp(
  "the operator's pages need the token as the password, and a wrong one is in the security log",
  async (app) => {
    const { parent, child } = await app.registerFamily();
    const { headers } = await app.call('GET', '/operator');
    assert.equal(headers.get('www-authenticate'), 'Basic realm="operator", charset="UTF-8"');
    for (const credentials of ['Ada:wrong', `Ada${OPERATOR_TOKEN}`, `Ada:${OPERATOR_TOKEN}x`, `${OPERATOR_TOKEN}:`])
      assert.equal((await openBrowser(app, credentials).open('/operator')).status, 401);
    for (const token of [parent.token, child.token, OPERATOR_TOKEN])
      assert.equal((await app.call('GET', '/operator', { token })).status, 401);
    const { submit } = openBrowser(app, 'Ada:wrong');
    assert.equal((await submit(`/operator/families/${child.id}`, { act: 'erase', text: child.id })).status, 401);
    assert.equal((await openBrowser(app).submit('/operator/planets', { planet: 'x' }, 'forged')).status, 403);
    await app.ctx.flushSecurityLog();
    const failed = app.ctx.db.selectFrom('security_events').select('kind').where('event', '=', 'sign-in-failed');
    assert.ok((await failed.execute()).every(({ kind }) => kind === 'operator'));
    assert.ok((await failed.execute()).length > 0);
    assert.equal((await openBrowser(app).open('/operator')).status, 200);
  },
  SETTINGS,
);

testWithApp(
  'an operator finds a family and acts for it, with the name in the security log',
  async (app) => {
    const { child, parent } = await app.registerFamily();
    const other = await app.registerParent();
    const { open, submit } = openBrowser(app);
    const found = await open(`/operator/families?text=${encodeURIComponent(parent.email)}`);
    assert.match(found.text, new RegExp(`href="/operator/families/${await findParentId(app, parent)}"`));
    assert.match((await open('/operator/families?text=nobody')).text, /No profile has this id, address or name/);
    assert.equal((await open('/operator/families/nobody')).status, 404);
    const path = `/operator/families/${child.id}`;
    assert.match((await open(path)).text, new RegExp(parent.email));

    const act = async (name: string, text = '', at = path) => {
      const response = await submit(at, { act: name, text });
      return response.status === 303 ? 'done' : `${response.status} ${findError(response)}`;
    };
    assert.equal(await act('link', other.email), 'done');
    assert.equal(
      await act('link', 'nobody@example.org'),
      '404 nobody@example.org has no account: the parent has to sign in once.',
    );
    assert.equal(await act('unlink', parent.email), 'done');
    assert.equal(await act('unlink', parent.email), `404 ${parent.email} is no guardian of this child.`);
    assert.equal(await act('change-email', 'x@example.org'), '409 This profile is not that of a parent.');
    assert.equal(await act('unlock'), 'done');
    assert.equal(await act('sign-out'), 'done');
    assert.equal((await app.call('GET', '/app/users/me', { token: child.token })).status, 401);
    assert.equal(await act('constructor'), '409 There is no such act.');
    const parentPath = `/operator/families/${await findParentId(app, other)}`;
    assert.equal(await act('change-email', 'NEW@example.org', parentPath), 'done');
    assert.match((await open(parentPath)).text, /new@example\.org/);
    assert.equal(await act('erase', 'yes'), '409 To erase the profile, enter its id. Nothing was erased.');
    assert.equal(await act('erase', child.id), 'done');
    assert.equal((await open(path)).status, 404);
    const events = await listOperatorEvents(app);
    // The events about the child are erased with it.
    assert.ok(events.includes('Ada: parent change-email') && events.includes('Ada: family erase'), events.join());
    assert.ok(events.every((event) => event.startsWith('Ada: ')));
  },
  SETTINGS,
);

testWithApp(
  'the operator ends a reported planet, sends a waiting email at once or drops it, and lets an address get emails again',
  async (app) => {
    const { parent, child } = await app.registerFamily();
    const { open, submit } = openBrowser(app);
    const planet = await createFamilyPlanet(app.ctx, await findParentId(app, parent), { name: 'The rude ones' });
    assert.equal((await submit('/operator/planets', { planet: 'unknown' })).status, 404);
    assert.equal((await submit('/operator/planets', { planet: planet.id })).status, 303);
    assert.match((await open(`/operator/families/${child.id}`)).text, /Guardians/);

    await app.ctx.write(async (ctx) => {
      for (const name of ['first', 'second'])
        await ctx.outbox.enqueue(
          ctx,
          { to: `${name}@example.org`, subject: 'Secret 123456', text: 'x', html: 'x', pictures: [] },
          { topic: name, now: ctx.now(), sendAt: '2100-01-01T00:00:00.000Z', expiresAt: '2100-01-02T00:00:00.000Z' },
        );
    });
    const { text } = await open('/operator');
    assert.match(text, /first@example\.org/);
    assert.doesNotMatch(text, /123456/);
    const ids = await app.ctx.db.selectFrom('outbox').select(['id', 'topic']).execute();
    const findId = (topic: string) => ids.find((row) => row.topic === topic)?.id ?? assert.fail();
    await submit(`/operator/emails/${findId('first')}`, { act: 'resend' });
    await submit(`/operator/emails/${findId('second')}`, { act: 'drop' });
    const rows = await app.ctx.db.selectFrom('outbox').select(['topic', 'next_try_at']).execute();
    assert.deepEqual(
      rows.filter(({ topic }) => topic === 'first' || topic === 'second'),
      [{ topic: 'first', next_try_at: app.ctx.now() }],
    );

    const recipient = app.ctx.secrets.hashWithPepper('email recipient', parent.email);
    await app.ctx.write(async (ctx) => {
      const state = await lockRecipientState(ctx, recipient, ctx.now());
      const paused = { ...state, refusals: 5, paused_until: addSeconds(ctx.now(), DAY) };
      await saveRecipientState(ctx, recipient, paused, ctx.now());
    });
    const path = `/operator/families/${await findParentId(app, parent)}`;
    assert.match((await open(path)).text, /none until 20/);
    assert.equal((await submit(path, { act: 'end-email-pause' })).status, 303);
    assert.match((await open(path)).text, /are sent/);
  },
  SETTINGS,
);

testWithApp(
  'the page shows when each job last succeeded and failed, the size of the database and the last hour',
  async (app) => {
    const { open } = openBrowser(app);
    async function tidyUp() {}
    async function failAlways() {
      throw new Error('a test');
    }
    await runJobs(app.ctx);
    await runJobs(app.ctx, [tidyUp, failAlways]);
    await sampleTraffic(app.ctx);
    for (let i = 0; i < 10; i += 1) await app.call('GET', '/app/levels');
    await sampleTraffic(app.ctx);
    const [minute] = listTraffic(app.ctx);
    assert.deepEqual([minute?.requests, minute?.errors], [10, 0]);
    const { text } = await open('/operator');
    assert.match(text, /<span>tidy up<\/span><\/td><td [^>]+>2/);
    assert.match(text, /<span class="bad">fail always<\/span><\/td><td [^>]+>–<\/td><td [^>]+>2/);
    assert.match(text, /<span>record sizes<\/span><\/td><td [^>]+>2/);
    assert.match(text, /10 in 1 min/);
    assert.match(
      text,
      /Free on the disk of DATA_DIR<\/dt><dd><span>[\d.]+ [MG]B \([+-]?[\d.]+ [KMG]B since 2026-11-20\)/,
    );
    const metrics = await app.ctx.metrics.collect();
    assert.match(metrics, /^job_last_success_timestamp_seconds\{name="tidyUp"\} \d+$/m);
    assert.match(metrics, /^job_last_success_timestamp_seconds\{name="failAlways"\} 0$/m);
    assert.equal(await app.countRows('database_sizes'), 1);

    app.advance(HOUR);
    await runJobs(app.ctx);
    const { text: laterText } = await open('/operator');
    assert.doesNotMatch(laterText, /tidy up|fail always/, 'the service does not know these jobs');
    assert.match(laterText, /record sizes/);
  },
  SETTINGS,
);

testWithApp(
  'the page and the metrics show how old the newest backup is, and that it is missing or too old',
  async (app) => {
    const { open } = openBrowser(app);
    const folder = mkdtempSync(join(tmpdir(), 'family-backups-'));
    try {
      const { settings, database, log } = app.ctx;
      await openInstallation({ settings, database, log });
      const ctx = { ...app.ctx, settings: { ...settings, backupDir: folder } };
      const look = async () => {
        app.advance(HOUR);
        await runJobs(ctx);
        const [, backup] = /Newest backup<\/dt><dd>(.*?)<\/dd>/.exec((await open('/operator')).text) ?? [];
        const [, seconds] = /^backup_last_success_timestamp_seconds (\d+)$/m.exec(await ctx.metrics.collect()) ?? [];
        return { backup, seconds: Number(seconds) };
      };
      assert.deepEqual(await look(), {
        backup: '<span class="bad">none at 2026-11-20 09:00 UTC: see BACKUP_DIR</span>',
        seconds: 0,
      });
      const env = { DATA_DIR: settings.dataDir, DATABASE_URL: settings.databaseUrl };
      await captureOutput(() => createBackup(env, { folder }));
      renameSync(join(folder, readdirSync(folder)[0] ?? ''), join(folder, '2026-11-20T08-00-00-000Z'));
      const seconds = toEpochSeconds(START_TIME);
      assert.deepEqual(await look(), { backup: '<span>2026-11-20 08:00 UTC, 2 hours ago</span>', seconds });
      app.advance((MAX_BACKUP_HOURS - 3) * HOUR);
      assert.match((await look()).backup ?? '', /^<span class="bad">2026-11-20 08:00 UTC, 48 hours ago/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
  SETTINGS,
);

/** A server with a feed, of which a test chooses the text. */
const feed = { text: '', readCount: 0 };
const feedServer = createServer((_request, response) => {
  feed.readCount += 1;
  response.end(feed.text);
}).listen(0, '127.0.0.1');
await once(feedServer, 'listening');
after(() => feedServer.close());
const RELEASE_FEED_URL = `http://127.0.0.1:${(feedServer.address() as AddressInfo).port}/releases.atom`;

testWithApp(
  'with RELEASE_FEED_URL, the page shows a newer release, and the feed is read once a day',
  async (app) => {
    const readPage = async (text: string) => {
      feed.text = text;
      feed.readCount = 0;
      for (let hour = 0; hour < 24; hour += 1) {
        app.advance(HOUR);
        await runJobs(app.ctx, [findRelease]);
      }
      assert.equal(feed.readCount, 1);
      return /<a href="(.*?)" rel="noreferrer">(.*?)<\/a>/
        .exec((await openBrowser(app).open('/operator')).text)
        ?.slice(1);
    };
    const format = (...tags: string[]) =>
      `<feed>${tags.map((tag) => `<entry><title>${tag}</title><link rel="alternate" href="https://git.example.org/f/l/releases/tag/${tag}"/></entry>`)}</feed>`;
    assert.equal(await readPage(format('v1.0.0')), undefined);
    const newest = ['https://git.example.org/f/l/releases/tag/v11.10.0', 'version 11.10.0 is available'];
    assert.deepEqual(await readPage(format('v11.9.3', 'v12.0.0-rc.1', 'v11.10.0', 'v2.0.0')), newest);
    assert.deepEqual(await readPage(`${' '.repeat(1024 ** 2)} ${format('v13.0.0')}`), newest, 'the feed is too large');
    assert.match(app.log.join(''), /the release feed \(RELEASE_FEED_URL\) cannot be read/);
    assert.equal(await readPage('<feed><link href="javascript:alert(1)/releases/tag/v13.0.0"/></feed>'), undefined);
  },
  { env: { OPERATOR_TOKEN, RELEASE_FEED_URL } },
);

test('a release is newer by its numbers', () => {
  const isNewer = (version: string, current: string) =>
    parseNewerRelease(JSON.stringify({ version, url: '' }), current) !== undefined;
  assert.deepEqual(
    [isNewer('1.10.0', '1.9.0 (0123abc)'), isNewer('1.9.0', '1.10.0'), isNewer('1.2.0', '1.2.0 (0123abc)')],
    [true, false, false],
  );
});

test('the last hour: requests by duration without monitoring, server errors, and a replaced process counts as none', () => {
  const bucket = (le: string, route: string, status: number, count: number) =>
    `http_request_duration_seconds_bucket{le="${le}",method="GET",route="${route}",status="${status}"} ${count}\n`;
  const format = (fast: number, all: number, failed: number) =>
    bucket('0.01', '/app/x', 200, fast) +
    bucket('0.1', '/app/x', 200, all) +
    bucket('+Inf', '/app/x', 200, all) +
    bucket('0.01', '/app/y', 500, failed) +
    bucket('0.1', '/app/y', 500, failed) +
    bucket('+Inf', '/app/y', 500, failed) +
    bucket('+Inf', '/healthz', 200, 1000);
  const at = '2026-11-29T12:00:00.000Z';
  const before = parseTotals(format(10, 10, 0));
  assert.deepEqual(compareTotals(before, parseTotals(format(60, 108, 2)), at), {
    at,
    requests: 100,
    errors: 2,
    p50: 9.6, // the 50th of the 52 that took at most 10 ms
    p95: 90.6,
  });
  const none = { at, requests: 0, errors: 0, p50: null, p95: null };
  assert.deepEqual(compareTotals(before, parseTotals(format(3, 5, 0)), at), none);
});
