import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { currentWork } from '../../concurrency/current-work.ts';
import { RoundRobinQueue } from '../../concurrency/round-robin-queue.ts';
import type { Database, Handle, Tx } from '../database.ts';
import { createTransactionEndedError } from '../transaction.ts';

/**
 * The maximum time that a batch waits for further writes. The event loop accepts one connection per turn, so writes arrive one by
 * one.
 */
const MAX_WAIT_FOR_WRITES_MS = 5;
/**
 * A batch begins after this many turns of the event loop without a further write. One turn is not enough, because a request whose
 * body has arrived continues in the next turn.
 */
const QUIET_TURNS = 2;
/** How long a write waits while another process has locked the database. */
const MAX_BUSY_MS = 5000;
const BUSY_RETRY_MS = 10;

export interface GroupCommitOptions {
  /**
   * Called with the origin (a route or a job) of a write that waits for something other than its `db`. Without this
   * function, such a write fails.
   */
  readonly onOutsideWait?: (origin: string) => void;
}

/** The functions of the writing connection that the group commit needs. */
export interface Writer {
  /** Runs `use` while nothing else uses the connection. */
  runExclusively(use: () => Promise<void>): Promise<void>;
  execute(sql: string): void;
  /** Whether a transaction is open. SQLite itself can end a transaction, for example when the disk fails. */
  isInTransaction(): boolean;
  isBusy(error: unknown): boolean;
  /** Creates a transaction that calls `assertOpen` before each query. */
  createTransaction(assertOpen: () => void): Tx;
}

/** A write that waits for its turn or for its commit. */
interface QueuedWrite {
  readonly run: (transaction: Handle<Tx>) => Promise<unknown>;
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
  readonly origin: string;
  /** The error of a write that waits for something other than its `db`, with the stack of its caller. */
  readonly outsideWaitError: Error | undefined;
  hasWaitedOutside: boolean;
}

/** Thrown when SQLite has ended the transaction that several writes share, which undoes all of these writes. */
export class TransactionLostError extends Error {}

/** After this time, the results of further writes are passed to their callers in the next turn of the event loop. */
const SETTLE_MS = 5;

/**
 * Passes the results of a batch to the callers of its writes, now or in later turns of the event loop. There may be dozens of
 * callers, and each may then spend milliseconds on reading and rendering a page. Each caller is called in a separate callback, so
 * that one caller has ended its synchronous work before the next one is called.
 */
function settleInTurns(callbacks: readonly (() => void)[]): void {
  let turnStartedAt: number | undefined;
  const endTurn = () => {
    turnStartedAt = undefined;
  };
  const settleOne = (settle: () => void) => {
    const now = performance.now();
    if (turnStartedAt === undefined) {
      turnStartedAt = now;
      setImmediate(endTurn);
    }
    if (now - turnStartedAt > SETTLE_MS) setImmediate(settleOne, settle);
    else settle();
  };
  if (callbacks.length === 1) callbacks[0]?.();
  else for (const settle of callbacks) setImmediate(settleOne, settle);
}

/**
 * Collects writes that arrive together. Runs them one after another, each in its own savepoint, and commits them together,
 * because each commit waits for the disk (decision 0029). Clients take turns, so that the writes of one client hardly delay the
 * writes of others. A failing write is rolled back alone. The callers receive their results and errors after the commit, because
 * even an error may depend on rows that another write has not committed yet.
 */
export function createGroupCommit(writer: Writer, { onOutsideWait }: GroupCommitOptions) {
  const waitingWrites = new RoundRobinQueue<QueuedWrite>();
  let currentFlush: Promise<void> | undefined;
  let runningWrite: QueuedWrite | undefined;
  let isWatching = false;
  let lastCommitMs = 0;

  async function flush(): Promise<void> {
    while (waitingWrites.size > 0) {
      await waitForMoreWrites();
      await writer.runExclusively(runBatch).catch(rejectWaiting);
    }
    currentFlush = undefined;
  }

  /** Waits while further writes arrive. */
  async function waitForMoreWrites(): Promise<void> {
    const startedAt = performance.now();
    let quietTurns = 0;
    while (quietTurns < QUIET_TURNS && performance.now() - startedAt < MAX_WAIT_FOR_WRITES_MS) {
      const countBefore = waitingWrites.size;
      await nextTurn();
      quietTurns = waitingWrites.size > countBefore ? 0 : quietTurns + 1;
    }
  }

  function rejectWaiting(error: unknown): void {
    for (let queuedWrite = waitingWrites.takeNext(); queuedWrite; queuedWrite = waitingWrites.takeNext())
      queuedWrite.reject(error);
  }

  /** Runs waiting writes in one transaction, for about four times as long as the last commit took (4 to 25 ms). */
  async function runBatch(): Promise<void> {
    await begin();
    const startedWrites: QueuedWrite[] = [];
    try {
      const settleCallbacks: (() => void)[] = [];
      const endsAt = performance.now() + Math.min(25, Math.max(4, 4 * lastCommitMs));
      do {
        const queuedWrite = waitingWrites.takeNext() as QueuedWrite; // a batch runs only while a write is waiting
        startedWrites.push(queuedWrite);
        settleCallbacks.push(await runInSavepoint(queuedWrite));
      } while (waitingWrites.size > 0 && performance.now() < endsAt);
      commit();
      settleInTurns(settleCallbacks);
    } catch (error) {
      for (const { reject } of startedWrites) reject(error);
      rollBack();
    }
  }

  async function begin(): Promise<void> {
    rollBack(); // in case an earlier rollback failed
    const giveUpAt = performance.now() + MAX_BUSY_MS;
    for (;;) {
      try {
        return writer.execute('begin immediate');
      } catch (error) {
        if (!writer.isBusy(error) || performance.now() > giveUpAt) throw error;
        await sleep(BUSY_RETRY_MS); // SQLite's own wait would block the event loop
      }
    }
  }

  function commit(): void {
    const startedAt = performance.now();
    writer.execute('commit');
    lastCommitMs = performance.now() - startedAt;
  }

  function rollBack(): void {
    if (writer.isInTransaction()) writer.execute('rollback');
  }

  /**
   * Runs a write in a savepoint. Returns the function that passes the result or the error to the caller of the write. Throws when
   * SQLite has ended the whole transaction.
   */
  async function runInSavepoint(queuedWrite: QueuedWrite): Promise<() => void> {
    let isOpen = true;
    const tx = writer.createTransaction(() => {
      if (!isOpen) throw createTransactionEndedError();
      if (!writer.isInTransaction()) throw new TransactionLostError('SQLite has ended the transaction.');
    });
    writer.execute('savepoint work');
    try {
      runningWrite = queuedWrite;
      watchRunningWrite();
      const result = await queuedWrite.run({ db: tx });
      if (queuedWrite.hasWaitedOutside && queuedWrite.outsideWaitError) throw queuedWrite.outsideWaitError;
      writer.execute('release work');
      return () => queuedWrite.resolve(result as never); // `queuedWrite.run` has returned the type that its caller expects
    } catch (error) {
      if (!writer.isInTransaction())
        throw new TransactionLostError('SQLite has ended the transaction.', { cause: error });
      writer.execute('rollback to work');
      writer.execute('release work');
      return () => queuedWrite.reject(error);
    } finally {
      isOpen = false;
      runningWrite = undefined;
    }
  }

  /**
   * Marks the running write if it waits for something other than its `db`: work that awaits only its `db` ends within this
   * turn of the event loop, so work that is still running in the next turn waits for something else.
   */
  function watchRunningWrite(): void {
    if (isWatching) return;
    isWatching = true;
    setImmediate(() => {
      isWatching = false;
      if (!runningWrite || runningWrite.hasWaitedOutside) return;
      runningWrite.hasWaitedOutside = true;
      onOutsideWait?.(runningWrite.origin);
    });
  }

  const write: Database['write'] = (run) =>
    new Promise((resolve, reject) => {
      const outsideWaitError = onOutsideWait
        ? undefined
        : new Error('A write awaits something other than its transaction.');
      const { name: origin, client } = currentWork.getStore() ?? { name: 'unknown', client: '' };
      waitingWrites.add(client, { run, resolve, reject, origin, outsideWaitError, hasWaitedOutside: false });
      currentFlush ??= flush();
    });

  /** Resolves when no write is waiting or running. */
  const waitUntilIdle = async (): Promise<void> => currentFlush;

  return { write, waitUntilIdle, countWaiting: () => waitingWrites.size };
}
