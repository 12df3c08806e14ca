import assert from 'node:assert/strict';
import { it } from 'node:test';
import { IP_ADDRESS_LIMITS, QUOTAS } from '../../../../src/core/quotas.ts';
import { computeLearningCounts } from '../../../../src/features/learning/index.ts';
import { rebuildTotals } from '../../../../src/features/progress/index.ts';
import { createPicture } from '../../../support/files/media.ts';
import { createMultipartRequest } from '../../../support/files/multipart.ts';
import { createLearningClient } from '../../../support/learning/learning-client.ts';
import {
  CREATIVE_TASK_ID,
  createFilePart,
  listStoredFiles,
  submitParts,
  submitPicture,
  submitText,
} from '../../../support/learning/submissions.ts';
import { copyRows } from '../../../support/service/copy-rows.ts';
import { assertError, assertErrorReason, describeWithApp, testWithRateLimits } from '../../../support/test-app.ts';

describeWithApp('Learning quotas', (app) => {
  /**
   * Inserts the rows of a submission with a file of this many bytes, but does not store a file. Returns a function that
   * deletes the rows.
   */
  const insertSubmission = async (profileId: string, fileBytes: number) => {
    const now = app.ctx.now();
    const id = `inserted ${profileId} ${fileBytes}`;
    const submission = {
      id,
      profile_id: profileId,
      task_id: 'another-task',
      attempt_id: id,
      revision: fileBytes, // a number that no other submission of the task has
      kind: 'image',
      text: '',
      caption: '',
      status: 'approved',
      submitted_at: now,
      auto_approved: 0,
      xp_awarded: 0,
    } as const;
    const attempt = {
      id,
      profile_id: profileId,
      task_id: 'another-task',
      number: fileBytes, // a number that no other attempt at the task has
      status: 'passed',
      practice: 0,
      score: 1,
      points: 0,
      max_points: 0,
      stars: 3,
      time_spent_seconds: 0,
      xp_awarded: 0,
      started_at: now,
      content_version: '1',
      answers: '[]',
      hints: '{}',
      grades: '{}',
      draws: '{}',
      plan: '[]',
    } as const;
    await app.ctx.write(async ({ db }) => {
      await db.insertInto('attempts').values(attempt).execute();
      await db.insertInto('submissions').values(submission).execute();
      const file = { id, profile_id: profileId, submission_id: id, position: 0, name: id, mime: 'image/png' };
      await db
        .insertInto('submission_files')
        .values({ ...file, bytes: fileBytes })
        .execute();
    });
    return () => app.ctx.write(({ db }) => db.deleteFrom('submissions').where('id', '=', id).execute());
  };
  const uploadPicture = async (token: string) =>
    submitParts(app, { token }, [createFilePart(await createPicture('png'))]);
  /** Uploads a picture as a new child, and returns the size of the stored picture in bytes. */
  const measurePictureBytes = async () => {
    const { token, id } = await app.registerChild();
    await submitPicture(app, { token });
    const { bytes } = await app.ctx.db
      .selectFrom('submission_files')
      .select('bytes')
      .where('profile_id', '=', id)
      .executeTakeFirstOrThrow();
    return bytes;
  };
  const registerLinkedChild = async (parent: { token: string }) => {
    const child = await app.registerChild();
    await app.linkChild(parent.token, child.token);
    return child;
  };

  it('limit a child’s files to 200 MB, and deleting a submission makes room', async () => {
    const pictureBytes = await measurePictureBytes();
    const { id, token } = (await app.registerFamily()).child;
    const deleteSubmission = await insertSubmission(id, QUOTAS.childFileBytes - pictureBytes + 1);
    const filesBefore = listStoredFiles(app);
    // The request creates the child's row of totals if there is none, in order to lock it.
    const { totals: _lockedRow, ...changes } = await app.diffRowCounts(async () =>
      assertErrorReason(await uploadPicture(token), 409, 'CONFLICT', 'storage_full'),
    );
    assert.deepEqual(changes, {}, 'nothing is stored');
    assert.deepEqual(listStoredFiles(app), filesBefore, 'no file is left');
    await deleteSubmission();
    await insertSubmission(id, QUOTAS.childFileBytes - pictureBytes);
    assert.equal((await uploadPicture(token)).status, 201);

    const otherChild = (await app.registerFamily()).child;
    await insertSubmission(otherChild.id, QUOTAS.childFileBytes);
    // A message in another language states the limit, too.
    await app.call('PATCH', '/app/users/me', { token: otherChild.token, body: { language: 'pl' } });
    assert.match((await uploadPicture(otherChild.token)).body.error.message, /200 MB/);
    assert.equal((await submitText(app, otherChild, { text: 'Text needs no storage.' })).status, 201);
  });

  it('limit the files of a child without a guardian to 30 MB, until a guardian is linked', async () => {
    const pictureBytes = await measurePictureBytes();
    const { id, token } = await app.registerChild();
    await insertSubmission(id, QUOTAS.unlinkedChildFileBytes - pictureBytes + 1);
    const refusedResponse = await uploadPicture(token);
    assertErrorReason(refusedResponse, 409, 'CONFLICT', 'storage_full');
    assert.match(refusedResponse.body.error.message, /30 MB/);
    await app.linkChild((await app.registerParent()).token, token);
    assert.equal((await uploadPicture(token)).status, 201);
  });

  it('limit a family’s files to 1 GB, even for concurrent uploads', async () => {
    const pictureBytes = await measurePictureBytes();
    const { child, parent } = await app.registerFamily();
    const children = [child];
    for (let i = 0; i < 7; i += 1) children.push(await registerLinkedChild(parent));
    const bytesPerChild = Math.floor(QUOTAS.familyFileBytes / 8);
    for (const { id } of children.slice(1)) await insertSubmission(id, bytesPerChild);
    // Leaves room for one picture.
    const deleteSubmission = await insertSubmission(
      child.id,
      QUOTAS.familyFileBytes - 7 * bytesPerChild - pictureBytes,
    );
    const responses = await Promise.all(children.map(({ token }) => uploadPicture(token)));
    assert.deepEqual(responses.map(({ status }) => status).sort(), [201, ...Array(7).fill(409)]);
    for (const response of responses.filter(({ status }) => status === 409))
      assertErrorReason(response, 409, 'CONFLICT', 'storage_full');
    await deleteSubmission();
    const refusedChild = children[responses.findIndex(({ status }) => status === 409)];
    assert.equal((await uploadPicture(refusedChild?.token ?? '')).status, 201);
    assert.equal(
      (await uploadPicture((await app.registerChild()).token)).status,
      201,
      'other children have their own quota',
    );
  });

  it('limit a task to 50 revisions', async () => {
    const { child } = await app.registerFamily();
    assert.equal((await submitText(app, child, { text: 'First' })).status, 201);
    const requestChanges = () =>
      app.ctx.write(async ({ db }) => {
        const change = { status: 'changes_requested' } as const;
        await db.updateTable('submissions').set(change).where('profile_id', '=', child.id).execute();
        await db.updateTable('task_states').set(change).where('profile_id', '=', child.id).execute();
      });
    await copyRows(app, 'submissions', { profile_id: child.id }, QUOTAS.revisionsPerTask - 2, (i) => {
      return { id: `${child.id} ${i}`, revision: i + 2 };
    });
    await requestChanges();
    assert.equal((await submitText(app, child, { text: 'The 50th' })).body.data.revision, QUOTAS.revisionsPerTask);
    await requestChanges();
    assertErrorReason(await submitText(app, child, { text: 'The 51st' }), 409, 'CONFLICT', 'too_many_revisions');
  });

  it('keep the first and the 19 newest attempts at a task, and deleting the others does not change the totals', async () => {
    const child = await app.registerChild();
    const client = createLearningClient(app, child);
    const [taskId] = [...app.ctx.content.current.tasks.values()].flatMap(({ id, kind }) =>
      kind === 'quiz' ? [id] : [],
    );
    assert.ok(taskId);
    const listAttemptNumbers = async () => {
      const rows = await app.ctx.db
        .selectFrom('attempts')
        .select('number')
        .where('profile_id', '=', child.id)
        .orderBy('number')
        .execute();
      return rows.map(({ number }) => number);
    };
    for (let i = 0; i < QUOTAS.attemptsPerTask; i += 1)
      await client.startAndComplete(taskId, { unansweredCount: i % 2 }); // two different scores
    assert.equal((await listAttemptNumbers()).length, QUOTAS.attemptsPerTask);
    await client.startAndComplete(taskId);
    await client.startAndComplete(taskId);
    assert.deepEqual(await listAttemptNumbers(), [
      1,
      ...Array.from({ length: QUOTAS.attemptsPerTask - 1 }, (_, i) => i + 4),
    ]);
    assert.equal((await client.getTask(taskId)).attempts_count, QUOTAS.attemptsPerTask + 2);
    const totalSeconds = (QUOTAS.attemptsPerTask + 2) * 30; // `startAndComplete` takes 30 seconds by default
    assert.equal((await client.getStats()).total_time_minutes, Math.floor(totalSeconds / 60));
    const differences = await Array.fromAsync(
      rebuildTotals(app.ctx.database, { dryRun: true, counters: [computeLearningCounts] }),
    );
    assert.deepEqual(
      differences.filter(({ profileId }) => profileId === child.id),
      [],
    );
  });
});

testWithRateLimits('files of children without guardians are limited to 500 MB a day for an IP address', async (app) => {
  const uploadPictureFrom = async (token: string, address: string) => {
    const { raw, headers } = createMultipartRequest([createFilePart(await createPicture('png'))]);
    return app.call('POST', `/app/tasks/${CREATIVE_TASK_ID}/submit-creative`, { token, raw, headers, from: address });
  };
  const [first, second, third] = await Promise.all([app.registerChild(), app.registerChild(), app.registerChild()]);
  assert.equal((await uploadPictureFrom(first.token, '203.0.113.7')).status, 201);
  const { name, maxCount } = IP_ADDRESS_LIMITS.unlinkedFileKilobytes;
  await app.ctx.write(({ db }) =>
    db.updateTable('counters').set({ count: maxCount }).where('bucket', 'like', `${name}: %`).execute(),
  );
  const filesBefore = listStoredFiles(app);
  assertError(await uploadPictureFrom(second.token, '203.0.113.7'), 429, 'RATE_LIMITED');
  assert.deepEqual(listStoredFiles(app), filesBefore, 'no file is left');
  assert.equal((await uploadPictureFrom(second.token, '203.0.113.8')).status, 201);
  await app.linkChild((await app.registerParent()).token, third.token);
  assert.equal(
    (await uploadPictureFrom(third.token, '203.0.113.7')).status,
    201,
    'the limit does not apply to linked children',
  );
});
