import assert from 'node:assert/strict';
import { exportChild } from '../../../src/features/data-rights/index.ts';
import { inviteGuardian, resetPin } from '../../../src/features/guardianship/index.ts';
import { CLIENT_WITHOUT_DEVICE } from '../../support/client.ts';
import { addGuardian, fetchInvitationToken, leaveAtOnce, signInToPanel } from '../../support/family/guardians.ts';
import { type TestApp, testWithApp } from '../../support/test-app.ts';

const LINK_LIKE_EMAIL = 'www.evil.example/win-a-prize?x=@attacker.org';

testWithApp('emails and panel show others only the domain of an email address that looks like a link', async (app) => {
  const family = await createFamily(app, LINK_LIKE_EMAIL);
  const { child, caller } = family;
  const secondGuardian = await addGuardian(app, family);
  await resetPin(app.ctx, caller, child.id, '0707');
  (await exportChild(app.ctx, caller, CLIENT_WITHOUT_DEVICE, child.id)).destroy();
  await inviteGuardian(app.ctx, secondGuardian.caller, child.id, `an.${LINK_LIKE_EMAIL}`);
  await inviteGuardian(app.ctx, caller, child.id, 'aunt@example.org');
  const invitationPath = `/invitations/${await fetchInvitationToken(app, 'aunt@example.org')}`;
  const settingsPath = `/panel/children/${child.id}/settings`;
  for (const path of [settingsPath, invitationPath]) {
    const { text } = await app.call('GET', path, { cookie: secondGuardian.caller.cookie });
    assert.match(text, /…@attacker\.org/, path);
    assert.doesNotMatch(text, /evil/, path);
  }
  await leaveAtOnce(app, caller, child.id);

  const emails = (await app.deliverEmails()).filter(({ to }) => !to?.[0]?.address?.includes('evil'));
  const subjectsWithDomain = emails
    .filter(({ text }) => text?.includes('…@attacker.org'))
    .map(({ subject }) => subject);
  assert.deepEqual(new Set(subjectsWithDomain), new Set(SUBJECTS_OF_EMAILS_ABOUT_PARENTS));
  for (const { text, html } of emails) assert.doesNotMatch(`${text} ${html}`, /evil/);
});

/** The subjects of the emails that mention another parent’s email address. */
const SUBJECTS_OF_EMAILS_ABOUT_PARENTS = [
  'A new PIN was set',
  'Data was downloaded',
  'You invited a guardian',
  'A guardian has been removed',
];

/** Registers a child that is linked to a parent with this email address. */
async function createFamily(app: TestApp, email: string) {
  const child = await app.registerChild();
  const parent = await app.registerParent(email);
  await app.linkChild(parent.token, child.token);
  return { child, parent, caller: await signInToPanel(app, parent.token) };
}
