import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listStepPictures } from '../../clients/play/src/rules/step-pictures.ts';
import type { Item } from '../../clients/typescript/src/index.ts';

const toOption = (text: string, image_url: string | null) => ({ id: text, text, image_url });
const item = {
  kind: 'single_choice',
  options: [toOption('duck', '/duck'), toOption('kaczka', '/kaczka'), toOption('5', '/five'), toOption('frog', null)],
} as unknown as Item;

test('a step shows the pictures of what it names, also with another ending', () => {
  assert.deepEqual(listStepPictures(item, 'Five ducks and a frog.'), ['/duck']);
  assert.deepEqual(listStepPictures(item, 'Policz kaczkę i 5 żab.'), ['/kaczka']);
  assert.deepEqual(listStepPictures(item, 'Look closely.'), []);
});
