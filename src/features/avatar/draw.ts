import * as avataaars from '@dicebear/avataaars';
import { createAvatar } from '@dicebear/core';
import type { Slot } from '../../core/look.ts';

/** The pack's words for one item: which drawing, and its colours as six hex digits. */
export type Art = Readonly<Record<string, string>>;

export interface LookArt {
  readonly skin: Art;
  readonly hair: Art;
  readonly hat: Art | null;
  readonly shirt: Art;
  readonly accessory: Art | null;
}

/** The whole figure as SVG text, on a soft ground that goes with it. The same look gives the same bytes. */
export function drawAvatar(look: LookArt): string {
  return picture(WHOLE, groundFor(look), figure(look));
}

/** One item alone, on a quiet dummy, cropped to where the item sits. */
export function drawItem(slot: Slot, art: Art): string {
  const { crop, face } = ITEM_VIEWS[slot];
  return picture(crop, ITEM_GROUND, figure({ ...DUMMY, [slot]: art }, face));
}

/** Says what is wrong with an item's art, or null when it can be drawn. */
export function artProblem(slot: Slot, art: Art): string | null {
  const wanted = wantedWords(slot, art);
  const missing = Object.keys(wanted).find((key) => art[key] === undefined);
  if (missing) return `art.${missing} is missing`;
  for (const [key, word] of Object.entries(art)) {
    const words = wanted[key];
    if (!words) return `art.${key} means nothing here`;
    if (words === 'hex' && !/^[0-9a-f]{6}$/.test(word)) return `art.${key}: "${word}" is not six small hex digits`;
    if (words !== 'hex' && !words.includes(word)) return `art.${key}: "${word}" is none of ${words.join(', ')}`;
  }
  return null;
}

function wantedWords(slot: Slot, art: Art): Record<string, readonly string[] | 'hex'> {
  const color = 'hex';
  if (slot === 'skin') return { color };
  if (slot === 'hair') return { top: ['none', ...CUTS], color };
  if (slot === 'hat') return { top: Object.keys(HAIR_BELOW), color };
  if (slot === 'accessory') return { glasses: [...GLASSES, ...Object.keys(OWN_ACCESSORIES)], color };
  return {
    clothing: CLOTHES,
    color,
    ...(art.clothing === 'graphicShirt' && { graphic: [...GRAPHICS, ...Object.keys(OWN_GRAPHICS)] }),
    ...(art.clothing === 'overall' && { under: 'hex' }),
  };
}

/** [left, top, side] of a square in the figure's units: the head's middle is x 132, the figure ends at y 280. */
type Square = readonly [left: number, top: number, side: number];

const WHOLE: Square = [-15, -14, 294];
const HEAD_AND_SHOULDERS: Square = [-6, -26, 276];
// A dummy's face is faint or blank: the item is what the picture is about.
const ITEM_VIEWS: Record<Slot, { crop: Square; face: number }> = {
  skin: { crop: [47, 38, 170], face: 1 },
  hair: { crop: HEAD_AND_SHOULDERS, face: 0.3 },
  hat: { crop: HEAD_AND_SHOULDERS, face: 0.3 },
  shirt: { crop: [51, 118, 162], face: 0 },
  accessory: { crop: [45, 13, 174], face: 0.3 },
};

// Dark enough to show a white shirt, light enough to show black hair.
const ITEM_GROUND = 'c9d6e4';
const DUMMY: LookArt = {
  skin: { color: 'e1e7ee' },
  hair: { top: 'none', color: '000000' },
  hat: null,
  shirt: { clothing: 'shirtCrewNeck', color: 'a6b6c9' },
  accessory: null,
};

function picture([left, top, side]: Square, ground: string, drawing: string): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} ${top} ${side} ${side}" fill="none">` +
    `<rect x="${left}" y="${top}" width="${side}" height="${side}" fill="#${ground}"/>${drawing}</svg>`
  );
}

const GROUNDS = ['ffe1bd', 'd4ecda', 'ffd6d6', 'cfe6f5', 'fff0b3', 'e2d9f6', 'f9d7ea', 'cdeae6'];

/** By the clothes, so that trying on hats hardly changes it; never one in which skin, hat or clothes would drown. */
function groundFor({ skin, hair, hat, shirt }: LookArt): string {
  const colors = [skin, hat ?? hair, shirt].map((art) => art.color ?? '');
  const first = [...`${shirt.clothing} ${shirt.color} ${shirt.graphic}`].reduce(
    (sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973,
    7,
  );
  const rotated = GROUNDS.map((_, index) => GROUNDS[(first + index) % GROUNDS.length] ?? '');
  return rotated.find((ground) => colors.every((color) => distance(ground, color) > 80)) ?? 'cfe6f5';
}

function distance(a: string, b: string): number {
  const parts = [0, 2, 4].map((at) =>
    Math.abs(Number.parseInt(a.slice(at, at + 2), 16) - Number.parseInt(b.slice(at, at + 2), 16)),
  );
  return parts.reduce((sum, part) => sum + part, 0);
}

/** Everything from back to front. */
function figure({ skin, hair, hat, shirt, accessory }: LookArt, faceOpacity = 1): string {
  const drawn = layers({
    skinColor: [skin.color ?? ''],
    clothesColor: [shirt.color ?? ''],
    hairColor: [hair.color ?? ''],
    accessoriesColor: [accessory?.color ?? ''],
    clothing: pick(CLOTHES, shirt.clothing),
    clothingGraphic: pick(GRAPHICS, shirt.graphic),
    top: pick(CUTS, hair.top),
    accessories: pick(GLASSES, accessory?.glasses),
  });
  const under = shirt.under ? layers({ clothing: ['shirtCrewNeck'], clothesColor: [shirt.under] }).clothes : '';
  const clothes = under + drawn.clothes + (OWN_GRAPHICS[shirt.graphic ?? ''] ?? '');
  const eyes = SHADES.some((shades) => shades === accessory?.glasses) ? '' : EYES;
  const face = fade(drawn.face + CHEEKS + eyes, faceOpacity);
  const onEars = accessory && OWN_ACCESSORIES[accessory.glasses ?? '']?.(`#${accessory.color}`);
  return drawn.body + clothes + face + headwear(drawn.top, onEars ?? '', hat) + drawn.accessory;
}

function fade(drawing: string, opacity: number): string {
  return opacity === 1 ? drawing : `<g opacity="${opacity}">${drawing}</g>`;
}

/** What is worn on the ears lies over the hair and under a hat, but stays to be seen when cloth hides the ears. */
function headwear(hair: string, onEars: string, hat: Art | null): string {
  if (!hat) return hair + onEars;
  const shape = hat.top ?? '';
  const own = OWN_HATS[shape]?.(`#${hat.color}`);
  const drawn = own ?? layers({ top: pick(HATS, shape), hatColor: [hat.color ?? ''] }).top;
  const rim = HAIR_BELOW[shape] ?? null;
  return rim === null ? drawn + onEars : hairBelow(rim, hair) + onEars + drawn;
}

/** What a hat lets be seen of the hair: a bell that widens from the rim, so that big hair is not cut off square. */
function hairBelow(rim: number, hair: string): string {
  if (rim < 0) return hair;
  const [neck, side] = [rim + 30, rim + 80];
  const bell = `M72 ${rim}C30 ${rim} 0 ${neck} 0 ${side}V300H264V${side}C264 ${neck} 234 ${rim} 192 ${rim}Z`;
  // The id names the shape, so several pictures in one page may share it.
  return `<clipPath id="below-${rim}"><path d="${bell}"/></clipPath><g clip-path="url(#below-${rim})">${hair}</g>`;
}

type Words = NonNullable<Parameters<typeof avataaars.create>[0]['options']>;

interface Layers {
  readonly body: string;
  readonly clothes: string;
  readonly face: string;
  readonly top: string;
  readonly accessory: string;
}

/** Lets dicebear draw and takes its figure apart, so that our own pieces can lie in between. */
function layers(words: Words): Layers {
  const svg = createAvatar(avataaars, { ...SMILING, ...words }).toString();
  const [, body = '', clothes = '', face = '', top = '', accessory = ''] = LAYOUT.exec(svg) ?? [];
  if (!body) throw new Error('@dicebear/avataaars no longer draws in the layers that draw.ts knows');
  return {
    body: body.replace(SHOULDERS, NECKLINE),
    clothes: `<g transform="translate(0 170)">${clothes}</g>`,
    face,
    top: `<g transform="translate(-1)">${top.replace(EARRING, '')}</g>`,
    accessory: `<g transform="translate(62 42)">${accessory}</g>`,
  };
}

// Skin just below the edge of the clothes would shine through as a dark line: only what a neckline shows is kept.
const SHOULDERS = 'h-4a72 72 0 0 0-72 72v9h200v-9a72 72 0 0 0-72-72h-4';
const NECKLINE = 'h-4a72 72 0 0 0-20 2.83V280h96v-78.17a72 72 0 0 0-20-2.83h-4';

// One cut comes with a single earring in the shape of a flash, which nobody asked for.
const EARRING = /<rect[^>]*fill="#E6E6E6"\/><path[^>]*fill="#9177FF"\/>/;

const LAYOUT = new RegExp(
  [
    '<g transform="translate\\(8\\)">(.*)',
    '<g transform="translate\\(0 170\\)">(.*)</g>',
    '(<g transform="translate\\(78 134\\)">.*)',
    '<g transform="translate\\(-1\\)">(.*)</g>',
    '<g transform="translate\\(49 72\\)"></g>',
    '<g transform="translate\\(62 42\\)">(.*)</g></g></svg>$',
  ].join(''),
  's',
);

// Without clip and with one word a choice nothing is left to chance. Eyes and cheeks are ours: rounder, younger.
const SMILING: Words = {
  seed: 'avatar',
  clip: false,
  backgroundColor: [],
  mouth: ['smile'],
  eyes: [],
  eyebrows: ['default'],
  top: [],
  topProbability: 100,
  accessories: [],
  accessoriesProbability: 100,
  facialHair: [],
  facialHairProbability: 0,
  clothingGraphic: [],
};

function pick<Word extends string>(words: readonly Word[], word: string | undefined): Word[] {
  return words.filter((known) => known === word);
}

// The lists of what a pack may ask for leave out, on purpose: bald sides, skulls, a film's bat, an eyepatch, slogans.

// biome-ignore format: a list is read better in rows
const CUTS = [
  'bob', 'bun', 'curly', 'curvy', 'dreads', 'dreads01', 'dreads02', 'frida', 'frizzle', 'fro', 'froBand', 'bigHair',
  'longButNotTooLong', 'miaWallace', 'shaggy', 'shaggyMullet', 'shavedSides', 'shortCurly', 'shortFlat', 'shortRound',
  'shortWaved', 'straight01', 'straight02', 'straightAndStrand', 'theCaesar', 'theCaesarAndSidePart',
] as const;
const HATS = ['hat', 'hijab', 'turban', 'winterHat1', 'winterHat02', 'winterHat03', 'winterHat04'] as const;
// biome-ignore format: a list is read better in rows
const CLOTHES = [
  'shirtCrewNeck', 'shirtScoopNeck', 'shirtVNeck', 'graphicShirt', 'hoodie', 'collarAndSweater', 'overall',
  'blazerAndShirt', 'blazerAndSweater',
] as const;
const GRAPHICS = ['bear', 'deer', 'diamond', 'hola', 'pizza'] as const;
const GLASSES = ['kurt', 'prescription01', 'prescription02', 'round', 'sunglasses', 'wayfarers'] as const;

/** Half-transparent lenses: eyes would be black blots behind them. */
const SHADES = ['sunglasses', 'wayfarers'];

/** For every hat the height below which hair still shows; null: none does; above the head: all of it does. */
const ALL = -100;
const HAIR_BELOW: Record<string, number | null> = {
  hijab: null,
  turban: null,
  hat: 84,
  winterHat1: 80,
  winterHat02: 84,
  winterHat03: 84,
  winterHat04: 84,
  cap: 76,
  wizardHat: 62,
  partyHat: ALL,
  flowerCrown: ALL,
  crown: ALL,
};

// What follows is drawn by this project, in the figure's own units.

const EYES = [106, 158]
  .map((x) => `<circle cx="${x}" cy="113" r="8" fill="#2b1d1a"/><circle cx="${x + 3}" cy="110" r="2.6" fill="#fff"/>`)
  .join('');
const CHEEKS = [93, 171]
  .map((x) => `<ellipse cx="${x}" cy="135" rx="10" ry="7" fill="#ff5f6d" fill-opacity=".2"/>`)
  .join('');

const VISOR = 'M62 82c18-20 122-20 140 0 6 9 0 16-10 11-30-13-90-13-120 0-10 5-16-2-10-11Z';

const OWN_HATS: Record<string, (color: string) => string> = {
  cap: (color) =>
    `<path d="M69 82C66 42 94 18 132 18s66 24 63 64Z" fill="${color}"/>` +
    `<circle cx="132" cy="18" r="4.5" fill="${color}"/>` +
    '<path d="M132 18v50M106 23c-12 12-18 28-19 46M158 23c12 12 18 28 19 46" stroke="#0002" stroke-width="2"/>' +
    `<path d="${VISOR}" fill="${color}"/><path d="${VISOR}" fill="#0003"/>`,
  partyHat: (color) =>
    `<path d="M101 44 133-6l30 50c-18 10-44 10-62 0Z" fill="${color}"/>` +
    '<path d="M110 30c14 8 31 9 45 0M120 13c9 6 17 6 25 0" stroke="#fffd" stroke-width="5"/>' +
    `<path d="M101 44c18 10 44 10 62 0" ${line('#ffd34e', 6)}/><circle cx="133" cy="-5" r="8" fill="#ffd34e"/>`,
  wizardHat: (color) =>
    `<path d="M90 62C106 36 118 8 150-12c-6 20 12 42 24 74Z" fill="${color}"/>` +
    `<ellipse cx="132" cy="63" rx="82" ry="14" fill="${color}"/>` +
    '<path d="M90 62c20 9 64 9 84 0-2-6-4-12-7-17-18 8-50 8-68 0Z" fill="#ffd34e"/>' +
    `${star(127, 28, 8)}${star(143, 9, 4.5)}${star(150, 35, 4.5)}`,
  flowerCrown: (color) =>
    `<path d="M80 68C96 44 168 44 184 68" ${line('#4f9d69', 7)}/>` +
    [80, 97, 114, 132, 150, 167, 184]
      .map((x, index) => flower(x, 50 + ((x - 132) / 52) ** 2 * 18, index % 2 ? '#fff' : color))
      .join(''),
  crown: (color) =>
    `<path d="M84 64 77 20l28 22 27-34 27 34 28-22-7 44c-26 10-70 10-96 0Z" fill="${color}"/>` +
    '<path d="M84 64c26 10 70 10 96 0l-2-11c-24 10-68 10-92 0Z" fill="#0002"/>' +
    [77, 132, 187].map((x) => `<circle cx="${x}" cy="${x === 132 ? 8 : 20}" r="6" fill="${color}"/>`).join('') +
    '<circle cx="132" cy="47" r="7" fill="#e4476a"/>' +
    [106, 158].map((x) => `<circle cx="${x}" cy="49" r="5" fill="#4a90e2"/>`).join(''),
};

const OWN_ACCESSORIES: Record<string, (color: string) => string> = {
  hearingAid: (color) =>
    `<path d="M188 101c8-9 18-2 14 18" stroke="${color}" stroke-width="7" stroke-linecap="round"/>` +
    `<path d="M188 101c-4 6-4 12-1 17" stroke="${color}" stroke-width="2.5"/>` +
    `<circle cx="188" cy="119" r="5" fill="${color}"/>`,
  headphones: (color) =>
    `<path d="M68 104C60-4 204-4 196 104" stroke="${color}" stroke-width="9"/>` +
    [57, 187].map((x) => `<rect x="${x}" y="90" width="20" height="48" rx="10" fill="${color}"/>`).join('') +
    [61, 191]
      .map((x) => `<rect x="${x}" y="96" width="12" height="36" rx="6" fill="#fff" fill-opacity=".35"/>`)
      .join(''),
};

const OWN_GRAPHICS: Record<string, string> = {
  stripes:
    '<path d="M43.5 232a72 72 0 0 0-7 14h191a72 72 0 0 0-7-14Z" fill="#fff" fill-opacity=".85"/>' +
    '<path d="M33.4 257a72 72 0 0 0-1.4 13h200a72 72 0 0 0-1.4-13Z" fill="#fff" fill-opacity=".85"/>',
  star: star(132, 253, 19),
  heart: '<path d="M132 273c-21-12-25-35-9-36 5 0 8 4 9 7 1-3 4-7 9-7 16 1 12 24-9 36Z" fill="#fff"/>',
  sun:
    '<circle cx="132" cy="254" r="10" fill="#ffd34e"/>' +
    [0, 45, 90, 135, 180, 225, 270, 315]
      .map((turn) => `<path d="M132 236v4" transform="rotate(${turn} 132 254)" ${line('#ffd34e', 4)}/>`)
      .join(''),
  rainbow: ['#ef5b56', '#f9c74f', '#52a675', '#4a90e2']
    .map((color, index) => `<path d="${arch(25 - index * 5)}" stroke="${color}" stroke-width="5"/>`)
    .join(''),
  rocket:
    '<path d="M132 233c11 8 13 20 9 32h-18c-4-12-2-24 9-32Z" fill="#fff"/>' +
    '<circle cx="132" cy="250" r="4.5" fill="#4a90e2"/>' +
    '<path d="m122 256-7 12 9-2m18-10 7 12-9-2" fill="#ef5b56"/><path d="M127 266h10l-5 11Z" fill="#ffb32e"/>',
  planet:
    '<circle cx="132" cy="253" r="13" fill="#f0a35e"/>' +
    `<path d="M119 257c-20 14-8 16 14 3s32-26 12-14" ${line('#ffe3b0', 3.5)}/>` +
    star(98, 245, 5) +
    star(168, 262, 5),
};

function line(color: string, width: number): string {
  return `stroke="${color}" stroke-width="${width}" stroke-linecap="round"`;
}

function star(x: number, y: number, radius: number): string {
  const points = Array.from({ length: 10 }, (_, index) => {
    const reach = index % 2 ? radius * 0.5 : radius;
    const angle = (index * Math.PI) / 5;
    return `${(x + reach * Math.sin(angle)).toFixed(1)},${(y - reach * Math.cos(angle)).toFixed(1)}`;
  });
  return `<polygon points="${points.join(' ')}" fill="#ffd34e" ${line('#ffd34e', 2)} stroke-linejoin="round"/>`;
}

function flower(x: number, y: number, color: string): string {
  const petals = [0, 72, 144, 216, 288].map((turn) => {
    const angle = (turn * Math.PI) / 180;
    const cx = (x + 6 * Math.sin(angle)).toFixed(1);
    return `<circle cx="${cx}" cy="${(y - 6 * Math.cos(angle)).toFixed(1)}" r="5" fill="${color}"/>`;
  });
  return `${petals.join('')}<circle cx="${x}" cy="${y.toFixed(1)}" r="4" fill="#ffd34e"/>`;
}

function arch(radius: number): string {
  return `M${132 - radius} 269a${radius} ${radius} 0 0 1 ${radius * 2} 0`;
}
