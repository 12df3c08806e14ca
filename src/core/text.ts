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
