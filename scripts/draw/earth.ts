import {
  defineDrawing,
  drawArrow,
  drawBackground,
  drawCharacters,
  drawCircle,
  drawLabel,
  drawLine,
  drawPath,
  drawPolygon,
  drawRect,
  formatStroke,
  INK,
  LAND,
  SEA,
  wrapSvg,
} from '../../src/content/drawings/svg.ts';

/** The Earth: the water cycle, cross-sections, shadows and directions. */

/** The water cycle: A rises from the sea, B is the cloud, C falls, D flows back. */
export const waterCycle = defineDrawing({ labels: true }, (p, icon) =>
  wrapSvg(
    640,
    420,
    drawBackground(640, 420, 'D8EEF8'),
    drawPath('M250 420L470 130L560 220L640 150V420z', '9AA3B2'),
    drawPath('M425 190L470 130L512 172Q490 186 470 176T425 190z', 'FFFFFF'),
    drawPath('M200 420Q330 330 450 350T640 330V420z', LAND),
    drawPath('M0 330Q90 312 200 334Q270 346 300 420H0z', SEA),
    drawPath('M470 250Q420 300 390 330T240 380', 'none', formatStroke(SEA, 14)),
    icon('sun', 20, 14, 100),
    icon('cloud', 390, 20, 130),
    ...[120, 160, 200].map((x) => drawArrow(x, 310, x, 200, 'E4572E', 6)),
    drawArrow(230, 90, 360, 90, INK, 6),
    ...[425, 455, 485].map((x) => drawLine(x, 140, x - 14, 184, '2E86AB', 6)),
    p.labels
      ? drawCharacters('A', 80, 230, 30) +
          drawCharacters('B', 350, 50, 30) +
          drawCharacters('C', 540, 150, 30) +
          drawCharacters('D', 350, 390, 30)
      : '',
  ),
);

/** A cross-section of a volcano with its magma chamber, vent, crater and lava, erupting or dormant. */
export const volcano = defineDrawing({ erupting: true, labels: false }, (p, icon) =>
  wrapSvg(
    640,
    440,
    drawBackground(640, 440, 'D8EEF8'),
    drawRect(0, 330, 640, 110, '9C6B42'),
    drawPath('M70 332L270 110H370L570 332z', '7A6455'),
    drawPath('M120 332L285 140H355L520 332z', '8D7665'),
    drawPath('M298 112H342L334 380H306z', 'E4572E'),
    drawPath('M200 400Q200 350 320 350T440 400T320 438T200 400z', 'E4572E'),
    p.erupting
      ? drawPath('M270 110Q320 130 370 110L420 166Q404 190 392 160Q376 150 366 128Q320 140 270 110z', 'F2A541') +
          icon('cloud', 250, 0, 150) +
          [280, 320, 360].map((x) => drawCircle(x, 94 - Math.abs(320 - x) / 3, 9, 'F2A541')).join('')
      : '',
    p.labels
      ? drawCharacters('A', 470, 395, 30) + drawCharacters('B', 262, 250, 30) + drawCharacters('C', 320, 70, 30)
      : '',
  ),
);

/** A cross-section of the Earth from the crust (A) to the inner core (D). */
export const earthInside = defineDrawing({ labels: true }, (p) =>
  wrapSvg(
    440,
    440,
    drawBackground(440, 440),
    drawCircle(220, 220, 200, '8A5A2B'),
    drawCircle(220, 220, 188, 'D9623B'),
    drawCircle(220, 220, 112, 'F2A541'),
    drawCircle(220, 220, 54, 'FDE9B8'),
    p.labels
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
  return drawCircle(220, y, 17, 'FFFFFF') + drawCharacters(label, 220, y, 18);
}

/** Layers of rock, the oldest at the bottom, each with an icon and a letter. */
export const layers = defineDrawing({ icons: ['footprints', 'bone', 'spiral-shell'], labels: true }, (p, icon) => {
  const height = 90 + p.icons.length * 100;
  const drawLayer = (name: string, i: number) => {
    const y = 80 + i * 100;
    const wave = `M0 ${y}Q150 ${y - 22} 300 ${y}T600 ${y}V${height}H0z`;
    return (
      drawPath(wave, ROCK_COLORS[i % ROCK_COLORS.length] ?? LAND) +
      (name === 'none' ? '' : icon(name, 130 + ((i * 170) % 300), y + 16, 68)) +
      (p.labels ? drawCharacters('ABCDEF'[i] ?? 'A', 50, y + 52, 30) : '')
    );
  };
  return wrapSvg(600, height, drawBackground(600, height, 'D8EEF8'), ...p.icons.map(drawLayer));
});

const ROCK_COLORS = ['8CC56B', 'C99A6B', 'D9B98A', 'A98F7A', '8D7665'];

/** A stick in the sun and its shadow; `height` is the height of the Sun above the horizon in degrees. */
export const shadow = defineDrawing({ height: 45 }, (p, icon) => {
  const angle = (p.height * Math.PI) / 180;
  const length = 120 / Math.tan(angle);
  const x = 320 - 210 * Math.cos(angle);
  return wrapSvg(
    640,
    360,
    drawBackground(640, 360, 'D8EEF8'),
    drawRect(0, 280, 640, 80, LAND),
    icon('sun', x - 50, 280 - 230 * Math.sin(angle) - 50, 100),
    drawLine(320, 282, 320 + length, 300, '3E5B3A', 14),
    drawLine(320, 282, 320, 162, '8A5A2B', 12),
  );
});

/** A compass rose: the red point is north; the letters A, B, C mark the others, clockwise from the right. */
export const compassRose = defineDrawing({ labels: true }, (p) => {
  const drawPoint = (degrees: number, color: string) =>
    `<g transform="rotate(${degrees} 200 200)">${drawPolygon(
      [
        [200, 50],
        [228, 172],
        [172, 172],
      ],
      color,
    )}</g>`;
  return wrapSvg(
    400,
    400,
    drawBackground(400, 400),
    drawCircle(200, 200, 170, 'FFFFFF', formatStroke('2E86AB', 8)),
    ...[0, 90, 180, 270].map((degrees) => drawPoint(degrees, degrees ? '9AA3B2' : 'E4572E')),
    drawCircle(200, 200, 22, INK),
    p.labels ? drawLabel('A', 336, 200) + drawLabel('B', 200, 336) + drawLabel('C', 64, 200) : '',
  );
});
