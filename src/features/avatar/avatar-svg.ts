import * as avataaars from '@dicebear/avataaars';
import { createAvatar } from '@dicebear/core';
import {
  CLOTHES,
  type CUSTOM_HATS,
  DICEBEAR_GLASSES,
  DICEBEAR_GRAPHICS,
  DICEBEAR_HATS,
  HAIRSTYLES,
  type ItemArt,
} from '../../content/index.ts';
import type { AvatarSlot } from '../../core/avatar-look.ts';
import { ANIMAL_SHAPES } from './animal-shapes.ts';
import { ACCESSORY_SHAPES, CHEEKS, EYES, GRAPHIC_SHAPES, HAT_SHAPES } from './item-shapes.ts';

/** What the whole avatar looks like: the skin, and the item in each other slot. */
export interface LookArt {
  readonly skin: ItemArt;
  readonly hair: ItemArt;
  readonly hat: ItemArt | null;
  readonly shirt: ItemArt;
  readonly accessory: ItemArt | null;
}

/** Draws the whole figure as SVG on a matching background. The same look always results in the same bytes. */
export function drawAvatar(look: LookArt): string {
  return createSvg(WHOLE_FIGURE, chooseBackground(look), drawFigure(look));
}

/** Draws one item on a neutral figure. The picture shows only the part of the figure with the item. */
export function drawItem(slot: AvatarSlot, art: ItemArt): string {
  const { crop, faceOpacity } = art.animal ? ANIMAL_VIEW : ITEM_VIEWS[slot];
  return createSvg(crop, ITEM_BACKGROUND, drawFigure({ ...NEUTRAL_LOOK, [slot]: art }, faceOpacity));
}

/** A square in the coordinates of the figure. The middle of the head is at x = 132, and the figure ends at y = 280. */
type Square = readonly [left: number, top: number, side: number];

const WHOLE_FIGURE: Square = [-15, -14, 294];
const HEAD_AND_SHOULDERS: Square = [-6, -26, 276];
/** For an item of each slot, the part of the figure to show. The face is faint or blank, so that the item stands out. */
const ITEM_VIEWS: Record<AvatarSlot, { crop: Square; faceOpacity: number }> = {
  skin: { crop: [47, 38, 170], faceOpacity: 1 },
  hair: { crop: HEAD_AND_SHOULDERS, faceOpacity: 0.3 },
  hat: { crop: HEAD_AND_SHOULDERS, faceOpacity: 0.3 },
  shirt: { crop: [51, 118, 162], faceOpacity: 0 },
  accessory: { crop: [45, 13, 174], faceOpacity: 0.3 },
};

/** Shows the ears, too. */
const ANIMAL_VIEW = { crop: HEAD_AND_SHOULDERS, faceOpacity: 1 };

// Dark enough to show a white shirt, light enough to show black hair.
const ITEM_BACKGROUND = 'c9d6e4';
const NEUTRAL_LOOK: LookArt = {
  skin: { color: 'e1e7ee' },
  hair: { top: 'none', color: '000000' },
  hat: null,
  shirt: { clothing: 'shirtCrewNeck', color: 'a6b6c9' },
  accessory: null,
};

function createSvg([left, top, side]: Square, background: string, drawing: string): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} ${top} ${side} ${side}" fill="none">` +
    `<rect x="${left}" y="${top}" width="${side}" height="${side}" fill="#${background}"/>${drawing}</svg>`
  );
}

const BACKGROUNDS = ['ffe1bd', 'd4ecda', 'ffd6d6', 'cfe6f5', 'fff0b3', 'e2d9f6', 'f9d7ea', 'cdeae6'];
const FALLBACK_BACKGROUND = 'cfe6f5';

/** The minimum difference between the background and a color of the figure: the sum of the differences in red, green and blue. */
const MIN_COLOR_DISTANCE = 80;

/**
 * Chooses a background that differs enough from the skin, the hat or hair, and the clothes. A hash of the clothes determines which
 * background is tried first, so that changing only the hat rarely changes the background.
 */
function chooseBackground({ skin, hair, hat, shirt }: LookArt): string {
  const colors = [skin, hat ?? hair, shirt].map((art) => art.color ?? '');
  const firstIndex = [...`${shirt.clothing} ${shirt.color} ${shirt.graphic}`].reduce(
    (hash, character) => (hash * 31 + character.charCodeAt(0)) % 9973,
    7,
  );
  const candidates = BACKGROUNDS.map((_, index) => BACKGROUNDS[(firstIndex + index) % BACKGROUNDS.length] ?? '');
  return (
    candidates.find((background) =>
      colors.every((color) => computeColorDistance(background, color) > MIN_COLOR_DISTANCE),
    ) ?? FALLBACK_BACKGROUND
  );
}

function computeColorDistance(a: string, b: string): number {
  const differences = [0, 2, 4].map((i) =>
    Math.abs(Number.parseInt(a.slice(i, i + 2), 16) - Number.parseInt(b.slice(i, i + 2), 16)),
  );
  return differences.reduce((sum, difference) => sum + difference, 0);
}

/** Combines all layers from back to front. */
function drawFigure({ skin, hair, hat, shirt, accessory }: LookArt, faceOpacity = 1): string {
  const figure = createLayers({
    skinColor: [skin.color ?? ''],
    clothesColor: [shirt.color ?? ''],
    hairColor: [hair.color ?? ''],
    accessoriesColor: [accessory?.color ?? ''],
    clothing: listIfAllowed(CLOTHES, shirt.clothing),
    clothingGraphic: listIfAllowed(DICEBEAR_GRAPHICS, shirt.graphic),
    top: listIfAllowed(HAIRSTYLES, hair.top),
    accessories: listIfAllowed(DICEBEAR_GLASSES, accessory?.glasses),
  });
  const undershirt = shirt.under
    ? createLayers({ clothing: ['shirtCrewNeck'], clothesColor: [shirt.under] }).clothes
    : '';
  const clothes = undershirt + figure.clothes + (GRAPHIC_SHAPES[shirt.graphic ?? ''] ?? '');
  const animal = ANIMAL_SHAPES[skin.animal ?? '']?.(`#${skin.color}`);
  const eyes = GLASSES_WITH_DARK_LENSES.some((glasses) => glasses === accessory?.glasses) ? '' : (animal?.eyes ?? EYES);
  const face = fadeDrawing((animal?.head ?? figure.face + CHEEKS) + eyes, faceOpacity);
  const earAccessory = accessory && ACCESSORY_SHAPES[accessory.glasses ?? '']?.(`#${accessory.color}`);
  return (
    (animal?.ears ?? '') +
    figure.body +
    clothes +
    face +
    drawHairAndHat(figure.top, earAccessory ?? '', hat) +
    figure.accessory
  );
}

function fadeDrawing(drawing: string, opacity: number): string {
  return opacity === 1 ? drawing : `<g opacity="${opacity}">${drawing}</g>`;
}

/** Draws ear accessories over the hair and under a hat, but keeps them visible when a headscarf covers the ears. */
function drawHairAndHat(hair: string, earAccessory: string, hat: ItemArt | null): string {
  if (!hat) return hair + earAccessory;
  const shape = hat.top ?? '';
  const customDrawing = HAT_SHAPES[shape]?.(`#${hat.color}`);
  const drawing =
    customDrawing ?? createLayers({ top: listIfAllowed(DICEBEAR_HATS, shape), hatColor: [hat.color ?? ''] }).top;
  const rimY = HAT_RIMS[shape] ?? null;
  return rimY === null ? drawing + earAccessory : clipHair(rimY, hair) + earAccessory + drawing;
}

/** Clips the hair to a bell shape below the rim of a hat, so that voluminous hair is not cut off in a straight line. */
function clipHair(rimY: number, hair: string): string {
  if (rimY === ABOVE_HEAD) return hair;
  const [neckY, sideY] = [rimY + 30, rimY + 80];
  const bell = `M72 ${rimY}C30 ${rimY} 0 ${neckY} 0 ${sideY}V300H264V${sideY}C264 ${neckY} 234 ${rimY} 192 ${rimY}Z`;
  // The id identifies the shape, so several pictures on one page may share it.
  return `<clipPath id="below-${rimY}"><path d="${bell}"/></clipPath><g clip-path="url(#below-${rimY})">${hair}</g>`;
}

type DiceBearOptions = NonNullable<Parameters<typeof avataaars.create>[0]['options']>;

interface Layers {
  readonly body: string;
  readonly clothes: string;
  readonly face: string;
  readonly top: string;
  readonly accessory: string;
}

/** Splits the figure that the DiceBear library draws into layers, so that the drawings of `item-shapes.ts` fit between them. */
function createLayers(options: DiceBearOptions): Layers {
  const svg = createAvatar(avataaars, { ...DEFAULT_OPTIONS, ...options }).toString();
  const [, body = '', clothes = '', face = '', top = '', accessory = ''] = LAYERS_PATTERN.exec(svg) ?? [];
  if (!body) throw new Error('@dicebear/avataaars no longer draws the layers that avatar-svg.ts expects');
  return {
    body: body.replace(SHOULDERS_PATH, NECKLINE_PATH),
    clothes: `<g transform="translate(0 170)">${clothes}</g>`,
    face,
    top: `<g transform="translate(-1)">${top.replace(EARRING_PATTERN, '')}</g>`,
    accessory: `<g transform="translate(62 42)">${accessory}</g>`,
  };
}

// Skin below the edge of the clothes would show as a dark line, so only the part inside the neckline is drawn.
const SHOULDERS_PATH = 'h-4a72 72 0 0 0-72 72v9h200v-9a72 72 0 0 0-72-72h-4';
const NECKLINE_PATH = 'h-4a72 72 0 0 0-20 2.83V280h96v-78.17a72 72 0 0 0-20-2.83h-4';

// One hairstyle includes an earring, which is removed.
const EARRING_PATTERN = /<rect[^>]*fill="#E6E6E6"\/><path[^>]*fill="#9177FF"\/>/;

const LAYERS_PATTERN = new RegExp(
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

// One value for each option makes the drawing deterministic. The eyes and cheeks are from item-shapes.ts, because they look
// younger than DiceBear's.
const DEFAULT_OPTIONS: DiceBearOptions = {
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

/** For each option, DiceBear chooses from a list. Returns a list with only this value, or an empty list if it is not allowed. */
function listIfAllowed<Value extends string>(allowed: readonly Value[], value: string | undefined): Value[] {
  return allowed.filter((option) => option === value);
}

/** Glasses with dark, half-transparent lenses. Eyes are not drawn because they would show as dark spots. */
const GLASSES_WITH_DARK_LENSES = ['sunglasses', 'wayfarers'];

/** A y coordinate above the figure, for hats that hide no hair. */
const ABOVE_HEAD = -100;
/** For each hat, the y coordinate of its rim. Hair is visible only below the rim. Null hides all hair. */
const HAT_RIMS: Record<string, number | null> = {
  hijab: null,
  turban: null,
  hat: 84,
  winterHat1: 80,
  winterHat02: 84,
  winterHat03: 84,
  winterHat04: 84,
  cap: 76,
  wizardHat: 62,
  partyHat: ABOVE_HEAD,
  flowerCrown: ABOVE_HEAD,
  crown: ABOVE_HEAD,
} satisfies Record<(typeof DICEBEAR_HATS | typeof CUSTOM_HATS)[number], number | null>;
