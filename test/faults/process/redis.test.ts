import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { RATE_LIMIT_BY_GROUP } from '../../../src/app/rate-limits.ts';
import { createLog } from '../../../src/platform/observability/log.ts';
import { openRedisCounter } from '../../../src/platform/request-counter/redis-counter.ts';
import type { RequestCounter } from '../../../src/platform/request-counter/request-counter.ts';
import { NEEDS_REDIS, type RedisServer, startRedis } from '../../support/servers/redis.ts';
import { createTestDatabase, releaseTestDatabase } from '../../support/service/databases.ts';
import { postJson, readCountedAlone, type Service, startService } from '../../support/service/process.ts';
import { waitFor } from '../../support/service/wait-for.ts';
import { NEW_CHILD } from '../../support/test-app.ts';

describe('request counters in Redis', NEEDS_REDIS, () => {
  let redis: RedisServer;
  const openedCounters: RequestCounter[] = [];
  const openCounter = async (installation: string) => {
    const hashWithPepper = (label: string, value: string) => `${installation} ${label} ${value}`;
    const counter = await openRedisCounter(redis.url, { secrets: { hashWithPepper }, log: createLog('silent') });
    openedCounters.push(counter);
    return counter;
  };
  before(async () => {
    redis = await startRedis();
  });
  after(async () => {
    for (const counter of openedCounters) await counter.close();
    await redis.stop();
  });

  it('count the requests to all processes together, and start again at zero when the window has ended', async () => {
    const limit = { requests: 3, seconds: 1 };
    // The last argument of `count` is the time of the process, which does not affect the counts in Redis.
    const [first, second, otherInstallation] = [
      await openCounter('one'),
      await openCounter('one'),
      await openCounter('another'),
    ];
    const windowStartedAt = performance.now();
    assert.deepEqual(await first.count('mia', limit, 0), { isAllowed: true, remaining: 2, resetSeconds: 1 });
    assert.deepEqual(await second.count('mia', limit, 0), { isAllowed: true, remaining: 1, resetSeconds: 1 });
    assert.deepEqual(await first.count('mia', limit, 0), { isAllowed: true, remaining: 0, resetSeconds: 1 });
    assert.deepEqual(await second.count('mia', limit, 0), { isAllowed: false, remaining: 0, resetSeconds: 1 });
    assert.equal((await second.count('leo', limit, 0)).remaining, 2, 'each key has its own window');
    assert.equal(
      (await otherInstallation.count('mia', limit, 0)).remaining,
      2,
      'each installation has its own windows',
    );
    await waitFor(async () => (await first.count('mia', limit, 0)).isAllowed);
    // The window lasts a second. The tolerance of 5 ms allows for differences between the clocks.
    assert.ok(performance.now() - windowStartedAt >= 995, 'refused requests do not extend or shorten the window');
  });

  it('never allow more requests than the limit, however many arrive simultaneously', async () => {
    const counters = [await openCounter('one'), await openCounter('one')];
    const limit = { requests: 50, seconds: 60 };
    const results = await Promise.all(Array.from({ length: 200 }, (_, i) => counters[i % 2]?.count('many', limit, 0)));
    assert.equal(results.filter((result) => result?.isAllowed).length, limit.requests);
  });
});

/** More read requests than two processes allow together if each counts only its own requests. */
const MANY_READS = 2 * RATE_LIMIT_BY_GROUP['app-read'].requests + 60;

describe('two processes with one Redis server', NEEDS_REDIS, () => {
  const folder = mkdtempSync(join(tmpdir(), 'family-redis-test-'));
  const secret = 'k3-9vQx7Lr2mTz8WbYc5NfHd1GpJs6Ua0Ee';
  let redis: RedisServer;
  let databaseUrl: string;
  let services: Service[];

  before(async () => {
    redis = await startRedis();
    databaseUrl = await createTestDatabase('postgres', folder);
    const env = {
      DATABASE_URL: databaseUrl,
      REDIS_URL: redis.url,
      SECRET_KEYS: secret,
      PIN_PEPPER: secret,
      BASE_URL: 'http://127.0.0.1',
    };
    services = await Promise.all(['a', 'b'].map((name) => startService({ ...env, DATA_DIR: join(folder, name) })));
  });
  after(async () => {
    for (const { process: child } of services) child.kill('SIGKILL');
    await Promise.all(services.map(({ exited }) => exited));
    await redis.stop();
    await releaseTestDatabase(databaseUrl);
    rmSync(folder, { recursive: true, force: true });
  });

  /** Sends read requests of a child to both processes in turn, and returns how many were allowed. */
  const countAllowedReads = async (token: string, requestCount: number) => {
    const read = async (i: number) => {
      const response = await fetch(`${services[i % 2]?.url}/app/users/me`, {
        headers: { authorization: `Bearer ${token}` },
      });
      await response.arrayBuffer();
      return response.status;
    };
    const statuses: number[] = [];
    // At most ten requests are in progress, because more would keep the machine so busy that Redis calls time out.
    while (statuses.length < requestCount) {
      statuses.push(...(await Promise.all(Array.from({ length: 10 }, (_, i) => read(i)))));
    }
    assert.deepEqual(
      [...new Set(statuses)].filter((status) => status !== 200 && status !== 429),
      [],
    );
    return statuses.filter((status) => status === 200).length;
  };
  const registerChild = async () => {
    const response = await postJson(`${services[0]?.url}/app/auth/register/child`, NEW_CHILD);
    assert.equal(response.status, 201);
    return response.body.data.token ?? '';
  };
  const countLogLines = (text: string) =>
    services.map(
      (service) =>
        service
          .getOutput()
          .split('\n')
          .filter((line) => line.includes(text)).length,
    );
  /** Waits until both processes count all reads of a child in Redis: on a busy machine, Redis is late now and then. */
  const assertExactLimit = () =>
    waitFor(async () => {
      const token = await registerChild();
      const before = await readCountedAlone(services);
      const allowed = await countAllowedReads(token, MANY_READS);
      if (!isDeepStrictEqual(await readCountedAlone(services), before)) return false;
      assert.equal(allowed, RATE_LIMIT_BY_GROUP['app-read'].requests);
      return true;
    });

  it('together allow exactly as many requests as the rate limit', async () => {
    await assertExactLimit();
  });

  for (const [outage, startOutage, endOutage] of [
    ['does not respond', () => redis.pause(), () => redis.resume()],
    ['is down', () => redis.kill(), () => redis.restart()],
  ] as const) {
    it(`count requests separately and log this while Redis ${outage}, and count together again afterward`, async () => {
      const token = await registerChild();
      const [countedAloneBefore, reportCountsBefore] = [
        await readCountedAlone(services),
        countLogLines('counts only its own requests'),
      ];
      const recoveryCountsBefore = countLogLines('all processes count requests together');
      await startOutage();
      const outageStartedAt = performance.now();
      // All 160 reads are allowed, because each process counts only the 80 that it received.
      for (let i = 0; i < 8; i += 1) {
        const startedAt = performance.now();
        assert.equal(await countAllowedReads(token, 20), 20);
        assert.ok(performance.now() - startedAt < 5000, 'requests do not wait for Redis');
        await sleep(100);
      }
      const outageSeconds = Math.ceil((performance.now() - outageStartedAt) / 1000);
      assert.ok(((await readCountedAlone(services))[0] ?? 0) > (countedAloneBefore[0] ?? 0));
      countLogLines('counts only its own requests').forEach((count, i) => {
        const reportCount = count - (reportCountsBefore[i] ?? 0); // at most one a second
        assert.ok(
          reportCount >= 1 && reportCount <= outageSeconds + 2,
          `${reportCount} log lines in ${outageSeconds} seconds`,
        );
      });
      await endOutage();
      await waitFor(async () => {
        await countAllowedReads(token, 10);
        return countLogLines('all processes count requests together').every(
          (count, i) => count > (recoveryCountsBefore[i] ?? 0),
        );
      });
      await assertExactLimit();
    });
  }

  it('are ready while Redis is down, even if they start during the outage', async () => {
    await redis.kill();
    const response = await fetch(`${services[0]?.url}/readyz`);
    assert.equal(response.status, 200);
    const third = await startService({
      DATABASE_URL: databaseUrl,
      REDIS_URL: redis.url,
      SECRET_KEYS: secret,
      PIN_PEPPER: secret,
      DATA_DIR: join(folder, 'c'),
    });
    assert.equal((await fetch(`${third.url}/readyz`)).status, 200, third.getOutput());
    third.process.kill('SIGTERM');
    assert.equal(await third.exited, 0, 'the service can stop while Redis is down');
  });
});
