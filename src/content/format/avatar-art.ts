import type { AvatarSlot } from '../../core/avatar-look.ts';

/**
 * What an avatar item looks like, as a pack defines it. A field such as `top` contains the name of a drawing, a field such as
 * `color` a color of six hex digits. `glasses` names an accessory of any kind, such as a hearing aid.
 */
export type ItemArt = Readonly<Record<string, string>>;

// The names of the drawings. The lists of DiceBear's drawings intentionally omit some: bald sides, skulls, a bat logo, an eyepatch,
// slogans.

export const ANIMALS = ['fox', 'owl', 'bear', 'rabbit', 'penguin', 'dragon'] as const;
// biome-ignore format: a list is easier to read in rows
export const HAIRSTYLES = [
  'bob', 'bun', 'curly', 'curvy', 'dreads', 'dreads01', 'dreads02', 'frida', 'frizzle', 'fro', 'froBand', 'bigHair',
  'longButNotTooLong', 'miaWallace', 'shaggy', 'shaggyMullet', 'shavedSides', 'shortCurly', 'shortFlat', 'shortRound',
  'shortWaved', 'straight01', 'straight02', 'straightAndStrand', 'theCaesar', 'theCaesarAndSidePart',
] as const;
export const DICEBEAR_HATS = [
  'hat',
  'hijab',
  'turban',
  'winterHat1',
  'winterHat02',
  'winterHat03',
  'winterHat04',
] as const;
export const CUSTOM_HATS = ['cap', 'partyHat', 'wizardHat', 'flowerCrown', 'crown'] as const;
// biome-ignore format: a list is easier to read in rows
export const CLOTHES = [
  'shirtCrewNeck', 'shirtScoopNeck', 'shirtVNeck', 'graphicShirt', 'hoodie', 'collarAndSweater', 'overall',
  'blazerAndShirt', 'blazerAndSweater',
] as const;
export const DICEBEAR_GRAPHICS = ['bear', 'deer', 'diamond', 'hola', 'pizza'] as const;
export const CUSTOM_GRAPHICS = ['stripes', 'star', 'heart', 'sun', 'rainbow', 'rocket', 'planet'] as const;
export const DICEBEAR_GLASSES = [
  'kurt',
  'prescription01',
  'prescription02',
  'round',
  'sunglasses',
  'wayfarers',
] as const;
export const CUSTOM_ACCESSORIES = ['hearingAid', 'headphones'] as const;

/** Returns what is wrong with an item's art, as a message, or null when the item can be drawn. */
export function findArtError(slot: AvatarSlot, art: ItemArt): string | null {
  const allowedValues = getAllowedValues(slot, art);
  const missingField = Object.keys(allowedValues).find((key) => art[key] === undefined);
  if (missingField) return `art.${missingField} is missing.`;
  for (const [key, value] of Object.entries(art)) {
    const allowed = Object.hasOwn(allowedValues, key) ? allowedValues[key] : undefined;
    if (!allowed) return `art.${key} is not a field of this item.`;
    if (allowed === 'hex' && !/^[0-9a-f]{6}$/.test(value))
      return `art.${key}: "${value}" is not six lowercase hex digits.`;
    if (allowed !== 'hex' && !allowed.includes(value))
      return `art.${key}: "${value}" is not one of ${allowed.join(', ')}.`;
  }
  return null;
}

function getAllowedValues(slot: AvatarSlot, art: ItemArt): Record<string, readonly string[] | 'hex'> {
  const color = 'hex';
  if (slot === 'skin') return { color, ...(art.animal && { animal: ANIMALS }) };
  if (slot === 'hair') return { top: ['none', ...HAIRSTYLES], color };
  if (slot === 'hat') return { top: [...DICEBEAR_HATS, ...CUSTOM_HATS], color };
  if (slot === 'accessory') return { glasses: [...DICEBEAR_GLASSES, ...CUSTOM_ACCESSORIES], color };
  return {
    clothing: CLOTHES,
    color,
    ...(art.clothing === 'graphicShirt' && { graphic: [...DICEBEAR_GRAPHICS, ...CUSTOM_GRAPHICS] }),
    ...(art.clothing === 'overall' && { under: 'hex' }),
  };
}
