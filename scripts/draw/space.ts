import { arrow, circle, drawBackground, drawing, LAND, letter, line, n, path, SEA, signs, stroke, svg } from './svg.ts';

/** The Earth as a globe: its axis, its light and its neighbours. */

/** The globe with its axis, equator and poles; A is the north pole, B the equator, C the south pole. */
export const globe = drawing({ tilt: 23, labels: true }, (p) => {
  const upright = (sign: string, x: number, y: number) =>
    `<g transform="rotate(${-p.tilt} ${x} ${y})">${letter(sign, x, y)}</g>`;
  const turned = (inner: string) => `<g transform="rotate(${p.tilt} 220 220)">${inner}</g>`;
  return svg(
    440,
    440,
    drawBackground(440, 440, '1F2A44'),
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

/** Sunlight on one half of the Earth, seen from the side: A is in the light, B in the dark. */
export const dayNight = drawing({ labels: true }, (p, icon) =>
  svg(
    640,
    320,
    drawBackground(640, 320, '1F2A44'),
    icon('sun', 20, 60, 200),
    ...[110, 160, 210].map((y) => arrow(240, y, 340, y, 'F4D35E', 5)),
    circle(480, 160, 110, SEA),
    path('M420 100Q450 70 500 90T470 160T420 100zM470 190Q520 170 540 210T480 240T470 190z', LAND),
    path('M480 50A110 110 0 0 1 480 270z', '0B1020', ' fill-opacity=".7"'),
    p.labels ? letter('A', 392, 160) + letter('B', 568, 160) : '',
  ),
);

/** The Earth on two sides of the Sun, its axis tilted the same way: at A the north is tilted towards the Sun, at B the south. */
export const seasons = drawing({ labels: true }, (p, icon) => {
  const earth = (x: number, side: number) => {
    const shade = `M${x} 98A62 62 0 0 ${side > 0 ? 1 : 0} ${x} 222z`;
    return `<g transform="rotate(23 ${x} 160)">${line(x, 70, x, 250, 'FFFFFF', 4)}${circle(x, 160, 62, SEA)}${line(x - 62, 160, x + 62, 160, 'E4572E', 4)}</g>${path(shade, '0B1020', ' fill-opacity=".6"')}`;
  };
  return svg(
    640,
    320,
    drawBackground(640, 320, '1F2A44'),
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

/** The edge of the Sun and the eight planets in order; the sizes are only roughly to scale, the distances are not. */
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
  return svg(
    Number(width),
    290,
    drawBackground(Number(width), 290, '1F2A44'),
    circle(-110, 150, 170, 'F4B942'),
    ...drawn,
  );
});
