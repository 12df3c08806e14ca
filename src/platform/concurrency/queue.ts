import { Unavailable } from '../../core/refusal.ts';

export interface QueueRules {
  /** How many works run at a time; the others wait. */
  readonly atOnce: number;
  /** Places that there always are, however long it takes. */
  readonly places: number;
  /** Beyond these places nobody waits longer than this. */
  readonly longestWaitMs: number;
}

/**
 * A queue for work that fills the processor, so that a rush of it slows nothing else. Beyond the places that there always
 * are it is bounded by time: whoever would wait too long by what the last works took is refused at once, which costs
 * nothing, and whoever has really waited that long is refused then (Unavailable).
 */
export function createQueue({ atOnce, places, longestWaitMs }: QueueRules) {
  const waiting = new Set<() => void>(); // in the order of arrival
  let running = 0;
  let usualMs = 10;

  const full = () => new Unavailable('Too many are waiting.', Math.ceil(longestWaitMs / 1000));

  function takeTurn(): Promise<void> {
    if (running < atOnce) {
      running += 1;
      return Promise.resolve();
    }
    const isGuaranteed = waiting.size < places;
    if (!isGuaranteed && (waiting.size / atOnce) * usualMs > longestWaitMs) return Promise.reject(full());
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        waiting.delete(start);
        reject(full());
      };
      const timer = isGuaranteed ? undefined : setTimeout(giveUp, longestWaitMs);
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
      usualMs = 0.9 * usualMs + 0.1 * (performance.now() - startedAt);
      passTurn();
    }
  };
}
