import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

// Creates pictures and recordings. Most are built byte by byte, so that they can be invalid.

/** A text in the metadata of the files. Stored files must not contain it. */
export const SECRET = 'zq-where-we-live';

export function createPicture(format: 'png' | 'jpeg' | 'webp', width = 60, height = 40): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#4a90d9' } })
    .toFormat(format)
    .toBuffer();
}

/** A photo as a phone takes it in portrait orientation, with GPS position, comment and color profile. */
export function createPhotograph(format: 'png' | 'jpeg' | 'webp'): Promise<Buffer> {
  return sharp({ create: { width: 80, height: 40, channels: 3, background: '#d94a4a' } })
    .withMetadata({ orientation: 6 })
    .withExif({
      IFD0: { Copyright: SECRET, ImageDescription: SECRET, Orientation: '6' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '50/1 27/1 0/1', GPSAreaInformation: SECRET },
    })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf>${SECRET}</rdf></x:xmpmeta>`)
    .withIccProfile('p3')
    .toFormat(format)
    .toBuffer();
}

/** A PNG whose header declares any dimensions. Its compressed pixels are usually fewer than the header declares. */
export function createPng(width: number, height: number, pixels = deflateSync(Buffer.alloc(100))): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8); // eight bits per pixel, grayscale, without interlacing
  return Buffer.concat([
    PNG,
    createPngChunk('IHDR', header),
    createPngChunk('IDAT', pixels),
    createPngChunk('IEND', Buffer.alloc(0)),
  ]);
}

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

export function createPngChunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

/** Silent frames of MPEG-1 Layer III, 128 kbit/s, 44.1 kHz. */
export function createMp3Frames(count = 20): Buffer {
  const frame = Buffer.alloc(417); // the length of a frame with these parameters, in bytes
  frame.set([0xff, 0xfb, 0x90, 0x00]);
  return Buffer.concat(Array.from({ length: count }, () => frame));
}

/** An ID3v2 tag with a title and a picture. */
export function createId3Tag(content = `TIT2${SECRET}APIC${SECRET}`): Buffer {
  const body = Buffer.concat([Buffer.from(content), Buffer.alloc(200)]);
  const size = [21, 14, 7, 0].map((shift) => (body.length >> shift) & 127); // seven bits in each byte
  return Buffer.concat([Buffer.from('ID3'), Buffer.from([4, 0, 0, ...size]), body]);
}

export function createMp3({ frameCount = 20 } = {}): Buffer {
  const id3v1Tag = Buffer.concat([Buffer.from(`TAG${SECRET}`), Buffer.alloc(109)]);
  return Buffer.concat([createId3Tag(), createMp3Frames(frameCount), id3v1Tag]);
}

export function createMp4Box(type: string, ...content: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(content.map((part) => Buffer.from(part)));
  const header = Buffer.alloc(8);
  header.writeUInt32BE(body.length + 8);
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, body]);
}

const createZeroBytes = (length: number) => Buffer.alloc(length);
/** The version and flags of an MP4 box, the times of its creation and modification, and `length` zero bytes. */
const createTimestampedBytes = (length: number) =>
  Buffer.concat([createZeroBytes(4), Buffer.alloc(8, 0xdd), createZeroBytes(length)]);

/** A track. Its `handler` is "soun" for sound or "vide" for video. */
export function createMp4Track(handler: string): Buffer {
  const media = createMp4Box(
    'minf',
    createMp4Box('smhd', createZeroBytes(8)),
    createMp4Box('stbl', createMp4Box('stsd', createZeroBytes(8)), createMp4Box('stco', createZeroBytes(8))),
  );
  const handlerBox = createMp4Box('hdlr', createZeroBytes(8), handler, createZeroBytes(12), `${SECRET}\0`);
  return createMp4Box(
    'trak',
    createMp4Box('tkhd', createTimestampedBytes(80)),
    createMp4Box('mdia', createMp4Box('mdhd', createTimestampedBytes(12)), handlerBox, media),
    createMp4Box('udta', SECRET),
  );
}

/** A recording as phones create it, with a position and tags. */
export function createM4a({ brand = 'M4A ', tracks = ['soun'], sound = 'the sound itself' } = {}): Buffer {
  const locationBox = createMp4Box('\xa9xyz', `+50.45+030.52/${SECRET}`);
  const tags = createMp4Box(
    'udta',
    locationBox,
    createMp4Box('meta', createZeroBytes(4), createMp4Box('ilst', SECRET)),
  );
  return Buffer.concat([
    createMp4Box('ftyp', brand, createZeroBytes(4), brand),
    createMp4Box('uuid', SECRET),
    createMp4Box('moov', createMp4Box('mvhd', createTimestampedBytes(96)), ...tracks.map(createMp4Track), tags),
    createMp4Box('mdat', sound),
    createMp4Box('free', SECRET),
  ]);
}

/** The ids of EBML elements, of which a WebM file consists. */
export const EBML_ID = {
  ebml: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  title: 0x7ba9,
  dateUtc: 0x4461,
  muxingApp: 0x4d80,
  writingApp: 0x5741,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackType: 0x83,
  trackName: 0x536e,
  codecId: 0x86,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
  blockAdditions: 0x75a1,
  tags: 0x1254c367,
  attachments: 0x1941a469,
  void: 0xec,
} as const;

/** An EBML element, with an unknown size if `hasUnknownSize`. */
export function createEbmlElement(id: number, content: Buffer | string, { hasUnknownSize = false } = {}): Buffer {
  const hex = id.toString(16);
  const body = Buffer.from(content);
  const size = Buffer.alloc(8, 0xff); // in eight bytes; an unknown size has all bits set after the first byte
  if (hasUnknownSize) size[0] = 0x01;
  else size.writeBigUInt64BE((1n << 56n) | BigInt(body.length));
  return Buffer.concat([Buffer.from(hex, 'hex'), size, body]);
}

interface WebmOptions {
  docType?: string;
  /** The types of the tracks, as in `TRACK_TYPE`. */
  tracks?: readonly number[];
  hasUnknownSize?: boolean;
  sound?: string;
}

/** Types of tracks in a WebM file. */
export const TRACK_TYPE = { video: 1, audio: 2, subtitle: 17 } as const;

/** A recording as browsers create it, with metadata. */
export function createWebm({
  docType = 'webm',
  tracks = [TRACK_TYPE.audio],
  hasUnknownSize = false,
  sound = 'the sound itself',
}: WebmOptions = {}) {
  const concat = (...parts: Buffer[]) => Buffer.concat(parts);
  const info = createEbmlElement(
    EBML_ID.info,
    concat(
      createEbmlElement(EBML_ID.timestampScale, Buffer.from([0x0f, 0x42, 0x40])), // 1,000,000 ns
      createEbmlElement(EBML_ID.title, SECRET),
      createEbmlElement(EBML_ID.dateUtc, 'datetime'), // a date has eight bytes
      createEbmlElement(EBML_ID.muxingApp, SECRET),
      createEbmlElement(EBML_ID.writingApp, SECRET),
    ),
  );
  const createTrack = (type: number, i: number) =>
    createEbmlElement(
      EBML_ID.trackEntry,
      concat(
        createEbmlElement(EBML_ID.trackNumber, Buffer.from([i + 1])),
        createEbmlElement(EBML_ID.trackType, Buffer.from([type])),
        createEbmlElement(EBML_ID.trackName, SECRET),
        createEbmlElement(EBML_ID.codecId, 'A_OPUS'),
      ),
    );
  const cluster = createEbmlElement(
    EBML_ID.cluster,
    concat(
      createEbmlElement(EBML_ID.timestamp, Buffer.from([0])),
      createEbmlElement(EBML_ID.void, SECRET),
      createEbmlElement(EBML_ID.simpleBlock, sound),
      createEbmlElement(
        EBML_ID.blockGroup,
        concat(createEbmlElement(EBML_ID.block, 'the last sound'), createEbmlElement(EBML_ID.blockAdditions, SECRET)),
      ),
    ),
    { hasUnknownSize },
  );
  const tags = createEbmlElement(EBML_ID.tags, SECRET);
  const attachments = createEbmlElement(EBML_ID.attachments, SECRET);
  const content = concat(
    info,
    createEbmlElement(EBML_ID.tracks, concat(...tracks.map(createTrack))),
    tags,
    cluster,
    cluster,
    attachments,
  );
  return concat(
    createEbmlElement(EBML_ID.ebml, createEbmlElement(EBML_ID.docType, docType)),
    createEbmlElement(EBML_ID.segment, content, { hasUnknownSize }),
  );
}
