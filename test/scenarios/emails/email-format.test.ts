import assert from 'node:assert/strict';
import {
  composeCodeEmail,
  composeLinkConflictEmail,
  composeMoreEmail,
  composeRecoveryUsedEmail,
} from '../../../src/features/access/emails.ts';
import { planAccountDeletion, planChildDeletion } from '../../../src/features/data-rights/index.ts';
import {
  composeEmailChangedEmail,
  composeExportEmail,
  composeLinkUndoneEmail,
  composeNewPinEmail,
} from '../../../src/features/guardianship/emails.ts';
import { registerFamilyWithPanelSession } from '../../support/family/guardians.ts';
import { testWithApp } from '../../support/test-app.ts';

testWithApp('every email has a title, a preview, the name of the service and colors for dark mode', async (app) => {
  const family = await registerFamilyWithPanelSession(app);
  await planChildDeletion(app.ctx, family.caller, family.child.id);
  await planAccountDeletion(app.ctx, family.caller);
  const emails = await app.deliverEmails();
  assert.ok(emails.length >= 3);
  for (const { subject, html = '', text = '' } of emails) {
    assert.ok(html.includes(`<title>${subject}</title>`), html);
    assert.match(html, /<html lang="en"><head><meta charset="utf-8"><meta name="viewport"/);
    assert.match(html, /<meta name="color-scheme" content="light dark">/);
    assert.match(html, /@media \(prefers-color-scheme:dark\)\{\.page\{background:#1b1814/);
    assert.match(html, /<p class="brand"[^>]*>.*Family Learning<\/p>/);
    const preview = /<div style="display:none[^>]*>([^<]+)<\/div>/.exec(html)?.[1] ?? '';
    assert.ok(text.startsWith(preview.slice(0, 20).replaceAll('&#39;', "'")), preview);
  }
});

testWithApp('the email about a planned deletion names the guardian who planned it', async (app) => {
  const family = await registerFamilyWithPanelSession(app);
  await planChildDeletion(app.ctx, family.caller, family.child.id);
  const [email] = (await app.fetchEmailsTo(family.parent.email)).slice(-1);
  assert.ok(email?.text?.startsWith(`${family.parent.email} has asked to delete `));
});

testWithApp(
  'an email that asks a parent to act in the panel has a link to the place',
  async ({ ctx, url }) => {
    const to = { email: 'mum@example.org', language: 'en' } as const;
    const child = { id: 'c1', display_name: 'Leo', pseudonym: 'Brave Otter 41' };
    const own = { actorEmail: to.email, isOwn: true, children: [child] };
    const code = { code: '123456', linkToken: 't' };
    const latest = composeRecoveryUsedEmail(ctx, to, undefined);
    for (const [email, path] of [
      [composeLinkConflictEmail(ctx, to, child), '/panel/children/c1/settings'],
      [composeCodeEmail(ctx, to, { ...code, use: 'confirm' }), '/panel/account'],
      [composeCodeEmail(ctx, to, { ...code, use: 'sign-in' }), undefined],
      [latest, '/panel/account'],
      [composeMoreEmail(ctx, to, { count: 2, latest }), '/panel/account/sign-out-everywhere'],
      [composeExportEmail(ctx, to, own), '/panel/account/sign-out-everywhere'],
      [composeExportEmail(ctx, to, { ...own, isOwn: false }), '/panel'],
      [composeNewPinEmail(ctx, to, child, own), '/panel/account/sign-out-everywhere'],
      [composeNewPinEmail(ctx, to, child, { ...own, isOwn: false }), '/panel/children/c1/settings'],
      [composeLinkUndoneEmail(ctx, to, child), '/panel/add-child'],
      [composeEmailChangedEmail(ctx, to, to.email), '/login'],
      [composeEmailChangedEmail(ctx, to, 'new@example.org'), undefined],
    ] as const) {
      const links = [...email.html.matchAll(/href="([^"]+)"/g)].map(([, link]) => link);
      const panelLinks = links.filter((link) => !link?.includes('/login/link/'));
      assert.deepEqual(panelLinks, path === undefined ? [] : [url + path], email.subject);
      for (const link of links) assert.ok(email.text.includes(`:\n${link}\n`), `the text of “${email.subject}”`);
    }
  },
  { only: 'sqlite' },
);
