import { isEasyPin } from './easy-pins.ts';

/** Children who cannot read yet remember three pictures. Each stands for a digit. */
export const PICTURE_COUNT = 3;

/** The PIN of three pictures, given by their digits. The service stores four digits, so the fourth follows from the others (gap 161). */
export function toPicturePin(digits: string): string {
  const [first = 0, second = 0, third = 0] = [...digits].map(Number);
  return `${digits}${(7 * first + 3 * second + third + 5) % 10}`;
}

/** How many pictures are enough for a PIN that a child has entered in pictures. */
export function countPictures(pin: string): number {
  return toPicturePin(pin.slice(0, PICTURE_COUNT)) === pin ? PICTURE_COUNT : pin.length;
}

/** Whether a PIN of three pictures is easy to guess: one picture three times, or what is easy in digits. */
export function isEasyPicturePin(pin: string, birthYear: number): boolean {
  return new Set(pin.slice(0, PICTURE_COUNT)).size === 1 || isEasyPin(pin, birthYear);
}
