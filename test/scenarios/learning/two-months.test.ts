import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createPseudoRandom } from '../../../src/core/pseudo-random.ts';
import { DAY } from '../../../src/core/time/instant.ts';
import { reviewSubmission } from '../../../src/features/learning/index.ts';
import { loadAllPacks } from '../../support/content/packs.ts';
import { createLearningClient } from '../../support/learning/learning-client.ts';
import { playDay, type SimulatedChild } from '../../support/learning/simulated-child.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

// Simulates children who play twenty minutes a day for two months, with all packs: one for each set of worlds that fits an age. For
// one further child, a parent approves the submissions once a week.

const content = loadAllPacks();
const DAY_COUNT = 60;
/** The youngest age for each set of worlds; with the same worlds, children play the same tasks. */
const AGES = [5, 6, 7, 8, 9, 10, 11, 12].filter((age, i, ages) => listWorldIds(age) !== listWorldIds(ages[i - 1] ?? 0));
const PIN = '1234';

describe('Two months of playing twenty minutes a day', () => {
  const children: SimulatedChild[] = [];
  let appWithNetwork: TestApp;
  let app: TestApp;
  let parent: { id: string; token: string };

  before(async () => {
    appWithNetwork = await startTestApp('sqlite', { env: { RATE_LIMITS: 'off', LOG_LEVEL: 'error' } });
    appWithNetwork.ctx.content.current = content;
    app = createAppWithoutNetwork(appWithNetwork);
    const { token } = await appWithNetwork.registerParent();
    parent = { token, id: (await app.call('GET', '/app/users/me', { token })).body.data.id };
    for (const age of AGES) children.push(await registerSimulatedChild(`${age}, never reviewed`, age));
    children.push(await registerSimulatedChild('8, reviewed once a week', 8));
    // In every run of this test, a child plays in the same way, because the seed depends only on the child's description.
    const randomGenerators = children.map(({ description }) => createPseudoRandom(computeSeed(description)));
    for (let day = 1; day <= DAY_COUNT; day += 1) {
      if (day % 25 === 0) for (const child of children) await signInAgain(child);
      await Promise.all(children.map((child, i) => playDay(app, child, randomGenerators[i] ?? createPseudoRandom(i))));
      if (day % 7 === 0)
        for (const child of children.filter(({ description }) => description.includes('once a week')))
          await approveSubmissions(child);
      app.advance(DAY);
    }
  });
  after(() => appWithNetwork.close());

  it('start every day with a new task', () => {
    for (const { description, days } of children) {
      const playedTaskIds = new Set<string>();
      for (const [dayIndex, { taskIds }] of days.entries()) {
        assert.ok(taskIds[0] && !playedTaskIds.has(taskIds[0]), `${description}, day ${dayIndex + 1}: ${taskIds}`);
        for (const taskId of taskIds) playedTaskIds.add(taskId);
      }
    }
  });

  it('stay within the worlds for the child’s age', () => {
    for (const { description, age, days } of children) {
      const worldIds = days.flatMap(({ taskIds }) => taskIds).map((id) => content.tasks.get(id)?.world_id ?? '');
      for (const id of worldIds) {
        const { age_min = 0, age_max = 0 } = content.worlds.get(id) ?? {};
        assert.ok(age_min <= age && age <= age_max, `${description}: ${id}`);
      }
    }
  });

  it('bring a level or a badge at least every second day of the first month', () => {
    for (const { description, days } of children) {
      for (let dayIndex = 1; dayIndex < 30; dayIndex += 1) {
        const twoDaysBefore = days[dayIndex - 2] ?? { level: 1, badgeCount: 0 };
        const currentDay = days[dayIndex];
        assert.ok(
          currentDay && (currentDay.level > twoDaysBefore.level || currentDay.badgeCount > twoDaysBefore.badgeCount),
          `${description}, day ${dayIndex + 1}`,
        );
      }
    }
  });

  async function registerSimulatedChild(description: string, age: number): Promise<SimulatedChild> {
    const child = await app.registerChild({ pin: PIN });
    await app.linkChild(parent.token, child.token);
    return { description, age, client: createLearningClient(app, child), minutesLeft: 0, days: [] };
  }

  /** A child's token expires after thirty days. */
  async function signInAgain(child: SimulatedChild): Promise<void> {
    const { token } = (await app.loginChild(child.client.id, PIN)).body.data;
    child.client = createLearningClient(app, { id: child.client.id, token });
  }

  async function approveSubmissions(child: SimulatedChild): Promise<void> {
    const pendingSubmissions = await app.ctx.db
      .selectFrom('submissions')
      .select('id')
      .where('profile_id', '=', child.client.id)
      .where('status', '=', 'pending_review')
      .execute();
    for (const { id } of pendingSubmissions) await reviewSubmission(app.ctx, parent.id, id, { decision: 'approved' });
  }
});

function listWorldIds(age: number): string {
  const worlds = [...content.worlds.values()].filter(({ age_min, age_max }) => age_min <= age && age <= age_max);
  return worlds.map(({ id }) => id).join();
}

/** A number that depends only on the text. */
function computeSeed(text: string): number {
  return [...text].reduce((hash, character) => hash * 31 + character.charCodeAt(0), 7);
}

/** The same app, called without a network connection, so that thousands of requests take only seconds. */
function createAppWithoutNetwork(app: TestApp): TestApp {
  return {
    ...app,
    async call(method, path, { body, token, headers = {} } = {}) {
      const response = await app.fastify.inject({
        method: method as 'GET',
        url: path,
        headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
        ...(body !== undefined && { payload: body as object }),
      });
      return {
        status: response.statusCode,
        headers: new Headers(),
        text: response.body,
        body: response.body && JSON.parse(response.body),
      };
    },
  };
}
