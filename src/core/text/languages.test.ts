import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { canonicalizeLocale, LANGUAGES, toDateLocale, toLanguage } from './languages.ts';

test('canonicalizeLocale converts tags to their canonical form', () => {
  const canonicalByLocale: Record<string, string> = {
    en: 'en',
    EN: 'en',
    'EN-us': 'en-US',
    'pt-br': 'pt-BR',
    'zh-hant-tw': 'zh-Hant-TW',
    'es-419': 'es-419',
    UK: 'uk',
    iw: 'he',
    fil: 'fil',
    'sr-latn-rs': 'sr-Latn-RS',
    'de-CH-1901': 'de-CH-1901',
    'en-u-ca-buddhist': 'en-u-ca-buddhist',
    'en-x-kids': 'en-x-kids',
  };
  for (const [locale, canonical] of Object.entries(canonicalByLocale))
    assert.equal(canonicalizeLocale(locale), canonical, locale);
});

test('canonicalizeLocale returns undefined for invalid tags', () => {
  const invalidTags = [
    '',
    'e',
    'engl',
    'english',
    'en_US',
    'en-',
    '-en',
    'en--US',
    'en-US-',
    'en US',
    ' en',
    'en\n',
    'x-kids',
    'i-klingon',
    'en-123456789',
    '1n',
    'ук',
    '*',
    'en;q=1',
    'en-US-US',
    'en-a',
    'en-a-true',
    'de-1901-1901',
    '\u202een', // begins with a right-to-left override
  ];
  for (const locale of [...invalidTags, `en${'-abcdefgh'.repeat(9)}`]) {
    assert.equal(canonicalizeLocale(locale), undefined, JSON.stringify(locale));
  }
});

test('canonicalizeLocale is idempotent', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Za-z]{2,3}(-([A-Za-z0-9]{1,8}|true)){0,4}$/), (text) => {
      const locale = canonicalizeLocale(text);
      if (locale !== undefined) assert.equal(canonicalizeLocale(locale), locale);
    }),
  );
});

test('toLanguage returns the supported language of a locale, or English', () => {
  const languageByLocale: Record<string, string> = {
    'uk-UA': 'uk',
    'es-419': 'es',
    PL: 'pl',
    en: 'en',
    'de-AT': 'en',
    '': 'en',
  };
  for (const [locale, language] of Object.entries(languageByLocale)) assert.equal(toLanguage(locale), language);
  assert.equal(toLanguage('ukr'), 'en', 'only two-letter codes are supported languages');
});

test('toDateLocale uses British dates for English', () => {
  assert.deepEqual(LANGUAGES.map(toDateLocale), ['en-GB', 'es', 'uk', 'pl']);
});
