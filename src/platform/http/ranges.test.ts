import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inRange } from './ranges.ts';

const sound = { type: 'audio/mpeg', body: Buffer.from('0123456789'), inRanges: true };

test('a part is given with its place in the whole', () => {
  const cases = {
    'bytes=0-3': ['0123', '0-3'],
    'bytes=0-0': ['0', '0-0'],
    'bytes=4-': ['456789', '4-9'],
    'bytes=9-999': ['9', '9-9'],
    'bytes=-3': ['789', '7-9'],
    'bytes=-99': ['0123456789', '0-9'],
  } as const;
  for (const [range, [text, place]] of Object.entries(cases)) {
    const { body, headers, part } = inRange(sound, { range });
    assert.equal(String(body), text, range);
    assert.equal(headers?.['content-range'], `bytes ${place}/10`);
    assert.equal(part, true);
  }
});

test('what asks for no part, or for several, gets the whole', () => {
  for (const range of [
    'bytes=10-',
    'bytes=5-4',
    'bytes=-',
    'bytes=-0',
    'bytes=0-1,3-4',
    'lines=0-1',
    'bytes=a-b',
    '',
  ]) {
    const { body, headers, part } = inRange(sound, { range });
    assert.equal(String(body), '0123456789', range);
    assert.equal(headers?.['accept-ranges'], 'bytes');
    assert.equal(part, undefined);
  }
  assert.equal(inRange(sound, { range: 'bytes=0-3', 'if-range': '"x"' }).part, undefined);
  assert.deepEqual(inRange({ ...sound, inRanges: false }, { range: 'bytes=0-3' }).headers, undefined);
});
