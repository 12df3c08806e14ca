import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Database, type Handle, migrate, type Tx } from '../../../src/platform/database/index.ts';
import type { GroupCommitOptions } from '../../../src/platform/database/sqlite/group-commit.ts';
import { openSqlite } from '../../../src/platform/database/sqlite/sqlite.ts';

// On SQLite, writes that arrive together share one commit (decision 0029).

const SQLITE_IOERR = 10;

test('each of fifty concurrent writes sees its own row, and only the failing one is rolled back', async (t) => {
  const { database, readIds } = await openNewDatabase(t);
  const results = await Promise.allSettled(
    createIds(50).map((id) =>
      database.write(async (tx) => {
        await insertProbe(tx, id);
        if (id === '20') throw new Error('on purpose');
        const { filling } = await tx.db
          .selectFrom('readiness_probes')
          .select('filling')
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        return filling;
      }),
    ),
  );
  const rejected = results.filter(({ status }) => status === 'rejected');
  assert.deepEqual(rejected, [{ status: 'rejected', reason: new Error('on purpose') }]);
  const expected = createIds(50).filter((id) => id !== '20');
  const fillings = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  assert.deepEqual(
    fillings,
    expected.map((id) => `filling of ${id}`),
  );
  assert.deepEqual(readIds(), expected);
});

test('a write settles only after the group commit, even if the write fails', async (t) => {
  const { database, readIds } = await openNewDatabase(t);
  const idsWhenSettled: Record<string, string[]> = {};
  const recordIds = (name: string) => () => {
    idsWhenSettled[name] = readIds();
  };
  // A write can fail because of the row of another write, so its failure must not be reported before that row is committed.
  const failToWrite = () => database.write(async () => assert.fail('on purpose'));
  await Promise.all([
    database.write((tx) => insertProbe(tx, 'a')).then(recordIds('success')),
    assert.rejects(failToWrite().finally(recordIds('failure'))),
  ]);
  assert.deepEqual(idsWhenSettled, { success: ['a'], failure: ['a'] });
});

test('when SQLite ends a transaction because the disk is full, all its writes fail with an outage error', async (t) => {
  const { database, readIds } = await openNewDatabase(t);
  // When a statement that changes several rows or indexes fails, SQLite undoes only that statement. This insert changes
  // one row and no index, so SQLite ends the transaction.
  await sql`create table blobs (id integer primary key, filling text)`.execute(database.kysely);
  const insertBlob = ({ db }: Handle<Tx>) =>
    sql`insert into blobs (filling) values (${'x'.repeat(100_000)})`.execute(db);
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(database.kysely);
  await sql`pragma max_page_count = ${sql.lit((rows[0]?.page_count ?? 0) + 5)}`.execute(database.kysely);

  const isLost = ({ status, reason }: { status: string; reason?: unknown }) =>
    status === 'rejected' && database.isOutage(reason);
  const acknowledged: string[] = [];
  for (let isOtherWriteLost = false, attempt = 1; !isOtherWriteLost; attempt += 1) {
    assert.ok(
      attempt < 10,
      'in one of the attempts, both writes are in the same transaction, unless the machine is busy',
    );
    const [otherWrite, blobWrite] = await Promise.allSettled([
      database.write((tx) => insertProbe(tx, `try ${attempt}`)),
      database.write(async (tx) => {
        await insertBlob(tx).catch(() => {}); // even a write that ignores the error must fail
        await insertProbe(tx, 'lost with the blob');
      }),
    ]);
    assert.ok(isLost(blobWrite));
    isOtherWriteLost = isLost(otherWrite);
    if (!isOtherWriteLost) acknowledged.push(`try ${attempt}`);
  }
  await database.write((tx) => insertProbe(tx, 'after'));
  assert.deepEqual(readIds(), ['after', ...acknowledged]);
});

test('when a commit fails, all its writes fail, and later writes succeed', async (t) => {
  const { database, readIds } = await openNewDatabase(t);
  let isBroken = true;
  runBeforeEachCommit(t, () => {
    if (isBroken) throw Object.assign(new Error('disk I/O error'), { errcode: SQLITE_IOERR });
  });
  const results = await Promise.allSettled(createIds(3).map((id) => database.write((tx) => insertProbe(tx, id))));
  for (const result of results) assert.ok(result.status === 'rejected' && database.isOutage(result.reason));
  isBroken = false;
  await database.write((tx) => insertProbe(tx, 'after'));
  assert.deepEqual(readIds(), ['after']);
});

test('writes wait for another process that locks the database, while reads and timers run', async (t) => {
  const { database, file, readIds } = await openNewDatabase(t);
  const releaseLock = await lockInOtherProcess(t, file);
  const writing = Promise.all(createIds(3).map((id) => database.write((tx) => insertProbe(tx, id))));
  const startedAt = performance.now();
  for (let i = 0; i < 10; i += 1) {
    await database.db.selectFrom('readiness_probes').select('id').execute();
    await sleep(1);
  }
  assert.ok(performance.now() - startedAt < 1000, 'the event loop is not blocked');
  assert.deepEqual(readIds(), []);
  await releaseLock();
  await writing;
  assert.deepEqual(readIds(), createIds(3));
});

test('writes fail with an outage error when another process locks the database for five seconds', async (t) => {
  const { database, file, readIds } = await openNewDatabase(t);
  const releaseLock = await lockInOtherProcess(t, file);
  const results = await Promise.allSettled(createIds(3).map((id) => database.write((tx) => insertProbe(tx, id))));
  for (const result of results) assert.ok(result.status === 'rejected' && database.isOutage(result.reason));
  await releaseLock();
  await database.write((tx) => insertProbe(tx, 'after'));
  assert.deepEqual(readIds(), ['after']);
});

test('a process killed during a batch loses no acknowledged write and stores no write of the batch', async (t) => {
  const { database, file, readIds } = await openNewDatabase(t);
  await database.close();
  const script = `
    import { writeSync } from 'node:fs';
    import { openSqlite } from './src/platform/database/sqlite/sqlite.ts';
    const database = openSqlite(process.argv[1]);
    const insert = (id) => database.write(async ({ db }) => {
      await db.insertInto('readiness_probes').values({ id, filling: '' }).execute();
      if (id === 'second 20') process.kill(process.pid, 'SIGKILL');
    }).then(() => writeSync(1, id + '\\n'));
    const batch = (name) => Promise.all(Array.from({ length: 32 }, (_, i) => insert(name + ' ' + i)));
    await batch('first');
    await batch('second');
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  assert.equal(child.signalCode, 'SIGKILL');
  const acknowledged = output.trim().split('\n');
  assert.ok(acknowledged.length >= 32);
  const ids = readIds();
  for (const id of acknowledged) assert.ok(ids.includes(id), `${id} was acknowledged`);
  // On a slow machine, some writes before number 20 are committed in an earlier batch, without being acknowledged.
  for (let i = 20; i < 32; i += 1) assert.ok(!ids.includes(`second ${i}`), `second ${i} was not committed`);
});

test('when each commit takes 5 ms, 32 concurrent writes are at least ten times as fast as consecutive ones', async (t) => {
  const { database } = await openNewDatabase(t);
  const neverNotified = new Int32Array(new SharedArrayBuffer(4));
  runBeforeEachCommit(t, () => void Atomics.wait(neverNotified, 0, 0, 5));
  const write = (id: string) => database.write((tx) => insertProbe(tx, id));
  // The fastest of several rounds, because other processes may slow down some of them.
  const measureFastestMs = async (name: string, work: (ids: string[]) => Promise<unknown>) => {
    const timesMs: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const startedAt = performance.now();
      await work(createIds(32).map((id) => `${name} ${round} ${id}`));
      timesMs.push(performance.now() - startedAt);
    }
    return Math.min(...timesMs);
  };
  const consecutiveMs = await measureFastestMs('one by one', async (ids) => {
    for (const id of ids) await write(id);
  });
  const concurrentMs = await measureFastestMs('together', (ids) => Promise.all(ids.map(write)));
  assert.ok(
    consecutiveMs > 10 * concurrentMs,
    `${consecutiveMs.toFixed(0)} ms one by one and ${concurrentMs.toFixed(0)} ms concurrently`,
  );
});

test('a write that waits for something other than its transaction fails in tests and is reported in production', async (t) => {
  const insertAndWait = async (ctx: Handle<Tx>, id: string) => {
    await insertProbe(ctx, id);
    await sleep(50);
  };
  const { database, readIds } = await openNewDatabase(t);
  await assert.rejects(
    database.write((tx) => insertAndWait(tx, 'a')),
    /something other than its transaction/,
  );
  assert.deepEqual(readIds(), []);

  const reportedErrors: Error[] = [];
  const production = await openNewDatabase(t, { onOutsideWait: (error) => reportedErrors.push(error) });
  const writeSlowly = () => production.database.write((tx) => insertAndWait(tx, 'a'));
  await writeSlowly();
  await production.database.write((tx) => insertProbe(tx, 'b'));
  assert.deepEqual(production.readIds(), ['a', 'b']);
  assert.equal(reportedErrors.length, 1);
  assert.match(reportedErrors[0]?.stack ?? '', /at writeSlowly /); // the stack names the caller of the write
});

test('a query that runs after its write has ended is refused', async (t) => {
  const { database, readIds } = await openNewDatabase(t);
  const result = await database.write(async (tx) => ({ tx }));
  await assert.rejects(insertProbe(result.tx, 'late'), /after its transaction had ended/);
  assert.deepEqual(readIds(), []);
});

interface OpenedDatabase {
  readonly database: Database;
  readonly file: string;
  /** The committed rows, as another process sees them. */
  readIds(): string[];
}

async function openNewDatabase(t: TestContext, options: GroupCommitOptions = {}): Promise<OpenedDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'family-group-commit-'));
  const file = join(folder, 'family.db');
  const database = openSqlite(file, options);
  await migrate(database);
  t.after(async () => {
    await database.close().catch(() => {}); // a test may have closed it
    rmSync(folder, { recursive: true, force: true });
  });
  const readIds = () => {
    const otherConnection = new DatabaseSync(file);
    const rows = otherConnection.prepare('select id from readiness_probes order by id').all();
    otherConnection.close();
    return rows.map(({ id }) => String(id));
  };
  return { database, file, readIds };
}

async function insertProbe({ db }: Handle<Tx>, id: string): Promise<void> {
  await db
    .insertInto('readiness_probes')
    .values({ id, filling: `filling of ${id}` })
    .execute();
}

/** Creates the ids 0 to `count - 1`, sorted as text. */
function createIds(count: number): string[] {
  return Array.from({ length: count }, (_, i) => String(i)).sort();
}

/** Calls `callback` before each commit of SQLite, to simulate a slow or broken disk. */
function runBeforeEachCommit(t: TestContext, callback: () => void): void {
  const { run } = StatementSync.prototype;
  StatementSync.prototype.run = function (this: StatementSync, ...parameters: Parameters<typeof run>) {
    if (this.sourceSQL === 'commit') callback();
    return run.apply(this, parameters);
  } as typeof run;
  t.after(() => {
    StatementSync.prototype.run = run;
  });
}

/** Starts a process that locks the database for writing until the returned function is called. */
async function lockInOtherProcess(t: TestContext, file: string): Promise<() => Promise<void>> {
  const script = `
    const { DatabaseSync } = require('node:sqlite');
    const database = new DatabaseSync(process.argv[1]);
    database.exec('begin immediate');
    process.stdin.on('end', () => database.close()).resume();
    console.log('locked');
  `;
  const child = spawn(process.execPath, ['--eval', script, file], { stdio: ['pipe', 'pipe', 'inherit'] });
  t.after(() => child.kill());
  await once(child.stdout, 'data');
  return async () => {
    child.stdin.end();
    await once(child, 'exit');
  };
}
