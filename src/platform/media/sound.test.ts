import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createEbmlElement,
  createId3Tag,
  createM4a,
  createMp3,
  createMp3Frames,
  createMp4Box,
  createMp4Track,
  createWebm,
  EBML_ID,
  SECRET,
  TRACK_TYPE,
} from '../../../test/support/files/media.ts';
import { createPseudoRandom } from '../../core/pseudo-random.ts';
import { removeMp3Metadata } from './mp3.ts';
import { removeMp4Metadata } from './mp4.ts';
import { removeWebmMetadata } from './webm.ts';

const REMOVERS_AND_SAMPLES = {
  mp3: [removeMp3Metadata, createMp3()],
  mp4: [removeMp4Metadata, createM4a()],
  webm: [removeWebmMetadata, createWebm()],
} as const;

test('removeMp3Metadata keeps only the frames', () => {
  const frames = createMp3Frames(20);
  assert.deepEqual(removeMp3Metadata(frames), frames);
  assert.deepEqual(removeMp3Metadata(createMp3({ frameCount: 20 })), frames);
  const withTextBetween = Buffer.concat([
    createId3Tag(),
    createId3Tag(),
    createMp3Frames(10),
    Buffer.from(`<script>${SECRET}</script>`),
    createMp3Frames(10),
  ]);
  assert.deepEqual(removeMp3Metadata(withTextBetween), frames);
  assert.deepEqual(
    removeMp3Metadata(Buffer.concat([frames, createMp3Frames(1).subarray(0, 300)])),
    frames,
    'an incomplete frame at the end',
  );
});

test('removeMp3Metadata rejects files with fewer than three frames, or with single frames between other bytes', () => {
  const singleFrames = Buffer.concat([createMp3Frames(1), Buffer.alloc(1000), createMp3Frames(1), Buffer.alloc(1000)]);
  const invalidFiles = [
    Buffer.alloc(0),
    createId3Tag(),
    Buffer.alloc(5000, 0xff),
    Buffer.from('ID3'),
    createMp3Frames(2),
    singleFrames,
  ];
  for (const bytes of invalidFiles) assert.equal(removeMp3Metadata(bytes), undefined);
});

test('removeMp4Metadata preserves the length and the sound, and removes metadata', () => {
  for (const bytes of [createM4a(), createM4a({ brand: 'mp42', tracks: ['soun', 'soun'] })]) {
    const cleaned = removeMp4Metadata(bytes);
    assert.ok(cleaned);
    assert.equal(cleaned.length, bytes.length);
    assert.equal(cleaned.indexOf('the sound itself'), bytes.indexOf('the sound itself'));
    // In addition to the secret, `createM4a` contains this latitude and these timestamps.
    for (const metadata of [SECRET, '+50.45', Buffer.alloc(8, 0xdd)]) assert.ok(!cleaned.includes(metadata));
  }
});

test('removeMp4Metadata rejects files with video, without sound or with a broken structure', () => {
  const tooLongBox = createMp4Box('moov', createMp4Track('soun'));
  tooLongBox.writeUInt32BE(9999, 0);
  const hugeBox = Buffer.concat([
    createMp4Box('ftyp', 'M4A '),
    Buffer.from([0, 0, 0, 1]),
    Buffer.from('mdat'),
    Buffer.alloc(8, 0xff),
  ]);
  const invalidFiles = [
    createM4a({ tracks: ['vide'] }),
    createM4a({ tracks: ['soun', 'vide'] }),
    createM4a({ tracks: ['soun', 'text'] }),
    createM4a({ tracks: [] }),
    createM4a().subarray(0, 200),
    Buffer.concat([createMp4Box('ftyp', 'M4A '), tooLongBox, createMp4Box('mdat', 'x')]),
    Buffer.concat([createMp4Box('ftyp', 'M4A '), createMp4Box('moov', createMp4Track('soun'))]),
    hugeBox,
    Buffer.alloc(0),
    Buffer.concat([createMp4Box('ftyp', 'M4A '), Buffer.alloc(64)]),
  ];
  invalidFiles.forEach((bytes, i) => void assert.equal(removeMp4Metadata(bytes), undefined, `file ${i}`));
});

test('removeWebmMetadata preserves the position of the sound, and removes metadata', () => {
  for (const bytes of [
    createWebm(),
    createWebm({ hasUnknownSize: true }),
    createWebm({ tracks: [TRACK_TYPE.audio, TRACK_TYPE.audio] }),
  ]) {
    const cleaned = removeWebmMetadata(bytes);
    assert.ok(cleaned);
    for (const sound of ['the sound itself', 'the last sound'])
      assert.equal(cleaned.indexOf(sound), bytes.indexOf(sound));
    // In addition to the secret, `createWebm` contains the date "datetime".
    for (const metadata of [SECRET, 'datetime']) assert.ok(!cleaned.includes(metadata), metadata);
  }
  const header = Buffer.from([0xec, 0x80 | SECRET.length]); // of a Void element, which a reader would skip
  const withTrailingData = Buffer.concat([createWebm(), header, Buffer.from(SECRET)]);
  assert.ok(!removeWebmMetadata(withTrailingData)?.includes(SECRET), 'data after the segment is cut off');
});

test('removeWebmMetadata rejects files with video, without sound or with a broken structure', () => {
  const invalidFiles = [
    createWebm({ tracks: [TRACK_TYPE.video] }),
    createWebm({ tracks: [TRACK_TYPE.audio, TRACK_TYPE.video] }),
    createWebm({ tracks: [TRACK_TYPE.audio, TRACK_TYPE.subtitle] }),
    createWebm({ tracks: [] }),
    createWebm({ docType: 'matroska' }),
    createWebm().subarray(0, 150),
    createEbmlElement(EBML_ID.ebml, createEbmlElement(EBML_ID.docType, 'webm')),
    Buffer.concat([
      createEbmlElement(EBML_ID.ebml, createEbmlElement(EBML_ID.docType, 'webm')),
      createEbmlElement(EBML_ID.segment, ''),
    ]),
    Buffer.alloc(0),
    Buffer.alloc(1000),
  ];
  invalidFiles.forEach((bytes, i) => void assert.equal(removeWebmMetadata(bytes), undefined, `file ${i}`));
});

test('truncated, corrupted and deeply nested files do not crash the removal of metadata', () => {
  const nestedClusters = Buffer.concat(
    Array.from({ length: 300_000 }, () => createEbmlElement(EBML_ID.cluster, '', { hasUnknownSize: true })),
  );
  removeWebmMetadata(Buffer.concat([createWebm({ hasUnknownSize: true }), nestedClusters]));
  removeMp4Metadata(Buffer.concat(Array.from({ length: 300_000 }, () => createMp4Box('moov'))));
  const randomBelow = createPseudoRandom(7);
  for (const [removeMetadata, sample] of Object.values(REMOVERS_AND_SAMPLES)) {
    for (let length = 0; length < sample.length; length += 3) removeMetadata(sample.subarray(0, length));
    for (let i = 0; i < 2000; i += 1) {
      const corrupted = Buffer.from(sample);
      for (let change = 0; change <= randomBelow(4); change += 1)
        corrupted[randomBelow(corrupted.length)] = randomBelow(256);
      removeMetadata(corrupted);
    }
  }
});

test('files that are built to exhaust the CPU or the stack are rejected within two seconds', () => {
  const createWithoutSize = (id: number) => createEbmlElement(id, '', { hasUnknownSize: true });
  // Elements of unknown size, each of which contains everything that follows it.
  const [segment, tracks, cluster] = [EBML_ID.segment, EBML_ID.tracks, EBML_ID.cluster].map(createWithoutSize) as [
    Buffer,
    Buffer,
    Buffer,
  ];
  const header = createEbmlElement(EBML_ID.ebml, createEbmlElement(EBML_ID.docType, 'webm'));
  const emptyTag = Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, 0, 0, 0, 0]); // an ID3 tag of length 0
  const FILE_BYTES = 10 * 1024 * 1024;
  const createFilled = (start: Buffer[], part: Buffer) => Buffer.concat([...start, Buffer.alloc(FILE_BYTES, part)]);
  const costlyFiles = {
    'tracks in tracks': [removeWebmMetadata, createFilled([header, segment], tracks)],
    'a segment in tracks in a segment': [removeWebmMetadata, createFilled([header], Buffer.concat([segment, tracks]))],
    'five million blocks': [
      removeWebmMetadata,
      createFilled([header, segment, cluster], Buffer.from([EBML_ID.simpleBlock, 0x80])),
    ],
    'a million tags': [removeMp3Metadata, createFilled([], emptyTag)],
    'two million beginnings of frames': [
      removeMp3Metadata,
      createFilled([createId3Tag()], Buffer.from([0xff, 0xfb, 0x10, 0, 0])),
    ],
    'a million boxes': [
      removeMp4Metadata,
      createFilled([createMp4Box('ftyp', 'M4A ')], createMp4Box('moov', Buffer.alloc(888, createMp4Box('trak')))),
    ],
  } as const;
  for (const [name, [removeMetadata, bytes]] of Object.entries(costlyFiles)) {
    const cpuBefore = process.cpuUsage();
    assert.equal(removeMetadata(bytes), undefined, name);
    const { user } = process.cpuUsage(cpuBefore);
    assert.ok(user < 2_000_000, `${name}: ${Math.round(user / 1000)} ms`);
  }
});
