import assert from 'node:assert/strict';
import { it } from 'node:test';
import { listTextsBefore } from '../../clients/play/src/rules/texts-before.ts';

it('a question is about the texts before it that directly follow each other', () => {
  const items = [...'qabqqcq'].map((id) => ({ id, kind: id === 'q' ? 'numeric' : 'info' })) as never;
  const list = (index: number) => listTextsBefore(items, index).map(({ id }) => id);
  assert.deepEqual([0, 1, 2, 3, 4, 5, 6].map(list), [[], [], [], ['a', 'b'], ['a', 'b'], [], ['c']]);
});
