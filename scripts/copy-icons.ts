import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';

// Copies missing icons of levels, badges, planets, worlds and locations from an Iconify icon set to the pictures/ folder of the
// first pack that uses them:
//   npm i --prefix /tmp/icons @iconify-json/fluent-emoji-flat@1.2.6
//   npx node scripts/copy-icons.ts /tmp/icons/node_modules/@iconify-json/fluent-emoji-flat/icons.json

interface IconSet {
  width: number;
  height: number;
  icons: Record<string, { body: string; width?: number; height?: number }>;
}

const packsFolder = new URL('../content/packs/', import.meta.url);
const [, , iconFile] = process.argv;
if (!iconFile) throw new Error('Usage: npx node scripts/copy-icons.ts <path to icons.json>');
const iconSet: IconSet = JSON.parse(readFileSync(iconFile, 'utf8'));
const existingIcons = new Set(
  listFiles(packsFolder)
    .filter((file) => file.endsWith('.svg'))
    .map(toIconName),
);

for (const pack of readdirSync(packsFolder)) {
  const folder = new URL(`${pack}/`, packsFolder);
  const files = listFiles(folder).filter((file) => /(levels|badges|planets|world)\.yaml$/.test(file));
  for (const icon of files.flatMap((file) => listIcons(parse(readFileSync(new URL(file, folder), 'utf8'))))) {
    if (existingIcons.has(icon)) continue;
    mkdirSync(new URL('pictures/', folder), { recursive: true });
    writeFileSync(new URL(`pictures/${icon}.svg`, folder), createSvg(icon));
    existingIcons.add(icon);
    console.log(`${pack}/pictures/${icon}.svg`);
  }
}

function listFiles(folder: URL): string[] {
  return existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
}

function toIconName(file: string): string {
  return /([^/\\]+)\.svg$/.exec(file)?.[1] ?? '';
}

function listIcons(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, nested]) =>
    (key === 'icon' || key === 'image') && typeof nested === 'string' ? [nested] : listIcons(nested),
  );
}

function createSvg(name: string): string {
  const icon = iconSet.icons[name];
  if (!icon) throw new Error(`There is no icon "${name}" in the set`);
  const { body, width = iconSet.width, height = iconSet.height } = icon;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${body}</svg>\n`;
}
