import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { addDays } from '../../../src/core/time/days.ts';
import { DAY, HOUR } from '../../../src/core/time/instant.ts';
import { cancelAccountDeletion, exportAccount, planAccountDeletion } from '../../../src/features/data-rights/index.ts';
import { unlinkGuardian } from '../../../src/features/guardianship/index.ts';
import { assignTodo } from '../../../src/features/todos/index.ts';
import { sendWeeklySummaries } from '../../../src/features/weekly-summary/index.ts';
import { CLIENT_WITHOUT_DEVICE } from '../../support/client.ts';
import {
  addGuardian,
  confirmSession,
  type PanelFamily,
  registerFamilyWithPanelSession,
} from '../../support/family/guardians.ts';
import { createLearningClient } from '../../support/learning/learning-client.ts';
import { copyRows } from '../../support/service/copy-rows.ts';
import { assertShortTurns } from '../../support/service/event-loop-load.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

const CHILD_COUNT = 50;
const OTHER_GUARDIANS_PER_CHILD = 3;
/** Almost as many as a child may have. */
const OPEN_TODOS_PER_CHILD = 480;
/**
 * How many to-dos a guardian has assigned to one child before being unlinked: almost as many as the quotas of open, waiting and
 * closed to-dos allow together.
 */
const ASSIGNED_TODOS = 1490;

test('no action of a parent of 50 children with long to-do lists blocks the event loop', async (t) => {
  const app = await startTestApp('sqlite');
  t.after(() => app.close());
  const family = await registerFamilyWithPanelSession(app);
  const { caller, child } = family;
  await assignTodo(app.ctx, caller.profileId, [child.id], { title: 'Read', notes: 'n'.repeat(1900) });
  await createLearningClient(app, child).start('first-sums');
  const childIds = await addChildren(app, family);

  await t.test('assigning a to-do to all children', async () => {
    await assertShortTurns('assigning', () => assignTodo(app.ctx, caller.profileId, childIds, { title: 'Tidy up' }));
  });

  await t.test('planning the deletion of the account, and canceling it', async () => {
    await assertShortTurns('planning and canceling', async () => {
      await planAccountDeletion(app.ctx, caller);
      assert.equal(await app.countRows('deletions'), 1 + CHILD_COUNT); // of the account and of its children
      await cancelAccountDeletion(app.ctx, caller);
      assert.equal(await app.countRows('deletions'), 0);
    });
  });

  await t.test(`unlinking a guardian who has assigned ${ASSIGNED_TODOS} to-dos`, async () => {
    const { caller: otherCaller } = await addGuardian(app, family);
    await copyRows(
      app,
      'todos',
      { title: 'Read', profile_id: child.id },
      ASSIGNED_TODOS - OPEN_TODOS_PER_CHILD,
      (i) => {
        return { id: `closed ${i}`, position: 5000 + i, status: 'approved' as const };
      },
    );
    await app.ctx.write(({ db }) => db.updateTable('todos').set({ assigned_by: otherCaller.profileId }).execute());
    await confirmSession(app, caller);
    const unlink = () => unlinkGuardian(app.ctx, caller, child.id, otherCaller.profileId);
    await assertShortTurns('unlinking', unlink, 1);
    const { unassignedCount } = await app.ctx.db
      .selectFrom('todos')
      .select(({ fn }) => fn.countAll<number>().as('unassignedCount'))
      .where('assigned_by', 'is', null)
      .executeTakeFirstOrThrow();
    assert.ok(unassignedCount >= ASSIGNED_TODOS, `${unassignedCount}`);
  });

  await addOtherGuardians(app, family, childIds);

  await t.test('exporting the account, which notifies 150 other guardians and the parent', async () => {
    await assertShortTurns('exporting', async () => {
      const countBefore = await app.countRows('outbox');
      (await exportAccount(app.ctx, caller, CLIENT_WITHOUT_DEVICE)).destroy();
      assert.equal(await app.countRows('outbox'), countBefore + CHILD_COUNT * OTHER_GUARDIANS_PER_CHILD + 1); // also to the parent
    });
  });

  await t.test('sending the weekly summaries about all children', async () => {
    await addActivity(app, childIds);
    app.advance(3 * DAY + 4 * HOUR); // from Friday at 08:00 to Monday at noon
    const countBefore = await app.countRows('outbox');
    await assertShortTurns('sending', () => sendWeeklySummaries(app.ctx), 1);
    const recipientCount = 1 + CHILD_COUNT * OTHER_GUARDIANS_PER_CHILD; // the parent and the other guardians
    assert.equal(await app.countRows('outbox'), countBefore + recipientCount);
  });
});

/** Links 49 more children to the parent and fills the to-do lists of all children. Returns the ids of all children. */
async function addChildren(app: TestApp, { child }: PanelFamily): Promise<string[]> {
  const otherIds = createNumberedIds(child.id, CHILD_COUNT - 1);
  await copyRows(app, 'profiles', { id: child.id }, otherIds.length, (i) => ({ id: otherIds[i] ?? '' }));
  await copyRows(app, 'guardians', { child_id: child.id }, otherIds.length, (i) => ({ child_id: otherIds[i] ?? '' }));
  const ids = [child.id, ...otherIds];
  for (const id of ids)
    await copyRows(app, 'todos', { title: 'Read', profile_id: child.id }, OPEN_TODOS_PER_CHILD, (i) => {
      return { id: `${id} ${i}`, profile_id: id, position: 2000 + i };
    });
  return ids;
}

/** Gives each child three guardians in addition to the parent. */
async function addOtherGuardians(app: TestApp, { caller, child }: PanelFamily, childIds: string[]): Promise<void> {
  const ids = createNumberedIds(caller.profileId, CHILD_COUNT * OTHER_GUARDIANS_PER_CHILD);
  await copyRows(app, 'profiles', { id: caller.profileId }, ids.length, (i) => {
    return { id: ids[i] ?? '', email: `${i}@example.org` };
  });
  await copyRows(app, 'guardians', { child_id: child.id }, ids.length, (i) => {
    const rank = 2 + (i % OTHER_GUARDIANS_PER_CHILD);
    return { parent_id: ids[i] ?? '', child_id: childIds[Math.floor(i / OTHER_GUARDIANS_PER_CHILD)] ?? '', rank };
  });
}

/** Adds an active day and hundreds of missed items for each child. */
async function addActivity(app: TestApp, childIds: string[]): Promise<void> {
  const { kysely } = app.ctx.database;
  const now = app.ctx.now();
  const yesterday = addDays(now.slice(0, 10), -1);
  for (const id of childIds) {
    await sql`insert into progress_days (profile_id, day, xp, tasks, seconds, active)
      values (${id}, ${yesterday}, 1, 1, 1, 1)`.execute(kysely);
    await sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 800)
      insert into item_records (profile_id, task_id, item_id, tries, misses, last_response, last_score,
        last_missed_response, last_missed_at, last_at)
      select ${id}, 'first-sums', 'item-' || i, 20, 20, '"x"', 0, '"x"', ${now}, ${now} from n`.execute(kysely);
  }
}

/** Ids that differ from the given one only in the last four characters. */
function createNumberedIds(id: string, count: number): string[] {
  return Array.from({ length: count }, (_, i) => `${id.slice(0, -4)}${1000 + i}`);
}
