import { isEasyPin } from './easy-pins.ts';

/** Children who cannot read yet remember three pictures. Each stands for a digit. */
export const PICTURE_COUNT = 3;

/** The PIN of three pictures, given by their digits. The service stores four digits, so the fourth follows from the others (gap 161). */
export function toPicturePin(digits: string): string {
  const [first = 0, second = 0, third = 0] = [...digits].map(Number);
  return `${digits}${(7 * first + 3 * second + third + 5) % 10}`;
}

/** Whether three pictures are easy to guess: one picture three times, or a PIN that is. */
export function areEasyPictures(digits: string, birthYear: number): boolean {
  return new Set(digits).size === 1 || isEasyPin(toPicturePin(digits), birthYear);
}
