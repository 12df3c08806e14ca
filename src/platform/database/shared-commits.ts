import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { currentWork } from '../concurrency/current-work.ts';
import type { Database, Tx } from './database.ts';
import { transactionHasEnded } from './transaction.ts';

/** How long new writes may postpone a commit. Connections are accepted one per turn of the event loop. */
const GATHER_MS = 5;
/** How long a write waits for another process that has locked the database. */
const BUSY_MS = 5000;
const BUSY_RETRY_MS = 10;

export interface SharedCommitsOptions {
  /**
   * Called with the place (a route or a job) of a write that waits for something other than its `tx`. Without it, such a
   * write fails.
   */
  readonly onForeignWait?: (place: string) => void;
}

/** The connection that writes. */
export interface Writer {
  /** Runs `use` while nothing else uses the connection. */
  exclusively(use: () => Promise<void>): Promise<void>;
  execute(sql: string): void;
  /** Whether SQLite is in a transaction. SQLite ends one by itself, for example when the disk fails. */
  isInTransaction(): boolean;
  isBusy(error: unknown): boolean;
  /** A transaction that calls `assertOpen` before each query. */
  transaction(assertOpen: () => void): Tx;
}

/** A write that waits for its turn or for its commit. */
interface Work {
  readonly run: (tx: Tx) => Promise<unknown>;
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
  readonly place: string;
  /** The error of a write that waits for something other than its `tx`, with the stack of its caller. */
  readonly foreignWait: Error | undefined;
  waited: boolean;
}

/** SQLite has ended the transaction of several writes, and all of them are undone. */
export class TransactionLost extends Error {}

/**
 * Runs writes that arrive together one after another, each in its own savepoint, and commits them together, because each
 * commit waits for the disk (decision 0029). A failing write is rolled back alone. All are answered after the commit:
 * even an error may rest on rows that another write has not committed yet.
 */
export function shareCommits(writer: Writer, { onForeignWait }: SharedCommitsOptions) {
  let waiting: Work[] = [];
  let flushing: Promise<void> | undefined;
  let running: Work | undefined;
  let isWatching = false;
  let lastCommitMs = 0;

  async function flush(): Promise<void> {
    while (waiting.length > 0) {
      await waitForMoreWrites();
      await writer.exclusively(runBatch).catch(rejectWaiting);
    }
    flushing = undefined;
  }

  /** Waits while further writes arrive. */
  async function waitForMoreWrites(): Promise<void> {
    const startedAt = performance.now();
    let seen: number;
    do {
      seen = waiting.length;
      await nextTurn();
    } while (waiting.length > seen && performance.now() - startedAt < GATHER_MS);
  }

  function rejectWaiting(error: unknown): void {
    const works = waiting;
    waiting = [];
    for (const { reject } of works) reject(error);
  }

  async function runBatch(): Promise<void> {
    await begin();
    const works: Work[] = [];
    try {
      const answers: (() => void)[] = [];
      const endsAt = performance.now() + Math.min(25, Math.max(4, 4 * lastCommitMs));
      do {
        const work = waiting.shift() as Work; // there is one, or this batch would not run
        works.push(work);
        answers.push(await runInSavepoint(work));
      } while (waiting.length > 0 && performance.now() < endsAt);
      commit();
      for (const answer of answers) answer();
    } catch (error) {
      for (const { reject } of works) reject(error);
      rollBack();
    }
  }

  async function begin(): Promise<void> {
    rollBack(); // if it failed before
    const giveUpAt = performance.now() + BUSY_MS;
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

  /** Runs a write. The result tells its caller how it ended. Throws when SQLite has ended the whole transaction. */
  async function runInSavepoint(work: Work): Promise<() => void> {
    let isOpen = true;
    const tx = writer.transaction(() => {
      if (!isOpen) throw transactionHasEnded();
      if (!writer.isInTransaction()) throw new TransactionLost('SQLite has ended the transaction.');
    });
    writer.execute('savepoint work');
    try {
      running = work;
      watchRunning();
      const result = await work.run(tx);
      if (work.waited && work.foreignWait) throw work.foreignWait;
      writer.execute('release work');
      return () => work.resolve(result as never); // the result of this very work
    } catch (error) {
      if (!writer.isInTransaction()) throw new TransactionLost('SQLite has ended the transaction.', { cause: error });
      writer.execute('rollback to work');
      writer.execute('release work');
      return () => work.reject(error);
    } finally {
      isOpen = false;
      running = undefined;
    }
  }

  /** Work that awaits only its `tx` ends before the event loop turns, so work that still runs then waits for something else. */
  function watchRunning(): void {
    if (isWatching) return;
    isWatching = true;
    setImmediate(() => {
      isWatching = false;
      if (!running || running.waited) return;
      running.waited = true;
      onForeignWait?.(running.place);
    });
  }

  const write: Database['write'] = (run) =>
    new Promise((resolve, reject) => {
      const foreignWait = onForeignWait ? undefined : new Error('A write awaits something other than its transaction.');
      waiting.push({
        run,
        resolve,
        reject,
        place: currentWork.getStore()?.name ?? 'unknown',
        foreignWait,
        waited: false,
      });
      flushing ??= flush();
    });

  /** Resolves when no write is running. */
  const settled = async (): Promise<void> => flushing;

  return { write, settled };
}
