import { canonicalizeLocale } from '../../core/text/languages.ts';
import type { Path } from '../files/validation-errors.ts';
import type { MultilingualText } from './pack.ts';

/**
 * The translation of a text for `locale` and its language: the exact locale, or else its primary language, or else the
 * pack's first language.
 */
export function localize(text: MultilingualText, locale: string): { text: string; language_served: string } {
  const exact = Object.hasOwn(text, locale) ? text[locale] : undefined;
  if (exact !== undefined) return { text: exact, language_served: locale };
  const language = chooseLanguage(Object.keys(text), locale);
  return { text: text[language] ?? '', language_served: language };
}

/** The best of `languages` for `locale`: the exact locale, or else its primary language, or else the first. */
export function chooseLanguage(languages: readonly string[], locale: string): string {
  return findLanguage(languages, locale) ?? languages[0] ?? '';
}

/** Whether one of `languages` is the locale or its primary language. */
export function hasLanguage(languages: readonly string[], locale: string): boolean {
  return findLanguage(languages, locale) !== undefined;
}

function findLanguage(languages: readonly string[], locale: string): string | undefined {
  if (languages.includes(locale)) return locale; // most requests: finding the canonical form costs microseconds
  const canonical = canonicalizeLocale(locale) ?? locale;
  return [canonical, canonical.split('-')[0] ?? ''].find((language) => languages.includes(language));
}

/** A localized text in a file's value, and its path. */
export interface FoundText {
  readonly path: Path;
  readonly text: Readonly<Record<string, string | readonly string[]>>;
  replace(text: FoundText['text']): void;
}

/** Keys whose object is a localized text. A list under such a key is not one. */
const TEXTS = new Set([
  'title',
  'description',
  'instructions',
  'prompt',
  'text',
  'caption',
  'alt',
  'name',
  'unit',
  'speech',
]);
const ANSWER_TEXTS = new Set(['right', 'wrong', 'accepted', 'says', 'typed']);

/** Finds all localized texts in the value of a pack's file. */
export function findTexts(value: unknown): FoundText[] {
  const found: FoundText[] = [];
  addTexts(found, value, []);
  return found;
}

function addTexts(found: FoundText[], value: unknown, path: Path): void {
  if (!isNode(value)) return;
  const isList = Array.isArray(value);
  for (const [name, inner] of Object.entries(value)) {
    if (!isNode(inner)) continue;
    const key = isList ? Number(name) : name;
    const innerPath = [...path, key];
    const replace = (text: FoundText['text']) => {
      value[name] = text;
    };
    if (isText(key, path, inner)) found.push({ path: innerPath, text: inner, replace });
    else addTexts(found, inner, innerPath);
  }
}

function isText(key: string | number, path: Path, value: unknown): value is FoundText['text'] {
  if (!isNode(value) || Array.isArray(value)) return false;
  return path.at(-1) === 'hints' || TEXTS.has(String(key)) || ANSWER_TEXTS.has(String(key));
}

function isNode(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
