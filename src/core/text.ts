/** Whether both databases can keep this text: no NUL, no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** Characters as a person counts them for a limit: code points, so an emoji of one code point is one. */
export function lengthOf(text: string): number {
  return [...text].length;
}

export function hasControlCharacters(text: string): boolean {
  return /\p{Cc}/u.test(text);
}
