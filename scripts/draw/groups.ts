import { defineDrawing, wrapSvg } from '../../src/content/drawings/svg.ts';

const SIZE = 64;
/** The largest group has two lines of three. */
const [WIDTH, HEIGHT] = [3 * SIZE, 2 * SIZE];

/** Equal icons in centered lines of so many, for a card. There is no background, and all groups have the same scale. */
export const group = defineDrawing({ icon: 'duck', lines: [3, 2] as number[] }, ({ icon, lines }, drawIcon) => {
  const icons = lines.flatMap((count, line) =>
    Array.from({ length: count }, (_, i) =>
      drawIcon(icon, (WIDTH - count * SIZE) / 2 + i * SIZE, (HEIGHT - lines.length * SIZE) / 2 + line * SIZE, SIZE),
    ),
  );
  return wrapSvg(WIDTH, HEIGHT, ...icons);
});
