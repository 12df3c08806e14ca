import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { createContext } from '../../../src/app/build.ts';
import { createBackup } from '../../../src/app/cli/backup/create-backup.ts';
import { restoreBackup } from '../../../src/app/cli/backup/restore-backup.ts';
import { openInstallation } from '../../../src/app/installation/installation.ts';
import { addSeconds, DAY } from '../../../src/core/time/instant.ts';
import { eraseDueProfiles, planAccountDeletion } from '../../../src/features/data-rights/index.ts';
import { inviteGuardian } from '../../../src/features/guardianship/index.ts';
import { cleanUpLearning, reviewSubmission } from '../../../src/features/learning/index.ts';
import { createFamilyPlanet } from '../../../src/features/planets/index.ts';
import { assignTodo, reviewTodo } from '../../../src/features/todos/index.ts';
import type { Context } from '../../../src/platform/context.ts';
import { type Database, openDatabase, sweepExpiredRows } from '../../../src/platform/database/index.ts';
import { computePseudonym } from '../../../src/platform/observability/security-log.ts';
import { readSettings, type Settings } from '../../../src/platform/settings.ts';
import { FILE_RETENTION } from '../../../src/schema/retention.ts';
import { addTestPasskey } from '../../support/family/authenticator.ts';
import {
  addGuardian,
  registerFamilyWithPanelSession,
  signInChild,
  signInToPanel,
} from '../../support/family/guardians.ts';
import { createTodoClient } from '../../support/family/todos.ts';
import { createPicture } from '../../support/files/media.ts';
import { createLearningClient } from '../../support/learning/learning-client.ts';
import { createFilePart, listStoredFiles, submitParts } from '../../support/learning/submissions.ts';
import { captureOutput } from '../../support/service/console-output.ts';
import { copyRows } from '../../support/service/copy-rows.ts';
import { createEmptyDatabase, dropPostgresDatabase } from '../../support/service/databases.ts';
import { postJson, startService } from '../../support/service/process.ts';
import { START_TIME, type TestApp, testWithApp } from '../../support/test-app.ts';

const HISTORY_MONTHS = 36;
/** The child has learned on each of these days. */
const HISTORY_DAYS = 3 * 365;
const MIN_STRINGS = 50;

testWithApp(
  'after the erasure of a family, nothing of it is left in the database, files, logs and a restored backup',
  async (app) => {
    // The history ends today, because the service that starts with the backup has the clock of the machine.
    app.advanceWallClock((Date.now() - Date.parse(START_TIME)) / 1000 - (HISTORY_DAYS + 20) * DAY);
    const { settings, database, log } = app.ctx;
    await openInstallation({ settings, database, log });
    const family = await registerFamilyWithPanelSession(app);
    const other = await registerFamilyWithPanelSession(app); // their rows are on the same pages
    const { strings, hiddenStrings, parents } = await live(app, family);
    const childId = family.child.id;
    await addHistory(app, childId, strings[0] ?? '');
    await addHistory(app, other.child.id, 'kept');
    app.ctx.logSecurity({ event: 'power-used', subject: other.child.id, actor: parents[0]?.profileId });
    await app.ctx.flushSecurityLog();
    const pseudonyms = [childId, ...parents.map(({ profileId }) => profileId)].map((id) =>
      computePseudonym(app.ctx, id),
    );
    const listEvents = async () =>
      (await app.ctx.db.selectFrom('security_events').selectAll().execute()).filter(({ subject, actor }) =>
        pseudonyms.some((pseudonym) => pseudonym === subject || pseudonym === actor),
      );
    assert.ok((await listEvents()).length > 0);
    assert.equal(listStoredFiles(app).length, 2);
    const places = await readPlaces(database, settings.dataDir);
    assert.ok(strings.length >= MIN_STRINGS);
    assert.deepEqual(
      strings.filter((text) => !places.some(([, content]) => content.includes(text))),
      [],
      'the search finds each string before the erasure',
    );
    const otherRows = await countRowsOf(app, other.child.id);
    const backup = await createBackupOf(app);

    // Each parent leaves; the child goes with the last one.
    for (const { profileId } of parents) {
      const token = (await app.registerParent(await getEmail(app, profileId))).token;
      await planAccountDeletion(app.ctx, await signInToPanel(app, token));
      await app.deliverEmails();
      app.advance(7 * DAY);
      await runJobs(app.ctx);
    }
    app.advance(DAY); // idempotency keys of others
    await runJobs(app.ctx);

    const findStrings = async (searchedDatabase: Database, dataDir: string, output: string) =>
      [...(await readPlaces(searchedDatabase, dataDir)), ['log', output] as const].flatMap(([place, content]) =>
        [...strings, ...hiddenStrings].filter((text) => content.includes(text)).map((text) => `${place}: ${text}`),
      );
    assert.deepEqual(await findStrings(database, settings.dataDir, app.log.join('\n')), []);
    assert.deepEqual(await listEvents(), []);
    assert.deepEqual(listStoredFiles(app), []);
    assert.deepEqual(await countRowsOf(app, other.child.id), otherRows, 'the other family keeps everything');
    assert.equal((await app.loginChild(other.child.id)).status, 200);
    assert.deepEqual(
      readdirSync(settings.dataDir).filter((name) => !isKnownFile(name)),
      [],
      'every kind of file in DATA_DIR is described',
    );

    // As docs/operations.md says, with the list of erased profiles.
    const restored = await restore(app, backup);
    try {
      const service = await startService(restored.env);
      const login = async (profile_id: string) =>
        (await postJson(`${service.url}/app/auth/login/child`, { profile_id, pin: '1234' })).status;
      assert.deepEqual([await login(childId), await login(other.child.id)], [404, 200], service.getOutput());
      service.process.kill('SIGTERM');
      assert.equal(await service.exited, 0);
      assert.match(service.getOutput(), /"profiles":3,"msg":"the database contains erased profiles/);
      const restoredSettings = readSettings(restored.env);
      await runJobsOfNextDay(app, restoredSettings);
      await using restoredDatabase = await openDatabase(restoredSettings.databaseUrl);
      assert.deepEqual(await findStrings(restoredDatabase, restoredSettings.dataDir, service.getOutput()), []);
      assert.deepEqual(readdirSync(join(restoredSettings.dataDir, 'files')), []);
    } finally {
      await restored.remove();
    }
  },
);

type Family = Awaited<ReturnType<typeof registerFamilyWithPanelSession>>;

/**
 * Lives for three years, and writes texts of each kind in the way in which a family would. Returns the strings that the search must find
 * before the erasure, and those that are stored as hashes or encrypted, so that it never finds them.
 */
async function live(app: TestApp, family: Family) {
  const strings: string[] = [];
  const hiddenStrings: string[] = [];
  const create = (list: string[], kind: string) => {
    const text = `planted-${kind}-${list.length}`;
    list.push(text);
    return text;
  };
  const plant = (kind: string) => create(strings, kind);
  const { child, caller } = family;
  const second = await addGuardian(app, family, await app.registerParent(`${plant('second')}@example.org`));
  let token = child.token;
  for (let month = 0; month < HISTORY_MONTHS; month += 1) {
    const todos = createTodoClient(app, token);
    const draft = { title: plant('title'), notes: plant('notes'), checklist: [{ text: plant('step') }] };
    const headers = {
      'idempotency-key': create(hiddenStrings, 'key'),
      'device-id': `${create(hiddenStrings, 'device')}-of-a-tablet`,
    };
    const added = await app.call('POST', '/app/todos', { token, body: draft, headers });
    assert.equal(added.status, 201, added.text);
    await todos.setStatus(added.body.data.id, 'done');
    if (month % 6 === 0) await createLearningClient(app, { id: child.id, token }).startAndComplete('first-sums');
    app.advance(30 * DAY);
    token = await signInChild(app, child.id);
  }
  const todos = createTodoClient(app, token);
  const renamed = await app.call('PATCH', '/app/users/me', { token, body: { display_name: plant('name') } });
  assert.equal(renamed.status, 200, renamed.text);
  const client = createLearningClient(app, { id: child.id, token });
  await client.call('POST', '/app/tasks/first-sums/start');
  await client.saveAnswers('first-sums', [{ item_id: 'eight-in-letters', response: plant('word') }]);
  for (const taskId of ['another-ending', 'my-pattern']) {
    const parts = [createFilePart(await createPicture('png')), { name: 'text', body: plant('story') }];
    const work = await submitParts(app, { taskId, token }, [...parts, { name: 'caption', body: plant('caption') }]);
    assert.equal(work.status, 201, work.text);
    const review = { decision: 'approved', text: plant('feedback') } as const;
    await reviewSubmission(app.ctx, caller.profileId, work.body.data.id, review);
  }
  const [chore] = await assignTodo(app.ctx, caller.profileId, [child.id], {
    title: plant('chore'),
    notes: plant('how'),
  });
  await todos.setStatus(chore?.id ?? '', 'done');
  await reviewTodo(app.ctx, caller.profileId, chore?.id ?? '', { decision: 'rejected', note: plant('decision') });
  await createFamilyPlanet(app.ctx, caller.profileId, { name: plant('planet') });
  const { token: parentToken } = await app.registerParent(family.parent.email);
  const freshCaller = await signInToPanel(app, parentToken);
  await inviteGuardian(app.ctx, freshCaller, child.id, `${create(hiddenStrings, 'invited')}@example.org`);
  await addTestPasskey(app, freshCaller);
  await app.ctx.write(({ db }) =>
    db
      .updateTable('passkeys')
      .set({ name: plant('passkey') })
      .execute(),
  );
  const parents = [caller, second.caller];
  strings.push(child.id, family.parent.email, ...parents.map(({ profileId }) => profileId));
  return { strings, hiddenStrings, parents };
}

async function getEmail({ ctx }: TestApp, id: string): Promise<string> {
  const parent = ctx.db.selectFrom('profiles').select('email').where('id', '=', id);
  return (await parent.executeTakeFirstOrThrow()).email ?? '';
}

/** Adds an attempt and a ledger row for each day, so that rows fill many pages and pages are split. */
async function addHistory(app: TestApp, profile_id: string, answer: string): Promise<void> {
  const getDay = (i: number) => addSeconds(app.ctx.now(), -i * DAY);
  await copyRows(
    app,
    'attempts',
    { profile_id: (await findChildWithAttempts(app)) ?? profile_id },
    HISTORY_DAYS,
    (i) => ({
      id: `${profile_id} ${i}`,
      profile_id,
      number: i + 100,
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

async function runJobs(ctx: Context): Promise<void> {
  await sweepExpiredRows(ctx);
  await cleanUpLearning(ctx);
  await eraseDueProfiles(ctx);
}

async function runJobsOfNextDay({ ctx: { content, log } }: TestApp, settings: Settings): Promise<void> {
  await using database = await openDatabase(settings.databaseUrl);
  const now = () => addSeconds(new Date().toISOString(), DAY);
  await runJobs(createContext({ settings, database, content: content.current, log, now }));
}

type Rows = Record<string, Record<string, unknown>[]>;

async function copyTables({ kysely }: Database): Promise<Rows> {
  const tables: Rows = {};
  for (const { name } of await kysely.introspection.getTables())
    tables[name] = (await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(kysely)).rows;
  return tables;
}

/** Makes a backup in a new folder, and returns that folder. */
async function createBackupOf({ ctx: { settings } }: TestApp): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'family-drill-'));
  const env = { DATA_DIR: settings.dataDir, DATABASE_URL: settings.databaseUrl };
  await captureOutput(() => createBackup(env, { folder, withSecrets: true }));
  return folder;
}

/** Restores a backup into a new DATA_DIR with the list of erased profiles, and for PostgreSQL into a new database. */
async function restore({ database, ctx }: TestApp, BACKUP_DIR: string) {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'family-drill-'));
  cpSync(join(ctx.settings.dataDir, 'erased-ids'), join(DATA_DIR, 'erased-ids'));
  const DATABASE_URL = await (database === 'sqlite' ? `sqlite:${join(DATA_DIR, 'family.db')}` : createEmptyDatabase());
  const env = { DATA_DIR, DATABASE_URL, LOG_LEVEL: 'debug' };
  await captureOutput(() => restoreBackup({ ...env, BACKUP_DIR }));
  return {
    env,
    async remove() {
      if (database === 'postgres') await dropPostgresDatabase(DATABASE_URL);
      for (const removed of [DATA_DIR, BACKUP_DIR]) rmSync(removed, { recursive: true });
    },
  };
}

async function countRowsOf(app: TestApp, childId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of ['attempts', 'xp_ledger', 'profiles', 'guardians'] as const) {
    const rows = JSON.stringify(await app.ctx.db.selectFrom(table).selectAll().execute());
    counts[table] = rows.split(childId).length;
  }
  return counts;
}

/** Reads every table and every file in DATA_DIR, with the database and the write-ahead log of SQLite, each with its name. */
async function readPlaces(database: Database, dataDir: string): Promise<(readonly [string, string])[]> {
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return [
    ...Object.entries(await copyTables(database)).map(([name, rows]) => [name, JSON.stringify(rows)] as const),
    ...files
      .filter(({ name }) => name !== 'erased-ids') // holds only ids
      .map(({ parentPath, name }) => [name, `${name} ${readFileSync(join(parentPath, name), 'latin1')}`] as const),
  ];
}

function isKnownFile(name: string): boolean {
  return Object.keys(FILE_RETENTION).some(
    (known) => name === known || name.startsWith(`${known}-`) || name.startsWith(`${known}.lock`),
  );
}
