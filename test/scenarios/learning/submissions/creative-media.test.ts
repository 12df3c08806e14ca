import assert from 'node:assert/strict';
import { it } from 'node:test';
import { deflateSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import {
  createEbmlElement,
  createId3Tag,
  createM4a,
  createMp3,
  createMp3Frames,
  createMp4Box,
  createPhotograph,
  createPicture,
  createPng,
  createPngChunk,
  createWebm,
  EBML_ID,
  SECRET,
  TRACK_TYPE,
} from '../../../support/files/media.ts';
import type { Part } from '../../../support/files/multipart.ts';
import {
  createFilePart,
  fetchFile,
  listStoredFiles,
  submitParts,
  submitText,
} from '../../../support/learning/submissions.ts';
import { assertError, describeWithApp, type TestApp } from '../../../support/test-app.ts';

/** Submits a file as a new child. Returns the response and, if the file was accepted, the stored bytes. */
async function submitFile(app: TestApp, body: Buffer, overrides: Partial<Part> = {}) {
  const child = await app.registerChild();
  const response = await submitParts(app, child, [{ ...createFilePart(body), ...overrides }]);
  const [media] = response.body.data?.media ?? [];
  const storedFile = media && (await fetchFile(app, media.url, { authorization: `Bearer ${child.token}` }));
  return { response, mime: media?.mime, kind: response.body.data?.kind, bytes: storedFile?.bytes as Buffer };
}

/** The longest time in which an invalid file must be refused. */
const MAX_PROCESSING_MS = 3000;
const SCRIPT = `<script>alert('${SECRET}')</script>`;
const html = Buffer.from(`<!DOCTYPE html><html><body>${SCRIPT}</body></html>`);
const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${SCRIPT}</svg>`);
const zip = Buffer.from(`PK\x03\x04${'\0'.repeat(30)}${SECRET}`, 'latin1');

describeWithApp('Uploaded pictures and recordings', (app) => {
  const photographFormats = ['png', 'jpeg', 'webp'] as const;

  it('from a phone are rotated upright and lose EXIF data, GPS data and color profile', async () => {
    for (const format of photographFormats) {
      const photo = await createPhotograph(format);
      assert.ok(photo.includes(SECRET), `${format} contains the secret before the upload`);
      const { response, mime, kind, bytes } = await submitFile(app, photo);
      assert.equal(response.status, 201, response.text);
      assert.deepEqual([mime, kind], [`image/${format}`, 'image']);
      const { width, height, exif, icc, xmp, orientation, comments } = await sharp(bytes).metadata();
      assert.deepEqual([width, height], [40, 80], `${format}: 80 by 40 pixels before the rotation`);
      assert.deepEqual([exif, icc, xmp, orientation, comments], Array(5).fill(undefined));
      for (const metadata of [SECRET, 'Exif', 'GPS', 'xmpmeta'])
        assert.ok(!bytes.includes(metadata), `${format}: ${metadata}`);
    }
  });

  it('have the type of their content, regardless of the file name and the declared type', async () => {
    const misleadingParts: Partial<Part>[] = [
      { filename: 'x.html', type: 'text/html' },
      { filename: '../../../etc/passwd', type: 'image/svg+xml' },
      { filename: '..\\..\\x.png' },
      { filename: '\u202Egnp.exe', type: 'application/x-msdownload' },
      { filename: 'a\u0000b.png' },
      { filename: `${'x'.repeat(3000)}.png` },
      { filename: 'файл 🦔.png', type: '' },
      { filename: 'con.png' },
      { filename: '%2e%2e%2fx.png' },
      { filename: '.htaccess' },
      { type: 'audio/mpeg' },
      { type: 'image/png; charset="../../x"' },
      { filename: '__proto__' },
      { filename: 'x.png;.php' },
      { type: 'multipart/mixed; boundary=x' },
    ];
    for (const part of misleadingParts) {
      const { response, mime } = await submitFile(app, await createPicture('png'), part);
      assert.equal(response.status, 201, `${JSON.stringify(part).slice(0, 80)}: ${response.text}`);
      assert.equal(mime, 'image/png');
      assert.match(response.body.data.media[0].url, /\/files\/[0-9a-f]{32}\.png$/);
    }
  });

  it('are scaled down to 2048 pixels, and animations are reduced to one frame', async () => {
    const widePicture = await submitFile(app, await createPicture('jpeg', 5000, 100));
    assert.deepEqual(await readDimensions(widePicture.bytes), [2048, 41]);
    const tallPicture = await submitFile(app, await createPicture('webp', 10, 4096));
    assert.deepEqual(await readDimensions(tallPicture.bytes), [5, 2048]);
    const largestPicture = await submitFile(app, await createPicture('png', 5000, 5000));
    assert.deepEqual(await readDimensions(largestPicture.bytes), [2048, 2048]);
    const pixels = Buffer.from(Array.from({ length: 20 * 30 * 3 }, (_, i) => (i * i) % 251)); // all frames differ
    const animation = await sharp(pixels, { raw: { width: 20, height: 30, channels: 3, pageHeight: 10 } })
      .webp({ loop: 0, delay: [100, 100, 100] })
      .toBuffer();
    assert.equal((await sharp(animation).metadata()).pages, 3);
    const stillPicture = await submitFile(app, animation);
    assert.deepEqual(
      [await readDimensions(stillPicture.bytes), (await sharp(stillPicture.bytes).metadata()).pages],
      [[20, 10], undefined],
    );
    const smallPicture = await submitFile(app, await createPicture('png', 1, 1));
    assert.deepEqual(await readDimensions(smallPicture.bytes), [1, 1]);
  });

  it('that are also valid files of another format keep only the picture', async () => {
    for (const format of photographFormats) {
      for (const [name, appended] of Object.entries({ html, zip, svg, mp3: createMp3() })) {
        const { response, bytes } = await submitFile(app, Buffer.concat([await createPhotograph(format), appended]));
        assert.equal(response.status, 201, `${format} and ${name}: ${response.text}`);
        assert.ok(!bytes.includes(SECRET) && !bytes.includes('<script'), `${format} and ${name}`);
      }
    }
    const png = await createPicture('png');
    const pngWithComment = Buffer.concat([
      png.subarray(0, -12),
      createPngChunk('tEXt', Buffer.from(`Comment\0${SCRIPT}`)),
      png.subarray(-12),
    ]);
    const { bytes } = await submitFile(app, pngWithComment);
    assert.ok(!bytes.includes(SECRET));
  });

  it('that contain sound keep the sound and lose their metadata', async () => {
    const sounds: [Buffer, string, Buffer][] = [
      [createMp3(), 'audio/mpeg', createMp3Frames()],
      [createMp3Frames(), 'audio/mpeg', createMp3Frames()],
      [Buffer.concat([createId3Tag(SECRET.repeat(1000)), createMp3Frames()]), 'audio/mpeg', createMp3Frames()],
      [Buffer.concat([createMp3(), html, zip]), 'audio/mpeg', createMp3Frames()],
      [createM4a(), 'audio/mp4', Buffer.from('the sound itself')],
      [createM4a({ brand: 'mp42' }), 'audio/mp4', Buffer.from('the sound itself')],
      [createM4a({ brand: 'isom' }), 'audio/mp4', Buffer.from('the sound itself')],
      [createWebm(), 'audio/webm', Buffer.from('the sound itself')],
      [createWebm({ hasUnknownSize: true }), 'audio/webm', Buffer.from('the sound itself')],
    ];
    for (const [recording, expectedMime, sound] of sounds) {
      const { response, mime, kind, bytes } = await submitFile(app, recording);
      assert.equal(response.status, 201, response.text);
      assert.deepEqual([mime, kind], [expectedMime, 'audio']);
      assert.ok(bytes.includes(sound) && !bytes.includes(SECRET), expectedMime);
    }
  });

  it('can be submitted together with text', async () => {
    const child = await app.registerChild();
    const parts: Part[] = [
      { name: 'text', body: 'Look and listen' },
      { name: 'caption', body: 'A \u202Etrick\u202C' },
      createFilePart(await createPicture('png')),
      createFilePart(createMp3()),
      createFilePart(createWebm()),
    ];
    const { data } = (await submitParts(app, child, parts)).body;
    assert.deepEqual([data.kind, data.text, data.caption], ['mixed', 'Look and listen', 'A \u202Etrick\u202C']);
    assert.deepEqual(
      data.media.map(({ mime }: { mime: string }) => mime),
      ['image/png', 'audio/mpeg', 'audio/webm'],
    );
    assert.equal((await submitText(app, child, { text: 'x' })).status, 409);
  });

  it('that have an unsupported format, are broken or are too large are refused and leave no files', async () => {
    const child = await app.registerChild();
    const filesBefore = listStoredFiles(app);
    const refusedFiles = await createRefusedFiles();
    assert.ok(Object.keys(refusedFiles).length >= 70, String(Object.keys(refusedFiles).length));
    const slowFiles: string[] = [];
    for (const [name, body] of Object.entries(refusedFiles)) {
      const startedAt = performance.now();
      const response = await submitParts(app, child, [createFilePart(body)]);
      const elapsedMs = performance.now() - startedAt;
      assert.equal(response.status, 400, `${name}: ${response.text}`);
      assertError(response, 400, 'VALIDATION_ERROR', ['files']);
      if (elapsedMs > MAX_PROCESSING_MS) slowFiles.push(`${name}: ${Math.round(elapsedMs)} ms`);
    }
    assert.deepEqual(slowFiles, []);
    assert.deepEqual(listStoredFiles(app), filesBefore);
    const acceptedResponse = await submitParts(app, child, [createFilePart(await createPicture('png'))]);
    assert.equal(acceptedResponse.status, 201, 'the child can submit another file');
    const { log } = app;
    assert.deepEqual(
      log.filter((line) => /"level":(50|60)/.test(line)),
      [],
      'no error is logged',
    );
  });
});

async function readDimensions(bytes: Buffer): Promise<[number, number]> {
  const { width, height } = await sharp(bytes).metadata();
  return [width, height];
}

/** Files that must be refused, by description. */
async function createRefusedFiles(): Promise<Record<string, Buffer>> {
  const [png, jpeg, webp] = [
    await createPicture('png'),
    await createPicture('jpeg', 300, 300),
    await createPicture('webp', 300, 300),
  ];
  const avif = await sharp(png).avif().toBuffer();
  const gif = await sharp(png).gif().toBuffer();
  const tiff = await sharp(png).tiff().toBuffer();
  const pngSignature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const compressedZeros = deflateSync(Buffer.alloc(9_000_000));
  const refusedFiles: Record<string, Buffer> = {
    'an empty file': Buffer.alloc(0),
    'one byte': Buffer.from('x'),
    text: Buffer.from('Once upon a time'),
    zeros: Buffer.alloc(100_000),
    ones: Buffer.alloc(100_000, 0xff),
    SVG: svg,
    'SVG after an XML declaration': Buffer.concat([Buffer.from('<?xml version="1.0"?>\n'), svg]),
    'gzipped SVG': gzipSync(svg),
    'SVG after a byte order mark': Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), svg]),
    HTML: html,
    'HTML followed by a picture': Buffer.concat([html, png]),
    'SVG followed by a picture': Buffer.concat([svg, jpeg]),
    'a picture after one byte': Buffer.concat([Buffer.from(' '), png]),
    PDF: Buffer.from(`%PDF-1.7\n${SECRET}`),
    ZIP: zip,
    'a ZIP followed by a picture': Buffer.concat([zip, png]),
    GIF: gif,
    'a GIF that is also a script': Buffer.from(`GIF89a/*${'\0'.repeat(20)}*/=1;${SECRET}`, 'latin1'),
    AVIF: avif,
    HEIC: createMp4Box('ftyp', 'heic', Buffer.alloc(4), 'heicmif1'),
    TIFF: tiff,
    BMP: Buffer.concat([Buffer.from('BM'), Buffer.alloc(200)]),
    ICO: Buffer.from([0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0, ...Array(100).fill(0)]),
    'a Windows executable': Buffer.concat([Buffer.from('MZ'), Buffer.alloc(500)]),
    'an ELF executable': Buffer.concat([Buffer.from('\x7fELF'), Buffer.alloc(500)]),
    'a shell script': Buffer.from('#!/bin/sh\nrm -rf /\n'),
    WAV: Buffer.concat([Buffer.from('RIFF\x24\0\0\0WAVEfmt ', 'latin1'), Buffer.alloc(100)]),
    FLAC: Buffer.concat([Buffer.from('fLaC'), Buffer.alloc(100)]),
    OGG: Buffer.concat([Buffer.from('OggS'), Buffer.alloc(100)]),
    AMR: Buffer.from('#!AMR\n'),
    MPEG: Buffer.concat([Buffer.from([0, 0, 1, 0xba]), Buffer.alloc(100)]),
    MOV: createMp4Box('ftyp', 'qt  ', Buffer.alloc(4), 'qt  '),
    PSD: Buffer.concat([Buffer.from('8BPS\0\x01', 'latin1'), Buffer.alloc(100)]),
    'JPEG 2000': Buffer.concat([Buffer.from('\0\0\0\x0cjP  \r\n\x87\n', 'latin1'), Buffer.alloc(100)]),

    'a PNG of 30,000 by 30,000': createPng(30_000, 30_000),
    'a PNG of 30,000 by 30,000 with all its pixels': createPng(30_000, 30_000, compressedZeros),
    'a PNG of 5001 by 5000': createPng(5001, 5000),
    'a PNG of 2³¹ − 1 by 1': createPng(2 ** 31 - 1, 1),
    'a PNG of 2³² − 1 by 2³² − 1': createPng(2 ** 32 - 1, 2 ** 32 - 1),
    'a PNG of 0 by 0': createPng(0, 0),
    'a PNG without pixels': createPng(10, 10, Buffer.alloc(0)),
    'a PNG with invalid pixels': createPng(10, 10, Buffer.alloc(50, 7)),
    'the signature of a PNG': pngSignature,
    'half a PNG': png.subarray(0, png.length / 2),
    'a PNG with a decompression bomb as a comment': Buffer.concat([
      pngSignature,
      createPngChunk('IHDR', Buffer.alloc(13)),
      createPngChunk('zTXt', Buffer.concat([Buffer.from('x\0\0'), compressedZeros])),
    ]),
    'a JPEG of 30,000 by 30,000': changeDeclaredDimensions(jpeg, 30_000, 30_000),
    'a JPEG of 65,535 by 65,535': changeDeclaredDimensions(jpeg, 65_535, 65_535),
    'a JPEG of 0 by 0': changeDeclaredDimensions(jpeg, 0, 0),
    'a third of a JPEG': jpeg.subarray(0, jpeg.length / 3),
    'the first four bytes of a JPEG': Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
    'a JPEG of marker bytes': Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(5000, 0xff)]),
    'half a WebP': webp.subarray(0, webp.length / 2),
    'a WebP with invalid pixels': Buffer.concat([
      Buffer.from('RIFF\xff\0\0\0WEBPVP8 ', 'latin1'),
      Buffer.alloc(255, 9),
    ]),
    'a WebP of 16,384 by 16,384': createHugeWebp(),

    'an ID3 tag alone': createId3Tag(),
    'an ID3 tag longer than the file': Buffer.concat([
      Buffer.from('ID3\x04\0\0\x7f\x7f\x7f\x7f', 'latin1'),
      createMp3Frames(),
    ]),
    'two MP3 frames': createMp3Frames(2),
    'MP3 headers without frames': Buffer.concat(
      Array.from({ length: 500 }, () => Buffer.from([0xff, 0xfb, 0x90, 0x00, 1])),
    ),
    'MPEG Layer II': Buffer.concat(
      Array.from({ length: 10 }, () => Buffer.concat([Buffer.from([0xff, 0xfd, 0x90, 0]), Buffer.alloc(413)])),
    ),
    'AAC without a container': Buffer.concat(
      Array.from({ length: 10 }, () =>
        Buffer.concat([Buffer.from([0xff, 0xf1, 0x50, 0x80, 4, 0x1f, 0xfc]), Buffer.alloc(25)]),
      ),
    ),
    'M4A with a video track': createM4a({ tracks: ['soun', 'vide'] }),
    'MP4 with only a video track': createM4a({ brand: 'mp42', tracks: ['vide'] }),
    'M4A without tracks': createM4a({ tracks: [] }),
    'half an M4A': createM4a().subarray(0, 300),
    'the first box of an M4A': createMp4Box('ftyp', 'M4A ', Buffer.alloc(4), 'M4A '),
    'an M4A followed by HTML': Buffer.concat([createM4a(), html]),
    'deeply nested M4A boxes': Buffer.concat([
      createMp4Box('ftyp', 'M4A '),
      nestRepeatedly(2000, (inner) => createMp4Box('moov', inner)),
    ]),
    'WebM with only a video track': createWebm({ tracks: [TRACK_TYPE.video] }),
    'WebM with sound and video tracks': createWebm({ tracks: [TRACK_TYPE.audio, TRACK_TYPE.video] }),
    'WebM with a subtitle track': createWebm({ tracks: [TRACK_TYPE.audio, TRACK_TYPE.subtitle] }),
    Matroska: createWebm({ docType: 'matroska' }),
    'half a WebM': createWebm().subarray(0, 200),
    'the header of a WebM': createEbmlElement(EBML_ID.ebml, createEbmlElement(EBML_ID.docType, 'webm')),
    'deeply nested WebM elements': nestRepeatedly(2000, (inner) => createEbmlElement(EBML_ID.ebml, inner)),
  };
  for (let length = 10; length < 26; length += 4) refusedFiles[`${length} bytes of a PNG`] = png.subarray(0, length);
  for (let length = 20; length < 120; length += 20)
    refusedFiles[`${length} bytes of a JPEG`] = jpeg.subarray(0, length);
  return refusedFiles;
}

/** Copies a JPEG and changes the dimensions in its header, which follow the start-of-frame marker. */
function changeDeclaredDimensions(jpeg: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(jpeg);
  const markerOffset = copy.indexOf(Buffer.from([0xff, 0xc0]));
  copy.writeUInt16BE(height, markerOffset + 5);
  copy.writeUInt16BE(width, markerOffset + 7);
  return copy;
}

/** The header of an extended WebP with a canvas of 16,384 by 16,384 pixels. It contains each dimension minus one. */
function createHugeWebp(): Buffer {
  const bytes = Buffer.alloc(60);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(52, 4);
  bytes.write('WEBPVP8X', 8, 'latin1');
  bytes.writeUInt32LE(10, 16);
  bytes.writeUIntLE(16_383, 24, 3);
  bytes.writeUIntLE(16_383, 27, 3);
  return bytes;
}

/** Wraps one byte `depth` times. */
function nestRepeatedly(depth: number, wrap: (inner: Buffer) => Buffer): Buffer {
  let inner: Buffer = Buffer.from('x');
  for (let i = 0; i < depth; i += 1) inner = wrap(inner);
  return inner;
}
