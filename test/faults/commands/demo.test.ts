import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, it } from 'node:test';
import { runDemo } from '../../../src/app/demo/demo.ts';
import { DEMO_TEXTS } from '../../../src/app/demo/texts.ts';
import { loadAllPacks } from '../../support/content/packs.ts';
import { captureOutput } from '../../support/service/console-output.ts';
import { addParseCache, postJson, runCommand, startService } from '../../support/service/process.ts';

const PACKS = loadAllPacks();
const folder = mkdtempSync(join(tmpdir(), 'family-demo-'));
after(() => rmSync(folder, { recursive: true, force: true }));

function run(...args: string[]) {
  addParseCache(folder);
  return runCommand(args, { DATA_DIR: folder });
}

it('the demo command creates a consistent family that can sign in', async () => {
  const { status, stdout, stderr } = run('demo');
  assert.deepEqual([status, stderr], [0, '']);
  const [, profile_id = '', pin = ''] = /Mia +profile (\w+) +PIN (\d{4})/.exec(stdout) ?? [];
  assert.deepEqual(run('admin', 'rebuild-totals', '--check').stdout, 'No differences.\n');

  const db = new DatabaseSync(join(folder, 'family.db'), { readOnly: true });
  const count = (source: string) => Number(db.prepare(`select count(*) as n from ${source}`).get()?.n);
  assert.equal(count("profiles where role = 'child'"), 3);
  assert.equal(count('guardians'), 6, 'each child has two guardians');
  assert.ok(count("submissions where status = 'pending_review'") > 0, 'a submission waits for a parent');
  assert.ok(count("submissions where status = 'approved'") > 0);
  assert.ok(count("todos where status = 'awaiting_approval'") > 0, 'to-dos wait for a parent');
  const repeatedTitles =
    "(select 1 from todos where status = 'rejected' group by profile_id, title having count(*) > 1)";
  assert.equal(count(repeatedTitles), 0, 'no child has two rejected to-dos with the same title');
  assert.ok(count('(select distinct day from xp_ledger)') > 35, 'six weeks of activity');
  assert.ok(count('(select distinct zone from xp_ledger where zone is not null)') > 1, 'in two time zones');
  assert.equal(
    count("pins where hash like '$argon2id$v=19$m=19456,t=2,p=1$%'"),
    3,
    'PINs have the cost that OWASP recommends',
  );
  assert.ok(count('planet_members') > 4);
  const chores = db.prepare('select distinct title from todos where assigned_by is not null');
  assert.deepEqual(
    new Set(chores.all().map(({ title }) => title)),
    new Set(['Set the table', 'Put the toys into their box', 'Tidy your room']),
  );
  assert.equal(count("profiles where language <> 'en'"), 0);
  const sofia = db.prepare("select id from profiles where display_name = 'Sofia'").get()?.id;
  const played = db.prepare('select distinct task_id from attempts where profile_id = ?').all(String(sofia));
  const quizzes = played
    .flatMap(({ task_id }) => PACKS.tasks.get(String(task_id)) ?? [])
    .filter(({ kind }) => kind === 'quiz');
  assert.ok(quizzes.length > 10);
  assert.deepEqual(
    quizzes.filter(({ difficulty }) => difficulty === 1),
    [],
    'a child of twelve does not count fingers',
  );
  assert.ok(count('item_records where misses > 0') > 10, 'some answers were wrong');
  assert.equal(readdirSync(join(folder, 'files')).length, count('submission_files'));
  db.close();

  await assert.rejects(runDemo({ DATA_DIR: folder }, 'en'), /The database already contains data/);

  const service = await startService({ DATA_DIR: folder });
  const signedIn = await postJson(`${service.url}/app/auth/login/child`, { profile_id, pin });
  assert.equal(signedIn.status, 200);
  service.process.kill('SIGTERM');
  assert.equal(await service.exited, 0);
});

it('the demo command can create a family with another language', async (t) => {
  const otherFolder = mkdtempSync(join(tmpdir(), 'family-demo-'));
  t.after(() => rmSync(otherFolder, { recursive: true, force: true }));
  addParseCache(otherFolder);
  const weekCount = 2;
  await captureOutput(() => runDemo({ DATA_DIR: otherFolder }, 'pl', weekCount));
  const db = new DatabaseSync(join(otherFolder, 'family.db'), { readOnly: true });
  const listValues = (sql: string) => db.prepare(sql).all().flatMap(Object.values);
  assert.deepEqual(listValues('select distinct language from profiles'), ['pl']);
  const { setTable, putToysAway, tidyRoom, ownTodos, planet, praise, askForMore } = DEMO_TEXTS.pl;
  const titles = new Set(listValues('select distinct title from todos'));
  const parentTitles = [setTable, putToysAway, tidyRoom];
  // The children draw their own to-dos at random, and not each of them in two weeks.
  assert.deepEqual(titles.difference(new Set(ownTodos)), new Set(parentTitles));
  assert.ok(ownTodos.some((title) => titles.has(title)));
  assert.deepEqual(listValues('select name from family_planets'), [planet.name]);
  const feedback = listValues('select distinct feedback_text from submissions where feedback_text is not null');
  assert.deepEqual(new Set(feedback).difference(new Set([...praise, askForMore])), new Set());
  assert.ok(feedback.length > 0);
  db.close();
});
