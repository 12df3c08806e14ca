import assert from 'node:assert/strict';
import { createFamilyPlanet } from '../../../src/features/planets/index.ts';
import { assignTodo } from '../../../src/features/todos/index.ts';
import { assertRedirect, createFormBrowser } from '../../support/browser/form-browser.ts';
import { addGuardian, registerFamilyWithPanelSession } from '../../support/family/guardians.ts';
import { createTodoClient } from '../../support/family/todos.ts';
import { CREATIVE_TASK_ID, submitText } from '../../support/learning/submissions.ts';
import { type TestApp, testWithApp } from '../../support/test-app.ts';

type Browser = ReturnType<typeof createFormBrowser>;

/** A child with a submission and a to-do that wait for approval, a sibling, and a family planet. */
async function createFamilyWithPendingApprovals(app: TestApp) {
  const family = await registerFamilyWithPanelSession(app);
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

/** The targets of the forms and links in the main part of the pages, without the tabs of a child and the links to the next child. */
async function listActionTargets(browser: Browser, pages: readonly string[]): Promise<string[]> {
  const targets = new Set<string>();
  for (const page of pages) {
    const { status, text } = await browser.open(page);
    assert.equal(status, 200, page);
    const main = text
      .slice(text.indexOf('<main'))
      .replace(/<nav class="(?:chips|tabs)".*?<\/nav>|<a [^>]*rel="next"[^>]*>/gs, '');
    for (const [, target = ''] of main.matchAll(/ (?:action|href)="([^"]*)"/g)) targets.add(target);
  }
  return [...targets].sort();
}

const TABS = ['', '/activity', '/answers', '/submissions', '/todos', '/badges', '/settings'];

testWithApp(
  'a child whose deletion is planned can be viewed, exported, unlinked and kept, and the panel refuses and hides all other actions',
  async (app) => {
    const { browser, child, sibling, caller, submissionId, todoId, planetId } =
      await createFamilyWithPendingApprovals(app);
    const path = `/panel/children/${child.id}`;
    const pages = TABS.map((tab) => `${path}${tab}`);
    const targetsBefore = await listActionTargets(browser, pages);
    for (const actionTarget of ['permissions', 'pin', 'pause', 'invitations', 'todos', 'delete'])
      assert.ok(targetsBefore.includes(`${path}/${actionTarget}`), actionTarget);
    await browser.submit(`${path}/delete`);

    assert.deepEqual(await listActionTargets(browser, pages), [
      `${path}/cancel-deletion`,
      `${path}/export`,
      `${path}/settings`,
      `${path}/submissions`, // the timeline links to the works
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
      assert.doesNotMatch(fragment.text, /\/review/, list);
    }
    assert.ok(
      !(await listActionTargets(browser, ['/panel/approvals'])).some((actionTarget) => /\/review$/.test(actionTarget)),
    );
    const siblingTodos = await browser.open(`/panel/children/${sibling.id}/todos`);
    assert.doesNotMatch(
      siblingTodos.text,
      new RegExp(`value="${child.id}"`),
      'a to-do for the sibling cannot be assigned to the child',
    );
    for (const page of ['pin', 'delete']) assertRedirect(await browser.open(`${path}/${page}`), `${path}/settings`);
    assert.equal((await browser.open(`${path}/export.zip`)).status, 200);

    await app.assertRowChanges({}, async () => {
      for (const [formPath, fields] of [
        [`${path}/settings`, { display_name: 'Mia', language: 'pl' }],
        [`${path}/permissions`, { on_leaderboards: 'on' }],
        [`${path}/pin`, { pin: '0707' }],
        [`${path}/unlock-pin`, {}],
        [`${path}/pause`, { until: '' }],
        [`${path}/resume`, {}],
        [`${path}/invitations`, { email: 'grandma@example.org' }],
        [`${path}/todos`, { title: 'Feed the cat' }],
        [`/panel/children/${sibling.id}/todos`, { title: 'Feed the cat', child_ids: [sibling.id, child.id] }],
        [`/panel/submissions/${submissionId}/review`, { decision: 'approved' }],
        [`/panel/todos/${todoId}/review`, { decision: 'approved' }],
        ['/panel/planets/add-child', { child: child.id, planet: planetId }],
      ] as const) {
        const { status, text } = await browser.submit(formPath, fields);
        assert.equal(status, 409, formPath);
        assert.match(text, /This profile will be deleted\. To change anything, cancel the deletion first\./, formPath);
      }
      const bulkApproval = await browser.submit('/panel/approvals', {
        chosen: [`work ${submissionId}`, `todo ${todoId}`],
      });
      assert.match(bulkApproval.text, /Some items had already been reviewed\./);
    });

    await browser.submit(`/panel/children/${child.id}/cancel-deletion`);
    const targetsAfter = targetsBefore.filter((target) => target !== `${path}/devices/end`); // the child is signed out everywhere
    assert.deepEqual(await listActionTargets(browser, pages), targetsAfter);
  },
);

testWithApp(
  'a parent who has planned the deletion of the account cannot link a child or create a planet, but can keep the account',
  async (app) => {
    const { browser, child, caller, planetId } = await createFamilyWithPendingApprovals(app);
    const pages = ['/panel', '/panel/account', '/panel/planets'];
    const targetsBefore = await listActionTargets(browser, pages);
    await browser.submit('/panel/account/delete');
    assert.match((await browser.open('/panel/account')).text, /Your account will be deleted on 27 November 2026/);

    const targetsAfter = await listActionTargets(browser, pages);
    assert.deepEqual(
      targetsAfter.filter((actionTarget) => !targetsBefore.includes(actionTarget)),
      ['/panel/account/cancel-deletion'],
    );
    assert.deepEqual(
      targetsBefore.filter(
        (actionTarget) => !targetsAfter.includes(actionTarget) && !/\/review$|approvals|#guardians/.test(actionTarget),
      ),
      [
        '/panel/account/delete',
        '/panel/account/sign-out',
        '/panel/add-child',
        '/panel/plan',
        '/panel/planets/add-child',
        '/panel/planets/invite',
        '/panel/planets/join',
        '/panel/tablet',
      ],
      'the other sessions have ended, and both children will be deleted with the account',
    );
    assert.doesNotMatch((await browser.open('/panel/planets')).text, /action="\/panel\/planets"/);
    for (const page of ['/panel/add-child', '/panel/account/delete'])
      assertRedirect(await browser.open(page), '/panel/account');

    await app.assertRowChanges({}, async () => {
      for (const [formPath, fields] of [
        ['/panel/add-child', {}],
        ['/panel/planets', { name: 'Forest' }],
        ['/panel/planets/invite', { planet: planetId }],
        ['/panel/planets/add-child', { planet: planetId, child: child.id }],
      ] as const) {
        const { status, text } = await browser.submit(formPath, fields);
        assert.equal(status, 409, formPath);
        assert.match(text, /Your account will be deleted\. To do this, cancel the deletion first\./, formPath);
      }
    });

    const path = `/panel/children/${child.id}`;
    assert.deepEqual(
      (await listActionTargets(browser, [`${path}/settings`])).filter((actionTarget) => actionTarget !== '/panel'),
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
      /action="[^"]*\/permissions"/,
      'a child with another guardian is not deleted',
    );
    await browser.submit('/panel/account/cancel-deletion');
    const finalTargets = await listActionTargets(browser, pages);
    assert.deepEqual(
      targetsBefore.filter((actionTarget) => !finalTargets.includes(actionTarget)),
      ['/panel/account/sign-out'],
      'there is no other session to sign out',
    );
  },
);
