import { randomBytes, randomInt, randomUUIDv7 } from 'node:crypto';
import type { Random } from './context.ts';

export const systemRandom: Random = {
  bytes: (length) => randomBytes(length),
  int: (below) => randomInt(below),
  id: () => randomBytes(16).toString('hex'),
  timeOrderedId: () => randomUUIDv7(),
};
