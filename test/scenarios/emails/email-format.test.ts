import assert from 'node:assert/strict';
import { planAccountDeletion, planChildDeletion } from '../../../src/features/data-rights/index.ts';
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
