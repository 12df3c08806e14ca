import { createHash } from 'node:crypto';

/** Shuffles a list by a seed. The same seed gives the same order on every machine. */
export function seededShuffle<T>(list: readonly T[], seed: string): T[] {
  const numbers = seededNumbers(seed, list.length);
  const result = [...list];
  for (const [i, number] of numbers.entries()) {
    const last = result.length - 1 - i; // Fisher–Yates: swap the last element with itself or one before it
    const chosen = Math.floor(number * (last + 1));
    [result[last], result[chosen]] = [result[chosen] as T, result[last] as T]; // both are within the list
  }
  return result;
}

/** Pseudo-random numbers from 0 to below 1, derived from one hash of variable length. */
function seededNumbers(seed: string, count: number): number[] {
  const bytes = createHash('shake256', { outputLength: 4 * count + 4 })
    .update(seed)
    .digest();
  return Array.from({ length: count }, (_, i) => bytes.readUInt32LE(4 * i) / 2 ** 32);
}
