import assert from 'node:assert/strict';
import { createWriteStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { ApiError } from '../../../src/core/requests/api-error.ts';
import { exportChild } from '../../../src/features/data-rights/index.ts';
import { signOutEverywhere, unlinkGuardian } from '../../../src/features/guardianship/index.ts';
import { CLIENT_WITHOUT_DEVICE } from '../../support/client.ts';
import { addGuardian, registerFamilyWithPanelSession } from '../../support/family/guardians.ts';
import { unzip } from '../../support/files/unzip.ts';
import { MAX_TURN_MS, measureEventLoopLoad } from '../../support/service/event-loop-load.ts';
import { type TestApp, testWithApp, testWithRateLimits } from '../../support/test-app.ts';

const LEDGER_ROW_COUNT = 20_000;
/** The number of rows that each query of the export reads. The export reads every row twice. */
const ROWS_PER_PAGE = 100;

/** Registers a child with a very long ledger. Returns a function that requests the export of the child. */
async function createChildWithLongLedger(app: TestApp) {
  const family = await registerFamilyWithPanelSession(app);
  await addLedgerRows(app, family.child.id);
  return { fetchExport: (signal?: AbortSignal) => requestExport(app, family, 'GET', signal) };
}

function requestExport(app: TestApp, { child, caller }: Family, method = 'GET', signal?: AbortSignal) {
  const url = `${app.url}/panel/children/${child.id}/export.zip`;
  return fetch(url, { method, headers: { cookie: caller.cookie }, ...(signal && { signal }) });
}

type Family = Awaited<ReturnType<typeof registerFamilyWithPanelSession>>;
type Guardian = Awaited<ReturnType<typeof addGuardian>>;

/** Adds LEDGER_ROW_COUNT rows with the ids `${prefix}-100001`, `${prefix}-100002` and so on, which sort like numbers. */
async function addLedgerRows(app: TestApp, childId: string, prefix = 'row'): Promise<void> {
  await sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(LEDGER_ROW_COUNT)})
    insert into xp_ledger (id, profile_id, source, reason, amount, day, zone, at)
    select cast(${prefix} as text) || '-' || (100000 + i), ${childId}, 'task ' || i, 'quiz', 20, '2026-11-20', 'Europe/Kyiv', ${app.ctx.now()}
    from n`.execute(app.ctx.database.kysely);
  await sql`analyze xp_ledger`.execute(app.ctx.database.kysely); // PostgreSQL does this automatically within a minute
}

testWithApp('an export of many rows neither blocks the event loop nor fills the memory', async (app) => {
  await (await requestExport(app, await registerFamilyWithPanelSession(app))).arrayBuffer(); // the first export also compiles code
  const { fetchExport } = await createChildWithLongLedger(app);
  const file = join(app.ctx.settings.dataDir, 'export.zip');
  const { longestTurnMs, memoryGrowthBytes } = await measureEventLoopLoad(
    async () => {
      const response = await fetchExport();
      assert.equal(response.status, 200);
      assert.ok(response.body);
      await pipeline(response.body as AsyncIterable<Uint8Array>, createWriteStream(file));
    },
    { measuresMemory: true },
  );
  assert.ok(longestTurnMs < MAX_TURN_MS, `the event loop was blocked for ${longestTurnMs} ms`);
  assert.ok(memoryGrowthBytes < 8_000_000, `memory grew by ${memoryGrowthBytes} bytes`);
  const files = await unzip(readFileSync(file));
  const { tables } = JSON.parse(files['everything.json'] ?? '');
  const expectedIds = Array.from({ length: LEDGER_ROW_COUNT }, (_, i) => `row-${100_001 + i}`);
  const toIds = (rows: { id: string }[]) => rows.map(({ id }) => id).filter((id) => id.startsWith('row-'));
  assert.deepEqual(toIds(tables.xp_ledger), expectedIds);
  assert.deepEqual(toIds(parse(files['xp_ledger.csv'] ?? '', { columns: true })), expectedIds);
});

testWithApp('an export stops when the client disconnects', async (app) => {
  const { fetchExport } = await createChildWithLongLedger(app);
  const queryCountBefore = app.ctx.database.getQueryCount();
  const response = await fetchExport();
  const reader = response.body?.getReader();
  await reader?.read();
  await reader?.cancel();
  let queryCount = -1;
  while (queryCount !== app.ctx.database.getQueryCount()) {
    queryCount = app.ctx.database.getQueryCount();
    await sleep(100);
  }
  assert.ok(
    queryCount - queryCountBefore < LEDGER_ROW_COUNT / ROWS_PER_PAGE, // half of the queries of a complete export
    `${queryCount - queryCountBefore} queries for an export that nobody reads`,
  );
});

testWithApp('an export ends when the caller is unlinked from the child or signs out everywhere', async (app) => {
  for (const endAccess of [
    (family: Family, dad: Guardian) => unlinkGuardian(app.ctx, family.caller, family.child.id, dad.caller.profileId),
    (_family: Family, dad: Guardian) => signOutEverywhere(app.ctx, dad.caller),
  ]) {
    const family = await registerFamilyWithPanelSession(app);
    await addLedgerRows(app, family.child.id, family.child.id);
    const dad = await addGuardian(app, family);
    const stream = (await exportChild(app.ctx, dad.caller, CLIENT_WITHOUT_DEVICE, family.child.id)).iterator();
    await stream.next();
    await endAccess(family, dad);
    await assert.rejects(async () => {
      while (!(await stream.next()).done);
    }, ApiError);
  }
});

testWithApp('a HEAD request for an export reads no rows and notifies nobody', async (app) => {
  const family = await registerFamilyWithPanelSession(app);
  let queryCount = 0;
  const changes = await app.diffRowCounts(async () => {
    const queryCountBefore = app.ctx.database.getQueryCount();
    const response = await requestExport(app, family, 'HEAD');
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'application/zip');
    await sleep(200); // long enough to read rows, if the request did
    queryCount = app.ctx.database.getQueryCount() - queryCountBefore;
  });
  assert.deepEqual(changes, {});
  assert.equal(queryCount, 1, 'the only query authenticates the caller');
});

testWithApp('a parent can run one export at a time, and another one after the client has disconnected', async (app) => {
  const { fetchExport } = await createChildWithLongLedger(app);
  const running = await fetchExport();
  assert.equal(running.status, 200);
  const refused = await fetchExport();
  assert.equal(refused.status, 429);
  assert.equal(refused.headers.get('retry-after'), '10');
  await running.body?.cancel();
  for (let round = 0; round < 3; round += 1) {
    const controller = new AbortController();
    const abortedResponse = fetchExport(controller.signal).catch(() => undefined);
    await sleep(round * 3); // each round disconnects at another moment
    controller.abort();
    await (await abortedResponse)?.body?.cancel().catch(() => undefined);
  }
  let nextResponse = await fetchExport();
  for (let retryCount = 0; nextResponse.status === 429 && retryCount < 50; retryCount += 1) {
    await sleep(100);
    nextResponse = await fetchExport();
  }
  assert.equal(nextResponse.status, 200);
  await nextResponse.body?.cancel();
});

testWithApp('one IP address can run three exports at a time, which does not limit other addresses', async (app) => {
  const families: Family[] = [];
  for (let i = 0; i < 5; i += 1) families.push(await registerFamilyWithPanelSession(app));
  for (const { child } of families) await addLedgerRows(app, child.id, child.id);
  const fetchFromAddress = ({ child, caller }: Family, i: number) => {
    const headers = { cookie: caller.cookie, 'x-forwarded-for': i < 4 ? '203.0.113.9' : '203.0.113.10' };
    return fetch(`${app.url}/panel/children/${child.id}/export.zip`, { headers });
  };
  const responses = await Promise.all(families.map(fetchFromAddress)); // concurrently, so that none of them ends earlier
  const statuses = responses.map(({ status }) => status);
  assert.deepEqual([statuses.slice(0, 4).sort(), statuses[4]], [[200, 200, 200, 503], 200]);
  const refused = responses.find(({ status }) => status === 503);
  assert.equal(refused?.headers.get('retry-after'), '10');
  for (const response of responses) await response.body?.cancel();
});

testWithRateLimits('a parent can request five exports of an account or a child per minute', async (app) => {
  const { caller, child } = await registerFamilyWithPanelSession(app);
  const statuses = [];
  for (const path of ['account', `children/${child.id}`, 'account', 'account', 'account', 'account']) {
    const response = await fetch(`${app.url}/panel/${path}/export.zip`, { headers: { cookie: caller.cookie } });
    await response.arrayBuffer();
    statuses.push(response.status);
  }
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429]);
});

testWithApp('an export that fails midway is aborted and logged', async (app) => {
  const { fetchExport } = await createChildWithLongLedger(app);
  const response = await fetchExport();
  assert.equal(response.status, 200);
  await sql`drop table item_records`.execute(app.ctx.database.kysely);
  await assert.rejects(response.arrayBuffer(), /terminated/);
  assert.equal((await app.call('GET', '/healthz')).status, 200);
  assert.ok(app.log.some((line) => /a response stream failed before its end/.test(line) && /item_records/.test(line)));
});
