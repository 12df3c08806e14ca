/** Labels up to this length, in characters, fit in one line. */
const MAX_LINE_LENGTH = 13;

/**
 * Divides the label of a location into one or two lines, at the space or hyphen that makes the longer line as short as possible. When a
 * browser wraps a label, the label takes its maximum width, so the pill around it would be too wide.
 */
export function breakLabel(label: string): readonly string[] {
  if (label.length <= MAX_LINE_LENGTH) return [label];
  const candidates = [...label.matchAll(/ |(?<=-)/g)].map(({ index, 0: { length } }) => [
    label.slice(0, index),
    label.slice(index + length),
  ]);
  const [best = [label]] = candidates.sort((a, b) => getMaxLength(a) - getMaxLength(b));
  return best;
}

function getMaxLength(lines: readonly string[]): number {
  return Math.max(...lines.map(({ length }) => length));
}
