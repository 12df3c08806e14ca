import { createHash } from 'node:crypto';

/** The same list in an order that the seed decides: the same seed, the same order, on every machine. */
export function seededShuffle<T>(list: readonly T[], seed: string): T[] {
  const draws = drawsFrom(seed, list.length);
  const result = [...list];
  for (const [i, draw] of draws.entries()) {
    const last = result.length - 1 - i; // Fisher and Yates: the last place draws among all before it, and itself
    const drawn = Math.floor(draw * (last + 1));
    [result[last], result[drawn]] = [result[drawn] as T, result[last] as T]; // both stand within the list
  }
  return result;
}

/** As many numbers from 0 to below 1 as are asked for, from one hash of any length. */
function drawsFrom(seed: string, count: number): number[] {
  const bytes = createHash('shake256', { outputLength: 4 * count + 4 })
    .update(seed)
    .digest();
  return Array.from({ length: count }, (_, i) => bytes.readUInt32LE(4 * i) / 2 ** 32);
}
