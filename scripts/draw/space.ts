import {
  defineDrawing,
  drawArrow,
  drawCircle,
  drawLabel,
  drawLine,
  drawPath,
  drawPicture,
  drawText,
  formatNumber,
  formatStroke,
  LAND,
  SEA,
} from '../../src/content/drawings/svg.ts';

// The Earth as a globe, day and night, seasons, and the planets.

/** The globe with its axis, equator and poles; A is the north pole, B the equator, C the south pole. */
export const globe = defineDrawing({ tilt: 23, labels: true }, (params) => {
  const drawUprightLabel = (character: string, x: number, y: number) =>
    `<g transform="rotate(${-params.tilt} ${x} ${y})">${drawLabel(character, x, y)}</g>`;
  const drawTilted = (content: string) => `<g transform="rotate(${params.tilt} 220 220)">${content}</g>`;
  return drawPicture(
    [440, 440, '1F2A44'],
    drawTilted(
      drawLine(220, 20, 220, 420, 'FFFFFF', 5) +
        drawCircle(220, 220, 150, SEA) +
        drawPath(
          'M130 150Q170 90 230 110T250 180T190 210T130 150zM270 250Q320 230 340 270T290 340T250 300T270 250z',
          LAND,
        ) +
        drawPath('M170 82Q220 62 270 82Q220 96 170 82zM160 356Q220 380 280 356Q220 340 160 356z', 'FFFFFF') +
        drawLine(70, 220, 370, 220, 'E4572E', 6) +
        (params.labels
          ? drawUprightLabel('A', 220, 44) + drawUprightLabel('B', 392, 220) + drawUprightLabel('C', 220, 396)
          : ''),
    ),
  );
});

/** Sunlight on one half of the Earth, seen from the side: A is in the light, B in the dark. */
export const dayNight = defineDrawing({ labels: true }, (params, drawIcon) =>
  drawPicture(
    [640, 320, '1F2A44'],
    drawIcon('sun', 20, 60, 200),
    ...[110, 160, 210].map((y) => drawArrow(240, y, 340, y, 'F4D35E', 5)),
    drawCircle(480, 160, 110, SEA),
    drawPath('M420 100Q450 70 500 90T470 160T420 100zM470 190Q520 170 540 210T480 240T470 190z', LAND),
    drawPath('M480 50A110 110 0 0 1 480 270z', '0B1020', ' fill-opacity=".7"'),
    params.labels ? drawLabel('A', 392, 160) + drawLabel('B', 568, 160) : '',
  ),
);

/** The Earth on two sides of the Sun, its axis tilted the same way: at A the north is tilted toward the Sun, at B the south. */
export const seasons = defineDrawing({ labels: true }, (params, drawIcon) => {
  const drawEarth = (x: number, side: number) => {
    const shadow = `M${x} 98A62 62 0 0 ${side > 0 ? 1 : 0} ${x} 222z`;
    return `<g transform="rotate(23 ${x} 160)">${drawLine(x, 70, x, 250, 'FFFFFF', 4)}${drawCircle(x, 160, 62, SEA)}${drawLine(x - 62, 160, x + 62, 160, 'E4572E', 4)}</g>${drawPath(shadow, '0B1020', ' fill-opacity=".6"')}`;
  };
  return drawPicture(
    [640, 320, '1F2A44'],
    `<ellipse cx="320" cy="160" rx="220" ry="110" fill="none"${formatStroke('5B6B8C', 3)}/>`,
    drawIcon('sun', 255, 95, 130),
    drawEarth(100, -1),
    drawEarth(540, 1),
    params.labels ? drawLabel('A', 100, 290) + drawLabel('B', 540, 290) : '',
  );
});

/** The color and the radius of each planet. */
const PLANETS: readonly [string, number][] = [
  ['B9A48A', 9],
  ['E9C58A', 16],
  ['4C9FC4', 17],
  ['D9623B', 12],
  ['D9A066', 62],
  ['E9D39A', 50],
  ['9FD8DE', 32],
  ['3F66C9', 31],
];

/** Indexes in `PLANETS`, which begins with Mercury. */
const [EARTH, JUPITER, SATURN] = [2, 4, 5];

/** The edge of the Sun and the eight planets in order. Neither their sizes nor their distances are to scale. */
export const planets = defineDrawing({ only: 8, numbers: false }, (params) => {
  let x = 70;
  const planetDrawings = PLANETS.slice(0, params.only).map(([color, radius], i) => {
    x += radius + 20;
    const centerX = x;
    x += radius + (i === SATURN ? 34 : 0);
    const ring = `<ellipse cx="${centerX}" cy="150" rx="${radius + 32}" ry="14" fill="none"${formatStroke('C9B27A', 8)} transform="rotate(-14 ${centerX} 150)"/>`;
    const land = drawCircle(centerX - 4, 146, 6, LAND);
    return (
      drawCircle(centerX, 150, radius, color) +
      (i === EARTH ? land : '') +
      (i === JUPITER
        ? drawPath(
            `M${centerX - 58} 138H${centerX + 58}M${centerX - 58} 166H${centerX + 58}`,
            'none',
            formatStroke('B9783F', 9),
          )
        : '') +
      (i === SATURN ? ring : '') +
      (params.numbers ? drawText(String(i + 1), centerX, 262, 20, 'FFFFFF') : '')
    );
  });
  const width = formatNumber(x + 30);
  return drawPicture([Number(width), 290, '1F2A44'], drawCircle(-110, 150, 170, 'F4B942'), ...planetDrawings);
});
