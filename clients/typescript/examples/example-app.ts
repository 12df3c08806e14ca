import {
  type AnswerInput,
  type AnswerValue,
  createClient,
  type FamilyClient,
  type Item,
  randomId,
  type Task,
} from '../src/index.ts';

// An example of the client: a child registers, answers items of every kind, submits a drawing, joins a planet and reads the
// leaderboard.

/**
 * Plays tasks until items of all kinds have been answered, joins a planet, and returns a summary. The child plays each quiz twice:
 * first with guesses, then with the answers that `findAnswer` returns.
 */
export async function runExampleApp(baseUrl: string, findAnswer: (task: Task, item: Item) => AnswerValue | undefined) {
  const family = createClient({ baseUrl, deviceId: randomId(), maxRetryDelaySeconds: 60 });
  const registration = { birth_year: 2016, language: 'en', avatar_id: 'fox', pin: '4071' };
  const { token } = await family.post('/app/auth/register/child', { body: registration });
  const child = family.withToken(token);
  const kinds = new Set<Item['kind']>();
  let [wrongCount, rightCount] = [0, 0];
  for await (const task of iterateOpenTasks(child)) {
    if (task.kind === 'creative') await submitDrawing(child, task);
    if (task.kind === 'lesson' || task.kind === 'real_world') await playTask(child, task, () => undefined);
    if (task.kind !== 'quiz') continue;
    const firstAttempt = await playTask(child, task, guess);
    for (const { kind } of firstAttempt.items) if (kind !== 'info') kinds.add(kind);
    const secondAttempt = await playTask(child, task, (item) => findAnswer(task, item));
    wrongCount += firstAttempt.results.filter((result) => !result.correct).length;
    rightCount += secondAttempt.results.filter((result) => result.correct).length;
    if (kinds.size === ITEM_KIND_COUNT) break;
  }
  await joinPlanet(child);
  const { xp_total, level_name } = await child.get('/app/users/me/stats');
  const rankings = await child.get('/app/rankings', { query: { scope: 'family' } });
  return { kinds: [...kinds].sort(), wrongCount, rightCount, xp_total, level_name, rank: rankings.meta.me?.rank };
}

/** The number of kinds of items that need an answer: all except `info`. */
const ITEM_KIND_COUNT = 10;

/** Iterates over the tasks that the child may start, also those that open when another task is completed. */
async function* iterateOpenTasks(child: FamilyClient): AsyncGenerator<Task> {
  const playedIds = new Set<string>();
  let previousPlayedCount = -1; // less than the size of the empty set, so that the loop begins
  while (playedIds.size > previousPlayedCount) {
    previousPlayedCount = playedIds.size;
    for await (const world of child.entries('/app/worlds')) {
      for (const { id } of await child.get('/app/worlds/{id}/locations', { path: { id: world.id } })) {
        const { tasks } = await child.get('/app/locations/{id}', { path: { id } });
        for (const task of tasks.filter(({ id: taskId, lock }) => lock === null && !playedIds.has(taskId))) {
          playedIds.add(task.id);
          yield task;
        }
      }
    }
  }
}

async function playTask(child: FamilyClient, { id }: Task, chooseResponse: (item: Item) => AnswerValue | undefined) {
  const path = { id };
  await child.post('/app/tasks/{id}/start', { path });
  const { items } = await child.get('/app/tasks/{id}', { path });
  const answers = items.flatMap((item): AnswerInput[] => {
    const response = chooseResponse(item);
    return response === undefined ? [] : [{ item_id: item.id, response }];
  });
  const completion = await child.post('/app/tasks/{id}/complete', { path, body: { answers } });
  return { items, results: completion.items };
}

/** Returns a valid response to an item. The response is probably not correct. */
function guess(item: Item): AnswerValue | undefined {
  const getFirstId = (options: readonly { readonly id: string }[]) => options[0]?.id ?? '';
  switch (item.kind) {
    case 'single_choice':
    case 'true_false':
      return getFirstId(item.options);
    case 'multiple_choice':
      return item.options.slice(0, item.select_min).map(({ id }) => id);
    case 'fill_in':
      return 'no idea'.slice(0, item.max_length);
    case 'numeric':
      return -1;
    case 'matching':
      return Object.fromEntries(item.left.map(({ id }, i) => [id, item.right[i]?.id ?? '']));
    case 'sequencing':
      return item.options.map(({ id }) => id);
    case 'categorize':
      return Object.fromEntries(item.options.map(({ id }) => [id, getFirstId(item.categories)]));
    case 'hotspot':
      return { x: 0.01, y: 0.01 };
    case 'trace':
      return { strokes: [] };
    case 'info':
      return undefined;
  }
}

async function submitDrawing(child: FamilyClient, { id }: Task): Promise<void> {
  const drawing = new Blob([Uint8Array.from(atob(ONE_PIXEL), (char) => char.charCodeAt(0))], { type: 'image/png' });
  const body = { caption: 'A very small drawing', files: [drawing] };
  await child.post('/app/tasks/{id}/submit-creative', { path: { id }, body });
}

/** A PNG of one pixel, in Base64. */
const ONE_PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

async function joinPlanet(child: FamilyClient): Promise<void> {
  for await (const { id, lock } of child.entries('/app/planets/open')) {
    if (lock === null) return void (await child.post('/app/planets/{id}/join', { path: { id } }));
  }
}
