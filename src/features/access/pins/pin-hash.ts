import { hash, verify } from '@node-rs/argon2';
import { createQueue, type JobOrigin } from '../../../platform/concurrency/queue.ts';
import type { Context, HashCost } from '../../../platform/context.ts';

/** OWASP's setting for argon2id with one lane. */
export const PIN_HASH_COST: HashCost = { memoryKiB: 19 * 1024, passes: 2 };

/**
 * Hashing is queued because a whole school may sign in at once. A request waits at most 4.5 s from its arrival, so that with
 * the hash itself a client has its response after five seconds. A hundred requests, which is a few school classes, may always
 * wait: that takes 1.1 s (22 ms of CPU time each), and less than 5 s even on a machine that is four times slower.
 *
 * Hashes take turns by their origin: the child that signs in, the address that registers children, or the parent who sets PINs.
 * So a parent who sets PINs all the time does not delay the sign-ins of other families.
 */
export const hashQueue = createQueue({ name: 'PINs', concurrency: 2, guaranteedSlots: 100, maxWaitMs: 4500 });

/** Hashes a PIN in the queue. */
export function hashPin(
  { pinHashCost, secrets }: Pick<Context, 'pinHashCost' | 'secrets'>,
  pin: string,
  origin: JobOrigin = {},
): Promise<string> {
  const { memoryKiB: memoryCost, passes: timeCost } = pinHashCost;
  const options = { memoryCost, timeCost, parallelism: 1, secret: secrets.pinPepper };
  return hashQueue(() => hash(pin, options), origin); // the library's default algorithm is argon2id
}

/** Compares a PIN with its hash. Run it in `hashQueue`. */
export function isRightPin({ secrets }: Context, pin: string, hashed: string): Promise<boolean> {
  return verify(hashed, pin, { secret: secrets.pinPepper });
}
