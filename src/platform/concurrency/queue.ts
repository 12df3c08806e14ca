import { Unavailable } from '../../core/requests/api-error.ts';
import { RoundRobin } from './round-robin.ts';

export interface QueueRules {
  /** How many tasks run at a time; the others wait. */
  readonly concurrency: number;
  /** How many tasks may always wait, for any time. None by default. */
  readonly guaranteedPlaces?: number;
  /** The maximum wait of any further task. */
  readonly maxWaitMs: number;
  /** How many tasks of one client may wait. Without it, clients are not told apart. */
  readonly placesPerClient?: number;
}

export interface TaskOrigin {
  /** Tasks without a client count as those of one client. */
  readonly client?: string;
  /** How long the request has waited before the task, in milliseconds. It counts towards the maximum wait. */
  readonly waitedMs?: number;
}

/**
 * A queue for CPU-intensive work, so that a burst of it does not slow down other requests. Clients take turns, so that many
 * tasks of one client do not delay those of others. Beyond the guaranteed places the wait is limited: a task whose
 * estimated wait is too long, by the average duration, is refused at once, and a task that has waited that long is
 * refused then (Unavailable).
 */
export function createQueue({ concurrency, guaranteedPlaces = 0, maxWaitMs, placesPerClient = Infinity }: QueueRules) {
  const waiting = new RoundRobin<() => void>();
  let running = 0;
  let averageMs = 10;

  const full = () => new Unavailable('Too many are waiting.', Math.ceil(maxWaitMs / 1000));

  function takeTurn({ client, waitedMs }: Required<TaskOrigin>): Promise<void> {
    if (running < concurrency) {
      running += 1;
      return Promise.resolve();
    }
    const own = waiting.getCount(client);
    const isGuaranteed = waiting.size < guaranteedPlaces;
    // Clients take turns: of each other client, at most as many tasks come first as this client has.
    const tasksAhead = Math.min(waiting.size, (own + 1) * waiting.clients);
    const isTooLong = !isGuaranteed && waitedMs + (tasksAhead / concurrency) * averageMs > maxWaitMs;
    if (isTooLong || own >= placesPerClient) return Promise.reject(full());
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        waiting.delete(client, start);
        reject(full());
      };
      const timer = isGuaranteed ? undefined : setTimeout(giveUp, maxWaitMs - waitedMs);
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      waiting.add(client, start);
    });
  }

  function startNext(): void {
    const start = waiting.next();
    if (start) start();
    else running -= 1;
  }

  return async <T>(work: () => Promise<T>, { client = '', waitedMs = 0 }: TaskOrigin = {}): Promise<T> => {
    await takeTurn({ client, waitedMs });
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      averageMs = 0.9 * averageMs + 0.1 * (performance.now() - startedAt);
      startNext();
    }
  };
}
