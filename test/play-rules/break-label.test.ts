import assert from 'node:assert/strict';
import { test } from 'node:test';
import { breakLabel } from '../../clients/play/src/rules/break-label.ts';

test('a short label has one line, and a long label two lines of lengths that are as equal as possible', () => {
  assert.deepEqual(breakLabel('Number Hill'), ['Number Hill']);
  assert.deepEqual(breakLabel('La panadería de las fracciones'), ['La panadería de', 'las fracciones']);
  assert.deepEqual(breakLabel('Дерево-годинник'), ['Дерево-', 'годинник']);
});

test('a long word stays whole', () => {
  assert.deepEqual(breakLabel('Fractionbakeries'), ['Fractionbakeries']);
});
