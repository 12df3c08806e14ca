import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';
import * as diagrams from '../src/content/drawings/diagrams.ts';
import * as figures from '../src/content/drawings/figures.ts';
import * as quantities from '../src/content/drawings/quantities.ts';
import * as scenes from '../src/content/drawings/scenes.ts';
import type { DrawIcon, Drawing } from '../src/content/drawings/svg.ts';
import { character, drawCharacter } from './draw/characters.ts';
import * as earth from './draw/earth.ts';
import * as groups from './draw/groups.ts';
import * as living from './draw/living.ts';
import * as places from './draw/places.ts';
import { PROPS } from './draw/props.ts';
import * as space from './draw/space.ts';
import { stage } from './draw/stage.ts';

// Draws the files that the drawings.yaml of each pack lists, and writes them to the pack's folders media/ and pictures/. Each entry
// names a file, a drawing (an export of scripts/draw/ or src/content/drawings/) and its parameters. The icons are from an Iconify
// icon set:
//   npm i --prefix /tmp/icons @iconify-json/fluent-emoji-flat@1.2.6
//   npx node scripts/draw-media.ts /tmp/icons/node_modules/@iconify-json/fluent-emoji-flat/icons.json

interface IconSet {
  readonly icons: Readonly<Record<string, { readonly body: string }>>;
}

type Entry = Readonly<Record<string, unknown>> & { readonly file: string; readonly draw: string };

const drawings: Readonly<Record<string, Drawing>> = {
  character,
  ...diagrams,
  ...earth,
  ...figures,
  ...groups,
  ...living,
  ...places,
  ...quantities,
  ...scenes,
  ...space,
  stage,
};
const packsFolder = new URL('../content/packs/', import.meta.url);
const [, , iconFile] = process.argv;
if (!iconFile) throw new Error('Usage: npx node scripts/draw-media.ts <path to icons.json>');
const iconSet: IconSet = JSON.parse(readFileSync(iconFile, 'utf8'));

for (const pack of readdirSync(packsFolder)) {
  const drawingsFile = new URL(`${pack}/drawings.yaml`, packsFolder);
  if (!existsSync(drawingsFile)) continue;
  const { drawings: media, pictures = [] } = parse(readFileSync(drawingsFile, 'utf8')) as Record<string, Entry[]>;
  drawAll(media ?? [], new URL(`${pack}/media/`, packsFolder));
  drawAll(pictures, new URL(`${pack}/pictures/`, packsFolder));
}

function drawAll(entries: readonly Entry[], folder: URL): void {
  mkdirSync(folder, { recursive: true });
  for (const entry of entries) writeIfChanged(new URL(`${entry.file}.svg`, folder), draw(entry));
}

function draw({ file, draw: name, ...parameters }: Entry): string {
  const drawing = drawings[name];
  if (!drawing)
    throw new Error(`${file}: there is no drawing "${name}". The drawings are ${Object.keys(drawings).join(', ')}`);
  for (const [key, value] of Object.entries(parameters)) {
    if (!(key in drawing.defaults))
      throw new Error(`${file}: ${name} has no parameter "${key}", only ${Object.keys(drawing.defaults).join(', ')}`);
    if (typeof value !== typeof drawing.defaults[key])
      throw new Error(`${file}: ${key} must be a ${typeof drawing.defaults[key]}`);
  }
  const { drawIcon, createDefinitions } = createIconDrawer(file);
  const svg = drawing.draw(parameters, drawIcon);
  return svg.replace(/(<svg [^>]*>)/, `$1${createDefinitions()}`);
}

/**
 * Creates a function that draws the icons of a picture, and one that then creates their definitions. Each icon is defined once and
 * referenced wherever it appears.
 */
function createIconDrawer(file: string): { drawIcon: DrawIcon; createDefinitions: () => string } {
  const usedIcons = new Set<string>();
  const drawIcon: DrawIcon = (name, x, y, size) => {
    if (!drawIconBody(name)) throw new Error(`${file}: there is no icon "${name}" in the set`);
    usedIcons.add(name);
    return `<use href="#i-${name}" transform="translate(${x} ${y}) scale(${Math.round((size / 32) * 1000) / 1000})"/>`;
  };
  const createDefinition = (name: string) => `<g id="i-${name}">${drawIconBody(name)}</g>`;
  return {
    drawIcon,
    createDefinitions: () =>
      usedIcons.size > 0 ? `<defs>${[...usedIcons].map(createDefinition).join('')}</defs>` : '',
  };
}

/**
 * Draws a character in a mood (`bip`, `bip-happy`), a prop, or an icon of the icon set, in a square of 32 units. `shadow-cat` is
 * the cat in one dark color.
 */
function drawIconBody(name: string): string | undefined {
  if (name.startsWith('shadow-'))
    return drawIconBody(name.slice('shadow-'.length))?.replaceAll(/fill="#\w+"/g, 'fill="#4A5263"');
  const ownDrawing = drawCharacter(name) ?? PROPS[name];
  return ownDrawing ? `<g transform="scale(.32)">${ownDrawing}</g>` : iconSet.icons[name]?.body;
}

function writeIfChanged(file: URL, text: string): void {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  writeFileSync(file, text);
  console.log(file.pathname.split('/packs/')[1]);
}
