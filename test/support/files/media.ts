import { deflateSync } from 'node:zlib';
import sharp from 'sharp';

// Pictures and recordings, handmade where they have to be invalid.

/** Part of every metadata field; it must not be found in stored files. */
export const SECRET = 'zq-where-we-live';

export function picture(format: 'png' | 'jpeg' | 'webp', width = 60, height = 40): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#4a90d9' } })
    .toFormat(format)
    .toBuffer();
}

/** A phone photo in portrait orientation, with GPS position, comment and colour profile. */
export function photograph(format: 'png' | 'jpeg' | 'webp'): Promise<Buffer> {
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

/** A PNG whose header declares any size, with pixels that may be missing. */
export function createPng(width: number, height: number, pixels = deflateSync(Buffer.alloc(100))): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([PNG, pngChunk('IHDR', head), pngChunk('IDAT', pixels), pngChunk('IEND', Buffer.alloc(0))]);
}

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

export function pngChunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let i = 0; i < 8; i += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** Silent frames of MPEG-1 Layer III, 128 kbit/s, 44.1 kHz. */
export function mp3Frames(count = 20): Buffer {
  const frame = Buffer.alloc(417);
  frame.set([0xff, 0xfb, 0x90, 0x00]);
  return Buffer.concat(Array.from({ length: count }, () => frame));
}

/** An ID3v2 tag with a title and a picture. */
export function id3(content = `TIT2${SECRET}APIC${SECRET}`): Buffer {
  const body = Buffer.concat([Buffer.from(content), Buffer.alloc(200)]);
  const size = [21, 14, 7, 0].map((shift) => (body.length >> shift) & 127);
  return Buffer.concat([Buffer.from('ID3'), Buffer.from([4, 0, 0, ...size]), body]);
}

export function mp3({ frames = 20 } = {}): Buffer {
  const oldTag = Buffer.concat([Buffer.from(`TAG${SECRET}`), Buffer.alloc(109)]);
  return Buffer.concat([id3(), mp3Frames(frames), oldTag]);
}

export function box(type: string, ...content: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(content.map((one) => Buffer.from(one)));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

const zeros = (length: number) => Buffer.alloc(length);
const dated = (length: number) => Buffer.concat([zeros(4), Buffer.alloc(8, 0xdd), zeros(length)]);

/** One track; `handler` is its kind: "soun" or "vide". */
export function mp4Track(handler: string): Buffer {
  const media = box('minf', box('smhd', zeros(8)), box('stbl', box('stsd', zeros(8)), box('stco', zeros(8))));
  const teller = box('hdlr', zeros(8), handler, zeros(12), `${SECRET}\0`);
  return box('trak', box('tkhd', dated(80)), box('mdia', box('mdhd', dated(12)), teller, media), box('udta', SECRET));
}

/** A recording as made by phones, with a position, tags and a picture. */
export function m4a({ brand = 'M4A ', tracks = ['soun'], sound = 'the sound itself' } = {}): Buffer {
  const place = box('\xa9xyz', `+50.45+030.52/${SECRET}`);
  const tags = box('udta', place, box('meta', zeros(4), box('ilst', SECRET)));
  return Buffer.concat([
    box('ftyp', brand, zeros(4), brand),
    box('uuid', SECRET),
    box('moov', box('mvhd', dated(96)), ...tracks.map(mp4Track), tags),
    box('mdat', sound),
    box('free', SECRET),
  ]);
}

/** An EBML element, without a size if `unsized`. */
export function element(id: number, content: Buffer | string, unsized = false): Buffer {
  const hex = id.toString(16);
  const body = Buffer.from(content);
  const size = Buffer.alloc(8, 0xff);
  if (unsized) size[0] = 0x01;
  else size.writeBigUInt64BE((1n << 56n) | BigInt(body.length));
  return Buffer.concat([Buffer.from(hex, 'hex'), size, body]);
}

interface WebmOptions {
  docType?: string;
  /** 1 is video, 2 is audio. */
  tracks?: readonly number[];
  unsized?: boolean;
  sound?: string;
}

/** A recording as made by browsers. */
export function webm({
  docType = 'webm',
  tracks = [2],
  unsized = false,
  sound = 'the sound itself',
}: WebmOptions = {}) {
  const all = (...parts: Buffer[]) => Buffer.concat(parts);
  const info = element(
    0x1549a966,
    all(
      element(0x2ad7b1, Buffer.from([0x0f, 0x42, 0x40])),
      element(0x7ba9, SECRET),
      element(0x4461, 'datetime'),
      element(0x4d80, SECRET),
      element(0x5741, SECRET),
    ),
  );
  const track = (type: number, i: number) =>
    element(
      0xae,
      all(
        element(0xd7, Buffer.from([i + 1])),
        element(0x83, Buffer.from([type])),
        element(0x536e, SECRET),
        element(0x86, 'A_OPUS'),
      ),
    );
  const cluster = element(0x1f43b675, all(element(0xe7, Buffer.from([0])), element(0xa3, sound)), unsized);
  const tags = element(0x1254c367, SECRET);
  const attached = element(0x1941a469, SECRET);
  const content = all(info, element(0x1654ae6b, all(...tracks.map(track))), tags, cluster, cluster, attached);
  return all(element(0x1a45dfa3, element(0x4282, docType)), element(0x18538067, content, unsized));
}
