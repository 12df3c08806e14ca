import assert from 'node:assert/strict';
import type { AnswerKey, Content, Item } from '../../../src/content/index.ts';
import { buildAttemptTask, drawItems } from '../../../src/features/learning/index.ts';
import type { TestApp, TestResponse } from '../test-app.ts';

/** Creates a client of the app's learning endpoints for one child. */
export function createLearningClient(app: TestApp, { id, token }: { id: string; token: string }, timeZone = 'UTC') {
  const call = (method: string, path: string, body?: unknown) =>
    app.call(method, path, { token, headers: { 'x-timezone': timeZone }, ...(body !== undefined && { body }) });
  const expectStatus = async (response: Promise<TestResponse>, status = 200) => {
    const { body, text, status: actualStatus } = await response;
    assert.equal(actualStatus, status, text);
    return body.data;
  };
  const client = {
    id,
    token,
    call,
    getWorld: (worldId: string) => expectStatus(call('GET', `/app/worlds/${worldId}`)),
    getLocation: (locationId: string) => expectStatus(call('GET', `/app/locations/${locationId}`)),
    getTask: (taskId: string) => expectStatus(call('GET', `/app/tasks/${taskId}`)),
    start: (taskId: string) => expectStatus(call('POST', `/app/tasks/${taskId}/start`), 201),
    /** Requests the start of a task that has an open attempt, which returns this attempt. */
    startAgain: (taskId: string) => expectStatus(call('POST', `/app/tasks/${taskId}/start`)),
    complete: (taskId: string, body: object = {}) => expectStatus(call('POST', `/app/tasks/${taskId}/complete`, body)),
    takeHint: (taskId: string, item_id: string) => expectStatus(call('POST', `/app/tasks/${taskId}/hint`, { item_id })),
    saveAnswers: (taskId: string, answers: object[]) =>
      expectStatus(call('PATCH', `/app/tasks/${taskId}/attempt`, { answers })),
    answer: (taskId: string, item_id: string, response: unknown) =>
      expectStatus(call('POST', `/app/tasks/${taskId}/answer`, { item_id, response })),
    answerTwin: (taskId: string, item_id: string, response: unknown) =>
      expectStatus(call('POST', `/app/tasks/${taskId}/twin`, { item_id, response })),
    getStats: () => expectStatus(call('GET', '/app/users/me/stats')),
    /** Starts a task and completes it with correct answers, except for the last `unansweredCount` items. */
    async startAndComplete(taskId: string, { unansweredCount = 0, seconds = 30 } = {}) {
      const { body } = await client.call('POST', `/app/tasks/${taskId}/start`);
      app.advance(seconds);
      const answers = getCorrectAnswersOfAttempt(app, { profileId: client.id, taskId, number: body.data.number });
      return client.complete(taskId, { answers: answers.slice(0, answers.length - unansweredCount) });
    },
  };
  return client;
}

export type LearningClient = ReturnType<typeof createLearningClient>;

/** Returns correct answers to the items of a task except the last `unansweredCount` items. */
export function getCorrectAnswers({ ctx }: TestApp, taskId: string, { unansweredCount = 0 } = {}): ItemAnswer[] {
  const answers = getCorrectAnswersFromContent(ctx.content.current, taskId);
  return answers.slice(0, answers.length - unansweredCount);
}

/** Returns correct answers to the items of one attempt, including generated items. */
export function getCorrectAnswersOfAttempt(app: TestApp, attempt: Parameters<typeof drawItems>[1]): ItemAnswer[] {
  return listCorrectAnswers(getAttemptTask(app, attempt));
}

/** Returns the items of one attempt, including generated items, with their answer keys. */
export function getAttemptTask({ ctx }: TestApp, attempt: Parameters<typeof drawItems>[1]) {
  const content = ctx.content.current;
  const task = content.tasks.get(attempt.taskId);
  assert.ok(task, `there is a task ${attempt.taskId}`);
  return buildAttemptTask(content, task, drawItems(content, attempt), 'en');
}

interface ItemAnswer {
  readonly item_id: string;
  readonly response: unknown;
}

export function getCorrectAnswersFromContent(content: Content, taskId: string): ItemAnswer[] {
  const task = content.tasks.get(taskId);
  const itemKeys = content.taskKeys.get(taskId)?.itemKeys;
  assert.ok(task && itemKeys, `there is a task ${taskId}`);
  return listCorrectAnswers({ task, itemKeys });
}

export function listCorrectAnswers({ task, itemKeys }: ReturnType<typeof buildAttemptTask>): ItemAnswer[] {
  return task.items.flatMap((item) => {
    const key = itemKeys.get(item.id);
    return key ? [{ item_id: item.id, response: getCorrectResponse(item, key) }] : [];
  });
}

/** Returns the correct response of an answer key in the format of a child's response. */
export function getCorrectResponse(item: Item, key: AnswerKey): unknown {
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
    case 'trace':
      assert.ok(item.kind === 'trace');
      return { strokes: item.strokes.en };
    case 'hotspot': {
      const [area] = key.areas;
      assert.ok(area, `${item.id} has an area`);
      return { x: area.x + area.width / 2, y: area.y + area.height / 2 };
    }
  }
}
