/** Formats a number; with a noun, such as "file", what it counts: "1 file" or "1,200 files". */
export function formatCount(count: number, noun = ''): string {
  const formatted = count.toLocaleString('en');
  return noun === '' ? formatted : `${formatted} ${noun}${count === 1 ? '' : 's'}`;
}
