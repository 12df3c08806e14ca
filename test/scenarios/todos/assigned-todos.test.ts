import assert from 'node:assert/strict';
import { QUOTAS } from '../../../src/core/quotas.ts';
import { addDays } from '../../../src/core/time/days.ts';
import { addSeconds, DAY } from '../../../src/core/time/instant.ts';
import type { Todo } from '../../../src/features/todos/index.ts';
import { createFormBrowser } from '../../support/browser/form-browser.ts';
import { carryOutAfterUndoTime } from '../../support/family/decisions.ts';
import { signInToPanel } from '../../support/family/guardians.ts';
import { registerTodoFamily } from '../../support/family/todos.ts';
import { copyRows } from '../../support/service/copy-rows.ts';
import { countByStatus } from '../../support/service/requests.ts';
import { type TestApp, testWithApp } from '../../support/test-app.ts';

async function createFamily(app: TestApp) {
  const family = await registerTodoFamily(app);
  const cookie = await app.openPanelSession(family.parent.token);
  const browser = createFormBrowser(app, cookie);
  const act = (id: string, action: string, fields: Record<string, string> = {}) =>
    browser.submit(`/panel/todos/${id}${action}`, fields);
  const listOpen = async () =>
    (await family.todos.list('&status=pending')).map(({ title, due_date }) => [title, due_date]);
  return { ...family, cookie, browser, act, listOpen };
}

const DAILY = { freq: 'daily' } as const;
const EDITED = { title: 'Set the big table', xp_reward: '7', freq: 'daily', notes: '', due_date: '2026-11-20' };

testWithApp('a parent edits one occurrence of a series, or all that follow', async (app) => {
  const { assign, act, todos, listOpen, browser, child } = await createFamily(app);
  const recurrence = { ...DAILY, interval: 2 };
  const checklist = [{ text: 'Plates' }, { text: 'Forks' }];
  const id = await assign({ title: 'Set the table', due_date: '2026-11-20', recurrence, checklist });
  const list = async () => (await todos.list()) as unknown as Todo[];
  const [assigned] = await list();
  const entryIds = assigned?.checklist.map((entry) => entry.id) ?? [];
  await todos.patch(id, { checklist: [{ id: entryIds[0], done: true }, { id: entryIds[1] }] });
  const page = await browser.open(`/panel/todos/${id}`);
  assert.match(page.text, /value="Set the table"/);
  assert.match(page.text, /<option value="daily" selected>.*name="interval" value="2".*<textarea[^>]*>Plates\nForks</s);

  for (const [fields, name] of [
    [{ xp_reward: '51' }, 'xp_reward'],
    [{ interval: '0' }, 'interval'],
    [{ checklist: `Plates\n${'x'.repeat(201)}` }, 'checklist'],
    [{ checklist: 'x\n'.repeat(31) }, 'checklist'],
  ] as const) {
    const refused = await app.assertRowChanges({}, () => act(id, '', { ...EDITED, ...fields }));
    assert.equal(refused.status, 400);
    assert.ok(refused.text.includes(`id="assign-${name}-error"`), name);
  }

  const edit = { ...EDITED, interval: '3', checklist: 'Napkins\r\n\r\n Plates \r\n', scope: 'series' };
  const before = await list();
  const saved = await act(id, '', edit);
  assert.match(saved.headers.get('location') ?? '', /\?done=todo-saved&undo=todo/);
  assert.deepEqual(await list(), before, 'the parent can still undo it');
  const { text } = await browser.open(`/panel/children/${child.id}/todos`);
  assert.match(text, /Set the big table.*Edited.*every 3 days.*1 of 2 steps done/s);
  assert.equal((await act(id, '', { ...edit, interval: '4' })).status, 409, 'something else is planned');
  await browser.submit('/panel/undo', { items: `todo ${id}`, back: '/panel' });
  await carryOutAfterUndoTime(app);
  assert.deepEqual(await list(), before);

  await act(id, '', edit);
  await carryOutAfterUndoTime(app);
  const [edited] = await list();
  assert.deepEqual([edited?.title, edited?.xp_reward, edited?.recurrence?.interval], ['Set the big table', 7, 3]);
  const [napkins, plates] = edited?.checklist ?? [];
  assert.deepEqual(
    [napkins?.text, napkins?.done, plates],
    ['Napkins', false, assigned && { ...assigned.checklist[0], done: true }],
  );

  const editOfOne = {
    ...EDITED,
    interval: '3',
    title: 'Set the table for Grandma',
    due_date: '2026-11-21',
    scope: 'one',
  };
  const responses = await Promise.all(Array.from({ length: 20 }, () => act(id, '', editOfOne)));
  assert.deepEqual(countByStatus(responses), { 303: 20 });
  await Promise.all([carryOutAfterUndoTime(app), carryOutAfterUndoTime(app)]);
  await act(id, '', editOfOne);
  await carryOutAfterUndoTime(app);
  assert.deepEqual(
    await listOpen(),
    [
      ['Set the table for Grandma', '2026-11-21'],
      ['Set the big table', '2026-11-23'],
    ],
    'a second tap takes nothing out of the series',
  );
});

testWithApp('the form shows the next date of a series, and saving it does not move what is overdue', async (app) => {
  const { assign, browser } = await createFamily(app);
  const today = app.ctx.now().slice(0, 10);
  const overdueDay = addDays(today, -3);
  const weekly = { freq: 'weekly' } as const;
  const id = await assign({ title: 'Set the table', due_date: overdueDay, recurrence: weekly });
  const shownDay = addDays(overdueDay, 7);
  assert.match((await browser.open(`/panel/todos/${id}`)).text, new RegExp(`name="due_date" value="${shownDay}"`));
  const save = async (fields: object) => {
    await browser.submit(`/panel/todos/${id}`, { ...EDITED, ...weekly, scope: 'series', ...fields });
    await carryOutAfterUndoTime(app);
    const row = await app.ctx.db.selectFrom('todos').select('due_date').where('id', '=', id).executeTakeFirst();
    return row?.due_date;
  };
  assert.equal(await save({ due_date: shownDay }), overdueDay);
  assert.equal(await save({ due_date: shownDay, freq: '' }), shownDay, 'it is not overdue when it no longer repeats');
});

testWithApp('an edit that cannot be carried out is refused at once, and nothing is planned', async (app) => {
  const { assign, act } = await createFamily(app);
  const id = await assign({ title: 'Set the table', due_date: '2026-11-20', recurrence: DAILY });
  await copyRows(app, 'todos', { id }, QUOTAS.openTodos - 1, (i) => ({ id: `copy-${i}` }));
  const response = await act(id, '', { ...EDITED, scope: 'one' });
  assert.equal(response.status, 409);
  assert.match(response.text, /500/);
  assert.equal((await act(id, '', { ...EDITED, scope: 'series' })).status, 303);
});

testWithApp('a paused to-do is hidden from the child, and its series continues on the next date', async (app) => {
  const { assign, act, todos, listOpen, browser, child, parent } = await createFamily(app);
  const id = await assign({ title: 'Set the table', due_date: '2026-11-20', recurrence: DAILY });
  for (let i = 0; i < 2; i += 1) assert.equal((await act(id, '/pause')).status, 303);
  assert.deepEqual(await listOpen(), []);
  assert.equal((await todos.patch(id, { status: 'done' })).status, 404);
  assert.match((await browser.open(`/panel/children/${child.id}/todos`)).text, /Paused/);
  app.advance(3 * 24 * 60 * 60);
  const today = app.ctx.now().slice(0, 10);
  const laterBrowser = createFormBrowser(app, await app.openPanelSession(parent.token));
  await laterBrowser.submit(`/panel/todos/${id}/resume`);
  assert.deepEqual(await listOpen(), [['Set the table', today]]);
});

testWithApp('ending or deleting a series leaves no occurrence that could continue it', async (app) => {
  const { assign, act, review, todos, listOpen } = await createFamily(app);
  const id = await assign({ title: 'Set the table', due_date: app.ctx.now().slice(0, 10), recurrence: DAILY });
  await todos.setStatus(id, 'done');
  const getNextId = async () => (await todos.list('&status=pending'))[0]?.id ?? '';

  assert.equal((await act(await getNextId(), '/delete', { occurrences: 'one' })).status, 303);
  await carryOutAfterUndoTime(app);
  assert.equal((await listOpen()).length, 1, 'the series continues');
  const nextId = await getNextId();
  const responses = await Promise.all(Array.from({ length: 20 }, () => act(nextId, '/delete')));
  assert.deepEqual(countByStatus(responses), { 303: 20 });
  await carryOutAfterUndoTime(app);
  await review(id, 'rejected', 'The forks');
  await todos.setStatus(id, 'done');
  assert.deepEqual(await listOpen(), [], 'the occurrence that had been sent back creates no other');

  const lastId = await assign({ title: 'Feed the fish', recurrence: DAILY, requires_approval: false });
  await act(lastId, '/end');
  await todos.setStatus(lastId, 'done');
  assert.deepEqual(await listOpen(), []);
});

testWithApp('only open to-dos that a guardian of the child has assigned can be changed', async (app) => {
  const family = await createFamily(app);
  const stranger = createFormBrowser(app, (await signInToPanel(app, (await app.registerParent()).token)).cookie);
  const id = await family.assign();
  const ownId = (await family.todos.add()).id;
  const closedId = await family.assign({ requires_approval: false });
  await family.todos.setStatus(closedId, 'done');
  const listForms = (id: string) => [
    `/panel/todos/${id}`,
    `/panel/todos/${id}/pause`,
    `/panel/todos/${id}/resume`,
    `/panel/todos/${id}/end`,
    `/panel/todos/${id}/delete`,
  ];
  await app.assertRowChanges({}, async () => {
    for (const path of listForms(id)) assert.equal((await stranger.submit(path, EDITED)).status, 404, path);
    for (const path of [ownId, closedId, 'nothing', '%00'].flatMap(listForms))
      assert.equal((await family.browser.submit(path, EDITED)).status, 404, path);
    assert.equal((await stranger.open(`/panel/todos/${id}`)).status, 404);
  });
});

testWithApp('equal to-dos that are finished are one row of the panel, and a preset fills in the form', async (app) => {
  const { browser, child, todos, assign } = await createFamily(app);
  for (let i = 0; i < 3; i += 1) await todos.setStatus((await todos.add({ title: 'Feed the cat' })).id, 'done');
  const path = `/panel/children/${child.id}/todos`;
  const { text } = await browser.open(path);
  assert.equal(text.match(/Feed the cat/g)?.length, 1);
  assert.match(text, /Feed the cat <span class="times">× 3</);
  const ids = [await assign({ title: 'Dry up' }), await assign({ title: 'Dry up' })];
  for (const id of ids) await todos.setStatus(id, 'done');
  const waiting = await browser.open(path);
  assert.match(waiting.text, /Dry up <span class="times">× 2<.*Approve all 2.*One by one/s);
  for (const id of ids)
    assert.equal(waiting.text.split(`id="todo-${id}"`).length, 2, 'each can be approved on its own');
  const approved = await browser.submit('/panel/approvals', { chosen: ids.map((id) => `todo ${id}`), back: path });
  assert.equal(approved.status, 303);
  const outcome = await browser.open(approved.headers.get('location') ?? '');
  assert.match(outcome.text, /Dry up <span class="times">× 2<.*Approved/s);
  const items = [...outcome.text.matchAll(/name="items" value="([^"]+)"/g)].map(([, item = '']) => item);
  await browser.submit('/panel/undo', { items, back: path });
  assert.match((await browser.open(path)).text, /Approve all 2/);
  const preset = await browser.open(`${path}?preset=table`);
  assert.match(
    preset.text,
    /<details class="card assign" open>.*<h2>Set the table<\/h2><p class="hint">every day · 5 XP.*First day.*<details class="more-options"><summary>.*value="Set the table".*<option value="daily" selected>/s,
  );
  assert.doesNotMatch((await browser.open(`${path}?preset=x`)).text, /card assign" open/);
});

testWithApp('what was sent back is on the board today only, and the next one of its series on its day', async (app) => {
  const { assign, act, browser, todos, child, parent } = await createFamily(app);
  const twin = await app.registerChild();
  await app.linkChild(parent.token, twin.token);
  const saturdays = { title: 'Tidy up', freq: 'weekly', by_weekday: 'sa', due_date: '2026-11-21', child_ids: twin.id };
  await browser.submit(`/panel/children/${child.id}/todos`, saturdays);
  const recurrence = { freq: 'weekly', by_weekday: ['sa'] } as const;
  const id = await assign({ title: 'Tidy up', due_date: '2026-11-14', recurrence });
  await todos.setStatus(id, 'done');
  await act(id, '/review', { decision: 'rejected', note: 'The corner' });
  await carryOutAfterUndoTime(app);
  const { text } = await browser.open('/panel/plan');
  const [today = '', saturday = ''] = text.split('class="card plan-day').slice(1);
  assert.match(today, /Mark as done: Tidy up · [^"]* · 14 Nov".*Sent back<.*since 14 Nov/s);
  assert.equal(saturday.match(/class="board-chip"/g)?.length, 2, 'each child once');
  assert.equal(text.match(/Sent back</g)?.length, 1);
});

testWithApp('that to-dos were added can be undone for 24 hours, unless somebody has changed them', async (app) => {
  const { browser, child, parent, todos } = await createFamily(app);
  const stranger = await createFamily(app);
  const sibling = await app.registerChild();
  await app.linkChild(parent.token, sibling.token);
  const path = `/panel/children/${child.id}/todos`;
  const form = { title: 'Sweep', freq: 'daily', due_date: '2026-11-20' };
  const add = async (child_ids: string) => {
    const { headers } = await browser.submit(path, { ...form, child_ids });
    return new URL(headers.get('location') ?? '', app.url).searchParams.get('undo')?.split(',') ?? [];
  };
  const undo = async (items: readonly string[], by = browser) => {
    const { headers } = await by.submit('/panel/undo', { items, back: path });
    return /done=([\w-]+)/.exec(headers.get('location') ?? '')?.[1];
  };
  const both = await add('all');
  assert.equal(both.length, 2);
  await app.assertRowChanges({}, async () => {
    assert.equal(await undo(both, stranger.browser), 'undo-too-late');
  });
  assert.deepEqual(await Promise.all([undo(both), undo(both)]).then((done) => done.toSorted()), [
    'undo-too-late',
    'undone',
  ]);
  assert.equal((await todos.list()).length, 0);
  assert.equal((await app.ctx.db.selectFrom('todos').select('id').where('title', '=', 'Sweep').execute()).length, 0);

  const [finished = ''] = await add(child.id);
  await todos.setStatus(finished.split(' ')[1] ?? '', 'done');
  assert.equal(await undo([finished]), 'undo-too-late');
  const [next] = await todos.list('&status=pending');
  assert.equal(await undo([`todo ${next?.id} added`]), 'undo-too-late', 'nobody has added the next occurrence');
  for (const [age, done] of [
    [DAY, 'undone'],
    [DAY + 60, 'undo-too-late'],
  ] as const) {
    const items = await add(child.id);
    const created_at = addSeconds(app.ctx.now(), -age);
    await app.ctx.write(({ db }) =>
      db
        .updateTable('todos')
        .set({ created_at })
        .where('id', '=', items[0]?.split(' ')[1] ?? '')
        .execute(),
    );
    assert.equal(await undo(items), done);
  }
});

testWithApp(
  'the board shows what each child has to do on each day and has done, and leads to the forms that change it',
  async (app) => {
    const { assign, act, browser, todos, child, parent } = await createFamily(app);
    const empty = (await browser.open('/panel/plan')).text;
    assert.equal(empty.split('Nothing planned').length, 2);
    assert.match(empty, /href="\/panel\/plan\?preset=table".*Pick an idea above/s);
    const today = app.ctx.now().slice(0, 10);
    await assign({ title: 'Set the table', due_date: today, recurrence: DAILY });
    await assign({ title: 'Call Grandma', due_date: addDays(today, -3) });
    await assign({ title: 'Sort the toys' });
    await assign({ title: 'Tidy up', recurrence: { freq: 'weekly' } });
    await assign({
      title: 'Take out the bins',
      xp_reward: 5,
      stars: 2,
      recurrence: { freq: 'weekly', by_weekday: ['mo'] },
    });
    await todos.setStatus(await assign({ title: 'Feed the cat' }), 'done');
    await assign({ title: 'Pack for the trip', due_date: addDays(today, 7) });
    const pausedId = await assign({ title: 'Rake the leaves', due_date: today });
    assert.equal(
      (await act(pausedId, '/pause', { back: '/panel/plan' })).headers.get('location'),
      '/panel/plan?done=todo-paused',
    );
    await assign({ title: 'Water the plants', due_date: addDays(today, -8), recurrence: { freq: 'weekly' } });
    await todos.add({ title: 'My own', due_date: today });
    const added = await browser.submit(`/panel/children/${child.id}/todos`, {
      title: 'Read',
      due_date: addDays(today, 1),
      back: '/panel/plan',
      child_ids: child.id,
    });
    const location = added.headers.get('location') ?? '';
    assert.match(location, /^\/panel\/plan\?done=assigned&undo=todo%20\S+%20added&on=2026-11-21$/);
    const { text } = await browser.open(location);
    assert.match(
      text,
      /To-do added: <a href="#added">Read · [^<·]+ · Saturday 21 November<\/a>.*action="\/panel\/undo"/s,
    );
    assert.match(text, /<section [^>]* id="added">.*?<li class="added">.*?<span>Read</s);
    const cards = [...text.matchAll(/<h2>(.*?)<\/h2>(.*?)<\/section>/gs)];
    const listTitles = (card: string) =>
      [...card.matchAll(/<li[^>]*>.*?<span class="board-todo"><span>([^<]+)/g)].map(([, t]) => t?.trim());
    assert.match(cards[0]?.[2] ?? '', /<span class="board-progress">1 of 5 done</);
    const days: string[][] = Array.from({ length: 6 }, () => []);
    days[0]?.push('Read');
    days[2]?.push('Take out the bins'); // on Monday
    days[5]?.push('Water the plants'); // a week after the day that was missed
    const ofToday = ['Water the plants', 'Call Grandma', 'Set the table', 'My own', 'Feed the cat'];
    assert.deepEqual(
      cards.map(([, , card = '']) => listTitles(card)),
      [ofToday, ...days, ['Pack for the trip'], ['Set the table'], ['Tidy up'], ['Sort the toys'], ['Rake the leaves']],
    );
    assert.deepEqual([cards[7]?.[1], cards[8]?.[1], cards.at(-1)?.[1]], ['Later', 'Every day', 'Paused']);
    assert.match(cards[7]?.[2] ?? '', /<span>Pack for the trip <small>27 Nov<\/small></);
    assert.match(
      text,
      /href="\/panel\/plan\?day=2026-11-25" aria-label="Wed: Add a to-do: Wednesday 25 November">Wed</,
    );
    const emptyDays = [
      ...text.matchAll(/<p class="add-on-empty-days">(.*?)<\/p><p class="empty-days days-\d">([^<]+)/gs),
    ];
    assert.deepEqual(
      emptyDays.map(([, links = '', what]) => [[...links.matchAll(/>(\w+)</g)].map(([, name]) => name), what]),
      [
        [['Sun'], 'Only the daily to-dos'],
        [['Tue', 'Wed'], 'Only the daily to-dos'],
      ],
      'empty days in a row are one line of a phone',
    );
    assert.match(text, /<li class="done"><a href="\/panel\/approvals#todo-[^>]*>.*?<span>Feed the cat<.*?To review</);
    assert.equal(text.match(/since \d+ Nov/g)?.length, 2, 'the overdue ones are marked once, under today');
    assert.doesNotMatch(
      text,
      /<a [^>]*><span class="board-todo"><span>My own/,
      'a guardian cannot change what a child has added',
    );

    const [, editPath = ''] = /<a href="([^"]*)"><span class="board-todo"><span>Call Grandma/.exec(text) ?? [];
    const edit = await browser.open(editPath);
    assert.match(edit.text, /name="back" value="\/panel\/plan"/);
    const id = /todos\/([\w-]+)/.exec(editPath)?.[1] ?? '';
    const saved = await act(id, '', { ...EDITED, title: 'Call Grandpa', freq: '', due_date: '', back: '/panel/plan' });
    const edited = await browser.open(saved.headers.get('location') ?? '');
    assert.match(edited.text, /To-do saved.*action="\/panel\/undo".*<span>Call Grandpa/s, 'as it will be');
    const preset = await browser.open(`/panel/plan?preset=table`);
    assert.match(preset.text, /href="\/panel\/plan\?preset=bed".*card assign" open>.*value="Set the table"/s);
    assert.match(preset.text, new RegExp(`type="hidden" name="child_ids" value="${child.id}"`), 'the only child');
    assert.match(
      text,
      new RegExp(`name="due_date" value="${today}"`),
      'due today, unless the parent chooses otherwise',
    );
    assert.match((await browser.open('/panel/plan?day=2026-11-22')).text, /card assign" open>.*value="2026-11-22"/s);

    const twin = await app.registerChild();
    await app.linkChild(parent.token, twin.token);
    const saturdays = { title: 'Sweep the attic', freq: 'weekly', by_weekday: 'sa', due_date: today };
    const chosen = (await browser.open('/panel/plan')).text.match(/name="child_ids" value="[\w-]+"[^>]* checked/g);
    assert.deepEqual(chosen, ['name="child_ids" value="all" checked']);
    const forNobody = { ...saturdays, back: '/panel/plan' };
    const refused = await browser.submit(`/panel/children/${child.id}/todos`, forNobody);
    assert.match(refused.text, /class="error"[^>]*>[^<]*Choose at least one child/);
    await browser.submit(`/panel/children/${child.id}/todos`, { ...saturdays, child_ids: 'all' });
    const entries = (await browser.open('/panel/plan')).text
      .split('<li>')
      .filter((li) => li.includes('Sweep the attic<'));
    assert.equal(entries.length, 1, 'it is due on Saturday, not today, and what both have to do is one entry');
    const chips = [...(entries[0] ?? '').matchAll(/<a class="board-chip" href="\/panel\/todos\/([\w-]+)/g)];
    const [ownId = '', twinId = ''] = chips.map(([, todoId]) => todoId);
    const editPage = (await browser.open(`/panel/todos/${ownId}`)).text;
    assert.equal(
      editPage.split(`name="also" value="${twinId}"> <bdi>`).length,
      2,
      'a change can be for the sibling, too',
    );
    const loft = { ...saturdays, title: 'Sweep the loft', xp_reward: '9', due_date: '2026-11-21', also: twinId };
    const both = await act(ownId, '', loft);
    assert.equal(both.headers.get('location')?.match(/todo%20/g)?.length, 2, 'both can be undone');
    await carryOutAfterUndoTime(app);
    const changed = await app.ctx.db
      .selectFrom('todos')
      .select(['id', 'profile_id', 'xp_reward', 'due_date'])
      .where('title', '=', loft.title)
      .execute();
    assert.deepEqual(new Set(changed.map(({ profile_id }) => profile_id)), new Set([child.id, twin.id]));
    assert.ok(changed.every(({ xp_reward, due_date }) => xp_reward === 9 && due_date === '2026-11-21'));

    const countRows = async (column: 'paused_at' | 'recurrence') =>
      (
        await app.ctx.db
          .selectFrom('todos')
          .select('id')
          .where('title', '=', loft.title)
          .where(column, 'is not', null)
          .execute()
      ).length;
    const [own = '', other = ''] = changed.map(({ id }) => id);
    await act(own, '/pause', { also: other });
    assert.equal(await countRows('paused_at'), 2, 'both are paused');
    await act(own, '/resume');
    assert.equal(await countRows('paused_at'), 1, 'a sibling who is not chosen stays paused');
    const deleted = await act(own, '/delete', { also: other });
    assert.equal(deleted.headers.get('location')?.match(/todo%20/g)?.length, 2);
    await carryOutAfterUndoTime(app);
    assert.equal(await countRows('recurrence'), 0, 'both are deleted');
  },
);
