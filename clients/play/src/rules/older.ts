/** From the year in which a child has this age, the app has a challenge round and a goal for it, and a quieter look. */
const OLDER_AGE = 10;

/** The age that a child has or reaches this year; undefined if the birth year is not known. */
export function computeAge(birthYear: number | null | undefined, year = new Date().getFullYear()): number | undefined {
  return typeof birthYear === 'number' ? year - birthYear : undefined;
}

/** Whether a child is ten or older this year; false if the birth year is not known. */
export function isOlder(birthYear: number | null | undefined): boolean {
  return (computeAge(birthYear) ?? 0) >= OLDER_AGE;
}
