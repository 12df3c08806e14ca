import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Database, Handle, Tx } from '../database.ts';
import { createTransactionEndedError } from '../prepared.ts';

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
   * Called for a write that waits for something other than its `db`, with an error whose stack names the caller of the write.
   * Without this function, the write fails with this error.
   */
  readonly onOutsideWait?: (error: Error) => void;
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
  /** The error in case the write waits for something other than its `db`, with the stack of its caller. */
  readonly outsideWaitError: Error;
  hasWaitedOutside: boolean;
}

/** Thrown when SQLite has ended the transaction that several writes share, which undoes all of these writes. */
export class TransactionLostError extends Error {}

/**
 * Collects writes that arrive together. Runs them one after another, each in its own savepoint, and commits them together,
 * because each commit waits for the disk (decision 0029). A failing write is rolled back alone. The callers receive their
 * results and errors after the commit, because even an error may depend on rows that another write has not committed yet.
 */
export function createGroupCommit(writer: Writer, { onOutsideWait }: GroupCommitOptions) {
  const waitingWrites: QueuedWrite[] = [];
  let currentFlush: Promise<void> | undefined;
  let runningWrite: QueuedWrite | undefined;
  let isWatching = false;
  let lastCommitMs = 0;

  async function flush(): Promise<void> {
    while (waitingWrites.length > 0) {
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
      const countBefore = waitingWrites.length;
      await nextTurn();
      quietTurns = waitingWrites.length > countBefore ? 0 : quietTurns + 1;
    }
  }

  function rejectWaiting(error: unknown): void {
    for (const { reject } of waitingWrites.splice(0)) reject(error);
  }

  /** Runs waiting writes in one transaction, for about four times as long as the last commit took (4 to 25 ms). */
  async function runBatch(): Promise<void> {
    await begin();
    const startedWrites: QueuedWrite[] = [];
    try {
      const settleCallbacks: (() => void)[] = [];
      const endsAt = performance.now() + Math.min(25, Math.max(4, 4 * lastCommitMs));
      do {
        const queuedWrite = waitingWrites.shift() as QueuedWrite; // a batch runs only while a write is waiting
        startedWrites.push(queuedWrite);
        settleCallbacks.push(await runInSavepoint(queuedWrite));
      } while (waitingWrites.length > 0 && performance.now() < endsAt);
      commit();
      for (const settle of settleCallbacks) settle();
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
      if (queuedWrite.hasWaitedOutside && !onOutsideWait) throw queuedWrite.outsideWaitError;
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
      onOutsideWait?.(runningWrite.outsideWaitError);
    });
  }

  const write: Database['write'] = (run) =>
    new Promise((resolve, reject) => {
      const outsideWaitError = new Error('A write awaits something other than its transaction.');
      waitingWrites.push({ run, resolve, reject, outsideWaitError, hasWaitedOutside: false });
      currentFlush ??= flush();
    });

  /** Resolves when no write is waiting or running. */
  const waitUntilIdle = async (): Promise<void> => currentFlush;

  return { write, waitUntilIdle, countWaiting: () => waitingWrites.length };
}
