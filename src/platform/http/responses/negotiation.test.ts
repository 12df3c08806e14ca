import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { canonicalizeLocale } from '../../../core/text/languages.ts';
import { negotiateEncoding, negotiateFormat, negotiateLocale } from './negotiation.ts';

/** Any UTF-16 code units, including lone surrogates, although no header can contain them. */
const anyText = fc.string({ unit: fc.nat({ max: 0xffff }).map((unit) => String.fromCharCode(unit)) });

const negotiateHeader = (header: string | undefined) => negotiateLocale({ 'accept-language': header });

test('negotiateLocale prefers supported languages, then higher qualities, and selects English if no language is named', () => {
  const localeByHeader: [string | undefined, string][] = [
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
  for (const [header, locale] of localeByHeader) assert.equal(negotiateHeader(header), locale, String(header));
});

test('negotiateLocale ignores languages with q=0', () => {
  assert.equal(negotiateHeader('uk;q=0, pl;q=0.1'), 'pl');
  assert.equal(negotiateHeader('uk;q=0'), 'en');
  assert.equal(negotiateHeader('uk;q=0.000, *'), 'en');
});

test('negotiateLocale returns a valid locale for malformed headers', () => {
  for (const header of [',,,', ';;;', ';q=1', 'q=1', 'uk;q=abc', 'en_US', '<script>', '\u0000', '-'.repeat(99)]) {
    assert.equal(negotiateHeader(header), 'en', header);
  }
  assert.equal(negotiateHeader('%%%, pl'), 'pl');
  assert.equal(negotiateHeader('uk;level=1;q=0.5, es;q=0.4'), 'uk');
  fc.assert(
    fc.property(anyText, (header) => {
      const locale = negotiateHeader(header);
      assert.equal(canonicalizeLocale(locale), locale);
    }),
  );
});

test('negotiateLocale reads only the beginning of a very long header', () => {
  assert.equal(negotiateHeader(`pl, ${'de;q=0.9, '.repeat(1000)}`), 'pl');
  assert.equal(negotiateHeader(`${' '.repeat(10_000)}pl`), 'en');
  const startedAt = performance.now();
  for (let i = 0; i < 100; i += 1) negotiateHeader('a-b;q=0.1,'.repeat(1000));
  assert.ok(performance.now() - startedAt < 1000);
});

test('negotiateFormat selects the format with the highest quality, and JSON when none matches', () => {
  const formatByHeader: [string | undefined, string][] = [
    [undefined, 'json'],
    ['', 'json'],
    ['*/*', 'json'],
    ['text/csv', 'csv'],
    ['TEXT/CSV; charset=UTF-8', 'csv'],
    ['text/html,application/xhtml+xml,*/*;q=0.8', 'html'],
    ['application/json;q=0.5, text/csv', 'csv'],
    ['text/csv;q=0, application/json;q=0.1', 'json'],
    ['image/png', 'json'],
    ['constructor', 'json'],
    ['text/*', 'html'],
  ];
  for (const [accept, format] of formatByHeader) assert.equal(negotiateFormat({ accept }), format, String(accept));
  assert.equal(negotiateFormat({ accept: 'text/csv', 'hx-request': 'true' }), 'html');
});

test('negotiateEncoding selects Brotli, else gzip, if its quality is above zero', () => {
  const encodingByHeader: [string | undefined, string | undefined][] = [
    [undefined, undefined],
    ['', undefined],
    ['gzip, deflate, br', 'br'],
    ['gzip, br;q=0', 'gzip'],
    ['GZIP;q=1.0, identity; q=0.5', 'gzip'],
    ['br;q=0.1', 'br'],
    ['brotli', undefined],
    ['deflate, zstd', undefined],
    ['identity', undefined],
    ['*', 'br'],
    ['*, br;q=0', 'gzip'],
    ['*;q=0', undefined],
  ];
  for (const [header, encoding] of encodingByHeader)
    assert.equal(negotiateEncoding({ 'accept-encoding': header }), encoding, String(header));
});
