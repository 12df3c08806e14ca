import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { openDatabase } from '../../../src/platform/database/index.ts';
import { loadSmallPacks } from '../../support/content/packs.ts';
import { getCorrectAnswersFromContent } from '../../support/learning/learning-client.ts';
import { createTestDatabase, releaseTestDatabase } from '../../support/service/databases.ts';
import { postJson, startService } from '../../support/service/process.ts';
import { waitFor } from '../../support/service/wait-for.ts';
import { NEW_CHILD } from '../../support/test-app.ts';

const CHILD_COUNT = 20;
const ROUND_COUNT = 4;

const folder = mkdtempSync(join(tmpdir(), 'family-killed-'));
after(() => rmSync(folder, { recursive: true, force: true }));

for (const kind of ['sqlite', 'postgres'] as const)
  it(`killing the process while children complete tasks loses no acknowledged result and leaves no partial result [${kind}]`, async () => {
    const dataFolder = join(folder, kind);
    mkdirSync(dataFolder);
    const databaseUrl = await createTestDatabase(kind, dataFolder);
    await assertNothingLost({ DATA_DIR: dataFolder, DATABASE_URL: databaseUrl, RATE_LIMITS: 'off' });
    if (kind === 'postgres') await releaseTestDatabase(databaseUrl);
  });

async function assertNothingLost(
  env: Readonly<Record<'DATA_DIR' | 'DATABASE_URL' | 'RATE_LIMITS', string>>,
): Promise<void> {
  const content = loadSmallPacks();
  const acknowledgedAttempts: { id: string; xp: number }[] = [];
  const tokens: string[] = [];
  for (let round = 0; round < ROUND_COUNT; round += 1) {
    const service = await startService(env);
    const completeTask = async (token: string, taskId: string) => {
      const headers = { authorization: `Bearer ${token}` };
      await postJson(`${service.url}/app/tasks/${taskId}/start`, {}, headers);
      const answers = getCorrectAnswersFromContent(content, taskId);
      const { status, body } = await postJson(`${service.url}/app/tasks/${taskId}/complete`, { answers }, headers);
      if (status !== 200) return;
      const { attempt } = body.data as unknown as { attempt: { id: string; xp_awarded: number } };
      acknowledgedAttempts.push({ id: attempt.id, xp: attempt.xp_awarded });
    };
    if (round === 0) {
      for (let i = 0; i < CHILD_COUNT; i += 1) {
        tokens.push((await postJson(`${service.url}/app/auth/register/child`, NEW_CHILD)).body.data.token ?? '');
      }
    }
    const taskIds = [...content.tasks.keys()];
    const completionLoops = tokens.map(async (token) => {
      for (;;) for (const taskId of taskIds) await completeTask(token, taskId);
    });
    const countBefore = acknowledgedAttempts.length;
    await waitFor(() => acknowledgedAttempts.length >= countBefore + 15);
    await sleep(50 + round * 70); // each round kills the process at another moment
    service.process.kill('SIGKILL');
    await Promise.allSettled(completionLoops);
    await service.exited;
  }
  assert.ok(acknowledgedAttempts.length > 50, `${acknowledgedAttempts.length} results were acknowledged`);

  await using database = await openDatabase(env.DATABASE_URL);
  const queryRows = async (text: string) =>
    (await sql<Record<string, unknown>>`${sql.raw(text)}`.execute(database.kysely)).rows;
  if (database.dialect === 'sqlite')
    assert.equal((await queryRows('pragma integrity_check'))[0]?.integrity_check, 'ok');
  const attempts = await queryRows('select id, status, xp_awarded from attempts');
  const storedAttempts = new Map(attempts.map((row) => [row.id, row]));
  const lostAttempts = acknowledgedAttempts.filter(
    ({ id, xp }) => storedAttempts.get(id)?.status !== 'passed' || storedAttempts.get(id)?.xp_awarded !== xp,
  );
  assert.deepEqual(lostAttempts, []);
  // Each query lists the rows that violate an invariant.
  const violationQueries = {
    'totals equal the sums of the ledger':
      'select t.profile_id from totals t where t.xp_total != (select coalesce(sum(amount), 0) from xp_ledger l where l.profile_id = t.profile_id)',
    'a passed attempt has an entry in the ledger':
      "select a.id from attempts a where a.status = 'passed' and a.practice = 0 and not exists (select 1 from xp_ledger l where l.profile_id = a.profile_id and l.source = 'task ' || a.task_id)",
    'a passed task is completed':
      "select a.id from attempts a where a.status = 'passed' and not exists (select 1 from task_states s where s.profile_id = a.profile_id and s.task_id = a.task_id and s.status = 'completed')",
    'completed tasks are counted':
      "select t.profile_id from totals t where t.tasks_completed != (select count(*) from task_states s where s.profile_id = t.profile_id and s.status = 'completed')",
    'a completed location or world has awarded its XP once':
      "select p.profile_id from place_states p where p.kind != 'opened' and (select count(*) from xp_ledger l where l.profile_id = p.profile_id and l.source = p.kind || ' ' || p.place_id) != 1",
    'graded answers are recorded with their attempt':
      "select a.id from attempts a where a.status = 'passed' and a.max_points > 0 and not exists (select 1 from item_records r where r.profile_id = a.profile_id and r.task_id = a.task_id)",
    'an attempt in progress is the open attempt of its task':
      "select a.id from attempts a where a.status = 'in_progress' and not exists (select 1 from task_states s where s.open_attempt_id = a.id)",
  };
  for (const [invariant, query] of Object.entries(violationQueries))
    assert.deepEqual(await queryRows(query), [], invariant);
}
