import assert from 'node:assert/strict';
import { it } from 'node:test';
import { DAY } from '../../../src/core/time/instant.ts';
import { listTodos } from '../../../src/features/todos/todos-store.ts';
import { createTodoClient, registerTodoFamily, type Todo } from '../../support/family/todos.ts';
import { explainQuery } from '../../support/service/explain-query.ts';
import { countByStatus, fetchAllPages, runConcurrently } from '../../support/service/requests.ts';
import { assertEach, assertError, describeWithApp, START_TIME, testWithRateLimits } from '../../support/test-app.ts';

const TODAY = START_TIME.slice(0, 10);

describeWithApp('A to-do', (app) => {
  const createTodoClientForNewChild = async (timeZone?: string) =>
    createTodoClient(app, (await app.registerChild()).token, timeZone);

  it('needs only a title', async () => {
    const { id, position, ...todo } = await (await createTodoClientForNewChild()).add({ title: '  Feed the cat ' });
    assert.match(id, /^[0-9a-f-]{36}$/);
    assert.equal(position, 1000);
    assert.deepEqual(todo, {
      title: 'Feed the cat',
      notes: '',
      status: 'pending',
      due_date: null,
      overdue: false,
      priority: 'normal',
      created_by: 'child',
      assigned_by: null,
      requires_approval: false,
      xp_reward: 2,
      recurrence: null,
      checklist: [],
      allowed_transitions: ['done', 'skipped'],
      completed_at: null,
      decided_at: null,
      decision_note: null,
      created_at: app.ctx.now(),
      updated_at: app.ctx.now(),
    });
  });

  it('stores every field and returns it unchanged', async () => {
    const todos = await createTodoClientForNewChild();
    const todo = await todos.add({
      title: 'Прибрати 🧹',
      notes: 'First line\nsecond',
      due_date: '2028-02-29',
      priority: 'high',
      recurrence: { freq: 'weekly', by_weekday: ['su', 'mo', 'su'], until_date: '2028-12-31' },
      checklist: [{ text: 'Desk' }, { text: 'Bed', done: true, id: 'ignored' }],
      position: 5,
      status: 'approved',
      xp_reward: 50,
      created_by: 'parent',
    });
    assert.deepEqual(todo.recurrence, {
      freq: 'weekly',
      interval: 1,
      by_weekday: ['mo', 'su'],
      until_date: '2028-12-31',
    });
    assert.deepEqual(
      todo.checklist.map(({ text, done }: Todo['checklist'][0]) => [text, done]),
      [
        ['Desk', false],
        ['Bed', true],
      ],
    );
    assert.deepEqual([todo.position, todo.status, todo.xp_reward, todo.created_by], [5, 'pending', 2, 'child']);
    assert.deepEqual(await todos.list(), [todo]);
    assert.deepEqual(await todos.update(todo.id, { recurrence: null, due_date: null, notes: '', checklist: [] }), {
      ...todo,
      recurrence: null,
      due_date: null,
      notes: '',
      checklist: [],
      allowed_transitions: ['done', 'skipped'],
      updated_at: app.ctx.now(),
    });
  });

  it('keeps the checklist entries that an update refers to by id', async () => {
    const todos = await createTodoClientForNewChild();
    const { id, checklist } = await todos.add({ checklist: [{ text: 'a', done: true }, { text: 'b' }, { text: 'c' }] });
    const [a, b, c] = checklist;
    const sentEntries = [{ id: c.id, done: true }, { text: 'new' }, { id: a.id, text: 'A' }];
    const updatedEntries = (await todos.update(id, { checklist: sentEntries })).checklist;
    assert.deepEqual(updatedEntries, [
      { ...c, done: true },
      { id: updatedEntries[1].id, text: 'new', done: false },
      { ...a, text: 'A' },
    ]);
    for (const [entries, field] of [
      [[{ id: b.id }], 'checklist.0.id'],
      [[{ id: a.id }, { id: a.id }], 'checklist.1.id'],
      [[{ done: true }], 'checklist.0.text'],
    ] as const) {
      assertError(await todos.patch(id, { checklist: entries }), 400, 'VALIDATION_ERROR', [field]);
    }
  });

  it('changes only to its allowed statuses', async () => {
    const todos = await createTodoClientForNewChild();
    const statuses = ['pending', 'done', 'awaiting_approval', 'approved', 'rejected', 'skipped'];
    const allowedByStatus: Record<string, string[]> = { pending: ['done', 'skipped'], done: ['pending'], skipped: [] };
    for (const [oldStatus, allowed] of Object.entries(allowedByStatus)) {
      for (const newStatus of statuses) {
        const { id } = await todos.add();
        const todoBefore = oldStatus === 'pending' ? (await todos.list()).at(-1) : await todos.setStatus(id, oldStatus);
        assert.deepEqual(todoBefore.allowed_transitions, allowed, oldStatus);
        const response = await todos.patch(id, { status: newStatus });
        if (newStatus === oldStatus) assert.deepEqual(response.body.data, todoBefore);
        else if (allowed.includes(newStatus)) assert.equal(response.body.data.status, newStatus, response.text);
        else assertError(response, 409, 'CONFLICT');
        await todos.remove(id);
      }
    }
  });

  it('can be undone for exactly 24 hours', async () => {
    const todos = await createTodoClientForNewChild();
    const [{ id: firstId }, { id: secondId }] = [await todos.add(), await todos.add()];
    assert.equal((await todos.setStatus(firstId, 'done')).completed_at, app.ctx.now());
    await todos.setStatus(secondId, 'done');
    app.advance(DAY);
    const undoneTodo = await todos.setStatus(firstId, 'pending');
    assert.deepEqual([undoneTodo.status, undoneTodo.completed_at], ['pending', null]);
    app.advance(1);
    assertError(await todos.patch(secondId, { status: 'pending' }), 409, 'CONFLICT');
    assert.deepEqual((await todos.setStatus(secondId, 'done')).allowed_transitions, []);
  });

  it('can be deleted, and deleting it again gives 404', async () => {
    const todos = await createTodoClientForNewChild();
    const { id } = await todos.add();
    const response = await todos.remove(id);
    assert.deepEqual([response.status, response.body], [200, { data: { id, deleted: true } }]);
    assertError(await todos.remove(id), 404, 'NOT_FOUND');
    assertError(await todos.patch(id, { status: 'done' }), 404, 'NOT_FOUND');
    assert.deepEqual(await todos.list(), []);
  });

  it('of another profile gives 404, like an unknown one', async () => {
    const [ownTodos, otherTodos] = [await createTodoClientForNewChild(), await createTodoClientForNewChild()];
    const { id } = await otherTodos.add();
    const changes = await app.diffRowCounts(async () => {
      for (const otherId of [id, 'x', '%00', '%ED%A0%80', "x'--", id.toUpperCase()]) {
        const responses = [await ownTodos.patch(otherId, { status: 'done' }), await ownTodos.remove(otherId)];
        for (const response of responses) {
          assert.ok([400, 404].includes(response.status), response.text);
          if (otherId !== '%ED%A0%80') assertError(response, 404, 'NOT_FOUND'); // this id is not valid UTF-8
        }
      }
    });
    assert.deepEqual(changes.todos, undefined);
    assert.deepEqual(await ownTodos.list(), []);
    assert.equal((await otherTodos.list())[0]?.status, 'pending');
  });

  it('in a parent’s own list earns no XP', async () => {
    const todos = createTodoClient(app, (await app.registerParent()).token);
    const todo = await todos.add({ recurrence: { freq: 'daily' } });
    assert.deepEqual([todo.created_by, todo.xp_reward, todo.assigned_by], ['parent', 0, null]);
    await todos.update(todo.id, { title: 'A new title' });
    await todos.setStatus(todo.id, 'done');
    assert.deepEqual(
      [await todos.getXpTotal(), await todos.getCurrentStreak(), (await todos.list()).length],
      [0, 0, 2],
    );
    await todos.setStatus(todo.id, 'pending');
    assert.equal((await todos.remove(todo.id)).status, 200);
  });

  it('refuses an unknown time zone for reads, but no write', async () => {
    const todos = await createTodoClientForNewChild('Mars/Olympus');
    assertError(await todos.call('GET', '/app/todos'), 400, 'VALIDATION_ERROR', ['X-Timezone']);
    const { status, body } = await todos.call('POST', '/app/todos', { title: 'x' });
    assert.equal(status, 201);
    assert.equal((await todos.patch(body.data.id, { status: 'done' })).status, 200);
  });
});

describeWithApp('A to-do list', (app) => {
  const createTodoClientForNewChild = async (timeZone?: string) =>
    createTodoClient(app, (await app.registerChild()).token, timeZone);
  const listIdsOfAllPages = async (
    todos: ReturnType<typeof createTodoClient>,
    limit: number,
    { sort = 'position', addBetweenPages = async () => {} } = {},
  ) => {
    const path = `/app/todos?sort=${sort}`;
    const { items, pages } = await fetchAllPages(app, todos.token, path, limit, addBetweenPages);
    for (const page of pages) assert.deepEqual(Object.keys(page).sort(), ['data', 'has_more', 'next_cursor']);
    return items.map(({ id }): string => id);
  };

  it('is sorted by position, with new to-dos at the end', async () => {
    const todos = await createTodoClientForNewChild();
    for (const title of ['a', 'b', 'c']) await todos.add({ title });
    const [a, b, c] = await todos.list();
    assert.ok(a && b && c);
    assert.deepEqual([a.position, b.position, c.position], [1000, 2000, 3000]);
    await todos.update(c.id, { position: 1500 });
    await todos.update(a.id, { position: 7000 });
    await todos.add({ title: 'd' });
    assert.deepEqual(await todos.listTitles(''), ['c', 'b', 'a', 'd']);
    await todos.update(b.id, { position: 1_000_000_000 });
    await todos.add({ title: 'e' });
    assert.deepEqual(await todos.listTitles(''), ['c', 'a', 'd', 'b', 'e']);
  });

  it('shows each to-do on exactly one page, even when to-dos are added between pages', async () => {
    const todos = await createTodoClientForNewChild();
    for (let i = 0; i < 12; i += 1) await todos.add({ position: i % 4 });
    const allIds = (await todos.list()).map(({ id }) => id);
    for (const limit of [1, 2, 5, 11, 12, 100]) assert.deepEqual(await listIdsOfAllPages(todos, limit), allIds);
    const addedIds: string[] = [];
    const addBetweenPages = async () => {
      if (addedIds.length < 6) addedIds.push((await todos.add({ position: addedIds.length })).id);
    };
    const seenIds = await listIdsOfAllPages(todos, 5, { addBetweenPages });
    assert.deepEqual(
      seenIds.filter((id) => allIds.includes(id)),
      allIds,
    );
    assert.equal(new Set(seenIds).size, seenIds.length);
  });

  it('can be sorted by completion, with the most recently finished to-do first and without open or skipped ones', async () => {
    const { child, assign, review, todos } = await registerTodoFamily(app);
    const ids: Record<string, string> = { rejected: await assign(), approved: await assign(), waiting: await assign() };
    for (const title of ['open', 'skipped', 'undone', 'done', 'same instant'])
      ids[title] = (await todos.add({ title })).id;
    const getIds = (...titles: string[]) => titles.map((title) => ids[title] ?? '');
    for (const id of getIds('rejected', 'undone', 'waiting', 'done', 'approved')) {
      app.advance(1);
      await todos.setStatus(id, 'done');
    }
    await todos.setStatus(ids['same instant'] ?? '', 'done');
    await todos.setStatus(ids.skipped ?? '', 'skipped');
    await todos.setStatus(ids.undone ?? '', 'pending');
    await review(ids.approved ?? '', 'approved');
    await review(ids.rejected ?? '', 'rejected');
    const simultaneousIds = getIds('approved', 'same instant').sort().reverse(); // sorted by id
    const finishedIds = [...simultaneousIds, ...getIds('done', 'waiting')];
    for (const limit of [1, 2, 3, 4, 100])
      assert.deepEqual(await listIdsOfAllPages(todos, limit, { sort: 'completed' }), finishedIds);
    const { body } = await app.call('GET', '/app/todos?sort=completed&status=approved', child);
    assertEach(body.data, 'id', [ids.approved]);
  });

  it('reads the finished to-dos from an index, without sorting', async () => {
    const query = { sort: 'completed', today: TODAY, limit: 21 } as const; // a page of 20, and one more row to see whether there is a next page
    for (const after of [undefined, [app.ctx.now(), 'x']]) {
      const plan = await explainQuery(app, (tx) => listTodos(tx, 'somebody', { ...query, after }));
      assert.match(plan, /todos_finished/);
      assert.doesNotMatch(plan, /sort|b-tree/i);
    }
  });

  it('can be filtered by status and by due date in the client’s time zone', async () => {
    const todos = await createTodoClientForNewChild();
    for (const [title, due_date] of [
      ['yesterday', '2026-11-19'],
      ['today', '2026-11-20'],
      ['tomorrow', '2026-11-21'],
      ['some day', null],
    ]) {
      await todos.add({ title, due_date });
    }
    const doneTodo = await todos.add({ title: 'done yesterday', due_date: '2026-11-19' });
    await todos.setStatus(doneTodo.id, 'done');
    const now = app.ctx.now();
    /** Returns a function that lists titles, those of overdue to-dos with an exclamation mark. */
    const createTitleLister = (timeZone: string) => async (query: string) => {
      const token = todos.token;
      const response = await app.call('GET', `/app/todos?${query}`, { token, headers: { 'x-timezone': timeZone } });
      return response.body.data.map(({ title, overdue }: { title: string; overdue: boolean }) =>
        overdue ? `${title}!` : title,
      );
    };
    const listTitlesInUtc = createTitleLister('UTC');
    assert.equal(now.slice(0, 10), TODAY, 'other tests have not advanced the clock to the next day');
    assert.deepEqual(await listTitlesInUtc(''), ['yesterday!', 'today', 'tomorrow', 'some day', 'done yesterday']);
    assert.deepEqual(await listTitlesInUtc('due=today'), ['today']);
    assert.deepEqual(await listTitlesInUtc('due=overdue'), ['yesterday!']);
    assert.deepEqual(await listTitlesInUtc('due=upcoming'), ['tomorrow']);
    assert.deepEqual(await listTitlesInUtc('status=done'), ['done yesterday']);
    assert.deepEqual(await listTitlesInUtc('status=pending&due=upcoming'), ['tomorrow']);
    assert.deepEqual(await listTitlesInUtc('status=done&due=overdue'), []);
    assert.deepEqual(await listTitlesInUtc('status=approved'), []);
    const listTitlesInPagoPago = createTitleLister('Pacific/Pago_Pago'); // 21:00 on the 19th
    assert.deepEqual(await listTitlesInPagoPago('due=today'), ['yesterday', 'done yesterday']);
    assert.deepEqual(await listTitlesInPagoPago('due=overdue'), []);
    const listTitlesInKiritimati = createTitleLister('Pacific/Kiritimati'); // 22:00 on the 20th
    assert.deepEqual(await listTitlesInKiritimati('due=today'), ['today']);
  });

  it('refuses invalid filters, limits and cursors', async () => {
    const todos = await createTodoClientForNewChild();
    const encode = (values: readonly unknown[]) =>
      Buffer.from(JSON.stringify(['todos position', ...values])).toString('base64url');
    for (const [query, field] of [
      ['status=', 'status'],
      ['status=open', 'status'],
      ['status=DONE', 'status'],
      ['status=done&status=pending', 'status'],
      ['due=', 'due'],
      ['due=tomorrow', 'due'],
      ['due=%00', 'due'],
      ['sort=created', 'sort'],
      ['limit=0', 'limit'],
      ['limit=101', 'limit'],
      ['limit=x', 'limit'],
      ['cursor=', 'cursor'],
      ['cursor=x', 'cursor'],
      [`cursor=${encode(['1000'])}`, 'cursor'],
      [`cursor=${encode(['1e3', 'x'])}`, 'cursor'],
      [`cursor=${encode(['9999999999', 'x'])}`, 'cursor'],
      [`cursor=${encode(['-1', 'x'])}`, 'cursor'],
      [`cursor=${encode(['1', 'a\0'])}`, 'cursor'],
      [`cursor=${encode([1, 'a'])}`, 'cursor'],
    ] as const) {
      assertError(await todos.call('GET', `/app/todos?${query}`), 400, 'VALIDATION_ERROR', [field]);
    }
    const response = await todos.call('GET', `/app/todos?cursor=${encode(['1000000000', 'x'])}`);
    assert.deepEqual([response.status, response.body?.data], [200, []], response.text);
  });
});

testWithRateLimits('to-dos are limited to 100 reads, 30 additions and 100 changes a minute', async (app) => {
  const todos = createTodoClient(app, (await app.registerChild()).token);
  const { id } = await todos.add();
  assert.deepEqual(countByStatus(await runConcurrently(31, () => todos.call('POST', '/app/todos', { title: 'x' }))), {
    201: 29, // and the one above
    429: 2,
  });
  assert.deepEqual(countByStatus(await runConcurrently(101, () => todos.call('GET', '/app/todos?limit=1'))), {
    200: 100,
    429: 1,
  });
  const changeResponses = await runConcurrently(101, (i) =>
    i % 2 === 0 ? todos.patch(id, { priority: 'low' }) : todos.remove('x'),
  );
  assert.equal(changeResponses.filter(({ status }) => status === 429).length, 1);
});
