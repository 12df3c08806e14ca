import assert from 'node:assert/strict';
import { createCsrfToken } from '../../../src/platform/http/security/cross-site.ts';
import { carryOutAfterUndoTime } from '../../support/family/decisions.ts';
import { registerTodoFamily } from '../../support/family/todos.ts';
import { CREATIVE_TASK_ID, submitText } from '../../support/learning/submissions.ts';
import { countByStatus } from '../../support/service/requests.ts';
import { type TestApp, type TestResponse, testWithApp } from '../../support/test-app.ts';

const DEVICE_ID = 'test-browser-device-000000000000';
const HTMX_HEADERS = { 'hx-request': 'true', 'hx-request-type': 'partial' };

testWithApp('approving a to-do updates its card in place, awards XP once and leaves others waiting', async (app) => {
  const { todos, assign, decide, cookie, child } = await createFamilyWithForms(app);
  const [approvedId, otherId] = [await assign({ xp_reward: 20 }), await assign({ title: 'Other' })];
  for (const id of [approvedId, otherId]) await todos.setStatus(id, 'done');
  const previousXp = await todos.getXpTotal();
  const form = { decision: 'approved', note: 'Well done', back: '/panel/approvals' };
  const responses = await Promise.all([1, 2, 3].map(() => decide(approvedId, form, HTMX_HEADERS)));
  assert.deepEqual(countByStatus(responses), { 200: 3 });
  assert.equal(await todos.getXpTotal(), previousXp, 'the decision can still be undone');
  await carryOutAfterUndoTime(app);
  await carryOutAfterUndoTime(app);
  assert.equal((await todos.getXpTotal()) - previousXp, 20);
  for (const { text } of responses) {
    assert.match(
      text,
      new RegExp(`id="todo-${approvedId}".*<p class="item-title">Tidy up</p>.*<bdi>.*\\s· 20\\sNov\\s· 20\\sXP `, 's'),
    );
    assert.match(text, /aria-label="Undo: Tidy up · [^"]* · 20\sNov\s· 20\sXP" autofocus/);
    assert.match(text, /<hx-partial hx-target="#notice"><p class="visually-hidden">Approved: Tidy up · /);
    assert.match(text, /id="approvals-count" hx-swap-oob="true"><span aria-hidden="true">1</);
    assert.doesNotMatch(text, /<html/);
  }
  const [approvedTodo] = (await todos.list('&status=approved')) as unknown as { decision_note: string }[];
  assert.equal(approvedTodo?.decision_note, 'Well done');
  const waitingList = await app.call('GET', '/api/approvals', { cookie });
  assert.deepEqual(
    waitingList.body.data.map((row: { id: string; child_id: string }) => [row.id, row.child_id]),
    [[otherId, child.id]],
  );
});

testWithApp('without htmx a decision redirects back within the panel', async (app) => {
  const { todos, assign, decide } = await createFamilyWithForms(app);
  const id = await assign();
  await todos.setStatus(id, 'done');
  const sentBack = await decide(id, { decision: 'rejected', note: 'The corner', back: '/panel/approvals' });
  assert.equal(sentBack.status, 303);
  const undo = `undo=todo%20${id}%20rejected`;
  assert.equal(sentBack.headers.get('location'), `/panel/approvals?done=sent-back&${undo}`);
  const responseWithOtherSiteUrl = await decide(id, {
    decision: 'rejected',
    note: 'The corner',
    back: 'https://evil.example/panel',
  });
  assert.equal(responseWithOtherSiteUrl.headers.get('location'), `/panel?done=sent-back&${undo}`);
  const wordless = await decide(await assign(), { decision: 'rejected', note: ' ' });
  assert.deepEqual([wordless.status, /Say in a few words what is missing/.test(wordless.text)], [400, true]);
});

testWithApp(
  'a to-do cannot be seen or reviewed by another family, or reviewed through a cross-site form or with a wrong CSRF token',
  async (app) => {
    const family = await createFamilyWithForms(app);
    const otherFamily = await createFamilyWithForms(app);
    const id = await family.assign();
    await family.todos.setStatus(id, 'done');
    const countWaiting = async ({ cookie }: typeof family) =>
      (await app.call('GET', '/api/approvals', { cookie })).body.data.length;
    assert.deepEqual([await countWaiting(family), await countWaiting(otherFamily)], [1, 0]);
    await app.assertRowChanges({}, async () => {
      assert.equal((await otherFamily.decide(id, { decision: 'approved' })).status, 404);
      assert.equal((await family.decide(id, { decision: 'approved' }, { 'sec-fetch-site': 'cross-site' })).status, 403);
      assert.equal(
        (await family.send(`/panel/todos/${id}/review`, { decision: 'approved', form_token: 'x' })).status,
        403,
      );
      const response = await otherFamily.send('/panel/approvals', { chosen: `todo ${id}` });
      assert.match(response.text, /Some items had already been reviewed/);
    });
    assert.equal((await family.todos.list('&status=awaiting_approval')).length, 1);
  },
);

testWithApp('approving several to-dos skips those that do not exist', async (app) => {
  const { todos, assign, send } = await createFamilyWithForms(app);
  const ids = [];
  for (let i = 0; i < 5; i += 1) ids.push(await assign({ title: `Number ${i}`, xp_reward: 10 }));
  for (const id of ids) await todos.setStatus(id, 'done');
  const previousXp = await todos.getXpTotal();
  const chosen = [
    ...ids.slice(0, 3).map((id) => ['chosen', `todo ${id}`]),
    ['chosen', 'todo no-such-todo'],
    ['chosen', 'x'],
  ];
  const response = await send('/panel/approvals', chosen, HTMX_HEADERS);
  assert.equal(response.status, 200);
  assert.match(
    response.text,
    /<hx-partial hx-target="#notice"><div class="flash"><p>[^<:]+: 3 approved\. Some items.*<button[^>]* autofocus>Undo/s,
  );
  await carryOutAfterUndoTime(app);
  assert.equal((await todos.getXpTotal()) - previousXp, 30);
});

testWithApp(
  'a to-do is assigned through a form, and one with an invalid field or a child of another family is refused',
  async (app) => {
    const { child, send, todos, cookie } = await createFamilyWithForms(app);
    const path = `/panel/children/${child.id}/todos`;
    const form = [
      ['title', 'Water the fern'],
      ['xp_reward', '15'],
      ['due_date', '2026-12-01'],
      ['freq', 'weekly'],
      ['by_weekday', 'mo'],
      ['by_weekday', 'th'],
      ['child_ids', child.id],
      ['priority', 'high'],
    ];
    const assigned = await send(path, form);
    const page = await app.call('GET', assigned.headers.get('location') ?? '', { cookie });
    assert.match(
      page.text,
      /To-do added: <a href="\/panel\/todos\/[^"]+">Water the fern · [^<·]+ · Thursday 3 December</,
    );
    const [todo] = (await todos.list()) as unknown as Record<string, unknown>[];
    assert.equal(todo?.title, 'Water the fern');
    assert.equal(todo?.requires_approval, true);
    assert.deepEqual(todo?.recurrence, { freq: 'weekly', interval: 1, by_weekday: ['mo', 'th'], until_date: null });

    const stranger = await app.registerChild();
    await app.assertRowChanges({}, async () => {
      for (const [name, value] of [
        ['title', ' '],
        ['xp_reward', '51'], // the maximum is 50
        ['due_date', '2026-02-30'],
        ['xp_reward', 'many'],
      ] as const) {
        const refused = await send(path, [...form.filter(([key]) => key !== name), [name, value]]);
        assert.equal(refused.status, 400);
        assert.match(refused.text, new RegExp(`id="assign-${name}-error"`));
        assert.match(refused.text, /<details class="card assign" open>/);
        assert.match(refused.text, /value="(Water the fern| )"/);
      }
      const response = await send(path, [...form, ['child_ids', stranger.id]]);
      assert.equal(response.status, 404);
    });
  },
);

testWithApp('creative work is approved with a sticker or returned with a comment', async (app) => {
  const { child, send, cookie } = await createFamilyWithForms(app);
  const task = [...app.ctx.content.current.tasks.values()].find(({ kind }) => kind === 'creative');
  const submitWork = async (text: string) => {
    const path = `/app/tasks/${task?.id}/submit-creative`;
    const response = await app.call('POST', path, { token: child.token, body: { text } });
    assert.equal(response.status, 201, response.text);
    return response.body.data.id;
  };
  const firstId = await submitWork('<b>A fox</b>');
  const page = await app.call('GET', `/panel/children/${child.id}/submissions`, { cookie });
  assert.match(page.text, /&lt;b&gt;A fox&lt;\/b&gt;/);
  const returned = await send(
    `/panel/submissions/${firstId}/review`,
    { decision: 'changes_requested', text: 'And then?' },
    HTMX_HEADERS,
  );
  assert.equal(returned.status, 200, returned.text);
  assert.match(returned.text, /Sent back/);
  const secondId = await submitWork('A fox found a bell.');
  const approved = await send(`/panel/submissions/${secondId}/review`, { decision: 'approved', sticker: 'rocket' });
  assert.equal(approved.headers.get('location'), `/panel?done=approved&undo=work%20${secondId}%20approved`);
  const { body } = await app.call('GET', `/api/children/${child.id}/submissions`, { cookie });
  const reviews = body.data.map(({ status, feedback }: { status: string; feedback: object }) => [status, feedback]);
  assert.deepEqual(reviews, [
    ['approved', { text: null, sticker: 'rocket', stars: null }],
    ['changes_requested', { text: 'And then?', sticker: null, stars: null }],
  ]);
  await app.assertRowChanges({}, async () => {
    const form = { decision: 'changes_requested', text: 'And then?' };
    assert.equal((await send(`/panel/submissions/${secondId}/review`, form)).status, 409);
  });
});

testWithApp('what waits shows what was asked, and equal to-dos of a child are one card', async (app) => {
  const { child, todos, assign, send, cookie } = await createFamilyWithForms(app);
  const checklist = [{ text: 'Forks', done: true }];
  for (let i = 0; i < 4; i += 1) {
    const id = await assign({ title: 'Set the table', notes: 'For six', checklist, xp_reward: 5 });
    await todos.setStatus(id, 'done');
  }
  await submitText(app, { token: child.token }, { text: 'The fox went home.' });
  const { text } = await app.call('GET', '/panel/approvals', { cookie });
  const task = app.ctx.content.current.tasks.get(CREATIVE_TASK_ID);
  assert.match(text, /<h2>To-dos<.*Approve all 4<.*<h2>Creative work<.*The fox went home\./s);
  assert.ok(text.includes(`<p class="user-text">${task?.instructions.en}</p>`));
  assert.match(text, /Set the table <span class="times">× 4<.*\s· 20 XP <.*>20 Nov\s\(4\)<.*For six.*>Done: Forks</s);
  const values = [...text.matchAll(/name="chosen" value="(todo [^"]+)"/g)].map(([, value = '']) => value);
  const chosen = [...new Set(values)].map((value) => ['chosen', value]);
  assert.deepEqual([values.length, chosen.length], [8, 4], 'the buttons of the block and of the group');
  const inPlace = await send('/panel/approvals', [...chosen, ['back', '/panel/approvals']], HTMX_HEADERS);
  assert.match(
    inPlace.text,
    /^<div class="line review-outcome".*Set the table · [^<:]+: 4 approved\..*action="\/panel\/undo".*id="approvals-count"/s,
  );
  assert.match((await send('/panel/approvals', chosen)).text, /4 approved\./);
});

testWithApp('what waits from one child is on a page of its own, and work without anything says so', async (app) => {
  const { child, parent, todos, assign, cookie } = await createFamilyWithForms(app);
  const sister = await app.registerChild();
  await app.linkChild(parent.token, sister.token);
  await submitText(app, { token: sister.token }, { text: 'A bell rang.' });
  await todos.setStatus(await assign({ title: 'Water the fern', due_date: '2026-11-19' }), 'done');
  await submitText(app, { token: child.token }, { text: 'The fox went home.' });
  await app.ctx.write(({ db }) =>
    db.updateTable('submissions').set({ text: '' }).where('profile_id', '=', child.id).execute(),
  );
  const { text: today } = await app.call('GET', '/panel', { cookie });
  const path = `/panel/approvals?child=${child.id}`;
  assert.ok(today.includes(`href="${path}"`));
  const { text } = await app.call('GET', path, { cookie });
  assert.match(text, /Water the fern<.*for 19\sNov, done 20\sNov <span class="tag danger">Late</s);
  assert.match(text, / says: done\. Nothing was attached\./);
  assert.doesNotMatch(text, /A bell rang/);
  assert.ok(text.includes(`<li><a href="/panel/approvals?child=${sister.id}">`), 'a sibling leads to what waits, too');
  assert.ok(text.includes(`name="back" value="${path}"`));
  assert.match(text, /id="approvals-count"><span aria-hidden="true">3</);
  assert.match((await app.call('GET', '/panel/approvals', { cookie })).text, /A bell rang/);
});

testWithApp('what is undone within ten seconds leaves no trace, and the child has seen nothing of it', async (app) => {
  const { child, todos, assign, decide, send, cookie } = await createFamilyWithForms(app);
  const stranger = await createFamilyWithForms(app);
  const [approvedId, rejectedId, deletedId] = [await assign({ xp_reward: 20 }), await assign(), await assign()];
  for (const id of [approvedId, rejectedId]) await todos.setStatus(id, 'done');
  const readChild = async () => {
    const paths = ['/app/todos?limit=100', '/app/users/me/stats', '/app/users/me/badges', '/app/users/me/ledger'];
    return Promise.all(paths.map(async (path) => (await app.call('GET', path, { token: child.token })).text));
  };
  const before = await readChild();
  await decide(approvedId, { decision: 'approved' });
  await decide(rejectedId, { decision: 'rejected', note: 'The corner' });
  assert.equal((await decide(rejectedId, { decision: 'approved' })).status, 409, 'something else is planned');
  await send(`/panel/todos/${deletedId}/delete`, {});
  assert.equal((await send(`/panel/todos/${deletedId}/pause`, {})).status, 409);
  assert.deepEqual(await readChild(), before);
  assert.equal((await app.call('GET', '/api/approvals', { cookie })).body.data.length, 0);

  const items = [approvedId, rejectedId, deletedId].map((id) => ['items', `todo ${id}`]);
  const location = (response: TestResponse) => response.headers.get('location');
  assert.equal(location(await stranger.send('/panel/undo', items)), '/panel?done=undo-too-late');
  const responses = await Promise.all(
    [1, 2, 3].map(() => send('/panel/undo', [...items, ['back', '/panel/approvals']])),
  );
  const undone = responses.map(location).filter((path) => path?.startsWith('/panel/approvals?done=undone&undo='));
  assert.equal(undone.length, 1);
  const notice = /<div id="notice".*?<\/div>/s;
  const read = async (path: string, reader: typeof stranger) =>
    notice.exec((await app.call('GET', path, { cookie: reader.cookie })).text)?.[0] ?? '';
  assert.match(await read(undone[0] ?? '', { ...stranger, cookie }), /<p class="flash">Tidy up · .*: Undone\.</);
  assert.match(await read(undone[0] ?? '', stranger), /<p class="flash">Undone\.</, 'others cannot read the title');
  await carryOutAfterUndoTime(app);
  assert.deepEqual(await readChild(), before);
  assert.equal((await app.call('GET', '/api/approvals', { cookie })).body.data.length, 2);

  await decide(approvedId, { decision: 'approved' });
  await send(`/panel/todos/${deletedId}/delete`, {});
  await todos.setStatus(approvedId, 'pending'); // the child takes it back, and there is nothing left to approve
  await Promise.all([carryOutAfterUndoTime(app), carryOutAfterUndoTime(app)]);
  assert.equal(location(await send('/panel/undo', items)), '/panel?done=undo-too-late');
  assert.deepEqual(
    (await todos.list('&status=pending')).map(({ id }) => id),
    [approvedId],
  );
});

testWithApp(
  'to-dos with open steps come after those that can be approved at once, and groups of them are folded',
  async (app) => {
    const { child, todos, assign, cookie } = await createFamilyWithForms(app);
    const checklist = [{ text: 'Bed' }, { text: 'Desk', done: true }];
    const openIds = [await assign({ checklist }), await assign({ title: 'Sweep', checklist })];
    openIds.push(await assign({ title: 'Sweep', checklist: [{ text: 'Hall' }, { text: 'Stairs' }] }));
    const easyIds = [await assign({ title: 'Feed the cat' }), await assign({ title: 'Sweep' })];
    for (const id of [...openIds, ...easyIds]) await todos.setStatus(id, 'done');
    const { text } = await app.call('GET', '/panel/approvals', { cookie });
    const [easy = '', open = ''] = text.split('<h2>To-dos with open steps<');
    assert.match(easy, /<h2>To-dos<.*>Approve all 2</s);
    assert.deepEqual(listTodos(easy), easyIds);
    assert.deepEqual(
      [...easy.matchAll(/name="chosen" value="todo ([^"]+)"/g)].map(([, id]) => id),
      easyIds,
    );
    assert.deepEqual(listTodos(open), openIds);
    assert.doesNotMatch(open, /Approve all/);
    assert.match(open, /class="tag danger">1 of 2 steps done<[^<]*<span>Open: Bed<.*?Not yet.*?value="Bed"/s);
    assert.match(
      open,
      /Sweep <span class="times">× 2<.*<details class="disclosure"><summary>.*>1 of 2 steps done, 0 of 2 steps done<\/span><\/span><\/summary>/s,
    );
    assert.match(open, /Open: Hall, Stairs</);
    const list = (await app.call('GET', `/panel/children/${child.id}/todos`, { cookie })).text;
    assert.match(list, /To review<\/span><span class="tag danger">1 of 2 steps done</);
    assert.match(list, /Sweep <span class="times">× 2</, 'the third has no open steps');
  },
);

testWithApp('a group of to-dos with open steps is sent back with one word, which can be undone', async (app) => {
  const { child, todos, assign, send, cookie } = await createFamilyWithForms(app);
  const stranger = await createFamilyWithForms(app);
  const ids = [
    await assign({ checklist: [{ text: 'Bed' }, { text: 'Desk', done: true }] }),
    await assign({ checklist: [{ text: 'Bed' }, { text: 'Desk' }, { text: 'Floor', done: true }] }),
  ];
  for (const id of ids) await todos.setStatus(id, 'done');
  const page = (await app.call('GET', '/panel/approvals', { cookie })).text;
  const form = /<details class="send-back"><summary[^>]*>Not yet for all 2<.*?<\/form>/s.exec(page)?.[0] ?? '';
  const listFields = (name: string) =>
    [...form.matchAll(new RegExp(`name="${name}" value="([^"]+)"( checked)?`, 'g'))].map(([, ...field]) =>
      field.join(''),
    );
  assert.deepEqual(listFields('step'), ['Bed checked', 'Desk checked', 'Floor'], 'what is open in one of them');
  assert.deepEqual(
    listFields('chosen'),
    ids.map((id) => `todo ${id}`),
  );
  const chosen = ids.map((id) => ['chosen', `todo ${id}`]);
  const fields = [...chosen, ['decision', 'rejected'], ['back', '/panel/approvals']];
  await app.assertRowChanges({}, async () => {
    const wordless = await send('/panel/approvals', fields);
    assert.deepEqual([wordless.status, /Say in a few words what is missing/.test(wordless.text)], [400, true]);
    assert.match((await stranger.send('/panel/approvals', [...fields, ['note', 'x']])).text, /already been reviewed/);
  });
  const withWord = [...fields, ['step', 'Bed'], ['step', 'Desk'], ['note', 'All of it']];
  const sentBack = await send('/panel/approvals', withWord, HTMX_HEADERS);
  assert.match(sentBack.text, /^<div class="line review-outcome".*Tidy up · [^<:]+: 2 sent back\./s);
  const items = [...sentBack.text.matchAll(/name="items" value="([^"]+)"/g)].map(([, item]) => item ?? '');
  assert.deepEqual(
    items.slice(0, 2),
    ids.map((id) => `todo ${id} rejected`),
  );
  await send(
    '/panel/undo',
    items.slice(0, 2).map((item) => ['items', item]),
  );
  assert.equal((await app.call('GET', '/api/approvals', { cookie })).body.data.length, 2);
  const back = `/panel/children/${child.id}/todos`;
  const elsewhere = await send('/panel/approvals', [...withWord.filter(([name]) => name !== 'back'), ['back', back]]);
  assert.ok(elsewhere.headers.get('location')?.startsWith(`${back}?done=sent-back&undo=todo%20`));
  await carryOutAfterUndoTime(app);
  const rejected = (await todos.list('&status=rejected')) as unknown as { decision_note: string }[];
  assert.deepEqual(
    rejected.map(({ decision_note }) => decision_note),
    ['Bed, Desk. All of it', 'Bed, Desk. All of it'],
  );
});

function listTodos(page: string): (string | undefined)[] {
  return [...page.matchAll(/id="todo-([^"]+)"/g)].map(([, id]) => id);
}

testWithApp(
  'steps that are missing are sent back with a word, and the list of today follows each decision',
  async (app) => {
    const { child, todos, assign, decide, cookie } = await createFamilyWithForms(app);
    const checklist = [{ text: 'Bed' }, { text: 'Desk' }, { text: 'Floor', done: true }];
    const [id, otherId] = [await assign({ checklist }), await assign({ checklist })];
    for (const each of [id, otherId]) await todos.setStatus(each, 'done');
    const { text } = await app.call('GET', '/panel/approvals', { cookie });
    const steps = [...text.matchAll(/name="step" value="(\w+)"( checked)?/g)].map(([, step, chosen]) => [
      step,
      !!chosen,
    ]);
    assert.deepEqual(steps.slice(0, 3), [
      ['Bed', true],
      ['Desk', true],
      ['Floor', false],
    ]);
    const back = `/panel/approvals?child=${child.id}`;
    const form = [
      ['decision', 'rejected'],
      ['back', back],
    ];
    assert.equal((await decide(id, [...form, ['note', ' ']])).status, 400, 'neither a step nor a word');
    const sentBack = await decide(
      id,
      [...form, ['step', 'Bed'], ['step', 'Desk'], ['note', 'Under it, too ']],
      HTMX_HEADERS,
    );
    assert.match(
      sentBack.text,
      /<hx-partial hx-target="#reviewed-today"><details class="reviewed-today"><summary><h2>Reviewed today <span class="times">1<.*todo \S+ rejected/s,
    );
    const words = await decide(otherId, [...form, ['step', 's'.repeat(120)], ['note', 'n'.repeat(450)]], HTMX_HEADERS);
    assert.match(words.text, /Reviewed today <span class="times">2</);
    const elsewhere = await decide(
      otherId,
      [...form.slice(0, 1), ['back', '/panel/plan'], ['note', 'x']],
      HTMX_HEADERS,
    );
    assert.doesNotMatch(elsewhere.text, /reviewed-today/);
    await carryOutAfterUndoTime(app);
    const notes = ((await todos.list('&status=rejected')) as unknown as { id: string; decision_note: string }[])
      .toSorted((a, b) => a.id.localeCompare(b.id))
      .map(({ decision_note }) => decision_note);
    assert.deepEqual(notes, ['Bed, Desk. Under it, too', `${'s'.repeat(48)}. ${'n'.repeat(450)}`]);
  },
);

testWithApp('Work lists what was decided today by child, when and by whom, and offers to undo it', async (app) => {
  const { child, parent, parentId, assign, todos, decide, send, cookie } = await createFamilyWithForms(app);
  const open = async () =>
    (await app.call('GET', '/panel/approvals?reviewed=today', { cookie })).text.split('class="reviewed-today"')[1] ??
    '';
  assert.match(await open(), /Nothing yet/);
  const [approvedId, rejectedId, tickedId] = [
    await assign({ title: 'Feed the cat', xp_reward: 10 }),
    await assign({ title: 'Tidy up', due_date: '2026-11-19' }),
    await assign({ title: 'Sweep' }),
  ];
  for (const id of [approvedId, rejectedId]) await todos.setStatus(id, 'done');
  await submitText(app, { token: child.token }, { text: 'The fox went home.' });
  const [work] = (await app.call('GET', '/api/approvals', { cookie })).body.data.filter(
    ({ kind }: { kind: string }) => kind === 'work',
  );
  await decide(approvedId, { decision: 'approved' });
  await decide(rejectedId, { decision: 'rejected', note: 'The corner' });
  await send(`/panel/todos/${tickedId}/done`, {});
  await send(`/panel/submissions/${work.id}/review`, { decision: 'approved' });
  const planned = await open();
  assert.match(planned, /<h2>Reviewed today <span class="times">4</);
  const decidedItems = [
    `todo ${approvedId} approved`,
    `todo ${rejectedId} rejected`,
    `todo ${tickedId} approved`,
    `work ${work.id} approved`,
  ].toSorted();
  const listItems = (page: string) => [...page.matchAll(/name="items" value="([^"]+)"/g)].map(([, item]) => item);
  assert.deepEqual(listItems(planned).toSorted(), decidedItems);

  const one = await send('/panel/undo', { items: `todo ${approvedId} approved`, back: '/panel/approvals' });
  const undone = await app.call('GET', one.headers.get('location') ?? '', { cookie });
  assert.match(undone.text, /Undone\..*Reviewed today <span class="times">3</s);
  await decide(approvedId, { decision: 'approved' });

  await carryOutAfterUndoTime(app);
  const decided = await open();
  assert.match(decided, /<h2>Reviewed today <span class="times">4</);
  assert.deepEqual(listItems(decided).toSorted(), decidedItems);
  const profiles = await app.ctx.db.selectFrom('profiles').select(['id', 'display_name']).execute();
  const getName = (id: string) => profiles.find((profile) => profile.id === id)?.display_name;
  assert.match(decided, new RegExp(`<h3[^>]*>.*<bdi>${getName(child.id)}</bdi></h3>`));
  const who = `\\d\\d:\\d\\d\\s· ${getName(parentId)}<`;
  for (const [title, status, earned] of [
    ['Feed the cat', 'Approved', '20 Nov\\s· \\+10 XP\\s· '],
    ['Tidy up', 'Sent back', 'for 19 Nov, done 20 Nov\\s· '],
    ['Sweep', 'Approved', '20 Nov\\s· '],
  ])
    assert.match(
      decided,
      new RegExp(
        `>${title}</p>\\s*<p class="tags"><span[^>]*>${status}</span>(<span[^>]*>Late</span>)?<span[^>]*>${earned}${who}`,
      ),
    );
  assert.match(decided, /“The corner”/);

  app.advance(24 * 60 * 60);
  const { token } = await app.registerParent(parent.email); // signs in again
  const nextDay = await app.call('GET', '/panel/approvals?reviewed=today', {
    cookie: await app.openPanelSession(token),
  });
  assert.match(nextDay.text, /Nothing yet/);
});

/** Registers a family. Returns it with functions that assign to-dos and send the parent's forms. */
async function createFamilyWithForms(app: TestApp) {
  const family = await registerTodoFamily(app);
  const session = (await app.openPanelSession(family.parent.token)).split('; ')[0];
  const cookie = `${session}; __Host-device=${DEVICE_ID}`;
  const token = createCsrfToken(app.ctx, DEVICE_ID);
  const send = (path: string, fields: object | string[][], headers = {}): Promise<TestResponse> => {
    const form = new URLSearchParams({ form_token: token });
    const pairs = Array.isArray(fields) ? fields : Object.entries(fields);
    if (pairs.some(([name]) => name === 'form_token')) form.delete('form_token');
    for (const [name, value] of pairs) form.append(name, value);
    const formHeaders = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
    return app.call('POST', path, { cookie, raw: form.toString(), headers: { ...formHeaders, ...headers } });
  };
  const decide = (id: string, fields: object | string[][], headers = {}) =>
    send(`/panel/todos/${id}/review`, fields, headers);
  return { ...family, cookie, send, decide };
}
