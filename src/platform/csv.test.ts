import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { csv, csvRows } from './csv.ts';

const cells = (value: unknown) => csv(['a'], [{ a: value }]).split('\r\n')[1];

test('csv escapes cells that a spreadsheet would run as a formula', () => {
  for (const start of ['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t'])
    assert.equal(cells(`${start}1`), `'${start}1`);
  assert.equal(cells('\r=1'), '"\'\r=1"');
  assert.equal(cells('\n=1'), '"\'\n=1"');
  assert.equal(cells(-2), "'-2");
  assert.equal(cells('=HYPERLINK("//evil.example","x")'), '"\'=HYPERLINK(""//evil.example"",""x"")"');
});

test('csv keeps formula characters inside a cell', () => {
  for (const text of ['1+1', 'a=b', "o'clock", 'x@y', 'Їжак', '1.5']) assert.equal(cells(text), text);
  assert.equal(cells('a,b'), '"a,b"');
  assert.equal(cells('say "hi"'), '"say ""hi"""');
});

test('csv writes null as an empty cell and other values as JSON', () => {
  assert.equal(csv(['a', 'b', 'c', 'd'], [{ a: null, c: [{ x: 1 }], d: true }]), 'a,b,c,d\r\n,,"[{""x"":1}]",true\r\n');
  assert.equal(csv(['a'], []), 'a\r\n');
});

test('csv-parse reads back what csv wrote', () => {
  const texts = [
    'plain',
    '',
    ' spaces ',
    'a,b',
    'say "hi"',
    '"',
    'two\nlines',
    'two\r\nlines',
    'a\rb',
    'Їжак',
    "'",
    '""""',
  ];
  const rows = texts.map((text, i) => ({ 'a name, quoted': text, i }));
  const read = parse(csv(['a name, quoted', 'i'], rows), { columns: true, record_delimiter: '\r\n' });
  assert.deepEqual(
    read,
    texts.map((text, i) => ({ 'a name, quoted': text, i: String(i) })),
  );
});

test('csvRows appends rows without a header', () => {
  assert.equal(
    csv(['a'], []) + csvRows(['a'], [{ a: 1 }]) + csvRows(['a'], [{ a: 2 }]),
    csv(['a'], [{ a: 1 }, { a: 2 }]),
  );
  assert.equal(csvRows(['a'], []), '');
});
