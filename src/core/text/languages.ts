/** The languages of messages, emails and pages. */
export const LANGUAGES = ['en', 'es', 'uk', 'pl'] as const;
export type Language = (typeof LANGUAGES)[number];

/** A text in each language. The compiler reports a missing language. */
export type LocalizedText = Readonly<Record<Language, string>>;

/**
 * Returns the language of a locale, which is its primary subtag ("es-419" → "es"), or English if that language is not supported.
 */
export function toLanguage(locale: string): Language {
  return LANGUAGES.find((language) => language === getPrimarySubtag(locale)) ?? 'en';
}

/** The locale in which the dates of a language are formatted. English dates are British: "20 November", 24-hour times. */
export function toDateLocale(language: Language): string {
  return language === 'en' ? 'en-GB' : language;
}

/** Converts a BCP 47 tag to its canonical form ("EN-us" → "en-US"). Returns undefined if the text is not a valid tag (gap 8). */
export function canonicalizeLocale(locale: string): string | undefined {
  if (!/^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8}){0,8}$/.test(locale)) return undefined;
  try {
    // Called twice, because the first result may be an invalid tag ("en-a-true" → "en-a"), for which the second call throws.
    return Intl.getCanonicalLocales(Intl.getCanonicalLocales(locale))[0];
  } catch {
    return undefined; // Intl throws for an invalid tag
  }
}

/** The maximum number of tags of Accept-Language that are checked, so that a long header takes little time. */
const MAX_TAGS = 50;

/**
 * Selects a locale from the tags of Accept-Language, which are in the order of preference: the first tag in a supported
 * language, or else the first valid tag, or else English. `*` is not a valid tag.
 */
export function selectLocale(tags: readonly string[]): string {
  const locales = tags.slice(0, MAX_TAGS).flatMap((tag) => canonicalizeLocale(tag) ?? []);
  return (
    locales.find((locale) => LANGUAGES.some((language) => language === getPrimarySubtag(locale))) ?? locales[0] ?? 'en'
  );
}

function getPrimarySubtag(locale: string): string {
  return locale.split('-')[0]?.toLowerCase() ?? '';
}
