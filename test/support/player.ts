import assert from 'node:assert/strict';
import type { Content, Item, ItemKey } from '../../src/content/index.ts';
import type { Answer, World } from './test-app.ts';

export const UNHURRIED = { env: { RATE_LIMITS: 'off' } };

/** A child who plays: what the app does with worlds and tasks, for one token. */
export function playerOf(world: World, { id, token }: { id: string; token: string }, zone = 'UTC') {
  const call = (method: string, path: string, body?: unknown) =>
    world.call(method, path, { token, headers: { 'x-timezone': zone }, ...(body !== undefined && { body }) });
  const good = async (answer: Promise<Answer>, status = 200) => {
    const { body, text, status: given } = await answer;
    assert.equal(given, status, text);
    return body.data;
  };
  const player = {
    id,
    token,
    call,
    world: (worldId: string) => good(call('GET', `/app/worlds/${worldId}`)),
    location: (locationId: string) => good(call('GET', `/app/locations/${locationId}`)),
    task: (taskId: string) => good(call('GET', `/app/tasks/${taskId}`)),
    start: (taskId: string, status = 201) => good(call('POST', `/app/tasks/${taskId}/start`), status),
    complete: (taskId: string, body: object = {}) => good(call('POST', `/app/tasks/${taskId}/complete`, body)),
    hint: (taskId: string, item_id: string) => good(call('POST', `/app/tasks/${taskId}/hint`, { item_id })),
    save: (taskId: string, answers: object[]) => good(call('PATCH', `/app/tasks/${taskId}/attempt`, { answers })),
    stats: () => good(call('GET', '/app/users/me/stats')),
    /** Starts a task and completes it with every answer right, but for the last `wrong` ones. */
    async play(taskId: string, { wrong = 0, seconds = 30 } = {}) {
      await player.call('POST', `/app/tasks/${taskId}/start`);
      world.pass(seconds);
      return player.complete(taskId, { answers: solve(world, taskId, wrong) });
    },
  };
  return player;
}

export type Player = ReturnType<typeof playerOf>;

/** Right answers to every item of a task, as its key has them; the last `wrong` ones are left out. */
export function solve({ ctx }: World, taskId: string, wrong = 0): Response[] {
  return solveFrom(ctx.content.current, taskId, wrong);
}

interface Response {
  readonly item_id: string;
  readonly response: unknown;
}

export function solveFrom(content: Content, taskId: string, wrong = 0): Response[] {
  const task = content.tasks.get(taskId);
  const keys = content.keys.get(taskId)?.items;
  assert.ok(task && keys, `there is a task ${taskId}`);
  const answers = task.items.flatMap((item) => {
    const key = keys.get(item.id);
    return key ? [{ item_id: item.id, response: rightResponse(item, key) }] : [];
  });
  return answers.slice(0, answers.length - wrong);
}

/** What the key says, in the form in which a child answers. */
function rightResponse(item: Item, key: ItemKey): unknown {
  switch (key.kind) {
    case 'single_choice':
    case 'true_false':
    case 'numeric':
      return key.answer;
    case 'multiple_choice':
      return key.answers;
    case 'fill_in':
      return Object.values(key.accepted)[0]?.[0];
    case 'matching':
      return key.pairs;
    case 'sequencing':
      return key.order;
    case 'categorize':
      return key.groups;
    case 'hotspot': {
      const [area] = key.areas;
      assert.ok(area, `${item.id} has an area`);
      return { x: area.x + area.width / 2, y: area.y + area.height / 2 };
    }
  }
}
