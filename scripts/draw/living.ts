import {
  defineDrawing,
  drawBackground,
  drawCharacters,
  drawCircle,
  drawLine,
  drawPath,
  drawRect,
  formatStroke,
  INK,
  repeat,
  wrapSvg,
} from '../../src/content/drawings/svg.ts';

/** Plants and the human body, some in cross-section. */

const GREEN = '5BA65B';

/** A plant from the flower down to its roots. */
export const plant = defineDrawing({ petals: 'F2A541', middle: '8A5A2B' }, (p) =>
  wrapSvg(
    480,
    560,
    drawBackground(480, 560, 'E4F3FA'),
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
    drawFlower(240, 120, p.petals, p.middle),
  ),
);

function drawFlower(x: number, y: number, petals: string, middle: string): string {
  const drawPetal = (i: number) =>
    `<ellipse cx="${x}" cy="${y - 52}" rx="22" ry="44" fill="#${petals}" transform="rotate(${i * 45} ${x} ${y})"/>`;
  return repeat(8, drawPetal).join('') + drawCircle(x, y, 34, middle);
}

/** A silhouette of the body with its organs: brain, lungs, heart, stomach and intestine. */
export const body = defineDrawing({ color: 'C9D8EC' }, (p, icon) =>
  wrapSvg(
    480,
    640,
    drawBackground(480, 640),
    drawCircle(240, 100, 78, p.color),
    drawRect(212, 160, 56, 60, p.color),
    drawPath(
      'M150 205H330Q388 208 396 270L420 480Q420 508 396 508T368 486L348 330V640H132V330L112 486Q108 508 84 508T60 480L84 270Q92 208 150 205z',
      p.color,
    ),
    icon('brain', 190, 48, 100),
    icon('lungs', 150, 220, 180),
    icon('anatomical-heart', 206, 280, 76),
    drawDigestiveTract(),
  ),
);

function drawDigestiveTract(): string {
  const waves = repeat(4, (i) => `M190 ${526 + i * 22}Q215 ${510 + i * 22} 240 ${526 + i * 22}T290 ${526 + i * 22}`);
  return (
    drawPath('M240 170V412', 'none', formatStroke('E9A6A0', 10)) +
    drawPath('M236 408Q300 390 306 446T226 486Q206 480 214 462Q248 460 236 408z', 'D9776F') +
    drawPath('M160 612V506H320V612', 'none', formatStroke('C98B6B', 20)) +
    drawPath(waves.join(''), 'none', formatStroke('E9A6A0', 12))
  );
}

/** A food web: icons at [name, x, y], and arrows between them by their index in that list. */
export const web = defineDrawing(
  { icons: [['seedling', 40, 40]] as [string, number, number][], eaten: [] as [number, number][], width: 640 },
  (p, icon) => {
    const arrows = p.eaten.map(([from, to]) => {
      const [, x1 = 0, y1 = 0] = p.icons[from] ?? [];
      const [, x2 = 0, y2 = 0] = p.icons[to] ?? [];
      return drawArrowBetween(x1 + 45, y1 + 45, x2 + 45, y2 + 45);
    });
    return wrapSvg(
      p.width,
      400,
      drawBackground(p.width, 400),
      ...arrows,
      ...p.icons.map(([name, x, y]) => icon(name, x, y, 90)),
    );
  },
);

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
export const habitats = defineDrawing({ places: ['sea', 'ice', 'desert', 'forest'], labels: true }, (p, icon) => {
  const width = p.places.length * 180 + 20;
  const drawHabitat = (name: string, i: number) => {
    const habitat = HABITATS[name];
    if (!habitat) throw new Error(`There is no habitat "${name}", only ${Object.keys(HABITATS).join(', ')}`);
    const x = 20 + i * 180;
    const [sky, ground, ...icons] = habitat;
    return (
      drawRect(x, 20, 160, 110, sky) +
      drawRect(x, 130, 160, 110, ground) +
      icons.map((iconName, j) => icon(iconName, x + 10 + j * 74, 95 - j * 10, 70)).join('') +
      (p.labels ? drawCharacters('ABCDEF'[i] ?? 'A', x + 80, 270, 28) : '')
    );
  };
  return wrapSvg(width, 300, drawBackground(width, 300), ...p.places.map(drawHabitat));
});

const HABITATS: Readonly<Record<string, readonly [string, string, ...string[]]>> = {
  sea: ['CDE9F5', '4C9FC4', 'water-wave', 'coral'],
  ice: ['E4F3FA', 'F4FAFF', 'ice', 'snowflake'],
  desert: ['FDE9B8', 'E9C58A', 'cactus', 'sun'],
  forest: ['CDE9F5', '7FB95F', 'evergreen-tree', 'deciduous-tree'],
  grass: ['CDE9F5', 'C5CF6A', 'herb', 'sheaf-of-rice'],
};
