import assert from 'node:assert/strict';
import { DAY, HOUR } from '../../../src/core/time/instant.ts';
import { planAccountDeletion, planChildDeletion } from '../../../src/features/data-rights/index.ts';
import { unlinkGuardian } from '../../../src/features/guardianship/index.ts';
import { recordActivity } from '../../../src/features/progress/index.ts';
import { sendWeeklySummaries } from '../../../src/features/weekly-summary/index.ts';
import {
  addGuardian,
  registerFamilyWithPanelSession,
  signInChild,
  signInToPanel,
} from '../../support/family/guardians.ts';
import { createTodoClient } from '../../support/family/todos.ts';
import { addWrongPins } from '../../support/family/wrong-pins.ts';
import { assertError, testWithApp } from '../../support/test-app.ts';

// The clock starts on Friday, 20 November 2026, at 08:00 UTC. The emails about that week are sent on Monday at noon UTC.
const SECONDS_TO_MONDAY_NOON = 3 * DAY + 4 * HOUR;

testWithApp('neither text nor subject of an email contains a display name that looks like a link', async (app) => {
  const family = await registerFamilyWithPanelSession(app);
  const { token, id } = family.child;
  await app.call('PATCH', '/app/users/me', { token, body: { display_name: 'www.evil.example' } });
  await createTodoClient(app, token).add({ title: 'See evil.example' }); // is in the weekly summary

  const { parent: dad, caller: dadCaller } = await addGuardian(app, family);
  await unlinkGuardian(app.ctx, family.caller, id, dadCaller.profileId);
  const response = await app.redeemLinkingCode(await signInChild(app, id), await app.generateLinkingCode(dad.token));
  assertError(response, 409, 'CONFLICT'); // notifies the guardian
  await addWrongPins(app, id, 9); // the next one is the tenth of the day, about which the guardians receive an email
  await app.loginChild(id, '0000');
  const entries = [{ reason: 'lesson_done', amount: 10 }] as const;
  await app.ctx.write((ctx) => recordActivity(ctx, { profileId: id, source: 'task a', entries, timeZone: 'UTC' }));
  await app.deliverEmails(); // before these emails expire
  app.advance(SECONDS_TO_MONDAY_NOON);
  await sendWeeklySummaries(app.ctx);
  // The parent signs in again, because planning a deletion requires a fresh code.
  const caller = await signInToPanel(app, (await app.registerParent(family.parent.email)).token);
  await planChildDeletion(app.ctx, caller, id);
  await planAccountDeletion(app.ctx, caller);

  const sentEmails = await app.deliverEmails();
  const subjects = new Set(sentEmails.map(({ subject }) => subject));
  for (const subject of [
    'You’re invited to be a guardian',
    'A child’s profile has a new guardian',
    'A guardian has been removed',
    'Someone tried to link to your child’s profile',
    'Too many wrong PINs today',
    'A child’s profile will be deleted',
    'Your account will be deleted',
  ]) {
    assert.ok(subjects.has(subject), `${subject}: not among ${[...subjects].join('; ')}`);
  }
  assert.ok(
    [...subjects].some((subject) => subject?.endsWith(': the first week is done')),
    'the weekly summary was sent',
  );
  for (const { subject, text, html } of sentEmails) {
    assert.ok(!/evil/.test(`${subject} ${text} ${html}`), `the email “${subject}” contains the name`);
  }
});
