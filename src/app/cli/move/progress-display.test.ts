import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showProgress } from './progress-display.ts';

function createOutput(isTTY: boolean) {
  const chunks: string[] = [];
  const output = { isTTY, write: (chunk: string) => chunks.push(chunk) };
  return { output: output as unknown as NodeJS.WriteStream, getText: () => chunks.join('') };
}

test('a terminal shows a progress bar that is redrawn in place', () => {
  const { output, getText } = createOutput(true);
  const display = showProgress('Copying rows', { total: 2000, done: 500 }, output);
  display.add(500);
  display.add(1000);
  display.end();
  const [, firstBar, lastBar] = getText().split('\r');
  assert.match(firstBar ?? '', /^Copying rows +█{15}░{15} 1,000 of 2,000/);
  assert.match(lastBar ?? '', /^Copying rows +█{30} 2,000 of 2,000.*\n$/);
});

test('an output that is not a terminal shows a line for each tenth of the total and one at the end, even for a total of 0', (t) => {
  const log = t.mock.method(console, 'log', () => {});
  const { output, getText } = createOutput(false);
  const display = showProgress('Copying rows', { total: 1000, done: 800 }, output);
  for (let i = 0; i < 20; i += 1) display.add(10);
  display.end();
  assert.equal(getText(), '');
  assert.deepEqual(
    log.mock.calls.map((call) => call.arguments[0]),
    ['Copying rows: 900 of 1,000', 'Copying rows: 1,000 of 1,000'],
  );
  log.mock.resetCalls();
  showProgress('Copying files', { total: 0 }, output).end();
  assert.deepEqual(
    log.mock.calls.map((call) => call.arguments[0]),
    ['Copying files: 0 of 0'],
  );
});
