/** Computes the median. For an even number of values, this is the higher of the two middle values. */
export function computeMedian(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
