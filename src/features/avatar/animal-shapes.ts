import type { ANIMALS } from '../../content/index.ts';
import { CHEEKS, EYES } from './item-shapes.ts';

// The heads of animals, in the coordinates of the figure of the DiceBear library. A head has the width of a human head, so that hair, hats
// and glasses fit.

interface AnimalShape {
  /** Ears or horns, behind the head. */
  readonly ears: string;
  /** The head with its face, but without eyes. */
  readonly head: string;
  readonly eyes: string;
}

const HEAD = 'M132 36c36 0 58 24 61 56 2 9 7 20 7 34 0 34-30 58-68 58s-68-24-68-58c0-14 5-25 7-34 3-32 25-56 61-56Z';
const CREAM = '#ffdea7';
const DARK = '#2b1d1a';

export const ANIMAL_SHAPES: Record<string, (color: string) => AnimalShape> = {
  fox: (color) =>
    createShape({
      ears: drawTwice(
        `<path d="M68 96C56 54 62 16 78 2c24 10 42 30 48 54Z" fill="${color}"/><path d="M64 44C66 24 71 9 78 2c12 5 22 12 30 22Z" fill="${DARK}"/>` +
          '<path d="M78 76c-4-20-2-34 4-46 14 8 24 18 30 30Z" fill="#0002"/>',
      ),
      color,
      face:
        `<path d="M64 122c26-4 54 8 68 30 14-22 42-34 68-30v4c0 34-30 58-68 58s-68-24-68-58Z" fill="${CREAM}"/>` +
        `${drawNose(147, DARK)}${drawMouth(155)}`,
    }),
  owl: (color) =>
    createShape({
      ears: drawTwice(
        `<path d="M66 100C56 66 54 38 58 20c24 4 48 14 62 30Z" fill="${color}"/><path d="M58 20c12 2 25 6 36 11l-34 20c-2-11-3-22-2-31Z" fill="#0002"/>`,
      ),
      color,
      face:
        `${drawTwice(`<circle cx="103" cy="113" r="35" fill="${CREAM}"/><circle cx="106" cy="113" r="21" fill="#fcd53f"/>`)}` +
        '<path d="M132 122c6 4 11 9 12 14-3 9-8 15-12 18-4-3-9-9-12-18 1-5 6-10 12-14Z" fill="#ff822d"/>',
      eyes: EYES.replaceAll('r="8"', 'r="12"').replaceAll('r="2.6"', 'r="4"'),
    }),
  bear: (color) =>
    createShape({
      ears: drawTwice(
        `<circle cx="80" cy="56" r="25" fill="${color}"/><circle cx="80" cy="56" r="14" fill="#f3ad61"/>`,
      ),
      color,
      face: `<ellipse cx="132" cy="151" rx="32" ry="24" fill="#f3bd80"/>${drawNose(140, DARK)}${drawMouth(149)}`,
    }),
  rabbit: (color) =>
    createShape({
      ears: drawTwice(
        `<path d="M86 84C70 44 68 2 84-9c20-8 36 34 36 76Z" fill="${color}"/><path d="M94 70C84 42 80 12 88 4c10-4 20 26 22 56Z" fill="#f7a8b0"/>`,
      ),
      color,
      face:
        '<path d="M123 152h18v12q0 4-4 4h-1q-4 0-4-4 0 4-4 4h-1q-4 0-4-4Z" fill="#fff" stroke="#c9bfb8" stroke-width="2"/>' +
        `<ellipse cx="118" cy="148" rx="17" ry="13" fill="#fff"/><ellipse cx="146" cy="148" rx="17" ry="13" fill="#fff"/>${drawNose(138, '#ef7d8b')}`,
    }),
  penguin: (color) =>
    createShape({
      ears: `<path d="M132 46c-12-6-16-20-8-28 2 6 6 8 10 8 2-6 8-10 14-8-2 10-4 22-16 28Z" fill="${color}"/>`,
      color,
      face:
        '<path d="M132 78c12-18 54-16 54 34 0 38-24 62-54 62s-54-24-54-62c0-50 42-52 54-34Z" fill="#fff"/>' +
        '<path d="M112 137c8-11 32-11 40 0-4 13-14 18-20 18s-16-5-20-18Z" fill="#ff822d"/><path d="M112 137c12 5 28 5 40 0" stroke="#c95a12" stroke-width="3"/>',
    }),
  dragon: (color) =>
    createShape({
      ears:
        drawTwice(
          '<path d="M88 66C84 40 70 28 64 8c24 2 46 20 54 44Z" fill="#fcd53f"/>' +
            '<path d="M72 92 44 76l4 21-18 9 17 11-6 20 31-11Z" fill="#f0609e"/>',
        ) +
        '<path d="M112 48l6-22 14 14 14-14 6 22Z" fill="#f0609e" stroke="#f0609e" stroke-width="4" stroke-linejoin="round"/>',
      color,
      face:
        '<ellipse cx="132" cy="152" rx="44" ry="25" fill="#fff" fill-opacity=".4"/>' +
        `${drawTwice(`<ellipse cx="119" cy="141" rx="4" ry="5" fill="${DARK}" fill-opacity=".7"/>`)}` +
        `<path d="M103 155c12 16 46 16 58 0" stroke="${DARK}" stroke-width="4" stroke-linecap="round"/><path d="M114 163l6 9 5-6Z" fill="#fff"/>`,
    }),
} satisfies Record<(typeof ANIMALS)[number], (color: string) => AnimalShape>;

function createShape({
  ears,
  color,
  face,
  eyes = EYES,
}: {
  readonly ears: string;
  readonly color: string;
  readonly face: string;
  readonly eyes?: string;
}): AnimalShape {
  return { ears, head: `<path d="${HEAD}" fill="${color}"/>${face}${CHEEKS}`, eyes };
}

/** Draws a part of the left side also on the right side. */
function drawTwice(drawing: string): string {
  return `${drawing}<g transform="matrix(-1 0 0 1 264 0)">${drawing}</g>`;
}

function drawNose(y: number, color: string): string {
  return `<path d="M120 ${y}q0-6 6-6h12q6 0 6 6 0 4-8 10-4 3-8 0-8-6-8-10Z" fill="${color}"/>`;
}

function drawMouth(y: number): string {
  return `<path d="M114 ${y + 6}c2 9 16 9 18-2 2 11 16 11 18 2" stroke="${DARK}" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>`;
}
