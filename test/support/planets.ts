import assert from 'node:assert/strict';
import type { PlanetEntry } from '../../src/content/index.ts';
import { type Activity, recordActivity } from '../../src/features/progress/index.ts';
import type { Answer, World } from './test-app.ts';

/** A planet as a pack may bring it. */
export function entry(id: string, change: Partial<PlanetEntry> = {}): PlanetEntry {
  const words = { en: id, es: `${id} es`, uk: `${id} uk`, pl: `${id} pl` };
  return {
    id,
    name: words,
    description: words,
    image: 'turtle',
    theme: { color: '5E9C76', icon: 'turtle' },
    kind: 'club',
    capacity: 10,
    ...change,
  };
}

/** Has the packs bring these planets, as a reload would. */
export function bring(world: World, entries: readonly PlanetEntry[]): void {
  const { current } = world.ctx.content;
  world.ctx.content.current = { ...current, planets: new Map(entries.map((each) => [each.id, each])) };
}

/** Tells progress that a child has earned something. */
export function earn(world: World, profileId: string, amount: number, fact: Partial<Activity> = {}): Promise<unknown> {
  const entries = amount === 0 ? [] : [{ reason: 'quiz_passed', amount } as const];
  const source = `task ${world.ctx.random.id()}`;
  return world.ctx.write((unit) => recordActivity(unit, { profileId, source, entries, zone: null, ...fact }));
}

export interface Seen {
  readonly id: string;
  readonly member_count: number;
  readonly is_member: boolean;
  readonly goal: { progress: number; my_contribution: number } | null;
  readonly [key: string]: unknown;
}

/** What the app does with planets, for one child. */
export function traveller(world: World, token: string, zone = 'UTC') {
  const headers = { 'x-timezone': zone };
  const call = (method: string, path: string): Promise<Answer> =>
    world.call(method, `/app/planets/${path}`, { token, headers });
  const good = async (answer: Promise<Answer>) => {
    const { body, text, status } = await answer;
    assert.equal(status, 200, text);
    return body.data;
  };
  return {
    call,
    join: (id: string) => call('POST', `${id}/join`),
    leave: (id: string) => call('POST', `${id}/leave`),
    joins: (id: string): Promise<Seen> => good(call('POST', `${id}/join`)),
    leaves: (id: string): Promise<Seen> => good(call('POST', `${id}/leave`)),
    open: (query = 'limit=100'): Promise<Seen[]> => good(call('GET', `open?${query}`)),
    mine: (query = 'limit=100'): Promise<Seen[]> => good(call('GET', `mine?${query}`)),
  };
}

/** All of a cursor list, page by page. */
export async function walk(
  world: World,
  token: string,
  path: string,
  limit: number,
  // biome-ignore lint/suspicious/noExplicitAny: a test reads bodies it knows
): Promise<{ items: any[]; pages: any[] }> {
  const pages = [];
  let cursor: string | null = null;
  do {
    const query: string = `limit=${limit}${cursor === null ? '' : `&cursor=${cursor}`}`;
    const { status, body, text } = await world.call('GET', `${path}${path.includes('?') ? '&' : '?'}${query}`, {
      token,
    });
    assert.equal(status, 200, text);
    assert.equal(body.has_more, body.next_cursor !== null);
    pages.push(body);
    cursor = body.next_cursor;
    assert.ok(pages.length < 1000, 'it ends');
  } while (cursor !== null);
  return { items: pages.flatMap(({ data }) => data), pages };
}
