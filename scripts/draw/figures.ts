import {
  around,
  arrow,
  cell,
  circle,
  drawBackground,
  drawing,
  INK,
  line,
  n,
  path,
  polygon,
  rect,
  signs,
  stroke,
  svg,
  times,
} from './svg.ts';

/** Shapes, charts, grids with paths, and simple islands. */

const COLORS = ['E4572E', '2E86AB', '5BA65B', 'F2A541', '7B6BD6', 'E88CB1'];

/** Shapes in a row; `label` writes A, B, C … below them. */
export const shapes = drawing({ shapes: ['circle', 'triangle', 'square'], colors: COLORS, label: false }, (p) => {
  const width = p.shapes.length * 170 + 30;
  const height = p.label ? 250 : 200;
  const shape = (kind: string, i: number) =>
    drawShape(kind, 100 + i * 170, 100, 68, p.colors[i % p.colors.length] ?? '') +
    (p.label ? signs('ABCDEF'[i] ?? 'A', 100 + i * 170, 215, 30) : '');
  return svg(width, height, drawBackground(width, height), ...p.shapes.map(shape));
});

function drawShape(kind: string, x: number, y: number, r: number, color: string): string {
  const [, corners, turn] = POLYGONS[kind] ?? [];
  if (corners) return polygon(around(x, y, r, corners, turn), color);
  if (kind === 'circle') return circle(x, y, r, color);
  if (kind === 'oval') return `<ellipse cx="${x}" cy="${y}" rx="${r}" ry="${n(r * 0.6)}" fill="#${color}"/>`;
  if (kind === 'rectangle') return rect(x - r, y - r * 0.6, r * 2, r * 1.2, color);
  if (kind === 'tall-rectangle') return rect(x - r * 0.5, y - r, r, r * 2, color);
  if (kind === 'rhombus')
    return polygon(
      [
        [x, y - r],
        [x + r * 0.6, y],
        [x, y + r],
        [x - r * 0.6, y],
      ],
      color,
    );
  if (kind === 'right-triangle')
    return polygon(
      [
        [x - r * 0.8, y - r * 0.8],
        [x + r * 0.9, y + r * 0.8],
        [x - r * 0.8, y + r * 0.8],
      ],
      color,
    );
  if (kind === 'star')
    return polygon(
      around(x, y, r, 10).map(([a, b], i) => (i % 2 ? [x + (a - x) * 0.45, y + (b - y) * 0.45] : [a, b])),
      color,
    );
  throw new Error(`There is no shape "${kind}"`);
}

const POLYGONS: Readonly<Record<string, readonly [string, number, number]>> = {
  triangle: ['', 3, 0],
  square: ['', 4, 0.5],
  pentagon: ['', 5, 0],
  hexagon: ['', 6, 0.5],
  octagon: ['', 8, 0.5],
};

/** Bars with an icon below each, on lines that are numbered. */
export const barChart = drawing(
  { bars: [['red-apple', 3]] as [string, number][], max: 6, step: 1, colors: COLORS },
  (p, icon) => {
    const width = 90 + p.bars.length * 110;
    const y = (value: number) => 310 - (value / p.max) * 270;
    const mark = (i: number) =>
      line(70, y(i * p.step), width - 20, y(i * p.step), 'D9DEE7', 2) +
      signs(String(i * p.step), 40, y(i * p.step), 22);
    const bar = ([name, value]: [string, number], i: number) =>
      rect(90 + i * 110, y(value), 70, 310 - y(value), p.colors[i % p.colors.length] ?? '') +
      icon(name, 95 + i * 110, 322, 60);
    return svg(
      width,
      400,
      drawBackground(width, 400),
      ...times(Math.round(p.max / p.step) + 1, mark),
      ...p.bars.map(bar),
      line(70, 310, width - 20, 310, INK, 4),
      line(70, 30, 70, 310, INK, 4),
    );
  },
);

/** A grid: icons at [name, column, row] from 1, stones, and a path such as "R2 D1" (right, down, left, up). */
export const grid = drawing(
  {
    columns: 5,
    rows: 4,
    icons: [] as [string, number, number][],
    stones: [] as [number, number][],
    path: '',
    start: [1, 1],
    labels: false,
    colors: [] as [string, number, number][],
  },
  (p, icon) => {
    const edge = p.labels ? 50 : 20;
    const x = (column: number) => edge + (column - 1) * 80;
    const width = edge + p.columns * 80 + 20;
    const height = edge + p.rows * 80 + 20;
    const square = (i: number) => {
      const [column, row] = [(i % p.columns) + 1, Math.floor(i / p.columns) + 1];
      const [color = (column + row) % 2 ? 'EAF4E2' : 'FFFFFF'] =
        p.colors.find(([, c, r]) => c === column && r === row) ?? [];
      return cell(x(column), x(row), 80, 80, color, 'B9C2D0');
    };
    return svg(
      width,
      height,
      drawBackground(width, height),
      ...times(p.columns * p.rows, square),
      ...(p.labels ? times(p.columns, (i) => signs('ABCDEF'[i] ?? '', x(i + 1) + 40, 28, 22)) : []),
      ...(p.labels ? times(p.rows, (i) => signs(String(i + 1), 28, x(i + 1) + 40, 22)) : []),
      ...p.stones.map(([c, r]) => rect(x(c) + 8, x(r) + 12, 64, 58, '9AA3B2', ' rx="20"')),
      drawPath(p.path, p.start, x),
      ...p.icons.map(([name, c, r]) => icon(name, x(c) + 10, x(r) + 10, 60)),
    );
  },
);

function drawPath(steps: string, [column = 1, row = 1]: readonly number[], x: (at: number) => number): string {
  let [c, r] = [column, row];
  const parts = steps
    .split(' ')
    .filter(Boolean)
    .map((step) => {
      const length = Number(step.slice(1));
      const from = [x(c) + 40, x(r) + 40] as const;
      c += step[0] === 'R' ? length : step[0] === 'L' ? -length : 0;
      r += step[0] === 'D' ? length : step[0] === 'U' ? -length : 0;
      return arrow(from[0], from[1], x(c) + 40, x(r) + 40, 'E4572E', 7);
    });
  return parts.join('');
}

/** Arrows in boxes, as a program: "R R D"; "?" is an empty box, and "2x" repeats the next arrow twice. */
export const program = drawing({ steps: 'R R D', color: '2E86AB' }, (p) => {
  const steps = p.steps.split(' ');
  const width = 20 + steps.length * 90;
  const turn: Readonly<Record<string, readonly number[]>> = {
    R: [-20, 0, 22, 0],
    L: [20, 0, -22, 0],
    U: [0, 20, 0, -22],
    D: [0, -20, 0, 22],
  };
  const step = (name: string, i: number) => {
    const [a = 0, b = 0, c = 0, d = 0] = turn[name] ?? [];
    const middle = 55 + i * 90;
    const open = !(name in turn);
    const inside = open
      ? signs(name.replace('x', '×'), middle, 55, 34)
      : arrow(middle + a, 55 + b, middle + c, 55 + d, 'FFFFFF', 8);
    return rect(middle - 35, 20, 70, 70, open ? 'FDE9B8' : p.color, ' rx="14"') + inside;
  };
  return svg(width, 110, drawBackground(width, 110), ...steps.map(step));
});

/** A simple island in the sea: icons at [name, x, y, size], a dotted path through points, and a north arrow. */
export const island = drawing(
  { icons: [] as [string, number, number, number][], way: [] as [number, number][], north: true, river: false },
  (p, icon) =>
    svg(
      640,
      420,
      drawBackground(640, 420, '8ECAE6'),
      path('M70 220C60 120 190 60 310 70S560 90 580 200 500 370 340 360 80 330 70 220z', 'F6E3B4'),
      path('M100 218C95 135 205 88 310 96S535 115 548 203 480 338 338 332 108 308 100 218z', 'A9D18E'),
      p.river
        ? path('M286 172Q352 200 320 258Q308 300 338 366L372 362Q340 300 346 260Q374 192 290 165z', '4C9FC4')
        : '',
      p.way.length > 1
        ? path(
            `M${p.way.map((point) => point.join(' ')).join('L')}`,
            'none',
            `${stroke('E4572E', 6)} stroke-dasharray="4 14"`,
          )
        : '',
      ...p.icons.map(([name, x, y, size]) => icon(name, x, y, size)),
      p.north
        ? circle(590, 60, 36, 'FFFFFF', stroke(INK, 3)) +
            polygon(
              [
                [590, 30],
                [602, 60],
                [578, 60],
              ],
              'E4572E',
            ) +
            polygon(
              [
                [590, 90],
                [602, 60],
                [578, 60],
              ],
              'B9C2D0',
            )
        : '',
    ),
);

/** A shape on squares, with a dashed mirror line in the middle; filled squares as [column, row] from 1. */
export const mirror = drawing(
  { columns: 6, rows: 5, filled: [] as [number, number][], both: false, color: '7B6BD6' },
  (p) => {
    const width = 40 + p.columns * 60;
    const height = 40 + p.rows * 60;
    const has = (c: number, r: number) =>
      p.filled.some(([a, b]) => b === r && (a === c || (p.both && p.columns + 1 - a === c)));
    const square = (i: number) => {
      const [c, r] = [(i % p.columns) + 1, Math.floor(i / p.columns) + 1];
      return cell(c * 60 - 40, r * 60 - 40, 60, 60, has(c, r) ? p.color : 'FFFFFF');
    };
    const dashed = `${stroke('E4572E', 5)} stroke-dasharray="10 12"`;
    return svg(
      width,
      height,
      drawBackground(width, height),
      ...times(p.columns * p.rows, square),
      path(`M${width / 2} 6V${height - 6}`, 'none', dashed),
    );
  },
);
