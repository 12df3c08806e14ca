/** Whether both databases can keep this text: no NUL, no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** Characters as a person counts them for a limit: code points, so an emoji of one code point is one. */
export function codePointLength(text: string): number {
  return [...text].length;
}

/** Control characters, and those that turn the direction of what stands around them. */
export function hasControlCharacters(text: string): boolean {
  return /[\p{Cc}\p{Bidi_Control}]/u.test(text);
}

/** Whether there is anything to see: a letter, digit, sign or emoji. */
export function isVisible(text: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(text);
}

/** A character can be written in as many parts: an accented Greek letter, for one. */
const MOST_PARTS = 4;
/** The longest text, in JavaScript's units, that may become `longest` characters. */
export function rawLength(longest: number): number {
  return MOST_PARTS * longest;
}

/** More marks on one letter than any script writes (Unicode, UAX 15, stream-safe text). */
const TOO_MANY_MARKS = /\p{M}{31}/u;

/**
 * A text trimmed and in NFC, or undefined when it is too long to become `longest` characters. Composing takes time with
 * the square of the marks on one letter, so a text with more of them than any script has is refused as well. The only
 * place that composes.
 */
export function composed(text: string, longest: number): string | undefined {
  const trimmed = text.trim();
  if (trimmed.length > rawLength(longest) || TOO_MANY_MARKS.test(trimmed)) return undefined;
  return trimmed.normalize('NFC').trim();
}

/** Whether a short text that is composed has no compatibility characters, such as full-width letters and ligatures. */
export function isPlain(text: string): boolean {
  return text.normalize('NFKC') === text;
}

/** One line with something to see on it as it is kept, or undefined when it is none. */
export function normalizeLine(text: string, longest: number): string | undefined {
  const line = composed(text, longest);
  if (line === undefined) return undefined;
  const fits = codePointLength(line) <= longest && isVisible(line);
  return fits && isStorable(line) && !hasControlCharacters(line) ? line : undefined;
}

/** Text of any number of lines as it is kept, '' for none; undefined when it is too long or cannot be kept. */
export function normalizeText(text: string, longest: number): string | undefined {
  const kept = composed(text, longest);
  if (kept === undefined) return undefined;
  // Tabs and line breaks are what text may be laid out with.
  return codePointLength(kept) <= longest && isStorable(kept) && !/[^\P{Cc}\t\r\n]/u.test(kept) ? kept : undefined;
}
