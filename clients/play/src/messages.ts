import { signal } from '@preact/signals';
import { IntlMessageFormat } from 'intl-messageformat';
import english from '../locales/en/play.json' with { type: 'json' };

export const LANGUAGES = { en: 'English', es: 'Español', uk: 'Українська', pl: 'Polski' } as const;
export type Language = keyof typeof LANGUAGES;
export type MessageKey = keyof typeof english;
/** The messages of a language. The build replaces each message that has placeholders with its parsed form. */
type Catalog = Readonly<Record<MessageKey, unknown>>;
type Values = Readonly<Record<string, string | number>>;

const catalog = signal<Catalog>(english);
export const language = signal<Language>('en');
const formatCache = new Map<string, IntlMessageFormat>();

/** Formats a message in the child's language. */
export function t(key: MessageKey, values?: Values): string {
  const message = catalog.value[key];
  if (typeof message === 'string') return message;
  const id = `${language.value} ${key}`;
  // The message has been parsed by the build, because the app does not contain the parser.
  const format = formatCache.get(id) ?? new IntlMessageFormat(message as string, language.value);
  formatCache.set(id, format);
  return String(format.format(values));
}

/** Loads the messages of a language and switches to it. */
export async function switchLanguage(tag: string): Promise<void> {
  const chosen = toLanguage(tag);
  catalog.value = await loadCatalog(chosen);
  language.value = chosen;
  document.documentElement.lang = chosen;
}

/** Returns the language of the app for a language tag, or English if the app does not have the language. */
export function toLanguage(tag: string): Language {
  const [primary = ''] = tag.toLowerCase().split('-');
  return primary in LANGUAGES ? (primary as Language) : 'en';
}

async function loadCatalog(chosen: Language): Promise<Catalog> {
  switch (chosen) {
    case 'en':
      return english;
    case 'es':
      return toCatalog(await import('../locales/es/play.json', { with: { type: 'json' } }));
    case 'uk':
      return toCatalog(await import('../locales/uk/play.json', { with: { type: 'json' } }));
    case 'pl':
      return toCatalog(await import('../locales/pl/play.json', { with: { type: 'json' } }));
  }
}

/** Returns a catalog with its keys. The build leaves only the messages, in the order of the English keys. */
function toCatalog({ default: messages }: { readonly default: object }): Catalog {
  const values: unknown[] = Object.values(messages);
  return Object.fromEntries(Object.keys(english).map((key, index) => [key, values[index]])) as Catalog;
}
