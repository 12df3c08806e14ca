import {
  BARE,
  type DrawIcon,
  defineDrawing,
  drawArrow,
  drawCell,
  drawCircle,
  drawContent,
  drawLine,
  drawPath,
  drawPicture,
  drawRect,
  drawText,
  formatStroke,
  INK,
  repeat,
} from './svg.ts';

/** Pictures composed of icons: covers, scenes, groups to count, patterns to continue. */

/** A cover, 640 × 360: sky, hills, and icons, each as [name, x, y, size]. */
export const cover = defineDrawing(
  { sky: 'CDE9F5', back: 'A9D18E', ground: '7FB95F', icons: [] as [string, number, number, number][] },
  (params, drawIcon) =>
    drawPicture(
      [640, 360, params.sky],
      drawPath('M0 230Q150 150 330 220T640 190V360H0z', params.back),
      drawPath('M0 290Q180 230 340 285T640 270V360H0z', params.ground),
      ...params.icons.map(([name, x, y, size]) => drawIcon(name, x, y, size)),
    ),
);

/**
 * Icons, each as [name, x, y, size], on a background that has the color `ground` below `horizon`, a fraction of the height. `none` is no
 * background.
 */
export const scene = defineDrawing(
  {
    width: 600,
    height: 400,
    color: 'E4F3FA',
    horizon: 1,
    ground: 'A9D18E',
    icons: [] as [string, number, number, number][],
  },
  (params, drawIcon) =>
    drawPicture(
      [params.width, params.height, params.color],
      drawRect(0, params.height * params.horizon, params.width, params.height * (1 - params.horizon), params.ground),
      ...params.icons.map(([name, x, y, size]) => drawIcon(name, x, y, size)),
    ),
);

/** Groups of `count` equal icons, which are arranged in `columns`. If there is more than one group, each has a frame. */
export const count = defineDrawing(
  { icon: 'red-apple', count: 5, columns: 5, groups: 1, color: 'FFF8EC' },
  (params, drawIcon) => {
    const columns = Math.min(params.columns, params.count);
    const rows = Math.ceil(params.count / columns);
    const isFramed = params.groups > 1;
    // Without a frame, little is around the icons, so that they are large on a small card.
    const [outside, inside, step] = isFramed ? [10, 24, 80] : [0, 8, 72];
    const width = (columns - 1) * step + 64 + 2 * inside;
    const height = (rows - 1) * step + 64 + 2 * inside;
    const drawGroup = (group: number) => {
      const x = outside + group * (width + outside);
      const frame = isFramed
        ? drawRect(x, outside, width, height, 'FFFFFF', `${formatStroke('B9C2D0', 3)} rx="30"`)
        : '';
      const icons = repeat(params.count, (i) =>
        drawIcon(params.icon, x + inside + (i % columns) * step, outside + inside + Math.floor(i / columns) * step, 64),
      );
      return frame + icons.join('');
    };
    const totalWidth = params.groups * (width + outside) + outside;
    return drawPicture([totalWidth, height + 2 * outside, params.color], ...repeat(params.groups, drawGroup));
  },
);

/** A row of tiles with icons, colored shapes such as "circle-2E86AB", or texts such as "12". "?" is a missing tile. */
export const tiles = defineDrawing({ tiles: ['red-apple', '?'], color: BARE }, (params, drawIcon) => {
  const width = 20 + params.tiles.length * 100;
  const drawTile = (name: string, i: number) => {
    const x = 20 + i * 100;
    return drawCell(x, 20, 80, 80, name === '?' ? 'FDE9B8' : 'FFFFFF') + drawContent(name, x + 40, 60, 60, drawIcon);
  };
  return drawPicture([width, 120, params.color], ...params.tiles.map(drawTile));
});

/**
 * A Venn diagram of two circles, with icons in the left circle, in both circles, in the right circle and outside. `labels` names
 * the circles A and B.
 */
export const rings = defineDrawing(
  { left: [] as string[], both: [] as string[], right: [] as string[], outside: [] as string[], labels: true },
  (params, drawIcon) => {
    const drawColumn = (names: readonly string[], x: number) =>
      names.map((name, i) => drawIcon(name, x - 28, 200 - names.length * 32 + i * 64, 56)).join('');
    return drawPicture(
      [640, 400],
      drawCircle(235, 200, 165, 'F4D35E', ' fill-opacity=".45"'),
      drawCircle(405, 200, 165, '2E86AB', ' fill-opacity=".35"'),
      drawCircle(235, 200, 165, 'none', formatStroke('E0A020', 4)),
      drawCircle(405, 200, 165, 'none', formatStroke('2E86AB', 4)),
      drawColumn(params.left, 145),
      drawColumn(params.both, 320),
      drawColumn(params.right, 495),
      ...params.outside.map((name, i) => drawIcon(name, 575, 20 + i * 60, 50)),
      params.labels ? drawText('A', 60, 40, 30, 'B8800F') + drawText('B', 580, 370, 30, '2E86AB') : '',
    );
  },
);

/** Icons in a row with arrows between them; `round` arranges them in a circle. */
export const chain = defineDrawing({ icons: ['seedling', 'sunflower'], round: false }, (params, drawIcon) => {
  if (params.round) return drawCycle(params.icons, drawIcon);
  const width = params.icons.length * 170 - 30;
  const drawStep = (name: string, i: number) =>
    drawIcon(name, 20 + i * 170, 30, 100) + (i > 0 ? drawArrow(i * 170 - 40, 80, i * 170 + 8, 80) : '');
  return drawPicture([width, 160], ...params.icons.map(drawStep));
});

function drawCycle(icons: readonly string[], drawIcon: DrawIcon): string {
  const getPoint = (i: number) => {
    const angle = (i / icons.length) * 2 * Math.PI - Math.PI / 2;
    return [250 + 160 * Math.cos(angle), 250 + 160 * Math.sin(angle)] as const;
  };
  const drawStep = (name: string, i: number) => {
    const [x, y] = getPoint(i);
    // The arrow begins and ends at a distance from the two icons that it connects.
    const [arrowX, arrowY] = getPoint(i + 0.36);
    const [headX, headY] = getPoint(i + 0.64);
    return drawIcon(name, x - 50, y - 50, 100) + drawArrow(arrowX, arrowY, headX, headY);
  };
  return drawPicture([500, 500], ...icons.map(drawStep));
}

/** A decision: an icon at the top, with a yes branch and a no branch to two other icons. */
export const decision = defineDrawing({ top: 'cat', yes: 'bird', no: 'fish' }, (params, drawIcon) =>
  drawPicture(
    [500, 380],
    drawLine(250, 120, 120, 220, INK, 5),
    drawLine(250, 120, 380, 220, INK, 5),
    drawCircle(250, 90, 66, 'FDE9B8', formatStroke('E0A020', 4)),
    drawIcon(params.top, 205, 45, 90),
    drawIcon('check-mark-button', 150, 140, 44),
    drawIcon('cross-mark', 306, 140, 44),
    drawIcon(params.yes, 70, 230, 100),
    drawIcon(params.no, 330, 230, 100),
  ),
);
