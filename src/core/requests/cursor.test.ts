import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type CursorPage, cursorPage, decodeCursor, encodeCursor } from './cursor.ts';

/** Any text that a client can send: UTF-16 code units, so lone surrogates too. */
const anyText = fc.string({ unit: fc.nat({ max: 0xffff }).map((unit) => String.fromCharCode(unit)) });

/** Text that both databases can store. */
const storable = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'));

test('a cursor decodes to the key it encodes, is URL-safe and rejects another key length', () => {
  fc.assert(
    fc.property(fc.array(storable, { maxLength: 4 }), (place) => {
      const cursor = encodeCursor(place);
      assert.match(cursor, /^[\w-]*$/);
      assert.deepEqual(decodeCursor(cursor, place.length), place);
      assert.equal(decodeCursor(cursor, place.length + 1), undefined, 'a cursor of another list');
    }),
  );
});

test('malformed cursors decode to undefined', () => {
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const none = [
    '',
    'x',
    '!!',
    'null',
    '"',
    '%00',
    encoded(null),
    encoded('two'),
    encoded(2),
    encoded({ 0: 'a', 1: 'b', length: 2 }),
    encoded(['a']),
    encoded(['a', 'b', 'c']),
    encoded(['a', 2]),
    encoded(['a', null]),
    encoded(['a', ['b']]),
    encoded(['a', 'NUL \0']),
    encoded(['a', 'half a pair \ud800']),
    encoded(['a', 'b']).slice(0, -3),
    '['.repeat(10_000),
  ];
  for (const cursor of none) assert.equal(decodeCursor(cursor, 2), undefined, cursor.slice(0, 40));
});

test('decoding arbitrary text gives a key that both databases can store, or undefined', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      for (const part of decodeCursor(text, 2) ?? []) assert.ok(part.isWellFormed() && !part.includes('\0'));
    }),
  );
});

test('following cursors returns every row once, in order, and the last page has no next cursor', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat({ max: 999 })), fc.integer({ min: 1, max: 7 }), (numbers, limit) => {
      const rows = numbers.map((n) => String(n).padStart(3, '0')).sort();
      const seen: string[] = [];
      let cursor: string | null = encodeCursor(['']);
      while (cursor !== null) {
        const [after = ''] = decodeCursor(cursor, 1) ?? assert.fail();
        const found: string[] = rows.filter((row) => row > after).slice(0, limit + 1);
        const page: CursorPage<string> = cursorPage(
          found,
          limit,
          (row) => [row],
          (row) => row,
        );
        assert.ok(page.data.length <= limit);
        assert.equal(page.has_more, page.next_cursor !== null);
        seen.push(...page.data);
        cursor = page.next_cursor;
      }
      assert.deepEqual(seen, rows);
    }),
  );
});
