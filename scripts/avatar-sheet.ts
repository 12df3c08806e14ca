import { readFileSync, writeFileSync } from 'node:fs';
import { Resvg } from '@resvg/resvg-js';
import { parse } from 'yaml';
import type { ItemArt } from '../src/content/index.ts';
import type { AvatarSlot } from '../src/core/avatar-look.ts';
import { drawAvatar, drawItem } from '../src/features/avatar/avatar-svg.ts';

// Draws all avatar items and starter looks into one picture, for a visual check:
//   npx node scripts/avatar-sheet.ts sheet.png [hair|hat|…|looks]

interface AvatarFile {
  items: { id: string; slot: AvatarSlot; art: ItemArt }[];
  looks: { id: string; skin: string; hair: string; hat: string | null; shirt: string; accessory: string | null }[];
}

const COLUMNS = 8;
const CELL_SIZE = 200;
const [, , outputFile = 'avatar-sheet.png', onlyGroup] = process.argv;
const avatarFile: AvatarFile = parse(
  readFileSync(new URL('../content/packs/base/avatar.yaml', import.meta.url), 'utf8'),
);
const artById = new Map(avatarFile.items.map((item) => [item.id, item.art]));

const drawings = [
  ...avatarFile.items.map((item) => ({ id: item.id, group: item.slot, svg: drawItem(item.slot, item.art) })),
  ...avatarFile.looks.map((look) => ({ id: look.id, group: 'looks', svg: drawAvatar(toLookArt(look)) })),
].filter((drawing) => !onlyGroup || drawing.group === onlyGroup);

const rows = Array.from({ length: Math.ceil(drawings.length / COLUMNS) }, (_, row) =>
  drawings.slice(row * COLUMNS, (row + 1) * COLUMNS),
);
const cells = rows.flatMap((row, y) => row.map(({ svg }, x) => placeSvg(svg, x * CELL_SIZE, y * CELL_SIZE)));
const size = `width="${COLUMNS * CELL_SIZE}" height="${rows.length * CELL_SIZE}"`;
const sheet = `<svg xmlns="http://www.w3.org/2000/svg" ${size}><rect ${size} fill="#fff"/>${cells.join('')}</svg>`;
writeFileSync(outputFile, new Resvg(sheet).render().asPng());
for (const [y, row] of rows.entries()) console.log(`row ${y + 1}: ${row.map(({ id }) => id).join(' | ')}`);

function toLookArt(look: AvatarFile['looks'][number]) {
  return {
    skin: getArt(look.skin),
    hair: getArt(look.hair),
    hat: look.hat ? getArt(look.hat) : null,
    shirt: getArt(look.shirt),
    accessory: look.accessory ? getArt(look.accessory) : null,
  };
}

function getArt(id: string): ItemArt {
  const art = artById.get(id);
  if (!art) throw new Error(`There is no item "${id}" in avatar.yaml`);
  return art;
}

function placeSvg(svg: string, x: number, y: number): string {
  return svg.replace('<svg ', `<svg x="${x + 5}" y="${y + 5}" width="${CELL_SIZE - 10}" height="${CELL_SIZE - 10}" `);
}
