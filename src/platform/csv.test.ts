import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { formatCsv, formatCsvRows } from './csv.ts';

const formatCell = (value: unknown) => formatCsv(['a'], [{ a: value }]).split('\r\n')[1];

test('formatCsv escapes cells that a spreadsheet would run as a formula', () => {
  for (const start of ['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t'])
    assert.equal(formatCell(`${start}1`), `'${start}1`);
  assert.equal(formatCell('\r=1'), '"\'\r=1"');
  assert.equal(formatCell('\n=1'), '"\'\n=1"');
  assert.equal(formatCell(-2), "'-2");
  assert.equal(formatCell('=HYPERLINK("//evil.example","x")'), '"\'=HYPERLINK(""//evil.example"",""x"")"');
});

test('formatCsv does not escape formula characters after the beginning of a cell', () => {
  for (const text of ['1+1', 'a=b', "o'clock", 'x@y', 'Їжак', '1.5']) assert.equal(formatCell(text), text);
  assert.equal(formatCell('a,b'), '"a,b"');
  assert.equal(formatCell('say "hi"'), '"say ""hi"""');
});

test('formatCsv writes null and missing values as empty cells, and arrays as JSON', () => {
  assert.equal(
    formatCsv(['a', 'b', 'c', 'd'], [{ a: null, c: [{ x: 1 }], d: true }]),
    'a,b,c,d\r\n,,"[{""x"":1}]",true\r\n',
  );
  assert.equal(formatCsv(['a'], []), 'a\r\n');
});

test('csv-parse reads back what formatCsv wrote', () => {
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
  const parsedRows = parse(formatCsv(['a name, quoted', 'i'], rows), { columns: true, record_delimiter: '\r\n' });
  assert.deepEqual(
    parsedRows,
    texts.map((text, i) => ({ 'a name, quoted': text, i: String(i) })),
  );
});

test('formatCsvRows appends rows without a header', () => {
  assert.equal(
    formatCsv(['a'], []) + formatCsvRows(['a'], [{ a: 1 }]) + formatCsvRows(['a'], [{ a: 2 }]),
    formatCsv(['a'], [{ a: 1 }, { a: 2 }]),
  );
  assert.equal(formatCsvRows(['a'], []), '');
});
