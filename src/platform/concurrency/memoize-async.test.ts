import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoizeAsync } from './memoize-async.ts';

test('memoizeAsync runs work once for all calls if it succeeds, and again at the next call if it fails', async () => {
  let runCount = 0;
  const getResult = memoizeAsync(async () => {
    runCount += 1;
    if (runCount === 1) throw new Error('not yet');
    return runCount;
  });
  await Promise.all([assert.rejects(getResult(), /not yet/), assert.rejects(getResult(), /not yet/)]);
  assert.deepEqual(await Promise.all([getResult(), getResult()]), [2, 2]);
  assert.equal(await getResult(), 2);
});
