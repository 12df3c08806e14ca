import assert from 'node:assert/strict';
import { addDays, getStartOfWeek } from '../../../src/core/time/days.ts';
import { DAY, HOUR } from '../../../src/core/time/instant.ts';
import { turnRewardsOn } from '../../../src/features/todos/index.ts';
import { assertRedirect, createFormBrowser } from '../../support/browser/form-browser.ts';
import { registerTodoFamily } from '../../support/family/todos.ts';
import { createLearningClient } from '../../support/learning/learning-client.ts';
import { submitText } from '../../support/learning/submissions.ts';
import { type TestApp, testWithApp } from '../../support/test-app.ts';

/** The rows of each day: "Tidy up To-do · 08:00 Approved +7 XP". */
function readDays(text: string): Map<string, string[]> {
  const days = text.split('<h2 class="day-heading">').slice(1);
  return new Map(
    days.map((day) => [
      day.split('<span')[0]?.trim() ?? '',
      day
        .split('<div class="line">')
        .slice(1)
        .map((row) => toText(row.split('</li>\n<li>')[0] ?? '')),
    ]),
  );
}

const toText = (html: string) =>
  html
    .replaceAll(/<svg.*?<\/svg>|<nav.*|<\/details>.*|<[^>]*>/gs, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

const readWeeks = (text: string) =>
  [...text.matchAll(/<details class="week"( open)?><summary><span>([^<]+)/g)].map(([, open, week]) => ({
    week: week ?? '',
    isOpen: open !== undefined,
  }));

async function openActivity(app: TestApp, email: string, childId: string) {
  const { token } = await app.registerParent(email); // signs in again, because sessions end within the week
  const browser = createFormBrowser(app, await app.openPanelSession(token));
  return {
    browser,
    path: `/panel/children/${childId}/activity`,
    open: async (query = '') => (await browser.open(`/panel/children/${childId}/activity${query}`)).text,
  };
}

testWithApp('the activity has what a child did and its XP on the day of the work', async (app) => {
  const { child, parent, parentId, assign, todos, review } = await registerTodoFamily(app);
  const { open: openEmpty } = await openActivity(app, parent.email, child.id);
  assert.match(await openEmpty(), /No activity yet/);
  const learner = createLearningClient(app, child);
  await learner.startAndComplete('first-sums', { seconds: 120 });
  app.advance(HOUR);
  const todoId = await assign({ xp_reward: 7 });
  await todos.setStatus(todoId, 'done');
  app.advance(3 * DAY);
  await review(todoId, 'approved');
  await todos.setStatus((await todos.add({ title: 'Feed the cat' })).id, 'done');
  await learner.start('first-sums');
  app.advance(-DAY); // on Sunday, what the child did first is sent back
  const rejectedId = await assign({ title: 'Make the bed' });
  await todos.setStatus(rejectedId, 'done');
  await review(rejectedId, 'rejected', 'The pillow, too');
  await turnRewardsOn(app.ctx, parentId, [child.id]);
  await todos.setStatus(await assign({ title: 'Wipe the table', requires_approval: false, stars: 2 }), 'done');
  app.advance(DAY);

  app.advance(DAY);
  await submitText(app, { token: child.token }, { text: 'The fox went home.' });

  const { open, browser, path } = await openActivity(app, parent.email, child.id);
  const text = await open();
  const days = [...readDays(text)];
  assert.deepEqual(
    days.map(([day]) => day),
    ['Tuesday 24 November', 'Monday 23 November', 'Sunday 22 November', 'Friday 20 November'],
  );
  const [[, tuesday = []] = [], [, monday = []] = [], [, sunday = []] = [], [, friday = []] = []] = days;
  assert.ok(
    text.includes(`<a href="/panel/children/${child.id}/submissions">`),
    'creative work leads to what was made',
  );
  assert.equal(tuesday.length, 1, tuesday.join('\n'));
  assert.match(tuesday[0] ?? '', /To review .*Submitted “.*First activity of the day/);
  assert.ok(
    sunday.some((row) => /^Make the bed To-do · \d\d:\d\d Sent back$/.test(row)),
    `what was sent back has earned nothing: ${sunday.join('\n')}`,
  );
  assert.ok(
    sunday.some((row) => /^Wipe the table .*2 stars$/.test(row)),
    sunday.join('\n'),
  );
  assert.equal(friday.length, 2, friday.join('\n'));
  assert.match(friday[0] ?? '', /^Tidy up To-do · \d\d:\d\d Approved \+7 XP$/);
  assert.match(friday[1] ?? '', /Passed · 100% .* 2 min .*Passed “.*\+5 First activity of the day \+\d+ XP$/);
  assert.equal(monday.length, 2, monday.join('\n'));
  assert.ok(
    monday.some((row) => /^Feed the cat To-do · \d\d:\d\d Done .*First activity of the day .*\+7 XP$/.test(row)),
    monday.join('\n'),
  );
  assert.ok(
    monday.some((row) => /In progress$/.test(row)),
    monday.join('\n'),
  );
  assert.deepEqual(
    readWeeks(text).map(({ week, isOpen }) => [week.slice(0, 2), isOpen]),
    [
      ['23', true],
      ['16', false],
    ],
  );
  const total = [...text.matchAll(/class="amount[^"]*">([+−-]\d+) XP/g)].reduce(
    (sum, [, amount]) => sum + Number(amount),
    0,
  );
  assert.equal(total, await todos.getXpTotal(), 'every XP is there once');
  assertRedirect(await browser.open(path.replace('activity', 'ledger')), path);
});

testWithApp('the activity of years is read in pages of whole weeks, each row once', async (app) => {
  const { child, parent } = await registerTodoFamily(app);
  const today = app.ctx.now().slice(0, 10);
  const days = Array.from({ length: 60 }, (_, i) => addDays(today, -i));
  const rows = days.flatMap((day, i) =>
    Array.from({ length: 11 }, (_, n) => ({
      id: `row ${i} ${n}`,
      profile_id: child.id,
      source: `task ${i} ${n}`,
      reason: 'practice',
      amount: 1,
      day,
      zone: 'UTC',
      at: `${day}T10:00:00.000Z`,
    })),
  );
  await app.ctx.write(async ({ db }) => {
    for (let i = 0; i < rows.length; i += 50)
      await db
        .insertInto('xp_ledger')
        .values(rows.slice(i, i + 50))
        .execute();
  });
  const { open } = await openActivity(app, parent.email, child.id);
  const weeks: string[] = [];
  let amounts = 0;
  let pages = 0;
  for (let query: string | undefined = ''; query !== undefined; pages += 1) {
    const text = await open(query);
    weeks.push(...readWeeks(text).map(({ week }) => week));
    amounts += text.match(/class="amount">\+1 XP/g)?.length ?? 0;
    query = /rel="next" href="[^"?]*(\?until=[\d-]+)"/.exec(text)?.[1];
    const until = query?.slice('?until='.length);
    if (until) assert.equal(getStartOfWeek(addDays(until, 1)), addDays(until, 1), 'a page begins with a Monday');
  }
  assert.equal(amounts, rows.length);
  assert.equal(new Set(weeks).size, weeks.length, `no week is on two pages: ${weeks}`);
  assert.ok(pages >= 4, `${pages} pages`);
  const first = readWeeks(await open());
  for (const query of ['?until=', '?until=x', '?until=2026-02-30', '?until=9999-12-31', '?page=2&per_page=3'])
    assert.deepEqual(readWeeks(await open(query)), first, query);
  assert.match(await open('?until=0001-01-01'), /nothing here anymore[\s\S]*Newest/);
});
