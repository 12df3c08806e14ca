import {
  defineDrawing,
  drawArrow,
  drawCell,
  drawCircle,
  drawContent,
  drawLabel,
  drawLine,
  drawPath,
  drawPicture,
  drawRect,
  drawText,
  formatNumber,
  formatStroke,
  formatWithMinusSign,
  INK,
  isDrawnAsText,
  LETTERS,
  measureText,
} from './svg.ts';

/** Drawings of networks, tables and graphs. Their numbers and names are those of the question. */

const LINE_COLORS = ['E4572E', '2E86AB', '5BA65B'];
const PALE = 'FDE9B8';

/**
 * A network of nodes [name, x, y] and edges [from, to, text], which name the nodes by their index in the list. A name is a letter, a
 * number or an icon. An edge with the text "" has no number. With `arrows`, each edge has a direction.
 */
export const network = defineDrawing(
  {
    nodes: [
      ['A', 60, 140],
      ['B', 420, 140],
    ] as [string | number, number, number][],
    edges: [[0, 1, 5]] as [number, number, string | number][],
    arrows: false,
    width: 480,
    height: 280,
  },
  (params, drawIcon) => {
    const getPoint = (i: number) => {
      const [, x = 0, y = 0] = params.nodes[i] ?? [];
      return { x, y };
    };
    const drawEdge = ([from, to]: readonly [number, number, unknown]) => {
      const [start, end] = [getPoint(from), getPoint(to)];
      const angle = Math.atan2(end.y - start.y, end.x - start.x);
      return params.arrows
        ? drawArrow(start.x, start.y, end.x - 40 * Math.cos(angle), end.y - 40 * Math.sin(angle))
        : drawLine(start.x, start.y, end.x, end.y, INK, 4);
    };
    const drawEdgeText = ([from, to, text]: readonly [number, number, string | number]) => {
      if (text === '') return '';
      const [x, y] = [(getPoint(from).x + getPoint(to).x) / 2, (getPoint(from).y + getPoint(to).y) / 2];
      const width = measureText(String(text), 30) + 20;
      return drawRect(x - width / 2, y - 24, width, 48, 'FFF8EC', ' rx="16"') + drawText(String(text), x, y, 30);
    };
    const drawNode = ([name, x, y]: readonly [string | number, number, number]) =>
      drawCircle(x, y, 36, isDrawnAsText(String(name)) ? PALE : 'FFFFFF', formatStroke(INK, 3)) +
      drawContent(String(name), x, y, 50, drawIcon);
    return drawPicture(
      [params.width, params.height],
      ...params.edges.map(drawEdge),
      ...params.edges.map(drawEdgeText),
      ...params.nodes.map(drawNode),
    );
  },
);

/**
 * A table of rows of cells, which are numbers, times, letters, icons, colored shapes or "?" for what is missing. The cells of the first
 * row (`head`) and of the first column (`side`) say what the others are.
 */
export const table = defineDrawing(
  { rows: [['', 'A']] as (string | number)[][], head: true, side: true },
  (params, drawIcon) => {
    const rows = params.rows.map((row) => row.map(formatWithMinusSign));
    const [firstRow = []] = rows;
    const widths = firstRow.map((_, column) => Math.max(88, ...rows.map((row) => getCellWidth(row[column] ?? ''))));
    const getX = (column: number) => 10 + widths.slice(0, column).reduce((sum, width) => sum + width, 0);
    const drawTableCell = (content: string, column: number, row: number) => {
      const [x, y, width] = [getX(column), 10 + row * 72, widths[column] ?? 0];
      const isHeading = (params.head && row === 0) || (params.side && column === 0);
      const color = isHeading ? 'E4F3FA' : content === '?' ? PALE : 'FFFFFF';
      const cell = drawCell(x, y, width, 72, color, '9AA3B2');
      return content ? cell + drawContent(content, x + width / 2, y + 36, 54, drawIcon) : cell;
    };
    return drawPicture(
      [Math.ceil(getX(widths.length) + 10), 20 + rows.length * 72],
      ...rows.flatMap((row, i) => row.map((content, column) => drawTableCell(content, column, i))),
    );
  },
);

function getCellWidth(content: string): number {
  return isDrawnAsText(content) ? measureText(content, 54 * 0.6) + 32 : 0;
}

/**
 * A graph with straight lines through points [x, y], none below 0. Two or more lines have the letters A, B, C. Dashed lines lead from each
 * point to its numbers on the axes. `icons` are what the axes count: across and upward.
 */
export const graph = defineDrawing(
  {
    lines: [
      [
        [0, 0],
        [4, 8],
      ],
    ] as number[][][],
    icons: [] as string[],
  },
  (params, drawIcon) => {
    const points = params.lines.flat();
    const xs = sortDistinct(points.map(([x = 0]) => x));
    const ys = sortDistinct(points.map(([, y = 0]) => y));
    const toY = (value: number) => 310 - (value / (ys.at(-1) || 1)) * 250;
    const numbersY = placeNumbers(ys, toY, () => TICK_HEIGHT + 6);
    const column = Math.max(...ys.map((value) => measureText(String(value), TICK_HEIGHT))) + 20;
    const left = 12 + column * (1 + Math.max(...numbersY.map(({ rank }) => rank)));
    const toX = (value: number) => left + (value / (xs.at(-1) || 1)) * 400;
    const numbersX = placeNumbers(xs, toX, (text) => measureText(text, TICK_HEIGHT) + 10);
    const drawGuide = ([x = 0, y = 0]: number[]) => {
      const start = left - column * (numbersY[ys.indexOf(y)]?.rank ?? 0);
      const end = 310 + 32 * (numbersX[xs.indexOf(x)]?.rank ?? 0);
      return drawPath(
        `M${formatNumber(start)} ${formatNumber(toY(y))}H${formatNumber(toX(x))}V${formatNumber(end)}`,
        'none',
        `${formatStroke('9AA3B2', 2)} stroke-dasharray="3 8"`,
      );
    };
    const drawGraphLine = (line: number[][], i: number) => {
      const color = LINE_COLORS[i % LINE_COLORS.length] ?? INK;
      const path = line.map(([x = 0, y = 0]) => `${formatNumber(toX(x))} ${formatNumber(toY(y))}`).join('L');
      const dots = line.map(([x = 0, y = 0]) => drawCircle(toX(x), toY(y), 8, color));
      return drawPath(`M${path}`, 'none', formatStroke(color, 6)) + dots.join('');
    };
    const drawLetter = (line: number[][], i: number) => {
      const [x = 0, y = 0] = line.at(-1) ?? [];
      return params.lines.length > 1 ? drawLabel(LETTERS[i] ?? '', toX(x) + 28, toY(y) - 26) : '';
    };
    const [iconX, iconY] = params.icons;
    return drawPicture(
      [Math.ceil(left + 470), 400],
      ...points.map(drawGuide),
      drawArrow(left, 310, left + 450, 310, INK, 4),
      drawArrow(left, 310, left, 12, INK, 4),
      ...params.lines.map(drawGraphLine),
      ...params.lines.map(drawLetter),
      ...numbersX.map(({ text, at, rank }) => drawText(text, at, 334 + rank * 32, TICK_HEIGHT)),
      ...numbersY.map(({ text, at, rank }) =>
        drawText(text, left - 12 - rank * column - measureText(text, TICK_HEIGHT) / 2, at, TICK_HEIGHT),
      ),
      iconX ? drawIcon(iconX, left + 416, 340, 50) : '',
      iconY ? drawIcon(iconY, left + 20, 4, 50) : '',
    );
  },
);

const TICK_HEIGHT = 24;

function sortDistinct(values: readonly number[]): number[] {
  return [...new Set(values)].sort((a, b) => a - b);
}

/** Places the numbers of an axis. One that has no room beside the number before it has the rank 1: it is farther from the axis. */
function placeNumbers(
  values: readonly number[],
  toPosition: (value: number) => number,
  getRoom: (text: string) => number,
) {
  let rank = 0;
  return values.map((value, i) => {
    const [text, at, previous] = [String(value), toPosition(value), values[i - 1]];
    const isClose = previous !== undefined && Math.abs(at - toPosition(previous)) < getRoom(text);
    rank = isClose && rank === 0 ? 1 : 0;
    return { text, at, rank };
  });
}
