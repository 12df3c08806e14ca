import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Resvg } from '@resvg/resvg-js';

// Draws the pictures of a pack, or those whose names start with a prefix, into one picture for a visual check:
//   npx node scripts/media-sheet.ts sheet.png starter [numbers]

const COLUMNS = 6;
const CELL_SIZE = 220;
const [, , outputFile = 'media-sheet.png', pack = '*', prefix = ''] = process.argv;
const files = globSync(`content/packs/${pack}/{media,pictures}/${prefix}*.svg`).sort();
const cells = files.map((file, i) => {
  const picture = new Resvg(readFileSync(file, 'utf8'), { fitTo: { mode: 'width', value: 420 } }).render();
  const png = picture.asPng().toString('base64');
  const position = `x="${(i % COLUMNS) * CELL_SIZE + 6}" y="${Math.floor(i / COLUMNS) * CELL_SIZE + 6}" width="${CELL_SIZE - 12}" height="${CELL_SIZE - 12}"`;
  return `<image ${position} href="data:image/png;base64,${png}"/>`;
});
const size = `width="${COLUMNS * CELL_SIZE}" height="${Math.ceil(files.length / COLUMNS) * CELL_SIZE}"`;
const sheet = `<svg xmlns="http://www.w3.org/2000/svg" ${size}><rect ${size} fill="#fff"/>${cells.join('')}</svg>`;
writeFileSync(outputFile, new Resvg(sheet).render().asPng());
for (let row = 0; row * COLUMNS < files.length; row += 1) {
  const names = files.slice(row * COLUMNS, (row + 1) * COLUMNS).map((file) => basename(file, '.svg'));
  console.log(`row ${row + 1}: ${names.join(' | ')}`);
}
