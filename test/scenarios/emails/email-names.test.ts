import assert from 'node:assert/strict';
import { DAY } from '../../../src/core/instant.ts';
import { planAccountDeletion, planChildDeletion } from '../../../src/features/data-rights/index.ts';
import { sendDigests } from '../../../src/features/digest/index.ts';
import { acceptInvitation, inviteGuardian, unlinkGuardian } from '../../../src/features/guardianship/index.ts';
import { recordActivity } from '../../../src/features/progress/index.ts';
import { household, invitationFor, panelParent } from '../../support/guardians.ts';
import { story } from '../../support/test-app.ts';

// The clock begins on Friday, 20 November 2026: the emails about that week go out on Monday at noon, UTC.
const TO_MONDAY_NOON = 3 * DAY + 4 * 3600;

story('emails never contain a link-like display name, nor does any subject', async (world) => {
  const home = await household(world);
  const { token, id } = home.child;
  await world.call('PATCH', '/app/users/me', { token, body: { display_name: 'www.evil.example' } });
  const dad = await world.registerParent();
  const dads = await panelParent(world, dad.token);

  await inviteGuardian(world.ctx, home.caller, id, dad.email);
  await acceptInvitation(world.ctx, dads, await invitationFor(world, dad.email));
  await unlinkGuardian(world.ctx, home.caller, id, dads.profileId);
  const made = await world.call('POST', '/app/auth/link/generate', { token: dad.token });
  const child = await world.call('POST', '/app/auth/login/child', { body: { profile_id: id, pin: '1234' } });
  const code = { code: made.body.data.linking_code };
  await world.call('POST', '/app/auth/link/redeem', { token: child.body.data.token, body: code });
  const lock = { profile_id: id, place: 'unknown', failures: 9, locked_until: null };
  await world.ctx.write(({ tx }) => tx.insertInto('pin_locks').values(lock).execute());
  await world.call('POST', '/app/auth/login/child', { body: { profile_id: id, pin: '0000' } });
  const entries = [{ reason: 'lesson_done', amount: 10 }] as const;
  await world.ctx.write((unit) => recordActivity(unit, { profileId: id, source: 'task a', entries, zone: 'UTC' }));
  await world.letters(); // before they are too old to be sent
  world.pass(TO_MONDAY_NOON);
  await sendDigests(world.ctx);
  const later = await panelParent(world, (await world.registerParent(home.parent.email)).token);
  await planChildDeletion(world.ctx, later, id);
  await planAccountDeletion(world.ctx, later);

  const letters = await world.letters();
  const subjects = new Set(letters.map(({ subject }) => subject));
  for (const subject of [
    'You’re invited to be a guardian',
    'A child’s profile has a new guardian',
    'A guardian has been removed',
    'Someone tried to link to your child’s profile',
    'Too many wrong PINs',
    'Your family’s week',
    'A child’s profile will be deleted',
    'Your account will be deleted',
  ]) {
    assert.ok(subjects.has(subject), `${subject}: not among ${[...subjects].join('; ')}`);
  }
  for (const { subject, text, html } of letters) {
    assert.ok(!/evil/.test(`${subject} ${text} ${html}`), `“${subject}” says it`);
  }
});
