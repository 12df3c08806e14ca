import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csv } from './csv.ts';

const cells = (value: unknown) => csv(['a'], [{ a: value }]).split('\r\n')[1];

test('what a spreadsheet would run is made text', () => {
  for (const start of ['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t'])
    assert.equal(cells(`${start}1`), `'${start}1`);
  assert.equal(cells('\r=1'), '"\'\r=1"');
  assert.equal(cells('\n=1'), '"\'\n=1"');
  assert.equal(cells(-2), "'-2");
  assert.equal(cells('=HYPERLINK("//evil.example","x")'), '"\'=HYPERLINK(""//evil.example"",""x"")"');
});

test('what is in the middle of a cell stays as it is', () => {
  for (const text of ['1+1', 'a=b', "o'clock", 'x@y', 'Їжак', '1.5']) assert.equal(cells(text), text);
  assert.equal(cells('a,b'), '"a,b"');
  assert.equal(cells('say "hi"'), '"say ""hi"""');
});

test('nothing is empty, and what is no plain value is JSON', () => {
  assert.equal(csv(['a', 'b', 'c', 'd'], [{ a: null, c: [{ x: 1 }], d: true }]), 'a,b,c,d\r\n,,"[{""x"":1}]",true\r\n');
  assert.equal(csv(['a'], []), 'a\r\n');
});
