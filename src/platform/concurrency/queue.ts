import { Unavailable } from '../../core/refusal.ts';

export interface QueueRules {
  /** How many tasks run at a time; the others wait. */
  readonly concurrency: number;
  /** How many tasks may always wait, for any time. */
  readonly guaranteedPlaces: number;
  /** The maximum wait of any further task. */
  readonly maxWaitMs: number;
}

/**
 * A queue for CPU-intensive work, so that a burst of it does not slow down other requests. Beyond the guaranteed places the
 * wait is limited: a task whose estimated wait is too long, by the average duration, is refused at once, and a task that
 * has waited that long is refused then (Unavailable).
 */
export function createQueue({ concurrency, guaranteedPlaces, maxWaitMs }: QueueRules) {
  const waiting = new Set<() => void>(); // in the order of arrival
  let running = 0;
  let averageMs = 10;

  const full = () => new Unavailable('Too many are waiting.', Math.ceil(maxWaitMs / 1000));

  function takeTurn(): Promise<void> {
    if (running < concurrency) {
      running += 1;
      return Promise.resolve();
    }
    const isGuaranteed = waiting.size < guaranteedPlaces;
    if (!isGuaranteed && (waiting.size / concurrency) * averageMs > maxWaitMs) return Promise.reject(full());
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        waiting.delete(start);
        reject(full());
      };
      const timer = isGuaranteed ? undefined : setTimeout(giveUp, maxWaitMs);
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      waiting.add(start);
    });
  }

  function passTurn(): void {
    const [next] = waiting;
    if (!next) {
      running -= 1;
      return;
    }
    waiting.delete(next);
    next();
  }

  return async <T>(work: () => Promise<T>): Promise<T> => {
    await takeTurn();
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      averageMs = 0.9 * averageMs + 0.1 * (performance.now() - startedAt);
      passTurn();
    }
  };
}
