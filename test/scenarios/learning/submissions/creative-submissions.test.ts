import assert from 'node:assert/strict';
import { renameSync } from 'node:fs';
import { connect } from 'node:net';
import { it, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../../../../src/core/requests/api-error.ts';
import { LANGUAGES } from '../../../../src/core/text/languages.ts';
import { DAY, HOUR } from '../../../../src/core/time/instant.ts';
import { saveChildSettings } from '../../../../src/features/accounts/index.ts';
import {
  cleanUpLearning,
  listChildSubmissions,
  listPendingSubmissions,
  reviewSubmission,
} from '../../../../src/features/learning/index.ts';
import { localized } from '../../../../src/locales/index.ts';
import { createMp3, createPicture } from '../../../support/files/media.ts';
import { createMultipartRequest } from '../../../support/files/multipart.ts';
import { createLearningClient } from '../../../support/learning/learning-client.ts';
import {
  CREATIVE_TASK_ID,
  createFilePart,
  getProfileId,
  listStoredFiles,
  submitParts,
  submitPicture,
  submitText,
} from '../../../support/learning/submissions.ts';
import {
  assertError,
  describeWithApp,
  START_TIME,
  type TestApp,
  testWithApp,
  testWithRateLimits,
} from '../../../support/test-app.ts';

const FIRST_PAGE = { page: 1, per_page: 20 };

async function createFamilyWithLearner(app: TestApp) {
  const { child, parent } = await app.registerFamily();
  const guardian = { profileId: await getProfileId(app, parent.token), language: 'en' };
  return { child: { ...createLearningClient(app, child), ...child }, parent, guardian };
}

test('each sticker has a name in each language', () => {
  for (const nameByLanguage of Object.values(localized.submissions.stickers))
    assert.deepEqual(Object.keys(nameByLanguage).sort(), [...LANGUAGES].sort());
});

function isApiError(code: string) {
  return (error: unknown) => error instanceof ApiError && error.code === code;
}

describeWithApp('A creative submission', (app) => {
  it('waits for review, awards XP for submitting and extends the streak', async () => {
    const { child } = await createFamilyWithLearner(app);
    const body = { text: '  Then the wolf baked a cake. 🍰\nThe end. ', caption: 'My ending' };
    const response = await submitText(app, child, body);
    assert.equal(response.status, 201, response.text);
    const { id, attempt_id, xp_breakdown, level_up, badges_awarded, ...submission } = response.body.data;
    assert.deepEqual(xp_breakdown, [
      { reason: 'creative_submitted', amount: 10 },
      { reason: 'daily_first', amount: 5 },
    ]);
    assert.equal(level_up, null);
    assert.ok(Array.isArray(badges_awarded));
    assert.deepEqual(submission, {
      task_id: CREATIVE_TASK_ID,
      revision: 1,
      kind: 'text',
      text: 'Then the wolf baked a cake. 🍰\nThe end.',
      caption: 'My ending',
      media: [],
      status: 'pending_review',
      submitted_at: START_TIME,
      reviewed_at: null,
      reviewer: null,
      feedback: null,
      auto_approved: false,
      xp_awarded: 15, // 10 for the submission and 5 for the first activity of the day
    });
    const { status, attempts_count, attempt, latest_submission } = await child.getTask(CREATIVE_TASK_ID);
    assert.deepEqual(
      [status, attempts_count, attempt.id, attempt.status],
      ['pending_review', 1, attempt_id, 'pending_review'],
    );
    assert.deepEqual(latest_submission, { id, attempt_id, ...submission });
    const { xp_total, current_streak_days, tasks_completed, tasks_in_progress } = await child.getStats();
    assert.deepEqual([xp_total, current_streak_days, tasks_completed, tasks_in_progress], [15, 1, 0, 0]);
    assertError(await submitText(app, child, { text: 'again' }), 409, 'CONFLICT');
    assertError(await child.call('POST', `/app/tasks/${CREATIVE_TASK_ID}/start`), 409, 'CONFLICT');
  });

  it('continues the attempt that was started', async () => {
    const { child } = await createFamilyWithLearner(app);
    const { id } = await child.start(CREATIVE_TASK_ID);
    const response = await submitText(app, child, { text: 'x' });
    assert.equal(response.body.data.attempt_id, id);
    assert.equal((await child.getStats()).tasks_in_progress, 0);
  });

  it('is approved once by a guardian, who can add a comment and a sticker', async () => {
    const { child, guardian } = await createFamilyWithLearner(app);
    const { id } = (await submitText(app, child, { text: 'x' })).body.data;
    const review = { decision: 'approved', text: ' Well done! ', sticker: 'rocket', stars: 2 } as const;
    const reviewed = await reviewSubmission(app.ctx, guardian.profileId, id, review);
    assert.deepEqual([reviewed.status, reviewed.auto_approved], ['approved', false]);
    assert.equal(
      reviewed.xp_awarded,
      15 + 30 + 25,
      'for submitting, for the approval, and for the location that it completes',
    );
    await app.assertRowChanges({}, async () => {
      assert.deepEqual(await reviewSubmission(app.ctx, guardian.profileId, id, { decision: 'approved' }), reviewed);
      const request = { decision: 'changes_requested', text: 'And then?' } as const;
      const contraryReview = reviewSubmission(app.ctx, guardian.profileId, id, request);
      await assert.rejects(contraryReview, isApiError('CONFLICT'));
    });
    const { status, attempt, stars_best, latest_submission } = await child.getTask(CREATIVE_TASK_ID);
    assert.deepEqual([status, attempt.status, attempt.stars, stars_best], ['completed', 'passed', 2, 2]);
    assert.deepEqual(latest_submission.feedback, { text: 'Well done!', sticker: 'rocket', stars: 2 });
    assert.deepEqual([latest_submission.status, latest_submission.reviewer], ['approved', 'Parent']);
    const { tasks_completed, locations_completed, xp_total } = await child.getStats();
    assert.deepEqual([tasks_completed, locations_completed, xp_total], [1, 1, 70]);
    assertError(await submitText(app, child, { text: 'again' }), 409, 'CONFLICT');
  });

  it('after a request for changes is a new revision and awards no XP for submitting again', async () => {
    const { child, guardian } = await createFamilyWithLearner(app);
    const firstRevision = (await submitText(app, child, { text: 'x' })).body.data;
    const review = { decision: 'changes_requested', text: 'What does she wear?' } as const;
    const reviewed = await reviewSubmission(app.ctx, guardian.profileId, firstRevision.id, review);
    assert.deepEqual([reviewed.status, reviewed.feedback_text], ['changes_requested', 'What does she wear?']);
    assert.equal((await child.getTask(CREATIVE_TASK_ID)).status, 'changes_requested');
    app.advance(DAY);
    const secondRevision = (await submitText(app, child, { text: 'a red coat' })).body.data;
    assert.deepEqual(
      [secondRevision.revision, secondRevision.xp_awarded, secondRevision.status],
      [2, 5, 'pending_review'],
    ); // 5 for the new day
    assert.equal((await child.getStats()).current_streak_days, 2, 'submitting makes the day count for the streak');
    const pendingPage = await listPendingSubmissions(app.ctx, [child.id], 20, 0);
    assert.deepEqual(
      pendingPage.rows.map(({ id }) => id),
      [secondRevision.id],
    );
    await reviewSubmission(app.ctx, guardian.profileId, secondRevision.id, { decision: 'approved' });
    const ledgerRows = await app.ctx.db
      .selectFrom('xp_ledger')
      .select(['reason', 'amount'])
      .where('profile_id', '=', child.id)
      .orderBy('id')
      .execute();
    assert.deepEqual(ledgerRows.map(({ reason, amount }) => `${reason} ${amount}`).sort(), [
      'creative_approved 30',
      'creative_submitted 10',
      'daily_first 5',
      'daily_first 5',
      'location_completed 25',
    ]);
    const submissions = await listChildSubmissions(app.ctx, child.id, FIRST_PAGE);
    assert.deepEqual([submissions.total, submissions.rows.map(({ revision }) => revision)], [2, [2, 1]]);
    const [latest] = submissions.rows;
    assert.deepEqual([latest?.task_id, latest?.profile_id], [CREATIVE_TASK_ID, child.id]);
    const emptyPage = await listChildSubmissions(app.ctx, child.id, { page: 3, per_page: 1 });
    assert.deepEqual(emptyPage, { rows: [], total: 2 });
  });

  it('is in the gallery of the child alone: the newest for each task, with what the guardian has said', async () => {
    const { child, parent, guardian } = await createFamilyWithLearner(app);
    const { child: sibling } = await app.registerFamily();
    const listWorks = async (query = '', token = child.token) =>
      (await app.call('GET', `/app/submissions${query}`, { token })).body;
    assert.deepEqual(await listWorks(), { data: [], next_cursor: null, has_more: false });

    const { xp_breakdown, level_up, badges_awarded, ...firstRevision } = (await submitText(app, child, { text: 'x' }))
      .body.data;
    const fields = { title: 'Another ending', language_served: 'en' };
    assert.deepEqual((await listWorks()).data, [{ ...firstRevision, ...fields }]);
    const request = { decision: 'changes_requested', text: 'What does she wear?' } as const;
    await reviewSubmission(app.ctx, guardian.profileId, firstRevision.id, request);
    const [returned] = (await listWorks()).data;
    assert.deepEqual(
      [returned.status, returned.feedback, returned.reviewer],
      ['changes_requested', { text: 'What does she wear?', sticker: null, stars: null }, 'Parent'],
    );

    const secondRevision = await submitPicture(app, child);
    await reviewSubmission(app.ctx, guardian.profileId, secondRevision.id, { decision: 'approved', sticker: 'rocket' });
    const [approved, ...others] = (await listWorks()).data;
    assert.deepEqual(others, []);
    assert.deepEqual(
      [approved.id, approved.status, approved.feedback, approved.media],
      [secondRevision.id, 'approved', { text: null, sticker: 'rocket', stars: null }, secondRevision.media],
    );

    await app.ctx.write(({ db }) =>
      db.updateTable('submissions').set({ task_id: 'removed' }).where('id', '=', firstRevision.id).execute(),
    );
    const firstPage = await listWorks('?limit=1');
    assert.deepEqual([firstPage.data, firstPage.has_more], [[approved], true]);
    assert.deepEqual(await listWorks(`?limit=1&cursor=${firstPage.next_cursor}`), {
      data: [{ ...returned, task_id: 'removed', title: null, language_served: null }],
      next_cursor: null,
      has_more: false,
    });
    assert.deepEqual((await listWorks('', sibling.token)).data, []);
    assertError(await app.call('GET', '/app/submissions', { token: parent.token }), 403, 'FORBIDDEN');
    assertError(await app.call('GET', '/app/submissions?cursor=x', child), 400, 'VALIDATION_ERROR', ['cursor']);
  });

  it('that is invalid is refused and stores nothing', async () => {
    const { child, parent } = await createFamilyWithLearner(app);
    const filesBefore = listStoredFiles(app);
    const changes = await app.diffRowCounts(async () => {
      for (const body of [{}, { text: '' }, { text: ' \n ' }, { caption: 'only that' }, { text: null }])
        assertError(await submitText(app, child, body), 400, 'VALIDATION_ERROR', ['text']);
      for (const text of ['x'.repeat(5001), 'a\0b', 'a\u0007', '\ud800'])
        assertError(await submitText(app, child, { text }), 400, 'VALIDATION_ERROR', ['text']);
      const longCaptionResponse = await submitText(app, child, { text: 'x', caption: 'x'.repeat(501) });
      assertError(longCaptionResponse, 400, 'VALIDATION_ERROR', ['caption']);
      assertError(await submitText(app, { ...child, taskId: 'no-such-task' }, { text: 'x' }), 404, 'NOT_FOUND');
      assertError(await submitText(app, { ...child, taskId: 'x\0' }, { text: 'x' }), 404, 'NOT_FOUND');
      assertError(await submitText(app, { ...child, taskId: 'first-sums' }, { text: 'x' }), 409, 'CONFLICT');
      assertError(await submitText(app, { ...child, taskId: 'tower-locks' }, { text: 'x' }), 403, 'FORBIDDEN');
      assertError(await submitText(app, parent, { text: 'x' }), 403, 'FORBIDDEN');
      assertError(await submitText(app, { token: 'x' }, { text: 'x' }), 401, 'UNAUTHORIZED');
      const parts = [createFilePart(await createPicture('png')), createFilePart(Buffer.from('no picture'))];
      assertError(await submitParts(app, child, parts), 400, 'VALIDATION_ERROR', ['files']);
    });
    assert.deepEqual(changes, { totals: 1 }, 'only the totals row is created, in order to lock it');
    assert.deepEqual(listStoredFiles(app), filesBefore);
    const longestResponse = await submitText(app, child, { text: '😀'.repeat(5000), caption: 'é'.repeat(500) });
    assert.equal(longestResponse.status, 201);
  });

  it('can be reviewed only by the child’s guardian, with valid feedback', async () => {
    const [family, otherFamily] = [await createFamilyWithLearner(app), await createFamilyWithLearner(app)];
    const { id } = (await submitText(app, family.child, { text: 'x' })).body.data;
    const approve = (guardianId: string, feedback: object = {}, submissionId = id) =>
      reviewSubmission(app.ctx, guardianId, submissionId, { decision: 'approved', ...feedback });
    await app.assertRowChanges({}, async () => {
      await assert.rejects(approve(otherFamily.guardian.profileId), isApiError('NOT_FOUND'));
      await assert.rejects(approve(family.child.id), isApiError('NOT_FOUND'));
      for (const submissionId of ['x', '', 'a\0b'])
        await assert.rejects(approve(family.guardian.profileId, {}, submissionId), isApiError('NOT_FOUND'));
      for (const feedback of [
        { text: 'x'.repeat(1001) },
        { sticker: 'no-such' },
        { sticker: 'toString' },
        { stars: 4 },
        { stars: 0.5 },
      ])
        await assert.rejects(approve(family.guardian.profileId, feedback), isApiError('VALIDATION_ERROR'));
      const wordless = { decision: 'changes_requested', text: ' ' } as const;
      const review = reviewSubmission(app.ctx, family.guardian.profileId, id, wordless);
      await assert.rejects(review, isApiError('VALIDATION_ERROR'));
    });
    await approve(family.guardian.profileId, { text: '', sticker: null, stars: null });
  });

  it('is accepted once, even if it is sent many times simultaneously', async () => {
    const { child, guardian } = await createFamilyWithLearner(app);
    const filesBefore = listStoredFiles(app);
    const png = await createPicture('png');
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        i % 5 === 0 ? submitParts(app, child, [createFilePart(png)]) : submitText(app, child, { text: 'x' }),
      ),
    );
    const acceptedResponses = responses.filter(({ status }) => status === 201);
    assert.equal(acceptedResponses.length, 1);
    for (const refusedResponse of responses.filter(({ status }) => status !== 201))
      assertError(refusedResponse, 409, 'CONFLICT');
    assert.equal((await child.getStats()).xp_total, 15);
    const { id, media } = acceptedResponses[0]?.body.data ?? {};
    assert.equal(listStoredFiles(app).length, filesBefore.length + media.length, 'late uploads leave no files');

    const reviews = Array.from({ length: 20 }, (_, i) =>
      reviewSubmission(app.ctx, guardian.profileId, id, {
        decision: i % 2 === 0 ? 'approved' : 'changes_requested',
        text: 'And then?',
      }).then(
        ({ status }) => status,
        (error) => (isApiError('CONFLICT')(error) ? 'refused' : Promise.reject(error)),
      ),
    );
    const outcomes = new Set(await Promise.all(reviews));
    assert.equal(outcomes.size, 2, 'one kind of decision succeeds, and the other is refused');
    const { status } = await child.getTask(CREATIVE_TASK_ID);
    assert.equal((await child.getStats()).xp_total, status === 'completed' ? 70 : 15);
  });

  it('that is sent again with the same Idempotency-Key receives the same response', async () => {
    const { child } = await createFamilyWithLearner(app);
    const requestWithKey = { ...child, headers: { 'idempotency-key': 'one' } };
    const parts = [createFilePart(await createPicture('png'))];
    const responses = [await submitParts(app, requestWithKey, parts), await submitParts(app, requestWithKey, parts)];
    assert.deepEqual(
      responses.map(({ status }) => status),
      [201, 201],
    );
    assert.equal(responses[0]?.text, responses[1]?.text);
    assertError(await submitParts(app, requestWithKey, [...parts, ...parts]), 409, 'CONFLICT');
  });
});

testWithApp('submissions are approved automatically after seven days unless a guardian disabled this', async (app) => {
  const family = await createFamilyWithLearner(app);
  const familyWithoutAutoApproval = await createFamilyWithLearner(app);
  const unlinkedFamily = await createFamilyWithLearner(app);
  const settings = {
    appearsOnLeaderboards: false,
    mayJoinPlanets: true,
    hasAutoApproval: false,
    hearsRecordings: true,
  };
  for (const { child } of [familyWithoutAutoApproval, unlinkedFamily])
    await app.ctx.write((ctx) => saveChildSettings(ctx, child.id, settings));
  for (const { child } of [family, familyWithoutAutoApproval, unlinkedFamily])
    await submitText(app, child, { text: 'x' });
  await app.ctx.write(({ db }) => db.deleteFrom('guardians').where('child_id', '=', unlinkedFamily.child.id).execute());
  app.advance(7 * DAY - 1);
  assert.deepEqual(await app.diffRowCounts(() => cleanUpLearning(app.ctx)), {});
  app.advance(1);
  await Promise.all([cleanUpLearning(app.ctx), cleanUpLearning(app.ctx), cleanUpLearning(app.ctx)]);
  const readOutcome = async ({ child }: typeof family) => {
    const { latest_submission: submission, status } = await child.getTask(CREATIVE_TASK_ID);
    return [
      status,
      submission.status,
      submission.auto_approved,
      submission.xp_awarded,
      (await child.getStats()).xp_total,
    ];
  };
  assert.deepEqual(await readOutcome(family), ['completed', 'approved', true, 70, 70]);
  const unlinkedOutcome = await readOutcome(unlinkedFamily);
  assert.deepEqual(unlinkedOutcome, ['pending_review', 'pending_review', false, 15, 15], 'it waits for a guardian');
  assert.deepEqual(await readOutcome(familyWithoutAutoApproval), ['pending_review', 'pending_review', false, 15, 15]);
  const { current_streak_days } = await family.child.getStats();
  assert.equal(current_streak_days, 0, 'an automatic approval does not make its day count for the streak');
  assert.deepEqual(await app.diffRowCounts(() => cleanUpLearning(app.ctx)), {});
  const { rows } = await listChildSubmissions(app.ctx, familyWithoutAutoApproval.child.id, FIRST_PAGE);
  const reviewed = await reviewSubmission(app.ctx, familyWithoutAutoApproval.guardian.profileId, rows[0]?.id ?? '', {
    decision: 'approved',
  });
  assert.equal(reviewed.auto_approved, false);
});

testWithApp('files without a database row are removed after an hour, and other files are kept', async (app) => {
  const { child } = await createFamilyWithLearner(app);
  const submission = await submitPicture(app, child);
  const submittedFiles = listStoredFiles(app);
  assert.equal(submittedFiles.length, 1);
  await app.ctx.files.put('left-by-a-crash.png', Buffer.from('x'));
  app.advance(HOUR - 1);
  await app.ctx.files.put('being-uploaded.png', Buffer.from('x'));
  await cleanUpLearning(app.ctx);
  assert.equal(listStoredFiles(app).length, 3);
  app.advance(1);
  await cleanUpLearning(app.ctx);
  assert.deepEqual(listStoredFiles(app), [...submittedFiles, 'being-uploaded.png'].sort());
  app.advance(HOUR);
  await app.ctx.write(({ db }) => db.deleteFrom('profiles').where('id', '=', child.id).execute());
  await cleanUpLearning(app.ctx);
  assert.deepEqual(listStoredFiles(app), [], 'files of a deleted child are removed');
  assert.equal((await app.call('GET', new URL(submission.media[0].url).pathname)).status, 404);
});

testWithRateLimits('submitting returns 503 and stores nothing when the file cannot be stored', async (app) => {
  const { child } = await createFamilyWithLearner(app);
  const folder = `${app.ctx.settings.dataDir}/files`;
  renameSync(folder, `${folder}-away`);
  const changes = await app.diffRowCounts(async () => {
    const response = await submitParts(app, child, [createFilePart(await createPicture('png'))]);
    assertError(response, 503, 'INTERNAL_ERROR');
    assert.ok(response.headers.get('retry-after'));
  });
  assert.deepEqual(changes, { totals: 1 }, 'only the totals row is created, in order to lock it');
  renameSync(`${folder}-away`, folder);
  assert.equal((await submitPicture(app, child)).status, 'pending_review');
});

testWithApp('deleting a child during an upload leaves no files or rows of the child', async (app) => {
  const { child } = await createFamilyWithLearner(app);
  const { raw, headers } = createMultipartRequest([
    createFilePart(await createPicture('jpeg', 2000, 1500)),
    createFilePart(createMp3({ frameCount: 5000 })),
  ]);
  const port = Number(new URL(app.url).port);
  const socket = connect({ host: '127.0.0.1', port });
  const response = new Promise<string>((resolve) => {
    let received = '';
    socket.on('data', (chunk) => (received += chunk));
    socket.on('close', () => resolve(received));
  });
  const contentType = headers['content-type'];
  const requestHead = `POST /app/tasks/${CREATIVE_TASK_ID}/submit-creative HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer ${child.token}\r\nContent-Type: ${contentType}\r\nContent-Length: ${raw.length}\r\n\r\n`;
  socket.write(requestHead);
  socket.write(raw.subarray(0, -100));
  await sleep(200); // so that the service has authenticated the request before the child is deleted
  await app.ctx.write(({ db }) => db.deleteFrom('profiles').where('id', '=', child.id).execute());
  socket.write(raw.subarray(-100));
  assert.match(await response, /^HTTP\/1\.1 40[14] /); // 401 if the service, on a busy machine, has not authenticated the request by then
  assert.deepEqual(listStoredFiles(app), []);
  assert.equal(await app.countRows('submissions'), 0);
});
