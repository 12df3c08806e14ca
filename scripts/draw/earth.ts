import {
  defineDrawing,
  drawArrow,
  drawCircle,
  drawLabel,
  drawLine,
  drawPath,
  drawPicture,
  drawPolygon,
  drawRect,
  drawText,
  formatStroke,
  INK,
  LAND,
  LETTERS,
} from '../../src/content/drawings/svg.ts';
import { drawPaper } from './paper.ts';

// The water cycle, cross-sections of the Earth, shadows and directions.

/** The water cycle: A marks the vapor that rises from the sea, B the cloud, C the rain, and D the river back to the sea. */
export const waterCycle = defineDrawing({ labels: true }, (params) =>
  drawPicture(
    [640, 420, 'CFEAF5'],
    drawCircle(78, 72, 66, 'FFD976', ' opacity=".4"') + drawCircle(78, 72, 42, 'FFC93C'),
    drawPaper('M330 420L500 196L560 262L604 214L680 300V420z', 'A9B4CC'),
    drawPaper('M280 420L470 166Q490 150 508 172L660 420z', '8793B0'),
    drawPaper('M428 222L470 166Q490 150 508 172L544 230Q526 244 512 230T480 240 428 222z', 'FFFFFF'),
    drawPaper('M230 420Q330 344 450 350T640 336V420z', '8CC568'),
    drawPaper(
      'M484 246Q452 292 440 314Q424 342 360 352T196 392L232 412Q330 388 400 376T474 320Q484 290 494 250z',
      '5CB6E4',
    ),
    drawPaper('M0 336q25-12 50 0t50 0 50 0 50 0 50 6Q300 372 306 420H0z', '3F93C4'),
    drawPath(
      'M24 366q16 8 32 0M120 376q16 8 32 0M60 396q16 8 32 0M190 398q16 8 32 0',
      'none',
      formatStroke('A8D8EE', 4),
    ),
    ...[112, 158, 204].map((x) => drawRisingVapor(x)),
    drawArrow(252, 116, 366, 92, INK, 6),
    drawPaper('M412 130a30 30 0 010-60 42 42 0 0178-14 36 36 0 0144 40 24 24 0 01-6 34z', 'FFFFFF'),
    drawPath('M420 112q40 12 90 4', 'none', formatStroke('DCE6F2', 6)),
    ...[
      [430, 146],
      [462, 150],
      [494, 146],
      [446, 176],
      [478, 180],
      [510, 176],
    ].map(([x = 0, y = 0]) => drawPath(`M${x} ${y}q8 12 0 17q-8-5 0-17z`, '2E86C4', formatStroke('2E86C4', 2))),
    params.labels
      ? drawLabel('A', 66, 250) + drawLabel('B', 392, 48) + drawLabel('C', 560, 166) + drawLabel('D', 330, 392)
      : '',
  ),
);

/** Draws a wavy red arrow that points up. */
function drawRisingVapor(x: number): string {
  return (
    drawPath(`M${x} 322q-14-14 0-28t0-28 0-28V226`, 'none', formatStroke('E4572E', 6)) +
    drawPolygon(
      [
        [x, 196],
        [x + 13, 226],
        [x - 13, 226],
      ],
      'E4572E',
    )
  );
}

/** A cross-section of a volcano with its magma chamber, vent, crater and lava, erupting or dormant. */
export const volcano = defineDrawing({ erupting: true, labels: false }, (params, drawIcon) =>
  drawPicture(
    [640, 440, 'D8EEF8'],
    drawRect(0, 330, 640, 110, '9C6B42'),
    drawPath('M70 332L270 110H370L570 332z', '7A6455'),
    drawPath('M120 332L285 140H355L520 332z', '8D7665'),
    drawPath('M298 112H342L334 380H306z', 'E4572E'),
    drawPath('M200 400Q200 350 320 350T440 400T320 438T200 400z', 'E4572E'),
    params.erupting
      ? drawPath('M270 110Q320 130 370 110L420 166Q404 190 392 160Q376 150 366 128Q320 140 270 110z', 'F2A541') +
          drawIcon('cloud', 250, 0, 150) +
          [280, 320, 360].map((x) => drawCircle(x, 94 - Math.abs(320 - x) / 3, 9, 'F2A541')).join('')
      : '',
    params.labels ? drawText('A', 470, 395, 30) + drawText('B', 262, 250, 30) + drawText('C', 320, 70, 30) : '',
  ),
);

/** A cross-section of the Earth from the crust (A) to the inner core (D). */
export const earthInside = defineDrawing({ labels: true }, (params) =>
  drawPicture(
    [440, 440],
    drawCircle(220, 220, 200, '8A5A2B'),
    drawCircle(220, 220, 188, 'D9623B'),
    drawCircle(220, 220, 112, 'F2A541'),
    drawCircle(220, 220, 54, 'FDE9B8'),
    params.labels
      ? [
          ['A', 26],
          ['B', 84],
          ['C', 150],
          ['D', 220],
        ]
          .map(([label, y]) => drawLayerLabel(String(label), Number(y)))
          .join('')
      : '',
  ),
);

function drawLayerLabel(label: string, y: number): string {
  return drawCircle(220, y, 17, 'FFFFFF') + drawText(label, 220, y, 18);
}

/** Layers of rock, the oldest at the bottom, each with an icon (or without one, for `none`) and a letter. */
export const layers = defineDrawing(
  { icons: ['footprints', 'bone', 'spiral-shell'], labels: true },
  (params, drawIcon) => {
    const height = 90 + params.icons.length * 100;
    const drawLayer = (name: string, i: number) => {
      const y = 80 + i * 100;
      const wave = `M0 ${y}Q150 ${y - 22} 300 ${y}T600 ${y}V${height}H0z`;
      return (
        drawPath(wave, ROCK_COLORS[i % ROCK_COLORS.length] ?? LAND) +
        (name === 'none' ? '' : drawIcon(name, 130 + ((i * 170) % 300), y + 16, 68)) +
        (params.labels ? drawText(LETTERS[i] ?? 'A', 50, y + 52, 30) : '')
      );
    };
    return drawPicture([600, height, 'D8EEF8'], ...params.icons.map(drawLayer));
  },
);

const ROCK_COLORS = ['8CC56B', 'C99A6B', 'D9B98A', 'A98F7A', '8D7665'];

/** A stick in the sun and its shadow; `height` is the height of the Sun above the horizon in degrees. */
export const shadow = defineDrawing({ height: 45 }, (params, drawIcon) => {
  const angle = (params.height * Math.PI) / 180;
  const length = 120 / Math.tan(angle);
  const x = 320 - 210 * Math.cos(angle);
  return drawPicture(
    [640, 360, 'D8EEF8'],
    drawRect(0, 280, 640, 80, LAND),
    drawIcon('sun', x - 50, 280 - 230 * Math.sin(angle) - 50, 100),
    drawLine(320, 282, 320 + length, 300, '3E5B3A', 14),
    drawLine(320, 282, 320, 162, '8A5A2B', 12),
  );
});

/** A compass rose. The red point is north; the letters A, B and C mark the other points, clockwise from the right. */
export const compassRose = defineDrawing({ labels: true }, (params) => {
  const drawPoint = (degrees: number, color: string) =>
    `<g transform="rotate(${degrees} 200 200)">${drawPolygon(
      [
        [200, 50],
        [228, 172],
        [172, 172],
      ],
      color,
    )}</g>`;
  return drawPicture(
    [400, 400],
    drawCircle(200, 200, 170, 'FFFFFF', formatStroke('2E86AB', 8)),
    ...[0, 90, 180, 270].map((degrees) => drawPoint(degrees, degrees ? '9AA3B2' : 'E4572E')),
    drawCircle(200, 200, 22, INK),
    params.labels ? drawLabel('A', 336, 200) + drawLabel('B', 200, 336) + drawLabel('C', 64, 200) : '',
  );
});
