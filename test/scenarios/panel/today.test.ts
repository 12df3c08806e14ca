import assert from 'node:assert/strict';
import { addDays } from '../../../src/core/time/days.ts';
import { addSeconds, DAY } from '../../../src/core/time/instant.ts';
import type { Profile } from '../../../src/features/accounts/index.ts';
import { type Advice, loadAdvice, loadAdviceByChild } from '../../../src/features/learning/index.ts';
import { getMessages } from '../../../src/locales/index.ts';
import type { PanelRequest } from '../../../src/panel/endpoints.ts';
import { renderAdvice } from '../../../src/panel/parts/advice.ts';
import { createFormBrowser } from '../../support/browser/form-browser.ts';
import { loadAllPacks } from '../../support/content/packs.ts';
import { carryOutAfterUndoTime } from '../../support/family/decisions.ts';
import { signInChild } from '../../support/family/guardians.ts';
import { addYearsOfHistory } from '../../support/family/history.ts';
import { registerTodoFamily } from '../../support/family/todos.ts';
import { createLearningClient } from '../../support/learning/learning-client.ts';
import { rateAnswersWrong } from '../../support/learning/rate-answers.ts';
import { submitText } from '../../support/learning/submissions.ts';
import { testWithApp } from '../../support/test-app.ts';

const toText = (html: string) =>
  html
    .replaceAll(/<svg.*?<\/svg>|<[^>]*>/gs, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

testWithApp('Today compares with the same day last week, and says what is hard, due and waits', async (app) => {
  const { child, parent, assign, todos } = await registerTodoFamily(app);
  const openPage = async () => {
    const { token } = await app.registerParent(parent.email); // signs in again, because sessions end within the week
    return (await app.call('GET', '/panel', { cookie: await app.openPanelSession(token) })).text;
  };
  const openHtml = async () => {
    const text = await openPage();
    return /<article class="child-card.*?<\/article>/s.exec(text)?.[0] ?? '';
  };
  const open = async () => toText(await openHtml());
  assert.match(await open(), /has not started yet Connect a tablet or phone/);
  assert.equal((await app.loginChild(child.id, undefined, { device: 'the-tablet-of-the-family' })).status, 200);
  const connected = await open();
  assert.match(connected, /Connected\. .+’s first task is waiting/);
  assert.doesNotMatch(connected, /has not started|Connect a tablet/);
  const learner = createLearningClient(app, child);
  await learner.start('first-sums');
  const begun = await open();
  assert.match(begun, /has begun/);
  assert.doesNotMatch(begun, /has not started|Connected/);
  const [firstItem] = app.ctx.content.current.tasks.get('first-sums')?.items ?? [];
  assert.ok(firstItem?.kind === 'single_choice' || firstItem?.kind === 'multiple_choice');
  await learner.answer('first-sums', firstItem.id, firstItem.options[0]?.id);
  assert.match(await open(), /: 1 question answered in “/);
  app.advance(7); // the child that was linked first comes first
  await app.linkChild(parent.token, (await app.registerChild()).token);
  const glance = [...(await openPage()).matchAll(/class="glance-day">([^<]*)/g)].map(([, day]) => day);
  assert.deepEqual(glance, [], 'the cards say it all before the first results');
  assert.match(
    await openPage(),
    /<h2>What comes next<\/h2>.*href="\/panel\/plan".*\/settings\?open=guardians#guardians"/s,
  );
  await learner.startAndComplete('first-sums', { seconds: 120 });
  const today = app.ctx.now().slice(0, 10);
  await assign({ title: 'Water the plants', due_date: addDays(today, 7), requires_approval: false });
  app.advance(7 * DAY);
  await learner.startAndComplete('first-sums', { seconds: 60 });
  await todos.setStatus(await assign({ title: 'Lay the table', xp_reward: 3 }), 'done');
  await submitText(app, { token: child.token }, { text: 'The fox went home.' });
  const item = app.ctx.content.current.tasks.get('first-sums')?.items[0];
  const missed = { tries: 3, misses: 3, last_response: 'null', last_score: 0, last_missed_response: 'null' };
  await app.ctx.write(({ db }) =>
    db
      .updateTable('item_records')
      .set({ ...missed, last_missed_at: app.ctx.now() })
      .where('profile_id', '=', child.id)
      .where('item_id', '=', item?.id ?? '')
      .execute(),
  );
  await rateAnswersWrong(app, child.id, { taskId: 'first-sums', itemId: item?.id ?? '', count: 3 });
  assert.doesNotMatch(await openPage(), /What comes next/);
  const cardHtml = await openHtml();
  assert.match(cardHtml, /<h3 class="advice-skill"><span class="advice-kind">Hard right now/);
  const card = toText(cardHtml);
  assert.match(card, /Today 1 min · 1 work · 1 to-do · \d+ XP First sums same day last week: 2 min/);
  assert.match(card, /This week 1 min · \d+ XP last week by this day: 2 min/);
  assert.match(card, /Hard right now (?:Addition|How to count|addition|how to count)/);
  assert.ok(card.includes(item?.prompt.en ?? '?'));
  assert.match(card, /1 piece of work to review · 1 to-do to review : .+? Hard right now/);
  const line = toText(/<ul class="card glance.*?<\/li>/s.exec(await openPage())?.[0] ?? '');
  assert.match(line, /1 day 1 min · 1 work · 1 to-do · \d+ XP 2 2 to review$/);
  assert.match(card, /Due – .+ Water the plants$/);
  app.advance(DAY);
  const nextDay = await open();
  assert.match(nextDay, /Due – .+ Water the plants since 27 Nov$/);
  assert.match(nextDay, /This week 1 min · \d+ XP last week by this day: 2 min/);
  assert.doesNotMatch(nextDay, /Nothing yet|nothing/, 'without activity on either day, there is nothing to compare');
  app.advance(6 * DAY);
  const weekLater = await openPage();
  assert.equal(weekLater.match(/<span class="glance-day">Nothing yet</g)?.length, 2, 'the lines of a phone');
  assert.equal(weekLater.match(/class="empty-day"/g)?.length, 1, 'the card of a wide screen');
  assert.match(
    toText(await openHtml()),
    /Today Nothing yet same day .* This week Nothing yet last week by this day: 1 min/,
  );
  app.advance(3 * DAY);
  assert.match(await open(), /This week Nothing yet Due/);
  await createLearningClient(app, { ...child, token: await signInChild(app, child.id) }).startAndComplete('first-sums');
  assert.doesNotMatch(await open(), /This week/, 'on a Monday, it is what today is');
});

testWithApp(
  'advice shows one wrong pair of a long answer, and praise for the skill that is hard in the same card',
  async (app) => {
    const { child } = await app.registerFamily();
    app.ctx.content.current = loadAllPacks();
    const { tasks, misconceptions } = app.ctx.content.current;
    const { task, item } =
      [...tasks.values()]
        .flatMap((task) => task.items.map((item) => ({ task, item })))
        .find(({ item }) => item.kind === 'matching' && item.left.length >= 4) ?? assert.fail();
    assert.ok(item.kind === 'matching');
    const overcome = [...misconceptions.values()][0] ?? assert.fail();
    const chosen = item.right[0] ?? assert.fail();
    const question = {
      task_id: task.id,
      item_id: item.id,
      tries: 3,
      misses: 3,
      last_missed_response: JSON.stringify(Object.fromEntries(item.left.map(({ id }) => [id, chosen.id]))),
      last_missed_draw: null,
      last_missed_at: app.ctx.now(),
    };
    const skill = {
      id: overcome.skills[0],
      name: { en: 'fractions' },
      standing: 'hard',
      answers: [{ isRight: false, at: app.ctx.now() }],
      memory: { reviewed_on: '2026-11-12' },
    };
    const advice = {
      focus: { skill, question, questions: [question], homeTask: undefined },
      skills: [skill],
      questions: [],
      resting: [],
      misconceptions: [],
      overcome: [overcome],
    } as unknown as Advice; // only what the card reads
    const request = {
      ctx: app.ctx,
      language: 'en',
      locale: 'en',
      t: getMessages('en').panel,
    } as unknown as PanelRequest;
    const render = (shown: Advice, isFolded = false) =>
      String(renderAdvice(request, child as unknown as Profile, shown, { level: 'h3', timeZone: 'UTC', isFolded }));
    const html = render(advice);
    assert.equal([...html.matchAll(/class="advice[ "]/g)].length, 1, 'one card');
    const text = toText(html);
    assert.match(
      text,
      /Their answer: [^→]+ → [^→]+ Right answer: [^→]+ → [^→]+ Try it together One fewer mistake in how to count: /,
    );
    const other = {
      ...advice,
      focus: { ...advice.focus, skill: { ...skill, id: 'another-skill' } },
    } as unknown as Advice;
    assert.match(toText(render(other)), /Try it together Overcome /);
    const pointed = [...tasks.values()].find(({ items }) => items.some(({ kind }) => kind === 'hotspot'));
    const hotspot = pointed?.items.find(({ kind }) => kind === 'hotspot');
    const place = { ...question, task_id: pointed?.id, item_id: hotspot?.id, last_missed_response: '{"x":0,"y":0}' };
    const shown = { ...advice, focus: { ...advice.focus, question: place } } as unknown as Advice;
    assert.match(render(shown), /class="answer-picture"/, 'a question about a picture has its picture');
    const due = { ...skill, standing: 'growing', answers: [], memory: { in_row: 0, reviewed_on: '2026-11-12' } };
    const look = { ...advice, skills: [due], focus: { skill: due, questions: [] }, overcome: [] } as unknown as Advice;
    assert.match(
      toText(render(look)),
      /Nothing is hard right now\. Worth another look fractions last practised 12 Nov Idea for home: .+ Print a sheet$/,
      'without a question, it says why, and what to do at home',
    );
    assert.doesNotMatch(render(look, true), /<details/, 'nor is that folded on Today');
    const earlier = { ...question, last_missed_at: addSeconds(question.last_missed_at, -2 * DAY) };
    const missedEarlier = { ...advice, focus: { ...advice.focus, question: earlier } } as unknown as Advice;
    assert.match(toText(render(missedEarlier)), /last wrong 20 Nov .* Their answer \(18 Nov\): /);
  },
  { only: 'sqlite' },
);

testWithApp('Today tells the same of a child as its own page, however much its sibling answers', async (app) => {
  const { parent, child } = await app.registerFamily();
  const sibling = await app.registerChild();
  await app.linkChild(parent.token, sibling.token);
  const [item] = app.ctx.content.current.tasks.get('first-sums')?.items ?? [];
  /** Repeats a child's attempt in each of the following minutes. */
  const learn = async (learner: typeof child, times: number) => {
    await createLearningClient(app, learner).startAndComplete('first-sums');
    await rateAnswersWrong(app, learner.id, { taskId: 'first-sums', itemId: item?.id ?? '', count: 1 });
    const select = app.ctx.db.selectFrom('attempts').selectAll().where('profile_id', '=', learner.id);
    const { id, number, ...attempt } = await select.executeTakeFirstOrThrow();
    const copies = Array.from({ length: times }, (_, i) => ({
      ...attempt,
      id: `${id.slice(0, -4)}${1000 + i}`,
      number: number + 1 + i,
      started_at: addSeconds(attempt.started_at, 60 * (i + 1)),
    }));
    await app.ctx.write(({ db }) => db.insertInto('attempts').values(copies).execute());
  };
  await learn(child, 4);
  app.advance(DAY);
  await learn(sibling, 130);
  const today = app.ctx.now().slice(0, 10);
  const children = [child, sibling].map(({ id }) => ({ id, birth_year: 2016, today }));
  const advice = await loadAdviceByChild(app.ctx, children);
  const countAnswers = (told: Advice | undefined) => told?.skills.reduce((sum, { answers }) => sum + answers.length, 0);
  assert.equal(countAnswers(advice.get(child.id)), 5);
  for (const advised of children)
    assert.deepEqual(advice.get(advised.id), await loadAdvice(app.ctx, advised, today), 'the same as alone');
});

testWithApp('XP of an approval belongs to the day of the work, not of the click', async (app) => {
  const { child, parent, assign, todos } = await registerTodoFamily(app);
  const workDay = app.ctx.now().slice(0, 10);
  const todoId = await assign({ xp_reward: 7 });
  await todos.setStatus(todoId, 'done');
  await submitText(app, { token: child.token }, { text: 'The fox went home.' });
  const readDays = async () => {
    const rows = await app.ctx.db
      .selectFrom('progress_days')
      .select(['day', 'xp'])
      .where('profile_id', '=', child.id)
      .orderBy('day')
      .execute();
    return Object.fromEntries(rows.map(({ day, xp }) => [day, xp] as const));
  };
  const before = (await readDays())[workDay] ?? 0;
  app.advance(5 * DAY);
  const { id: submissionId = '' } = (await app.ctx.db.selectFrom('submissions').select('id').executeTakeFirst()) ?? {};
  const approvedAt = app.ctx.now();
  const browser = createFormBrowser(app, await app.openPanelSession(parent.token));
  await browser.submit('/panel/approvals', { chosen: [`todo ${todoId}`, `work ${submissionId}`] });
  await carryOutAfterUndoTime(app);
  const entries = await app.ctx.db
    .selectFrom('xp_ledger')
    .select(['reason', 'day', 'amount', 'at'])
    .where('at', '>=', approvedAt)
    .orderBy('reason')
    .execute();
  assert.deepEqual(
    entries.map(({ reason, day }) => [reason, day]),
    [
      ['creative_approved', workDay],
      ['location_completed', workDay],
      ['todo_approved', workDay],
    ],
  );
  const approvedXp = entries.reduce((sum, { amount }) => sum + amount, 0);
  assert.deepEqual(await readDays(), { [workDay]: before + approvedXp });
  app.advance(2 * DAY);
  const { token } = await app.registerParent(parent.email);
  const today = await app.call('GET', '/panel', { cookie: await app.openPanelSession(token) });
  assert.match(toText(today.text), new RegExp(`same day last week: ${before + approvedXp} XP`));
});

const CHILD_COUNT = 3;

testWithApp('a family with three years of history opens Today with at most 9 statements', async (app) => {
  const { parent, child } = await app.registerFamily();
  for (let i = 1; i < CHILD_COUNT; i += 1) {
    app.advance(7);
    await app.linkChild(parent.token, (await app.registerChild()).token);
  }
  await addYearsOfHistory(app);
  const cookie = await app.openPanelSession(parent.token);
  const open = () => app.call('GET', '/panel', { cookie });
  assert.equal((await open()).status, 200);
  const countStatements = async (path: string) => {
    const countBefore = app.ctx.database.getQueryCount();
    assert.equal((await app.call('GET', path, { cookie })).status, 200);
    return app.ctx.database.getQueryCount() - countBefore;
  };
  const { text } = await open();
  const childPath = `/panel/children/${child.id}`;
  const together = /href="([^"]*\/together\?[^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? assert.fail();
  for (const [path, maxCount] of [
    ['/panel', 9],
    [childPath, 12],
    [`${childPath}/answers`, 10],
    [together, 8],
  ] as const) {
    const count = await countStatements(path);
    assert.ok(count <= maxCount, `${path}: ${count} statements`);
  }
  assert.equal([...text.matchAll(/class="child-card/g)].length, CHILD_COUNT);
  assert.equal([...text.matchAll(/class="glance-name"/g)].length, CHILD_COUNT, 'a line for each child');
  assert.match(text, /Hard right now/);
  if (app.database === 'postgres') return;
  const durations = [];
  for (let i = 0; i < 20; i += 1) {
    const before = process.cpuUsage(); // not the time that passes, which other processes prolong
    await open();
    const { user, system } = process.cpuUsage(before);
    durations.push((user + system) / 1000);
  }
  const [fastest = 0] = durations.toSorted((a, b) => a - b);
  assert.ok(fastest <= 15, `${durations.map((ms) => ms.toFixed(1))} ms`);
});
