import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { reencodePicture, TooManyPixelsError, TooManyScansError } from './picture.ts';

function createPng(width: number, height: number, { is16Bit = false } = {}): Promise<Buffer> {
  const picture = sharp({ create: { width, height, channels: 3, background: '#456' } });
  return (is16Bit ? picture.toColourspace('rgb16') : picture).png().toBuffer();
}

test('a picture may have 12,000 pixels on a side and 25 million in total, or a third of that number with 16 bits per channel', async () => {
  for (const [width, height, is16Bit] of [
    [5000, 5000, false],
    [12_000, 1, false],
    [2800, 2800, true],
  ] as const)
    assert.ok(await reencodePicture(await createPng(width, height, { is16Bit }), 'png'), `${width} x ${height}`);
  for (const [width, height, is16Bit] of [
    [5001, 5000, false],
    [12_001, 1, false],
    [1, 12_001, false],
    [3000, 3000, true],
  ] as const)
    await assert.rejects(
      reencodePicture(await createPng(width, height, { is16Bit }), 'png'),
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
  const extraScans = Array.from({ length: 24 }, () => scan); // with the scan of the picture, one more than the maximum
  const jpegWithExtraScans = Buffer.concat([jpeg.subarray(0, -2), ...extraScans, jpeg.subarray(-2)]);
  await assert.rejects(reencodePicture(jpegWithExtraScans, 'jpeg'), TooManyScansError);
  const photographWithVideo = Buffer.concat([jpeg, ...extraScans]);
  assert.ok(await reencodePicture(photographWithVideo, 'jpeg'), 'what follows the end of the image does not count');
});

test('the color profile of a picture is removed without being applied, because it can contain endless computations', async () => {
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#d94a4a' } })
    .withIccProfile('p3')
    .png()
    .toBuffer();
  const encoded = (await reencodePicture(picture, 'png')) ?? assert.fail('unreadable');
  assert.equal((await sharp(encoded).metadata()).icc, undefined);
  const readPixels = (png: Buffer) => sharp(png, { ignoreIcc: true }).raw().toBuffer();
  assert.deepEqual(await readPixels(encoded), await readPixels(picture));
  assert.notDeepEqual(await sharp(picture).raw().toBuffer(), await readPixels(picture), 'the profile has an effect');
});

test('a JPEG with arithmetic coding, which takes far more time than its size suggests, is not read', async () => {
  const segment = (marker: number, ...content: number[]) => [0xff, marker, 0, content.length + 2, ...content];
  const build = (...first: number[]) => Buffer.from([...[0xff, 0xd8], ...first, ...frame]);
  const frame = [
    ...segment(0xdb, 0, ...Array.from({ length: 64 }, () => 1)),
    ...segment(0xc9, 8, 0, 8, 0, 8, 1, 1, 0x11, 0), // sequential with arithmetic coding, 8 x 8 pixels
    ...segment(0xda, 1, 1, 0, 0, 63, 0), // without data, which stands for zeros
    ...[0xff, 0xd9],
  ];
  // The marker 0x01 has no length. If the two bytes after it were read as its length, the next marker would be 0xc0 in the comment.
  const comment = Buffer.alloc(65_533);
  comment.set([0xff, 0xc0], 65_530);
  const hiddenByFakeFrame = [0xff, 0x01, 0xff, 0xfe, 0xff, 0xff, ...comment];
  for (const jpeg of [build(), build(...hiddenByFakeFrame)]) {
    assert.equal((await sharp(jpeg, { failOn: 'error' }).raw().toBuffer()).length, 3 * 64, 'sharp can read it');
    assert.equal(await reencodePicture(jpeg, 'jpeg'), undefined);
  }
});
