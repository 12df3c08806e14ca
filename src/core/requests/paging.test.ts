import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type CursorPage, createCursorPage, decodeCursor, encodeCursor } from './paging.ts';

/** Any text that a client can send: any UTF-16 code units, including lone surrogates. */
const anyText = fc.string({ unit: fc.nat({ max: 0xffff }).map((unit) => String.fromCharCode(unit)) });

/** Text that both SQLite and PostgreSQL can store. */
const storableText = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'));

test('a cursor is URL-safe, decodes to the key that it encodes, and is rejected for another key length', () => {
  fc.assert(
    fc.property(fc.array(storableText, { maxLength: 4 }), (key) => {
      const cursor = encodeCursor(key);
      assert.match(cursor, /^[\w-]*$/);
      assert.deepEqual(decodeCursor(cursor, key.length), key);
      assert.equal(decodeCursor(cursor, key.length + 1), undefined, 'a cursor for another list');
    }),
  );
});

test('malformed cursors decode to undefined', () => {
  const encodeJson = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const malformedCursors = [
    '',
    'x',
    '!!',
    'null',
    '"',
    '%00',
    encodeJson(null),
    encodeJson('two'),
    encodeJson(2),
    encodeJson({ 0: 'a', 1: 'b', length: 2 }),
    encodeJson(['a']),
    encodeJson(['a', 'b', 'c']),
    encodeJson(['a', 2]),
    encodeJson(['a', null]),
    encodeJson(['a', ['b']]),
    encodeJson(['a', 'NUL \0']),
    encodeJson(['a', 'half a pair \ud800']),
    encodeJson(['a', 'b']).slice(0, -3),
    '['.repeat(10_000),
  ];
  for (const cursor of malformedCursors) assert.equal(decodeCursor(cursor, 2), undefined, cursor.slice(0, 40));
});

test('decoding arbitrary text returns a key that SQLite and PostgreSQL can store, or undefined', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      for (const value of decodeCursor(text, 2) ?? []) assert.ok(value.isWellFormed() && !value.includes('\0'));
    }),
  );
});

test('following cursors returns every row once, in order, and the last page has no next cursor', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat({ max: 999 })), fc.integer({ min: 1, max: 7 }), (numbers, limit) => {
      const rows = numbers.map((number) => String(number).padStart(3, '0')).sort();
      const listedRows: string[] = [];
      let cursor: string | null = encodeCursor(['']);
      while (cursor !== null) {
        const [lastRow = ''] = decodeCursor(cursor, 1) ?? assert.fail();
        const rowsAfter: string[] = rows.filter((row) => row > lastRow).slice(0, limit + 1);
        const page: CursorPage<string> = createCursorPage(
          rowsAfter,
          limit,
          (row) => [row],
          (row) => row,
        );
        assert.ok(page.data.length <= limit);
        assert.equal(page.has_more, page.next_cursor !== null);
        listedRows.push(...page.data);
        cursor = page.next_cursor;
      }
      assert.deepEqual(listedRows, rows);
    }),
  );
});
