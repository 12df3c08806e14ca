import assert from 'node:assert/strict';
import { createFamilyPlanet } from '../../../src/features/planets/index.ts';
import { assignTodo } from '../../../src/features/todos/index.ts';
import { createFormBrowser, formatStatusAndLocation } from '../../support/browser/form-browser.ts';
import { addGuardian, createFamilyOnPanel } from '../../support/family/guardians.ts';
import { createTodoClient } from '../../support/family/todos.ts';
import { CREATIVE_TASK_ID, submitText } from '../../support/learning/submissions.ts';
import { type TestApp, testWithApp, WITHOUT_RATE_LIMITS } from '../../support/test-app.ts';

type Browser = ReturnType<typeof createFormBrowser>;

/** A child with a submission and a to-do that wait for approval, a sibling, and a family planet. */
async function createBusyFamily(app: TestApp) {
  const family = await createFamilyOnPanel(app);
  const { child, caller, parent } = family;
  const sibling = await app.registerChild();
  await app.linkChild(parent.token, sibling.token);
  await app.call('POST', `/app/tasks/${CREATIVE_TASK_ID}/start`, { token: child.token });
  const submission = await submitText(app, { token: child.token }, { text: 'The dragon went home.' });
  assert.equal(submission.status, 201, submission.text);
  const [todo] = await assignTodo(app.ctx, caller.profileId, [child.id], { title: 'Tidy up' });
  await createTodoClient(app, child.token).setStatus(todo?.id ?? '', 'done');
  const planet = await createFamilyPlanet(app.ctx, caller.profileId, { name: 'Reef' });
  return {
    ...family,
    sibling,
    submissionId: submission.body.data.id as string,
    todoId: todo?.id ?? '',
    planetId: planet.id,
    browser: createFormBrowser(app, caller.cookie),
  };
}

/** The targets of the forms and links within the main part of these pages, without the tabs of a child. */
async function listOffers(browser: Browser, pages: readonly string[]): Promise<string[]> {
  const offers = new Set<string>();
  for (const page of pages) {
    const { status, text } = await browser.open(page);
    assert.equal(status, 200, page);
    const main = text.slice(text.indexOf('<main')).replace(/<nav class="tabs".*?<\/nav>/gs, '');
    for (const [, target = ''] of main.matchAll(/ (?:action|href)="([^"]*)"/g)) offers.add(target);
  }
  return [...offers].sort();
}

const TABS = ['', '/activity', '/answers', '/works', '/todos', '/badges', '/ledger', '/settings'];

testWithApp(
  'a child planned for deletion offers export, guardians, cancelling and reading, and refuses the rest',
  async (app) => {
    const { browser, child, sibling, caller, submissionId, todoId, planetId } = await createBusyFamily(app);
    const path = `/panel/children/${child.id}`;
    const pages = TABS.map((tab) => `${path}${tab}`);
    const before = await listOffers(browser, pages);
    for (const offer of ['switches', 'pin', 'pause', 'invitations', 'todos', 'delete'])
      assert.ok(before.includes(`${path}/${offer}`), offer);
    await browser.submit(`${path}/delete`);

    assert.deepEqual(await listOffers(browser, pages), [
      '/panel',
      `${path}/export`,
      `${path}/keep`,
      `${path}/settings`,
      `${path}/unlink?guardian=${caller.profileId}`,
    ]);
    for (const tab of TABS)
      assert.match((await browser.open(`${path}${tab}`)).text, /This profile will be deleted on 27 November 2026/, tab);
    for (const list of ['submissions', 'todos']) {
      const fragment = await app.call('GET', `/api/children/${child.id}/${list}`, {
        cookie: caller.cookie,
        headers: { 'hx-request': 'true' },
      });
      assert.match(fragment.text, /class="rows/);
      assert.doesNotMatch(fragment.text, /decide/, list);
    }
    assert.ok(!(await listOffers(browser, ['/panel/approvals'])).some((offer) => /decide/.test(offer)));
    const siblingTodos = await browser.open(`/panel/children/${sibling.id}/todos`);
    assert.doesNotMatch(siblingTodos.text, new RegExp(child.id), 'a to-do for the sibling is offered for it alone');
    for (const page of ['pin', 'delete'])
      assert.equal(formatStatusAndLocation(await browser.open(`${path}/${page}`)), `303 ${path}/settings`);
    assert.equal((await browser.open(`${path}/export.zip`)).status, 200);

    const changes = await app.countRowChanges(async () => {
      for (const [form, fields] of [
        [`${path}/settings`, { display_name: 'Mia', language: 'pl' }],
        [`${path}/switches`, { on_boards: 'on' }],
        [`${path}/pin`, { pin: '0707' }],
        [`${path}/pin-lock`, {}],
        [`${path}/pause`, { until: '' }],
        [`${path}/resume`, {}],
        [`${path}/invitations`, { email: 'grandma@example.org' }],
        [`${path}/todos`, { title: 'Feed the cat' }],
        [`/panel/children/${sibling.id}/todos`, { title: 'Feed the cat', child_ids: [sibling.id, child.id] }],
        [`/panel/works/${submissionId}/decide`, { decision: 'approved' }],
        [`/panel/todos/${todoId}/decide`, { decision: 'approved' }],
        ['/panel/planets/join-own', { child: child.id, planet: planetId }],
      ] as const) {
        const { status, text } = await browser.submit(form, fields);
        assert.equal(status, 409, form);
        assert.match(text, /This profile will be deleted\. To change anything, cancel the deletion first\./, form);
      }
      const bulk = await browser.submit('/panel/approvals', { chosen: [`work ${submissionId}`, `todo ${todoId}`] });
      assert.match(bulk.text, /Some items had already been reviewed\./);
    });
    assert.deepEqual(changes, {});

    await browser.submit(`${path}/keep`);
    assert.deepEqual(await listOffers(browser, pages), before);
  },
  WITHOUT_RATE_LIMITS,
);

testWithApp(
  'an account planned for deletion links no child and creates no planet, but can still keep its children',
  async (app) => {
    const { browser, child, caller, planetId } = await createBusyFamily(app);
    const pages = ['/panel', '/panel/account', '/panel/planets'];
    const before = await listOffers(browser, pages);
    await browser.submit('/panel/account/delete');

    const after = await listOffers(browser, pages);
    assert.deepEqual(
      after.filter((offer) => !before.includes(offer)),
      ['/panel/account/keep'],
    );
    assert.deepEqual(
      before.filter((offer) => !after.includes(offer) && !/decide|approvals/.test(offer)),
      [
        '/panel/account/delete',
        '/panel/account/sign-out',
        '/panel/planets/invite',
        '/panel/planets/join',
        '/panel/planets/join-own',
      ],
      'the other sessions have ended, and both children will be deleted with the account',
    );
    assert.doesNotMatch((await browser.open('/panel/planets')).text, /action="\/panel\/planets"/);
    assert.doesNotMatch((await browser.open('/panel')).text, /href="\/panel\/link"/);
    for (const page of ['/panel/link', '/panel/account/delete'])
      assert.equal(formatStatusAndLocation(await browser.open(page)), '303 /panel/account');

    const changes = await app.countRowChanges(async () => {
      for (const [form, fields] of [
        ['/panel/link', {}],
        ['/panel/planets', { name: 'Forest' }],
        ['/panel/planets/invite', { planet: planetId }],
        ['/panel/planets/join-own', { planet: planetId, child: child.id }],
      ] as const) {
        const { status, text } = await browser.submit(form, fields);
        assert.equal(status, 409, form);
        assert.match(text, /Your account will be deleted\. To do this, cancel the deletion first\./, form);
      }
    });
    assert.deepEqual(changes, {});

    const path = `/panel/children/${child.id}`;
    assert.deepEqual(
      (await listOffers(browser, [`${path}/settings`])).filter((offer) => offer !== '/panel'),
      [
        '/panel/account',
        `${path}/delete`,
        `${path}/export`,
        `${path}/invitations`,
        `${path}/unlink?guardian=${caller.profileId}`,
      ],
    );
    await addGuardian(app, { child, caller });
    assert.match(
      (await browser.open(`${path}/settings`)).text,
      /action="[^"]*\/switches"/,
      'a new guardian keeps the child',
    );
    await browser.submit('/panel/account/keep');
    const kept = await listOffers(browser, pages);
    assert.deepEqual(
      before.filter((offer) => !kept.includes(offer)),
      ['/panel/account/sign-out'],
    );
  },
  WITHOUT_RATE_LIMITS,
);
