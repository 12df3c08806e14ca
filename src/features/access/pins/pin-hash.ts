import { hash, verify } from '@node-rs/argon2';
import { createQueue, type JobOptions } from '../../../platform/concurrency/queue.ts';
import type { Context, HashCost } from '../../../platform/context.ts';

/** The parameters that OWASP recommends for argon2id with one lane. */
export const PIN_HASH_COST: HashCost = { memoryKiB: 19 * 1024, passes: 2 };

/**
 * A request without a guaranteed slot waits at most 4.5 s from its arrival, so that the response, including the time for the
 * hash, arrives within five seconds.
 */
const MAX_QUEUE_WAIT_MS = 4500;

/**
 * PINs are compared in a queue because all children of a school may sign in at the same time. The queue guarantees slots to
 * a hundred requests, which is a few school classes. Two at a time with 22 ms of CPU time each, they take 1.1 s, and less
 * than 5 s even on a machine that is four times slower. Client IP addresses take turns, so that a client that signs in to
 * many profiles does not delay the sign-ins of others.
 */
export const comparisonQueue = createQueue({
  name: 'PINs',
  concurrency: 2,
  guaranteedSlots: 100,
  maxWaitMs: MAX_QUEUE_WAIT_MS,
});

/**
 * New PINs have a separate queue, so that registrations, which anyone can send, do not delay sign-ins. Client IP addresses
 * take turns in this queue too.
 */
const newPinQueue = createQueue({
  name: 'new PINs',
  concurrency: 1,
  guaranteedSlots: 50,
  maxWaitMs: MAX_QUEUE_WAIT_MS,
});

/** Hashes a new PIN in `newPinQueue`. */
export function hashPin(
  { pinHashCost, secrets }: Pick<Context, 'pinHashCost' | 'secrets'>,
  pin: string,
  options: JobOptions = {},
): Promise<string> {
  const { memoryKiB: memoryCost, passes: timeCost } = pinHashCost;
  const hashOptions = { memoryCost, timeCost, parallelism: 1, secret: secrets.pinPepper };
  return newPinQueue(() => hash(pin, hashOptions), options); // the library's default algorithm is argon2id
}

/** Compares a PIN with its hash. Call it only in `comparisonQueue`. */
export function isCorrectPin({ secrets }: Context, pin: string, storedHash: string): Promise<boolean> {
  return verify(storedHash, pin, { secret: secrets.pinPepper });
}
