import {
  BARE,
  defineDrawing,
  drawArrow,
  drawCell,
  drawCircle,
  drawLine,
  drawPath,
  drawPicture,
  drawPolygon,
  drawRect,
  drawText,
  formatNumber,
  formatStroke,
  getPolygonPoints,
  INK,
  LETTERS,
  PAPER,
  repeat,
} from './svg.ts';

/** Drawings of shapes, charts, grids with paths, programs, islands and mirror images. */

const COLORS = ['E4572E', '2E86AB', '5BA65B', 'F2A541', '7B6BD6', 'E88CB1'];

/** Shapes in a row; `label` writes A, B, C … below them. */
export const shapes = defineDrawing(
  { shapes: ['circle', 'triangle', 'square'], colors: COLORS, label: false },
  (params) => {
    const width = params.shapes.length * 170 + 30;
    const height = params.label ? 250 : 200;
    const drawLabeledShape = (kind: string, i: number) =>
      drawShape(kind, 100 + i * 170, 100, 68, params.colors[i % params.colors.length] ?? '') +
      (params.label ? drawText(LETTERS[i] ?? '', 100 + i * 170, 215, 30) : '');
    return drawPicture([width, height, params.label ? PAPER : BARE], ...params.shapes.map(drawLabeledShape));
  },
);

function drawShape(kind: string, x: number, y: number, radius: number, color: string): string {
  const [corners, turn] = POLYGONS[kind] ?? [];
  if (corners) return drawPolygon(getPolygonPoints(x, y, radius, corners, turn), color);
  if (kind === 'circle') return drawCircle(x, y, radius, color);
  if (kind === 'oval')
    return `<ellipse cx="${x}" cy="${y}" rx="${radius}" ry="${formatNumber(radius * 0.6)}" fill="#${color}"/>`;
  if (kind === 'rectangle') return drawRect(x - radius, y - radius * 0.6, radius * 2, radius * 1.2, color);
  if (kind === 'tall-rectangle') return drawRect(x - radius * 0.5, y - radius, radius, radius * 2, color);
  if (kind === 'rhombus')
    return drawPolygon(
      [
        [x, y - radius],
        [x + radius * 0.6, y],
        [x, y + radius],
        [x - radius * 0.6, y],
      ],
      color,
    );
  if (kind === 'right-triangle')
    return drawPolygon(
      [
        [x - radius * 0.8, y - radius * 0.8],
        [x + radius * 0.9, y + radius * 0.8],
        [x - radius * 0.8, y + radius * 0.8],
      ],
      color,
    );
  if (kind === 'star')
    return drawPolygon(
      getPolygonPoints(x, y, radius, 10).map(([pointX, pointY], i) =>
        i % 2 ? [x + (pointX - x) * 0.45, y + (pointY - y) * 0.45] : [pointX, pointY],
      ),
      color,
    );
  throw new Error(`There is no shape "${kind}"`);
}

/** The regular polygons. `turn` is a fraction of the angle between two corners. */
const POLYGONS: Readonly<Record<string, readonly [corners: number, turn: number]>> = {
  triangle: [3, 0],
  square: [4, 0.5],
  pentagon: [5, 0],
  hexagon: [6, 0.5],
  octagon: [8, 0.5],
};

/** An angle of `degrees` between two beams, with an arc. `turn` rotates the picture, in degrees. */
export const angle = defineDrawing({ degrees: 60, turn: 0, color: '8A5A38' }, (params) => {
  const getPoint = (degrees: number, radius: number) => {
    const radians = ((degrees + params.turn) / 180) * Math.PI;
    return [200 + radius * Math.cos(radians), 200 - radius * Math.sin(radians)] as const;
  };
  const drawBeam = (degrees: number) => drawLine(200, 200, ...getPoint(degrees, 160), params.color, 14);
  const [from, to] = [0, params.degrees].map((degrees) => getPoint(degrees, 70).map(formatNumber).join(' '));
  return drawPicture(
    [400, 400],
    drawPath(`M200 200L${from}A70 70 0 0 0 ${to}z`, 'F4D35E', formatStroke(INK, 3)),
    drawBeam(0),
    drawBeam(params.degrees),
    drawCircle(200, 200, 12, INK),
  );
});

/** A bar chart with numbered grid lines and bars [icon, value], each with its icon below. */
export const barChart = defineDrawing(
  { bars: [['red-apple', 3]] as [string, number][], max: 6, step: 1, colors: COLORS },
  (params, drawIcon) => {
    const width = 90 + params.bars.length * 110;
    const toY = (value: number) => 310 - (value / params.max) * 270;
    const drawNumberedLine = (i: number) =>
      drawLine(70, toY(i * params.step), width - 20, toY(i * params.step), 'D9DEE7', 2) +
      drawText(String(i * params.step), 40, toY(i * params.step), 22);
    const drawBar = ([name, value]: [string, number], i: number) =>
      drawRect(90 + i * 110, toY(value), 70, 310 - toY(value), params.colors[i % params.colors.length] ?? '') +
      drawIcon(name, 95 + i * 110, 322, 60);
    return drawPicture(
      [width, 400],
      ...repeat(Math.round(params.max / params.step) + 1, drawNumberedLine),
      ...params.bars.map(drawBar),
      drawLine(70, 310, width - 20, 310, INK, 4),
      drawLine(70, 30, 70, 310, INK, 4),
    );
  },
);

/**
 * A grid with icons at [name, column, row] from 1, colored squares at [color, column, row], stones at [column, row], and a path
 * such as "R2 D1" from `start` (two to the right, one down; L is left, U is up). `labels` writes letters above the columns and
 * numbers beside the rows.
 */
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
  (params, drawIcon) => {
    const margin = params.labels ? 50 : 20;
    const toCoordinate = (index: number) => margin + (index - 1) * 80;
    const width = margin + params.columns * 80 + 20;
    const height = margin + params.rows * 80 + 20;
    const drawSquare = (i: number) => {
      const [column, row] = [(i % params.columns) + 1, Math.floor(i / params.columns) + 1];
      const [color = (column + row) % 2 ? 'EAF4E2' : 'FFFFFF'] =
        params.colors.find(([, coloredColumn, coloredRow]) => coloredColumn === column && coloredRow === row) ?? [];
      return drawCell(toCoordinate(column), toCoordinate(row), 80, 80, color, 'B9C2D0');
    };
    return drawPicture(
      [width, height],
      ...repeat(params.columns * params.rows, drawSquare),
      ...(params.labels
        ? repeat(params.columns, (i) => drawText(LETTERS[i] ?? '', toCoordinate(i + 1) + 40, 28, 22))
        : []),
      ...(params.labels ? repeat(params.rows, (i) => drawText(String(i + 1), 28, toCoordinate(i + 1) + 40, 22)) : []),
      ...params.stones.map(([column, row]) =>
        drawRect(toCoordinate(column) + 8, toCoordinate(row) + 12, 64, 58, '9AA3B2', ' rx="20"'),
      ),
      drawSteps(params.path, params.start, toCoordinate),
      ...params.icons.map(([name, column, row]) =>
        drawIcon(name, toCoordinate(column) + 10, toCoordinate(row) + 10, 60),
      ),
    );
  },
);

/** How a step of a path changes the column and the row. */
const DIRECTIONS: Readonly<Record<string, readonly [right: number, down: number]>> = {
  R: [1, 0],
  L: [-1, 0],
  D: [0, 1],
  U: [0, -1],
};

function drawSteps(
  steps: string,
  [startColumn = 1, startRow = 1]: readonly number[],
  toCoordinate: (index: number) => number,
): string {
  let [column, row] = [startColumn, startRow];
  const arrows = steps
    .split(' ')
    .filter(Boolean)
    .map((step) => {
      const length = Number(step.slice(1));
      const from = [toCoordinate(column) + 40, toCoordinate(row) + 40] as const;
      const [right, down] = DIRECTIONS[step[0] ?? ''] ?? [0, 0];
      column += right * length;
      row += down * length;
      return drawArrow(from[0], from[1], toCoordinate(column) + 40, toCoordinate(row) + 40, 'E4572E', 7);
    });
  return arrows.join('');
}

/** A program as arrows in boxes: "R R D". Any other step, such as "?" or "2x", is written in its box, with × in place of x. */
export const program = defineDrawing({ steps: 'R R D', color: '2E86AB' }, (params) => {
  const steps = params.steps.split(' ');
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
      ? drawText(name.replace('x', '×'), middle, 55, 34)
      : drawArrow(middle + x1, 55 + y1, middle + x2, 55 + y2, 'FFFFFF', 8);
    return drawRect(middle - 35, 20, 70, 70, isText ? 'FDE9B8' : params.color, ' rx="14"') + content;
  };
  return drawPicture([width, 110], ...steps.map(drawStep));
});

/** An island in the sea: icons at [name, x, y, size], a dotted line (`way`) through points [x, y], a north arrow, and a river. */
export const island = defineDrawing(
  { icons: [] as [string, number, number, number][], way: [] as [number, number][], north: true, river: false },
  (params, drawIcon) =>
    drawPicture(
      [640, 420, '8ECAE6'],
      drawPath('M70 220C60 120 190 60 310 70S560 90 580 200 500 370 340 360 80 330 70 220z', 'F6E3B4'),
      drawPath('M100 218C95 135 205 88 310 96S535 115 548 203 480 338 338 332 108 308 100 218z', 'A9D18E'),
      params.river
        ? drawPath('M286 172Q352 200 320 258Q308 300 338 366L372 362Q340 300 346 260Q374 192 290 165z', '4C9FC4')
        : '',
      params.way.length > 1
        ? drawPath(
            `M${params.way.map((point) => point.join(' ')).join('L')}`,
            'none',
            `${formatStroke('E4572E', 6)} stroke-dasharray="4 14"`,
          )
        : '',
      ...params.icons.map(([name, x, y, size]) => drawIcon(name, x, y, size)),
      params.north
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

/**
 * A shape of filled squares, at [column, row] from 1, with a dashed mirror line in the middle. `both` also fills its mirror
 * image.
 */
export const mirror = defineDrawing(
  { columns: 6, rows: 5, filled: [] as [number, number][], both: false, color: '7B6BD6' },
  (params) => {
    const width = 40 + params.columns * 60;
    const height = 40 + params.rows * 60;
    const isFilled = (column: number, row: number) =>
      params.filled.some(([filledColumn, filledRow]) => {
        const mirroredColumn = params.columns + 1 - filledColumn;
        return filledRow === row && (filledColumn === column || (params.both && mirroredColumn === column));
      });
    const drawSquare = (i: number) => {
      const [column, row] = [(i % params.columns) + 1, Math.floor(i / params.columns) + 1];
      return drawCell(column * 60 - 40, row * 60 - 40, 60, 60, isFilled(column, row) ? params.color : 'FFFFFF');
    };
    const dashedStroke = `${formatStroke('E4572E', 5)} stroke-dasharray="10 12"`;
    return drawPicture(
      [width, height],
      ...repeat(params.columns * params.rows, drawSquare),
      drawPath(`M${width / 2} 6V${height - 6}`, 'none', dashedStroke),
    );
  },
);
