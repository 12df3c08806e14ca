import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { test } from 'node:test';
import { applyRange } from './byte-ranges.ts';

const DIGITS = '0123456789';
const storedDigits = {
  size: DIGITS.length,
  read: (first: number, last: number) => Readable.from([DIGITS.slice(first, last + 1)]),
};
const soundFile = { type: 'audio/mpeg', body: storedDigits };
const readBody = ({ body }: ReturnType<typeof applyRange>) => readText(body as Readable);

test('a range request returns the requested part with its Content-Range', async () => {
  const cases = {
    'bytes=0-3': ['0123', '0-3'],
    'bytes=0-0': ['0', '0-0'],
    'bytes=4-': ['456789', '4-9'],
    'bytes=9-999': ['9', '9-9'],
    'bytes=-3': ['789', '7-9'],
    'bytes=-99': ['0123456789', '0-9'],
  } as const;
  for (const [range, [text, sentRange]] of Object.entries(cases)) {
    const response = applyRange(soundFile, { range });
    const { headers, isPartial } = response;
    assert.equal(await readBody(response), text, range);
    assert.equal(headers?.['content-range'], `bytes ${sentRange}/10`);
    assert.equal(headers['content-length'], String(text.length));
    assert.equal(isPartial, true);
  }
});

test('invalid, unsatisfiable and multiple ranges, and a range with If-Range, return the whole file', async () => {
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
    const response = applyRange(soundFile, { range });
    const { headers, isPartial } = response;
    assert.equal(await readBody(response), DIGITS, range);
    assert.equal(headers?.['accept-ranges'], 'bytes');
    assert.equal(headers['content-length'], '10');
    assert.equal(isPartial, undefined);
  }
  assert.equal(applyRange(soundFile, { range: 'bytes=0-3', 'if-range': '"x"' }).isPartial, undefined);
  const { body, headers } = applyRange({ ...soundFile, body: DIGITS }, { range: 'bytes=0-3' });
  assert.deepEqual([body, headers], [DIGITS, undefined], 'a body that is not a stored file is sent whole');
});
