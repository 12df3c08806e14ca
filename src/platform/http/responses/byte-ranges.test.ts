import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { test } from 'node:test';
import { applyRange } from './byte-ranges.ts';

const TEN = '0123456789';
const stored = { size: TEN.length, read: (first: number, last: number) => Readable.from([TEN.slice(first, last + 1)]) };
const sound = { type: 'audio/mpeg', body: stored };
const sent = ({ body }: ReturnType<typeof applyRange>) => readText(body as Readable);

test('a range request returns the part with its Content-Range', async () => {
  const cases = {
    'bytes=0-3': ['0123', '0-3'],
    'bytes=0-0': ['0', '0-0'],
    'bytes=4-': ['456789', '4-9'],
    'bytes=9-999': ['9', '9-9'],
    'bytes=-3': ['789', '7-9'],
    'bytes=-99': ['0123456789', '0-9'],
  } as const;
  for (const [range, [text, place]] of Object.entries(cases)) {
    const given = applyRange(sound, { range });
    const { headers, part } = given;
    assert.equal(await sent(given), text, range);
    assert.equal(headers?.['content-range'], `bytes ${place}/10`);
    assert.equal(headers['content-length'], String(text.length));
    assert.equal(part, true);
  }
});

test('invalid, unsatisfiable and multiple ranges return the whole file', async () => {
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
    const given = applyRange(sound, { range });
    const { headers, part } = given;
    assert.equal(await sent(given), TEN, range);
    assert.equal(headers?.['accept-ranges'], 'bytes');
    assert.equal(headers['content-length'], '10');
    assert.equal(part, undefined);
  }
  assert.equal(applyRange(sound, { range: 'bytes=0-3', 'if-range': '"x"' }).part, undefined);
  const { body, headers } = applyRange({ ...sound, body: TEN }, { range: 'bytes=0-3' });
  assert.deepEqual([body, headers], [TEN, undefined], 'a body that is not a stored file is sent whole');
});
