import {
  defineDrawing,
  drawCircle,
  drawLine,
  drawPath,
  drawPicture,
  drawPolygon,
  drawRect,
  formatNumber,
  formatStroke,
} from '../../src/content/drawings/svg.ts';
import { drawPaper } from './paper.ts';

// A page, a lighthouse by the sea, and a kitchen.

/** A sheet of paper with strips instead of words, at [x, y, width, color], and icons at [name, x, y, size]. */
export const page = defineDrawing(
  {
    width: 420,
    height: 560,
    strips: [[60, 80, 300, '33415C']] as [number, number, number, string][],
    icons: [] as [string, number, number, number][],
  },
  (params, drawIcon) =>
    drawPicture(
      [params.width, params.height, 'CDE3EF'],
      drawRect(22, 22, params.width - 44, params.height - 44, 'FFFDF6', ' rx="10"'),
      ...params.strips.map(([x, y, width, color]) => drawRect(x, y, width, 14, color, ' rx="7"')),
      ...params.icons.map(([name, x, y, size]) => drawIcon(name, x, y, size)),
    ),
);

/**
 * A lighthouse on a rock in the evening, with a beam to the left and an optional beach in front;
 * 640 × 360 with icons at [name, x, y, size].
 */
export const lighthouse = defineDrawing(
  { sky: '33508A', sea: '245C82', x: 470, lit: true, beach: true, icons: [] as [string, number, number, number][] },
  (params, drawIcon) =>
    drawPicture(
      [640, 360, params.sky],
      drawPath('M0 270Q160 250 320 268T640 262V360H0z', params.sea),
      params.lit ? drawBeam(params.x, 84) : '',
      drawPath(`M${params.x - 150} 360Q${params.x - 90} 262 ${params.x} 262T${params.x + 150} 360z`, '6B5B53'),
      params.beach ? drawPath('M0 292Q150 256 330 300T640 330V360H0z', 'E8CF9C') : '',
      drawTower(params.x),
      ...params.icons.map(([name, x, y, size]) => drawIcon(name, x, y, size)),
    ),
);

function drawBeam(x: number, y: number): string {
  const [farX, topY, bottomY] = [-20, y - 70, y + 110];
  return drawPath(
    `M${formatNumber(x)} ${formatNumber(y)}L${farX} ${topY}V${bottomY}z`,
    'FFE9A3',
    ' fill-opacity=".55"',
  );
}

function drawTower(x: number): string {
  const getHalfWidth = (y: number) => 26 + (y - 110) * 0.11; // the tower is wider at the bottom
  const drawBand = (from: number, to: number, color: string) =>
    drawPolygon(
      [
        [x - getHalfWidth(from), from],
        [x + getHalfWidth(from), from],
        [x + getHalfWidth(to), to],
        [x - getHalfWidth(to), to],
      ],
      color,
    );
  const bands = [110, 148, 186, 224, 275].slice(1).map((to, i) => {
    const from = [110, 148, 186, 224][i] ?? 110;
    return drawBand(from, to, i % 2 ? 'FFF8EC' : 'E4572E');
  });
  const roof = drawPath(`M${x - 28} 62L${x} 34L${x + 28} 62z`, 'B93E1C');
  const lamp = drawRect(x - 20, 62, 40, 42, 'FFE9A3') + drawCircle(x, 84, 12, 'FFC93C');
  return bands.join('') + lamp + roof + drawLine(x - 36, 107, x + 36, 107, '33415C', 7) + drawDoor(x);
}

function drawDoor(x: number): string {
  return drawPath(`M${x - 11} 275V250Q${x} 236 ${x + 11} 250V275z`, '33415C', formatStroke('33415C', 1));
}

/** A kitchen with a stove, an open oven, a shelf and a table with a board and a sink, 640 × 420, with icons at [name, x, y, size]. */
export const kitchen = defineDrawing({ icons: [] as [string, number, number, number][] }, (params, drawIcon) =>
  drawPicture(
    [640, 420, 'FBE9C9'],
    ...[0, 1, 2].flatMap((row) =>
      [0, 1, 2, 3, 4, 5, 6, 7].map((column) =>
        drawRect(column * 80 + 3, row * 70 + 3, 74, 64, row === 2 ? 'F6DDB0' : 'FFF4DE', ' rx="4"'),
      ),
    ),
    drawPaper('M24 150H224V250H24z', 'E7ECF2') +
      drawRect(24, 150, 200, 18, '5B6680') +
      drawRect(44, 138, 150, 12, '33415C', ' rx="6"'),
    ...[60, 100, 148, 188].map((x) => drawCircle(x, 190, 9, '5B6680')),
    drawPaper('M240 196V120Q240 40 308 40T376 120V196z', 'C0674A') +
      drawPath('M254 196V124Q254 58 308 58T362 124V196z', '4A2C2A'),
    drawPaper('M232 190H384V250H232z', 'A9573F'),
    drawPaper('M430 160H620V176H430z', 'A06A3F') + drawPath('M450 176v20h-10zM600 176v20h10z', '7A4C2A'),
    drawPaper('M0 222H640V420H0z', 'D9A066'),
    drawPath('M0 300H640M0 372H640', 'none', formatStroke('C98B50', 3)),
    drawPaper('M26 262Q26 250 38 250H166Q178 250 178 262V366Q178 378 166 378H38Q26 378 26 366z', 'F2D6A4'),
    drawCircle(154, 268, 6, 'D9A066'),
    drawPaper('M322 262Q322 250 334 250H450Q462 250 462 262V366Q462 378 450 378H334Q322 378 322 366z', 'BFE3F2'),
    ...params.icons.map(([name, x, y, size]) => drawIcon(name, x, y, size)),
  ),
);
