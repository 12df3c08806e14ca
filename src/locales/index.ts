import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { IntlMessageFormat, type Options } from 'intl-messageformat';
import { LANGUAGES, type Language, type LocalizedText, toDateLocale } from '../core/text/languages.ts';
import type { Localized, Messages } from './messages.ts';

export type { Messages } from './messages.ts';

/** For a text in all languages, the language of the message with the placeholder is used. */
type PlaceholderValue = string | number | Date | LocalizedText;
type PlaceholderValues = Readonly<Record<string, PlaceholderValue>>;
/** The messages of a language, or a part of them, as in the JSON files. */
type Catalog = { readonly [key: string]: string | readonly string[] | Catalog };
type Branch = Record<string, Catalog>;

const formatters = new Map(LANGUAGES.map((language) => [language, createFormatters(language)]));
const catalogs = new Map(LANGUAGES.map((language) => [language, readCatalog(language)]));
const compiledCatalogs = new Map(
  [...catalogs].map(([language, catalog]) => [language, compileNode(catalog, language)]),
);

/** Returns all messages of one language. Each is a string, or a function of the values of its placeholders. */
export function getMessages(language: Language): Messages {
  // The types are generated from the English files, and `npm run messages` checks that the other languages have the same keys.
  return compiledCatalogs.get(language) as unknown as Messages;
}

/** The same messages, each in all languages, for errors and other texts whose recipient is not known yet. */
export const localized = buildLocalized([]) as unknown as Localized; // its types are generated from the English files, too

/** Reads the files of a language as one object: `panel/danger-zone.json` becomes `panel.dangerZone`. */
function readCatalog(language: Language): Catalog {
  const folder = join(import.meta.dirname, language);
  const root: Branch = {};
  for (const file of globSync('**/*.json', { cwd: folder }).sort()) {
    const names = file.slice(0, -'.json'.length).split(sep).map(toCamelCase);
    setNode(root, names, JSON.parse(readFileSync(join(folder, file), 'utf8')));
  }
  return root;
}

function setNode(branch: Branch, [name = '', ...rest]: readonly string[], value: Catalog): void {
  if (rest.length === 0) {
    branch[name] = value;
    return;
  }
  branch[name] ??= {};
  setNode(branch[name] as Branch, rest, value); // a folder contains only files and folders, which are objects here
}

function toCamelCase(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function compileNode(node: string | readonly string[] | Catalog, language: Language): unknown {
  if (typeof node === 'string')
    return hasPlaceholders(node) ? createMessageFormatter(node, language) : node.replaceAll("''", "'");
  if (Array.isArray(node)) return node.map((child) => compileNode(child, language));
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, compileNode(value, language)]));
}

/**
 * The formats of dates. The dates in messages have no time of day, and their values are midnight in UTC. These options are
 * added to those of the library's own format `long` (numeric day and year, long month), which exclude `dateStyle`.
 */
const FORMATS = { date: { long: { timeZone: 'UTC' } } } as const;

type Formatters = NonNullable<Options['formatters']>;

/**
 * Creates formatters that are cached. The library's own cache builds a key from the options at each call, which takes longer than
 * the formatting.
 */
function createFormatters(language: Language): Formatters {
  const locale = toDateLocale(language);
  const defaultNumberFormat = new Intl.NumberFormat(locale);
  const pluralRules = {
    cardinal: new Intl.PluralRules(locale, { type: 'cardinal' }),
    ordinal: new Intl.PluralRules(locale, { type: 'ordinal' }),
  };
  const numberFormats = new WeakMap<object, Intl.NumberFormat>();
  const dateFormats = new WeakMap<object, Intl.DateTimeFormat>();
  return {
    getNumberFormat: (_locales, options) =>
      options ? memoize(numberFormats, options, () => new Intl.NumberFormat(locale, options)) : defaultNumberFormat,
    getDateTimeFormat: (_locales, options = {}) =>
      memoize(dateFormats, options, () => new Intl.DateTimeFormat(locale, options)),
    getPluralRules: (_locales, { type = 'cardinal' } = {}) => pluralRules[type],
  };
}

/** Creates the value for `options` only once. The library passes the same object each time it formats a message. */
function memoize<T>(cache: WeakMap<object, T>, options: object, create: () => T): T {
  const cached = cache.get(options) ?? create();
  cache.set(options, cached);
  return cached;
}

/** Parses a message only once, when it is first used, because parsing takes much longer than formatting. */
function createMessageFormatter(message: string, language: Language): (values: PlaceholderValues) => string {
  let format: IntlMessageFormat | undefined;
  return (values) => {
    format ??= new IntlMessageFormat(message, toDateLocale(language), FORMATS, {
      ignoreTag: true,
      formatters: formatters.get(language) as Formatters, // the map contains every language
    });
    return String(format.format(selectLanguage(values, language)));
  };
}

function selectLanguage(values: PlaceholderValues, language: Language): Record<string, string | number | Date> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, isLocalized(value) ? value[language] : value]),
  );
}

function isLocalized(value: PlaceholderValue): value is LocalizedText {
  return typeof value === 'object' && !(value instanceof Date);
}

/**
 * Builds the part of `localized` below `path`, in the shape of the English catalog. A text is formatted in a language when that
 * language is read.
 */
function buildLocalized(path: readonly string[]): unknown {
  const node = getNode(catalogs.get('en'), path);
  if (typeof node === 'string') {
    return hasPlaceholders(node)
      ? (values: PlaceholderValues) => formatInEachLanguage(path, values)
      : formatInEachLanguage(path);
  }
  return Object.fromEntries(Object.keys(node as object).map((key) => [key, buildLocalized([...path, key])]));
}

function formatInEachLanguage(path: readonly string[], values?: PlaceholderValues): LocalizedText {
  const text = {};
  for (const language of LANGUAGES) {
    const get = () => {
      const message = getNode(compiledCatalogs.get(language), path);
      return typeof message === 'function' ? message(values) : message;
    };
    Object.defineProperty(text, language, { enumerable: true, get });
  }
  return text as LocalizedText; // each language has just been defined
}

function getNode(tree: unknown, path: readonly string[]): unknown {
  return path.reduce((node, key) => (node as Record<string, unknown>)[key], tree);
}

function hasPlaceholders(message: string): boolean {
  return message.includes('{');
}
