import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { addSeconds, DAY } from '../../../src/core/time/instant.ts';
import {
  eraseDueProfiles,
  eraseRestoredProfiles,
  planAccountDeletion,
} from '../../../src/features/data-rights/index.ts';
import { cleanUpLearning, reviewSubmission } from '../../../src/features/learning/index.ts';
import { assignTodo } from '../../../src/features/todos/index.ts';
import { sweepExpiredRows } from '../../../src/platform/database/index.ts';
import { computePseudonym } from '../../../src/platform/observability/security-log.ts';
import { FILE_RETENTION } from '../../../src/schema/retention.ts';
import { registerFamilyWithPanelSession } from '../../support/family/guardians.ts';
import { createPicture } from '../../support/files/media.ts';
import { createLearningClient } from '../../support/learning/learning-client.ts';
import { CREATIVE_TASK_ID, createFilePart, listStoredFiles, submitParts } from '../../support/learning/submissions.ts';
import { copyRows } from '../../support/service/copy-rows.ts';
import { START_TIME, type TestApp, testWithApp } from '../../support/test-app.ts';

/** Texts that occur nowhere else, one for each kind of text of a family. */
const NAME = 'Wilhelmina';
const PLANTED = [
  'todo-title',
  'todo-notes',
  'todo-step',
  'assigned',
  'story',
  'caption',
  'feedback',
  'answer',
  'key',
].map((kind) => `planted-${kind}-${kind.length}`);
const [TITLE, NOTES, STEP, ASSIGNED, STORY, CAPTION, FEEDBACK, ANSWER, KEY] = PLANTED as [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
];
/** How many days the child has been learning. */
const HISTORY_DAYS = 3 * 365;

testWithApp(
  'after the erasure of a family, nothing of it is left in the database, files, logs and a restored backup',
  async (app) => {
    const family = await registerFamilyWithPanelSession(app);
    const other = await registerFamilyWithPanelSession(app); // their rows are on the same pages
    const childId = family.child.id;
    await live(app, family);
    await addHistory(app, childId, ANSWER);
    await addHistory(app, other.child.id, 'kept');
    const strings = [childId, family.caller.profileId, family.parent.email, NAME, ...PLANTED];
    app.ctx.logSecurity({ event: 'power-used', subject: other.child.id, actor: family.caller.profileId });
    await app.ctx.flushSecurityLog();
    const pseudonyms = [childId, family.caller.profileId].map((id) => computePseudonym(app.ctx, id));
    const listEvents = async () =>
      (await app.ctx.db.selectFrom('security_events').selectAll().execute()).filter(({ subject, actor }) =>
        pseudonyms.some((pseudonym) => pseudonym === subject || pseudonym === actor),
      );
    assert.ok((await listEvents()).length > 0);
    const backup = await copyTables(app);
    assert.deepEqual(
      strings.filter((text) => text !== KEY && !JSON.stringify(backup).includes(text)),
      [],
      'each string is stored before the erasure, except the key, which is hashed',
    );
    const otherRows = await countRowsOf(app, other.child.id);

    await planAccountDeletion(app.ctx, family.caller);
    await app.deliverEmails();
    app.advance(7 * DAY);
    await runJobs(app);
    app.advance(DAY); // idempotency keys of others
    await runJobs(app);

    assert.deepEqual(await findStrings(app, strings), []);
    assert.deepEqual(await listEvents(), []);
    assert.deepEqual(listStoredFiles(app), []);
    assert.deepEqual(await countRowsOf(app, other.child.id), otherRows, 'the other family keeps everything');
    assert.equal((await app.loginChild(other.child.id)).status, 200);
    assert.deepEqual(
      readdirSync(app.ctx.settings.dataDir).filter((name) => !isKnownFile(name)),
      [],
      'every kind of file in DATA_DIR is described',
    );

    await restore(app, backup, ['profiles', 'guardians', 'pins', 'todo_lists', 'todos', 'deletions']);
    assert.equal((await app.loginChild(childId)).status, 200);
    await eraseRestoredProfiles(app.ctx); // as at the start of the service
    assert.equal((await app.loginChild(childId)).status, 404);
    app.advance(DAY);
    await runJobs(app);
    assert.deepEqual(await findStrings(app, strings), []);
    assert.equal((await app.loginChild(other.child.id)).status, 200);
  },
);

type Family = Awaited<ReturnType<typeof registerFamilyWithPanelSession>>;

/** Writes each text in the way in which a family would. */
async function live(app: TestApp, { child, caller }: Family): Promise<void> {
  const headers = { 'idempotency-key': KEY, 'device-id': `tablet-${KEY}` };
  const call = (method: string, path: string, body: object) =>
    app.call(method, path, { token: child.token, body, headers: { ...headers, 'idempotency-key': `${KEY}${path}` } });
  const created = [
    await call('PATCH', '/app/users/me', { display_name: NAME }),
    await call('POST', '/app/todos', { title: TITLE, notes: NOTES, checklist: [{ text: STEP }] }),
    await submitParts(app, child, [
      createFilePart(await createPicture('png')),
      { name: 'text', body: STORY },
      { name: 'caption', body: CAPTION },
    ]),
  ];
  for (const { status, text } of created) assert.ok(status < 300, text);
  const review = { decision: 'approved', text: FEEDBACK } as const;
  await reviewSubmission(app.ctx, caller.profileId, created[2]?.body.data.id, review);
  await assignTodo(app.ctx, caller.profileId, [child.id], { title: ASSIGNED });
  await createLearningClient(app, child).startAndComplete('first-sums');
  await app.loginChild(child.id, undefined, { headers: { 'device-id': `tablet-${KEY}` } });
  const { task_id } = created[2]?.body.data ?? {};
  assert.equal(task_id, CREATIVE_TASK_ID);
}

/** Adds an attempt and a ledger row for each day, so that rows fill many pages and pages are split. */
async function addHistory(app: TestApp, profile_id: string, answer: string): Promise<void> {
  const getDay = (i: number) => addSeconds(START_TIME, -i * DAY);
  await copyRows(
    app,
    'attempts',
    { profile_id: (await findChildWithAttempts(app)) ?? profile_id },
    HISTORY_DAYS,
    (i) => ({
      id: `${profile_id} ${i}`,
      profile_id,
      number: i + 10,
      answers: JSON.stringify([{ item_id: 'x', response: `${answer} ${'~'.repeat(i % 90)}` }]),
    }),
  );
  await copyRows(app, 'xp_ledger', {}, HISTORY_DAYS, (i) => ({
    id: `${profile_id} ${i}`,
    profile_id,
    source: `day ${getDay(i)} of ${profile_id}`,
  }));
}

async function findChildWithAttempts({ ctx }: TestApp): Promise<string | undefined> {
  return (await ctx.db.selectFrom('attempts').select('profile_id').limit(1).executeTakeFirst())?.profile_id;
}

async function runJobs(app: TestApp): Promise<void> {
  await sweepExpiredRows(app.ctx);
  await cleanUpLearning(app.ctx);
  await eraseDueProfiles(app.ctx);
}

type Tables = Record<string, Record<string, unknown>[]>;

async function copyTables({ ctx: { database } }: TestApp): Promise<Tables> {
  const tables: Tables = {};
  for (const { name } of await database.kysely.introspection.getTables())
    tables[name] = (await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(database.kysely)).rows;
  return tables;
}

/** Inserts the rows of a backup that are no longer there. */
async function restore({ ctx }: TestApp, backup: Tables, names: readonly string[]): Promise<void> {
  for (const name of names)
    for (const row of backup[name] ?? [])
      await ctx.write(({ db }) =>
        db
          .insertInto(name as 'todos')
          .values(row as never)
          .onConflict((conflict) => conflict.doNothing())
          .execute(),
      );
}

async function countRowsOf(app: TestApp, childId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of ['attempts', 'xp_ledger', 'profiles', 'guardians'] as const) {
    const rows = JSON.stringify(await app.ctx.db.selectFrom(table).selectAll().execute());
    counts[table] = rows.split(childId).length;
  }
  return counts;
}

/** Searches every table, every file in DATA_DIR (with the database of SQLite) and the log, and returns where a string is. */
async function findStrings(app: TestApp, strings: readonly string[]): Promise<string[]> {
  const { dataDir } = app.ctx.settings;
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const places: [string, string][] = [
    ...Object.entries(await copyTables(app)).map(([name, rows]): [string, string] => [name, JSON.stringify(rows)]),
    ...files
      .filter(({ name }) => name !== 'erased-ids') // holds only ids
      .map(({ parentPath, name }): [string, string] => [name, readFileSync(join(parentPath, name), 'latin1')]),
    ['log', app.log.join('\n')],
  ];
  return places.flatMap(([place, content]) =>
    strings.filter((text) => content.includes(text)).map((text) => `${place}: ${text}`),
  );
}

function isKnownFile(name: string): boolean {
  return Object.keys(FILE_RETENTION).some(
    (known) => name === known || name.startsWith(`${known}-`) || name.startsWith(`${known}.lock`),
  );
}
