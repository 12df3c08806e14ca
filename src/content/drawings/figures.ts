import {
  defineDrawing,
  drawArrow,
  drawBackground,
  drawCell,
  drawCharacters,
  drawCircle,
  drawLine,
  drawPath,
  drawPolygon,
  drawRect,
  formatNumber,
  formatStroke,
  getPolygonPoints,
  INK,
  repeat,
  wrapSvg,
} from './svg.ts';

/** Shapes, charts, grids with paths, and simple islands. */

const COLORS = ['E4572E', '2E86AB', '5BA65B', 'F2A541', '7B6BD6', 'E88CB1'];

/** Shapes in a row; `label` writes A, B, C … below them. */
export const shapes = defineDrawing({ shapes: ['circle', 'triangle', 'square'], colors: COLORS, label: false }, (p) => {
  const width = p.shapes.length * 170 + 30;
  const height = p.label ? 250 : 200;
  const drawLabelledShape = (kind: string, i: number) =>
    drawShape(kind, 100 + i * 170, 100, 68, p.colors[i % p.colors.length] ?? '') +
    (p.label ? drawCharacters('ABCDEF'[i] ?? 'A', 100 + i * 170, 215, 30) : '');
  return wrapSvg(width, height, drawBackground(width, height), ...p.shapes.map(drawLabelledShape));
});

function drawShape(kind: string, x: number, y: number, r: number, color: string): string {
  const [corners, turn] = POLYGONS[kind] ?? [];
  if (corners) return drawPolygon(getPolygonPoints(x, y, r, corners, turn), color);
  if (kind === 'circle') return drawCircle(x, y, r, color);
  if (kind === 'oval') return `<ellipse cx="${x}" cy="${y}" rx="${r}" ry="${formatNumber(r * 0.6)}" fill="#${color}"/>`;
  if (kind === 'rectangle') return drawRect(x - r, y - r * 0.6, r * 2, r * 1.2, color);
  if (kind === 'tall-rectangle') return drawRect(x - r * 0.5, y - r, r, r * 2, color);
  if (kind === 'rhombus')
    return drawPolygon(
      [
        [x, y - r],
        [x + r * 0.6, y],
        [x, y + r],
        [x - r * 0.6, y],
      ],
      color,
    );
  if (kind === 'right-triangle')
    return drawPolygon(
      [
        [x - r * 0.8, y - r * 0.8],
        [x + r * 0.9, y + r * 0.8],
        [x - r * 0.8, y + r * 0.8],
      ],
      color,
    );
  if (kind === 'star')
    return drawPolygon(
      getPolygonPoints(x, y, r, 10).map(([a, b], i) => (i % 2 ? [x + (a - x) * 0.45, y + (b - y) * 0.45] : [a, b])),
      color,
    );
  throw new Error(`There is no shape "${kind}"`);
}

const POLYGONS: Readonly<Record<string, readonly [corners: number, turn: number]>> = {
  triangle: [3, 0],
  square: [4, 0.5],
  pentagon: [5, 0],
  hexagon: [6, 0.5],
  octagon: [8, 0.5],
};

/** A bar chart with numbered lines and an icon below each bar. */
export const barChart = defineDrawing(
  { bars: [['red-apple', 3]] as [string, number][], max: 6, step: 1, colors: COLORS },
  (p, icon) => {
    const width = 90 + p.bars.length * 110;
    const toY = (value: number) => 310 - (value / p.max) * 270;
    const drawMark = (i: number) =>
      drawLine(70, toY(i * p.step), width - 20, toY(i * p.step), 'D9DEE7', 2) +
      drawCharacters(String(i * p.step), 40, toY(i * p.step), 22);
    const drawBar = ([name, value]: [string, number], i: number) =>
      drawRect(90 + i * 110, toY(value), 70, 310 - toY(value), p.colors[i % p.colors.length] ?? '') +
      icon(name, 95 + i * 110, 322, 60);
    return wrapSvg(
      width,
      400,
      drawBackground(width, 400),
      ...repeat(Math.round(p.max / p.step) + 1, drawMark),
      ...p.bars.map(drawBar),
      drawLine(70, 310, width - 20, 310, INK, 4),
      drawLine(70, 30, 70, 310, INK, 4),
    );
  },
);

/** A grid with icons at [name, column, row] from 1, stones, and a path such as "R2 D1" (two to the right, one down; L is left, U is up). */
export const grid = defineDrawing(
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
    const margin = p.labels ? 50 : 20;
    const toCoordinate = (column: number) => margin + (column - 1) * 80;
    const width = margin + p.columns * 80 + 20;
    const height = margin + p.rows * 80 + 20;
    const drawSquare = (i: number) => {
      const [column, row] = [(i % p.columns) + 1, Math.floor(i / p.columns) + 1];
      const [color = (column + row) % 2 ? 'EAF4E2' : 'FFFFFF'] =
        p.colors.find(([, c, r]) => c === column && r === row) ?? [];
      return drawCell(toCoordinate(column), toCoordinate(row), 80, 80, color, 'B9C2D0');
    };
    return wrapSvg(
      width,
      height,
      drawBackground(width, height),
      ...repeat(p.columns * p.rows, drawSquare),
      ...(p.labels
        ? repeat(p.columns, (i) => drawCharacters('ABCDEF'[i] ?? '', toCoordinate(i + 1) + 40, 28, 22))
        : []),
      ...(p.labels ? repeat(p.rows, (i) => drawCharacters(String(i + 1), 28, toCoordinate(i + 1) + 40, 22)) : []),
      ...p.stones.map(([c, r]) => drawRect(toCoordinate(c) + 8, toCoordinate(r) + 12, 64, 58, '9AA3B2', ' rx="20"')),
      drawSteps(p.path, p.start, toCoordinate),
      ...p.icons.map(([name, c, r]) => icon(name, toCoordinate(c) + 10, toCoordinate(r) + 10, 60)),
    );
  },
);

function drawSteps(
  steps: string,
  [column = 1, row = 1]: readonly number[],
  toCoordinate: (index: number) => number,
): string {
  let [c, r] = [column, row];
  const parts = steps
    .split(' ')
    .filter(Boolean)
    .map((step) => {
      const length = Number(step.slice(1));
      const from = [toCoordinate(c) + 40, toCoordinate(r) + 40] as const;
      c += step[0] === 'R' ? length : step[0] === 'L' ? -length : 0;
      r += step[0] === 'D' ? length : step[0] === 'U' ? -length : 0;
      return drawArrow(from[0], from[1], toCoordinate(c) + 40, toCoordinate(r) + 40, 'E4572E', 7);
    });
  return parts.join('');
}

/** Arrows in boxes, as a program: "R R D"; "?" is an empty box, and "2x" repeats the next arrow twice. */
export const program = defineDrawing({ steps: 'R R D', color: '2E86AB' }, (p) => {
  const steps = p.steps.split(' ');
  const width = 20 + steps.length * 90;
  const arrows: Readonly<Record<string, readonly number[]>> = {
    R: [-20, 0, 22, 0],
    L: [20, 0, -22, 0],
    U: [0, 20, 0, -22],
    D: [0, -20, 0, 22],
  };
  const drawStep = (name: string, i: number) => {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = arrows[name] ?? [];
    const middle = 55 + i * 90;
    const isText = !(name in arrows);
    const content = isText
      ? drawCharacters(name.replace('x', '×'), middle, 55, 34)
      : drawArrow(middle + x1, 55 + y1, middle + x2, 55 + y2, 'FFFFFF', 8);
    return drawRect(middle - 35, 20, 70, 70, isText ? 'FDE9B8' : p.color, ' rx="14"') + content;
  };
  return wrapSvg(width, 110, drawBackground(width, 110), ...steps.map(drawStep));
});

/** A simple island in the sea: icons at [name, x, y, size], a dotted path through points, and a north arrow. */
export const island = defineDrawing(
  { icons: [] as [string, number, number, number][], way: [] as [number, number][], north: true, river: false },
  (p, icon) =>
    wrapSvg(
      640,
      420,
      drawBackground(640, 420, '8ECAE6'),
      drawPath('M70 220C60 120 190 60 310 70S560 90 580 200 500 370 340 360 80 330 70 220z', 'F6E3B4'),
      drawPath('M100 218C95 135 205 88 310 96S535 115 548 203 480 338 338 332 108 308 100 218z', 'A9D18E'),
      p.river
        ? drawPath('M286 172Q352 200 320 258Q308 300 338 366L372 362Q340 300 346 260Q374 192 290 165z', '4C9FC4')
        : '',
      p.way.length > 1
        ? drawPath(
            `M${p.way.map((point) => point.join(' ')).join('L')}`,
            'none',
            `${formatStroke('E4572E', 6)} stroke-dasharray="4 14"`,
          )
        : '',
      ...p.icons.map(([name, x, y, size]) => icon(name, x, y, size)),
      p.north
        ? drawCircle(590, 60, 36, 'FFFFFF', formatStroke(INK, 3)) +
            drawPolygon(
              [
                [590, 30],
                [602, 60],
                [578, 60],
              ],
              'E4572E',
            ) +
            drawPolygon(
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

/** A shape of filled squares, at [column, row] from 1, with a dashed mirror line in the middle. */
export const mirror = defineDrawing(
  { columns: 6, rows: 5, filled: [] as [number, number][], both: false, color: '7B6BD6' },
  (p) => {
    const width = 40 + p.columns * 60;
    const height = 40 + p.rows * 60;
    const isFilled = (c: number, r: number) =>
      p.filled.some(([a, b]) => b === r && (a === c || (p.both && p.columns + 1 - a === c)));
    const drawSquare = (i: number) => {
      const [c, r] = [(i % p.columns) + 1, Math.floor(i / p.columns) + 1];
      return drawCell(c * 60 - 40, r * 60 - 40, 60, 60, isFilled(c, r) ? p.color : 'FFFFFF');
    };
    const dashedStroke = `${formatStroke('E4572E', 5)} stroke-dasharray="10 12"`;
    return wrapSvg(
      width,
      height,
      drawBackground(width, height),
      ...repeat(p.columns * p.rows, drawSquare),
      drawPath(`M${width / 2} 6V${height - 6}`, 'none', dashedStroke),
    );
  },
);
