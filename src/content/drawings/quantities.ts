import {
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
  formatWithMinusSign,
  getPolygonPoints,
  INK,
  LETTERS,
  PAPER,
  repeat,
} from './svg.ts';

/** Drawings of numbers, fractions and measures. */

const RED = 'E4572E';
const BLUE = '2E86AB';

/**
 * Frames of two rows of five. The first `filled` cells contain a counter, and the next `second` cells one of another color. With
 * `paper: none`, they fill a card to its edges.
 */
export const tenFrame = defineDrawing({ filled: 7, second: 0, color: RED, other: BLUE, paper: PAPER }, (params) => {
  const margin = params.paper === 'none' ? 2 : 20;
  const frameCount = Math.max(1, Math.ceil((params.filled + params.second) / 10));
  const drawFrameCell = (i: number) => {
    const x = margin + (i % 5) * 76;
    const y = margin + Math.floor(i / 5) * 76 + Math.floor(i / 10) * 16;
    const color = i < params.filled ? params.color : params.other;
    const hasCounter = i < params.filled + params.second;
    return drawCell(x, y, 76, 76, 'FFFFFF', INK) + (hasCounter ? drawCircle(x + 38, y + 38, 28, color) : '');
  };
  const height = 2 * margin + frameCount * 168 - 16;
  return drawPicture([380 + 2 * margin, height, params.paper], ...repeat(frameCount * 10, drawFrameCell));
});

/** Bars [parts, filled] of equal length, one below the other. Each is cut into parts, and the first parts are filled. */
export const fractionBars = defineDrawing(
  { bars: [[4, 1]] as number[][], colors: [RED, BLUE, '5BA65B', '7B6BD6'] },
  (params) => {
    const height = 40 + params.bars.length * 100;
    const drawBar = ([parts = 1, filled = 0]: number[], row: number) =>
      repeat(parts, (i) =>
        drawCell(
          30 + (540 / parts) * i,
          30 + row * 100,
          540 / parts,
          80,
          i < filled ? pickColor(params.colors, row) : 'FFFFFF',
          INK,
        ),
      ).join('');
    return drawPicture([600, height], ...params.bars.map(drawBar));
  },
);

/** Circles [slices, filled] side by side. Each is cut into slices, and the first slices are filled. */
export const pies = defineDrawing({ pies: [[4, 1]] as number[][], colors: ['F2A541'] }, (params) => {
  const width = 40 + params.pies.length * 240;
  const drawPie = ([slices = 1, filled = 0]: number[], i: number) => {
    const x = 140 + i * 240;
    return (
      drawCircle(x, 140, 100, 'FFFFFF', formatStroke(INK, 3)) +
      repeat(slices, (slice) =>
        drawSlice(x, 140, 100, slice / slices, 1 / slices, slice < filled ? pickColor(params.colors, i) : 'none'),
      ).join('')
    );
  };
  return drawPicture([width, 280], ...params.pies.map(drawPie));
});

/** Draws a slice of a circle. `from` and `share` are fractions of the whole circle, clockwise from the top. */
function drawSlice(x: number, y: number, radius: number, from: number, share: number, fill: string): string {
  if (share === 1) return drawCircle(x, y, radius, fill, formatStroke(INK, 3));
  const getPoint = (turn: number) => [
    x + radius * Math.sin(turn * 2 * Math.PI),
    y - radius * Math.cos(turn * 2 * Math.PI),
  ];
  const [x1 = 0, y1 = 0] = getPoint(from);
  const [x2 = 0, y2 = 0] = getPoint(from + share);
  return drawPath(
    `M${formatNumber(x)} ${formatNumber(y)}L${formatNumber(x1)} ${formatNumber(y1)}A${radius} ${radius} 0 ${share > 0.5 ? 1 : 0} 1 ${formatNumber(x2)} ${formatNumber(y2)}z`,
    fill,
    formatStroke(INK, 3),
  );
}

/** The hands do not move for people who prefer reduced motion. */
const MOVING_HANDS_STYLE =
  '<style>@media (prefers-reduced-motion:no-preference){.hand{transform-origin:200px 200px;animation:turn 2.5s .3s ease-in-out both}}@keyframes turn{from{transform:rotate(var(--from))}}</style>';

/** A clock face with numbers. It shows a time unless `hands` is false. The hands move to it from `since` minutes before. */
export const clock = defineDrawing({ hour: 3, minute: 0, hands: true, since: 0 }, (params) => {
  const minuteTurn = (params.minute / 60) * 12;
  // `turn` is measured in hours: 3 points to the right.
  const drawHand = (turn: number, length: number, width: number, color: string) => {
    const [[x = 0, y = 0] = []] = getPolygonPoints(200, 200, length, 12, turn);
    return drawLine(200, 200, x, y, color, width);
  };
  const move = (hand: string, degreesPerMinute: number) =>
    params.since === 0 ? hand : `<g class="hand" style="--from:${-degreesPerMinute * params.since}deg">${hand}</g>`;
  return drawPicture(
    [400, 400],
    drawCircle(200, 200, 180, 'FFFFFF', formatStroke(BLUE, 12)),
    ...getPolygonPoints(200, 200, 166, 60).map(([x, y], i) => drawCircle(x, y, i % 5 === 0 ? 4 : 2, INK)),
    ...getPolygonPoints(200, 200, 136, 12).map(([x, y], i) => drawText(String(i || 12), x, y, 30)),
    ...(params.hands
      ? [
          params.since === 0 ? '' : MOVING_HANDS_STYLE,
          move(drawHand(params.hour + params.minute / 60, 82, 12, RED), 0.5),
          move(drawHand(minuteTurn, 114, 7, INK), 6),
        ]
      : []),
    drawCircle(200, 200, 12, INK),
  );
});

/**
 * A number line. `labels` are the numbers that are shown (by default all; with `none`, no numbers), `points` are numbers with a dot,
 * and `jumps` are arcs [from, to].
 */
export const numberLine = defineDrawing(
  { from: 0, to: 10, step: 1, labels: [] as number[], points: [] as number[], jumps: [] as number[][], none: false },
  (params) => {
    const toX = (value: number) => 50 + ((value - params.from) / (params.to - params.from)) * 600;
    const marks = repeat(Math.round((params.to - params.from) / params.step) + 1, (i) => params.from + i * params.step);
    const requestedLabels = params.labels.length > 0 ? params.labels : marks;
    const labels = params.none ? [] : requestedLabels;
    const drawJump = ([from = 0, to = 0]: number[]) => {
      const [startX, endX] = [toX(from), toX(to)];
      const height = Math.min(90, 40 + Math.abs(endX - startX) / 4);
      const side = to > from ? -1 : 1;
      return (
        drawPath(
          `M${formatNumber(startX)} 128Q${formatNumber((startX + endX) / 2)} ${formatNumber(128 - height * 1.6)} ${formatNumber(endX)} 128`,
          'none',
          formatStroke(RED, 4),
        ) +
        drawPolygon(
          [
            [endX, 130],
            [endX + side * 16, 116],
            [endX + side * 2, 108],
          ],
          RED,
        )
      );
    };
    return drawPicture(
      [700, 220],
      drawLine(20, 140, 680, 140, INK, 4),
      ...marks.map((value) => drawLine(toX(value), 126, toX(value), 154, INK, 4)),
      ...labels.map((value) => drawText(formatWithMinusSign(value), toX(value), 184, 24)),
      ...params.jumps.map(drawJump),
      ...params.points.map((value) => drawCircle(toX(value), 140, 12, BLUE)),
    );
  },
);

/** Axes with whole numbers from `from` to `to`, and points [x, y] with the letters A, B, C; `join` makes them the corners of a shape. */
export const plane = defineDrawing({ from: -5, to: 5, points: [] as number[][], join: false }, (params) => {
  const unitLength = 400 / (params.to - params.from);
  const toX = (value: number) => 40 + (value - params.from) * unitLength;
  const toY = (value: number) => 440 - (value - params.from) * unitLength;
  const numbers = repeat(params.to - params.from + 1, (i) => params.from + i);
  // Of many numbers, every second one is shown, and larger.
  const isWide = numbers.length > 12;
  // The letter of a point is right above it, but left below the origin, where no side of a figure lies across it.
  const drawPoint = ([x = 0, y = 0]: number[], i: number) => {
    const offset = x === 0 && y === 0 ? -20 : 20;
    return drawCircle(toX(x), toY(y), 9, RED) + drawText(LETTERS[i] ?? '', toX(x) + offset, toY(y) - offset, 24);
  };
  return drawPicture(
    [480, 480],
    ...numbers.map((value) => drawLine(toX(value), 40, toX(value), 440, 'D5DBE5', 2)),
    ...numbers.map((value) => drawLine(40, toY(value), 440, toY(value), 'D5DBE5', 2)),
    drawArrow(30, toY(0), 462, toY(0), INK, 4),
    drawArrow(toX(0), 450, toX(0), 18, INK, 4),
    ...numbers
      .filter((value) => value !== 0 && value % (isWide ? 2 : 1) === 0)
      .map((value) => drawAxisNumbers(value, [toX, toY], isWide ? 24 : 14)),
    params.join
      ? drawPolygon(
          params.points.map(([x = 0, y = 0]) => [toX(x), toY(y)] as const),
          RED,
          `${formatStroke(RED, 4)} fill-opacity=".25"`,
        )
      : '',
    ...params.points.map(drawPoint),
  );
});

type Axes = readonly [toX: (value: number) => number, toY: (value: number) => number];

function drawAxisNumbers(value: number, [toX, toY]: Axes, height: number): string {
  const text = formatWithMinusSign(value);
  return drawText(text, toX(value), toY(0) + 17, height) + drawText(text, toX(0) - 17, toY(value), height);
}

/** Rows of dots, such as 3 rows of 4. Unless `split` is 0, a gap and another color follow after the first `split` columns. */
export const dots = defineDrawing({ rows: 3, columns: 4, color: RED, split: 0 }, (params) => {
  const width = 40 + params.columns * 64 + (params.split ? 24 : 0);
  const height = 40 + params.rows * 64;
  const toX = (column: number) => 52 + column * 64 + (params.split && column >= params.split ? 24 : 0);
  const getColor = (column: number) => (params.split && column >= params.split ? BLUE : params.color);
  const drawRow = (row: number) =>
    repeat(params.columns, (column) => drawCircle(toX(column), 52 + row * 64, 24, getColor(column))).join('');
  return drawPicture([width, height], ...repeat(params.rows, drawRow));
});

/** Base-ten blocks: hundreds as squares, tens as bars, ones as cubes. */
export const blocks = defineDrawing({ hundreds: 0, tens: 3, ones: 4 }, (params) => {
  const width =
    40 + params.hundreds * 170 + params.tens * 28 + (params.ones ? 30 + Math.ceil(params.ones / 5) * 30 : 0);
  const drawCube = (x: number, y: number, color: string) => drawRect(x, y, 15, 15, color, formatStroke('FFFFFF', 1.5));
  const drawBar = (x: number, color: string) => repeat(10, (i) => drawCube(x, 25 + i * 15, color)).join('');
  const tensX = 20 + params.hundreds * 170;
  const onesX = tensX + params.tens * 28 + 20;
  return drawPicture(
    [width, 200],
    ...repeat(params.hundreds, (hundred) => repeat(10, (i) => drawBar(20 + hundred * 170 + i * 15, '5BA65B')).join('')),
    ...repeat(params.tens, (i) => drawBar(tensX + i * 28, BLUE)),
    ...repeat(params.ones, (i) => drawCube(onesX + Math.floor(i / 5) * 30, 160 - (i % 5) * 28, RED)),
  );
});

/** Coins of an invented currency, with their values. */
export const coins = defineDrawing({ values: [1, 2, 5] }, (params) => {
  const width = 40 + params.values.length * 130;
  const drawCoin = (value: number, i: number) => {
    const { radius, color } = selectCoinStyle(value);
    return (
      drawCircle(85 + i * 130, 85, radius, color, formatStroke('8A6D3B', 4)) +
      drawText(String(value), 85 + i * 130, 85, 44)
    );
  };
  return drawPicture([width, 170], ...params.values.map(drawCoin));
});

/** A coin of a higher value is larger and has another color. */
function selectCoinStyle(value: number): { readonly radius: number; readonly color: string } {
  if (value >= 10) return { radius: 56, color: 'C9CED8' };
  if (value >= 5) return { radius: 52, color: 'F4D35E' };
  return { radius: 46, color: 'E0A070' };
}

/** A ruler in centimeters, with an object above it from one mark to another. */
export const ruler = defineDrawing({ length: 10, from: 0, to: 6, color: '5BA65B' }, (params) => {
  const toX = (cm: number) => 40 + cm * 60;
  const width = 80 + params.length * 60;
  return drawPicture(
    [width, 220],
    drawRect(toX(params.from), 40, toX(params.to) - toX(params.from), 44, params.color, ' rx="10"'),
    drawRect(20, 110, width - 40, 90, 'F4D35E', formatStroke(INK, 3)),
    ...repeat(params.length * 2 + 1, (i) => drawLine(toX(i / 2), 110, toX(i / 2), i % 2 === 0 ? 140 : 126, INK, 3)),
    ...repeat(params.length + 1, (i) => drawText(String(i), toX(i), 168, 24)),
  );
});

/** A balance with numbers or icons on each side. `tilt` is −1 if the left side is down, and 1 if the right side is down. */
export const scales = defineDrawing({ left: ['3'], right: ['?'], tilt: 0 }, (params, drawIcon) => {
  const drop = params.tilt * 28;
  const drawSide = (x: number, beamY: number, contents: readonly string[]) => {
    const y = beamY + 148;
    const size = 56;
    const start = x - ((contents.length - 1) * (size + 6)) / 2;
    const drawContent = (name: string, i: number) => {
      const centerX = start + i * (size + 6);
      return /^[\d?+]+$/.test(name)
        ? drawWeight(name, centerX, y, size)
        : drawIcon(name, centerX - size / 2, y - size, size);
    };
    return (
      drawLine(x, beamY, x - 112, y, '8A94A8', 3) +
      drawLine(x, beamY, x + 112, y, '8A94A8', 3) +
      contents.map(drawContent).join('') +
      drawPath(
        `M${x - 118} ${formatNumber(y)}H${x + 118}Q${x + 96} ${formatNumber(y + 38)} ${x} ${formatNumber(y + 38)}T${x - 118} ${formatNumber(y)}z`,
        'E0A64E',
      ) +
      drawRect(x - 124, y - 4, 248, 9, 'F4C878', ' rx="4"') +
      drawCircle(x, beamY, 8, 'E0A64E')
    );
  };
  return drawPicture(
    [640, 340],
    drawRect(306, 70, 28, 232, '8A5A38', ' rx="10"'),
    drawPath('M230 322Q236 292 280 290H360Q404 292 410 322z', '6E4527'),
    drawLine(152, 92 - drop, 488, 92 + drop, '8A5A38', 14),
    drawCircle(320, 92, 20, 'E0A64E'),
    drawCircle(320, 92, 8, 'FFF3D6'),
    drawSide(152, 92 - drop, params.left),
    drawSide(488, 92 + drop, params.right),
  );
});

/** Draws a weight with its number. The weight is on a pan, whose surface is at `y`. */
function drawWeight(number: string, x: number, y: number, size: number): string {
  const half = size / 2;
  return (
    drawCircle(x, y - size - 4, 7, 'none', formatStroke('3D6E96', 5)) +
    drawPath(
      `M${x - half + 7} ${formatNumber(y - size + 4)}H${x + half - 7}L${x + half} ${formatNumber(y)}H${x - half}z`,
      BLUE,
      formatStroke(BLUE, 5),
    ) +
    drawText(number, x, y - half + 2, 26, 'FFFFFF')
  );
}

/** A thermometer in degrees, filled up to a value. */
export const thermometer = defineDrawing({ from: -10, to: 30, step: 10, value: 20 }, (params) => {
  const toY = (value: number) => 330 - ((value - params.from) / (params.to - params.from)) * 280;
  const marks = repeat(Math.round((params.to - params.from) / params.step) + 1, (i) => params.from + i * params.step);
  return drawPicture(
    [220, 430],
    drawRect(56, 30, 36, 330, 'FFFFFF', `${formatStroke(INK, 4)} rx="18"`),
    drawCircle(74, 370, 36, RED, formatStroke(INK, 4)),
    drawRect(64, toY(params.value), 20, 360 - toY(params.value), RED),
    ...marks.map(
      (value) =>
        drawLine(100, toY(value), 122, toY(value), INK, 4) + drawText(formatWithMinusSign(value), 164, toY(value), 24),
    ),
  );
});

function pickColor(colors: readonly string[], i: number): string {
  return colors[i % colors.length] ?? RED;
}
