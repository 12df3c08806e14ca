import assert from 'node:assert/strict';
import { testWithApp } from '../../../test/support/test-app.ts';
import { type Handle, prepareMultiRowQuery, prepareQuery, type Tx } from './index.ts';

/** A row of the table `readiness_probes`, which is suitable for these tests because it has only two columns, both of type text. */
interface Probe {
  readonly id: string;
  readonly filling: string;
}

testWithApp('a prepared query is built once, for the reader and all transactions', async ({ ctx }) => {
  let buildCount = 0;
  const selectFilling = prepareQuery(({ db }: Handle, { id }: { id: string }) => {
    buildCount += 1;
    return db.selectFrom('readiness_probes').select('filling').where('id', '=', id);
  });
  const upsertProbe = prepareQuery(({ db }: Handle<Tx>, probe: Probe) => {
    buildCount += 1;
    return db
      .insertInto('readiness_probes')
      .values(probe)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(({ ref }) => ({ filling: ref('excluded.filling') })));
  });

  for (const filling of ['first', 'second', 'third']) {
    const rowsInTransaction = await ctx.database.write(async (tx) => {
      await upsertProbe(tx, { id: 'a', filling });
      return selectFilling(tx, { id: 'a' });
    });
    assert.deepEqual(rowsInTransaction, [{ filling }]);
  }
  assert.deepEqual(await selectFilling(ctx, { id: 'a' }), [{ filling: 'third' }]);
  assert.equal(buildCount, 2);
});

testWithApp('a prepared write returns the rows of its returning clause, or none', async ({ ctx: { database } }) => {
  const insert = prepareQuery(({ db }: Handle<Tx>, probe: Probe) => db.insertInto('readiness_probes').values(probe));
  const remove = prepareQuery(({ db }: Handle<Tx>, { id }: { id: string }) =>
    db.deleteFrom('readiness_probes').where('id', '=', id).returning('filling'),
  );
  await database.write(async (tx) => {
    assert.deepEqual(await insert(tx, { id: 'a', filling: 'x' }), []);
    assert.deepEqual(await remove(tx, { id: 'a' }), [{ filling: 'x' }]);
    assert.deepEqual(await remove(tx, { id: 'a' }), []);
  });
});

testWithApp('a multi-row query is built once for each number of rows', async ({ ctx: { database } }) => {
  const builtRowCounts: number[] = [];
  const insert = prepareMultiRowQuery(({ db }: Handle<Tx>, probes: Probe[]) => {
    builtRowCounts.push(probes.length);
    return db.insertInto('readiness_probes').values(probes).returning(['id', 'filling']);
  });
  const createProbes = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({ id: `${from + index}`, filling: `filling ${from + index}` }));

  for (const rows of [createProbes(0, 1), createProbes(1, 3), createProbes(4, 3), createProbes(7, 1), []]) {
    assert.deepEqual(await database.write((tx) => insert(tx, rows)), rows);
  }
  assert.deepEqual(builtRowCounts, [1, 3]);
});

testWithApp('a prepared write stores null', async ({ ctx: { database } }) => {
  const insert = prepareQuery(({ db }: Handle<Tx>, row: { key_hash: string; content_type: string | null }) =>
    db
      .insertInto('idempotency_keys')
      .values({ ...row, subject: 's', body_hash: 'b', created_at: 'e' })
      .returning('content_type'),
  );
  await database.write(async (tx) => {
    assert.deepEqual(await insert(tx, { key_hash: 'a', content_type: null }), [{ content_type: null }]);
    assert.deepEqual(await insert(tx, { key_hash: 'b', content_type: 'f' }), [{ content_type: 'f' }]);
  });
});

testWithApp('on SQLite, a limit is not a bare parameter', async ({ ctx: { db, database } }) => {
  // SQLite would prepare the statement again at every run.
  const { sql } = db.selectFrom('readiness_probes').select('id').limit(5).offset(2).compile();
  assert.match(sql, database.dialect === 'sqlite' ? / limit \? \+ 0 offset \?$/ : / limit \$1 offset \$2$/);
});

testWithApp('a transaction fails with the error of its first failed write, whatever follows it', async (app) => {
  const { database } = app.ctx;
  const insert = prepareQuery(({ db }: Handle<Tx>, { id }: { id: string }) =>
    db.insertInto('todo_lists').values({ profile_id: id, last_position: 0, rewards_on_at: null }),
  );
  const find = prepareQuery(({ db }, { id }: { id: string }) =>
    db.selectFrom('todo_lists').select('last_position').where('profile_id', '=', id),
  );
  const { id } = await app.registerChild();
  const otherId = (await app.registerChild()).id;
  await database.write((tx) => insert(tx, { id }));
  const followers: ((tx: Handle<Tx>) => Promise<unknown>)[] = [
    async () => {},
    (tx) => insert(tx, { id }), // a unique violation
    (tx) => find(tx, { id: otherId }),
    ({ db }) => db.selectFrom('todo_lists').select('last_position').execute(),
    () => Promise.reject(new Error('on purpose')),
  ];
  for (const follow of followers) {
    const writing = database.write(async (tx) => {
      await insert(tx, { id: otherId });
      await insert(tx, { id: 'unknown' }); // a missing reference
      await follow(tx);
    });
    await assert.rejects(writing, (error) => database.isMissingReference(error));
  }
  assert.equal(await app.countRows('todo_lists'), 1);
});
