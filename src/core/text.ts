/** Whether both databases can keep this text: no NUL, no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** Characters as a person counts them for a limit: code points, so an emoji of one code point is one. */
export function lengthOf(text: string): number {
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

/** One line with something to see on it as it is kept, or undefined when it is none. */
export function cleanLine(text: string, longest: number): string | undefined {
  const line = text.normalize('NFC').trim();
  const fits = lengthOf(line) <= longest && isVisible(line);
  return fits && isStorable(line) && !hasControlCharacters(line) ? line : undefined;
}

/** Text of any number of lines as it is kept, '' for none; undefined when it is too long or cannot be kept. */
export function cleanText(text: string, longest: number): string | undefined {
  const kept = text.normalize('NFC').trim();
  // Tabs and line breaks are what text may be laid out with.
  return lengthOf(kept) <= longest && isStorable(kept) && !/[^\P{Cc}\t\r\n]/u.test(kept) ? kept : undefined;
}
