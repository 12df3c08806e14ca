import { computed, signal } from '@preact/signals';
import { type Completion, isRequestError, randomId, type UploadProgress } from '../../../typescript/src/index.ts';
import { describeError } from '../api/describe-error.ts';
import { changeCachedData, fetchData } from '../api/requests.ts';
import { callAsChild, session } from '../api/session.ts';
import { openDatabase, type Session } from './database.ts';
import { deleteDraft } from './drafts.ts';
import {
  ensureAttempt,
  isRetryable,
  type QueuedWrite,
  type Receipt,
  type SentResult,
  sendWork,
  type Work,
} from './writes.ts';

/**
 * The stored writes of the child who is signed in: those that wait, those that were refused, and those that had
 * to wait and were sent.
 */
const writes = signal<readonly QueuedWrite[]>([]);
export const waitingWrites = computed(() => writes.value.filter(isWaiting));
export const refusedWrites = computed(() => writes.value.filter(({ refusal }) => refusal !== undefined));
/**
 * The writes that were sent after a wait and have no result to show, until the child dismisses them or `SENT_WRITE_LIFETIME_MS` has
 * passed.
 */
export const sentWrites = computed(() =>
  writes.value.filter(({ sentAt, result }) => sentAt !== undefined && result === undefined),
);
/** The finished tasks that were sent after a wait, until the child has seen the result. */
export const sentResults = computed(() =>
  writes.value.flatMap(({ id = 0, result }) => (result ? [{ id, ...result }] : [])),
);
/** Increases whenever a write is sent while no screen waits for it, so that screens reload the data that the write has changed. */
export const backgroundSendCount = signal(0);
/** Whether the browser reports a network connection. */
export const isOnline = signal(navigator.onLine);

/** Whether creative work for a task is on the device until there is a network. Work that is being sent for the first time has not waited. */
export function isSubmissionWaiting(taskId: string): boolean {
  return waitingWrites.value.some(
    ({ work, hasWaited }) => hasWaited && work?.kind === 'submission' && work.taskId === taskId,
  );
}

/** How long the outbox lists a write that was sent after a wait. */
const SENT_WRITE_LIFETIME_MS = 24 * 3_600_000;
const FIRST_RETRY_DELAY_SECONDS = 5;
const MAX_RETRY_DELAY_SECONDS = 300;

/**
 * Sends a child's work, such as a finished task, after the work that is already waiting. The work is first stored on the
 * device, so that it is not lost. It has an idempotency key, so that a retry does not apply it twice. Returns the response
 * of the service, or `queued` when the work has to wait. Throws the error when the service refuses the work.
 */
export async function sendOrQueue<W extends Work>(
  work: W,
  title: string,
  onProgress?: (progress: UploadProgress) => void,
): Promise<Receipt<W> | 'queued'> {
  const childSession = session.value;
  if (!childSession) throw new Error('Nobody is signed in.');
  const { profileId } = childSession;
  const db = await openDatabase();
  const id = await db.add('writes', { profileId, work, title, key: randomId(), hasWaited: false });
  const outcome = await runExclusively(() => sendWaitingWrites(childSession, { id, onProgress }));
  if (outcome?.error) throw outcome.error;
  if (outcome?.receipt) return outcome.receipt as Receipt<W>; // the receipt is the response to this work
  const unsent = await db.get('writes', id);
  if (unsent) await db.put('writes', { ...unsent, hasWaited: true });
  await reloadInAllTabs();
  return 'queued';
}

/** Sends the waiting writes when the network is back, when a child signs in, and when the app becomes visible. */
export function initializeQueue(): void {
  addEventListener('online', () => {
    isOnline.value = true;
    void flushQueue();
  });
  addEventListener('offline', () => {
    isOnline.value = false;
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void flushQueue();
  });
  queueChannel.onmessage = () => void reloadWrites();
  token.subscribe(() => void flushQueue());
}

/** Deletes a write that the child cancels, or whose result the child has seen and dismisses. */
export async function deleteWrite(id: number): Promise<void> {
  await (await openDatabase()).delete('writes', id);
  await reloadInAllTabs();
}

const token = computed(() => session.value?.token);
/** Informs the other tabs of this device that the queue has changed. */
const queueChannel = new BroadcastChannel('family-play-queue');
let retryTimer: ReturnType<typeof setTimeout> | undefined;
/** When `retryTimer` ends: Unix time in milliseconds. */
let nextRetryAt = Number.POSITIVE_INFINITY;
/** The delay before the next retry, if the service does not tell one. */
let retryDelaySeconds = FIRST_RETRY_DELAY_SECONDS;

/** Sends the waiting writes now, if they can be sent. */
export async function flushQueue(): Promise<void> {
  clearTimeout(retryTimer);
  nextRetryAt = Number.POSITIVE_INFINITY;
  await reloadWrites();
  const childSession = session.value;
  if (childSession && waitingWrites.value.length > 0) await runExclusively(() => sendWaitingWrites(childSession));
}

/**
 * Until when submissions are postponed after a response with status 429: Unix times in milliseconds, by the id of the write. A
 * quota may allow the next file only after a day, so later writes do not wait for a postponed submission.
 */
const postponedUntil = new Map<number | undefined, number>();

/** The result of sending a write. */
interface Outcome {
  readonly receipt?: Receipt;
  /** The error with which the service has refused the work. */
  readonly error?: unknown;
}

/** The write whose result a screen waits for. */
interface AwaitedWrite {
  readonly id: number;
  readonly onProgress: ((progress: UploadProgress) => void) | undefined;
}

/**
 * Sends a child's writes in order until one of them has to wait. Later writes do not wait for a postponed submission.
 * Returns the result of the awaited write, if it was sent or refused.
 */
async function sendWaitingWrites(childSession: Session, awaited?: AwaitedWrite): Promise<Outcome | undefined> {
  if (!navigator.onLine) return undefined;
  for (const write of (await listWrites(childSession.profileId)).filter(isWaiting)) {
    const isAwaited = write.id === awaited?.id;
    const postponedMs = (postponedUntil.get(write.id) ?? 0) - Date.now();
    if (postponedMs > 0) {
      scheduleRetry(postponedMs / 1000);
      continue;
    }
    try {
      const receipt = await sendQueuedWrite(childSession, write, isAwaited ? awaited?.onProgress : undefined);
      retryDelaySeconds = FIRST_RETRY_DELAY_SECONDS;
      const result = toSentResult(write.work, receipt);
      await finishWrite(
        write,
        isAwaited ? undefined : { ...write, work: undefined, sentAt: Date.now(), ...(result && { result }) },
      );
      if (write.work?.kind === 'submission') await deleteDraft(write.work.taskId, childSession.profileId);
      if (write.work?.kind === 'completion') await endCachedAttempt(write.work.taskId, childSession);
      if (isAwaited) return { receipt };
      backgroundSendCount.value += 1;
    } catch (error) {
      if (isRetryable(error)) {
        const delaySeconds = (isRequestError(error) ? error.retryAfterSeconds : undefined) ?? retryDelaySeconds;
        retryDelaySeconds = Math.min(MAX_RETRY_DELAY_SECONDS, retryDelaySeconds * 2);
        scheduleRetry(delaySeconds);
        if (write.work?.kind !== 'submission' || !isRequestError(error, 'RATE_LIMITED')) return undefined;
        postponedUntil.set(write.id, Date.now() + delaySeconds * 1000);
        continue;
      }
      // The screen shows the error of an awaited write. Any other refused write stays in the outbox until the child dismisses it.
      const refusal = describeError(error);
      if (write.work?.kind === 'completion') await endCachedAttempt(write.work.taskId, childSession);
      await finishWrite(write, isAwaited ? undefined : { ...write, work: undefined, refusal });
      if (isAwaited) return { error };
    }
  }
  return undefined;
}

function toSentResult(work: Work | undefined, receipt: Receipt): SentResult | undefined {
  return work?.kind === 'completion' && work.task && receipt !== 'already-received'
    ? { task: work.task, completion: receipt as Completion } // the response to this work
    : undefined;
}

/**
 * Updates the cached task after its attempt has ended, so that the child can play it again without a network. Then fetches
 * the task again, because its next attempt has other generated items.
 */
async function endCachedAttempt(taskId: string, { profileId }: Session): Promise<void> {
  const input = { path: { id: taskId } };
  await changeCachedData(profileId, '/app/tasks/{id}', input, (task) => ({ ...task, attempt: null }));
  if (session.value?.profileId === profileId) fetchData('/app/tasks/{id}', input).catch(() => {});
}

async function sendQueuedWrite(
  childSession: Session,
  write: QueuedWrite,
  onProgress: ((progress: UploadProgress) => void) | undefined,
): Promise<Receipt> {
  const { work } = write;
  if (!work) throw new Error('This write has already been sent or refused.');
  return callAsChild(childSession, async (client) => {
    const workWithAttempt = await ensureAttempt(client, work);
    const triedWrite = { ...write, work: workWithAttempt, firstTriedAt: write.firstTriedAt ?? Date.now() };
    await (await openDatabase()).put('writes', triedWrite);
    return sendWork(client, workWithAttempt, triedWrite, onProgress);
  });
}

/**
 * Deletes a write that was sent or refused. If it had to wait or was refused, `replacement` takes its place in the outbox.
 * `replacement` is undefined when a screen shows the result.
 */
async function finishWrite({ id = 0, hasWaited }: QueuedWrite, replacement: QueuedWrite | undefined): Promise<void> {
  const db = await openDatabase();
  if (replacement && (hasWaited || replacement.refusal !== undefined)) await db.put('writes', replacement);
  else await db.delete('writes', id);
  await reloadInAllTabs();
}

/**
 * Schedules a retry, unless an earlier one is already scheduled. After the earlier retry, a write that still has to wait
 * schedules its own retry again.
 */
function scheduleRetry(delaySeconds: number): void {
  const retryAt = Date.now() + delaySeconds * 1000;
  if (retryAt >= nextRetryAt) return;
  clearTimeout(retryTimer);
  nextRetryAt = retryAt;
  retryTimer = setTimeout(() => void flushQueue(), delaySeconds * 1000);
}

/** Shows the stored writes again in this tab and in the other tabs of this device. */
async function reloadInAllTabs(): Promise<void> {
  queueChannel.postMessage('changed');
  await reloadWrites();
}

/**
 * Reads the writes of the current child again, and deletes those that were sent longer ago than `SENT_WRITE_LIFETIME_MS`, except
 * results that the child has not seen.
 */
async function reloadWrites(): Promise<void> {
  const profileId = session.value?.profileId;
  const storedWrites = profileId === undefined ? [] : await listWrites(profileId);
  const isOld = ({ sentAt = Date.now(), result }: QueuedWrite) =>
    !result && Date.now() - sentAt > SENT_WRITE_LIFETIME_MS;
  const db = await openDatabase();
  for (const { id = 0 } of storedWrites.filter(isOld)) await db.delete('writes', id);
  if (profileId === session.value?.profileId) writes.value = storedWrites.filter((write) => !isOld(write));
}

async function listWrites(profileId: string): Promise<QueuedWrite[]> {
  return (await openDatabase()).getAllFromIndex('writes', 'profileId', profileId);
}

function isWaiting({ sentAt, refusal }: QueuedWrite): boolean {
  return sentAt === undefined && refusal === undefined;
}

let previousRun: Promise<unknown> = Promise.resolve();

/**
 * Calls `run` in one tab at a time. Browsers offer the Web Locks API only to pages that are served over HTTPS or from
 * localhost. In other pages, calls wait for each other only within a tab, and the idempotency keys prevent the service from
 * applying a write twice.
 */
function runExclusively<T>(run: () => Promise<T>): Promise<T> {
  if ('locks' in navigator) return navigator.locks.request('family-play-queue', run);
  const next = previousRun.then(run, run);
  previousRun = next;
  return next;
}
