import assert from 'node:assert/strict';
import { it } from 'node:test';
import { DAY } from '../../../src/core/time/instant.ts';
import { countByStatus, runConcurrently, type Todo, todoClient } from '../../support/family/todos.ts';
import { assertError, describeWithApp, START_TIME, testWithApp, WITHOUT_RATE_LIMITS } from '../../support/test-app.ts';

const TODAY = START_TIME.slice(0, 10);

describeWithApp(
  'A to-do',
  (app) => {
    const newTodoClient = async (timeZone?: string) => todoClient(app(), (await app().registerChild()).token, timeZone);

    it('needs only a title', async () => {
      const { id, position, ...todo } = await (await newTodoClient()).add({ title: '  Feed the cat ' });
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
        created_at: app().ctx.now(),
        updated_at: app().ctx.now(),
      });
    });

    it('stores every field and returns it unchanged', async () => {
      const list = await newTodoClient();
      const todo = await list.add({
        title: 'Прибрати 🧹',
        notes: 'First line\nsecond',
        due_date: '2028-02-29',
        priority: 'high',
        recurrence: { freq: 'weekly', by_weekday: ['su', 'mo', 'su'], until_date: '2028-12-31' },
        checklist: [{ text: 'Desk' }, { text: 'Bed', done: true, id: 'of no meaning here' }],
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
      assert.deepEqual(await list.list(), [todo]);
      assert.deepEqual(await list.update(todo.id, { recurrence: null, due_date: null, notes: '', checklist: [] }), {
        ...todo,
        recurrence: null,
        due_date: null,
        notes: '',
        checklist: [],
        allowed_transitions: ['done', 'skipped'],
        updated_at: app().ctx.now(),
      });
    });

    it('keeps checklist entries that are sent again by id', async () => {
      const list = await newTodoClient();
      const { id, checklist } = await list.add({
        checklist: [{ text: 'a', done: true }, { text: 'b' }, { text: 'c' }],
      });
      const [a, b, c] = checklist;
      const sent = [{ id: c.id, done: true }, { text: 'new' }, { id: a.id, text: 'A' }];
      const changed = (await list.update(id, { checklist: sent })).checklist;
      assert.deepEqual(changed, [
        { ...c, done: true },
        { id: changed[1].id, text: 'new', done: false },
        { ...a, text: 'A' },
      ]);
      for (const [entries, field] of [
        [[{ id: b.id }], 'checklist.0.id'],
        [[{ id: a.id }, { id: a.id }], 'checklist.1.id'],
        [[{ done: true }], 'checklist.0.text'],
      ] as const) {
        assertError(await list.patch(id, { checklist: entries }), 400, 'VALIDATION_ERROR', [field]);
      }
    });

    it('changes only to its allowed statuses', async () => {
      const list = await newTodoClient();
      const states = ['pending', 'done', 'awaiting_approval', 'approved', 'rejected', 'skipped'];
      const ways: Record<string, string[]> = { pending: ['done', 'skipped'], done: ['pending'], skipped: [] };
      for (const [from, allowed] of Object.entries(ways)) {
        for (const to of states) {
          const { id } = await list.add();
          const before = from === 'pending' ? (await list.list()).at(-1) : await list.setStatus(id, from);
          assert.deepEqual(before.allowed_transitions, allowed, from);
          const response = await list.patch(id, { status: to });
          if (to === from) assert.deepEqual(response.body.data, before);
          else if (allowed.includes(to)) assert.equal(response.body.data.status, to, response.text);
          else assertError(response, 409, 'CONFLICT');
          await list.remove(id);
        }
      }
    });

    it('can be undone for 24 hours to the second', async () => {
      const list = await newTodoClient();
      const [{ id: first }, { id: second }] = [await list.add(), await list.add()];
      assert.equal((await list.setStatus(first, 'done')).completed_at, app().ctx.now());
      await list.setStatus(second, 'done');
      app().advance(DAY);
      const undone = await list.setStatus(first, 'pending');
      assert.deepEqual([undone.status, undone.completed_at], ['pending', null]);
      app().advance(1);
      assertError(await list.patch(second, { status: 'pending' }), 409, 'CONFLICT');
      assert.deepEqual((await list.list())[1] && (await list.setStatus(second, 'done')).allowed_transitions, []);
    });

    it('is deleted once, and deleting it again gives 404', async () => {
      const list = await newTodoClient();
      const { id } = await list.add();
      const response = await list.remove(id);
      assert.deepEqual([response.status, response.body], [200, { data: { id, deleted: true } }]);
      assertError(await list.remove(id), 404, 'NOT_FOUND');
      assertError(await list.patch(id, { status: 'done' }), 404, 'NOT_FOUND');
      assert.deepEqual(await list.list(), []);
    });

    it('of another profile gives 404, like an unknown one', async () => {
      const [mine, theirs] = [await newTodoClient(), await newTodoClient()];
      const { id } = await theirs.add();
      const changes = await app().changes(async () => {
        for (const other of [id, 'x', '%00', '%ED%A0%80', "x'--", id.toUpperCase()]) {
          const responses = [await mine.patch(other, { status: 'done' }), await mine.remove(other)];
          for (const response of responses) {
            assert.ok([400, 404].includes(response.status), response.text);
            if (!other.startsWith('%ED')) assertError(response, 404, 'NOT_FOUND');
          }
        }
      });
      assert.deepEqual(changes.todos, undefined);
      assert.deepEqual(await mine.list(), []);
      assert.equal((await theirs.list())[0]?.status, 'pending');
    });

    it('in a parent’s own list pays nothing', async () => {
      const list = todoClient(app(), (await app().registerParent()).token);
      const todo = await list.add({ recurrence: { freq: 'daily' } });
      assert.deepEqual([todo.created_by, todo.xp_reward, todo.assigned_by], ['parent', 0, null]);
      await list.update(todo.id, { title: 'Mine to edit' });
      await list.setStatus(todo.id, 'done');
      assert.deepEqual([await list.getXpTotal(), await list.getCurrentStreak(), (await list.list()).length], [0, 0, 2]);
      await list.setStatus(todo.id, 'pending');
      assert.equal((await list.remove(todo.id)).status, 200);
    });

    it('gives 400 for an invalid time zone', async () => {
      const list = await newTodoClient('Mars/Olympus');
      const calls = [
        list.call('GET', '/app/todos'),
        list.call('POST', '/app/todos', { title: 'x' }),
        list.patch('x', { status: 'done' }),
      ];
      for (const response of await Promise.all(calls)) assertError(response, 400, 'VALIDATION_ERROR', ['X-Timezone']);
    });
  },
  WITHOUT_RATE_LIMITS,
);

describeWithApp(
  'A list of to-dos',
  (app) => {
    const newTodoClient = async (timeZone?: string) => todoClient(app(), (await app().registerChild()).token, timeZone);
    const walk = async (list: ReturnType<typeof todoClient>, limit: number, between = async () => {}) => {
      const seen: string[] = [];
      let after = '';
      do {
        const { body, text } = await list.call('GET', `/app/todos?limit=${limit}${after}`);
        assert.deepEqual(Object.keys(body).sort(), ['data', 'has_more', 'next_cursor'], text);
        assert.equal(body.has_more, body.next_cursor !== null);
        seen.push(...body.data.map(({ id }: Todo) => id));
        after = body.next_cursor === null ? '' : `&cursor=${body.next_cursor}`;
        await between();
      } while (after !== '');
      return seen;
    };

    it('is sorted by position, with new ones at the end', async () => {
      const list = await newTodoClient();
      for (const title of ['a', 'b', 'c']) await list.add({ title });
      const [a, b, c] = await list.list();
      assert.ok(a && b && c);
      assert.deepEqual([a.position, b.position, c.position], [1000, 2000, 3000]);
      await list.update(c.id, { position: 1500 });
      await list.update(a.id, { position: 7000 });
      await list.add({ title: 'd' });
      assert.deepEqual(await list.listTitles(''), ['c', 'b', 'a', 'd']);
      await list.update(b.id, { position: 1_000_000_000 });
      await list.add({ title: 'e' });
      assert.deepEqual(await list.listTitles(''), ['c', 'a', 'd', 'b', 'e']);
    });

    it('shows each to-do on exactly one page, also with concurrent additions', async () => {
      const list = await newTodoClient();
      for (let i = 0; i < 12; i += 1) await list.add({ position: i % 4 });
      const all = (await list.list()).map(({ id }) => id);
      for (const limit of [1, 2, 5, 11, 12, 100]) assert.deepEqual(await walk(list, limit), all);
      const added: string[] = [];
      const between = async () => {
        if (added.length < 6) added.push((await list.add({ position: added.length })).id);
      };
      const seen = await walk(list, 5, between);
      assert.deepEqual(
        seen.filter((id) => all.includes(id)),
        all,
      );
      assert.equal(new Set(seen).size, seen.length);
    });

    it('can be filtered by status and by due date in the client’s time zone', async () => {
      const list = await newTodoClient();
      for (const [title, due_date] of [
        ['yesterday', '2026-11-19'],
        ['today', '2026-11-20'],
        ['tomorrow', '2026-11-21'],
        ['some day', null],
      ]) {
        await list.add({ title, due_date });
      }
      const done = await list.add({ title: 'done yesterday', due_date: '2026-11-19' });
      await list.setStatus(done.id, 'done');
      const now = app().ctx.now();
      const inZone = (timeZone: string) => async (query: string) => {
        const token = list.token;
        const response = await app().call('GET', `/app/todos?${query}`, { token, headers: { 'x-timezone': timeZone } });
        return response.body.data.map(({ title, overdue }: { title: string; overdue: boolean }) =>
          overdue ? `${title}!` : title,
        );
      };
      const utc = inZone('UTC');
      assert.equal(now.slice(0, 10), TODAY, 'other tests have not advanced the clock to the next day');
      assert.deepEqual(await utc(''), ['yesterday!', 'today', 'tomorrow', 'some day', 'done yesterday']);
      assert.deepEqual(await utc('due=today'), ['today']);
      assert.deepEqual(await utc('due=overdue'), ['yesterday!']);
      assert.deepEqual(await utc('due=upcoming'), ['tomorrow']);
      assert.deepEqual(await utc('status=done'), ['done yesterday']);
      assert.deepEqual(await utc('status=pending&due=upcoming'), ['tomorrow']);
      assert.deepEqual(await utc('status=done&due=overdue'), []);
      assert.deepEqual(await utc('status=approved'), []);
      const west = inZone('Pacific/Pago_Pago'); // 21:00 on the 19th
      assert.deepEqual(await west('due=today'), ['yesterday', 'done yesterday']);
      assert.deepEqual(await west('due=overdue'), []);
      const east = inZone('Pacific/Kiritimati'); // 22:00 on the 20th
      assert.deepEqual(await east('due=today'), ['today']);
    });

    it('refuses invalid filters, limits and cursors', async () => {
      const list = await newTodoClient();
      const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
      for (const [query, field] of [
        ['status=', 'status'],
        ['status=open', 'status'],
        ['status=DONE', 'status'],
        ['status=done&status=pending', 'status'],
        ['due=', 'due'],
        ['due=tomorrow', 'due'],
        ['due=%00', 'due'],
        ['limit=0', 'limit'],
        ['limit=101', 'limit'],
        ['limit=x', 'limit'],
        ['cursor=', 'cursor'],
        ['cursor=x', 'cursor'],
        [`cursor=${encoded(['1000'])}`, 'cursor'],
        [`cursor=${encoded(['1e3', 'x'])}`, 'cursor'],
        [`cursor=${encoded(['9999999999', 'x'])}`, 'cursor'],
        [`cursor=${encoded(['-1', 'x'])}`, 'cursor'],
        [`cursor=${encoded(['1', 'a\0'])}`, 'cursor'],
        [`cursor=${encoded([1, 'a'])}`, 'cursor'],
      ] as const) {
        assertError(await list.call('GET', `/app/todos?${query}`), 400, 'VALIDATION_ERROR', [field]);
      }
      const far = await list.call('GET', `/app/todos?cursor=${encoded(['1000000000', 'x'])}`);
      assert.deepEqual([far.status, far.body?.data], [200, []], far.text);
    });
  },
  WITHOUT_RATE_LIMITS,
);

testWithApp('to-dos are limited to 100 reads, 30 additions and 100 changes a minute', async (app) => {
  const list = todoClient(app, (await app.registerChild()).token);
  const { id } = await list.add();
  assert.deepEqual(countByStatus(await runConcurrently(31, () => list.call('POST', '/app/todos', { title: 'x' }))), {
    201: 29,
    429: 2,
  });
  assert.deepEqual(countByStatus(await runConcurrently(101, () => list.call('GET', '/app/todos?limit=1'))), {
    200: 100,
    429: 1,
  });
  const changes = await runConcurrently(101, (i) =>
    i % 2 === 0 ? list.patch(id, { priority: 'low' }) : list.remove('x'),
  );
  assert.equal(changes.filter(({ status }) => status === 429).length, 1);
});
