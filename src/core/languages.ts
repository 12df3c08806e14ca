/** The languages that people are spoken to in: messages, letters, pages. Content may have more. */
export const LANGUAGES = ['en', 'es', 'uk', 'pl'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The same words in each language; the compiler finds what is missing. */
export type LocalizedText = Readonly<Record<Language, string>>;

/** The language in which to speak to someone whose profile says `tag`: by the primary subtag, else English. */
export function languageFor(locale: string): Language {
  return LANGUAGES.find((language) => language === primarySubtag(locale)) ?? 'en';
}

/** Three letters and eight more parts of eight. */
const LONGEST_TAG = 75;

/** A BCP 47 tag in its canonical form ("EN-us" → "en-US"), or undefined when it is none (gap 8). */
export function canonicalLocale(locale: string): string | undefined {
  if (locale.length > LONGEST_TAG || !/^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8}){0,8}$/.test(locale)) return undefined;
  try {
    return Intl.getCanonicalLocales(locale)[0];
  } catch {
    return undefined; // Intl's only way to say "not a tag" is to throw
  }
}

/**
 * The tag that suits an Accept-Language header best: the first that we speak, else the first that is a tag at all,
 * else English. `*` and no header mean English.
 */
export function preferredLocale(header: string | undefined): string {
  const tags = acceptedTags(header ?? '');
  return tags.find((locale) => LANGUAGES.some((language) => language === primarySubtag(locale))) ?? tags[0] ?? 'en';
}

/** More than any browser sends. */
const MOST_TAGS = 50;

function acceptedTags(header: string): string[] {
  return header
    .slice(0, 1000)
    .split(',', MOST_TAGS)
    .map((part) => {
      const [locale = '', ...parameters] = part.split(';').map((piece) => piece.trim());
      const quality = parameters.find((parameter) => /^q=/i.test(parameter));
      return { locale: canonicalLocale(locale), quality: quality ? Number(quality.slice(2)) : 1 };
    })
    .filter((wish) => wish.quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .flatMap((wish) => wish.locale ?? []);
}

function primarySubtag(locale: string): string {
  return locale.split('-')[0]?.toLowerCase() ?? '';
}
