import {
  around,
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

/** How many, how much, which part: drawings for numbers. */

const RED = 'E4572E';
const BLUE = '2E86AB';

/** Frames of two rows of five; the first `filled` places hold a counter, the next `second` one of another colour. */
export const tenFrame = drawing({ filled: 7, second: 0, color: RED, other: BLUE }, (p) => {
  const frames = Math.max(1, Math.ceil((p.filled + p.second) / 10));
  const place = (i: number) => {
    const x = 20 + (i % 5) * 76;
    const y = 20 + Math.floor(i / 5) * 76 + Math.floor(i / 10) * 16;
    const color = i < p.filled ? p.color : i < p.filled + p.second ? p.other : undefined;
    return cell(x, y, 76, 76, 'FFFFFF', INK) + (color ? circle(x + 38, y + 38, 28, color) : '');
  };
  const height = 40 + frames * 168 - 16;
  return svg(420, height, drawBackground(420, height), ...times(frames * 10, place));
});

/** Bars of equal length, one below the other, each cut into parts of which the first ones are filled. */
export const fractionBars = drawing({ bars: [[4, 1]] as number[][], colors: [RED, BLUE, '5BA65B', '7B6BD6'] }, (p) => {
  const height = 40 + p.bars.length * 100;
  const bar = ([parts = 1, filled = 0]: number[], row: number) =>
    times(parts, (i) =>
      cell(
        30 + (540 / parts) * i,
        30 + row * 100,
        540 / parts,
        80,
        i < filled ? pickColor(p.colors, row) : 'FFFFFF',
        INK,
      ),
    ).join('');
  return svg(600, height, drawBackground(600, height), ...p.bars.map(bar));
});

/** Circles side by side, each cut into slices. */
export const pies = drawing({ pies: [[4, 1]] as number[][], colors: ['F2A541'] }, (p) => {
  const width = 40 + p.pies.length * 240;
  const pie = ([parts = 1, filled = 0]: number[], i: number) => {
    const x = 140 + i * 240;
    return (
      circle(x, 140, 100, 'FFFFFF', stroke(INK, 3)) +
      times(parts, (part) =>
        slice(x, 140, 100, part / parts, 1 / parts, part < filled ? pickColor(p.colors, i) : 'none'),
      ).join('')
    );
  };
  return svg(width, 280, drawBackground(width, 280), ...p.pies.map(pie));
});

function slice(x: number, y: number, r: number, from: number, share: number, fill: string): string {
  if (share === 1) return circle(x, y, r, fill, stroke(INK, 3));
  const point = (turn: number) => [x + r * Math.sin(turn * 2 * Math.PI), y - r * Math.cos(turn * 2 * Math.PI)];
  const [x1 = 0, y1 = 0] = point(from);
  const [x2 = 0, y2 = 0] = point(from + share);
  return path(
    `M${n(x)} ${n(y)}L${n(x1)} ${n(y1)}A${r} ${r} 0 ${share > 0.5 ? 1 : 0} 1 ${n(x2)} ${n(y2)}z`,
    fill,
    stroke(INK, 3),
  );
}

/** A clock face with numbers. */
export const clock = drawing({ hour: 3, minute: 0, hands: true }, (p) => {
  const minuteTurn = (p.minute / 60) * 12;
  const hand = (turn: number, length: number, width: number, color: string) => {
    const [[x = 0, y = 0] = []] = around(200, 200, length, 12, turn);
    return line(200, 200, x, y, color, width);
  };
  return svg(
    400,
    400,
    drawBackground(400, 400),
    circle(200, 200, 180, 'FFFFFF', stroke(BLUE, 12)),
    ...around(200, 200, 166, 60).map(([x, y], i) => circle(x, y, i % 5 === 0 ? 4 : 2, INK)),
    ...around(200, 200, 136, 12).map(([x, y], i) => signs(String(i || 12), x, y, 30)),
    ...(p.hands ? [hand(p.hour + p.minute / 60, 82, 12, RED), hand(minuteTurn, 114, 7, INK)] : []),
    circle(200, 200, 12, INK),
  );
});

/** A line with marks; `labels` are the numbers that are written (by default all), `points` have a dot, `jumps` an arc. */
export const numberLine = drawing(
  { from: 0, to: 10, step: 1, labels: [] as number[], points: [] as number[], jumps: [] as number[][], none: false },
  (p) => {
    const x = (value: number) => 50 + ((value - p.from) / (p.to - p.from)) * 600;
    const marks = times(Math.round((p.to - p.from) / p.step) + 1, (i) => p.from + i * p.step);
    const labels = p.none ? [] : p.labels.length > 0 ? p.labels : marks;
    const jump = ([a = 0, b = 0]: number[]) => {
      const lift = Math.min(90, 40 + Math.abs(x(b) - x(a)) / 4);
      const wing = b > a ? -1 : 1;
      return (
        path(`M${n(x(a))} 128Q${n((x(a) + x(b)) / 2)} ${n(128 - lift * 1.6)} ${n(x(b))} 128`, 'none', stroke(RED, 4)) +
        polygon(
          [
            [x(b), 130],
            [x(b) + wing * 16, 116],
            [x(b) + wing * 2, 108],
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
      ...marks.map((value) => line(x(value), 126, x(value), 154, INK, 4)),
      ...labels.map((value) => signs(minus(value), x(value), 184, 24)),
      ...p.jumps.map(jump),
      ...p.points.map((value) => circle(x(value), 140, 12, BLUE)),
    );
  },
);

/** Rows of dots, such as 3 rows of 4. */
export const dots = drawing({ rows: 3, columns: 4, color: RED, split: 0 }, (p) => {
  const width = 40 + p.columns * 64 + (p.split ? 24 : 0);
  const height = 40 + p.rows * 64;
  const at = (column: number) => 52 + column * 64 + (p.split && column >= p.split ? 24 : 0);
  const row = (r: number) =>
    times(p.columns, (c) => circle(at(c), 52 + r * 64, 24, p.split && c >= p.split ? BLUE : p.color)).join('');
  return svg(width, height, drawBackground(width, height), ...times(p.rows, row));
});

/** Hundreds as squares, tens as bars, ones as cubes. */
export const blocks = drawing({ hundreds: 0, tens: 3, ones: 4 }, (p) => {
  const width = 40 + p.hundreds * 170 + p.tens * 28 + (p.ones ? 30 + Math.ceil(p.ones / 5) * 30 : 0);
  const small = (x: number, y: number, color: string) => rect(x, y, 15, 15, color, stroke('FFFFFF', 1.5));
  const bar = (x: number, color: string) => times(10, (i) => small(x, 25 + i * 15, color)).join('');
  const tensAt = 20 + p.hundreds * 170;
  const onesAt = tensAt + p.tens * 28 + 20;
  return svg(
    width,
    200,
    drawBackground(width, 200),
    ...times(p.hundreds, (h) => times(10, (i) => bar(20 + h * 170 + i * 15, '5BA65B')).join('')),
    ...times(p.tens, (t) => bar(tensAt + t * 28, BLUE)),
    ...times(p.ones, (i) => small(onesAt + Math.floor(i / 5) * 30, 160 - (i % 5) * 28, RED)),
  );
});

/** Coins with their values, of no real currency. */
export const coins = drawing({ values: [1, 2, 5] }, (p) => {
  const width = 40 + p.values.length * 130;
  const coin = (value: number, i: number) => {
    const r = value >= 10 ? 56 : value >= 5 ? 52 : 46;
    const color = value >= 10 ? 'C9CED8' : value >= 5 ? 'F4D35E' : 'E0A070';
    return circle(85 + i * 130, 85, r, color, stroke('8A6D3B', 4)) + signs(String(value), 85 + i * 130, 85, 44);
  };
  return svg(width, 170, drawBackground(width, 170), ...p.values.map(coin));
});

/** A ruler in centimetres, with an object above it from one mark to another. */
export const ruler = drawing({ length: 10, from: 0, to: 6, color: '5BA65B' }, (p) => {
  const x = (cm: number) => 40 + cm * 60;
  const width = 80 + p.length * 60;
  return svg(
    width,
    220,
    drawBackground(width, 220),
    rect(x(p.from), 40, x(p.to) - x(p.from), 44, p.color, ' rx="10"'),
    rect(20, 110, width - 40, 90, 'F4D35E', stroke(INK, 3)),
    ...times(p.length * 2 + 1, (i) => line(x(i / 2), 110, x(i / 2), i % 2 === 0 ? 140 : 126, INK, 3)),
    ...times(p.length + 1, (i) => signs(String(i), x(i), 168, 24)),
  );
});

/**
 * A balance: on each side weights with numbers, icons or nothing; `tilt` is −1 when the left side is down and 1 when the right one
 * is.
 */
export const scales = drawing({ left: ['3'], right: ['?'], tilt: 0 }, (p, icon) => {
  const drop = p.tilt * 28;
  const side = (x: number, y: number, things: readonly string[]) => {
    const size = 54;
    const start = x - ((things.length - 1) * (size + 6)) / 2;
    const thing = (name: string, i: number) => {
      const at = start + i * (size + 6);
      if (!/^[\d?+]+$/.test(name)) return icon(name, at - size / 2, y - size - 6, size);
      return (
        rect(at - size / 2, y - size - 6, size, size, BLUE, ' rx="10"') +
        signs(name, at, y - size / 2 - 6, 26, 'FFFFFF')
      );
    };
    return (
      path(`M${x - 125} ${n(y)}H${x + 125}Q${x + 110} ${n(y + 36)} ${x} ${n(y + 36)}T${x - 125} ${n(y)}z`, 'B9C2D0') +
      things.map(thing).join('')
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
    side(170, 240 - drop, p.left),
    side(470, 240 + drop, p.right),
  );
});

/** A thermometer in degrees, filled up to a value. */
export const thermometer = drawing({ from: -10, to: 30, step: 10, value: 20 }, (p) => {
  const y = (value: number) => 330 - ((value - p.from) / (p.to - p.from)) * 280;
  const marks = times(Math.round((p.to - p.from) / p.step) + 1, (i) => p.from + i * p.step);
  return svg(
    220,
    430,
    drawBackground(220, 430),
    rect(56, 30, 36, 330, 'FFFFFF', `${stroke(INK, 4)} rx="18"`),
    circle(74, 370, 36, RED, stroke(INK, 4)),
    rect(64, y(p.value), 20, 360 - y(p.value), RED),
    ...marks.map((value) => line(100, y(value), 122, y(value), INK, 4) + signs(minus(value), 164, y(value), 24)),
  );
});

function minus(value: number): string {
  return String(value).replace('-', '−');
}

function pickColor(colors: readonly string[], i: number): string {
  return colors[i % colors.length] ?? RED;
}
