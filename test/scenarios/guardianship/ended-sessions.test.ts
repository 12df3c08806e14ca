import assert from 'node:assert/strict';
import type { Child } from '../../../src/core/requests/caller.ts';
import { hashPin, PIN_HASH_COST } from '../../../src/features/access/pins/pin-hash.ts';
import {
  cancelAccountDeletion,
  cancelChildDeletion,
  planAccountDeletion,
  planChildDeletion,
} from '../../../src/features/data-rights/index.ts';
import {
  acceptInvitation,
  cancelInvitation,
  clearFamilyWrongPins,
  inviteGuardian,
  leaveChild,
  pauseChildStreak,
  resetPin,
  resumeChildStreak,
  setChildSettings,
  signOutEverywhere,
  stayWithChild,
  updateChild,
} from '../../../src/features/guardianship/index.ts';
import { prepareCreativeSubmission } from '../../../src/features/learning/submissions/submit-creative-task.ts';
import type { Context } from '../../../src/platform/context.ts';
import { assertFailsWith, getErrorWithReason } from '../../support/api-error.ts';
import { CLIENT_WITHOUT_DEVICE } from '../../support/client.ts';
import { fetchInvitationToken, registerFamilyWithPanelSession, signInToPanel } from '../../support/family/guardians.ts';
import { CREATIVE_TASK_ID } from '../../support/learning/submissions.ts';
import { testWithApp } from '../../support/test-app.ts';

testWithApp(
  'a new PIN is not set if the parent’s session ends before the PIN is hashed',
  async (app) => {
    const { child, parent, caller } = await registerFamilyWithPanelSession(app);
    const otherSession = await signInToPanel(app, parent.token);
    const hashing = Promise.all(Array.from({ length: 24 }, () => hashPin(app.ctx, '0000'))); // the reset waits for these
    const reset = getErrorWithReason(resetPin(app.ctx, caller, child.id, '9375'));
    await signOutEverywhere(app.ctx, otherSession);
    assert.equal(await reset, 'UNAUTHORIZED');
    await hashing;
    assert.equal((await app.loginChild(child.id, '9375')).status, 401);
    assert.equal((await app.loginChild(child.id)).status, 200);
  },
  { pinHashCost: PIN_HASH_COST },
);

testWithApp('an action that requires a fresh code asks a parent whose session has ended to sign in', async (app) => {
  const { child, parent, caller } = await registerFamilyWithPanelSession(app);
  await signOutEverywhere(app.ctx, await signInToPanel(app, parent.token));
  await assertFailsWith(resetPin(app.ctx, caller, child.id, '9375'), 'UNAUTHORIZED');
  await assertFailsWith(clearFamilyWrongPins(app.ctx, caller, child.id), 'UNAUTHORIZED');
});

testWithApp('a panel request changes nothing if its session ends between check and transaction', async (app) => {
  const { child, parent, caller } = await registerFamilyWithPanelSession(app);
  const otherFamily = await registerFamilyWithPanelSession(app);
  await inviteGuardian(app.ctx, otherFamily.caller, otherFamily.child.id, parent.email);
  const token = await fetchInvitationToken(app, parent.email);
  const endSession = (ended_at: string | null) =>
    app.ctx.write(({ db }) =>
      db.updateTable('panel_sessions').set({ ended_at }).where('id', '=', caller.sessionId).execute(),
    );
  const ctx: Context = {
    ...app.ctx,
    async write(work) {
      await endSession(app.ctx.now());
      return app.ctx.write(work);
    },
  };
  const actions: (() => Promise<unknown>)[] = [
    () => updateChild(ctx, caller, child.id, { display_name: 'Eve', language: 'en' }),
    () =>
      setChildSettings(ctx, caller, child.id, {
        appearsOnLeaderboards: true,
        mayJoinPlanets: false,
        hasAutoApproval: false,
        hearsRecordings: true,
      }),
    () => pauseChildStreak(ctx, caller, child.id, null),
    () => resumeChildStreak(ctx, caller, child.id),
    () => clearFamilyWrongPins(ctx, caller, child.id),
    () => resetPin(ctx, caller, child.id, '9375'),
    () => inviteGuardian(ctx, caller, child.id, 'eve@example.org'),
    () => cancelInvitation(ctx, caller, child.id, 'any'),
    () => acceptInvitation(ctx, caller, token),
    () => leaveChild(ctx, caller, child.id),
    () => stayWithChild(ctx, caller, child.id),
    () => planChildDeletion(ctx, caller, child.id),
    () => cancelChildDeletion(ctx, caller, child.id),
    () => planAccountDeletion(ctx, caller),
    () => cancelAccountDeletion(ctx, caller),
  ];
  await app.assertRowChanges({}, async () => {
    for (const action of actions) {
      await assertFailsWith(action(), 'UNAUTHORIZED', String(action));
      await endSession(null);
    }
  });
});

testWithApp('a submission is refused if the child signs out between preparation and transaction', async (app) => {
  const { child } = await registerFamilyWithPanelSession(app);
  const { id: sessionId } = await app.ctx.db
    .selectFrom('sessions')
    .select('id')
    .where('profile_id', '=', child.id)
    .executeTakeFirstOrThrow();
  const caller: Child = { role: 'child', profileId: child.id, sessionId, language: 'en', birthYear: 2017 };
  const input = { text: 'The dragon stays.', uploads: [], timeZone: 'UTC', client: CLIENT_WITHOUT_DEVICE };
  const prepared = await prepareCreativeSubmission(app.ctx, caller, CREATIVE_TASK_ID, input);
  await app.call('POST', '/app/auth/logout', { token: child.token });
  await assertFailsWith(prepared.run(app.ctx), 'UNAUTHORIZED');
  assert.equal(await app.countRows('submissions'), 0);
});
