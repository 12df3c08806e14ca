import { canonicalLocale } from '../../../core/languages.ts';
import type { Path } from '../files/validation-errors.ts';
import type { LocalText } from './pack.ts';

/**
 * The words of a text for someone whose profile says `tag`, and the language they are in: that very tag, else its
 * primary language, else the pack's first.
 */
export function localize(text: LocalText, locale: string): { text: string; language_served: string } {
  const language = bestLanguage(Object.keys(text), locale);
  return { text: text[language] ?? '', language_served: language };
}

/** The one of `languages` for someone whose profile says `tag`: that very tag, else its primary language, else the first. */
export function bestLanguage(languages: readonly string[], locale: string): string {
  const wanted = canonicalLocale(locale) ?? locale;
  return [wanted, wanted.split('-')[0] ?? ''].find((known) => languages.includes(known)) ?? languages[0] ?? '';
}

/** A text found in a file's value, and where it stands. */
export interface FoundText {
  readonly path: Path;
  readonly text: Readonly<Record<string, string | readonly string[]>>;
  /** Puts another in its place. */
  put(text: FoundText['text']): void;
}

/** Keys whose object is the same words in several languages; what is a list under them is none. */
const TEXTS = new Set(['title', 'description', 'instructions', 'prompt', 'text', 'caption', 'alt', 'name', 'unit']);
const OF_ANSWERS = new Set(['right', 'wrong', 'accepted']);

/** Every text in the value of a pack's file. */
export function* findTexts(value: unknown, path: Path = []): Generator<FoundText> {
  if (!isNode(value)) return;
  for (const [name, inner] of Object.entries(value)) {
    const key = Array.isArray(value) ? Number(name) : name;
    const here = [...path, key];
    const put = (text: FoundText['text']) => {
      value[name] = text;
    };
    if (isText(key, path, inner)) yield { path: here, text: inner, put };
    else yield* findTexts(inner, here);
  }
}

function isText(key: string | number, path: Path, value: unknown): value is FoundText['text'] {
  if (!isNode(value) || Array.isArray(value)) return false;
  return path.at(-1) === 'hints' || TEXTS.has(String(key)) || OF_ANSWERS.has(String(key));
}

function isNode(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
