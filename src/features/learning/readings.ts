/** What a child has written, read with good will: the thought counts, not the keyboard. */

/**
 * Two spellings of the same words are equal after this: NFC, trimmed, single spaces, without regard to case; and the
 * apostrophes that keyboards make of one key (п'ять, п’ять, пʼять) are one (gap 35).
 */
export function folded(text: string): string {
  const plain = text
    .normalize('NFC')
    .replaceAll(/['’‘ʼ`´]/g, '’')
    .trim()
    .replaceAll(/\s+/g, ' ');
  return plain.toUpperCase().toLowerCase().normalize('NFC'); // by way of upper case ß meets SS, and ς meets σ
}

/** A number as people write it, or undefined: a comma or a point, any minus sign, spaces between thousands (gap 35). */
export function numberIn(text: string): number | undefined {
  const tidy = text
    .trim()
    .replace(/^[−–]/, '-')
    .replaceAll(/(?<=\d)\s(?=\d{3}(\D|$))/g, '');
  if (!/^[+-]?\s?(\d+([.,]\d*)?|[.,]\d+)$/.test(tidy)) return undefined;
  return Number(tidy.replace(/\s/, '').replace(',', '.'));
}
