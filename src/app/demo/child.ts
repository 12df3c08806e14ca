import type { Content } from '../../content/index.ts';
import { drawing } from './drawings.ts';
import type { ApiUser } from './people.ts';
import { type ChildStory, OWN_PLANS, STORIES } from './story.ts';

type Roll = (below: number) => number;

export interface DemoChild {
  readonly id: string;
  readonly story: ChildStory;
  person: ApiUser;
}

interface TaskOnWire {
  readonly id: string;
  readonly kind: 'quiz' | 'lesson' | 'creative' | 'real_world';
  readonly status: string;
}

/** One day of a child, as it goes: a few tasks, sometimes one that is known already, a to-do or two. */
export async function playDay(player: DemoChild, content: Content, roll: Roll, pass: (seconds: number) => void) {
  const { person, story } = player;
  for (let left = 1 + roll(story.tasks); left > 0; left -= 1) {
    const task = await pickTask(person, roll);
    if (!task) return;
    pass(20 + roll(60));
    await playTask(player, task, content, roll, pass);
  }
  if (roll(3) === 0) await planSomething(player, roll);
  await tickTodos(player, roll);
}

/** The next open task of a world that has been begun, else of the next one; now and then an old one to practise. */
async function pickTask(person: ApiUser, roll: Roll): Promise<TaskOnWire | undefined> {
  const worlds = (await person.call('GET', '/app/worlds?limit=100')) as { id: string; status: string }[];
  const open = [
    ...worlds.filter(({ status }) => status === 'in_progress'),
    ...worlds.filter(({ status }) => status === 'available'),
  ];
  for (const { id } of roll(4) === 0 ? open.reverse() : open) {
    const tasks = await tasksOf(person, id);
    const known = tasks.filter(({ status, kind }) => status === 'completed' && kind === 'quiz');
    if (known.length > 0 && roll(6) === 0) return known[roll(known.length)];
    const next = tasks.find(({ status }) => ['available', 'in_progress', 'changes_requested'].includes(status));
    if (next) return next;
  }
  return undefined;
}

async function tasksOf(person: ApiUser, worldId: string): Promise<TaskOnWire[]> {
  const locations = (await person.call('GET', `/app/worlds/${worldId}/locations`)) as { id: string }[];
  const whole = [];
  for (const { id } of locations)
    whole.push((await person.call('GET', `/app/locations/${id}`)) as { tasks: TaskOnWire[] });
  return whole.flatMap(({ tasks }) => tasks);
}

async function playTask(
  { person, story }: DemoChild,
  task: TaskOnWire,
  content: Content,
  roll: Roll,
  pass: (seconds: number) => void,
) {
  if (task.kind === 'creative') return handIn(person, story, task.id, roll);
  await person.call('POST', `/app/tasks/${task.id}/start`);
  const items = content.tasks.get(task.id)?.items.filter(({ kind }) => kind !== 'info') ?? [];
  const [hard] = items;
  if (hard && roll(5) === 0) await person.call('POST', `/app/tasks/${task.id}/hint`, { item_id: hard.id });
  pass(60 + roll(240));
  const answers = items.map(({ id }) => ({
    item_id: id,
    response: answer(content, task.id, id, roll(100) < story.skill, roll),
  }));
  await person.call('POST', `/app/tasks/${task.id}/complete`, { answers });
}

/** What a child says: what the key says, or something that looks as good. */
function answer(content: Content, taskId: string, itemId: string, isRight: boolean, roll: Roll): unknown {
  const item = content.tasks.get(taskId)?.items.find(({ id }) => id === itemId);
  const key = content.keys.get(taskId)?.items.get(itemId);
  if (!item || !key) return null;
  const other = <T>(things: readonly T[], right: (thing: T) => boolean) => {
    const wrong = things.filter((thing) => !right(thing));
    return wrong[roll(Math.max(1, wrong.length))] ?? things[0];
  };
  switch (key.kind) {
    case 'single_choice':
    case 'true_false': {
      if (isRight || !('options' in item)) return key.answer;
      return other(item.options, ({ id }) => id === key.answer)?.id;
    }
    case 'multiple_choice':
      return isRight ? key.answers : key.answers.slice(1);
    case 'fill_in': {
      const [right = ''] = Object.values(key.accepted)[0] ?? [];
      return isRight ? right : `${right.slice(0, -1)}`;
    }
    case 'numeric':
      return isRight ? key.answer : key.answer + 1 + roll(3);
    case 'matching': {
      const [a, b] = Object.keys(key.pairs);
      return isRight || !a || !b ? key.pairs : { ...key.pairs, [a]: key.pairs[b], [b]: key.pairs[a] };
    }
    case 'sequencing':
      return isRight ? key.order : [...key.order.slice(1), ...key.order.slice(0, 1)];
    case 'categorize': {
      const [option = ''] = Object.keys(key.groups);
      const wrong = other([...new Set(Object.values(key.groups))], (group) => group === key.groups[option]);
      return isRight ? key.groups : { ...key.groups, [option]: wrong };
    }
    case 'hotspot': {
      const [area] = key.areas;
      return isRight && area ? { x: area.x + area.width / 2, y: area.y + area.height / 2 } : { x: 0.02, y: 0.98 };
    }
  }
}

async function handIn(person: ApiUser, { language }: ChildStory, taskId: string, roll: Roll): Promise<void> {
  if (roll(3) === 0) {
    await person.call('POST', `/app/tasks/${taskId}/submit-creative`, {
      text: STORIES[language] ?? STORIES.en,
      caption: '',
    });
    return;
  }
  const form = new FormData();
  form.append('caption', '');
  form.append('files', new Blob([new Uint8Array(drawing(roll))], { type: 'image/png' }), 'drawing.png');
  await person.call('POST', `/app/tasks/${taskId}/submit-creative`, form);
}

async function planSomething({ person, story }: DemoChild, roll: Roll): Promise<void> {
  const plans = OWN_PLANS[story.name] ?? [];
  const title = plans[roll(plans.length)];
  if (title) await person.call('POST', '/app/todos', { title });
}

async function tickTodos({ person }: DemoChild, roll: Roll): Promise<void> {
  const list = async (query: string) =>
    (await person.call('GET', `/app/todos?status=pending&limit=100${query}`)) as {
      id: string;
      due_date: string | null;
    }[];
  const undated = (await list('')).filter(({ due_date }) => due_date === null);
  for (const { id } of [...undated, ...(await list('&due=overdue')), ...(await list('&due=today'))]) {
    if (roll(3) > 0) await person.call('PATCH', `/app/todos/${id}`, { status: 'done' });
  }
}
