import {
  type CompleteTaskRequest,
  type Completion,
  type FamilyClient,
  isRequestError,
  type SubmittedWork,
  type TaskDetail,
  type Todo,
  type UpdateTodoRequest,
  type UploadProgress,
} from '../../../typescript/src/index.ts';

/**
 * What a child has done, as it is sent to the service: a finished task, a creative submission, or a changed or new
 * to-do.
 */
export type Work =
  | {
      readonly kind: 'completion';
      readonly taskId: string;
      /** The task that the child has finished, which is shown with the result. Earlier versions of the app did not store it. */
      readonly task?: TaskDetail;
      /** Undefined when there is no attempt yet: the task was started without a network, or it is a `real_world` task. */
      readonly attemptId: string | undefined;
      readonly body: CompleteTaskRequest;
    }
  | {
      readonly kind: 'submission';
      readonly taskId: string;
      /** The id of the previous submission for the task, if there is one. */
      readonly previousId: string | undefined;
      readonly body: { readonly text?: string; readonly files?: Blob[] };
    }
  | { readonly kind: 'todo'; readonly todoId: string; readonly body: UpdateTodoRequest }
  | { readonly kind: 'new-todo'; readonly body: { readonly title: string } };

/** The response of the service to a piece of work, or `already-received` if the service had received the work before. */
export type Receipt<W extends Work = Work> =
  | 'already-received'
  | { completion: Completion; submission: SubmittedWork; todo: Todo; 'new-todo': Todo }[W['kind']];

/** Work that is stored on the device until it is sent. Work that had to wait or was refused then stays in the outbox. */
export interface QueuedWrite {
  /** Assigned by the database, so that every stored write has one. */
  readonly id?: number;
  readonly profileId: string;
  /** Undefined once the service has received or refused the work, so that its content does not stay on the device. */
  readonly work: Work | undefined;
  /** The title of the task or to-do. */
  readonly title: string;
  /** The value of the header Idempotency-Key. */
  readonly key: string;
  /** When the app first tried to send the work: Unix time in milliseconds. Undefined before that. */
  readonly firstTriedAt?: number;
  /** Whether the work had to wait, because it could not be sent immediately. The outbox then shows its state. */
  readonly hasWaited: boolean;
  /** The error message that the child sees, if the service has refused the work. */
  readonly refusal?: string;
  /** When the app received the response to the work: Unix time in milliseconds. Undefined before that. */
  readonly sentAt?: number;
  /** The result of a finished task that was sent after a wait, until the child has seen it. */
  readonly result?: SentResult;
}

export interface SentResult {
  /** The task with the questions that the child has answered. */
  readonly task: TaskDetail;
  readonly completion: Completion;
}

/** How long the app relies on an idempotency key after its first use. The service stores a key for 24 hours. */
const KEY_LIFETIME_MS = 23 * 3_600_000;

/**
 * Starts an attempt for a completion that has none, and returns the completion with the id of the attempt. The caller stores
 * the completion before sending it, so that a retry completes the same attempt. Returns any other work unchanged.
 */
export async function ensureAttempt(client: FamilyClient, work: Work): Promise<Work> {
  if (work.kind !== 'completion' || work.attemptId !== undefined) return work;
  const { id } = await client.post('/app/tasks/{id}/start', { path: { id: work.taskId } });
  return { ...work, attemptId: id };
}

/**
 * Sends a piece of work. If it was sent before and the response was lost, the service recognizes the key and sends the same
 * response again. When the key may have expired, this function first checks whether the service has received the work.
 */
export async function sendWork(
  client: FamilyClient,
  work: Work,
  { key: idempotencyKey, firstTriedAt = Date.now() }: Pick<QueuedWrite, 'key' | 'firstTriedAt'>,
  onProgress?: (progress: UploadProgress) => void,
): Promise<Receipt> {
  const isKeyExpired = Date.now() - firstTriedAt > KEY_LIFETIME_MS;
  if (isKeyExpired && (await hasArrived(client, work, firstTriedAt))) return 'already-received';
  switch (work.kind) {
    case 'completion': {
      const body = { ...work.body, ...(work.attemptId !== undefined && { attempt_id: work.attemptId }) };
      try {
        return await client.post('/app/tasks/{id}/complete', { path: { id: work.taskId }, body, idempotencyKey });
      } catch (error) {
        if (isKeyExpired && isRequestError(error, 'CONFLICT') && error.reason === 'attempt_over')
          return 'already-received';
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

/** By how much the clock of the device may be ahead of the clock of the service. */
const MAX_CLOCK_SKEW_MS = 10 * 60_000;

/**
 * Whether work that the app first tried to send at `firstTriedAt` has arrived: after that time, the service received a
 * submission with the same text and number of files, or a to-do with the same title. A completion needs no check,
 * because its attempt can end only once, and a change of a to-do needs none, because the same change has no effect the
 * second time.
 */
async function hasArrived(client: FamilyClient, work: Work, firstTriedAt: number): Promise<boolean> {
  const isNewEnough = (instant: string) => Date.parse(instant) >= firstTriedAt - MAX_CLOCK_SKEW_MS;
  if (work.kind === 'submission') {
    const { latest_submission: latest } = await client.get('/app/tasks/{id}', { path: { id: work.taskId } });
    if (!latest || latest.id === work.previousId || !isNewEnough(latest.submitted_at)) return false;
    const { text = '', files = [] } = work.body;
    return (latest.text ?? '') === text.trim().normalize() && latest.media.length === files.length;
  }
  if (work.kind === 'new-todo') {
    const expectedTitle = work.body.title.trim().normalize();
    for await (const { title, created_at } of client.entries('/app/todos'))
      if (title === expectedTitle && isNewEnough(created_at)) return true;
  }
  return false;
}

/**
 * Whether sending the same work again can succeed: when the network is back, after an outage, after signing in, after a
 * rate limit, or when the service has finished processing an earlier try.
 */
export function isRetryable(error: unknown): boolean {
  if (!isRequestError(error)) return true; // a bug in the app must not lose the work
  if (error.status === 413) return false; // also when a proxy responds instead of the service

  return (
    error.code === 'NO_RESPONSE' ||
    error.status >= 500 ||
    [401, 429].includes(error.status) ||
    error.reason === 'in_progress'
  );
}
