import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showProgress } from './progress-display.ts';

test('progress is a line for each tenth of the total and one at the end, even for a total of 0', (t) => {
  const log = t.mock.method(console, 'log', () => {});
  const listLines = () => log.mock.calls.map((call) => call.arguments[0]);
  const display = showProgress('Copying rows', { total: 1000, done: 800 });
  for (let i = 0; i < 20; i += 1) display.add(10);
  display.end();
  assert.deepEqual(listLines(), ['Copying rows: 900 of 1,000', 'Copying rows: 1,000 of 1,000']);
  log.mock.resetCalls();
  showProgress('Copying files', { total: 0 }).end();
  assert.deepEqual(listLines(), ['Copying files: 0 of 0']);
});
