import {
  defineDrawing,
  drawCircle,
  drawPath,
  drawRect,
  formatStroke,
  repeat,
  wrapSvg,
} from '../../src/content/drawings/svg.ts';
import { drawPaper, formatOval } from './paper.ts';

/**
 * A scene of a story or of a cover in layers of paper, 640 × 360. `place` is the backdrop, `dusk` makes it darker (0 to 1), and
 * `icons` are icons and characters at [name, x, y, size]. `color` is the color of the wall of a room.
 */
export const stage = defineDrawing(
  { place: 'wood', color: 'F7E3C3', dusk: 0, icons: [] as [string, number, number, number][] },
  (params, drawIcon) => {
    const drawBackdrop = BACKDROPS[params.place];
    if (!drawBackdrop)
      throw new Error(`There is no place "${params.place}", only ${Object.keys(BACKDROPS).join(', ')}`);
    return wrapSvg(
      640,
      360,
      drawBackdrop(params.color),
      params.dusk > 0 ? drawRect(0, 0, 640, 360, '1B2350', ` opacity="${params.dusk}"`) : '',
      ...params.icons.map(([name, x, y, size]) => drawIcon(name, x, y, size)),
    );
  },
);

/** The path data of hills and of waves, from the farthest layer to the nearest one. */
const FAR_HILLS = 'M0 214C90 150 190 166 290 196S510 160 640 190V360H0z';
const MIDDLE_HILLS = 'M0 262C120 212 230 250 350 246S550 212 640 246V360H0z';
const NEAR_HILLS = 'M0 306C110 276 220 296 340 298S530 278 640 292V360H0z';
const FAR_WAVES = 'M0 206c60-8 100 8 160 0s100 8 160 0 100 8 160 0 100 8 160 0V360H0z';
const NEAR_WAVES = 'M0 244c60-8 100 8 160 0s100 8 160 0 100 8 160 0 100 8 160 0V360H0z';

const BACKDROPS: Readonly<Record<string, (color: string) => string>> = {
  wood: () =>
    drawSky('CFEAF1', 'FDF3D4') +
    drawSun(540, 84) +
    drawCloud(70, 40, 1.2) +
    drawCloud(300, 26, 0.8) +
    repeat(9, (i) => drawPine(24 + i * 76, 208 - (i % 3) * 12, i % 2 ? 1.4 : 1.1, '93C47F')).join('') +
    drawLayer(FAR_HILLS, 'B7DB9A') +
    drawTree(60, 256, 1.7, '5FA24C') +
    drawTree(586, 250, 1.8, '5FA24C') +
    drawLayer(MIDDLE_HILLS, '7FBB5E') +
    drawLayer(NEAR_HILLS, '4F9440'),
  hill: () => drawHill(['CFEAF1', 'FDF3D4'], ['B7DB9A', '7FBB5E', '4F9440'], 'F5E3B8'),
  canyon: () => drawHill(['F8D9C0', 'FFF4DC'], ['E9CFA3', 'D29B63', 'A86D43'], 'F5E3B8'),
  glacier: () => drawHill(['C3E2F4', 'F6F4FB'], ['D9ECF6', '9CCBE4', '5F9DC6'], 'FFF'),
  path: () =>
    drawSky('CFEAF1', 'FDF3D4') +
    drawCloud(420, 40, 1.1) +
    drawLayer(FAR_HILLS, 'B7DB9A') +
    drawPine(60, 226, 1.5, '6FAE5C') +
    drawPine(590, 222, 1.6, '6FAE5C') +
    drawLayer(MIDDLE_HILLS, '7FBB5E') +
    drawPaper('M330 228C300 262 420 282 330 312T210 360H440C430 330 500 306 440 280S356 246 352 228z', 'F3E2B6') +
    drawPath('M336 318l20-6 8 14-18 8zM404 332h22v18h-22zM372 268l16-4 4 12-16 4z', 'E39A6A') +
    drawCircle(390, 304, 10, '7FA9CF') +
    drawCircle(300, 344, 11, 'E8C15A') +
    drawCircle(352, 252, 6, '7FA9CF'),
  orchard: () =>
    drawSky('CFEAF1', 'FDF3D4') +
    drawSun(560, 76) +
    drawLayer(FAR_HILLS, 'C3E0A6') +
    repeat(6, (i) => drawTree(60 + i * 106, 226, 1, '6FAE5C', 'E4572E')).join('') +
    drawLayer(MIDDLE_HILLS, '93C970') +
    repeat(4, (i) => drawTree(90 + i * 160, 290, 1.5, '5FA24C', 'E4572E')).join('') +
    drawLayer(NEAR_HILLS, '5C9F49'),
  meadow: () =>
    drawSky('C7ECF5', 'FFF2DC') +
    drawSun(110, 84) +
    drawCloud(330, 40, 1.1) +
    drawCloud(500, 76, 0.8) +
    drawLayer(FAR_HILLS, 'CFE8A4') +
    drawTree(570, 236, 2, '86BD66') +
    drawLayer(MIDDLE_HILLS, '98CE70') +
    drawFlowers(270) +
    drawLayer(NEAR_HILLS, '63B054'),
  pond: () =>
    drawSky('C7ECF5', 'FFF2DC') +
    drawCloud(90, 44, 1.1) +
    drawLayer(FAR_HILLS, 'CFE8A4') +
    drawTree(80, 240, 1.7, '6DB05C') +
    drawTree(580, 236, 1.4, '6DB05C') +
    drawLayer(MIDDLE_HILLS, '98CE70') +
    drawPaper('M150 306C150 280 240 268 340 270S530 284 530 308 430 344 330 344 150 334 150 306z', '5CB6D6') +
    drawPath('M220 300h60M360 290h50M300 322h80M420 314h40', 'none', formatStroke('BFE6F2', 3)) +
    drawPaper('M0 330C110 316 180 344 300 348S530 330 640 322V360H0z', '63B054'),
  forest: () =>
    drawSky('DDF0D2', 'F6F2C8') +
    repeat(8, (i) => drawTrunk(20 + i * 84, 300, 22, 'B9CFA0')).join('') +
    drawLayer(MIDDLE_HILLS, 'A5CF83') +
    repeat(4, (i) => drawTrunk([40, 210, 430, 590][i] ?? 0, 340, 40, '8A6B4E')).join('') +
    drawPaper('M0 0H640V52C590 84 560 50 500 66S400 90 340 62 210 88 150 60 60 84 0 66z', '4B8C4E') +
    drawLayer(NEAR_HILLS, '5FA24C'),
  treetop: () =>
    drawSky('BFE6F5', 'FFF6DF') +
    drawCloud(70, 60, 1.3) +
    drawCloud(440, 100, 1) +
    drawCloud(250, 190, 0.9) +
    drawPaper('M-10 316C150 280 300 330 650 270V312C400 348 200 336 -10 350z', '8A5A38') +
    drawPath('M420 300C470 250 520 240 600 190L606 204C540 250 500 270 470 300z', '8A5A38') +
    [40, 150, 520, 600, 330]
      .map((x, i) => drawLeaves(x, [330, 348, 180, 330, 352][i] ?? 340, [1.5, 1, 1.2, 1.3, 0.9][i] ?? 1))
      .join(''),
  garden: () =>
    drawSky('C7ECF5', 'FFF2DC') +
    drawSun(560, 78) +
    drawCloud(120, 40, 1.1) +
    drawLayer(FAR_HILLS, 'CFE8A4') +
    repeat(14, (i) => drawPaper(`M${i * 48 + 4} 258V206l14-14 14 14v52z`, 'FFFDF5')).join('') +
    drawRect(0, 222, 640, 8, 'F3EAD8') +
    drawPaper('M0 256H640V360H0z', '8CC568') +
    drawPaper('M40 306C40 290 110 286 190 288S300 296 300 310 250 330 170 330 40 324 40 306z', '8A5F3F') +
    drawPaper('M350 318C350 302 420 298 490 300S610 308 610 322 560 342 480 342 350 336 350 318z', '8A5F3F'),
  camp: () =>
    drawNightSky('20264F', '6A5A9E') +
    drawLayer(FAR_HILLS, '4C5B8F') +
    repeat(6, (i) => drawPine(40 + i * 120, 246, 1.5, '39487A')).join('') +
    drawLayer(MIDDLE_HILLS, '3F5E6E') +
    drawLayer(NEAR_HILLS, '355446') +
    drawCircle(320, 300, 90, 'FFC66B', ' opacity=".16"') +
    drawCircle(320, 300, 56, 'FFC66B', ' opacity=".2"'),
  beach: () =>
    drawSky('B8EBF0', 'FFF3D1') +
    drawSun(108, 84) +
    drawCloud(330, 44, 1.2) +
    drawLayer(FAR_WAVES, '5CC4C4') +
    drawLayer(NEAR_WAVES, '2FA3AD') +
    drawPaper('M0 292C140 262 300 286 420 288S580 270 640 274V360H0z', 'F4D99A'),
  jungle: () =>
    drawSky('D5F1E2', 'FFF6D6') +
    drawLayer(FAR_HILLS, 'A6D9B0') +
    drawPalm(110, 270, 2.4) +
    drawPalm(520, 266, 2.1) +
    drawLayer(MIDDLE_HILLS, '6DBF8B') +
    drawLayer(NEAR_HILLS, '3E9A6B') +
    drawBothSides(
      drawPaper('M-10 130C60 120 110 160 120 220C70 220 20 190 -10 170z', '2F8560') +
        drawPaper('M-10 40C70 20 130 60 150 110C80 120 20 100 -10 80z', '3E9A6B') +
        drawPath('M-6 152Q60 160 112 214M-6 58Q70 66 138 104', 'none', formatStroke('8FD0A5', 2.5)),
    ),
  falls: () =>
    drawSky('B8EBF0', 'FFF3D1') +
    drawCloud(60, 40, 1) +
    drawPaper('M0 90C60 70 150 80 210 96V360H0z', '7C9A86') +
    drawPaper('M640 80C570 66 480 76 430 96V360H640z', '7C9A86') +
    drawPaper('M206 96C260 84 380 84 434 96V320H206z', '58BEDB') +
    drawPath('M240 108V290M290 104V300M340 104V294M396 108V300', 'none', formatStroke('C9F0F8', 6)) +
    drawPaper('M0 300C140 276 220 310 320 310S520 280 640 296V360H0z', '2FA3AD') +
    drawPath('M210 306q22-18 44 0 22-18 44 0 22-18 44 0 22-18 44 0 22-18 44 0v14H210z', 'FFFFFF', ' opacity=".8"'),
  island: () =>
    drawSky('B8EBF0', 'FFF3D1') +
    drawSun(92, 80) +
    drawCloud(400, 36, 1.1) +
    drawLayer(FAR_WAVES, '5CC4C4') +
    drawPaper('M250 232C290 150 360 130 430 140S560 190 600 232z', '7CBF6B') +
    drawPalm(340, 160, 1.3) +
    drawPalm(510, 176, 1.1) +
    drawLayer(NEAR_WAVES, '2FA3AD') +
    drawPaper('M0 292C140 262 300 286 420 288S580 270 640 274V360H0z', 'F4D99A'),
  tower: () =>
    drawNightSky('1D2B5C', '5B78B8') +
    drawLayer(FAR_WAVES, '35588F') +
    drawPaper('M390 360C420 280 460 256 520 254S620 290 640 310V360z', '6B5B53') +
    drawPath('M516 76L-20 20V150z', 'FFE9A3', ' opacity=".4"') +
    drawPaper('M490 256L500 96H536L546 256z', 'E9DFF2') +
    drawPath('M498 130h40l2 30h-44zM494 192h48l2 30h-52z', '8C7BC8') +
    drawPaper('M494 56H542V98H494z', 'FFE9A3') +
    drawPaper('M486 58L518 26L550 58z', '8C3F6B') +
    drawPaper('M0 300C140 276 300 300 420 304S580 300 640 330V360H0z', 'D9BF8C'),
  lighthouse: () =>
    drawNightSky('2C4A8C', 'F3B98D') +
    drawLayer(FAR_WAVES, '4F8FB5') +
    drawPath('M508 84L-20 10V170z', 'FFE9A3', ' opacity=".42"') +
    drawPaper('M370 360C410 280 450 262 510 260S620 290 640 312V360z', '6B5B53') +
    drawPaper('M478 262L490 104H530L542 262z', 'FFF8EC') +
    drawPath('M487 140h46l3 36h-52zM482 208h56l3 34h-62z', 'E4572E') +
    drawPaper('M488 64H532V106H488z', 'FFE9A3') +
    drawPaper('M480 66L510 32L540 66z', 'B93E1C') +
    drawRect(476, 102, 68, 7, '33415C', ' rx="3"') +
    drawPaper('M0 296C140 266 300 296 420 302S580 300 640 332V360H0z', 'ECD09A'),
  sea: () =>
    drawSky('9FD3EE', 'FBE5C8') +
    drawCloud(100, 50, 1.2) +
    drawCloud(430, 70, 1) +
    drawLayer(FAR_WAVES, '4F8FB5') +
    drawLayer(NEAR_WAVES, '2E7398') +
    drawPaper('M0 306C140 280 300 300 420 302S580 288 640 296V360H0z', 'ECD09A'),
  cave: () =>
    drawRect(0, 0, 640, 360, '3B3357') +
    drawPaper('M40 360C50 150 150 40 330 44S590 150 610 360z', '6A5A8C') +
    drawPaper('M150 360C160 210 230 130 330 130S500 210 510 360z', 'F1C992') +
    drawPath('M70 0l16 70 18-70zM180 0l12 46 14-46zM430 0l14 54 16-54zM540 0l16 80 18-80z', '2E2746') +
    drawPaper('M0 306C140 290 300 318 420 316S580 300 640 306V360H0z', '54477A'),
  night: () =>
    drawNightSky('161D45', '5A5FB4') +
    drawCircle(110, 84, 34, 'F0B45C') +
    `<ellipse cx="110" cy="84" rx="60" ry="14" fill="none" stroke="#ffe6b0" stroke-width="5" transform="rotate(-18 110 84)"/>` +
    drawNightHills(['4B57A8', '374390', '27306F'], '2B3678'),
  evening: () => drawNightSky('3B2A66', 'E9917F') + drawNightHills(['77508C', '5B3C74', '432B59'], '38234C'),
  storm: () => drawNightSky('252C38', '77889C') + drawNightHills(['5B6C80', '46576C', '324257'], '2A384B'),
  pebbles: () =>
    drawNightSky('2A3570', 'F2A58E') +
    drawLayer(FAR_WAVES, '5B77C4') +
    drawLayer(NEAR_WAVES, '4562AE') +
    drawPaper('M0 286C140 256 300 280 420 282S580 264 640 270V360H0z', 'C9B8A8') +
    repeat(11, (i) =>
      drawPaper(
        formatOval(30 + i * 60, 326 + (i % 3) * 11, 17 - (i % 4) * 2, 10),
        ['8E8FA3', 'B7A79B', 'E6D8C8', '6F7794'][i % 4] ?? '8E8FA3',
      ),
    ).join(''),
  river: () =>
    drawSky('BBD9EE', 'F2F0E0') +
    drawCloud(80, 40, 1.4) +
    drawCloud(410, 34, 1.2) +
    drawPaper('M300 360L470 110L560 210L640 150V360z', '8C98B8') +
    drawPath('M432 166L470 110L506 150Q488 164 470 154T432 166z', 'FFFFFF') +
    drawLayer(MIDDLE_HILLS, '8CC568') +
    drawPaper(
      'M420 236C380 262 460 280 400 300S180 320 120 360H360C420 330 520 320 500 292S452 256 446 236z',
      '4C9FD4',
    ) +
    drawPath('M400 276q24 6 44 0M300 334q30 6 60 0M220 350q20 4 40 0', 'none', formatStroke('BFE3F5', 3.5)),
  sky: () =>
    drawSky('A8D5F2', 'FDF0D8') +
    drawCloud(60, 60, 1.6) +
    drawCloud(420, 40, 1.3) +
    drawCloud(260, 120, 1) +
    drawCloud(540, 150, 1.1) +
    drawLayer(MIDDLE_HILLS, '93C970') +
    drawLayer(NEAR_HILLS, '5C9F49'),
  space: () =>
    drawNightSky('0F1538', '3A4190') +
    drawCircle(520, 90, 44, 'E7E2F2') +
    drawCircle(506, 80, 8, 'CFC8E2') +
    drawCircle(532, 104, 11, 'CFC8E2') +
    drawPaper('M0 300C160 250 480 250 640 300V360H0z', '4B57A8') +
    drawPaper('M0 334C160 300 480 300 640 334V360H0z', '27306F'),
  town: () =>
    drawNightSky('44336F', 'F2946B') +
    drawCircle(470, 150, 60, 'FFD27A', ' opacity=".5"') +
    drawHouse(30, 236, 74, 66, '4A3A78') +
    drawHouse(118, 236, 54, 92, '5B4488') +
    drawHouse(470, 232, 60, 70, '4A3A78') +
    drawHouse(540, 232, 80, 90, '5A3560') +
    drawLayer(FAR_HILLS, '7F4A7D') +
    drawPath('M-6 60Q160 130 330 76T650 64', 'none', formatStroke('FFE0B0', 1.5)) +
    [80, 190, 310, 430, 560].map((x, i) => drawPaperLantern(x, [99, 108, 96, 80, 76][i] ?? 90)).join('') +
    drawLayer(MIDDLE_HILLS, '9C4A62') +
    drawLayer(NEAR_HILLS, 'B9523F'),
  square: () =>
    drawSky('F7C99A', 'FFF0D6') +
    drawHouse(10, 262, 100, 110, 'D97B55') +
    drawHouse(118, 262, 80, 84, 'E6A55C') +
    drawHouse(450, 262, 84, 90, 'C96A6A') +
    drawHouse(542, 262, 96, 112, 'D98F4E') +
    drawPaper('M0 258H640V360H0z', 'E8CDA6') +
    drawPath('M40 290h70M150 320h80M260 286h60M420 330h90M520 290h60M330 344h50', 'none', formatStroke('D3B083', 4)),
  chamber: () =>
    drawRect(0, 0, 640, 360, '6E7596') +
    repeat(5, (row) =>
      repeat(6, (i) =>
        drawRect(i * 116 - (row % 2) * 58, row * 54, 110, 48, row % 2 ? '7A81A2' : '757C9D', ' rx="6"'),
      ).join(''),
    ).join('') +
    drawPaper('M440 190V110Q440 50 510 50T580 110V190z', '565D80') +
    drawPath('M452 180V112Q452 62 510 62T568 112V180z', '1D2B5C') +
    drawPath('M480 100h0M530 90h0M550 140h0M496 150h0M512 118h0', 'none', formatStroke('FFF6DA', 4)) +
    drawRect(507, 62, 6, 118, '565D80') +
    drawPaper('M0 266H640V360H0z', '54597A') +
    drawPath('M0 312H640M140 268V312M380 268V312M250 312V360M520 312V360', 'none', formatStroke('464B6A', 3)),
  room: (color) =>
    drawRect(0, 0, 640, 360, color) +
    repeat(8, (i) => drawRect(i * 80, 0, 40, 270, 'FFFFFF', ' opacity=".14"')).join('') +
    drawPaper('M440 50H580V190H440z', 'FFFDF5') +
    drawRect(450, 60, 120, 120, 'BFE3F2') +
    drawPath('M450 150q40-26 80-8t40-4v42H450z', '9CCB7C') +
    drawRect(506, 60, 8, 120, 'FFFDF5') +
    drawRect(450, 116, 120, 8, 'FFFDF5') +
    drawPaper('M0 266H640V360H0z', 'B97F4F') +
    drawPath(
      'M0 296H640M0 328H640M120 268V296M380 268V296M240 296V328M520 296V328M80 328V360M330 328V360',
      'none',
      formatStroke('A06A3F', 2),
    ),
};

/** Draws a layer of hills or waves, which casts a shadow on the layer behind it. */
function drawLayer(pathData: string, fill: string): string {
  return `<path d="${pathData}" opacity=".1" transform="translate(0 -5)"/>${drawPath(pathData, fill, ' stroke="#fff" stroke-opacity=".4" stroke-width="1.500"')}`;
}

function drawSky(top: string, bottom: string): string {
  return `<linearGradient id="sky" x2="0" y2="1"><stop stop-color="#${top}"/><stop offset=".8" stop-color="#${bottom}"/></linearGradient><path d="M0 0H640V360H0z" fill="url(#sky)"/>`;
}

/** The colors of the layers of hills, from the farthest to the nearest one. */
type HillColors = readonly [far: string, middle: string, near: string];

/** A high hill with steps that lead up to its top. */
function drawHill([top, bottom]: readonly [string, string], [far, hill, near]: HillColors, steps: string): string {
  return (
    drawSky(top, bottom) +
    drawSun(96, 80) +
    drawCloud(190, 36, 1) +
    drawLayer(FAR_HILLS, far) +
    drawPaper('M120 360C200 330 260 70 420 66S590 300 640 320V360z', hill) +
    repeat(8, (i) => drawRect(300 + i * 14 - (i % 2) * 3, 306 - i * 28, 46 - i * 2.4, 9, steps, ' rx="3"')).join('') +
    drawLayer(NEAR_HILLS, near)
  );
}

function drawNightHills([far, middle, near]: HillColors, pine: string): string {
  return (
    drawLayer(FAR_HILLS, far) +
    drawPine(60, 262, 1.2, pine) +
    drawPine(596, 258, 1.4, pine) +
    drawLayer(MIDDLE_HILLS, middle) +
    drawLayer(NEAR_HILLS, near)
  );
}

function drawNightSky(top: string, bottom: string): string {
  const stars =
    'M40 40h0M110 150h0M200 30h0M262 96h0M330 40h0M390 120h0M450 30h0M600 60h0M580 170h0M30 120h0M300 170h0M170 84h0M500 190h0';
  return drawSky(top, bottom) + drawPath(stars, 'none', ` opacity=".8"${formatStroke('FFF6DA', 3.6)}`);
}

function drawSun(x: number, y: number): string {
  return drawCircle(x, y, 74, 'FFD976', ' opacity=".35"') + drawCircle(x, y, 44, 'FFD976');
}

function drawCloud(x: number, y: number, size: number): string {
  return `<path transform="translate(${x} ${y}) scale(${size * 1.6})" d="M10 26a13 13 0 012-26 17 17 0 0132-3 14 14 0 0118 12 9 9 0 01-2 17z" fill="#fff" opacity=".85"/>`;
}

function drawTree(x: number, y: number, size: number, color: string, fruitColor?: string): string {
  const fruits = fruitColor
    ? [
        [-9, -34],
        [7, -46],
        [10, -28],
        [-4, -22],
      ]
        .map(([fx = 0, fy = 0]) => drawCircle(fx, fy, 3, fruitColor))
        .join('')
    : '';
  return `<g transform="translate(${x} ${y}) scale(${size})"><path d="M-3-14h6v18h-6z" fill="#8a5a38"/>${drawPaper('M0-58c12 0 16 9 15 14 8 3 9 14 2 19 1 8-8 13-17 11-9 2-18-3-17-11-7-5-6-16 2-19-1-5 3-14 15-14z', color)}${fruits}</g>`;
}

function drawPine(x: number, y: number, size: number, color: string): string {
  return `<g transform="translate(${x} ${y}) scale(${size})">${drawPaper('M0-60l16 24h-8l12 18h-8l8 10h-17v10h-6v-10h-17l8-10h-8l12-18h-8z', color)}</g>`;
}

function drawPalm(x: number, y: number, size: number): string {
  return `<g transform="translate(${x} ${y}) scale(${size})"><path d="M-3 2c0-20 2-34 8-50l5 2C5-30 4-16 4 2z" fill="#9a6b42"/>${drawPaper('M8-48c8-12 22-12 28-2-8-4-14-2-20 2 8 0 14 6 14 14-6-8-12-10-20-10-8-2-18 0-24 10-2-10 4-16 14-17-8-4-16-3-22 3 2-12 18-16 30 0z', '4FA562')}</g>`;
}

function drawTrunk(x: number, y: number, width: number, color: string): string {
  return drawPaper(
    `M${x - width / 2} ${y + 20}L${x - width / 3} 0H${x + width / 3}L${x + width / 2} ${y + 20}z`,
    color,
  );
}

function drawLeaves(x: number, y: number, size: number): string {
  return `<g transform="translate(${x} ${y}) scale(${size})">${drawPaper('M0 0c-40 10-60-10-50-30 0-30 40-40 56-20 24-14 52 6 44 28-8 26-34 30-50 22z', '5FA24C')}</g>`;
}

function drawFlowers(y: number): string {
  return [30, 96, 170, 300, 390, 470, 560]
    .map((x, i) => {
      const color = ['F06292', 'FFC93C', '8E7CC3'][i % 3] ?? 'F06292';
      return `<g transform="translate(${x} ${y - (i % 2) * 12}) scale(1.7)"><path d="M-1.500 8v-24h3V8zM0-4c6-8 9-6 9-6s-1 7-9 8z" fill="#4f9440"/>${drawPath('M0-15c-9-3-8-13-8-13l4 4 4-6 4 6 4-4s1 10-8 13z', color)}</g>`;
    })
    .join('');
}

function drawHouse(x: number, y: number, width: number, height: number, color: string): string {
  const half = width / 2;
  const window = (dx: number) =>
    drawRect(x + width * dx, y - height * 0.78, width * 0.2, height * 0.24, 'FFD27A', ' rx="2"');
  return (
    drawPaper(`M${x} ${y + 20}v${-height - 20}l${half} ${-half} ${half} ${half}v${height + 20}z`, color) +
    window(0.2) +
    window(0.6) +
    drawRect(x + width * 0.4, y - height * 0.38, width * 0.2, height * 0.4, 'FFD27A', ' rx="2" opacity=".75"')
  );
}

function drawPaperLantern(x: number, y: number): string {
  return `<g transform="translate(${x} ${y}) scale(1.3)"><circle r="19" fill="#ffd27a" opacity=".28"/><path d="M-5-15h10v4H-5zM-5 11h10v4H-5z" fill="#f0b64a"/><path d="M-8-11h16c6 7 6 15 0 22H-8c-6-7-6-15 0-22z" fill="#d9402c"/><path d="M-11-6h22M-12 0h24M-11 6h22" stroke="#f4a13c" stroke-width="1.600"/></g>`;
}

function drawBothSides(part: string): string {
  return `${part}<g transform="matrix(-1 0 0 1 640 0)">${part}</g>`;
}
