import { createHash } from 'node:crypto';
import type { Random } from '../../../src/platform/context.ts';

/** Randomness that is the same in every run, for tests that compare what the service generates. */
export function createSeededRandom(seed: string): Random {
  let drawCount = 0;
  const digest = () => createHash('sha256').update(`${seed} ${drawCount++}`).digest();
  const bytes = (length: number): Buffer => {
    let collected = Buffer.alloc(0);
    while (collected.length < length) collected = Buffer.concat([collected, digest()]);
    return collected.subarray(0, length);
  };
  return {
    bytes,
    int: (below) => digest().readUIntBE(0, 6) % below,
    id: () => bytes(16).toString('hex'),
    timeId: () => createTimeOrderedId(drawCount, bytes(8).toString('hex')),
  };
}

/** A UUID of version 7, whose first part is a counter instead of the time. */
function createTimeOrderedId(count: number, hex: string): string {
  const time = (0x19aa0c17d1e + count).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex.slice(0, 3)}-8${hex.slice(3, 6)}-${hex.slice(4, 16)}`;
}
