/** From the year in which a child has this age, the app has a challenge round and a goal for it, and a quieter look. */
const OLDER_AGE = 10;

/** Whether a child is ten or older this year; false if the birth year is not known. */
export function isOlder(birthYear: number | null | undefined, year = new Date().getFullYear()): boolean {
  return typeof birthYear === 'number' && year - birthYear >= OLDER_AGE;
}
