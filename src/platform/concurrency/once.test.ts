import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runOnce } from './once.ts';

test('work that succeeds runs once for all calls, and work that fails runs again at the next call', async () => {
  let runCount = 0;
  const get = runOnce(async () => {
    runCount += 1;
    if (runCount === 1) throw new Error('not yet');
    return runCount;
  });
  await Promise.all([assert.rejects(get(), /not yet/), assert.rejects(get(), /not yet/)]);
  assert.deepEqual(await Promise.all([get(), get()]), [2, 2]);
  assert.equal(await get(), 2);
});
