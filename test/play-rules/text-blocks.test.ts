import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitIntoBlocks } from '../../clients/play/src/rules/text-blocks.ts';

test('a text is split into paragraphs, lists and steps', () => {
  const text = 'Ingredients:\n- flour\n- 2 eggs\nSteps:\n1. Mix.\n2. Fry.\n\nEat them warm\nwith jam.';
  assert.deepEqual(splitIntoBlocks(text), [
    { kind: 'paragraph', lines: ['Ingredients:'] },
    { kind: 'list', lines: ['flour', '2 eggs'] },
    { kind: 'paragraph', lines: ['Steps:'] },
    { kind: 'steps', lines: ['Mix.', 'Fry.'] },
    { kind: 'paragraph', lines: ['Eat them warm', 'with jam.'] },
  ]);
});

test('a text without lists stays one paragraph', () => {
  const text = '200 g is enough - 3.5 eggs are not.';
  assert.deepEqual(splitIntoBlocks(text), [{ kind: 'paragraph', lines: [text] }]);
});
