import assert from 'node:assert/strict';
import type { PlanetEntry } from '../../../src/content/index.ts';
import { type Activity, recordActivity } from '../../../src/features/progress/index.ts';
import type { TestApp, TestResponse } from '../test-app.ts';

/** Creates a planet in the format of a pack. */
export function createPlanetEntry(id: string, overrides: Partial<PlanetEntry> = {}): PlanetEntry {
  const name = { en: id, es: `${id} es`, uk: `${id} uk`, pl: `${id} pl` };
  return {
    id,
    name,
    description: name,
    image: 'turtle',
    theme: { color: '5E9C76', icon: 'turtle' },
    kind: 'club',
    capacity: 10,
    ...overrides,
  };
}

/** Replaces the planets of the packs, as reloading other packs would. */
export function setPlanets(app: TestApp, planets: readonly PlanetEntry[]): void {
  const { current } = app.ctx.content;
  app.ctx.content.current = { ...current, planets: new Map(planets.map((planet) => [planet.id, planet])) };
}

/** Records an activity that awards XP. */
export function earnXp(
  app: TestApp,
  profileId: string,
  amount: number,
  activity: Partial<Activity> = {},
): Promise<unknown> {
  const entries = amount === 0 ? [] : [{ reason: 'quiz_passed', amount } as const];
  const source = `task ${app.ctx.random.id()}`;
  return app.ctx.write((ctx) => recordActivity(ctx, { profileId, source, entries, timeZone: null, ...activity }));
}

export interface PlanetResponse {
  readonly id: string;
  readonly member_count: number;
  readonly is_member: boolean;
  readonly goal: { progress: number; my_contribution: number } | null;
  readonly [key: string]: unknown;
}

/** Creates a client of the app's planet endpoints for one child. */
export function createPlanetClient(app: TestApp, token: string, timeZone = 'UTC') {
  const headers = { 'x-timezone': timeZone };
  const call = (method: string, path: string): Promise<TestResponse> =>
    app.call(method, `/app/planets/${path}`, { token, headers });
  const expectOk = async (response: Promise<TestResponse>) => {
    const { body, text, status } = await response;
    assert.equal(status, 200, text);
    return body.data;
  };
  return {
    call,
    join: (id: string) => call('POST', `${id}/join`),
    leave: (id: string) => call('POST', `${id}/leave`),
    joinSuccessfully: (id: string): Promise<PlanetResponse> => expectOk(call('POST', `${id}/join`)),
    leaveSuccessfully: (id: string): Promise<PlanetResponse> => expectOk(call('POST', `${id}/leave`)),
    listOpen: (query = 'limit=100'): Promise<PlanetResponse[]> => expectOk(call('GET', `open?${query}`)),
    listMine: (query = 'limit=100'): Promise<PlanetResponse[]> => expectOk(call('GET', `mine?${query}`)),
  };
}
