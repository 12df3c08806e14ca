import { readFileSync, writeFileSync } from 'node:fs';
import { Resvg } from '@resvg/resvg-js';

// Draws the bitmap icons for browsers and phones from src/panel/assets/icon.svg:
//   npx node scripts/draw-panel-icons.ts
const folder = new URL('../src/panel/assets/', import.meta.url);
const svg = readFileSync(new URL('icon.svg', folder), 'utf8');
/** Without rounded corners, because phones round the corners themselves. */
const squareSvg = svg.replace(' rx="9"', '');

write('favicon.ico', toIco(draw(svg, 32), 32));
write('apple-touch-icon.png', draw(squareSvg, 180));
write('icon-192.png', draw(squareSvg, 192));
write('icon-512.png', draw(squareSvg, 512));

function draw(source: string, width: number): Buffer {
  return Buffer.from(new Resvg(source, { fitTo: { mode: 'width', value: width } }).render().asPng());
}

/** Creates an ICO file that contains one PNG. */
function toIco(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2); // an icon
  header.writeUInt16LE(1, 4); // one picture
  header.set([size, size, 0, 0, 1, 0, 32, 0], 6); // one plane, 32 bits per pixel
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}

function write(name: string, bytes: Buffer): void {
  writeFileSync(new URL(name, folder), bytes);
  console.log(`${name}: ${bytes.length} bytes`);
}
