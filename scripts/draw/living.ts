import {
  defineDrawing,
  drawCircle,
  drawLine,
  drawPath,
  drawPicture,
  drawRect,
  drawText,
  formatStroke,
  INK,
  LETTERS,
  repeat,
} from '../../src/content/drawings/svg.ts';
import { drawPaper, formatOval } from './paper.ts';

// Plants, the human body, nests, food webs and habitats.

const GREEN = '5BA65B';

/** A plant from the flower down to its roots. */
export const plant = defineDrawing({ petals: 'F2A541', middle: '8A5A2B' }, (params) =>
  drawPicture(
    [480, 560, 'E4F3FA'],
    drawRect(0, 400, 480, 160, '9C6B42'),
    drawRect(0, 400, 480, 14, GREEN),
    drawPath('M240 402V150', 'none', formatStroke('4C8F4A', 16)),
    drawPath('M238 330Q120 340 84 250Q210 232 238 330z', GREEN),
    drawPath('M242 280Q360 286 398 196Q270 182 242 280z', GREEN),
    drawPath('M238 330Q180 300 120 270M242 280Q300 248 360 218', 'none', formatStroke('3E7D3A', 4)),
    drawPath(
      'M240 402V540M240 420Q200 450 130 470M240 420Q280 450 350 470M240 460Q200 490 170 540M240 460Q280 490 310 540M180 452Q160 480 110 500M300 452Q320 480 370 500',
      'none',
      formatStroke('F0DDB8', 8),
    ),
    drawFlower(240, 120, params.petals, params.middle),
  ),
);

function drawFlower(x: number, y: number, petals: string, middle: string): string {
  const drawPetal = (i: number) =>
    `<ellipse cx="${x}" cy="${y - 52}" rx="22" ry="44" fill="#${petals}" transform="rotate(${i * 45} ${x} ${y})"/>`;
  return repeat(8, drawPetal).join('') + drawCircle(x, y, 34, middle);
}

/** A child's body with its organs: brain, lungs, heart, stomach and intestine. */
export const body = defineDrawing({ color: 'F3CDA6' }, (params) => {
  const arm = 'M150 226Q112 232 104 280L84 470Q82 496 102 498T128 478L152 330z';
  return drawPicture(
    [480, 640, 'E6F3E4'],
    drawCircle(240, 330, 300, 'F4FAF0'),
    drawPaper('M240 2C322 2 356 56 352 118Q350 150 330 158H150Q130 150 128 118C124 56 158 2 240 2z', '7A4B30'),
    drawPaper(arm, params.color),
    drawPaper('M330 226Q368 232 376 280L396 470Q398 496 378 498T352 478L328 330z', params.color),
    drawPaper(
      'M214 176H266V216Q330 214 346 246Q352 330 340 400Q352 520 346 640H134Q128 520 140 400Q128 330 134 246Q150 214 214 216z',
      params.color,
    ),
    drawPaper(
      'M240 14C308 14 340 58 340 110C340 166 300 200 240 200S140 166 140 110C140 58 172 14 240 14z',
      params.color,
    ),
    drawPath(formatOval(147, 122, 14, 19), params.color),
    drawPath(formatOval(333, 122, 14, 19), params.color),
    drawBrain(),
    drawCircle(206, 148, 8, INK) +
      drawCircle(274, 148, 8, INK) +
      drawCircle(209, 145, 2.6, 'FFFFFF') +
      drawCircle(277, 145, 2.6, 'FFFFFF'),
    drawPath('M218 172Q240 190 262 172', 'none', formatStroke(INK, 4)),
    drawCircle(184, 166, 10, 'F08A7A', ' opacity=".45"') + drawCircle(296, 166, 10, 'F08A7A', ' opacity=".45"'),
    drawLungs(),
    drawHeart(),
    drawDigestiveTract(),
  );
});

function drawBrain(): string {
  return (
    drawPaper(
      'M240 42C252 30 276 34 282 48C296 52 302 70 294 82C298 98 286 112 270 110C262 122 248 122 240 114C232 122 218 122 210 110C194 112 182 98 186 82C178 70 184 52 198 48C204 34 228 30 240 42z',
      'F48FB1',
    ) +
    drawPath(
      'M240 44V112M206 56Q216 62 214 74M194 84Q208 80 216 90M226 50Q222 62 230 70M228 84Q220 96 226 106M274 56Q264 62 266 74M286 84Q272 80 264 90M254 50Q258 62 250 70M252 84Q260 96 254 106',
      'none',
      formatStroke('C2557F', 4),
    )
  );
}

function drawLungs(): string {
  const lung = 'M228 236Q204 222 186 248Q158 290 156 346Q156 372 178 368Q214 360 222 340Q230 300 228 236z';
  return (
    drawPaper(lung, 'F29CA3') +
    `<g transform="matrix(-1 0 0 1 480 0)">${drawPaper(lung, 'F29CA3')}</g>` +
    drawPath(
      'M240 196V246M240 246Q220 258 204 290M204 290Q196 312 182 326M208 284Q206 318 212 334M240 246Q260 258 276 290M276 290Q284 312 298 326M272 284Q274 318 268 334',
      'none',
      formatStroke('FBD9D3', 8),
    )
  );
}

function drawHeart(): string {
  return (
    drawPath('M238 300Q236 268 252 268T266 296', 'none', formatStroke('4A7FD0', 9)) +
    drawPath('M232 304Q222 276 214 278', 'none', formatStroke('C0283C', 9)) +
    drawPaper(
      'M244 304Q262 282 280 300Q290 322 268 344Q256 356 246 362Q228 350 218 332Q208 310 222 300Q234 294 244 304z',
      'D93A4E',
    ) +
    drawPath('M228 312Q226 324 234 334', 'none', formatStroke('F58A94', 6))
  );
}

function drawDigestiveTract(): string {
  const folds = repeat(4, (i) => `M200 ${532 + i * 22}q20-16 40 0t40 0`);
  return (
    drawPath('M250 372V414', 'none', formatStroke('E9A6A0', 12)) +
    drawPaper(
      'M242 408Q256 404 260 420Q300 396 316 430Q322 470 276 484Q230 494 214 478Q206 462 228 458Q250 450 242 408z',
      'E0605A',
    ) +
    drawPath('M164 616V512H316V616', 'none', formatStroke('C98B6B', 24)) +
    drawPath('M164 524v80M316 524v80M180 512h120', 'none', ` stroke-dasharray="2 16"${formatStroke('A86B4C', 4)}`) +
    drawPath(folds.join(''), 'none', formatStroke('F0A39B', 13))
  );
}

/** Nests next to each other, each with a number of eggs. */
export const nests = defineDrawing({ eggs: [3, 5] }, (params) => {
  const width = params.eggs.length * 220;
  const drawNest = (count: number, i: number) => {
    const x = 110 + i * 220;
    const backCount = Math.ceil(count / 2);
    const drawRow = (eggCount: number, y: number) =>
      repeat(eggCount, (j) =>
        drawPaper(formatOval(x + (j - (eggCount - 1) / 2) * 46, y, 20, 26), ['FFF3DC', 'F8E3C0'][j % 2] ?? 'FFF3DC'),
      ).join('');
    return (
      drawPath(formatOval(x, 148, 96, 46), '6E4A2C') +
      drawRow(backCount, 104) +
      drawRow(count - backCount, 148) +
      drawPaper(`M${x - 100} 158Q${x} 198 ${x + 100} 158Q${x + 92} 232 ${x} 234T${x - 100} 158z`, 'A9743F') +
      drawPath(
        `M${x - 92} 176Q${x} 214 ${x + 92} 176M${x - 82} 198Q${x} 232 ${x + 82} 198M${x - 70} 170l30 46M${x - 20} 182l24 46M${x + 70} 170l-30 46M${x + 24} 182l-24 46`,
        'none',
        formatStroke('8A5A2E', 4),
      )
    );
  };
  return drawPicture(
    [width, 260, 'DCF0E4'],
    drawPath(`M0 196Q${width / 4} 168 ${width / 2} 190T${width} 182V260H0z`, '9CCB7C'),
    ...params.eggs.map(drawNest),
  );
});

/** A food web: icons at [name, x, y], and arrows from one icon to another as pairs of their indexes in `icons`. */
export const web = defineDrawing(
  { icons: [['seedling', 40, 40]] as [string, number, number][], eaten: [] as [number, number][], width: 640 },
  (params, drawIcon) => {
    const arrows = params.eaten.map(([from, to]) => {
      const [, x1 = 0, y1 = 0] = params.icons[from] ?? [];
      const [, x2 = 0, y2 = 0] = params.icons[to] ?? [];
      return drawArrowBetween(x1 + 45, y1 + 45, x2 + 45, y2 + 45);
    });
    return drawPicture([params.width, 400], ...arrows, ...params.icons.map(([name, x, y]) => drawIcon(name, x, y, 90)));
  },
);

/** Draws an arrow between the centers of two icons, which it does not touch. */
function drawArrowBetween(x1: number, y1: number, x2: number, y2: number): string {
  const length = Math.hypot(x2 - x1, y2 - y1);
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const tip = [x2 - dx * 58, y2 - dy * 58] as const;
  const getHeadCorner = (spread: number) => {
    const angle = Math.atan2(dy, dx) + spread;
    return `L${Math.round(tip[0] - 18 * Math.cos(angle))} ${Math.round(tip[1] - 18 * Math.sin(angle))}`;
  };
  return (
    drawLine(x1 + dx * 58, y1 + dy * 58, tip[0], tip[1], INK, 5) +
    drawPath(
      `M${Math.round(tip[0])} ${Math.round(tip[1])}${getHeadCorner(0.5)}${getHeadCorner(-0.5)}z`,
      INK,
      formatStroke(INK, 3),
    )
  );
}

/** Habitats side by side, each with a letter: sea, ice, desert, forest, grass. */
export const habitats = defineDrawing(
  { places: ['sea', 'ice', 'desert', 'forest'], labels: true },
  (params, drawIcon) => {
    const width = params.places.length * 180 + 20;
    const drawHabitat = (name: string, i: number) => {
      const habitat = HABITATS[name];
      if (!habitat) throw new Error(`There is no habitat "${name}", only ${Object.keys(HABITATS).join(', ')}`);
      const x = 20 + i * 180;
      const [sky, ground, ...icons] = habitat;
      return (
        drawRect(x, 20, 160, 110, sky) +
        drawRect(x, 130, 160, 110, ground) +
        icons.map((iconName, j) => drawIcon(iconName, x + 10 + j * 74, 95 - j * 10, 70)).join('') +
        (params.labels ? drawText(LETTERS[i] ?? 'A', x + 80, 270, 28) : '')
      );
    };
    return drawPicture([width, 300], ...params.places.map(drawHabitat));
  },
);

/** The color of the sky, the color of the ground and the icons of each habitat. */
const HABITATS: Readonly<Record<string, readonly [string, string, ...string[]]>> = {
  sea: ['CDE9F5', '4C9FC4', 'water-wave', 'coral'],
  ice: ['E4F3FA', 'F4FAFF', 'ice', 'snowflake'],
  desert: ['FDE9B8', 'E9C58A', 'cactus', 'sun'],
  forest: ['CDE9F5', '7FB95F', 'evergreen-tree', 'deciduous-tree'],
  grass: ['CDE9F5', 'C5CF6A', 'herb', 'sheaf-of-rice'],
};
