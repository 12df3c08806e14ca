import { hash, verify } from '@node-rs/argon2';
import { createQueue } from '../../../platform/concurrency/queue.ts';
import type { Context } from '../../../platform/context.ts';

/** OWASP's setting for argon2id, the library's default algorithm: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** A school that signs in at once waits its turn; places for 200 there always are, beyond them nobody waits over 5 s. */
export const inTurn = createQueue({ atOnce: 2, places: 200, longestWaitMs: 5000 });

export function hashPin({ secrets }: Context, pin: string): Promise<string> {
  return inTurn(() => hash(pin, { ...COST, secret: secrets.pinPepper }));
}

/** Compares a PIN with its hash; call it in turn. */
export function isRightPin({ secrets }: Context, pin: string, hashed: string): Promise<boolean> {
  return verify(hashed, pin, { secret: secrets.pinPepper });
}
