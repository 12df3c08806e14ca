import { createHash } from 'node:crypto';

/** Creates a generator of whole numbers from 0 to `below - 1`. The same seed gives the same numbers on every machine (xoshiro128**). */
export function createRandom(seed: string): (below: number) => number {
  const hash = createHash('sha256').update(seed).digest();
  const state = new Uint32Array([0, 4, 8, 12].map((offset) => hash.readUInt32LE(offset)));
  return (below) => Math.floor((computeNext(state) / 2 ** 32) * below);
}

function computeNext(s: Uint32Array): number {
  const [a = 0, b = 0, c = 0, d = 0] = s;
  const result = Math.imul(rotateBits(Math.imul(b, 5), 7), 9) >>> 0;
  s[2] = c ^ a;
  s[3] = d ^ b;
  s[1] = b ^ (s[2] ?? 0);
  s[0] = a ^ (s[3] ?? 0);
  s[2] = (s[2] ?? 0) ^ (b << 9);
  s[3] = rotateBits(s[3] ?? 0, 11);
  return result;
}

function rotateBits(x: number, bits: number): number {
  return (x << bits) | (x >>> (32 - bits));
}
