import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import { type Handle, prepareQuery, type Tx } from '../../../src/platform/database/index.ts';
import { setSavepoint } from '../../../src/platform/idempotency-store.ts';
import { watchPostgresQueries } from '../../support/service/capture-statements.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

// On PostgreSQL, the statements of a transaction are sent before the results of earlier ones arrive (decision 0096).

const insertProbe = prepareQuery(({ db }: Handle<Tx>, { id }: { id: string }) =>
  db.insertInto('readiness_probes').values({ id, filling: '' }),
);
const findProbe = prepareQuery(({ db }, { id }: { id: string }) =>
  db.selectFrom('readiness_probes').select('id').where('id', '=', id),
);

describe('a transaction on PostgreSQL', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp('postgres');
  });
  after(() => app.close());
  beforeEach(() => sql`delete from readiness_probes`.execute(app.ctx.database.kysely));

  it('does not write outside the transaction if it cannot begin, and closes the connection', async () => {
    const { database } = app.ctx;
    const getPid = async () =>
      (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.kysely)).rows;
    const pidBefore = await getPid();
    const stopBreaking = watchPostgresQueries((query) => {
      if (query.text === 'begin') query.text = 'begin at once'; // a syntax error
    });
    const works: ((tx: Handle<Tx>) => Promise<unknown>)[] = [
      (tx) => insertProbe(tx, { id: 'a' }),
      ({ db }) => db.insertInto('readiness_probes').values({ id: 'b', filling: '' }).execute(),
      async (tx) => {
        await findProbe(tx, { id: 'a' });
        await insertProbe(tx, { id: 'c' });
      },
      (tx) => findProbe(tx, { id: 'a' }),
      async () => {},
      () => Promise.reject(new Error('on purpose')),
    ];
    for (const work of works.slice(0, -1)) await assert.rejects(database.write(work), { code: '42601' });
    await assert.rejects(database.write(works.at(-1) ?? assert.fail()), /on purpose/);
    stopBreaking();
    assert.equal(await app.countRows('readiness_probes'), 0);
    assert.notDeepEqual(await getPid(), pidBefore);
  });

  it('fails if a write has failed, even after a rollback to a savepoint', async () => {
    await app.ctx.write((ctx) => insertProbe(ctx, { id: 'a' }));
    const writing = app.ctx.write(async (ctx) => {
      await insertProbe(ctx, { id: 'b' });
      const rollBack = await setSavepoint(ctx);
      await insertProbe(ctx, { id: 'a' });
      await rollBack();
    });
    await assert.rejects(writing, { code: '23505' });
    assert.equal(await app.countRows('readiness_probes'), 1);
  });

  it('refuses a query that begins when the transaction has ended', async () => {
    const { database } = app.ctx;
    const { tx, started } = await database.write(async (tx) => {
      const insert = tx.db.insertInto('readiness_probes').values({ id: 'late', filling: '' });
      return { tx, started: Promise.allSettled([insert.execute()]) }; // this does not wait for the insert
    });
    const [late] = await started;
    assert.match(String(late.status === 'rejected' && late.reason), /after its transaction had ended/);
    await assert.rejects(insertProbe(tx, { id: 'later' }), /after its transaction had ended/);
    assert.equal(await app.countRows('readiness_probes'), 0);
  });
});
