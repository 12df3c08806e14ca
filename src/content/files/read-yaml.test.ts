import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { parseYaml } from './read-yaml.ts';

test('parseYaml reads every file of the content packs exactly as the package `yaml` does, and as a value that JSON can store', () => {
  const files = globSync('content/packs/**/*.yaml', { cwd: join(import.meta.dirname, '../../..') });
  assert.ok(files.length > 300);
  for (const file of files) {
    const text = readFileSync(join(import.meta.dirname, '../../..', file), 'utf8');
    const value = assertParsedAlike(text, file);
    assert.deepEqual(JSON.parse(JSON.stringify(value)), value, `${file} in the parse cache`);
  }
});

test('parseYaml reads dates, numbers, merge keys and aliases exactly as the package `yaml` does', () => {
  const values =
    '2026-11-20 1_000 -1_000 1_0.5 0b101 0x1F 0o17 017 1e3 .5 1. +1 .inf -.INF .nan 1:30 yes No on NULL ~ True "a" \'\'';
  for (const value of values.split(' ')) assertParsedAlike(`a: ${value}\nb: [${value}]`, value);
  for (const text of [
    '',
    '# nothing',
    '- a\n- b',
    'a: &x {b: 1}\nc: *x',
    '<<: {a: 1}\nb: 2',
    '__proto__: 1',
    'a: |\n  b\n\n  c\n',
    'a: >-\n  b\n  c\n',
  ])
    assertParsedAlike(text, text);
});

test('parseYaml throws for each text for which the package `yaml` throws', () => {
  for (const text of ['a: 1\na: 2', 'a: [1', 'a: b: c', '\ta: 1', 'a: *missing', '--- a\n--- b'])
    for (const parseText of [parseYaml, parse]) assert.throws(() => parseText(text), text);
});

function assertParsedAlike(text: string, name: string): unknown {
  const [value, expected] = [parseYaml(text) ?? null, parse(text) ?? null]; // for an empty text, one returns undefined
  assert.deepEqual(value, expected, name);
  assert.equal(JSON.stringify(value), JSON.stringify(expected), name); // the order of keys
  return value;
}
