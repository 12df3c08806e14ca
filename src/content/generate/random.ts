import { hash } from 'node:crypto';

/**
 * Creates a function that returns pseudo-random whole numbers from 0 to `below - 1`. The same seed results in the same numbers on
 * every machine (xoshiro128**).
 */
export function createRandom(seed: string): (below: number) => number {
  const digest = hash('sha256', seed, 'buffer');
  const state = new Uint32Array([0, 4, 8, 12].map((offset) => digest.readUInt32LE(offset)));
  return (below) => Math.floor((computeNext(state) / 2 ** 32) * below);
}

/** Returns the next 32-bit number, and changes `state`. */
function computeNext(state: Uint32Array): number {
  const [a = 0, b = 0, c = 0, d = 0] = state;
  const result = Math.imul(rotateBits(Math.imul(b, 5), 7), 9) >>> 0;
  state[2] = c ^ a;
  state[3] = d ^ b;
  state[1] = b ^ (state[2] ?? 0);
  state[0] = a ^ (state[3] ?? 0);
  state[2] = (state[2] ?? 0) ^ (b << 9);
  state[3] = rotateBits(state[3] ?? 0, 11);
  return result;
}

function rotateBits(value: number, count: number): number {
  return (value << count) | (value >>> (32 - count));
}
