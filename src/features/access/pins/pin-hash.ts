import { hash, verify } from '@node-rs/argon2';
import { createQueue } from '../../../platform/concurrency/queue.ts';
import type { Context } from '../../../platform/context.ts';

/** OWASP's setting for argon2id, the library's default algorithm: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** Hashing is queued because a whole school may sign in at once. 200 requests can always wait; beyond that a request waits at most 5 s. */
export const hashQueue = createQueue({ concurrency: 2, guaranteedPlaces: 200, maxWaitMs: 5000 });

export function hashPin({ secrets }: Context, pin: string): Promise<string> {
  return hashQueue(() => hash(pin, { ...COST, secret: secrets.pinPepper }));
}

/** Compares a PIN with its hash. Run it in `hashQueue`. */
export function isRightPin({ secrets }: Context, pin: string, hashed: string): Promise<boolean> {
  return verify(hashed, pin, { secret: secrets.pinPepper });
}
