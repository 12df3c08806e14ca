import { randomBytes, randomInt, randomUUIDv7 } from 'node:crypto';
import type { Random } from './context.ts';

export const systemRandom: Random = {
  bytes: (length) => randomBytes(length),
  int: (below) => randomInt(below),
  id: () => randomBytes(16).toString('hex'),
  timeOrderedId: createTimeOrderedId,
};

/** The first 48 bits of a version 7 UUID, in milliseconds, are this many characters. */
const TIME_LENGTH = 13;
let lastTime = '';
let idCount = 0;

/**
 * Creates a version 7 UUID. Node fills the 12 bits after the time at random; here they count the ids of a millisecond (RFC 9562,
 * section 6.2), so that rows which a process creates in the same millisecond keep their order.
 */
function createTimeOrderedId(): string {
  const id = randomUUIDv7();
  const time = id.slice(0, TIME_LENGTH);
  idCount = time === lastTime ? (idCount + 1) % 4096 : 0;
  lastTime = time;
  return `${time}-7${idCount.toString(16).padStart(3, '0')}${id.slice(TIME_LENGTH + 5)}`;
}
