import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { canonicalLocale, dateLocale, LANGUAGES, languageFor } from './languages.ts';

test('canonicalLocale normalises language tags', () => {
  const kept: Record<string, string> = {
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
  for (const [locale, canonical] of Object.entries(kept)) assert.equal(canonicalLocale(locale), canonical, locale);
});

test('canonicalLocale returns undefined for invalid tags', () => {
  const none = [
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
  ];
  const odder = [
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
    '‮en',
  ];
  for (const locale of [...none, ...odder, `en${'-abcdefgh'.repeat(9)}`]) {
    assert.equal(canonicalLocale(locale), undefined, JSON.stringify(locale));
  }
});

test('canonicalLocale is idempotent', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Za-z]{2,3}(-([A-Za-z0-9]{1,8}|true)){0,4}$/), (text) => {
      const locale = canonicalLocale(text);
      if (locale !== undefined) assert.equal(canonicalLocale(locale), locale);
    }),
  );
});

test('languageFor gives the supported language of a locale, or English', () => {
  const spoken: Record<string, string> = { 'uk-UA': 'uk', 'es-419': 'es', PL: 'pl', en: 'en', 'de-AT': 'en', '': 'en' };
  for (const [locale, language] of Object.entries(spoken)) assert.equal(languageFor(locale), language);
  assert.equal(languageFor('ukr'), 'en', 'only two-letter codes are supported languages');
});

test('dateLocale uses British dates for English', () => {
  assert.deepEqual(LANGUAGES.map(dateLocale), ['en-GB', 'es', 'uk', 'pl']);
});
