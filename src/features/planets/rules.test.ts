import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Planet } from './planet.ts';
import { findPlanetLock, getGoalPeriod, getPlanetStatus } from './rules.ts';

const NOW = '2026-11-20T08:00:00.000Z';
const createPlanet = (change: Partial<Planet> = {}): Planet => {
  const text = { en: 'x', es: 'x', uk: 'x', pl: 'x' };
  return {
    id: 'x',
    name: text,
    description: text,
    image: null,
    theme: null,
    kind: 'club',
    visibility: 'open',
    capacity: 2,
    age_min: null,
    age_max: null,
    min_level: null,
    starts_at: null,
    ends_at: null,
    goal: null,
    ...change,
  };
};
const candidate = { birth_year: 2017, level: 3, mayJoinPlanets: true };

test('the status of a planet changes exactly at its start and at its end', () => {
  const event = createPlanet({ starts_at: '2026-12-01T00:00:00.000Z', ends_at: '2027-01-01T00:00:00.000Z' });
  assert.equal(getPlanetStatus(event, '2026-11-30T23:59:59.999Z'), 'upcoming');
  assert.equal(getPlanetStatus(event, '2026-12-01T00:00:00.000Z'), 'active');
  assert.equal(getPlanetStatus(event, '2026-12-31T23:59:59.999Z'), 'active');
  assert.equal(getPlanetStatus(event, '2027-01-01T00:00:00.000Z'), 'ended');
  assert.equal(getPlanetStatus(createPlanet(), NOW), 'active');
});

test('a planet is open from the start of the year of the minimum age to the end of the year after the maximum age', () => {
  const minimumAgePlanet = createPlanet({ age_min: 10 });
  assert.deepEqual(findPlanetLock(minimumAgePlanet, candidate, '2026-12-31T23:59:59.999Z'), {
    reason: 'too_young',
    minAge: 10,
    opens_at: '2027-01-01T00:00:00.000Z',
  });
  assert.equal(findPlanetLock(minimumAgePlanet, candidate, '2027-01-01T00:00:00.000Z'), null);
  const maximumAgePlanet = createPlanet({ age_max: 9 });
  assert.equal(findPlanetLock(maximumAgePlanet, candidate, '2027-12-31T23:59:59.999Z'), null);
  assert.deepEqual(findPlanetLock(maximumAgePlanet, candidate, '2028-01-01T00:00:00.000Z'), {
    reason: 'too_old',
    maxAge: 9,
  });
});

test('the reason planets_off takes precedence over age and level, and a planet unlocks at exactly its level', () => {
  const planet = createPlanet({ age_min: 15, min_level: 9 });
  assert.deepEqual(findPlanetLock(planet, { ...candidate, mayJoinPlanets: false }, NOW), { reason: 'planets_off' });
  assert.equal(findPlanetLock(createPlanet({ min_level: 3 }), candidate, NOW), null);
  assert.deepEqual(findPlanetLock(createPlanet({ min_level: 4 }), candidate, NOW), {
    reason: 'level',
    requiredLevel: 4,
  });
});

test('a recurring goal covers the current week or month', () => {
  const weekly = { metric: 'xp', target: 1, every: 'week' } as const;
  assert.deepEqual(getGoalPeriod(weekly, '2026-11-22T23:59:59.999Z'), {
    starts_at: '2026-11-16T00:00:00.000Z',
    ends_at: '2026-11-23T00:00:00.000Z',
    firstDay: '2026-11-16',
    lastDay: '2026-11-22',
  });
  const monthly = { ...weekly, every: 'month' } as const;
  const { firstDay, lastDay } = getGoalPeriod(monthly, '2028-02-29T12:00:00.000Z');
  assert.deepEqual([firstDay, lastDay], ['2028-02-01', '2028-02-29']);
});

test('a goal with fixed dates covers every day that overlaps its period', () => {
  const goal = { metric: 'xp', target: 1, starts_at: '2026-12-01T12:00:00.000Z', ends_at: '2026-12-24T00:00:00.000Z' };
  const { firstDay, lastDay } = getGoalPeriod(goal as Parameters<typeof getGoalPeriod>[0], NOW);
  assert.deepEqual([firstDay, lastDay], ['2026-12-01', '2026-12-23']);
});

test('the periods of a recurring goal follow each other without gaps', () => {
  const anyDate = fc.date({ min: new Date('2020-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(anyDate, fc.constantFrom('week', 'month'), (date, every) => {
      const now = date.toISOString();
      const goal = { metric: 'tasks', target: 1, every } as const;
      const period = getGoalPeriod(goal, now);
      assert.ok(period.starts_at <= now && now < period.ends_at);
      assert.equal(getGoalPeriod(goal, period.ends_at).starts_at, period.ends_at);
    }),
  );
});
