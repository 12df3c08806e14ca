import {
  circle,
  drawBackground,
  drawCell,
  drawCharacters,
  drawing,
  getPolygonPoints,
  INK,
  line,
  path,
  polygon,
  rect,
  round,
  strokeAttributes,
  svg,
  times,
} from './svg.ts';

/** Drawings of numbers, fractions and measures. */

const RED = 'E4572E';
const BLUE = '2E86AB';

/** Frames of two rows of five; the first `filled` places hold a counter, the next `second` one of another colour. */
export const tenFrame = drawing({ filled: 7, second: 0, color: RED, other: BLUE }, (p) => {
  const frames = Math.max(1, Math.ceil((p.filled + p.second) / 10));
  const drawPlace = (i: number) => {
    const x = 20 + (i % 5) * 76;
    const y = 20 + Math.floor(i / 5) * 76 + Math.floor(i / 10) * 16;
    const color = i < p.filled ? p.color : i < p.filled + p.second ? p.other : undefined;
    return drawCell(x, y, 76, 76, 'FFFFFF', INK) + (color ? circle(x + 38, y + 38, 28, color) : '');
  };
  const height = 40 + frames * 168 - 16;
  return svg(420, height, drawBackground(420, height), ...times(frames * 10, drawPlace));
});

/** Bars of equal length, one below the other, each cut into parts of which the first ones are filled. */
export const fractionBars = drawing({ bars: [[4, 1]] as number[][], colors: [RED, BLUE, '5BA65B', '7B6BD6'] }, (p) => {
  const height = 40 + p.bars.length * 100;
  const drawBar = ([parts = 1, filled = 0]: number[], row: number) =>
    times(parts, (i) =>
      drawCell(
        30 + (540 / parts) * i,
        30 + row * 100,
        540 / parts,
        80,
        i < filled ? pickColor(p.colors, row) : 'FFFFFF',
        INK,
      ),
    ).join('');
  return svg(600, height, drawBackground(600, height), ...p.bars.map(drawBar));
});

/** Circles side by side, each cut into slices. */
export const pies = drawing({ pies: [[4, 1]] as number[][], colors: ['F2A541'] }, (p) => {
  const width = 40 + p.pies.length * 240;
  const drawPie = ([parts = 1, filled = 0]: number[], i: number) => {
    const x = 140 + i * 240;
    return (
      circle(x, 140, 100, 'FFFFFF', strokeAttributes(INK, 3)) +
      times(parts, (part) =>
        drawSlice(x, 140, 100, part / parts, 1 / parts, part < filled ? pickColor(p.colors, i) : 'none'),
      ).join('')
    );
  };
  return svg(width, 280, drawBackground(width, 280), ...p.pies.map(drawPie));
});

function drawSlice(x: number, y: number, r: number, from: number, share: number, fill: string): string {
  if (share === 1) return circle(x, y, r, fill, strokeAttributes(INK, 3));
  const getPoint = (part: number) => [x + r * Math.sin(part * 2 * Math.PI), y - r * Math.cos(part * 2 * Math.PI)];
  const [x1 = 0, y1 = 0] = getPoint(from);
  const [x2 = 0, y2 = 0] = getPoint(from + share);
  return path(
    `M${round(x)} ${round(y)}L${round(x1)} ${round(y1)}A${r} ${r} 0 ${share > 0.5 ? 1 : 0} 1 ${round(x2)} ${round(y2)}z`,
    fill,
    strokeAttributes(INK, 3),
  );
}

/** A clock face with numbers. */
export const clock = drawing({ hour: 3, minute: 0, hands: true }, (p) => {
  const minuteTurn = (p.minute / 60) * 12;
  const drawHand = (turn: number, length: number, width: number, color: string) => {
    const [[x = 0, y = 0] = []] = getPolygonPoints(200, 200, length, 12, turn);
    return line(200, 200, x, y, color, width);
  };
  return svg(
    400,
    400,
    drawBackground(400, 400),
    circle(200, 200, 180, 'FFFFFF', strokeAttributes(BLUE, 12)),
    ...getPolygonPoints(200, 200, 166, 60).map(([x, y], i) => circle(x, y, i % 5 === 0 ? 4 : 2, INK)),
    ...getPolygonPoints(200, 200, 136, 12).map(([x, y], i) => drawCharacters(String(i || 12), x, y, 30)),
    ...(p.hands ? [drawHand(p.hour + p.minute / 60, 82, 12, RED), drawHand(minuteTurn, 114, 7, INK)] : []),
    circle(200, 200, 12, INK),
  );
});

/** A number line. `labels` are the numbers that are shown (by default all), `points` have a dot, and `jumps` are arcs. */
export const numberLine = drawing(
  { from: 0, to: 10, step: 1, labels: [] as number[], points: [] as number[], jumps: [] as number[][], none: false },
  (p) => {
    const toX = (value: number) => 50 + ((value - p.from) / (p.to - p.from)) * 600;
    const marks = times(Math.round((p.to - p.from) / p.step) + 1, (i) => p.from + i * p.step);
    const labels = p.none ? [] : p.labels.length > 0 ? p.labels : marks;
    const drawJump = ([a = 0, b = 0]: number[]) => {
      const height = Math.min(90, 40 + Math.abs(toX(b) - toX(a)) / 4);
      const side = b > a ? -1 : 1;
      return (
        path(
          `M${round(toX(a))} 128Q${round((toX(a) + toX(b)) / 2)} ${round(128 - height * 1.6)} ${round(toX(b))} 128`,
          'none',
          strokeAttributes(RED, 4),
        ) +
        polygon(
          [
            [toX(b), 130],
            [toX(b) + side * 16, 116],
            [toX(b) + side * 2, 108],
          ],
          RED,
        )
      );
    };
    return svg(
      700,
      220,
      drawBackground(700, 220),
      line(20, 140, 680, 140, INK, 4),
      ...marks.map((value) => line(toX(value), 126, toX(value), 154, INK, 4)),
      ...labels.map((value) => drawCharacters(formatWithMinusSign(value), toX(value), 184, 24)),
      ...p.jumps.map(drawJump),
      ...p.points.map((value) => circle(toX(value), 140, 12, BLUE)),
    );
  },
);

/** Rows of dots, such as 3 rows of 4. */
export const dots = drawing({ rows: 3, columns: 4, color: RED, split: 0 }, (p) => {
  const width = 40 + p.columns * 64 + (p.split ? 24 : 0);
  const height = 40 + p.rows * 64;
  const toX = (column: number) => 52 + column * 64 + (p.split && column >= p.split ? 24 : 0);
  const drawRow = (r: number) =>
    times(p.columns, (c) => circle(toX(c), 52 + r * 64, 24, p.split && c >= p.split ? BLUE : p.color)).join('');
  return svg(width, height, drawBackground(width, height), ...times(p.rows, drawRow));
});

/** Hundreds as squares, tens as bars, ones as cubes. */
export const blocks = drawing({ hundreds: 0, tens: 3, ones: 4 }, (p) => {
  const width = 40 + p.hundreds * 170 + p.tens * 28 + (p.ones ? 30 + Math.ceil(p.ones / 5) * 30 : 0);
  const drawCube = (x: number, y: number, color: string) => rect(x, y, 15, 15, color, strokeAttributes('FFFFFF', 1.5));
  const drawBar = (x: number, color: string) => times(10, (i) => drawCube(x, 25 + i * 15, color)).join('');
  const tensX = 20 + p.hundreds * 170;
  const onesX = tensX + p.tens * 28 + 20;
  return svg(
    width,
    200,
    drawBackground(width, 200),
    ...times(p.hundreds, (h) => times(10, (i) => drawBar(20 + h * 170 + i * 15, '5BA65B')).join('')),
    ...times(p.tens, (t) => drawBar(tensX + t * 28, BLUE)),
    ...times(p.ones, (i) => drawCube(onesX + Math.floor(i / 5) * 30, 160 - (i % 5) * 28, RED)),
  );
});

/** Coins with their values, of no real currency. */
export const coins = drawing({ values: [1, 2, 5] }, (p) => {
  const width = 40 + p.values.length * 130;
  const drawCoin = (value: number, i: number) => {
    const r = value >= 10 ? 56 : value >= 5 ? 52 : 46;
    const color = value >= 10 ? 'C9CED8' : value >= 5 ? 'F4D35E' : 'E0A070';
    return (
      circle(85 + i * 130, 85, r, color, strokeAttributes('8A6D3B', 4)) +
      drawCharacters(String(value), 85 + i * 130, 85, 44)
    );
  };
  return svg(width, 170, drawBackground(width, 170), ...p.values.map(drawCoin));
});

/** A ruler in centimetres, with an object above it from one mark to another. */
export const ruler = drawing({ length: 10, from: 0, to: 6, color: '5BA65B' }, (p) => {
  const toX = (cm: number) => 40 + cm * 60;
  const width = 80 + p.length * 60;
  return svg(
    width,
    220,
    drawBackground(width, 220),
    rect(toX(p.from), 40, toX(p.to) - toX(p.from), 44, p.color, ' rx="10"'),
    rect(20, 110, width - 40, 90, 'F4D35E', strokeAttributes(INK, 3)),
    ...times(p.length * 2 + 1, (i) => line(toX(i / 2), 110, toX(i / 2), i % 2 === 0 ? 140 : 126, INK, 3)),
    ...times(p.length + 1, (i) => drawCharacters(String(i), toX(i), 168, 24)),
  );
});

/** A balance with numbers or icons on each side. `tilt` is −1 when the left side is down and 1 when the right side is. */
export const scales = drawing({ left: ['3'], right: ['?'], tilt: 0 }, (p, icon) => {
  const drop = p.tilt * 28;
  const drawSide = (x: number, y: number, things: readonly string[]) => {
    const size = 54;
    const start = x - ((things.length - 1) * (size + 6)) / 2;
    const drawThing = (name: string, i: number) => {
      const centerX = start + i * (size + 6);
      if (!/^[\d?+]+$/.test(name)) return icon(name, centerX - size / 2, y - size - 6, size);
      return (
        rect(centerX - size / 2, y - size - 6, size, size, BLUE, ' rx="10"') +
        drawCharacters(name, centerX, y - size / 2 - 6, 26, 'FFFFFF')
      );
    };
    return (
      path(
        `M${x - 125} ${round(y)}H${x + 125}Q${x + 110} ${round(y + 36)} ${x} ${round(y + 36)}T${x - 125} ${round(y)}z`,
        'B9C2D0',
      ) + things.map(drawThing).join('')
    );
  };
  return svg(
    640,
    340,
    drawBackground(640, 340),
    polygon(
      [
        [320, 150],
        [380, 310],
        [260, 310],
      ],
      '7B6BD6',
    ),
    line(170, 140 - drop, 470, 140 + drop, INK, 10),
    circle(320, 140, 16, INK),
    line(170, 140 - drop, 170, 240 - drop, INK, 4),
    line(470, 140 + drop, 470, 240 + drop, INK, 4),
    drawSide(170, 240 - drop, p.left),
    drawSide(470, 240 + drop, p.right),
  );
});

/** A thermometer in degrees, filled up to a value. */
export const thermometer = drawing({ from: -10, to: 30, step: 10, value: 20 }, (p) => {
  const toY = (value: number) => 330 - ((value - p.from) / (p.to - p.from)) * 280;
  const marks = times(Math.round((p.to - p.from) / p.step) + 1, (i) => p.from + i * p.step);
  return svg(
    220,
    430,
    drawBackground(220, 430),
    rect(56, 30, 36, 330, 'FFFFFF', `${strokeAttributes(INK, 4)} rx="18"`),
    circle(74, 370, 36, RED, strokeAttributes(INK, 4)),
    rect(64, toY(p.value), 20, 360 - toY(p.value), RED),
    ...marks.map(
      (value) =>
        line(100, toY(value), 122, toY(value), INK, 4) +
        drawCharacters(formatWithMinusSign(value), 164, toY(value), 24),
    ),
  );
});

function formatWithMinusSign(value: number): string {
  return String(value).replace('-', '−');
}

function pickColor(colors: readonly string[], i: number): string {
  return colors[i % colors.length] ?? RED;
}
