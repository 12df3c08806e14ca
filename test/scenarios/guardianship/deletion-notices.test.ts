import assert from 'node:assert/strict';
import {
  cancelAccountDeletion,
  cancelChildDeletion,
  planAccountDeletion,
  planChildDeletion,
} from '../../../src/features/data-rights/index.ts';
import { addGuardian, registerFamilyWithPanelSession } from '../../support/family/guardians.ts';
import { type TestApp, testWithApp } from '../../support/test-app.ts';

testWithApp(
  'repeatedly planning and canceling the deletion of a child emails each guardian at most five times a day',
  async (app) => {
    const family = await registerFamilyWithPanelSession(app);
    const { caller } = await addGuardian(app, family);
    for (let i = 0; i < 8; i += 1) {
      await planChildDeletion(app.ctx, caller, family.child.id);
      await cancelChildDeletion(app.ctx, caller, family.child.id);
    }
    assert.equal(await countQueuedEmails(app), 2 * 5);
    await planChildDeletion(app.ctx, family.caller, family.child.id);
    assert.equal(await countQueuedEmails(app), 2 * 5 + 2, 'each guardian who plans deletions has a separate limit');
  },
);

testWithApp(
  'repeatedly planning and canceling the deletion of an account emails each guardian at most five times a day',
  async (app) => {
    const family = await registerFamilyWithPanelSession(app);
    const { caller } = await addGuardian(app, family);
    await planAccountDeletion(app.ctx, family.caller);
    const countBefore = await countQueuedEmails(app);
    app.advance(60); // so that the account of the second guardian is due last, and the child is deleted with it
    for (let i = 0; i < 8; i += 1) {
      await planAccountDeletion(app.ctx, caller);
      await cancelAccountDeletion(app.ctx, caller);
    }
    assert.equal(
      (await countQueuedEmails(app)) - countBefore,
      5 + 5,
      'five to the guardian who plans and cancels, and five to the other guardian',
    );
  },
);

/** Counts the queued emails about deletions. None of them is sent during these tests. */
async function countQueuedEmails({ ctx }: TestApp): Promise<number> {
  const rows = await ctx.db.selectFrom('outbox').select('id').where('topic', 'like', 'deletion %').execute();
  return rows.length;
}
