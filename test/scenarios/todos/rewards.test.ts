import assert from 'node:assert/strict';
import { DAY } from '../../../src/core/time/instant.ts';
import { UNDO_SECONDS } from '../../../src/core/time/undo.ts';
import { findProfile } from '../../../src/features/accounts/index.ts';
import { removeLink } from '../../../src/features/guardianship/index.ts';
import { listWaitingChildren } from '../../../src/features/notification-delivery/children-state.ts';
import {
  addReward,
  assignTodo,
  decideOnRequest,
  removeReward,
  turnRewardsOff,
  turnRewardsOn,
  undoRewardDecisions,
} from '../../../src/features/todos/index.ts';
import { getErrorWithFields } from '../../support/api-error.ts';
import { assertRedirect, createFormBrowser } from '../../support/browser/form-browser.ts';
import { signInChild, signInToPanel } from '../../support/family/guardians.ts';
import { registerTodoFamily } from '../../support/family/todos.ts';
import { countByStatus } from '../../support/service/requests.ts';
import { assertError, type TestApp, testWithApp } from '../../support/test-app.ts';

const OFF = { enabled: false, stars: 0, rewards: [], requests: [], todos: [] };

testWithApp(
  'assigned to-dos earn stars once, only while rewards are on, and undoing one never causes a debt',
  async (app) => {
    const { child, parentId, assign, review, todos, read, turnOn, addFilm, ask } = await createFamily(app);
    const finish = async (stars?: number, requires_approval = false) => {
      const id = await assign({ requires_approval, ...(stars !== undefined && { stars }) });
      await todos.setStatus(id, 'done');
      return id;
    };
    await finish(5);
    assert.deepEqual(await read(), OFF);
    await app.assertRowChanges({}, turnOn);
    assert.equal((await read()).stars, 0, 'what was done before earns nothing');

    const own = await todos.add();
    await todos.setStatus(own.id, 'done');
    assert.equal((await read()).stars, 0);
    await finish();
    await finish(0);
    assert.equal((await read()).stars, 1, 'one star by default');
    const waitingId = await finish(4, true);
    assert.deepEqual((await read()).todos, [{ id: waitingId, stars: 4 }]);
    assert.equal((await read()).stars, 1);
    await Promise.all([1, 2, 3].map(() => review(waitingId, 'approved')));
    assert.equal((await read()).stars, 5);

    const undoneId = await finish(3);
    await todos.setStatus(undoneId, 'pending');
    assert.equal((await read()).stars, 5);
    await todos.setStatus(undoneId, 'done');
    assert.equal((await read()).stars, 8);
    const filmId = await addFilm(7);
    assert.equal((await ask(filmId)).body.data.stars, 1);
    await todos.setStatus(undoneId, 'pending');
    assert.equal((await read()).stars, 1, 'the stars are spent');
    await todos.setStatus(undoneId, 'done');
    assert.equal((await read()).stars, 1, 'a to-do gives its stars once');

    await turnRewardsOff(app.ctx, parentId, child.id);
    assert.deepEqual(await read(), OFF);
    assertError(await ask(filmId), 404, 'NOT_FOUND');
    await finish(9);
    await turnOn();
    assert.deepEqual(
      [(await read()).stars, (await read()).requests, (await read()).rewards.length],
      [8, [], 1],
      'what waited gives its stars back',
    );
    assert.equal(await getErrorWithFields(assign({ stars: 11 })), 'VALIDATION_ERROR stars');
  },
);

testWithApp(
  'a child asks for a reward with fifty taps, and a guardian gives it or declines it with a word',
  async (app) => {
    const { child, parentId, earn, read, turnOn, addFilm, ask } = await createFamily(app);
    await turnOn();
    const filmId = await addFilm(10);
    assertError(await ask(filmId), 409, 'CONFLICT');
    assertError(await ask('no-such-reward'), 404, 'NOT_FOUND');
    await earn(10);
    await earn(10);
    const taps = await app.assertRowChanges({ reward_requests: 1 }, () =>
      Promise.all(Array.from({ length: 50 }, () => ask(filmId))),
    );
    assert.deepEqual(countByStatus(taps), { 200: 50 });
    const [waiting] = (await read()).requests;
    assert.deepEqual([waiting.status, waiting.title, waiting.stars, (await read()).stars], ['waiting', 'Film', 10, 10]);

    const decide = (decision: 'given' | 'declined', note: string | null, id = waiting.id, parent = parentId) =>
      decideOnRequest(app.ctx, parent, child.id, id, { decision, note });
    assert.equal(await getErrorWithFields(decide('declined', ' ')), 'VALIDATION_ERROR note');
    const stranger = await createFamily(app);
    await app.assertRowChanges({}, async () => {
      assert.equal(await getErrorWithFields(decide('given', null, waiting.id, stranger.parentId)), 'NOT_FOUND');
      assert.equal(await getErrorWithFields(turnRewardsOff(app.ctx, stranger.parentId, child.id)), 'NOT_FOUND');
      assert.equal(
        await getErrorWithFields(addReward(app.ctx, stranger.parentId, [child.id], { title: 'X', stars: 1 })),
        'NOT_FOUND',
      );
      assertError(await stranger.ask(filmId), 404, 'NOT_FOUND');
    });
    await decide('declined', 'On Sunday');
    assert.equal(await getErrorWithFields(decide('given', null)), 'CONFLICT');
    assert.deepEqual((await read()).requests, [waiting], 'the decision can still be undone');
    assert.equal((await ask(filmId)).body.data.stars, 10, 'the request still waits');
    const key = `${child.id} ${waiting.id}`;
    assert.equal(await undoRewardDecisions(app.ctx, stranger.parentId, [key]), 0);
    assert.equal(await undoRewardDecisions(app.ctx, parentId, [key, 'x', '']), 1);
    await decide('declined', 'On Sunday');
    app.advance(UNDO_SECONDS);
    const declined = await read();
    assert.deepEqual(
      [declined.stars, declined.requests[0].status, declined.requests[0].note],
      [20, 'declined', 'On Sunday'],
    );
    app.advance(DAY - UNDO_SECONDS);
    assert.equal(await undoRewardDecisions(app.ctx, parentId, [key]), 1);
    assert.deepEqual([(await read()).stars, (await read()).requests], [10, [waiting]], 'it waits and is spent again');
    await decide('declined', 'On Sunday');
    app.advance(DAY + 1);
    assert.equal(await undoRewardDecisions(app.ctx, parentId, [key]), 0, 'too late');
    await app.ctx.write(({ db }) => db.updateTable('reward_requests').set({ decided_at: app.ctx.now() }).execute());
    app.advance(UNDO_SECONDS);

    // As many different rewards as the stars allow.
    const ids = [filmId, await addFilm(10, 'Cake'), await addFilm(10, 'Zoo')];
    const race = await Promise.all(ids.flatMap((id) => [ask(id), ask(id)]));
    assert.equal(race.filter(({ status }) => status === 200).length, 4);
    const { stars, requests } = await read();
    assert.deepEqual([stars, requests.length], [0, 3]);
    assert.equal(await undoRewardDecisions(app.ctx, parentId, [key]), 0, 'the stars are spent on something else');
    await removeReward(app.ctx, parentId, child.id, requests[0].reward_id);
    await Promise.all([1, 2, 3].map(() => decide('given', null, requests[0].id)));
    app.advance(UNDO_SECONDS);
    assert.deepEqual(
      (await read()).requests.map(({ status }: { status: string }) => status),
      ['given', 'waiting', 'declined'],
    );
    assert.equal((await read()).stars, 0);
    assert.equal(await undoRewardDecisions(app.ctx, parentId, [`${child.id} ${requests[0].id}`]), 1);
    assert.deepEqual([(await read()).stars, (await read()).requests[0].status], [0, 'waiting']);
  },
);

testWithApp('a list has at most 50 rewards, and ends with the last guardian', async (app) => {
  const { child, parentId, turnOn, addFilm, read, ask, earn } = await createFamily(app);
  assert.equal(await getErrorWithFields(addFilm(1)), 'NOT_FOUND', 'rewards are off');
  await turnOn();
  for (const [title, stars, fields] of [
    [' ', 1, 'title'],
    ['a'.repeat(81), 1, 'title'],
    ['Film', 0, 'stars'],
    ['Film', 501, 'stars'],
    ['Film', 1.5, 'stars'],
    ['Film', Number.NaN, 'stars'],
  ] as const)
    assert.equal(await getErrorWithFields(addFilm(stars, title)), `VALIDATION_ERROR ${fields}`);
  for (let i = 0; i < 50; i += 1) await addFilm(5, `Film ${i}`);
  await addFilm(4, 'Film 7'); // gets the new price
  assert.equal(await getErrorWithFields(addFilm(1)), 'CONFLICT');
  const { rewards } = await read();
  assert.deepEqual([rewards.length, rewards[0].title, rewards[0].stars], [50, 'Film 7', 4]);
  await earn(4);
  assert.equal((await ask(rewards[0].id)).body.data.stars, 0);
  const [childProfile, guardian] = [await findProfile(app.ctx, child.id), await findProfile(app.ctx, parentId)];
  assert.ok(childProfile && guardian);
  await app.ctx.write((ctx) => removeLink(ctx, childProfile, guardian));
  assert.deepEqual(await read(await signInChild(app, child.id)), OFF);
  assert.deepEqual([await app.countRows('rewards'), await app.countRows('reward_requests')], [0, 0]);
  assert.equal(await app.countRows('earned_stars'), 1);
});

testWithApp('guardians turn rewards on, write the list, and answer wishes in the panel', async (app) => {
  const { child, parent, read, earn, ask, todos, assign } = await createFamily(app);
  const { cookie } = await signInToPanel(app, parent.token);
  const { open, submit } = createFormBrowser(app, cookie);
  const path = `/panel/children/${child.id}`;
  const pages = [`${path}/todos`, '/panel/approvals', '/panel'];
  const readPages = async () => (await Promise.all(pages.map(async (page) => (await open(page)).text))).join('\n');
  assert.doesNotMatch(
    await readPages(),
    /wish|name="stars"|class="price"|\/rewards/,
    'nothing is shown while rewards are off',
  );
  assert.match((await open(`${path}/settings`)).text, /<b>Rewards<\/b> <span class="hint"><bdi>Off</);
  assert.match((await open(`${path}/rewards`)).text, /Stars never expire, and nobody can take them away/);

  assertRedirect(
    await submit(`/panel/children/${child.id}/rewards/switch`, { on: '1' }),
    `${path}/rewards?done=rewards-on`,
  );
  const form = { title: 'Choose the film', stars: '3', child_ids: [child.id] };
  assertRedirect(await submit(`${path}/rewards`, form), `${path}/rewards?done=reward-added`);
  assertRedirect(await submit(`${path}/rewards`, form), `${path}/rewards?done=reward-added`);
  const stranger = await app.registerChild();
  await app.assertRowChanges({}, async () => {
    for (const [fields, field] of [
      [{ ...form, title: ' ' }, 'title-new'],
      [{ ...form, stars: 'many' }, 'stars-new'],
    ] as const) {
      const refused = await submit(`${path}/rewards`, fields);
      assert.equal(refused.status, 400);
      assert.match(refused.text, new RegExp(`id="${field}-error"`));
    }
    assert.equal((await submit(`${path}/rewards`, { ...form, child_ids: [stranger.id] })).status, 404);
    assert.equal((await submit(`/panel/children/${stranger.id}/rewards`, form)).status, 404);
  });
  const [reward] = (await read()).rewards;
  assertRedirect(
    await submit(`/panel/children/${child.id}/rewards/edit`, {
      reward: reward.id,
      title: 'Choose the film on Friday',
      stars: '2',
    }),
    `${path}/rewards?done=reward-saved`,
  );
  assert.match((await open(`${path}/rewards?preset=baking`)).text, /value="Bake something together"/);

  assert.match((await open(`${path}/todos`)).text, /name="stars" value="1"/);
  await submit(`${path}/todos`, { title: 'Water the fern', stars: '4', no_approval: '1' });
  const [fern] = await todos.list();
  assert.deepEqual((await read()).todos, [{ id: fern?.id, stars: 4 }]);
  assert.match((await open(`/panel/todos/${fern?.id}`)).text, /name="stars" value="4"/);
  const waitingId = await assign({ stars: 7, xp_reward: 5 });
  await todos.setStatus(waitingId, 'done');
  assert.match((await open('/panel/approvals')).text, /5\sXP\s· 7\sstars/);
  await earn(2);
  await ask(reward.id);
  assert.match((await open('/panel')).text, /1\u00a0to-do to review\s· 1\u00a0wish for a reward/);
  const profile = await findProfile(app.ctx, child.id);
  assert.ok(profile);
  const [waiting] = await listWaitingChildren(app.ctx, [profile]);
  assert.deepEqual([waiting?.todoCount, waiting?.rewardCount], [1, 1], 'push messages and the daily email tell it');
  const work = (await open('/panel/approvals')).text;
  assert.match(work, /Choose the film on Friday.*2 stars/s);
  assert.match(work, /id="approvals-count"><span aria-hidden="true">2</);
  const [request] = (await read()).requests;
  const review = `/panel/reward-requests/${request.id}/review`;
  assert.equal((await submit(review, { child: child.id, decision: 'declined', note: '' })).status, 400);
  assert.equal((await submit(review, { child: stranger.id, decision: 'given' })).status, 404);
  const given = await submit(review, { child: child.id, decision: 'given', back: '/panel/approvals' });
  const item = `reward ${child.id} ${request.id}`;
  assertRedirect(given, `/panel/approvals?done=reward-given&undo=${encodeURIComponent(item)}`);
  assertRedirect(
    await submit('/panel/undo', { items: [item], back: '/panel/approvals' }),
    `/panel/approvals?done=undone&undo=${encodeURIComponent(item)}`,
  );
  await submit(review, { child: child.id, decision: 'declined', note: 'On Sunday' });
  app.advance(UNDO_SECONDS);
  assert.match((await open(`${path}/rewards`)).text, /2 stars to spend.*Latest answers.*Not now.*On Sunday/s);
  assertRedirect(
    await submit(`/panel/children/${child.id}/rewards/remove`, { reward: reward.id }),
    `${path}/rewards?done=reward-removed`,
  );
  assertRedirect(await submit(`/panel/children/${child.id}/rewards/switch`), `${path}/todos?done=rewards-off`);
  assert.doesNotMatch(await readPages(), /wish|name="stars"|class="price"|\/rewards/);
});

async function createFamily(app: TestApp) {
  const family = await registerTodoFamily(app);
  const { child, parentId, todos } = family;
  const read = async (token = child.token) => (await app.call('GET', '/app/rewards', { token })).body.data;
  return {
    ...family,
    read,
    turnOn: () => turnRewardsOn(app.ctx, parentId, [child.id]),
    ask: (id: string) => app.call('POST', `/app/rewards/${id}/redeem`, child),
    async addFilm(stars: number, title = 'Film'): Promise<string> {
      await addReward(app.ctx, parentId, [child.id], { title, stars });
      return (await read()).rewards.find((reward: { title: string }) => reward.title === title).id;
    },
    async earn(stars: number): Promise<void> {
      const draft = { title: 'Tidy up', stars, requires_approval: false };
      const [todo] = await assignTodo(app.ctx, parentId, [child.id], draft);
      await todos.setStatus(todo?.id ?? '', 'done');
    },
  };
}
