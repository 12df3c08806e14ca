import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it, type TestOptions } from 'node:test';
import { sql } from 'kysely';
import { openDatabase } from '../../../src/platform/database/index.ts';
import { migrations } from '../../../src/schema/migrations/index.ts';
import {
  NEEDS_NAMED_STATEMENTS,
  NEEDS_PGBOUNCER,
  type Pgbouncer,
  startPgbouncer,
} from '../../support/servers/pgbouncer.ts';
import { createEmptyDatabase, dropPostgresDatabase } from '../../support/service/databases.ts';
import { postJson, type Service, startService } from '../../support/service/process.ts';
import { waitFor } from '../../support/service/wait-for.ts';
import { NEW_CHILD } from '../../support/test-app.ts';

const POOL_SIZE = 3;
const CHILD_COUNT = 40;
const READ_PATHS = ['/app/users/me', '/app/users/me/stats', '/app/rankings'];
const READ_ROUND_COUNT = 5;

testPgbouncer('true', NEEDS_PGBOUNCER);
testPgbouncer('named', NEEDS_NAMED_STATEMENTS);

/** `parameter` is the value of the parameter `pgbouncer` of the URL. */
function testPgbouncer(parameter: 'true' | 'named', options: TestOptions): void {
  describe(`pgbouncer in transaction mode [${parameter}]`, options, () => {
    const folder = mkdtempSync(join(tmpdir(), 'family-pgbouncer-test-'));
    let directUrl: string;
    let pgbouncer: Pgbouncer;
    let url: string;
    let service: Service;

    before(async () => {
      directUrl = await createEmptyDatabase();
      pgbouncer = await startPgbouncer(directUrl, POOL_SIZE);
      url = `${pgbouncer.getUrl(directUrl)}?pgbouncer=${parameter}`;
    });
    after(async () => {
      service?.process.kill('SIGKILL');
      await service?.exited;
      await pgbouncer.stop();
      await dropPostgresDatabase(directUrl);
      rmSync(folder, { recursive: true, force: true });
    });

    it('supports a service that migrates an empty database and opens more connections than pgbouncer opens to PostgreSQL', async () => {
      service = await startService({ DATABASE_URL: url, DATA_DIR: join(folder, 'data'), RATE_LIMITS: 'off' });
      // The line is logged after the service has begun to respond.
      const readyLine = await waitFor(() =>
        service
          .getOutput()
          .split('\n')
          .find((line) => line.includes('"msg":"ready"')),
      );
      assert.deepEqual(JSON.parse(readyLine).migrated, Object.keys(migrations));
      const call = async (token: string, path: string, body?: object) => {
        const response = await fetch(`${service.url}${path}`, {
          headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
          ...(body && { method: 'POST', body: JSON.stringify(body) }),
        });
        await response.arrayBuffer();
        return response.status;
      };
      /** Returns the status of each response. */
      const actAsChild = async () => {
        const registered = await postJson(`${service.url}/app/auth/register/child`, NEW_CHILD);
        const { token = '' } = registered.body.data;
        const statuses = [registered.status, await call(token, '/app/todos', { title: 'Feed the cat' })];
        for (const [action, body] of [
          ['start', {}],
          ['complete', { answers: [] }],
        ] as const)
          statuses.push(await call(token, `/app/tasks/bundles-of-ten/${action}`, body));
        for (let round = 0; round < READ_ROUND_COUNT; round += 1)
          statuses.push(...(await Promise.all(READ_PATHS.map((path) => call(token, path)))));
        return [...statuses, await call(token, '/app/auth/logout', {}), await call(token, '/app/users/me')];
      };
      const statusLists = await Promise.all(Array.from({ length: CHILD_COUNT }, actAsChild));
      for (const statuses of statusLists)
        assert.deepEqual(statuses, [
          201,
          201,
          201,
          200,
          ...Array.from({ length: READ_ROUND_COUNT * READ_PATHS.length }, () => 200),
          200,
          401,
        ]);
      assert.equal((await fetch(`${service.url}/readyz`)).status, 200);
      assert.doesNotMatch(service.getOutput(), /"level":(40|50|60)/); // warn, error and fatal
    });

    it('gives statements in transactions a time limit that does not stay on the connection', async () => {
      const database = await openDatabase(url);
      try {
        const timeoutQuery = sql<{ statement_timeout: string }>`show statement_timeout`.compile(database.kysely);
        const showTimeout = async (db: Pick<typeof database.db, 'executeQuery'>) =>
          (await db.executeQuery(timeoutQuery)).rows[0]?.statement_timeout;
        assert.equal(await database.write(({ db: tx }) => showTimeout(tx)), '10s');
        for (let i = 0; i < 2 * POOL_SIZE; i += 1) assert.equal(await showTimeout(database.db), '0');
      } finally {
        await database.close();
      }
    });

    it(parameter === 'named' ? 'runs statements by name' : 'runs unnamed statements', async () => {
      const database = await openDatabase(url);
      try {
        const countQuery = sql<{ count: number }>`select count(*) from pg_prepared_statements`.compile(database.kysely);
        const { rows } = await database.db.executeQuery(countQuery);
        assert.equal((rows[0]?.count ?? 0) > 0, parameter === 'named');
      } finally {
        await database.close();
      }
    });

    it('refuses a service whose URL lacks the parameter', async () => {
      const refused = await startService({
        DATABASE_URL: pgbouncer.getUrl(directUrl),
        DATA_DIR: join(folder, 'refused'),
      });
      assert.equal(await refused.exited, 1);
      assert.match(refused.getOutput(), /unsupported startup parameter/);
    });
  });
}
