import { toNfc } from '../../../../core/text/normalize-text.ts';

/** The maximum length of a text answer, in characters. */
export const MAX_TEXT_ANSWER_LENGTH = 200;

/**
 * Normalizes a text answer for comparison: NFC, trimmed, single spaces, case-insensitive. The different apostrophes that
 * keyboards produce (п'ять, п’ять, пʼять) are replaced with one of them (gap 35).
 */
export function normalizeTextAnswer(text: string): string {
  const unified = toNfcOrUnchanged(text)
    .replaceAll(/['’‘ʼ`´]/g, '’')
    .replaceAll(/\s+/g, ' ');
  return toNfcOrUnchanged(unified.toUpperCase().toLowerCase()); // upper case first, so that ß equals SS and ς equals σ
}

/** Normalizes a text to NFC. A text that is too long is returned unchanged, because no accepted answer is that long. */
function toNfcOrUnchanged(text: string): string {
  return toNfc(text, MAX_TEXT_ANSWER_LENGTH) ?? text;
}

/**
 * Parses a number as people write it: with a decimal comma or point, a hyphen, minus sign or dash before it, and spaces between
 * thousands (gap 35). Returns undefined for any other text.
 */
export function parseNumber(text: string): number | undefined {
  const normalized = text
    .trim()
    .replace(/^[−–]/, '-')
    .replaceAll(/(?<=\d)\s(?=\d{3}(\D|$))/g, '');
  if (!/^[+-]?\s?(\d+([.,]\d*)?|[.,]\d+)$/.test(normalized)) return undefined;
  return Number(normalized.replace(/\s/, '').replace(',', '.'));
}
