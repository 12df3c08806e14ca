import { hash, verify } from '@node-rs/argon2';
import { createQueue, type JobOrigin } from '../../../platform/concurrency/queue.ts';
import type { Context } from '../../../platform/context.ts';

/** OWASP's setting for argon2id, the library's default algorithm: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/**
 * Hashing is queued because a whole school may sign in at once. A request waits at most 4.5 s from its arrival, so that with
 * the hash itself a client has its response after five seconds. A hundred, which are a few classes, may always wait: that
 * takes 1.1 s (22 ms of CPU time each), and less than 5 s even on a machine that is four times slower.
 *
 * Hashes take turns by their origin: the child that signs in, the address that registers children, or the parent who sets PINs.
 * So a parent who sets PINs all the time does not delay the sign-ins of other families.
 */
export const hashQueue = createQueue({ name: 'PINs', concurrency: 2, guaranteedPlaces: 100, maxWaitMs: 4500 });

/** Hashes a PIN in the queue. */
export function hashPin({ secrets }: Context, pin: string, origin: JobOrigin = {}): Promise<string> {
  return hashQueue(() => hash(pin, { ...COST, secret: secrets.pinPepper }), origin);
}

/** Compares a PIN with its hash. Run it in `hashQueue`. */
export function isRightPin({ secrets }: Context, pin: string, hashed: string): Promise<boolean> {
  return verify(hashed, pin, { secret: secrets.pinPepper });
}
