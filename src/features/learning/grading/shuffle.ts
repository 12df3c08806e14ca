import { createHash } from 'node:crypto';

/** Returns a shuffled copy of a list. The same seed gives the same order on every machine. */
export function shuffleBySeed<T>(list: readonly T[], seed: string): T[] {
  const numbers = generateNumbers(seed, list.length);
  const result = [...list];
  for (const [i, number] of numbers.entries()) {
    const lastIndex = result.length - 1 - i; // Fisher–Yates: swap the last element with itself or one before it
    const chosenIndex = Math.floor(number * (lastIndex + 1));
    [result[lastIndex], result[chosenIndex]] = [result[chosenIndex] as T, result[lastIndex] as T]; // both are within the list
  }
  return result;
}

/** Pseudo-random numbers that are at least 0 and less than 1, derived from one hash of variable length. */
function generateNumbers(seed: string, count: number): number[] {
  const bytes = createHash('shake256', { outputLength: 4 * count + 4 })
    .update(seed)
    .digest();
  return Array.from({ length: count }, (_, i) => bytes.readUInt32LE(4 * i) / 2 ** 32);
}
