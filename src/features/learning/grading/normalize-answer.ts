import { composed } from '../../../core/text.ts';

/** The longest text that an item takes. */
export const LONGEST_TEXT = 200;

/** What a child has written, read with good will: the thought counts, not the keyboard. */

/**
 * Two spellings of the same words are equal after this: NFC, trimmed, single spaces, without regard to case; and the
 * apostrophes that keyboards make of one key (п'ять, п’ять, пʼять) are one (gap 35).
 */
export function foldText(text: string): string {
  const plain = nfc(text)
    .replaceAll(/['’‘ʼ`´]/g, '’')
    .replaceAll(/\s+/g, ' ');
  return nfc(plain.toUpperCase().toLowerCase()); // by way of upper case ß meets SS, and ς meets σ
}

/** As it is where it is too long to be composed: then it is no answer that anything accepts. */
function nfc(text: string): string {
  return composed(text, LONGEST_TEXT) ?? text;
}

/** A number as people write it, or undefined: a comma or a point, any minus sign, spaces between thousands (gap 35). */
export function parseNumber(text: string): number | undefined {
  const tidy = text
    .trim()
    .replace(/^[−–]/, '-')
    .replaceAll(/(?<=\d)\s(?=\d{3}(\D|$))/g, '');
  if (!/^[+-]?\s?(\d+([.,]\d*)?|[.,]\d+)$/.test(tidy)) return undefined;
  return Number(tidy.replace(/\s/, '').replace(',', '.'));
}
