import assert from 'node:assert/strict';
import { pseudoRandom } from '../../../src/core/pseudo-random.ts';
import { countLearning } from '../../../src/features/learning/index.ts';
import { levelOf, rebuildTotals } from '../../../src/features/progress/index.ts';
import { type Player, playerOf, solve, UNHURRIED } from '../../support/player.ts';
import { story, type World } from '../../support/test-app.ts';

const HOUR = 60 * 60;
const ZONES = ['Europe/Kyiv', 'America/Mexico_City', 'Asia/Kathmandu'];

story(
  'after weeks of random play totals match the ledger and attempts, and damage is repaired',
  async (world) => {
    const roll = pseudoRandom(20_261_121);
    const players: Player[] = [];
    for (const zone of ZONES) players.push(playerOf(world, await world.registerChild(), zone));
    for (let round = 0; round < 120; round += 1) {
      await Promise.all(players.flatMap((player) => [act(world, player, roll), act(world, player, roll)]));
      world.pass(roll(5) === 0 ? roll(60) * HOUR : roll(HOUR));
    }
    const totals = await world.ctx.db.selectFrom('totals').selectAll().execute();
    assert.ok(
      totals.every(({ tasks_completed, total_time_seconds }) => tasks_completed > 3 && total_time_seconds > 60),
    );
    const found = () => Array.fromAsync(rebuildTotals(world.ctx.database, { check: true, counters: [countLearning] }));
    assert.deepEqual(await found(), []);
    for (const { token } of players) {
      const { body } = await world.call('GET', '/app/users/me/stats', { token });
      const { levels } = world.ctx.content.current;
      assert.equal(body.data.level, levelOf(body.data.xp_total, levels.length).level);
    }
    const [first] = totals;
    assert.ok(first);
    const damage = {
      tasks_completed: 99,
      tasks_in_progress: 7,
      worlds_completed: 5,
      perfect_quizzes: 0,
      total_time_seconds: 1,
    };
    await world.ctx.write(({ tx }) =>
      tx.updateTable('totals').set(damage).where('profile_id', '=', first.profile_id).execute(),
    );
    const columns = (await found()).map(({ column }) => column).sort();
    assert.deepEqual(
      columns,
      Object.keys(damage)
        .filter((column) => first[column as keyof typeof damage] !== damage[column as keyof typeof damage])
        .sort(),
    );
    await Array.fromAsync(rebuildTotals(world.ctx.database, { check: false, counters: [countLearning] }));
    assert.deepEqual(await found(), []);
    const mended = world.ctx.db.selectFrom('totals').selectAll().where('profile_id', '=', first.profile_id);
    assert.deepEqual(await mended.executeTakeFirst(), first);
  },
  UNHURRIED,
);

/** One thing that a child may do now; whether it is allowed is for the service to say. */
async function act(world: World, player: Player, roll: (below: number) => number): Promise<void> {
  const ids = [...world.ctx.content.current.tasks.keys()];
  const taskId = ids[roll(ids.length)] ?? '';
  const answers = solve(world, taskId).map((answer) => (roll(4) === 0 ? { ...answer, response: null } : answer));
  const [item] = answers;
  const kind = roll(8);
  if (kind === 0 && item) await player.call('POST', `/app/tasks/${taskId}/hint`, { item_id: item.item_id });
  else if (kind === 1) await player.call('PATCH', `/app/tasks/${taskId}/attempt`, { answers });
  else if (kind === 2) await player.call('POST', `/app/tasks/${taskId}/start`);
  else {
    await player.call('POST', `/app/tasks/${taskId}/start`);
    const done = await player.call('POST', `/app/tasks/${taskId}/complete`, {
      answers,
      time_spent_seconds: 10 + roll(90),
    });
    assert.ok(done.status < 500, done.text);
  }
}
