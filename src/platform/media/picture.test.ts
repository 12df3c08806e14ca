import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { reencodePicture, TooManyPixelsError, TooSlowError } from './picture.ts';

function createPng(width: number, height: number, { deep = false } = {}): Promise<Buffer> {
  const picture = sharp({ create: { width, height, channels: 3, background: '#456' } });
  return (deep ? picture.toColourspace('rgb16') : picture).png().toBuffer();
}

test('a picture is accepted up to 25 million pixels, 12,000 on a side, and a third of that with 16 bits per channel', async () => {
  for (const [width, height, deep] of [
    [5000, 5000, false],
    [12_000, 1, false],
    [2800, 2800, true],
  ] as const)
    assert.ok(await reencodePicture(await createPng(width, height, { deep }), 'png'), `${width} x ${height}`);
  for (const [width, height, deep] of [
    [5001, 5000, false],
    [12_001, 1, false],
    [1, 12_001, false],
    [3000, 3000, true],
  ] as const)
    await assert.rejects(
      reencodePicture(await createPng(width, height, { deep }), 'png'),
      TooManyPixelsError,
      `${width} x ${height}`,
    );
});

test('a JPEG with more scans than any camera writes is rejected before it is decoded', async () => {
  const jpeg = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#456' } })
    .jpeg()
    .toBuffer();
  assert.ok(await reencodePicture(jpeg, 'jpeg'));
  const scan = Buffer.from([0xff, 0xda, 0x00, 0x08, 0x01, 0x01, 0x00, 0x00, 0x3f, 0x00]);
  const bomb = Buffer.concat([jpeg, ...Array.from({ length: 101 }, () => scan)]);
  await assert.rejects(reencodePicture(bomb, 'jpeg'), TooSlowError);
});
