import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { RATE_LIMIT_BY_GROUP } from '../../../src/app/rate-limits.ts';
import { createPicture } from '../../support/files/media.ts';
import { createMultipartRequest } from '../../support/files/multipart.ts';
import { findFreePort } from '../../support/servers/free-port.ts';
import { NEEDS_NGINX, type Nginx, startNginx } from '../../support/servers/nginx.ts';
import { type RedisServer, startRedis } from '../../support/servers/redis.ts';
import { type S3Server, startS3 } from '../../support/servers/s3.ts';
import { createTestDatabase, releaseTestDatabase } from '../../support/service/databases.ts';
import { postJson, readCountedAlone, type Service, startService } from '../../support/service/process.ts';
import { waitFor } from '../../support/service/wait-for.ts';
import { NEW_CHILD } from '../../support/test-app.ts';

/** Each process responds to more requests than this, so nginx passes requests to both of them. */
const MIN_REQUESTS_PER_PROCESS = 20;
/**
 * Linux resets connections that arrive while a process closes its socket. nginx then responds with 502 to a write, because it
 * cannot know whether the write has run. On a busy machine this happens to a few of them.
 */
const MAX_BAD_GATEWAYS = 4;

describe('two processes with Redis and S3 behind nginx', NEEDS_NGINX, () => {
  const folder = mkdtempSync(join(tmpdir(), 'family-nginx-test-'));
  const secret = 'k3-9vQx7Lr2mTz8WbYc5NfHd1GpJs6Ua0Ee';
  let databaseUrl: string;
  let redis: RedisServer;
  let s3: S3Server;
  let nginx: Nginx;
  let ports: [number, number];
  let services: Service[];

  const start = (index: number) =>
    startService({
      PORT: String(ports[index]),
      DATABASE_URL: databaseUrl,
      REDIS_URL: redis.url,
      ...s3.getSettings('family'),
      SECRET_KEYS: secret,
      PIN_PEPPER: secret,
      BASE_URL: nginx.url,
      TRUST_PROXY: 'loopback',
      DATA_DIR: join(folder, String(index)),
    });
  before(async () => {
    databaseUrl = await createTestDatabase('postgres', folder);
    redis = await startRedis();
    s3 = await startS3(['family']);
    ports = [await findFreePort(), await findFreePort()];
    nginx = await startNginx(ports);
    // One after the other: s3rver ends the connection of a reader while the object, here the id of the installation, is written.
    services = [await start(0), await start(1)];
  });
  after(async () => {
    for (const { process: child } of services) child.kill('SIGKILL');
    await Promise.all(services.map(({ exited }) => exited));
    await nginx.stop();
    await redis.stop();
    await s3.remove();
    await releaseTestDatabase(databaseUrl);
    rmSync(folder, { recursive: true, force: true });
  });

  const registerChild = async (address: string) => {
    const response = await postJson(`${nginx.url}/app/auth/register/child`, NEW_CHILD, { 'x-forwarded-for': address });
    assert.equal(response.status, 201);
    return { authorization: `Bearer ${response.body.data.token}` };
  };
  const countRequestLogLines = () =>
    services.map(
      (service) =>
        service
          .getOutput()
          .split('\n')
          .filter((line) => line.includes('"msg":"request"')).length,
    );

  it('share the requests, and together allow exactly as many as the rate limit', async () => {
    const countsBefore = countRequestLogLines();
    // If each process counted only its own requests, each would allow 100 of these, and both together 200.
    await waitFor(async () => {
      const headers = await registerChild('10.1.0.1');
      const countedAlone = await readCountedAlone(services);
      const read = async () => (await fetch(`${nginx.url}/app/users/me`, { headers })).status;
      const statuses: number[] = [];
      while (statuses.length < 260) statuses.push(...(await Promise.all(Array.from({ length: 10 }, read))));
      assert.deepEqual([...new Set(statuses)].sort(), [200, 429]);
      if (!isDeepStrictEqual(await readCountedAlone(services), countedAlone)) return false; // a call to Redis was late
      assert.equal(statuses.filter((status) => status === 200).length, RATE_LIMIT_BY_GROUP['app-read'].requests);
      return true;
    });
    await waitFor(() =>
      countRequestLogLines().every((count, i) => count > (countsBefore[i] ?? 0) + MIN_REQUESTS_PER_PROCESS),
    );
  });

  it('both serve a picture that a child submitted to one of them', async () => {
    const headers = await registerChild('10.1.0.2');
    const form = createMultipartRequest([
      { name: 'files', filename: 'garden.png', type: 'image/png', body: await createPicture('png') },
    ]);
    const submitted = await fetch(`${nginx.url}/app/tasks/another-ending/submit-creative`, {
      method: 'POST',
      headers: { ...headers, ...form.headers },
      body: form.raw,
    });
    const text = await submitted.text();
    assert.equal(submitted.status, 201, text);
    const path = new URL(JSON.parse(text).data.media[0].url).pathname;
    for (const { url } of services) {
      const file = await fetch(`${url}${path}`, { headers });
      assert.equal(file.status, 200);
      assert.match(file.headers.get('content-type') ?? '', /^image\//);
    }
  });

  it('lose no write when they restart one after the other', async () => {
    const headersOfChildren = await Promise.all(Array.from({ length: 32 }, (_, i) => registerChild(`10.1.1.${i}`)));
    const acknowledgedIds: string[] = [];
    let badGatewayCount = 0;
    let isStopping = false;
    const writers = headersOfChildren.map(async (headers, childIndex) => {
      for (let i = 0; !isStopping && i < RATE_LIMIT_BY_GROUP['app-write'].requests; i += 1) {
        const title = `${childIndex} ${i}`;
        const createTodo = () =>
          fetch(`${nginx.url}/app/todos`, {
            method: 'POST',
            headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': `${childIndex}-${i}` },
            body: JSON.stringify({ title }),
          });
        let response = await createTodo();
        if (response.status === 502) {
          badGatewayCount += 1;
          response = await createTodo();
        }
        const text = await response.text();
        assert.equal(response.status, 201, `${text} ${nginx.readErrors()}`);
        acknowledgedIds.push(JSON.parse(text).data.id);
        await sleep(400);
      }
    });
    for (const index of [0, 1]) {
      services[index]?.process.kill('SIGTERM');
      assert.equal(await services[index]?.exited, 0);
      services[index] = await start(index);
    }
    isStopping = true;
    await Promise.all(writers);
    assert.ok(badGatewayCount <= MAX_BAD_GATEWAYS, nginx.readErrors());
    const db = new pg.Client({ connectionString: databaseUrl });
    await db.connect();
    const { rows } = await db.query<{ id: string }>('select id from todos');
    await db.end();
    assert.deepEqual(acknowledgedIds.sort(), rows.map(({ id }) => id).sort());
  });
});
