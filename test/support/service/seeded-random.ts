import { createHash } from 'node:crypto';
import type { Random } from '../../../src/platform/context.ts';

/** Creates a source of randomness that is the same in every run, for tests that compare what the service generates. */
export function createSeededRandom(seed: string): Random {
  let hashCount = 0;
  const digest = () => createHash('sha256').update(`${seed} ${hashCount++}`).digest();
  const bytes = (length: number): Buffer => {
    let collected = Buffer.alloc(0);
    while (collected.length < length) collected = Buffer.concat([collected, digest()]);
    return collected.subarray(0, length);
  };
  return {
    bytes,
    int: (below) => digest().readUIntBE(0, 6) % below,
    id: () => bytes(16).toString('hex'),
    timeOrderedId: () => createTimeOrderedId(hashCount, bytes(8).toString('hex')),
  };
}

const BASE_TIME_MS = Date.UTC(2025, 10, 20, 10);

/** A version 7 UUID whose timestamp is a fixed time plus a counter. */
function createTimeOrderedId(count: number, hex: string): string {
  const time = (BASE_TIME_MS + count).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex.slice(0, 3)}-8${hex.slice(3, 6)}-${hex.slice(4, 16)}`;
}
