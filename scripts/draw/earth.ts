import { arrow, circle, drawing, INK, line, n, paper, path, polygon, rect, signs, stroke, svg } from './svg.ts';

/** The Earth, its water and its place among the planets. */

const SEA = '4C9FC4';
const LAND = '7FB95F';

/** Water on its way round: A rises from the sea, B is the cloud, C falls, D flows back. */
export const waterCycle = drawing({ labels: true }, (p, icon) =>
  svg(
    640,
    420,
    paper(640, 420, 'D8EEF8'),
    path('M250 420L470 130L560 220L640 150V420z', '9AA3B2'),
    path('M425 190L470 130L512 172Q490 186 470 176T425 190z', 'FFFFFF'),
    path('M200 420Q330 330 450 350T640 330V420z', LAND),
    path('M0 330Q90 312 200 334Q270 346 300 420H0z', SEA),
    path('M470 250Q420 300 390 330T240 380', 'none', stroke(SEA, 14)),
    icon('sun', 20, 14, 100),
    icon('cloud', 390, 20, 130),
    ...[120, 160, 200].map((x) => arrow(x, 310, x, 200, 'E4572E', 6)),
    arrow(230, 90, 360, 90, INK, 6),
    ...[425, 455, 485].map((x) => line(x, 140, x - 14, 184, '2E86AB', 6)),
    p.labels
      ? signs('A', 80, 230, 30) + signs('B', 350, 50, 30) + signs('C', 540, 150, 30) + signs('D', 350, 390, 30)
      : '',
  ),
);

/** A mountain of fire, cut open: chamber, way up, crater, lava; `erupting` or asleep. */
export const volcano = drawing({ erupting: true, labels: false }, (p, icon) =>
  svg(
    640,
    440,
    paper(640, 440, 'D8EEF8'),
    rect(0, 330, 640, 110, '9C6B42'),
    path('M70 332L270 110H370L570 332z', '7A6455'),
    path('M120 332L285 140H355L520 332z', '8D7665'),
    path('M298 112H342L334 380H306z', 'E4572E'),
    path('M200 400Q200 350 320 350T440 400T320 438T200 400z', 'E4572E'),
    p.erupting
      ? path('M270 110Q320 130 370 110L420 166Q404 190 392 160Q376 150 366 128Q320 140 270 110z', 'F2A541') +
          icon('cloud', 250, 0, 150) +
          [280, 320, 360].map((x) => circle(x, 94 - Math.abs(320 - x) / 3, 9, 'F2A541')).join('')
      : '',
    p.labels ? signs('A', 470, 395, 30) + signs('B', 262, 250, 30) + signs('C', 320, 70, 30) : '',
  ),
);

/** The Earth cut open from the crust (A) to the inner core (D). */
export const earthInside = drawing({ labels: true }, (p) =>
  svg(
    440,
    440,
    paper(440, 440),
    circle(220, 220, 200, '8A5A2B'),
    circle(220, 220, 188, 'D9623B'),
    circle(220, 220, 112, 'F2A541'),
    circle(220, 220, 54, 'FDE9B8'),
    p.labels
      ? [
          ['A', 26],
          ['B', 84],
          ['C', 150],
          ['D', 220],
        ]
          .map(([l, y]) => mark(String(l), Number(y)))
          .join('')
      : '',
  ),
);

function mark(letter: string, y: number): string {
  return circle(220, y, 17, 'FFFFFF') + signs(letter, 220, y, 18);
}

/** Layers of ground, the oldest one below, each with an icon at `at` and a letter. */
export const layers = drawing({ icons: ['footprints', 'bone', 'spiral-shell'], labels: true }, (p, icon) => {
  const height = 90 + p.icons.length * 100;
  const layer = (name: string, i: number) => {
    const y = 80 + i * 100;
    const wave = `M0 ${y}Q150 ${y - 22} 300 ${y}T600 ${y}V${height}H0z`;
    return (
      path(wave, STONE[i % STONE.length] ?? LAND) +
      (name === 'none' ? '' : icon(name, 130 + ((i * 170) % 300), y + 16, 68)) +
      (p.labels ? signs('ABCDEF'[i] ?? 'A', 50, y + 52, 30) : '')
    );
  };
  return svg(600, height, paper(600, height, 'D8EEF8'), ...p.icons.map(layer));
});

const STONE = ['8CC56B', 'C99A6B', 'D9B98A', 'A98F7A', '8D7665'];

/** The globe with its axis, equator and poles; A is the north pole, B the equator, C the south pole. */
export const globe = drawing({ tilt: 23, labels: true }, (p) => {
  const upright = (sign: string, x: number, y: number) =>
    `<g transform="rotate(${-p.tilt} ${x} ${y})">${letter(sign, x, y)}</g>`;
  const turned = (inner: string) => `<g transform="rotate(${p.tilt} 220 220)">${inner}</g>`;
  return svg(
    440,
    440,
    paper(440, 440, '1F2A44'),
    turned(
      line(220, 20, 220, 420, 'FFFFFF', 5) +
        circle(220, 220, 150, SEA) +
        path(
          'M130 150Q170 90 230 110T250 180T190 210T130 150zM270 250Q320 230 340 270T290 340T250 300T270 250z',
          LAND,
        ) +
        path('M170 82Q220 62 270 82Q220 96 170 82zM160 356Q220 380 280 356Q220 340 160 356z', 'FFFFFF') +
        line(70, 220, 370, 220, 'E4572E', 6) +
        (p.labels ? upright('A', 220, 44) + upright('B', 392, 220) + upright('C', 220, 396) : ''),
    ),
  );
});

function letter(sign: string, x: number, y: number): string {
  return circle(x, y, 20, 'FDE9B8') + signs(sign, x, y, 20);
}

/** Sunlight on one half of the Earth, seen from the side: A is in the light, B in the dark. */
export const dayNight = drawing({ labels: true }, (p, icon) =>
  svg(
    640,
    320,
    paper(640, 320, '1F2A44'),
    icon('sun', 20, 60, 200),
    ...[110, 160, 210].map((y) => arrow(240, y, 340, y, 'F4D35E', 5)),
    circle(480, 160, 110, SEA),
    path('M420 100Q450 70 500 90T470 160T420 100zM470 190Q520 170 540 210T480 240T470 190z', LAND),
    path('M480 50A110 110 0 0 1 480 270z', '0B1020', ' fill-opacity=".7"'),
    p.labels ? letter('A', 392, 160) + letter('B', 568, 160) : '',
  ),
);

/** The Earth on two sides of the Sun, its axis leaning the same way: at A the north leans to the Sun, at B the south. */
export const seasons = drawing({ labels: true }, (p, icon) => {
  const earth = (x: number, side: number) => {
    const shade = `M${x} 98A62 62 0 0 ${side > 0 ? 1 : 0} ${x} 222z`;
    return `<g transform="rotate(23 ${x} 160)">${line(x, 70, x, 250, 'FFFFFF', 4)}${circle(x, 160, 62, SEA)}${line(x - 62, 160, x + 62, 160, 'E4572E', 4)}</g>${path(shade, '0B1020', ' fill-opacity=".6"')}`;
  };
  return svg(
    640,
    320,
    paper(640, 320, '1F2A44'),
    `<ellipse cx="320" cy="160" rx="220" ry="110" fill="none"${stroke('5B6B8C', 3)}/>`,
    icon('sun', 255, 95, 130),
    earth(100, -1),
    earth(540, 1),
    p.labels ? letter('A', 100, 290) + letter('B', 540, 290) : '',
  );
});

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

/** The Sun's edge and the eight planets in their order; sizes only roughly to each other, distances not at all. */
export const planets = drawing({ only: 8, numbers: false }, (p) => {
  let x = 70;
  const drawn = PLANETS.slice(0, p.only).map(([color, r], i) => {
    x += r + 20;
    const at = x;
    x += r + (i === 5 ? 34 : 0);
    const ring = `<ellipse cx="${at}" cy="150" rx="${r + 32}" ry="14" fill="none"${stroke('C9B27A', 8)} transform="rotate(-14 ${at} 150)"/>`;
    const earth = circle(at - 4, 146, 6, LAND);
    return (
      circle(at, 150, r, color) +
      (i === 2 ? earth : '') +
      (i === 4 ? path(`M${at - 58} 138H${at + 58}M${at - 58} 166H${at + 58}`, 'none', stroke('B9783F', 9)) : '') +
      (i === 5 ? ring : '') +
      (p.numbers ? signs(String(i + 1), at, 262, 20, 'FFFFFF') : '')
    );
  });
  const width = n(x + 30);
  return svg(Number(width), 290, paper(Number(width), 290, '1F2A44'), circle(-110, 150, 170, 'F4B942'), ...drawn);
});

/** A stick in the sun and its shadow; `height` is how high the Sun stands, in degrees. */
export const shadow = drawing({ height: 45 }, (p, icon) => {
  const turn = (p.height * Math.PI) / 180;
  const length = 120 / Math.tan(turn);
  const x = 320 - 210 * Math.cos(turn);
  return svg(
    640,
    360,
    paper(640, 360, 'D8EEF8'),
    rect(0, 280, 640, 80, LAND),
    icon('sun', x - 50, 280 - 230 * Math.sin(turn) - 50, 100),
    line(320, 282, 320 + length, 300, '3E5B3A', 14),
    line(320, 282, 320, 162, '8A5A2B', 12),
  );
});

/** A rose of four directions: the red point is north; letters stand for the others, from the right on: A, B, C. */
export const compassRose = drawing({ labels: true }, (p) => {
  const point = (turn: number, color: string) =>
    `<g transform="rotate(${turn} 200 200)">${polygon(
      [
        [200, 50],
        [228, 172],
        [172, 172],
      ],
      color,
    )}</g>`;
  return svg(
    400,
    400,
    paper(400, 400),
    circle(200, 200, 170, 'FFFFFF', stroke('2E86AB', 8)),
    ...[0, 90, 180, 270].map((turn) => point(turn, turn ? '9AA3B2' : 'E4572E')),
    circle(200, 200, 22, INK),
    p.labels ? letter('A', 336, 200) + letter('B', 200, 336) + letter('C', 64, 200) : '',
  );
});
