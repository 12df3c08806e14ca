import { signal } from '@preact/signals';
import { isRequestError, randomId } from '../../../typescript/src/index.ts';
import { family, session } from '../api/session.ts';
import { database, type QueuedWrite } from './store.ts';

/** How many things of the child wait to be sent. */
export const waiting = signal(0);
/** The network as the browser reports it. */
export const isOnline = signal(navigator.onLine);

/** A key is valid for 24 hours; an older write is sent with a new one, which the service checks against what it has. */
const KEY_MS = 23 * 3_600_000;

/** Keeps a finished task until the network is back. */
export async function queueCompletion(taskId: string, body: object): Promise<void> {
  const profileId = session.value?.profileId ?? '';
  const path = `/app/tasks/${taskId}/complete`;
  const db = await database();
  await db.add('writes', { profileId, taskId, path, body, key: randomId(), firstTriedAt: Date.now() });
  await countWaiting();
}

/** Sends what waits whenever there is a network and a child is signed in. */
export function watchQueue(): void {
  addEventListener('online', () => {
    isOnline.value = true;
    void flush();
  });
  addEventListener('offline', () => {
    isOnline.value = false;
  });
  session.subscribe(() => void flush());
}

/** Sends the child's writes in their order, in one tab at a time. */
export async function flush(): Promise<void> {
  await countWaiting();
  if (waiting.value === 0 || !navigator.onLine) return;
  if ('locks' in navigator) await navigator.locks.request('family-play-queue', sendAll);
  else await sendAll();
  await countWaiting();
}

async function sendAll(): Promise<void> {
  const db = await database();
  for (const write of await listWrites()) {
    if (!(await trySend(write))) return;
    await db.delete('writes', write.id ?? 0);
  }
}

/** Whether a write is done with: sent, or refused for good. */
async function trySend({ taskId, body, key, firstTriedAt }: QueuedWrite): Promise<boolean> {
  const path = { id: taskId };
  const idempotencyKey = Date.now() - firstTriedAt < KEY_MS ? key : randomId();
  try {
    await family().post('/app/tasks/{id}/start', { path });
    await family().post('/app/tasks/{id}/complete', { path, body, idempotencyKey });
    return true;
  } catch (error) {
    const comesBack =
      isRequestError(error) && (error.status === 0 || error.status >= 500 || [401, 429].includes(error.status));
    return !comesBack;
  }
}

async function countWaiting(): Promise<void> {
  waiting.value = (await listWrites()).length;
}

async function listWrites(): Promise<QueuedWrite[]> {
  return (await database()).getAllFromIndex('writes', 'profileId', session.value?.profileId ?? '');
}
