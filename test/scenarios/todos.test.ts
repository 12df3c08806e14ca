import assert from 'node:assert/strict';
import { it } from 'node:test';
import { DAY, HOUR } from '../../src/core/instant.ts';
import { Refusal } from '../../src/core/refusal.ts';
import { assignTodo, decideTodo, type ParentsDraft } from '../../src/features/todos/index.ts';
import { type Answer, assertRefusal, START, sharedWorld, story, type World } from '../support/world.ts';

const UNHURRIED = { env: { RATE_LIMITS: 'off' } };
const TODAY = START.slice(0, 10);

interface Todo {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly due_date: string | null;
  readonly position: number;
  readonly checklist: { id: string; text: string; done: boolean }[];
  readonly updated_at: string;
}

/** What the app does with to-dos, for one caller. */
function listOf(world: World, token: string, zone = 'UTC') {
  const call = (method: string, path: string, body?: unknown) =>
    world.call(method, path, { token, headers: { 'x-timezone': zone }, ...(body !== undefined && { body }) });
  const good = async (answer: Promise<Answer>, status = 200) => {
    const { body, text, status: given } = await answer;
    assert.equal(given, status, text);
    return body.data;
  };
  const add = (draft: object = {}) => good(call('POST', '/app/todos', { title: 'Feed the cat', ...draft }), 201);
  const patch = (id: string, body: unknown) => call('PATCH', `/app/todos/${id}`, body);
  return {
    token,
    add,
    patch,
    call,
    set: (id: string, status: string) => good(patch(id, { status })),
    change: (id: string, body: object) => good(patch(id, body)),
    remove: (id: string) => call('DELETE', `/app/todos/${id}`),
    all: (query = ''): Promise<Todo[]> => good(call('GET', `/app/todos?limit=100${query}`)),
    titles: async (query: string) =>
      (await good(call('GET', `/app/todos?limit=100${query}`))).map(({ title }: Todo) => title),
    xp: async (): Promise<number> => (await good(call('GET', '/app/users/me/stats'))).xp_total,
    streak: async (): Promise<number> => (await good(call('GET', '/app/users/me/stats'))).current_streak_days,
    /** The first deed of a day may pay beside what it is: after this one only what is told does. */
    async warmUp() {
      await this.set((await add({ title: 'Get up' })).id, 'done');
    },
  };
}

async function familyOf(world: World) {
  const { child, parent } = await world.family();
  const [guardian] = await world.ctx.db
    .selectFrom('guardians')
    .select('parent_id')
    .where('child_id', '=', child.id)
    .execute();
  const parentId = guardian?.parent_id ?? '';
  const assign = async (draft: Partial<ParentsDraft> = {}) => {
    const [todo] = await assignTodo(world.ctx, parentId, [child.id], { title: 'Tidy up', ...draft });
    assert.ok(todo);
    return todo.id;
  };
  const decide = (id: string, decision: 'approved' | 'rejected', note: string | null = null) =>
    decideTodo(world.ctx, parentId, id, { decision, note });
  return { child, parent, parentId, assign, decide, list: listOf(world, child.token) };
}

/** What a use case refuses with, told like an answer. */
async function refusalOf(act: Promise<unknown>): Promise<string> {
  const error = await act.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof Refusal, String(error));
  return [error.code, ...(error.details.fields ?? [])].join(' ');
}

const atOnce = <T>(n: number, act: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: n }, (_, i) => act(i)));
const tally = (answers: readonly Answer[]) =>
  Object.fromEntries([...Map.groupBy(answers, ({ status }) => status)].map(([status, its]) => [status, its.length]));

sharedWorld(
  'A to-do',
  (world) => {
    const newChild = async (zone?: string) => listOf(world(), (await world().registerChild()).token, zone);

    it('needs only a title', async () => {
      const { id, position, ...todo } = await (await newChild()).add({ title: '  Feed the cat ' });
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
        created_at: world().ctx.now(),
        updated_at: world().ctx.now(),
      });
    });

    it('may say all that can be said, and is read back so', async () => {
      const list = await newChild();
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
      assert.deepEqual(await list.all(), [todo]);
      assert.deepEqual(await list.change(todo.id, { recurrence: null, due_date: null, notes: '', checklist: [] }), {
        ...todo,
        recurrence: null,
        due_date: null,
        notes: '',
        checklist: [],
        updated_at: world().ctx.now(),
      });
    });

    it('keeps of its checklist what is sent again by its id', async () => {
      const list = await newChild();
      const { id, checklist } = await list.add({
        checklist: [{ text: 'a', done: true }, { text: 'b' }, { text: 'c' }],
      });
      const [a, b, c] = checklist;
      const sent = [{ id: c.id, done: true }, { text: 'new' }, { id: a.id, text: 'A' }];
      const changed = (await list.change(id, { checklist: sent })).checklist;
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
        assertRefusal(await list.patch(id, { checklist: entries }), 400, 'VALIDATION_ERROR', [field]);
      }
    });

    it('goes only the ways that it shows', async () => {
      const list = await newChild();
      const states = ['pending', 'done', 'awaiting_approval', 'approved', 'rejected', 'skipped'];
      const ways: Record<string, string[]> = { pending: ['done', 'skipped'], done: ['pending'], skipped: [] };
      for (const [from, allowed] of Object.entries(ways)) {
        for (const to of states) {
          const { id } = await list.add();
          const before = from === 'pending' ? (await list.all()).at(-1) : await list.set(id, from);
          assert.deepEqual(before.allowed_transitions, allowed, from);
          const answer = await list.patch(id, { status: to });
          if (to === from) assert.deepEqual(answer.body.data, before);
          else if (allowed.includes(to)) assert.equal(answer.body.data.status, to, answer.text);
          else assertRefusal(answer, 409, 'CONFLICT');
          await list.remove(id);
        }
      }
    });

    it('that is done can be undone for 24 hours, to the second', async () => {
      const list = await newChild();
      const [{ id: first }, { id: second }] = [await list.add(), await list.add()];
      assert.equal((await list.set(first, 'done')).completed_at, world().ctx.now());
      await list.set(second, 'done');
      world().pass(DAY);
      const undone = await list.set(first, 'pending');
      assert.deepEqual([undone.status, undone.completed_at], ['pending', null]);
      world().pass(1);
      assertRefusal(await list.patch(second, { status: 'pending' }), 409, 'CONFLICT');
      assert.deepEqual((await list.all())[1] && (await list.set(second, 'done')).allowed_transitions, []);
    });

    it('is deleted once', async () => {
      const list = await newChild();
      const { id } = await list.add();
      const answer = await list.remove(id);
      assert.deepEqual([answer.status, answer.body], [200, { data: { id, deleted: true } }]);
      assertRefusal(await list.remove(id), 404, 'NOT_FOUND');
      assertRefusal(await list.patch(id, { status: 'done' }), 404, 'NOT_FOUND');
      assert.deepEqual(await list.all(), []);
    });

    it('of somebody else is not there, nor one that never was', async () => {
      const [mine, theirs] = [await newChild(), await newChild()];
      const { id } = await theirs.add();
      const changes = await world().changes(async () => {
        for (const other of [id, 'x', '%00', '%ED%A0%80', "x'--", id.toUpperCase()]) {
          const answers = [await mine.patch(other, { status: 'done' }), await mine.remove(other)];
          for (const answer of answers) {
            assert.ok([400, 404].includes(answer.status), answer.text);
            if (!other.startsWith('%ED')) assertRefusal(answer, 404, 'NOT_FOUND');
          }
        }
      });
      assert.deepEqual(changes.todos, undefined);
      assert.deepEqual(await mine.all(), []);
      assert.equal((await theirs.all())[0]?.status, 'pending');
    });

    it('of a parent’s own list pays nothing', async () => {
      const list = listOf(world(), (await world().registerParent()).token);
      const todo = await list.add({ recurrence: { freq: 'daily' } });
      assert.deepEqual([todo.created_by, todo.xp_reward, todo.assigned_by], ['parent', 0, null]);
      await list.change(todo.id, { title: 'Mine to edit' });
      await list.set(todo.id, 'done');
      assert.deepEqual([await list.xp(), await list.streak(), (await list.all()).length], [0, 0, 2]);
      await list.set(todo.id, 'pending');
      assert.equal((await list.remove(todo.id)).status, 200);
    });

    it('in a time zone that there is none of is refused', async () => {
      const list = await newChild('Mars/Olympus');
      const calls = [
        list.call('GET', '/app/todos'),
        list.call('POST', '/app/todos', { title: 'x' }),
        list.patch('x', { status: 'done' }),
      ];
      for (const answer of await Promise.all(calls)) assertRefusal(answer, 400, 'VALIDATION_ERROR', ['X-Timezone']);
    });
  },
  UNHURRIED,
);

sharedWorld(
  'A list of to-dos',
  (world) => {
    const newChild = async (zone?: string) => listOf(world(), (await world().registerChild()).token, zone);
    const walk = async (list: ReturnType<typeof listOf>, limit: number, between = async () => {}) => {
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

    it('is in the order of position, new ones at its end', async () => {
      const list = await newChild();
      for (const title of ['a', 'b', 'c']) await list.add({ title });
      const [a, b, c] = await list.all();
      assert.ok(a && b && c);
      assert.deepEqual([a.position, b.position, c.position], [1000, 2000, 3000]);
      await list.change(c.id, { position: 1500 });
      await list.change(a.id, { position: 7000 });
      await list.add({ title: 'd' });
      assert.deepEqual(await list.titles(''), ['c', 'b', 'a', 'd']);
      await list.change(b.id, { position: 1_000_000_000 });
      await list.add({ title: 'e' });
      assert.deepEqual(await list.titles(''), ['c', 'a', 'd', 'b', 'e']);
    });

    it('stands on exactly one page each, whatever its size, while others come and go', async () => {
      const list = await newChild();
      for (let i = 0; i < 12; i += 1) await list.add({ position: i % 4 });
      const all = (await list.all()).map(({ id }) => id);
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

    it('is filtered by status and by when it is due, where the client is', async () => {
      const list = await newChild();
      for (const [title, due_date] of [
        ['yesterday', '2026-11-19'],
        ['today', '2026-11-20'],
        ['tomorrow', '2026-11-21'],
        ['some day', null],
      ]) {
        await list.add({ title, due_date });
      }
      const done = await list.add({ title: 'done yesterday', due_date: '2026-11-19' });
      await list.set(done.id, 'done');
      const now = world().ctx.now();
      const inZone = (zone: string) => async (query: string) => {
        const token = list.token;
        const answer = await world().call('GET', `/app/todos?${query}`, { token, headers: { 'x-timezone': zone } });
        return answer.body.data.map(({ title, overdue }: { title: string; overdue: boolean }) =>
          overdue ? `${title}!` : title,
        );
      };
      const utc = inZone('UTC');
      assert.equal(now.slice(0, 10), TODAY, 'the other stories have not turned the day');
      assert.deepEqual(await utc(''), ['yesterday!', 'today', 'tomorrow', 'some day', 'done yesterday']);
      assert.deepEqual(await utc('due=today'), ['today']);
      assert.deepEqual(await utc('due=overdue'), ['yesterday!']);
      assert.deepEqual(await utc('due=upcoming'), ['tomorrow']);
      assert.deepEqual(await utc('status=done'), ['done yesterday']);
      assert.deepEqual(await utc('status=pending&due=upcoming'), ['tomorrow']);
      assert.deepEqual(await utc('status=done&due=overdue'), []);
      assert.deepEqual(await utc('status=approved'), []);
      const west = inZone('Pacific/Pago_Pago'); // 21:00 of the 19th
      assert.deepEqual(await west('due=today'), ['yesterday', 'done yesterday']);
      assert.deepEqual(await west('due=overdue'), []);
      const east = inZone('Pacific/Kiritimati'); // 22:00 of the 20th
      assert.deepEqual(await east('due=today'), ['today']);
    });

    it('is asked for in words that it knows', async () => {
      const list = await newChild();
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
        assertRefusal(await list.call('GET', `/app/todos?${query}`), 400, 'VALIDATION_ERROR', [field]);
      }
      const far = await list.call('GET', `/app/todos?cursor=${encoded(['1000000000', 'x'])}`);
      assert.deepEqual([far.status, far.body?.data], [200, []], far.text);
    });
  },
  UNHURRIED,
);

sharedWorld(
  'A to-do that comes again',
  (world) => {
    const newChild = async (zone?: string) => listOf(world(), (await world().registerChild()).token, zone);
    const daily = { title: 'Water the fern', due_date: '2026-11-20', recurrence: { freq: 'daily' } };

    it('is a new one when it is closed, with all that was said and nothing ticked', async () => {
      const list = await newChild();
      const first = await list.add({
        ...daily,
        notes: 'A little',
        priority: 'high',
        checklist: [{ text: 'Can', done: true }],
      });
      await list.set(first.id, 'done');
      const [closed, next, ...more] = await list.all();
      assert.deepEqual(more, []);
      assert.equal(closed?.status, 'done');
      assert.ok(next && next.id !== first.id);
      assert.deepEqual(next, {
        ...first,
        id: next.id,
        due_date: '2026-11-21',
        checklist: [{ ...first.checklist[0], done: false }],
      });
      await list.set(next.id, 'skipped');
      assert.deepEqual(
        (await list.all()).map(({ due_date }) => due_date),
        ['2026-11-20', '2026-11-21', '2026-11-22'],
      );
    });

    it('closed late comes back today, not in the past; closed early after its day', async () => {
      const list = await newChild();
      const dueAfter = async (draft: object) => {
        const { id } = await list.add(draft);
        await list.set(id, 'done');
        const next = (await list.all()).at(-1);
        const all = await list.all();
        for (const todo of all) await list.remove(todo.id);
        return all.length === 2 ? next?.due_date : undefined;
      };
      assert.equal(await dueAfter({ ...daily, due_date: '2026-11-01' }), '2026-11-20');
      assert.equal(await dueAfter({ ...daily, due_date: '2026-11-30' }), '2026-12-01');
      assert.equal(await dueAfter({ ...daily, due_date: null }), '2026-11-21');
      assert.equal(await dueAfter({ ...daily, recurrence: { freq: 'daily', until_date: '2026-11-20' } }), undefined);
      assert.equal(await dueAfter({ ...daily, recurrence: { freq: 'weekly', by_weekday: ['we'] } }), '2026-11-25');
    });

    it('on the 31st is on the last day of a short month, and on the 31st again', async () => {
      const list = await newChild();
      await list.add({ due_date: '2026-12-31', recurrence: { freq: 'monthly' } });
      for (let i = 0; i < 4; i += 1) await list.set((await list.all('&status=pending'))[0]?.id ?? '', 'skipped');
      const due = (await list.all()).map(({ due_date }) => due_date);
      assert.deepEqual(due, ['2026-12-31', '2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30']);
    });

    it('undone takes its next one away, unless somebody has put a hand to it', async () => {
      const list = await newChild();
      const { id } = await list.add(daily);
      await list.set(id, 'done');
      await list.set(id, 'pending');
      assert.deepEqual(
        (await list.all()).map((todo) => todo.id),
        [id],
      );
      await list.set(id, 'done');
      const next = (await list.all())[1]?.id ?? '';
      await list.change(next, { title: 'Water the fern well' });
      await list.set(id, 'pending');
      assert.deepEqual(
        (await list.all()).map((todo) => todo.id),
        [id, next],
      );
      await list.set(id, 'done');
      assert.deepEqual(
        (await list.all()).map((todo) => todo.id),
        [id, next],
        'it has its next one already',
      );
    });

    it('deleted comes no more', async () => {
      const list = await newChild();
      await list.remove((await list.add(daily)).id);
      assert.deepEqual(await list.all(), []);
    });

    it('goes by the local date where the child is', async () => {
      const list = await newChild('Pacific/Kiritimati');
      world().pass(3 * HOUR); // 11:00 UTC of the 20th is 01:00 of the 21st there
      const { id } = await list.add({ ...daily, due_date: '2026-11-15' });
      await list.set(id, 'done');
      assert.equal((await list.all())[1]?.due_date, '2026-11-21');
    });
  },
  UNHURRIED,
);

story(
  'a child’s own to-dos pay 2 XP, five a day by its own clock, and undoing takes them back',
  async (world) => {
    const list = listOf(world, (await world.registerChild()).token, 'America/New_York'); // 03:00 there
    await list.warmUp();
    let before = await list.xp();
    const gained = async () => {
      const now = await list.xp();
      const gain = now - before;
      before = now;
      return gain;
    };
    assert.equal(await list.streak(), 1);
    const ids: string[] = [];
    for (let i = 0; i < 6; i += 1) ids.push((await list.add()).id);
    for (const paid of [2, 2, 2, 2, 0, 0]) {
      await list.set(ids.shift() ?? '', 'done');
      assert.equal(await gained(), paid);
    }
    const done = (await list.all('&status=done')).map(({ id }) => id);
    await list.set(done[1] ?? '', 'pending');
    assert.equal(await gained(), -2);
    await list.set(done[5] ?? '', 'pending');
    assert.equal(await gained(), 0, 'what has paid nothing takes nothing back');
    await list.set((await list.add()).id, 'skipped');
    assert.equal(await gained(), 0);
    assert.equal(await list.streak(), 1);

    world.pass(21 * HOUR); // midnight in New York
    const { id } = await list.add();
    await list.set(id, 'done');
    await list.xp().then((xp) => assert.ok(xp - before >= 2, 'a new day'));
    await gained();
    for (let i = 0; i < 2; i += 1) {
      await list.set(id, 'pending');
      assert.equal(await gained(), -2);
      await list.set(id, 'done');
      assert.equal(await gained(), 2, 'done again within the same millisecond it pays again');
    }
    await list.remove(id);
    assert.equal(await gained(), 0, 'what was earned stays earned');
    assert.equal(await list.streak(), 2);
  },
  UNHURRIED,
);

sharedWorld(
  'A parent’s to-do',
  (world) => {
    it('waits for the parent’s word, and pays what was promised', async () => {
      const { child, parentId, assign, decide, list } = await familyOf(world());
      await list.warmUp();
      const xp = await list.xp();
      const id = await assign({ xp_reward: 30, notes: 'The whole room' });
      const shown = (await list.all()).at(-1) as unknown as Record<string, unknown>;
      const { created_by, assigned_by, requires_approval, xp_reward, allowed_transitions } = shown;
      assert.deepEqual(
        [created_by, assigned_by, requires_approval, xp_reward, allowed_transitions],
        ['parent', parentId, true, 30, ['done', 'skipped']],
      );
      const handedIn = await list.set(id, 'done');
      assert.deepEqual(
        [handedIn.status, handedIn.completed_at, handedIn.allowed_transitions],
        ['awaiting_approval', world().ctx.now(), ['pending']],
      );
      assert.deepEqual(await list.set(id, 'done'), handedIn, 'said twice');
      assert.deepEqual(await list.set(id, 'awaiting_approval'), handedIn);
      assert.equal(await list.xp(), xp);
      world().pass(60);
      const decided = await decide(id, 'approved', ' Well done! ');
      assert.deepEqual(
        [decided.status, decided.decision_note, decided.decided_at],
        ['approved', 'Well done!', world().ctx.now()],
      );
      assert.deepEqual(await decide(id, 'approved', 'again'), decided);
      assert.equal(await list.xp(), xp + 30);
      for (const status of ['pending', 'done', 'rejected']) {
        const answer = await list.patch(id, { status });
        assertRefusal(answer, status === 'rejected' ? 403 : 409, status === 'rejected' ? 'FORBIDDEN' : 'CONFLICT');
      }
      assert.equal(await refusalOf(decide(id, 'rejected')), 'CONFLICT');
      assert.ok(child.id);
    });

    it('sent back can be handed in again; handed in can be taken back', async () => {
      const { assign, decide, list } = await familyOf(world());
      await list.warmUp();
      const xp = await list.xp();
      const id = await assign({ xp_reward: 10 });
      assert.equal(await refusalOf(decide(id, 'approved')), 'CONFLICT', 'not handed in yet');
      await list.set(id, 'done');
      assert.equal((await list.set(id, 'pending')).completed_at, null);
      await list.set(id, 'awaiting_approval');
      await decide(id, 'rejected', 'Under the bed, too');
      const back = (await list.all()).at(-1) as unknown as Record<string, unknown>;
      assert.deepEqual(
        [back.status, back.decision_note, back.allowed_transitions],
        ['rejected', 'Under the bed, too', ['done']],
      );
      for (const status of ['pending', 'skipped']) assertRefusal(await list.patch(id, { status }), 409, 'CONFLICT');
      const again = await list.set(id, 'done');
      assert.deepEqual([again.status, again.decided_at, again.decision_note], ['awaiting_approval', null, null]);
      assert.equal(await list.xp(), xp);
      await decide(id, 'approved');
      assert.equal(await list.xp(), xp + 10);
    });

    it('counts as a deed of the day on which the child hands it in', async () => {
      const { assign, decide, list } = await familyOf(world());
      const id = await assign();
      await list.set(id, 'done');
      assert.equal(await list.streak(), 1);
      world().pass(40 * HOUR);
      await decide(id, 'approved');
      assert.equal(await list.streak(), 0, 'the parent’s word is no deed of the child');
    });

    it('is not the child’s to edit, delete or approve', async () => {
      const { assign, list } = await familyOf(world());
      const id = await assign({ checklist: [{ text: 'Floor' }, { text: 'Desk' }] });
      const todo = (await list.all()).find((each) => each.id === id);
      assert.ok(todo);
      const [floor, desk] = todo.checklist;
      const forbidden = [
        { title: 'Play' },
        { title: todo.title },
        { notes: '' },
        { due_date: null },
        { priority: 'low' },
        { recurrence: null },
        { checklist: [] },
        { checklist: [floor] },
        { checklist: [desk, floor] },
        { checklist: [floor, desk, { text: 'Sweets' }] },
        { checklist: [floor, { id: desk?.id, text: 'Sweets' }] },
        { status: 'approved' },
        { status: 'rejected' },
        { status: 'done', title: 'Play' },
      ];
      const changes = await world().changes(async () => {
        for (const body of forbidden) assertRefusal(await list.patch(id, body), 403, 'FORBIDDEN');
        assertRefusal(await list.remove(id), 403, 'FORBIDDEN');
      });
      assert.deepEqual(changes, {});
      assert.deepEqual(
        (await list.all()).find((each) => each.id === id),
        todo,
      );
      const ticked = await list.change(id, {
        checklist: [{ id: floor?.id, done: true }, { id: desk?.id }],
        position: 1,
      });
      assert.deepEqual(ticked.checklist, [{ ...floor, done: true }, desk]);
      assert.equal(ticked.position, 1);
    });

    it('without approval pays when it is done, and takes it back when undone', async () => {
      const { assign, list } = await familyOf(world());
      await list.warmUp();
      const xp = await list.xp();
      const id = await assign({ requires_approval: false, xp_reward: 7 });
      assert.equal((await list.set(id, 'done')).status, 'done');
      assert.equal(await list.xp(), xp + 7);
      await list.set(id, 'pending');
      assert.equal(await list.xp(), xp);
    });

    it('that recurs comes again when it is handed in, so that no day waits for a parent', async () => {
      const { assign, decide, list } = await familyOf(world());
      const id = await assign({
        due_date: world().ctx.now().slice(0, 10),
        recurrence: { freq: 'daily' },
        xp_reward: 1,
      });
      await list.set(id, 'done');
      assert.equal((await list.all()).length, 2);
      await list.set(id, 'pending');
      assert.equal((await list.all()).length, 1);
      await list.set(id, 'done');
      await decide(id, 'rejected');
      await list.set(id, 'done');
      await decide(id, 'approved');
      const todos = (await list.all()) as unknown as Record<string, unknown>[];
      assert.deepEqual(
        todos.map(({ status, xp_reward, requires_approval }) => [status, xp_reward, requires_approval]),
        [
          ['approved', 1, true],
          ['pending', 1, true],
        ],
      );
    });

    it('is for one’s own children, and all of them get it or none', async () => {
      const [ours, theirs] = [await familyOf(world()), await familyOf(world())];
      const give = (ids: string[], draft: Partial<ParentsDraft> = {}) =>
        assignTodo(world().ctx, ours.parentId, ids, { title: 'Tidy up', ...draft });
      const id = await ours.assign();
      await ours.list.set(id, 'done');
      const changes = await world().changes(async () => {
        assert.equal(await refusalOf(give([ours.child.id, theirs.child.id])), 'NOT_FOUND');
        assert.equal(await refusalOf(give(['nobody'])), 'NOT_FOUND');
        assert.equal(await refusalOf(give([])), 'VALIDATION_ERROR child_ids');
        for (const xp_reward of [-1, 51, 1.5, Number.NaN]) {
          assert.equal(await refusalOf(give([ours.child.id], { xp_reward })), 'VALIDATION_ERROR xp_reward');
        }
        assert.equal(await refusalOf(give([ours.child.id], { title: ' ' })), 'VALIDATION_ERROR title');
        assert.equal(await refusalOf(theirs.decide(id, 'approved')), 'NOT_FOUND');
        assert.equal(await refusalOf(ours.decide('nothing', 'approved')), 'NOT_FOUND');
        assert.equal(await refusalOf(ours.decide('\0', 'approved')), 'NOT_FOUND');
        assert.equal(await refusalOf(ours.decide(id, 'approved', 'x'.repeat(501))), 'VALIDATION_ERROR note');
        assert.equal(await refusalOf(ours.decide(id, 'approved', 'a\0b')), 'VALIDATION_ERROR note');
      });
      assert.deepEqual(changes, {});
      assert.equal((await give([ours.child.id, ours.child.id])).length, 1, 'named twice is one child');
    });

    it('whose parent is gone becomes the child’s own', async () => {
      const { parentId, assign, list } = await familyOf(world());
      const id = await assign({ xp_reward: 50 });
      await world().ctx.write((tx) => tx.deleteFrom('profiles').where('id', '=', parentId).execute());
      await list.warmUp();
      const xp = await list.xp();
      await list.change(id, { title: 'For myself' });
      const done = await list.set(id, 'done');
      assert.deepEqual([done.status, done.xp_reward, done.assigned_by], ['done', 2, null]);
      assert.equal(await list.xp(), xp + 2);
    });
  },
  UNHURRIED,
);

story(
  'fifty at once: one completion, one reward, one next occurrence, and undone as often',
  async (world) => {
    const list = listOf(world, (await world.registerChild()).token);
    await list.warmUp();
    const xp = await list.xp();
    const { id } = await list.add({ recurrence: { freq: 'daily' } });
    for (let round = 1; round <= 3; round += 1) {
      const done = await atOnce(50, () => list.patch(id, { status: 'done' }));
      assert.deepEqual(tally(done), { 200: 50 });
      assert.equal(new Set(done.map(({ text }) => text)).size, 1, 'all are told the same');
      assert.equal(await list.xp(), xp + 2);
      assert.equal((await list.all()).length, 3);
      const undone = await atOnce(50, () => list.patch(id, { status: 'pending' }));
      assert.deepEqual(tally(undone), { 200: 50 });
      assert.equal(await list.xp(), xp);
      assert.equal((await list.all()).length, 2);
    }
    const removed = await atOnce(50, () => list.remove(id));
    assert.deepEqual(tally(removed), { 200: 1, 404: 49 });
  },
  UNHURRIED,
);

story(
  'twenty to-dos done at once: five of them pay',
  async (world) => {
    const list = listOf(world, (await world.registerChild()).token);
    await list.warmUp();
    const xp = await list.xp();
    const todos = await Promise.all(Array.from({ length: 20 }, () => list.add()));
    const positions = todos.map(({ position }) => position);
    assert.equal(new Set(positions).size, 20, 'each has a place of its own');
    const answers = await atOnce(20, (i) => list.patch(todos[i].id, { status: 'done' }));
    assert.deepEqual(tally(answers), { 200: 20 });
    assert.equal(await list.xp(), xp + 4 * 2);
  },
  UNHURRIED,
);

story(
  'one approved by two parents and fifty taps pays once',
  async (world) => {
    const { assign, decide, list } = await familyOf(world);
    await list.warmUp();
    const xp = await list.xp();
    const id = await assign({ xp_reward: 20 });
    await list.set(id, 'done');
    const results = await Promise.allSettled([
      ...Array.from({ length: 25 }, () => decide(id, 'approved')),
      ...Array.from({ length: 25 }, () => decide(id, 'rejected')),
      ...Array.from({ length: 25 }, () => list.set(id, 'pending')),
    ]);
    const status = (await list.all()).at(-1)?.status;
    assert.ok(results.some((result) => result.status === 'fulfilled'));
    assert.equal(await list.xp(), xp + (status === 'approved' ? 20 : 0), `it is ${status}`);
  },
  UNHURRIED,
);

story(
  'at 499 open ones fifty at once add exactly one more; closing one makes room, opening one again needs it',
  async (world) => {
    const { id: profile, token } = await world.registerChild();
    const list = listOf(world, token);
    const first = await list.add();
    await world.ctx.write(async (tx) => {
      const row = await tx.selectFrom('todos').selectAll().where('id', '=', first.id).executeTakeFirstOrThrow();
      const more = Array.from({ length: 498 }, (_, i) => ({ ...row, id: `more ${i}`, position: 2000 + i }));
      for (let i = 0; i < more.length; i += 100)
        await tx
          .insertInto('todos')
          .values(more.slice(i, i + 100))
          .execute();
    });
    const answers = await atOnce(50, () => list.call('POST', '/app/todos', { title: 'One more' }));
    assert.deepEqual(tally(answers), { 201: 1, 409: 49 });
    for (const answer of answers.filter(({ status }) => status === 409)) assertRefusal(answer, 409, 'CONFLICT');
    assert.equal(await world.count('todos'), 500);

    await list.set(first.id, 'done');
    const { id } = await list.add({ title: 'There is room again' });
    const changes = await world.changes(async () => {
      assertRefusal(await list.patch(first.id, { status: 'pending' }), 409, 'CONFLICT');
    });
    assert.deepEqual(changes, {});
    await list.remove(id);
    await list.set(first.id, 'pending');
    const other = await listOf(world, (await world.registerChild()).token).add();
    assert.ok(other.id && profile);
  },
  UNHURRIED,
);

const TEXTS = {
  null: null,
  number: 7,
  array: ['x'],
  object: { a: 1 },
  boolean: true,
  NUL: 'a\0b',
  'lone surrogate': 'a\ud800b',
};
const LONG = 'x'.repeat(10_000);
// biome-ignore format: a table reads by its columns
const WRONG: readonly [field: string, value: unknown, named?: string][] = [
  ...Object.values(TEXTS).map((value) => ['title', value] as [string, unknown]),
  ...['', '   ', 'x'.repeat(121), LONG, 'two\nlines', 'turned \u202e round', '\u200b'].map((value) => ['title', value] as [string, unknown]),
  ...Object.values(TEXTS).map((value) => ['notes', value] as [string, unknown]),
  ...['x'.repeat(2001), LONG, 'bell\u0007'].map((value) => ['notes', value] as [string, unknown]),
  ...[7, ['2026-11-20'], {}, true, '', 'tomorrow', '2026-02-29', '2026-13-01', '2026-11-20T08:00:00Z', '20261120', '+002026-11-20', '1999-12-31', '3000-01-01', 'a\0b', '\ud800', LONG, '２０２６-11-20'].map((value) => ['due_date', value] as [string, unknown]),
  ...[null, 7, ['low'], {}, true, '', 'urgent', 'LOW', 'low\0', '\ud800', LONG].map((value) => ['priority', value] as [string, unknown]),
  ...[7, 'daily', ['daily'], true, ''].map((value) => ['recurrence', value] as [string, unknown]),
  ['recurrence', {}, 'recurrence.freq'],
  ...[null, 7, '', 'yearly', LONG, 'daily\0'].map((freq) => ['recurrence', { freq }, 'recurrence.freq'] as [string, unknown, string]),
  ...[null, '1', 0, -1, 1.5, 366, 1e21, true, [1], ''].map((interval) => ['recurrence', { freq: 'daily', interval }, 'recurrence.interval'] as [string, unknown, string]),
  ...[null, 'mo', 7, {}, ''].map((by_weekday) => ['recurrence', { freq: 'weekly', by_weekday }, 'recurrence.by_weekday'] as [string, unknown, string]),
  ['recurrence', { freq: 'weekly', by_weekday: ['monday'] }, 'recurrence.by_weekday.0'],
  ['recurrence', { freq: 'weekly', by_weekday: ['mo', null] }, 'recurrence.by_weekday.1'],
  ['recurrence', { freq: 'daily', by_weekday: ['mo'] }, 'recurrence.by_weekday'],
  ['recurrence', { freq: 'monthly', by_weekday: ['mo'] }, 'recurrence.by_weekday'],
  ...[7, '', 'never', '2026-02-30', 'a\0', '\ud800', LONG, [], true].map((until_date) => ['recurrence', { freq: 'daily', until_date }, 'recurrence.until_date'] as [string, unknown, string]),
  ...[null, 7, 'x', {}, true, ''].map((value) => ['checklist', value] as [string, unknown]),
  ['checklist', Array.from({ length: 31 }, () => ({ text: 'x' }))],
  ...[null, 'x', 7, []].map((entry) => ['checklist', [entry], 'checklist.0'] as [string, unknown, string]),
  ['checklist', [{}], 'checklist.0.text'],
  ...[null, 7, {}, [], true, '', ' ', 'x'.repeat(201), LONG, 'a\0b', '\ud800', 'a\nb'].map((text) => ['checklist', [{ text: 'fine' }, { text }], 'checklist.1.text'] as [string, unknown, string]),
  ...[null, 0, 'true', [], ''].map((done) => ['checklist', [{ text: 'x', done }], 'checklist.0.done'] as [string, unknown, string]),
  ...[null, '1', 1.5, -1, 1_000_000_001, 1e300, true, [], {}, ''].map((value) => ['position', value] as [string, unknown]),
];

sharedWorld(
  'What is no to-do',
  (world) => {
    it('is refused field by field, and nothing changes', async () => {
      const list = listOf(world(), (await world().registerChild()).token);
      const todo = await list.add({ checklist: [{ text: 'x' }], recurrence: { freq: 'daily' } });
      const changes = await world().changes(async () => {
        assertRefusal(await list.call('POST', '/app/todos', {}), 400, 'VALIDATION_ERROR', ['title']);
        for (const [field, value, named = field] of WRONG) {
          const body = { title: 'Fine', [field]: value };
          assertRefusal(await list.call('POST', '/app/todos', body), 400, 'VALIDATION_ERROR', [named]);
          assertRefusal(await list.patch(todo.id, body), 400, 'VALIDATION_ERROR', [named]);
        }
        for (const status of [null, 7, '', 'open', 'DONE', 'done\0', '\ud800', LONG, ['done'], {}, true]) {
          assertRefusal(await list.patch(todo.id, { status }), 400, 'VALIDATION_ERROR', ['status']);
        }
        for (const id of [null, 7, {}, [], true, '', 'x', '\ud800', LONG]) {
          const answer = await list.patch(todo.id, { checklist: [{ id, text: 'x' }] });
          assertRefusal(answer, 400, 'VALIDATION_ERROR', ['checklist.0.id']);
        }
        for (const body of [{}, { unknown: 1 }, { id: 'x', created_by: 'parent', xp_reward: 50, overdue: true }]) {
          assertRefusal(await list.patch(todo.id, body), 400, 'VALIDATION_ERROR');
        }
        for (const body of [[], 'x', 7, null]) {
          assertRefusal(await list.call('POST', '/app/todos', body), 400, 'VALIDATION_ERROR');
          assertRefusal(await list.patch(todo.id, body), 400, 'VALIDATION_ERROR');
        }
      });
      assert.deepEqual(changes, {});
      assert.deepEqual(await list.all(), [todo]);
    });

    it('just fits at its longest', async () => {
      const list = listOf(world(), (await world().registerChild()).token);
      const draft = {
        title: '🧹'.repeat(120),
        notes: 'é'.normalize('NFD').repeat(2000),
        due_date: '2999-12-31',
        recurrence: { freq: 'monthly', interval: 365, by_weekday: [], until_date: '2999-12-31' },
        checklist: Array.from({ length: 30 }, () => ({ text: 'x'.repeat(200) })),
        position: 1_000_000_000,
      };
      const todo = await list.add(draft);
      assert.equal(todo.title, draft.title);
      assert.equal(todo.notes, 'é'.repeat(2000));
      await list.set(todo.id, 'done');
      assert.equal((await list.all()).length, 1, 'after the last day there is no next one');
    });

    it('is told in the caller’s language', async () => {
      const { token } = await world().registerChild();
      const list = listOf(world(), token);
      const messages = new Set<string>();
      for (const language of ['en', 'es', 'uk', 'pl']) {
        await world().call('PATCH', '/app/users/me', { token, body: { language } });
        messages.add((await list.call('POST', '/app/todos', { title: ' ' })).body.error.message);
      }
      assert.equal(messages.size, 4);
    });
  },
  UNHURRIED,
);

story('to-dos are counted: 100 reads, 30 new ones, 100 changes a minute', async (world) => {
  const list = listOf(world, (await world.registerChild()).token);
  const { id } = await list.add();
  assert.deepEqual(tally(await atOnce(31, () => list.call('POST', '/app/todos', { title: 'x' }))), { 201: 29, 429: 2 });
  assert.deepEqual(tally(await atOnce(101, () => list.call('GET', '/app/todos?limit=1'))), { 200: 100, 429: 1 });
  const changes = await atOnce(101, (i) => (i % 2 === 0 ? list.patch(id, { priority: 'low' }) : list.remove('x')));
  assert.equal(changes.filter(({ status }) => status === 429).length, 1);
});
