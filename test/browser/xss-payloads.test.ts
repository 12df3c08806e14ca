import assert from 'node:assert/strict';
import { it } from 'node:test';
import { DAY } from '../../src/core/time/instant.ts';
import { formatNameForEmail } from '../../src/features/accounts/index.ts';
import { planChildDeletion } from '../../src/features/data-rights/index.ts';
import { acceptInvitation, inviteGuardian } from '../../src/features/guardianship/index.ts';
import { createFamilyPlanet } from '../../src/features/planets/index.ts';
import { recordActivity } from '../../src/features/progress/index.ts';
import { assignTodo } from '../../src/features/todos/index.ts';
import { sendWeeklySummaries } from '../../src/features/weekly-summary/index.ts';
import { useBrowser } from '../support/browser/browser.ts';
import { openParentTab, signIn } from '../support/browser/panel-pages.ts';
import { assertNoInjectedMarkup, PAYLOADS } from '../support/browser/xss-payloads.ts';
import {
  confirmSession,
  fetchInvitationToken,
  registerFamilyWithPanelSession,
  signInToPanel,
} from '../support/family/guardians.ts';
import { createSampleFamily } from '../support/family/sample-family.ts';
import { createTodoClient } from '../support/family/todos.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const getBrowser = useBrowser();

it(`the panel shows ${PAYLOADS.length} XSS payloads as plain text on every page and in every fragment`, async () => {
  assert.ok(PAYLOADS.length >= 100);
  const app = await startTestApp('sqlite');
  const family = await createSampleFamily(app, { weeks: 1 });
  const [mia, amir, zosia] = family.children;
  assert.ok(mia && amir && zosia);
  const names = ['<img src=x onerror=alert(1)>', '"><svg onload=alert(1)>', "'-alert(1)-'<script>alert(1)"];
  for (const [i, child] of family.children.entries())
    await app.call('PATCH', '/app/users/me', { token: child.token, body: { display_name: names[i] } });
  for (const payload of PAYLOADS)
    await assignTodo(app.ctx, family.parentId, [mia.id], {
      title: payload,
      notes: payload,
      checklist: [{ text: payload }],
    });
  const todos = createTodoClient(app, mia.token);
  const openTodos = (await todos.list()).filter(({ allowed_transitions }) => allowed_transitions.includes('done'));
  for (const { id } of openTodos.slice(0, 30)) await todos.setStatus(id, 'done'); // they fill two pages of approvals
  const creativeTaskId = [...app.ctx.content.current.tasks.values()]
    .filter(({ kind }) => kind === 'creative')
    .at(-1)?.id; // the demo family has used the first
  const body = { text: PAYLOADS.join('\n').slice(0, 4900), caption: PAYLOADS[0] };
  const submission = await app.call('POST', `/app/tasks/${creativeTaskId}/submit-creative`, {
    token: zosia.token,
    body,
  });
  assert.equal(submission.status, 201, submission.text);

  await createFamilyPlanet(app.ctx, family.parentId, { name: names[0] ?? '', description: names[1] ?? '' });

  const { page, context, errors } = await openParentTab(app, getBrowser());
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await signIn(app, page, family);
  const childPath = `/panel/children/${mia.id}`;
  const paths = [
    '/panel',
    '/panel/approvals',
    '/panel/approvals?page=2',
    childPath,
    `${childPath}/activity`,
    `${childPath}/answers`,
    `${childPath}/badges`,
    `${childPath}/settings`,
    `/panel/children/${zosia.id}/submissions`,
    `/panel/children/${mia.id}/export`,
    ...['pin', 'delete', `unlink?guardian=${family.parentId}`].map((page) => `${childPath}/${page}`),
    ...['confirm', 'account', 'account/delete', 'account/export', 'add-child', 'privacy'].map(
      (page) => `/panel/${page}`,
    ),
    '/panel/planets',
  ];
  for (const path of paths) {
    await page.goto(path);
    await assertNoInjectedMarkup(page, path);
  }
  await page.goto(`${childPath}/todos`);
  await assertNoInjectedMarkup(page, 'to-dos, page 1');
  const pageCount = Math.ceil(PAYLOADS.length / 20); // 20 to-dos on a page
  for (let pageNumber = 2; pageNumber <= pageCount; pageNumber += 1) {
    await page.getByRole('link', { name: 'Next' }).click(); // htmx loads a fragment
    await page.waitForURL(`**/todos?page=${pageNumber}`);
    await assertNoInjectedMarkup(page, `to-dos, page ${pageNumber}`);
  }
  const titles = await page.locator('.item-title').allInnerTexts();
  assert.ok(
    titles.some((title) => title.includes('<') || title.includes('$')),
    'titles are shown as they were written',
  );
  assert.deepEqual(dialogs, []);
  assert.deepEqual(errors, []);
  await context.close();
  await app.close();
});

it('emails and the pages they link to show names with XSS payloads as plain text', async (t) => {
  const app = await startTestApp('sqlite');
  t.after(() => app.close());
  const { page, context, errors } = await openParentTab(app, getBrowser());
  const emailPage = await context.newPage(); // without a Content-Security-Policy, as in an email client
  const dialogs: string[] = [];
  context.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  const names = PAYLOADS.filter((payload) => payload.length <= 40 && isInEmails(payload));
  const sampledNames = names.filter((_, i) => i % Math.ceil(names.length / 8) === 0);
  const families: Awaited<ReturnType<typeof registerFamilyWithPanelSession>>[] = [];
  for (const display_name of sampledNames) {
    const family = await registerFamilyWithPanelSession(app);
    const { child, caller } = family;
    families.push(family);
    await app.call('PATCH', '/app/users/me', { token: child.token, body: { display_name } });
    const dad = await app.registerParent();
    await inviteGuardian(app.ctx, caller, child.id, dad.email);
    const token = await fetchInvitationToken(app, dad.email);
    await page.goto(`/invitations/${token}`);
    await assertNoInjectedMarkup(page, `the invitation to ${display_name}`);
    await acceptInvitation(app.ctx, await signInToPanel(app, dad.token), token);
    await recordLesson(app, child.id);
  }
  await app.deliverEmails(); // sent before they expire
  app.advance(3 * DAY + 4 * 3600); // Monday noon, when the weekly summary is sent
  await sendWeeklySummaries(app.ctx);
  for (const { child, caller } of families) {
    await confirmSession(app, caller);
    await planChildDeletion(app.ctx, caller, child.id);
  }
  // Each name is in the notice that an invitation was accepted, the weekly summary and the notice of the planned deletion.
  const emailsWithNames = (await app.deliverEmails()).filter(({ text }) =>
    sampledNames.some((name) => text?.includes(name)),
  );
  assert.ok(
    emailsWithNames.length >= 3 * sampledNames.length,
    `${emailsWithNames.length} emails contain the name of a child`,
  );
  for (const { subject, html } of emailsWithNames) {
    await emailPage.setContent((html ?? '').replaceAll(' src="cid:', ' data-src="cid:')); // pictures within the email
    await assertNoInjectedMarkup(emailPage, `the email “${subject}”`, app.url);
  }
  assert.deepEqual(dialogs, []);
  assert.deepEqual(errors, []);
});

/** Emails do not contain names that look like URLs. */
function isInEmails(display_name: string): boolean {
  return formatNameForEmail({ display_name, pseudonym: null }) === display_name;
}

function recordLesson({ ctx }: TestApp, profileId: string) {
  const entries = [{ reason: 'lesson_done', amount: 10 }] as const;
  return ctx.write((ctx) => recordActivity(ctx, { profileId, source: 'task a', entries, timeZone: 'UTC' }));
}
