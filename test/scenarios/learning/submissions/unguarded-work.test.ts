import assert from 'node:assert/strict';
import { DAY } from '../../../../src/core/time/instant.ts';
import { cleanUpLearning } from '../../../../src/features/learning/index.ts';
import { rebuildTotals } from '../../../../src/features/progress/index.ts';
import { createLearningClient } from '../../../support/learning/learning-client.ts';
import { CREATIVE_TASK_ID, listStoredFiles, submitPicture, submitText } from '../../../support/learning/submissions.ts';
import { assertError, type TestApp, testWithApp } from '../../../support/test-app.ts';

async function registerLearner(app: TestApp) {
  const child = await app.registerChild();
  return { ...child, ...createLearningClient(app, child) };
}

testWithApp(
  'creative work of a child without a guardian waits, and is erased after 30 days without one',
  async (app) => {
    const [child, linkedChild] = [await registerLearner(app), await registerLearner(app)];
    assert.equal((await child.getTask(CREATIVE_TASK_ID)).guardian_missing, 'work_waits');
    assert.equal((await child.getTask('first-sums')).guardian_missing, null, 'only creative work needs a guardian');
    for (const { token } of [child, linkedChild]) {
      const { status, auto_approved, xp_awarded } = await submitPicture(app, { token });
      assert.deepEqual([status, auto_approved, xp_awarded], ['pending_review', false, 15]);
    }
    app.advance(30 * DAY - 1);
    assert.deepEqual(await app.diffRowCounts(() => cleanUpLearning(app.ctx)), {});
    await app.linkChild((await app.registerParent()).token, linkedChild.token);
    app.advance(1);
    const changes = await app.diffRowCounts(() => Promise.all([cleanUpLearning(app.ctx), cleanUpLearning(app.ctx)]));
    assert.deepEqual([changes.submissions, changes.submission_files, changes.xp_ledger], [-1, -1, 2]); // the linked child’s work is approved
    assert.equal(listStoredFiles(app).length, 1);

    const signedIn = { ...child, token: (await app.loginChild(child.id)).body.data.token };
    const { status, attempt, latest_submission } = await createLearningClient(app, signedIn).getTask(CREATIVE_TASK_ID);
    assert.deepEqual([status, attempt.status, latest_submission], ['changes_requested', 'failed', null]);
    const again = await submitText(app, signedIn, { text: 'once more' });
    assert.deepEqual([again.status, again.body.data.revision, again.body.data.xp_awarded], [201, 1, 5], again.text); // 5 for the new day
    assert.deepEqual(await Array.fromAsync(rebuildTotals(app.ctx, { dryRun: true })), []);
  },
);

testWithApp(
  'with CONSENT=required, texts and files of a child are refused until a guardian is linked',
  async (app) => {
    const child = await registerLearner(app);
    assert.equal((await child.getTask(CREATIVE_TASK_ID)).guardian_missing, 'work_refused');
    const addTodo = () => child.call('POST', '/app/todos', { title: 'Read' });
    await app.assertRowChanges({}, async () => {
      for (const response of [await submitText(app, child, { text: 'x' }), await addTodo()]) {
        assertError(response, 403, 'FORBIDDEN');
        assert.equal(response.body.error.details.reason, 'guardian_required');
      }
    });
    await app.linkChild((await app.registerParent()).token, child.token);
    assert.equal((await child.getTask(CREATIVE_TASK_ID)).guardian_missing, null);
    const todo = await addTodo();
    for (const response of [await submitText(app, child, { text: 'x' }), todo]) assert.equal(response.status, 201);
    await app.ctx.write(({ db }) => db.deleteFrom('guardians').execute());
    const changeTodo = (change: object) => child.call('PATCH', `/app/todos/${todo.body.data.id}`, change);
    assertError(await changeTodo({ title: 'Rest' }), 403, 'FORBIDDEN');
    assert.equal((await changeTodo({ title: 'Read', status: 'done' })).status, 200, 'nothing new is stored');
  },
  { env: { CONSENT: 'required' } },
);
