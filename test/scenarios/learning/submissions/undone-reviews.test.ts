import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { QUOTAS } from '../../../../src/core/quotas.ts';
import { DAY } from '../../../../src/core/time/instant.ts';
import {
  approveSubmissions,
  cleanUpLearning,
  computeLearningCounts,
  reviewSubmission,
  undoReviews,
} from '../../../../src/features/learning/index.ts';
import { rebuildTotals } from '../../../../src/features/progress/index.ts';
import { createFormBrowser } from '../../../support/browser/form-browser.ts';
import { addGuardian, registerFamilyWithPanelSession } from '../../../support/family/guardians.ts';
import { createLearningClient } from '../../../support/learning/learning-client.ts';
import { CREATIVE_TASK_ID, submitText } from '../../../support/learning/submissions.ts';
import { copyRows } from '../../../support/service/copy-rows.ts';
import { type TestApp, testWithApp } from '../../../support/test-app.ts';

const CHANGES = { decision: 'changes_requested', text: 'What does she wear?' } as const;

async function createFamily(app: TestApp) {
  const family = await registerFamilyWithPanelSession(app);
  const { child } = family;
  const { cookie, profileId: parentId } = family.caller;
  const { profileId: secondParentId } = (await addGuardian(app, family)).caller;
  const client = createLearningClient(app, child);
  const submit = async (text = 'x'): Promise<string> => {
    const response = await submitText(app, child, { text });
    assert.equal(response.status, 201, response.text);
    return response.body.data.id;
  };
  const undo = (...keys: string[]) => undoReviews(app.ctx, parentId, keys);
  const approve = (id: string, by = parentId) => reviewSubmission(app.ctx, by, id, { decision: 'approved', stars: 2 });
  const read = async () => {
    const { status, stars_best, attempt, latest_submission } = await client.getTask(CREATIVE_TASK_ID);
    const { xp_total, tasks_completed, locations_completed, current_streak_days } = await client.getStats();
    const { data: badges } = (await client.call('GET', '/app/users/me/badges')).body;
    return {
      task: [status, stars_best, attempt.status, attempt.stars, attempt.completed_at, attempt.xp_awarded],
      submission: latest_submission,
      totals: { xp_total, tasks_completed, current_streak_days },
      kept: { locations_completed, badges },
    };
  };
  const listXp = async () => {
    const rows = await app.ctx.db
      .selectFrom('xp_ledger')
      .select(['reason', 'amount', 'day'])
      .where('profile_id', '=', child.id)
      .orderBy('at')
      .orderBy('id')
      .execute();
    return rows.filter(({ reason }) => /approv/.test(reason)).map(({ amount, day }) => [amount, day]);
  };
  return { child, cookie, parentId, secondParentId, client, submit, undo, approve, read, listXp };
}

/** Asserts that the totals and the days are those that the ledger and the other tables imply. */
async function assertTotals(app: TestApp): Promise<void> {
  const options = { dryRun: true, counters: [computeLearningCounts] };
  assert.deepEqual(await Array.fromAsync(rebuildTotals(app.ctx.database, options)), []);
}

testWithApp('an approval counts at once, and can be undone for 24 hours by any guardian', async (app) => {
  const { parentId, secondParentId, submit, undo, approve, read, listXp } = await createFamily(app);
  const workDay = app.ctx.now().slice(0, 10);
  const id = await submit();
  const waiting = await read();
  app.advance(DAY);
  await approve(id);
  const approved = await read();
  assert.deepEqual(approved.task.slice(0, 4), ['completed', 2, 'passed', 2]);
  assert.equal(approved.totals.xp_total - waiting.totals.xp_total, 30 + 25, 'with the location that it completes');
  assert.equal(approved.kept.locations_completed, 1);

  app.advance(DAY);
  const undone = await Promise.all(
    [parentId, secondParentId, parentId].map((by) => undoReviews(app.ctx, by, [`${id} approved`])),
  );
  assert.deepEqual(undone.toSorted(), [0, 0, 1], 'once, whoever it is');
  const again = await read();
  assert.deepEqual(again.submission, { ...waiting.submission, xp_awarded: waiting.submission.xp_awarded + 25 });
  assert.deepEqual(again.task.slice(0, -1), waiting.task.slice(0, -1));
  assert.deepEqual(again.totals, {
    ...waiting.totals,
    xp_total: waiting.totals.xp_total + 25,
    current_streak_days: again.totals.current_streak_days,
  });
  assert.deepEqual(again.kept, approved.kept, 'a completed place and badges stay');
  await assertTotals(app);

  await approve(id, secondParentId);
  assert.equal((await read()).totals.xp_total, approved.totals.xp_total, 'approved again, without the location');
  assert.deepEqual(
    await listXp(),
    [30, -30, 30].map((amount) => [amount, workDay]),
  );
  await assertTotals(app);
  app.advance(DAY + 1);
  await app.assertRowChanges({}, async () => assert.equal(await undo(`${id} approved`), 0, 'too late'));
  assert.equal((await read()).task[0], 'completed');
});

testWithApp(
  'an undone approval can be followed by a request for changes, a new version and its approval',
  async (app) => {
    const { parentId, submit, undo, approve, read, listXp } = await createFamily(app);
    const id = await submit();
    const waiting = await read();
    await approve(id);
    assert.equal(await undo(`${id} approved`), 1);
    await reviewSubmission(app.ctx, parentId, id, CHANGES);
    const secondId = await submit('a red coat');
    await approve(secondId);
    assert.deepEqual((await read()).task.slice(0, 4), ['completed', 2, 'passed', 2]);
    assert.equal((await read()).totals.xp_total, waiting.totals.xp_total + 30 + 25);
    assert.deepEqual(
      (await listXp()).map(([amount]) => amount),
      [30, -30, 30],
    );
    assert.equal(await undo(`${id} changes_requested`), 0, 'the child has sent it anew');
    assert.equal(await undo(`${secondId} approved`), 1);
    assert.equal((await read()).task[0], 'pending_review');
    await assertTotals(app);
  },
);

testWithApp('work that was sent back waits again, unless the child has begun it anew', async (app) => {
  const { parentId, client, submit, undo, read } = await createFamily(app);
  const id = await submit();
  const waiting = await read();
  await reviewSubmission(app.ctx, parentId, id, CHANGES);
  assert.equal((await read()).task[0], 'changes_requested');
  assert.equal(await undo(`${id} approved`), 0, 'it names what it undoes');
  assert.deepEqual(await app.diffRowCounts(() => undo(`${id} changes_requested`)), {}, 'nothing was earned');
  assert.deepEqual(await read(), waiting);
  await assertTotals(app);

  await reviewSubmission(app.ctx, parentId, id, CHANGES);
  await client.start(CREATIVE_TASK_ID);
  assert.equal(await undo(`${id} changes_requested`), 0);
  await submit('a red coat');
  assert.equal(await undo(`${id} changes_requested`), 0);
  assert.equal((await read()).submission.revision, 2);
});

testWithApp('the seven days until the automatic approval begin again, and that one cannot be undone', async (app) => {
  const { submit, undo, approve, read } = await createFamily(app);
  const id = await submit();
  app.advance(6 * DAY);
  await approve(id);
  app.advance(DAY);
  assert.equal(await undo(`${id} approved`), 1);
  app.advance(7 * DAY - 1);
  await cleanUpLearning(app.ctx);
  assert.equal((await read()).task[0], 'pending_review');
  app.advance(1);
  await cleanUpLearning(app.ctx);
  assert.equal((await read()).task[0], 'completed');
  assert.equal(await undo(`${id} approved`), 0);
  await assertTotals(app);
});

testWithApp(
  'fifty approvals are undone at once, only by guardians, and more than fifty a day are refused',
  async (app) => {
    const { child, parentId, secondParentId, submit, undo, approve, client } = await createFamily(app);
    const stranger = await createFamily(app);
    const ids = [await submit()];
    const [attempt] = await app.ctx.db.selectFrom('attempts').select('id').where('profile_id', '=', child.id).execute();
    const count = QUOTAS.undonePerDay;
    const getTaskId = (i: number) => `removed-${i}`;
    await copyRows(app, 'attempts', { id: attempt?.id ?? '' }, count, (i) => ({
      id: `at-${i}`,
      task_id: getTaskId(i),
    }));
    await copyRows(app, 'task_states', { profile_id: child.id }, count, (i) => ({ task_id: getTaskId(i) }));
    await copyRows(app, 'submissions', { id: ids[0] ?? '' }, count, (i) => {
      ids.push(`work-${i}`);
      return { id: `work-${i}`, attempt_id: `at-${i}`, task_id: getTaskId(i) };
    });
    assert.equal(await approveSubmissions(app.ctx, parentId, [...ids, 'x', '\0']), count + 1);
    const xp = (await client.getStats()).xp_total;
    const keys = ids.map((id) => `${id} approved`);
    await app.assertRowChanges({}, async () => {
      assert.equal(await stranger.undo(...keys), 0);
      assert.equal(await undo('', 'x', 'x approved', `${ids[0]}`, `${ids[0]} pending_review`, '\0 approved'), 0);
    });
    const firstKeys = keys.slice(0, count);
    const undone = await Promise.all([parentId, secondParentId].map((by) => undoReviews(app.ctx, by, firstKeys)));
    assert.equal(
      undone.reduce((sum, n) => sum + n),
      count,
      'two guardians at once',
    );
    assert.equal((await client.getStats()).xp_total, xp - 30 * count);
    await assert.rejects(undo(keys[count] ?? ''), { code: 'CONFLICT' });
    assert.equal(await approveSubmissions(app.ctx, secondParentId, ids), count + 1);
    assert.equal((await client.getStats()).xp_total, xp);
    await assertTotals(app);

    app.advance(DAY);
    await app.ctx.write(({ db }) => db.deleteFrom('guardians').where('parent_id', '=', parentId).execute());
    assert.equal(await undo(...keys), 0, 'no longer a guardian');
    await approve(ids[0] ?? '', secondParentId);
  },
);

testWithApp('a failure in the middle of an undo changes nothing', async (app) => {
  const { submit, undo, approve, read } = await createFamily(app);
  const id = await submit();
  await approve(id);
  const approved = await read();
  // The attempt is what an undo changes last.
  const trigger = 'create trigger on_attempt_update after update on attempts';
  const body = 'begin insert into no_such_table values (1);';
  const statements =
    app.database === 'sqlite'
      ? [`${trigger} ${body} end`]
      : [
          `create function on_attempt_update() returns trigger language plpgsql as $$ ${body} return null; end $$`,
          `${trigger} for each row execute function on_attempt_update()`,
        ];
  for (const statement of statements) await sql.raw(statement).execute(app.ctx.database.kysely);
  await app.assertRowChanges({}, () => assert.rejects(undo(`${id} approved`)));
  assert.deepEqual(await read(), approved);
  await assertTotals(app);
});

testWithApp('undoing, approving and sending back run at the same time, and the XP stays right', async (app) => {
  const { parentId, secondParentId, client, submit, undo, approve, read } = await createFamily(app);
  const id = await submit();
  const { xp_total } = (await read()).totals;
  for (let i = 0; i < 5; i += 1) {
    await Promise.allSettled([
      approve(id),
      undo(`${id} approved`),
      reviewSubmission(app.ctx, secondParentId, id, CHANGES),
      undo(`${id} changes_requested`, `${id} approved`),
      approve(id, secondParentId),
      undoReviews(app.ctx, parentId, [`${id} approved`]),
    ]);
    const { task, kept, totals } = await read();
    const earned = (task[0] === 'completed' ? 30 : 0) + 25 * kept.locations_completed;
    assert.equal(totals.xp_total - xp_total, earned);
    assert.equal((await client.getTask(CREATIVE_TASK_ID)).status, task[0]);
    await assertTotals(app);
  }
});

testWithApp('the pages of the panel offer to undo a review, by name, as long as it can be undone', async (app) => {
  const { child, cookie, submit, read } = await createFamily(app);
  const browser = createFormBrowser(app, cookie);
  const pages = [`/panel/children/${child.id}/submissions`, '/panel/approvals?reviewed=today'];
  const listKeys = () =>
    Promise.all(
      pages.map(async (path) => {
        const { text } = await browser.open(path);
        return [...text.matchAll(/name="items" value="(work [^"]+)"><button[^>]* aria-label="([^"]+)"/g)].map(
          ([, key, label]) => [key, label?.split(/\s·\s/)[0]],
        );
      }),
    );
  const id = await submit();
  assert.deepEqual(await listKeys(), [[], []]);
  await browser.submit(`/panel/submissions/${id}/review`, { ...CHANGES, back: pages[0] ?? '' });
  const row = [`work ${id} changes_requested`, 'Undo: Another ending'];
  assert.deepEqual(await listKeys(), [[row], [row]]);
  const undo = await browser.submit('/panel/undo', { items: row[0] ?? '', back: pages[0] ?? '' });
  const outcome = await browser.open(undo.headers.get('location') ?? '');
  assert.match(outcome.text, /<p class="flash">Another ending · [^:]*: Undone\./);
  assert.match(outcome.text, /action="\/panel\/submissions\/[^"]*\/review"/, 'it waits again');
  assert.equal((await read()).task[0], 'pending_review');
  const second = await browser.submit('/panel/undo', { items: row[0] ?? '', back: '/panel' });
  assert.equal(second.headers.get('location'), '/panel?done=undo-too-late');

  await browser.submit(`/panel/submissions/${id}/review`, { ...CHANGES, back: '/panel' });
  const secondId = await submit('a red coat');
  assert.deepEqual(await listKeys(), [[], []], 'the child has sent it anew');
  await browser.submit('/panel/approvals', { chosen: [`work ${secondId}`] });
  const approvedRow = [`work ${secondId} approved`, 'Undo: Another ending'];
  assert.deepEqual(await listKeys(), [[approvedRow], [approvedRow]]);
  await app.ctx.write(({ db }) =>
    db.updateTable('submissions').set({ reviewed_at: '2026-11-18T00:00:00.000Z' }).execute(),
  );
  assert.deepEqual((await listKeys())[0], []);
});
