import { hasControlCharacters, isStorable, isVisible, lengthOf } from '../../core/text.ts';

/** One line with something to see on it as it is kept, or undefined when it is none (gap 42). */
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
