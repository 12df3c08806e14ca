import {
  type CompleteTaskRequest,
  type Completion,
  type FamilyClient,
  isRequestError,
  type Submission,
  type Todo,
  type UpdateTodoRequest,
  type UploadProgress,
} from '../../../typescript/src/index.ts';

/** What a child has done, as it is sent to the service. */
export type Work =
  | {
      readonly kind: 'completion';
      readonly taskId: string;
      /** Undefined when the task was begun without a network. */
      readonly attemptId: string | undefined;
      readonly body: CompleteTaskRequest;
    }
  | {
      readonly kind: 'submission';
      readonly taskId: string;
      /** The submission that this one follows. */
      readonly previousId: string | undefined;
      readonly body: { readonly text?: string; readonly files?: Blob[] };
    }
  | { readonly kind: 'todo'; readonly todoId: string; readonly body: UpdateTodoRequest }
  | { readonly kind: 'new-todo'; readonly body: { readonly title: string } };

/** What the service answers to some work, or that it had the work already. */
export type Receipt<W extends Work = Work> =
  | 'already there'
  | { completion: Completion; submission: Submission; todo: Todo; 'new-todo': Todo }[W['kind']];

/** Something that a child has done, on its way to the service. */
export interface QueuedWrite {
  readonly id?: number;
  readonly profileId: string;
  /** Undefined after it has arrived: nothing of its content stays on the device. */
  readonly work: Work | undefined;
  /** What the child calls it. */
  readonly title: string;
  readonly key: string;
  /** In milliseconds. Undefined while it was never sent. */
  readonly firstTriedAt?: number;
  /** It could not be sent at once, so the child is told what becomes of it. */
  readonly hasWaited: boolean;
  /** Why the service has refused it. */
  readonly refusal?: string;
  /** In milliseconds. */
  readonly sentAt?: number;
}

/** The service remembers a key for 24 hours. */
const KEY_MS = 23 * 3_600_000;

/** The attempt that a completion belongs to, which is started if there is none. It has to be stored before the completion is sent. */
export async function withAttempt(client: FamilyClient, work: Work): Promise<Work> {
  if (work.kind !== 'completion' || work.attemptId !== undefined) return work;
  const { id } = await client.post('/app/tasks/{id}/start', { path: { id: work.taskId } });
  return { ...work, attemptId: id };
}

/**
 * Sends what a child has done. If it was sent before and the response was lost, the service has its key, and answers the same
 * again; after a day the key is forgotten there, so we look first whether the work has arrived.
 */
export async function sendWork(
  client: FamilyClient,
  work: Work,
  { key, firstTriedAt = Date.now() }: Pick<QueuedWrite, 'key' | 'firstTriedAt'>,
  onProgress?: (progress: UploadProgress) => void,
): Promise<Receipt> {
  const mayHaveArrived = Date.now() - firstTriedAt > KEY_MS;
  if (mayHaveArrived && (await hasArrived(client, work))) return 'already there';
  const idempotencyKey = key;
  switch (work.kind) {
    case 'completion': {
      const body = { ...work.body, ...(work.attemptId !== undefined && { attempt_id: work.attemptId }) };
      try {
        return await client.post('/app/tasks/{id}/complete', { path: { id: work.taskId }, body, idempotencyKey });
      } catch (error) {
        if (mayHaveArrived && isRequestError(error, 'CONFLICT') && error.reason === 'attempt_over')
          return 'already there';
        throw error;
      }
    }
    case 'submission': {
      const path = { id: work.taskId };
      const progress = onProgress && { onProgress };
      return client.post('/app/tasks/{id}/submit-creative', { path, body: work.body, idempotencyKey, ...progress });
    }
    case 'todo':
      return client.patch('/app/todos/{id}', { path: { id: work.todoId }, body: work.body, idempotencyKey });
    case 'new-todo':
      return client.post('/app/todos', { body: work.body, idempotencyKey });
  }
}

/** Whether the service shows what was sent to it more than a day ago. A completion names its attempt, which ends once. */
async function hasArrived(client: FamilyClient, work: Work): Promise<boolean> {
  if (work.kind === 'submission') {
    const { latest_submission } = await client.get('/app/tasks/{id}', { path: { id: work.taskId } });
    return latest_submission !== null && latest_submission.id !== work.previousId;
  }
  if (work.kind === 'new-todo') {
    for await (const { title } of client.items('/app/todos')) if (title === work.body.title.trim()) return true;
  }
  return false;
}

/** Whether the same work may succeed later: without a network, during an outage, after signing in, or after a wait. */
export function mayComeBack(error: unknown): boolean {
  if (!isRequestError(error)) return true; // a fault of the app: nothing may be lost
  return error.code === 'NO_RESPONSE' || error.status >= 500 || [401, 429].includes(error.status);
}
