import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';

// Takes the pictures that levels.yaml and badges.yaml name out of an Iconify set, each as a file of its own:
//   npm i --prefix /tmp/icons @iconify-json/fluent-emoji-flat@1.2.6
//   node scripts/take-icons.ts /tmp/icons/node_modules/@iconify-json/fluent-emoji-flat/icons.json

interface IconSet {
  width: number;
  height: number;
  icons: Record<string, { body: string; width?: number; height?: number }>;
}

const pack = new URL('../content/packs/base/', import.meta.url);
const [, , source] = process.argv;
if (!source) throw new Error('Say where the set is: node scripts/take-icons.ts path/to/icons.json');
const set: IconSet = JSON.parse(readFileSync(source, 'utf8'));
const names = new Set([...namedIn('levels'), ...namedIn('badges')]);

mkdirSync(new URL('pictures/', pack), { recursive: true });
for (const name of names) writeFileSync(new URL(`pictures/${name}.svg`, pack), draw(name));
console.log(`${names.size} pictures taken`);

function namedIn(list: 'levels' | 'badges'): string[] {
  const file: Record<string, { icon: string }[]> = parse(readFileSync(new URL(`${list}.yaml`, pack), 'utf8'));
  return (file[list] ?? []).map(({ icon }) => icon);
}

function draw(name: string): string {
  const icon = set.icons[name];
  if (!icon) throw new Error(`The set has no icon "${name}"`);
  const { body, width = set.width, height = set.height } = icon;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${body}</svg>\n`;
}
