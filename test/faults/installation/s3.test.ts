import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { quarantineOrphans } from '../../../src/app/cli/admin.ts';
import { openInstallation } from '../../../src/app/installation/installation.ts';
import { UnavailableError } from '../../../src/core/requests/api-error.ts';
import { DAY, HOUR } from '../../../src/core/time/instant.ts';
import { cleanUpLearning } from '../../../src/features/learning/index.ts';
import { type Bucket, openBucket } from '../../../src/platform/files/s3-bucket.ts';
import { createLog } from '../../../src/platform/observability/log.ts';
import { readSettings } from '../../../src/platform/settings.ts';
import { createPicture } from '../../support/files/media.ts';
import {
  createFilePart,
  fetchFile,
  listStoredFiles,
  submitParts,
  submitPicture,
} from '../../support/learning/submissions.ts';
import { type S3Server, startS3 } from '../../support/servers/s3.ts';
import { startService } from '../../support/service/process.ts';
import { assertError, START_TIME, startTestApp, type TestApp } from '../../support/test-app.ts';

const BUCKETS = [
  'family-files',
  'many-files',
  'app-files',
  'cleanup-files',
  'installation-files',
  'outage-files',
  'other-files',
];

describe('files in an S3 bucket', () => {
  let s3: S3Server;
  const apps: TestApp[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'family-s3-test-'));
  const log = createLog('silent');
  const openTestBucket = (bucket: string, env: Record<string, string> = {}): Bucket => {
    const settings = readSettings({ ...s3.getSettings(bucket), ...env });
    return openBucket(settings.s3 ?? assert.fail(), log);
  };
  /** Starts an app whose files are in a bucket and whose clock shows the current time, like the clock of the S3 server. */
  const startApp = async (bucket: string) => {
    const app = await startTestApp('sqlite', { env: s3.getSettings(bucket), files: openTestBucket(bucket).files });
    apps.push(app);
    app.advanceWallClock((Date.now() - Date.parse(START_TIME)) / 1000);
    return app;
  };
  before(async () => {
    s3 = await startS3(BUCKETS);
  });
  after(async () => {
    for (const app of apps) await app.close();
    await s3.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  it('are stored, read in whole and in part, listed and removed', async () => {
    const { files } = openTestBucket('family-files');
    const bytes = Buffer.from('0123456789'.repeat(30_000));
    await files.put('a-picture.png', bytes);
    assert.ok((await files.get('a-picture.png'))?.equals(bytes));
    const stored = (await files.find('a-picture.png')) ?? assert.fail();
    assert.equal(stored.size, bytes.length);
    assert.ok((await buffer(stored.read(0, stored.size - 1))).equals(bytes));
    assert.equal((await buffer(stored.read(10, 14))).toString(), '01234');
    const [listed] = await Array.fromAsync(files.list());
    assert.equal(listed?.name, 'a-picture.png');
    assert.ok(Math.abs(Date.parse(listed?.storedAt ?? '') - Date.now()) < 60_000);
    assert.equal(new Date(listed?.storedAt ?? '').toISOString(), listed?.storedAt);
    for (const name of ['missing.png', '../installation-id', 'no name', '']) {
      assert.equal(await files.find(name), undefined);
      assert.equal(await files.get(name), undefined);
      await files.remove(name);
    }
    await assert.rejects(files.put('../outside.png', bytes), /cannot be the name of a file/);
    await files.remove('a-picture.png');
    assert.deepEqual(await Array.fromAsync(files.list()), []);
    await assert.rejects(buffer(stored.read(0, 9)), /is missing in the bucket/);
  });

  it('that stay in old versions of a bucket for ever are reported', async () => {
    const enabled = '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>';
    const rule = '<LifecycleConfiguration><NoncurrentVersionExpiration/></LifecycleConfiguration>';
    for (const [versioning, lifecycle, expected] of [
      ['<VersioningConfiguration/>', 404, /^$/],
      [enabled, rule, /^$/],
      [enabled, 404, /has versions and no rule/],
      [403, 404, /could not be found out/],
    ] as const) {
      const server = createServer(({ url }, response) => {
        const answer = url?.includes('lifecycle') ? lifecycle : versioning;
        response.writeHead(typeof answer === 'number' ? answer : 200).end(String(answer));
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const lines: string[] = [];
      const S3_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const { s3: settings } = readSettings({ ...s3.getSettings('family-files'), S3_URL });
      await openBucket(
        settings ?? assert.fail(),
        createLog('warn', { write: (line) => void lines.push(line) }),
      ).warnOfKeptVersions();
      server.close();
      assert.match(lines.join(), expected);
    }
  });

  it('are listed completely when there are more files than one response of the S3 server lists', async () => {
    const { files } = openTestBucket('many-files');
    // One response lists up to a thousand files.
    const names = Array.from({ length: 1005 }, (_, i) => `file-${String(i).padStart(4, '0')}.png`);
    await files.put('file-0000.png', Buffer.from('x'));
    s3.copy('many-files', 'files/file-0000.png', names.slice(1));
    const listed = await Array.fromAsync(files.list());
    assert.deepEqual(listed.map(({ name }) => name).sort(), names);
  });

  it('are served to a guardian of the child that submitted them, whole or as ranges, and are not in DATA_DIR', async () => {
    const app = await startApp('app-files');
    const { child, parent } = await app.registerFamily();
    const { media } = await submitPicture(app, child);
    const authorization = `Bearer ${parent.token}`;
    const wholeResponse = await fetchFile(app, media[0].url, { authorization });
    assert.equal(wholeResponse.status, 200);
    assert.equal(Number(wholeResponse.headers.get('content-length')), wholeResponse.bytes.length);
    const rangeResponse = await fetchFile(app, media[0].url, { authorization, range: 'bytes=5-20' });
    assert.equal(rangeResponse.status, 206);
    assert.equal(rangeResponse.headers.get('content-range'), `bytes 5-20/${wholeResponse.bytes.length}`);
    assert.ok(rangeResponse.bytes.equals(wholeResponse.bytes.subarray(5, 21)));
    assert.equal((await fetchFile(app, media[0].url, {})).status, 404);
    assert.ok(!readdirSync(app.ctx.settings.dataDir).includes('files') || listStoredFiles(app).length === 0);
  });

  it('are moved to the quarantine and back, like files in a folder', async () => {
    const app = await startApp('cleanup-files');
    const { files } = app.ctx;
    await submitPicture(app, (await app.registerFamily()).child);
    const [submittedFile] = await app.ctx.db.selectFrom('submission_files').selectAll().execute();
    await files.put('an-orphan.png', Buffer.from('an orphan'));
    const listNames = async () => (await Array.fromAsync(files.list())).map(({ name }) => name);
    const listQuarantined = async () => (await Array.fromAsync(files.quarantine.list())).map(({ name }) => name);
    await cleanUpLearning(app.ctx);
    assert.equal((await listNames()).length, 2, 'files younger than an hour may still be referenced');
    app.advance(2 * HOUR);
    await cleanUpLearning(app.ctx);
    assert.deepEqual([await listNames(), await listQuarantined()], [[submittedFile?.name], ['an-orphan.png']]);

    await app.ctx.write(({ db }) => db.deleteFrom('submission_files').execute());
    await cleanUpLearning(app.ctx);
    assert.deepEqual(await listNames(), []);
    await app.ctx.write(({ db }) =>
      db
        .insertInto('submission_files')
        .values(submittedFile ?? assert.fail())
        .execute(),
    );
    app.advance(31 * DAY);
    await cleanUpLearning(app.ctx);
    assert.deepEqual([await listNames(), await listQuarantined()], [[submittedFile?.name], []]);
    assert.ok(((await files.get(submittedFile?.name ?? ''))?.length ?? 0) > 0);
  });

  it('can be neither read nor submitted while the S3 server is down (503); a wrong key or bucket is reported', async () => {
    const app = await startApp('outage-files');
    const child = await app.registerChild();
    const { media } = await submitPicture(app, child);
    const headers = { authorization: `Bearer ${child.token}` };
    await s3.stop();
    assert.equal((await fetchFile(app, media[0].url, headers)).status, 503);
    const parts = [createFilePart(await createPicture('png'))];
    assertError(await submitParts(app, await app.registerChild(), parts), 503, 'INTERNAL_ERROR');
    await s3.start();
    assert.equal((await fetchFile(app, media[0].url, headers)).status, 200);
    const bucketWithWrongKey = openTestBucket('outage-files', { S3_SECRET_ACCESS_KEY: 'wrong' });
    await assert.rejects(bucketWithWrongKey.files.put('a-file.png', Buffer.from('x')), /403 SignatureDoesNotMatch/);
    await assert.rejects(
      openTestBucket('no-such-bucket').files.put('a-file.png', Buffer.from('x')),
      /404 NoSuchBucket/,
    );
  });

  it('are not served when the S3 server sends something other than what was requested', async () => {
    type Reply = (request: IncomingMessage, response: ServerResponse) => void;
    const createReply = (status: number, headers: OutgoingHttpHeaders, body = ''): Reply => {
      return (_request, response) => response.writeHead(status, headers).end(body);
    };
    let replyToHead = createReply(200, { 'content-length': 100 });
    let reply: Reply = () => {};
    const fakeServer = createServer((request, response) =>
      (request.method === 'HEAD' ? replyToHead : reply)(request, response),
    );
    await new Promise<void>((resolve) => fakeServer.listen(0, '127.0.0.1', resolve));
    const { port } = fakeServer.address() as AddressInfo;
    const { files } = openTestBucket('any-bucket', { S3_URL: `http://127.0.0.1:${port}` });
    const readRange = async () => {
      const file = (await files.find('a-file.png')) ?? assert.fail();
      return (await buffer(file.read(0, 9))).toString();
    };
    const range = { 'content-range': 'bytes 0-9/100' };
    reply = createReply(206, range, '0123456789');
    assert.equal(await readRange(), '0123456789');
    const wrongReplies: Record<string, Reply> = {
      'the whole file': createReply(200, {}, '0'.repeat(100)),
      'another range': createReply(206, { 'content-range': 'bytes 1-10/100' }, '0123456789'),
      'too much': createReply(206, range, '0123456789 and more'),
      'too little': createReply(206, range, '01234'),
      'a redirect': (request, response) =>
        createReply(
          request.url === '/elsewhere' ? 206 : 302,
          { ...range, location: '/elsewhere' },
          '0123456789',
        )(request, response),
    };
    for (const [name, wrongReply] of Object.entries(wrongReplies)) {
      reply = wrongReply;
      await assert.rejects(readRange(), UnavailableError, name);
    }
    replyToHead = createReply(200, {});
    await assert.rejects(files.find('a-file.png'), UnavailableError, 'a response without a length');
    let sentBytes = 0;
    reply = (_request, response) => {
      response.writeHead(403);
      const send = () => {
        if (response.destroyed) return;
        sentBytes += 65_536;
        if (response.write('0'.repeat(65_536))) setImmediate(send);
      };
      response.on('drain', send);
      send();
    };
    await assert.rejects(files.put('a-file.png', Buffer.from('x')), UnavailableError);
    assert.ok(sentBytes < 10_000_000, `${sentBytes} bytes of an endless error were read`);
    fakeServer.closeAllConnections();
    fakeServer.close();
  });

  it('belong to one installation: another database or bucket is refused before anything changes', async () => {
    const [first, second] = [await startApp('installation-files'), await startApp('installation-files')];
    const bucket = openTestBucket('installation-files');
    const openWith = ({ ctx }: TestApp, openedBucket = bucket) =>
      openInstallation({ settings: ctx.settings, database: ctx.database, bucket: openedBucket, log: ctx.log });
    await first.registerChild();
    await openWith(first);
    const id = await bucket.readInstallationId();
    await openWith(first);
    await assert.rejects(openWith(second), /is empty, but the bucket .*installation-files belongs to an installation/);
    await second.registerChild();
    await openInstallation({ settings: second.ctx.settings, database: second.ctx.database, log: second.ctx.log });
    await assert.rejects(openWith(second), /The bucket .* and the database .* belong to different installations/);
    assert.equal(await bucket.readInstallationId(), id);

    const otherBucket = openTestBucket('other-files');
    await otherBucket.files.put('unrelated.png', Buffer.from('x'));
    await assert.rejects(openWith(first, otherBucket), /references none of the files in .*other-files/);
    assert.equal(await otherBucket.readInstallationId(), undefined);
    assert.deepEqual((await Array.fromAsync(otherBucket.files.list())).length, 1);

    const env = { ...process.env, ...s3.getSettings('other-files'), DATA_DIR: second.ctx.settings.dataDir };
    await assert.rejects(
      quarantineOrphans(env, { onlyCheck: true }),
      /other-files and the database do not belong together/,
    );
  });

  it('are used by a started service, which reports why it cannot use the bucket', async () => {
    const started = await startService({ ...s3.getSettings('family-files'), DATA_DIR: join(folder, 'started') });
    assert.equal((await fetch(`${started.url}/readyz`)).status, 200, started.getOutput());
    started.process.kill('SIGTERM');
    assert.equal(await started.exited, 0);
    assert.match((await openTestBucket('family-files').readInstallationId()) ?? '', /^[0-9a-f-]{36}$/);
    const refused = await startService({ ...s3.getSettings('no-such-bucket'), DATA_DIR: join(folder, 'refused') });
    assert.equal(await refused.exited, 1);
    assert.match(refused.getOutput(), /The bucket .*no-such-bucket of S3_URL is unavailable \(404 NoSuchBucket\)/);
    const incomplete = await startService({ S3_URL: 'https://s3.example.org', DATA_DIR: join(folder, 'incomplete') });
    assert.equal(await incomplete.exited, 1);
    assert.match(
      incomplete.getOutput(),
      /S3_BUCKET must be[\s\S]*S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are required/,
    );
  });
});
