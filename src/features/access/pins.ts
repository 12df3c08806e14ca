import { hash, verify } from '@node-rs/argon2';
import { Unavailable } from '../../core/refusal.ts';
import type { Context } from '../../platform/context.ts';

/** OWASP's setting for argon2id, the library's default algorithm: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

export function hashPin({ secrets }: Context, pin: string): Promise<string> {
  return inTurn(() => hash(pin, { ...COST, secret: secrets.pinPepper }));
}

export function isRightPin({ secrets }: Context, pin: string, hashed: string): Promise<boolean> {
  return inTurn(() => verify(hashed, pin, { secret: secrets.pinPepper }));
}

const AT_ONCE = 2;
const LEAST_PLACES = 200;
const LONGEST_WAIT_MS = 5000;

const waiting: (() => void)[] = [];
let running = 0;
let usualMs = 10;

/**
 * Two hashes at a time, so that a rush of sign-ins slows only sign-ins. Who would wait more than five seconds is told
 * so instead, but 200 places there always are.
 */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting.length >= Math.max(LEAST_PLACES, (LONGEST_WAIT_MS / usualMs) * AT_ONCE)) {
    throw new Unavailable('Too many sign-ins are waiting.', 5);
  }
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
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
}
