import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createBox,
  createElement,
  createId3Tag,
  createM4a,
  createMp3,
  createMp3Frames,
  createMp4Track,
  createWebm,
  SECRET,
} from '../../../test/support/files/media.ts';
import { cleanMp3 } from './mp3.ts';
import { cleanMp4 } from './mp4.ts';
import { cleanWebm } from './webm.ts';

const CLEANERS = {
  mp3: [cleanMp3, createMp3()],
  mp4: [cleanMp4, createM4a()],
  webm: [cleanWebm, createWebm()],
} as const;

test('cleanMp3 keeps only the frames', () => {
  const frames = createMp3Frames();
  assert.deepEqual(cleanMp3(frames), frames);
  assert.deepEqual(cleanMp3(createMp3()), frames);
  const withTextBetween = Buffer.concat([
    createId3Tag(),
    createId3Tag(),
    createMp3Frames(10),
    Buffer.from(`<script>${SECRET}</script>`),
    createMp3Frames(10),
  ]);
  assert.deepEqual(cleanMp3(withTextBetween), frames);
  assert.deepEqual(
    cleanMp3(Buffer.concat([frames, createMp3Frames(1).subarray(0, 300)])),
    frames,
    'half a frame at the end',
  );
});

test('cleanMp3 rejects files without frames', () => {
  const singleFrames = Buffer.concat([createMp3Frames(1), Buffer.alloc(1000), createMp3Frames(1), Buffer.alloc(1000)]);
  const wrong = [
    Buffer.alloc(0),
    createId3Tag(),
    Buffer.alloc(5000, 0xff),
    Buffer.from('ID3'),
    createMp3Frames(2),
    singleFrames,
  ];
  for (const bytes of wrong) assert.equal(cleanMp3(bytes), undefined);
});

test('cleanMp4 keeps length and sound, and removes metadata', () => {
  for (const bytes of [createM4a(), createM4a({ brand: 'mp42', tracks: ['soun', 'soun'] })]) {
    const clean = cleanMp4(bytes);
    assert.ok(clean);
    assert.equal(clean.length, bytes.length);
    assert.equal(clean.indexOf('the sound itself'), bytes.indexOf('the sound itself'));
    for (const metadata of [SECRET, '+50.45', Buffer.alloc(8, 0xdd)]) assert.ok(!clean.includes(metadata));
  }
});

test('cleanMp4 rejects files with video, without sound or with a broken structure', () => {
  const long = createBox('moov', createMp4Track('soun'));
  long.writeUInt32BE(9999, 0);
  const huge = Buffer.concat([
    createBox('ftyp', 'M4A '),
    Buffer.from([0, 0, 0, 1]),
    Buffer.from('mdat'),
    Buffer.alloc(8, 0xff),
  ]);
  const wrong = [
    createM4a({ tracks: ['vide'] }),
    createM4a({ tracks: ['soun', 'vide'] }),
    createM4a({ tracks: ['soun', 'text'] }),
    createM4a({ tracks: [] }),
    createM4a().subarray(0, 200),
    Buffer.concat([createBox('ftyp', 'M4A '), long, createBox('mdat', 'x')]),
    Buffer.concat([createBox('ftyp', 'M4A '), createBox('moov', createMp4Track('soun'))]),
    huge,
    Buffer.alloc(0),
    Buffer.concat([createBox('ftyp', 'M4A '), Buffer.alloc(64)]),
  ];
  wrong.forEach((bytes, i) => void assert.equal(cleanMp4(bytes), undefined, String(i)));
});

test('cleanWebm keeps the sound in place and removes metadata', () => {
  for (const bytes of [createWebm(), createWebm({ hasUnknownSize: true }), createWebm({ tracks: [2, 2] })]) {
    const clean = cleanWebm(bytes);
    assert.ok(clean);
    assert.equal(clean.indexOf('the sound itself'), bytes.indexOf('the sound itself'));
    for (const metadata of [SECRET, 'datetime']) assert.ok(!clean.includes(metadata), metadata);
  }
  const trailing = Buffer.concat([createWebm(), Buffer.from([0xec, 0x80 | 16]), Buffer.from(SECRET)]);
  assert.ok(!cleanWebm(trailing)?.includes(SECRET), 'data after the segment is cut off');
});

test('cleanWebm rejects files with video, without sound or with a broken structure', () => {
  const wrong = [
    createWebm({ tracks: [1] }),
    createWebm({ tracks: [2, 1] }),
    createWebm({ tracks: [2, 17] }),
    createWebm({ tracks: [] }),
    createWebm({ docType: 'matroska' }),
    createWebm().subarray(0, 150),
    createElement(0x1a45dfa3, createElement(0x4282, 'webm')),
    Buffer.concat([createElement(0x1a45dfa3, createElement(0x4282, 'webm')), createElement(0x18538067, '')]),
    Buffer.alloc(0),
    Buffer.alloc(1000),
  ];
  wrong.forEach((bytes, i) => void assert.equal(cleanWebm(bytes), undefined, String(i)));
});

test('truncated, corrupted and deeply nested files do not crash the cleaners', () => {
  const nested = Buffer.concat(Array.from({ length: 300_000 }, () => createElement(0x1f43b675, '', true)));
  cleanWebm(Buffer.concat([createWebm({ hasUnknownSize: true }), nested]));
  cleanMp4(Buffer.concat(Array.from({ length: 300_000 }, () => createBox('moov'))));
  let seed = 7;
  const randomBelow = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed % below;
  };
  for (const [clean, whole] of Object.values(CLEANERS)) {
    for (let length = 0; length < whole.length; length += 3) clean(whole.subarray(0, length));
    for (let i = 0; i < 2000; i += 1) {
      const corrupted = Buffer.from(whole);
      for (let n = 0; n <= randomBelow(4); n += 1) corrupted[randomBelow(corrupted.length)] = randomBelow(256);
      clean(corrupted);
    }
  }
});

test('files built to exhaust CPU or stack are rejected within two seconds', () => {
  const createWithoutSize = (id: number) => createElement(id, '', true);
  const [segment, tracks, cluster] = [0x18538067, 0x1654ae6b, 0x1f43b675].map(createWithoutSize) as [
    Buffer,
    Buffer,
    Buffer,
  ];
  const head = createElement(0x1a45dfa3, createElement(0x4282, 'webm'));
  const tag = Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, 0, 0, 0, 0]); // ID3, of length 0
  const SIZE = 10 * 1024 * 1024;
  const createFilled = (start: Buffer[], part: Buffer) => Buffer.concat([...start, Buffer.alloc(SIZE, part)]);
  const corrupted = {
    'tracks in tracks': [cleanWebm, createFilled([head, segment], tracks)],
    'a segment in tracks in a segment': [cleanWebm, createFilled([head], Buffer.concat([segment, tracks]))],
    'five million blocks': [cleanWebm, createFilled([head, segment, cluster], Buffer.from([0xa3, 0x80]))],
    'a million tags': [cleanMp3, createFilled([], tag)],
    'a million beginnings of frames': [cleanMp3, createFilled([createId3Tag()], Buffer.from([0xff, 0xfb, 0x10, 0, 0]))],
    'a million boxes': [
      cleanMp4,
      createFilled([createBox('ftyp', 'M4A ')], createBox('moov', Buffer.alloc(888, createBox('trak')))),
    ],
  } as const;
  for (const [name, [clean, bytes]] of Object.entries(corrupted)) {
    const cpuBefore = process.cpuUsage();
    assert.equal(clean(bytes), undefined, name);
    const { user } = process.cpuUsage(cpuBefore);
    assert.ok(user < 2_000_000, `${name}: ${Math.round(user / 1000)} ms`);
  }
});
