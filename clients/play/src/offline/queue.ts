import { computed, signal } from '@preact/signals';
import { isRequestError, randomId, type UploadProgress } from '../../../typescript/src/index.ts';
import { asChild, session } from '../api/session.ts';
import { deleteDraft } from './drafts.ts';
import { database, type Session } from './store.ts';
import { mayComeBack, type QueuedWrite, type Receipt, sendWork, type Work, withAttempt } from './writes.ts';

/** What the child who is signed in has done and not sent, or sent later. */
const writes = signal<readonly QueuedWrite[]>([]);
export const waiting = computed(() => writes.value.filter(isUnsent));
export const refused = computed(() => writes.value.filter(({ refusal }) => refusal !== undefined));
/** What was sent after it had to wait, until the child has seen it. */
export const sent = computed(() => writes.value.filter(({ sentAt }) => sentAt !== undefined));
/** Grows when something that had to wait has been sent, so that screens read again what it has changed. */
export const arrivals = signal(0);
/** The network as the browser reports it. */
export const isOnline = signal(navigator.onLine);

/** How long the child can see that something was sent. */
const TOLD_MS = 24 * 3_600_000;
const FIRST_RETRY_SECONDS = 5;
const MAX_RETRY_SECONDS = 300;

/**
 * Sends what a child has done, after what waits already. It is stored on the device first, so that nothing is lost and a retry
 * changes nothing twice. Returns the answer of the service, or `kept` when it has to wait; throws what the service refuses.
 */
export async function deliver<W extends Work>(
  work: W,
  title: string,
  onProgress?: (progress: UploadProgress) => void,
): Promise<Receipt<W> | 'kept'> {
  const child = session.value;
  if (!child) throw new Error('Nobody is signed in.');
  const { profileId } = child;
  const db = await database();
  const id = await db.add('writes', { profileId, work, title, key: randomId(), hasWaited: false });
  const outcome = await exclusively(() => sendAll(child, { id, onProgress }));
  if (outcome?.refusal) throw outcome.refusal;
  if (outcome?.receipt) return outcome.receipt as Receipt<W>; // the answer to this work
  const kept = await db.get('writes', id);
  if (kept) await db.put('writes', { ...kept, hasWaited: true });
  await tellAll();
  return 'kept';
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
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void flush();
  });
  otherTabs.onmessage = () => void refresh();
  token.subscribe(() => void flush());
}

/** Forgets a write that the child has been told about or takes back. */
export async function dismiss(id: number): Promise<void> {
  await (await database()).delete('writes', id);
  await tellAll();
}

const token = computed(() => session.value?.token);
/** Tells the other tabs of this device that the queue has changed. */
const otherTabs = new BroadcastChannel('family-play-queue');
let retryTimer: ReturnType<typeof setTimeout> | undefined;
let retrySeconds = FIRST_RETRY_SECONDS;

/** Sends what waits now, if it can be sent. */
export async function flush(): Promise<void> {
  clearTimeout(retryTimer);
  await refresh();
  const child = session.value;
  if (child && waiting.value.length > 0) await exclusively(() => sendAll(child));
}

/** What has become of one write. */
interface Outcome {
  readonly receipt?: Receipt;
  readonly refusal?: unknown;
}

interface Watched {
  readonly id: number;
  readonly onProgress: ((progress: UploadProgress) => void) | undefined;
}

/** Sends a child's writes in their order until one has to wait. Returns what has become of the watched one. */
async function sendAll(child: Session, watched?: Watched): Promise<Outcome | undefined> {
  if (!navigator.onLine) return undefined;
  for (const write of (await listWrites(child.profileId)).filter(isUnsent)) {
    const isWatched = write.id === watched?.id;
    try {
      const receipt = await sendOne(child, write, isWatched ? watched?.onProgress : undefined);
      retrySeconds = FIRST_RETRY_SECONDS;
      await settle(write, isWatched ? undefined : { ...write, work: undefined, sentAt: Date.now() });
      if (write.work?.kind === 'submission') await deleteDraft(write.work.taskId, child.profileId);
      if (isWatched) return { receipt };
      arrivals.value += 1;
    } catch (error) {
      if (mayComeBack(error)) {
        retryLater(error);
        return undefined;
      }
      // The screen of a watched write says why; any other stays until the child has been told.
      const refusal = error instanceof Error ? error.message : '';
      await settle(write, isWatched ? undefined : { ...write, work: undefined, refusal });
      if (isWatched) return { refusal: error };
    }
  }
  return undefined;
}

async function sendOne(
  child: Session,
  write: QueuedWrite,
  onProgress: ((progress: UploadProgress) => void) | undefined,
): Promise<Receipt> {
  const { work } = write;
  if (!work) throw new Error('This has been sent.');
  return asChild(child, async (client) => {
    const ready = { ...write, work: await withAttempt(client, work), firstTriedAt: write.firstTriedAt ?? Date.now() };
    await (await database()).put('writes', ready);
    return sendWork(client, ready.work, ready, onProgress);
  });
}

/** Replaces a write by what is left of it. Nothing is left of one that never had to wait. */
async function settle({ id = 0, hasWaited }: QueuedWrite, rest: QueuedWrite | undefined): Promise<void> {
  const db = await database();
  if (rest && (hasWaited || rest.refusal !== undefined)) await db.put('writes', rest);
  else await db.delete('writes', id);
  await tellAll();
}

function retryLater(error: unknown): void {
  const seconds = (isRequestError(error) ? error.retryAfter : undefined) ?? retrySeconds;
  retrySeconds = Math.min(MAX_RETRY_SECONDS, retrySeconds * 2);
  clearTimeout(retryTimer);
  retryTimer = setTimeout(() => void flush(), seconds * 1000);
}

async function tellAll(): Promise<void> {
  otherTabs.postMessage('changed');
  await refresh();
}

async function refresh(): Promise<void> {
  const profileId = session.value?.profileId;
  const listed = profileId === undefined ? [] : await listWrites(profileId);
  const isOld = ({ sentAt = Date.now() }: QueuedWrite) => Date.now() - sentAt > TOLD_MS;
  const db = await database();
  for (const { id = 0 } of listed.filter(isOld)) await db.delete('writes', id);
  if (profileId === session.value?.profileId) writes.value = listed.filter((write) => !isOld(write));
}

async function listWrites(profileId: string): Promise<QueuedWrite[]> {
  return (await database()).getAllFromIndex('writes', 'profileId', profileId);
}

function isUnsent({ sentAt, refusal }: QueuedWrite): boolean {
  return sentAt === undefined && refusal === undefined;
}

let last: Promise<unknown> = Promise.resolve();

/** Runs in one tab at a time. Pages that are served over plain HTTP have no locks, and the keys of the writes have to do. */
function exclusively<T>(run: () => Promise<T>): Promise<T> {
  if ('locks' in navigator) return navigator.locks.request('family-play-queue', run);
  const next = last.then(run, run);
  last = next;
  return next;
}
