import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { canonicalLocale, dateLocale, LANGUAGES, languageFor, preferredLocale } from './languages.ts';

/** Any text that a client can send: UTF-16 code units, so lone surrogates too. */
const anyText = fc.string({ unit: fc.nat({ max: 0xffff }).map((unit) => String.fromCharCode(unit)) });

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
  const odder = ['i-klingon', 'en-123456789', '1n', 'ук', '*', 'en;q=1', 'en-US-US', 'en-a', 'de-1901-1901', '‮en'];
  for (const locale of [...none, ...odder, `en${'-abcdefgh'.repeat(9)}`]) {
    assert.equal(canonicalLocale(locale), undefined, JSON.stringify(locale));
  }
});

test('canonicalLocale is idempotent', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/), (text) => {
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

test('preferredLocale picks from Accept-Language by quality, supported languages first', () => {
  const preferred: [string | undefined, string][] = [
    [undefined, 'en'],
    ['', 'en'],
    ['*', 'en'],
    ['uk', 'uk'],
    ['uk-UA,uk;q=0.9,en;q=0.8', 'uk-UA'],
    ['en;q=0.3, pl;q=0.7', 'pl'],
    ['en;q=0.3,pl;q=0.30001', 'pl'],
    ['es, pl', 'es'],
    ['de-DE, es;q=0.1', 'es'],
    ['de-DE, fr;q=0.9', 'de-DE'],
    ['fr;q=0.2, de;q=0.8', 'de'],
    ['*, uk;q=0.1', 'uk'],
    ['EN-gb', 'en-GB'],
    [' uk ; q=0.9 , es ; q=0.8 ', 'uk'],
  ];
  for (const [header, locale] of preferred) assert.equal(preferredLocale(header), locale, String(header));
});

test('preferredLocale ignores languages with q=0', () => {
  assert.equal(preferredLocale('uk;q=0, pl;q=0.1'), 'pl');
  assert.equal(preferredLocale('uk;q=0'), 'en');
  assert.equal(preferredLocale('uk;q=0.000, *'), 'en');
});

test('preferredLocale survives malformed headers', () => {
  for (const header of [
    ',,,',
    ';;;',
    ';q=1',
    'q=1',
    'uk;q=',
    'uk;q=abc',
    'en_US',
    '<script>',
    '\u0000',
    '-'.repeat(99),
  ]) {
    assert.equal(preferredLocale(header), 'en', header);
  }
  assert.equal(preferredLocale('%%%, pl'), 'pl');
  assert.equal(preferredLocale('uk;level=1;q=0.5, es;q=0.4'), 'uk');
  fc.assert(
    fc.property(anyText, (header) => {
      const locale = preferredLocale(header);
      assert.equal(canonicalLocale(locale), locale);
    }),
  );
});

test('preferredLocale reads only the beginning of a very long header', () => {
  assert.equal(preferredLocale(`pl, ${'de;q=0.9, '.repeat(1000)}`), 'pl');
  assert.equal(preferredLocale(`${' '.repeat(10_000)}pl`), 'en');
  const startedAt = performance.now();
  for (let i = 0; i < 100; i += 1) preferredLocale('a-b;q=0.1,'.repeat(1000));
  assert.ok(performance.now() - startedAt < 1000);
});

test('dateLocale uses British dates for English', () => {
  assert.deepEqual(LANGUAGES.map(dateLocale), ['en-GB', 'es', 'uk', 'pl']);
});
