import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { DAY } from '../../../src/core/time/instant.ts';
import { findProfile } from '../../../src/features/accounts/index.ts';
import {
  cancelAccountDeletion,
  cancelChildDeletion,
  eraseNow,
  exportAccount,
  exportChild,
  planAccountDeletion,
  planChildDeletion,
} from '../../../src/features/data-rights/index.ts';
import { inviteGuardian, resetPin, unlinkGuardian } from '../../../src/features/guardianship/index.ts';
import { getEmailKind } from '../../../src/platform/email/rules.ts';
import { CLIENT_WITHOUT_DEVICE } from '../../support/client.ts';
import {
  addGuardian,
  confirmSession,
  fetchLatestEmail,
  leaveAtOnce,
  registerFamilyWithPanelSession,
  signInChild,
} from '../../support/family/guardians.ts';
import { addWrongPins } from '../../support/family/wrong-pins.ts';
import { type TestApp, testWithApp } from '../../support/test-app.ts';

/** A child with two guardians. */
async function createFamilyWithTwoGuardians(app: TestApp) {
  const family = await registerFamilyWithPanelSession(app);
  return { family, secondGuardian: await addGuardian(app, family) };
}

/** The subjects of the emails about a new PIN and about an export, by language. */
const NOTICE_SUBJECTS = {
  en: ['A new PIN was set', 'Data was downloaded'],
  es: ['Se ha cambiado un PIN', 'Se han descargado datos'],
  uk: ['Встановлено новий PIN', 'Дані завантажено'],
  pl: ['Ustawiono nowy PIN', 'Pobrano dane'],
};

testWithApp('a new PIN and an export are reported to all guardians, each in their own language', async (app) => {
  const { family, secondGuardian } = await createFamilyWithTwoGuardians(app);
  for (const [language, [pinSubject = '', exportSubject = '']] of Object.entries(NOTICE_SUBJECTS)) {
    await app.ctx.write(({ db }) =>
      db.updateTable('profiles').set({ language }).where('id', '=', family.caller.profileId).execute(),
    );
    await resetPin(app.ctx, secondGuardian.caller, family.child.id, '0707');
    await exportAndDiscard(exportChild(app.ctx, secondGuardian.caller, CLIENT_WITHOUT_DEVICE, family.child.id));
    for (const subject of [pinSubject, exportSubject]) {
      const notice = await fetchLatestEmail(app, family.parent.email, new RegExp(`^${subject}$`));
      assert.ok(notice?.text?.includes(secondGuardian.parent.email), `“${subject}” names the guardian`);
    }
  }
  const subjects = Object.values(NOTICE_SUBJECTS).flat();
  const notices = (await app.deliverEmails()).filter(({ subject }) => subjects.includes(subject ?? ''));
  const countTo = (email: string) => notices.filter(({ to }) => to?.[0]?.address === email).length;
  // Two actions in each of four languages.
  assert.deepEqual([countTo(family.parent.email), countTo(secondGuardian.parent.email), notices.length], [8, 8, 16]);
  const ownNotice = await fetchLatestEmail(app, secondGuardian.parent.email, /^A new PIN was set$/);
  assert.match(ownNotice?.text ?? '', /If it wasn’t you, sign out everywhere now/);
  const inviting = await fetchLatestEmail(app, family.parent.email, /^You invited a guardian$/);
  assert.ok(inviting?.text?.includes(secondGuardian.parent.email), 'the parent who invited is told');
});

testWithApp('an account export sends one email to each other guardian, naming the children', async (app) => {
  const { family, secondGuardian } = await createFamilyWithTwoGuardians(app);
  const me = await app.call('GET', '/app/users/me', { token: family.child.token });
  await exportAndDiscard(exportAccount(app.ctx, family.caller, CLIENT_WITHOUT_DEVICE));
  const notice = await fetchLatestEmail(app, secondGuardian.parent.email, /^Data was downloaded$/);
  assert.ok(notice?.text?.includes(me.body.data.display_name));
  const notices = (await app.deliverEmails()).filter(({ subject }) => subject === 'Data was downloaded');
  assert.equal(notices.length, 2, 'one to each guardian');
});

testWithApp('notices about a repeated action are limited to five a day', async (app) => {
  const { family, secondGuardian } = await createFamilyWithTwoGuardians(app);
  const countNotices = () => countQueuedEmails(app, 'export');
  const exportOnce = () =>
    exportAndDiscard(exportChild(app.ctx, secondGuardian.caller, CLIENT_WITHOUT_DEVICE, family.child.id));
  const listSummaries = async () =>
    (await app.fetchEmailsTo(family.parent.email)).filter(({ subject }) => subject === 'More of the same changes');
  for (let i = 0; i < 7; i += 1) await exportOnce();
  assert.equal(await countNotices(), 2 * 5);
  app.advance(DAY - 1);
  assert.deepEqual(await listSummaries(), []);
  app.advance(1);
  const [summary, ...others] = await listSummaries();
  assert.deepEqual(others, [], 'one email is about all that were not sent');
  assert.match(
    summary?.text ?? '',
    /happened 2 more times[\s\S]*The latest: Data was downloaded\n- [^\n]* has downloaded/,
  );
  await confirmSession(app, secondGuardian.caller);
  await exportOnce();
  assert.equal(await countNotices(), 2, 'a new day');
});

testWithApp('a summary of notices does not outlive the child or the account that it is about', async (app) => {
  for (const erased of ['child', 'account'] as const) {
    const { family, secondGuardian } = await createFamilyWithTwoGuardians(app);
    const { caller, child } = family;
    for (let i = 0; i < 6; i += 1)
      await exportAndDiscard(exportChild(app.ctx, caller, CLIENT_WITHOUT_DEVICE, child.id));
    await app.deliverEmails();
    assert.equal(await app.countRows('outbox'), 2, 'a summary for each guardian');
    const profile = await findProfile(app.ctx, erased === 'child' ? child.id : caller.profileId);
    assert.ok(profile);
    await eraseNow(app.ctx, profile);
    await app.deliverEmails();
    const recipients = erased === 'child' ? [family.parent, secondGuardian.parent] : [family.parent];
    assert.equal(await app.countRows('outbox'), 2 - recipients.length);
    for (const { email } of recipients)
      assert.match((await fetchLatestEmail(app, email, /More of the same/))?.text ?? '', /happened once more/);
  }
});

testWithApp('a parent who keeps linking and unlinking a child receives at most five emails a day', async (app) => {
  const { child, parent, caller } = await registerFamilyWithPanelSession(app);
  for (let i = 0; i < 7; i += 1) {
    await leaveAtOnce(app, caller, child.id);
    await app.linkChild(parent.token, await signInChild(app, child.id));
  }
  assert.equal(await countQueuedEmails(app, 'guardian gone'), 5);
});

testWithApp('planning and canceling a child’s deletion emails each guardian at most five times a day', async (app) => {
  const { family, secondGuardian } = await createFamilyWithTwoGuardians(app);
  const { caller } = secondGuardian;
  for (let i = 0; i < 8; i += 1) {
    await planChildDeletion(app.ctx, caller, family.child.id);
    await cancelChildDeletion(app.ctx, caller, family.child.id);
  }
  assert.equal(await countQueuedEmails(app, 'deletion'), 2 * 5);
  await planChildDeletion(app.ctx, family.caller, family.child.id);
  assert.equal(
    await countQueuedEmails(app, 'deletion'),
    2 * 5 + 2,
    'each guardian who plans deletions has a separate limit',
  );
});

testWithApp('planning and canceling an account’s deletion emails each guardian at most 5 times a day', async (app) => {
  const { family, secondGuardian } = await createFamilyWithTwoGuardians(app);
  const { caller } = secondGuardian;
  await planAccountDeletion(app.ctx, family.caller);
  const countBefore = await countQueuedEmails(app, 'deletion');
  app.advance(60); // so that the account of the second guardian is due last, and the child is deleted with it
  for (let i = 0; i < 8; i += 1) {
    await planAccountDeletion(app.ctx, caller);
    await cancelAccountDeletion(app.ctx, caller);
  }
  assert.equal(
    (await countQueuedEmails(app, 'deletion')) - countBefore,
    5 + 5,
    'five to the guardian who plans and cancels, and five to the other guardian',
  );
});

testWithApp('notices about security are queued as security emails, and invitations are not', async (app) => {
  const { family, secondGuardian } = await createFamilyWithTwoGuardians(app);
  const { child, caller } = family;
  await resetPin(app.ctx, caller, child.id, '0707');
  (await exportChild(app.ctx, caller, CLIENT_WITHOUT_DEVICE, child.id)).destroy();
  await inviteGuardian(app.ctx, caller, child.id, 'aunt@example.org');
  await planChildDeletion(app.ctx, caller, child.id);
  await unlinkGuardian(app.ctx, caller, child.id, secondGuardian.caller.profileId);
  await addWrongPins(app, child.id, 9); // the next one is the tenth of the day
  await app.loginChild(child.id, '0000');

  const rows = await app.ctx.db.selectFrom('outbox').select(['topic', 'priority']).execute();
  const removeIds = (topic: string) => topic.replace(/ [0-9a-f].*/, '');
  const kindByTopic = Object.fromEntries(rows.map((row) => [removeIds(row.topic), getEmailKind(row)]));
  const { invitation, ...notices } = kindByTopic;
  assert.equal(invitation, 'other');
  for (const topic of ['new pin', 'export', 'deletion', 'guardian gone', 'wrong pins'])
    assert.equal(notices[topic], 'security', JSON.stringify(kindByTopic));
});

/** Discards an export and waits until it has ended, because a parent can run only one export at a time. */
async function exportAndDiscard(startedExport: Promise<Readable>): Promise<void> {
  await once((await startedExport).destroy(), 'close');
}

/**
 * Counts the emails in the outbox whose topic is `topic` followed by a random id. It does not count the emails in the
 * mailbox, because the service delivers only a limited number of emails to an address in ten minutes.
 */
async function countQueuedEmails(app: TestApp, topic: string): Promise<number> {
  const rows = await app.ctx.db.selectFrom('outbox').select('topic').where('topic', 'like', `${topic} %`).execute();
  return rows.length;
}
