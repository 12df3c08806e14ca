import assert from 'node:assert/strict';
import fc from 'fast-check';
import { DAY } from '../../../src/core/time/instant.ts';
import { createPlanetClient, createPlanetEntry, earnXp, setPlanets } from '../../support/family/planets.ts';
import { type TestResponse, testWithApp } from '../../support/test-app.ts';

// Random activity of a few children on two planets, compared with a model that stores all activities and adds them up.
// The clock starts on Friday, 20 November 2026, at 08:00 UTC.

const CHILD_COUNT = 7;
/** With fewer members, a planet shows nothing of the others. */
const MIN_SHOWN_MEMBERS = 5;
const PLANET_IDS = ['weekly', 'monthly'] as const;

interface RecordedActivity {
  readonly childIndex: number;
  /** The number of days since 1 January 1970, like all days in this test. */
  readonly day: number;
  readonly xp: number;
  readonly tasks: number;
}

/** A step of the test: a child earns XP, joins or leaves a planet, or days pass. */
const arbitraryStep = fc.oneof(
  fc.record({ kind: fc.constant('earn'), childIndex: fc.nat(CHILD_COUNT - 1), xp: fc.integer({ min: 1, max: 40 }) }),
  fc.record({
    kind: fc.constantFrom('join', 'leave'),
    childIndex: fc.nat(CHILD_COUNT - 1),
    planetId: fc.constantFrom(...PLANET_IDS),
  }),
  fc.record({ kind: fc.constant('wait'), days: fc.integer({ min: 1, max: 3 }) }),
);

testWithApp('goal progress matches a model that adds up every activity', async (app) => {
  setPlanets(app, [
    createPlanetEntry('weekly', { goal: { metric: 'xp', target: 100, every: 'week' } }),
    createPlanetEntry('monthly', { goal: { metric: 'tasks', target: 100, every: 'month' } }),
  ]);
  const arbitrarySteps = fc.array(arbitraryStep, { minLength: 15, maxLength: 25 });
  let shownCount = 0;
  await fc.assert(
    fc.asyncProperty(arbitrarySteps, async (steps) => {
      const children = [];
      for (let i = 0; i < CHILD_COUNT; i += 1) {
        const { id, token } = await app.registerChild();
        children.push({ id, ...createPlanetClient(app, token) });
      }
      const activities: RecordedActivity[] = [];
      const joinDays = new Map<string, number>(); // by planet and index of the child, such as "weekly 2"
      const getToday = () => Math.floor(Date.parse(app.ctx.now()) / (DAY * 1000));
      for (const planetId of PLANET_IDS)
        for (const [i, child] of children.slice(0, MIN_SHOWN_MEMBERS).entries()) {
          await child.joinSuccessfully(planetId);
          joinDays.set(`${planetId} ${i}`, getToday());
        }
      for (const step of steps) {
        if ('days' in step) app.advance(step.days * DAY);
        else if ('xp' in step) {
          const { childIndex, xp } = step;
          await earnXp(app, children[childIndex]?.id ?? '', xp, { counts: { tasks_completed: 1 } });
          activities.push({ childIndex, day: getToday(), xp, tasks: 1 });
        } else {
          const membershipKey = `${step.planetId} ${step.childIndex}`;
          const path = `${step.planetId}/${step.kind}`;
          const response: TestResponse | undefined = await children[step.childIndex]?.call('POST', path);
          assert.equal(response?.status, joinDays.has(membershipKey) === (step.kind === 'leave') ? 200 : 409);
          if (step.kind === 'leave') joinDays.delete(membershipKey);
          else if (!joinDays.has(membershipKey)) joinDays.set(membershipKey, getToday());
        }
      }
      const monday = getToday() - ((getToday() + 3) % 7); // 1 January 1970 was a Thursday
      const firstOfMonth = Math.floor(Date.parse(`${app.ctx.now().slice(0, 7)}-01`) / (DAY * 1000));
      for (const [i, child] of children.entries()) {
        for (const planet of await child.listMine()) {
          const members = [...joinDays].filter(([key]) => key.startsWith(`${planet.id} `));
          const sumActivities = (periodStart: number, metric: 'xp' | 'tasks', onlyChildIndex?: number) =>
            activities
              .filter(({ childIndex, day }) => {
                const joinDay = members.find(([key]) => key.endsWith(` ${childIndex}`))?.[1];
                return (
                  joinDay !== undefined &&
                  day >= joinDay &&
                  day >= periodStart &&
                  (onlyChildIndex === undefined || childIndex === onlyChildIndex)
                );
              })
              .reduce((sum, activity) => sum + activity[metric], 0);
          const [periodStart, metric] =
            planet.id === 'weekly' ? ([monday, 'xp'] as const) : ([firstOfMonth, 'tasks'] as const);
          assert.equal(planet.member_count, members.length);
          const isShown = members.length >= MIN_SHOWN_MEMBERS;
          if (isShown) shownCount += 1;
          assert.equal(planet.goal?.progress, sumActivities(periodStart, metric, isShown ? undefined : i));
          assert.equal(planet.goal?.my_contribution, sumActivities(periodStart, metric, i));
          const memberIndexes = new Set(members.map(([key]) => Number(key.split(' ')[1])));
          // The weekly XP of a planet includes what its members earned before they joined.
          const weeklyActivities = activities.filter(
            ({ childIndex, day }) => memberIndexes.has(childIndex) && day >= monday,
          );
          assert.equal(planet.weekly_xp, isShown ? weeklyActivities.reduce((sum, { xp }) => sum + xp, 0) : 0);
        }
      }
      for (const child of children) for (const { id } of await child.listMine()) await child.leave(id);
    }),
    { numRuns: 5, seed: 20_261_120 },
  );
  assert.ok(shownCount > 0, 'some planets have enough members');
});
