import { canonicalizeLocale } from '../../core/text/languages.ts';
import type { ValuePath } from '../files/validation-errors.ts';
import type { MultilingualText } from './pack.ts';

/**
 * Returns the translation of a text for `locale`, and the language of the translation: the exact locale, or else its primary
 * language, or else the pack's first language.
 */
export function localize(text: MultilingualText, locale: string): { text: string; language_served: string } {
  const exact = Object.hasOwn(text, locale) ? text[locale] : undefined;
  if (exact !== undefined) return { text: exact, language_served: locale };
  const language = chooseLanguage(Object.keys(text), locale);
  return { text: text[language] ?? '', language_served: language };
}

/** Returns the best language for `locale`: the exact locale, or else its primary language, or else the first of `languages`. */
export function chooseLanguage(languages: readonly string[], locale: string): string {
  return findLanguage(languages, locale) ?? languages[0] ?? '';
}

/** Whether one of `languages` is the locale or its primary language. */
export function hasLanguage(languages: readonly string[], locale: string): boolean {
  return findLanguage(languages, locale) !== undefined;
}

function findLanguage(languages: readonly string[], locale: string): string | undefined {
  if (languages.includes(locale)) return locale; // for most requests, this avoids computing the canonical form, which takes microseconds
  const canonical = canonicalizeLocale(locale) ?? locale;
  return [canonical, canonical.split('-')[0] ?? ''].find((language) => languages.includes(language));
}

/** A multilingual text in a file's value, and its path. */
export interface FoundText {
  readonly path: ValuePath;
  readonly text: Readonly<Record<string, string | readonly string[]>>;
  /** Replaces the text in the file's value. */
  replace(text: FoundText['text']): void;
}

/** The keys of multilingual texts. A list under such a key is not a multilingual text. */
const TEXT_KEYS = new Set([
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
  'activity',
  'praise',
]);
/** The keys of lists and maps whose values are multilingual texts. */
const TEXT_CONTAINER_KEYS = new Set(['hints', 'parts']);
/** The same as TEXT_KEYS in files with answers. */
const ANSWER_TEXT_KEYS = new Set(['right', 'wrong', 'accepted', 'says', 'typed']);

/** Finds all multilingual texts in the value of a pack's file. */
export function findTexts(value: unknown): FoundText[] {
  const found: FoundText[] = [];
  addTexts(found, value, []);
  return found;
}

function addTexts(found: FoundText[], value: unknown, path: ValuePath): void {
  if (!isNode(value)) return;
  const isList = Array.isArray(value);
  for (const [name, child] of Object.entries(value)) {
    if (!isNode(child)) continue;
    const key = isList ? Number(name) : name;
    const childPath = [...path, key];
    const replace = (text: FoundText['text']) => {
      value[name] = text;
    };
    if (isText(key, path, child)) found.push({ path: childPath, text: child, replace });
    else addTexts(found, child, childPath);
  }
}

function isText(key: string | number, path: ValuePath, value: unknown): value is FoundText['text'] {
  if (!isNode(value) || Array.isArray(value)) return false;
  return (
    TEXT_CONTAINER_KEYS.has(String(path.at(-1))) || TEXT_KEYS.has(String(key)) || ANSWER_TEXT_KEYS.has(String(key))
  );
}

function isNode(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
