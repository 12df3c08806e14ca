import { Unavailable } from '../core/refusal.ts';

export interface QueueRules {
  /** How many works run at a time; the others wait. */
  readonly atOnce: number;
  /** Places that there always are. */
  readonly places: number;
  /** Beyond these places nobody is let in who would wait longer than this. */
  readonly longestWaitMs: number;
}

/**
 * A line for work that fills the processor, so that a rush of it slows nothing else. Whoever would wait too long is told
 * so at once (Unavailable), which costs nothing.
 */
export function createQueue({ atOnce, places, longestWaitMs }: QueueRules) {
  const waiting: (() => void)[] = [];
  let running = 0;
  let usualMs = 10;

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (waiting.length >= Math.max(places, (longestWaitMs / usualMs) * atOnce)) {
      throw new Unavailable('Too many are waiting.', Math.ceil(longestWaitMs / 1000));
    }
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      usualMs = 0.9 * usualMs + 0.1 * (performance.now() - startedAt);
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
