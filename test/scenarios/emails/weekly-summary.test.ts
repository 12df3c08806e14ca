import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { DAY } from '../../../src/core/instant.ts';
import { sendDigests, setWeeklySummary, unsubscribe } from '../../../src/features/digest/index.ts';
import { recordActivity } from '../../../src/features/progress/index.ts';
import { loadOf } from '../../support/event-loop.ts';
import { household, letterTo, refusalOf } from '../../support/guardians.ts';
import { story, type World } from '../../support/test-app.ts';

// The clock begins on Friday, 20 November 2026: that week ends everywhere on Monday the 23rd at noon, UTC.
const TO_MONDAY_NOON = 3 * DAY + 4 * 3600;

/** A child passes a quiz today. */
const learn = (world: World, profileId: string, source: string) =>
  world.ctx.write((unit) =>
    recordActivity(unit, {
      profileId,
      source,
      entries: [{ reason: 'quiz_passed', amount: 20 }],
      zone: 'UTC',
      counts: { tasks_completed: 1, seconds: 600 },
    }),
  );

/** What a child got wrong in the first quiz of the packs; gives the question. */
async function miss(world: World, profile_id: string): Promise<string> {
  const quiz = [...world.ctx.content.current.tasks.values()].find(({ kind }) => kind === 'quiz');
  const item = quiz?.items.find(({ kind }) => kind !== 'info');
  assert.ok(quiz && item);
  const at = world.ctx.now();
  const record = { tries: 2, misses: 2, last_response: '"x"', last_score: 0, last_missed_response: '"x"' };
  const row = { profile_id, task_id: quiz.id, item_id: item.id, ...record, last_missed_at: at, last_at: at };
  await world.ctx.write(({ tx }) => tx.insertInto('item_records').values(row).execute());
  return item.prompt.en ?? '';
}

const WEEKLY = /Your family’s week/;

story('the weekly summary reports each child’s week and a question to talk about', async (world) => {
  const home = await household(world);
  await world.call('PATCH', '/app/users/me', { token: home.child.token, body: { display_name: 'Mia' } });
  await learn(world, home.child.id, 'task a');
  world.pass(DAY);
  await learn(world, home.child.id, 'task b');
  const question = await miss(world, home.child.id);
  world.pass(TO_MONDAY_NOON - DAY - 1);
  await sendDigests(world.ctx);
  assert.equal(await letterTo(world, home.parent.email, WEEKLY), undefined, 'somewhere it is still Sunday');
  world.pass(1);
  await Promise.all([sendDigests(world.ctx), sendDigests(world.ctx), sendDigests(world.ctx)]);
  const letter = await letterTo(world, home.parent.email, WEEKLY);
  assert.match(letter?.text ?? '', /Week of 16\s–\s22 November 2026/);
  assert.match(
    letter?.text ?? '',
    /Mia\n- Active days: 2 of 7\n- Tasks completed: 2, in 20 min\n- XP: 50 \(previous week: 0\)/,
  );
  assert.ok(letter?.text?.includes(`To talk about: “${question}”`));
  const all = (await world.letters()).filter(({ subject }) => WEEKLY.test(subject ?? ''));
  assert.equal(all.length, 1, 'three at once send one');
  world.pass(6 * DAY);
  assert.deepEqual(await world.changes(() => sendDigests(world.ctx)), {});
});

story('no weekly summary is sent for a week without activity or to a parent without children', async (world) => {
  const home = await household(world);
  await world.registerParent();
  world.pass(TO_MONDAY_NOON);
  await sendDigests(world.ctx);
  assert.ok((await world.letters()).every(({ subject }) => !WEEKLY.test(subject ?? '')));
  await learn(world, home.child.id, 'task a');
  world.pass(7 * DAY);
  await sendDigests(world.ctx);
  assert.ok(await letterTo(world, home.parent.email, WEEKLY));
});

story(
  'the unsubscribe link stops the weekly summary for its parent only, also from the mail program',
  async (world) => {
    const [home, other] = [await household(world), await household(world)];
    for (const { child } of [home, other]) await learn(world, child.id, 'task a');
    world.pass(TO_MONDAY_NOON);
    await sendDigests(world.ctx);
    const letter = await letterTo(world, home.parent.email, WEEKLY);
    const token = /\/letters\/([\w-]+)/.exec(letter?.text ?? '')?.[1] ?? '';
    const header = (name: string) => letter?.headers.find(({ key }) => key === name)?.value;
    assert.equal(header('list-unsubscribe'), `<${world.url}/letters/${token}>`);
    assert.equal(header('list-unsubscribe-post'), 'List-Unsubscribe=One-Click');
    for (const wrong of [
      'x',
      token.slice(1),
      `${token.slice(0, -4)}AAAA`,
      world.ctx.secrets.seal(home.caller.profileId),
    ]) {
      assert.equal(await refusalOf(unsubscribe(world.ctx, wrong)), 'NOT_FOUND');
    }
    await unsubscribe(world.ctx, token);
    await unsubscribe(world.ctx, token);
    for (const { child } of [home, other]) await learn(world, child.id, 'task b');
    world.pass(7 * DAY);
    const before = (await world.letters()).length;
    await sendDigests(world.ctx);
    assert.deepEqual(
      (await world.letters()).slice(before).map(({ to }) => to?.[0]?.address),
      [other.parent.email],
    );
    await setWeeklySummary(world.ctx, home.caller, true);
    await sendDigests(world.ctx);
    assert.equal((await world.letters()).length, before + 2, 'on again: this week’s letter comes after all');
  },
);

story('sending summaries to many parents does not block the event loop', async (world) => {
  const home = await household(world);
  await learn(world, home.child.id, 'task a');
  const { owner } = world.ctx.database;
  const numbers = sql`with recursive n(i) as (select 2 union all select i + 1 from n where i < 151)`;
  await sql`${numbers} insert into profiles (id, role, display_name, language, email, skin, hair, shirt, created_at)
    select 'parent-' || i, role, display_name, language, i || '@example.org', skin, hair, shirt, created_at
    from n, profiles where id = ${home.caller.profileId}`.execute(owner);
  await sql`${numbers} insert into guardians (child_id, parent_id, rank, linked_at)
    select ${home.child.id}, 'parent-' || i, i, ${world.ctx.now()} from n`.execute(owner);
  world.pass(TO_MONDAY_NOON);
  const before = await world.count('outbox');
  const { longestTurn } = await loadOf(() => sendDigests(world.ctx));
  assert.equal((await world.count('outbox')) - before, 151);
  assert.ok(longestTurn < 50, `the event loop was held for ${longestTurn} ms`);
});
