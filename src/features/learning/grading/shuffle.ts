import { createHash } from 'node:crypto';

/** Returns a shuffled copy of a list. The same seed gives the same order on every machine. */
export function shuffleBySeed<T>(list: readonly T[], seed: string): T[] {
  const fractions = generateFractions(seed, list.length);
  const shuffled = [...list];
  for (const [i, fraction] of fractions.entries()) {
    const lastIndex = shuffled.length - 1 - i; // Fisher–Yates: swap the last element with itself or one before it
    const chosenIndex = Math.floor(fraction * (lastIndex + 1));
    [shuffled[lastIndex], shuffled[chosenIndex]] = [shuffled[chosenIndex] as T, shuffled[lastIndex] as T]; // both indexes are within the list
  }
  return shuffled;
}

/** Generates `count` pseudo-random numbers that are at least 0 and less than 1. */
function generateFractions(seed: string, count: number): number[] {
  // Four bytes for each number. The additional four bytes keep the length above 0 when `count` is 0.
  const bytes = createHash('shake256', { outputLength: 4 * count + 4 })
    .update(seed)
    .digest();
  return Array.from({ length: count }, (_, i) => bytes.readUInt32LE(4 * i) / 2 ** 32);
}
