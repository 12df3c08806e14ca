import assert from 'node:assert/strict';
import { exportChild, planChildDeletion } from '../../../src/features/data-rights/index.ts';
import { inviteGuardian, resetPin, unlinkGuardian } from '../../../src/features/guardianship/index.ts';
import { getEmailKind } from '../../../src/platform/email/rules.ts';
import { CLIENT_WITHOUT_DEVICE } from '../../support/client.ts';
import { addGuardian, registerFamilyWithPanelSession } from '../../support/family/guardians.ts';
import { testWithApp } from '../../support/test-app.ts';

testWithApp('notices about security are queued as security emails, and invitations are not', async (app) => {
  const family = await registerFamilyWithPanelSession(app);
  const { child, caller } = family;
  const secondGuardian = await addGuardian(app, family);
  await resetPin(app.ctx, caller, child.id, '0707');
  (await exportChild(app.ctx, caller, CLIENT_WITHOUT_DEVICE, child.id)).destroy();
  await inviteGuardian(app.ctx, caller, child.id, 'aunt@example.org');
  await planChildDeletion(app.ctx, caller, child.id);
  await unlinkGuardian(app.ctx, caller, child.id, secondGuardian.caller.profileId);
  const nineFailures = { profile_id: child.id, lock_key: 'unknown', failures: 9, locked_until: null }; // the next wrong PIN is the tenth
  await app.ctx.write(({ db }) => db.insertInto('pin_locks').values(nineFailures).execute());
  await app.loginChild(child.id, '0000');

  const rows = await app.ctx.db.selectFrom('outbox').select(['topic', 'priority']).execute();
  const removeIds = (topic: string) => topic.replace(/ [0-9a-f].*/, '');
  const kindByTopic = Object.fromEntries(rows.map((row) => [removeIds(row.topic), getEmailKind(row)]));
  const { invitation, ...notices } = kindByTopic;
  assert.equal(invitation, 'other');
  for (const topic of ['new pin', 'export', 'deletion', 'guardian gone', 'pin locked'])
    assert.equal(notices[topic], 'security', JSON.stringify(kindByTopic));
});
