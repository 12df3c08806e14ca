/** Element ids of EBML (RFC 8794) and Matroska (RFC 9559). */
const EBML = 0x1a45dfa3;
const DOC_TYPE = 0x4282;
const SEGMENT = 0x18538067;
const INFO = 0x1549a966;
const TRACKS = 0x1654ae6b;
const TRACK = 0xae;
const TRACK_TYPE = 0x83;
const CLUSTER = 0x1f43b675;
const BLOCK_GROUP = 0xa0;
const VOID = 0xec;
/** The value of the element TRACK_TYPE for an audio track. */
const AUDIO_TRACK = 2;

/** The maximum number of elements within one element. Recordings have fewer, and this number can be checked quickly. */
const MAX_ELEMENTS = 100_000;

/**
 * The elements whose child elements are checked, each with the children that playback needs. All other children are overwritten
 * with Void elements. No element can contain itself at any depth, so the recursion ends.
 */
const KEPT_CHILDREN_BY_PARENT: ReadonlyMap<number, readonly number[]> = new Map([
  [SEGMENT, [0x114d9b74, INFO, TRACKS, CLUSTER, 0x1c53bb6b]], // SeekHead, Info, Tracks, Cluster, Cues
  [INFO, [0x2ad7b1, 0x4489, 0x4d80, 0x5741]], // TimestampScale, Duration, MuxingApp, WritingApp
  [TRACKS, [TRACK]],
  // TrackNumber, TrackUID, TrackType, flags, DefaultDuration, CodecID, CodecPrivate, CodecDelay, SeekPreRoll, Audio
  [TRACK, [0xd7, 0x73c5, TRACK_TYPE, 0xb9, 0x88, 0x55aa, 0x9c, 0x23e383, 0x86, 0x63a2, 0x56aa, 0x56bb, 0xe1]],
  [CLUSTER, [0xe7, 0xa7, 0xab, 0xa3, BLOCK_GROUP]], // Timestamp, Position, PrevSize, SimpleBlock, BlockGroup
  [BLOCK_GROUP, [0xa1, 0x9b, 0xfb, 0x75a2]], // Block, BlockDuration, ReferenceBlock, DiscardPadding
]);
/** MuxingApp and WritingApp name the software. The format requires them, so they are overwritten with spaces, not removed. */
const SOFTWARE_NAME_ELEMENTS = [0x4d80, 0x5741];
/** The elements that only a segment can contain. A cluster of unknown size ends where one of these elements begins. */
const SEGMENT_ELEMENTS = new Set([
  ...(KEPT_CHILDREN_BY_PARENT.get(SEGMENT) ?? []),
  ...[0x1254c367, 0x1941a469, 0x1043a770], // Tags, Attachments, Chapters
]);

interface Element {
  readonly id: number;
  readonly start: number;
  readonly contentStart: number;
  readonly end: number;
}

/**
 * Removes the metadata of a WebM that contains only audio: tags, attachments, titles and dates are overwritten with Void elements of the
 * same length, and the data after the segment is cut off. Returns undefined for any other file.
 */
export function removeWebmMetadata(bytes: Buffer): Buffer | undefined {
  const copy = Buffer.from(bytes);
  const [header, segment] = listElements(copy, 0, copy.length) ?? [];
  if (header?.id !== EBML || segment?.id !== SEGMENT || readDocType(copy, header) !== 'webm') return undefined;
  const trackTypes: number[] = [];
  const isValid = clearUnneededElements(copy, segment, trackTypes);
  const hasCluster = listElements(copy, segment.contentStart, segment.end)?.some(({ id }) => id === CLUSTER);
  if (!isValid || !hasCluster || trackTypes.length === 0 || trackTypes.some((type) => type !== AUDIO_TRACK))
    return undefined;
  return copy.subarray(0, segment.end);
}

function readDocType(bytes: Buffer, { contentStart, end }: Element): string | undefined {
  const docType = listElements(bytes, contentStart, end)?.find(({ id }) => id === DOC_TYPE);
  return docType && bytes.toString('latin1', docType.contentStart, docType.end).replace(/\0+$/, '');
}

/**
 * Overwrites all elements in `parent` that playback does not need, and adds the types of its tracks to `trackTypes`. Returns false if
 * the elements are not nested correctly.
 */
function clearUnneededElements(bytes: Buffer, parent: Element, trackTypes: number[]): boolean {
  const elements = listElements(bytes, parent.contentStart, parent.end);
  if (!elements) return false;
  const keptIds = KEPT_CHILDREN_BY_PARENT.get(parent.id);
  return elements.every((element) => {
    if (keptIds && !keptIds.includes(element.id)) return clearElement(bytes, element);
    if (SOFTWARE_NAME_ELEMENTS.includes(element.id)) bytes.fill(' ', element.contentStart, element.end);
    if (element.id === TRACK_TYPE)
      trackTypes.push(bytes.subarray(element.contentStart, element.end).reduce((value, byte) => value * 256 + byte, 0));
    return KEPT_CHILDREN_BY_PARENT.has(element.id) ? clearUnneededElements(bytes, element, trackTypes) : true;
  });
}

function listElements(bytes: Buffer, listStart: number, listEnd: number): Element[] | undefined {
  const elements: Element[] = [];
  let start = listStart;
  while (start < listEnd) {
    const element = readElement(bytes, start, listEnd);
    if (!element || elements.length >= MAX_ELEMENTS) return undefined;
    elements.push(element);
    start = element.end;
  }
  return elements;
}

function readElement(bytes: Buffer, start: number, parentEnd: number): Element | undefined {
  const header = readHeader(bytes, start, parentEnd);
  if (!header) return undefined;
  const { id, contentStart, size } = header;
  if (size === undefined)
    return { id, start, contentStart, end: findUnknownSizeEnd(bytes, id, contentStart, parentEnd) };
  return contentStart + size <= parentEnd ? { id, start, contentStart, end: contentStart + size } : undefined;
}

/** Reads the id and size of an element, and where its content starts. Without a known size, `size` is undefined. */
function readHeader(bytes: Buffer, start: number, end: number) {
  const idWidth = readWidth(bytes, start);
  const contentStart = start + idWidth + readWidth(bytes, start + idWidth);
  if (idWidth === 0 || idWidth > 4 || contentStart === start + idWidth || contentStart > end) return undefined;
  return { id: bytes.readUIntBE(start, idWidth), contentStart, size: readSize(bytes, start + idWidth, contentStart) };
}

/**
 * Returns the width of a variable-size integer in bytes, which its leading zero bits encode. Returns 0 for a width of more than
 * eight bytes, or at the end of the file.
 */
function readWidth(bytes: Buffer, offset: number): number {
  const first = bytes[offset] ?? 0;
  return first === 0 ? 0 : Math.clz32(first) - 24 + 1; // `clz32` also counts the 24 bits before the byte
}

/** Reads a size. If all of its bits are ones, the size is unknown, as in a live recording. */
function readSize(bytes: Buffer, offset: number, end: number): number | undefined {
  const mask = 2 ** (8 - (end - offset)) - 1; // the bits of the first byte that belong to the number, after the first 1
  const first = (bytes[offset] ?? 0) & mask;
  let size = first;
  let isUnknown = first === mask;
  for (let index = offset + 1; index < end; index += 1) {
    const byte = bytes[index] ?? 0;
    size = size * 256 + byte; // inexact only for sizes that are larger than any file
    isUnknown &&= byte === 0xff;
  }
  return isUnknown ? undefined : size;
}

/** A cluster of unknown size ends before the next element of the segment, and any other element of unknown size ends where its parent ends. */
function findUnknownSizeEnd(bytes: Buffer, id: number, contentStart: number, end: number): number {
  if (id !== CLUSTER) return end;
  let offset = contentStart;
  while (offset < end) {
    const header = readHeader(bytes, offset, end);
    if (header && SEGMENT_ELEMENTS.has(header.id)) return offset;
    if (header?.size === undefined || header.contentStart + header.size > end) return end; // refused later
    offset = header.contentStart + header.size;
  }
  return end;
}

/** The largest size that one byte can express. It has seven bits, and seven ones stand for an unknown size. */
const MAX_ONE_BYTE_SIZE = 126;

/** Replaces an element with a Void element of the same length. Returns false if the element is too short for that. */
function clearElement(bytes: Buffer, { start, end }: Element): boolean {
  const length = end - start;
  const sizeWidth = length - 2 <= MAX_ONE_BYTE_SIZE ? 1 : 8;
  if (length < 1 + sizeWidth) return false;
  bytes.fill(0, start, end);
  bytes[start] = VOID;
  if (sizeWidth === 1) bytes[start + 1] = 0x80 | (length - 2);
  else bytes.writeBigUInt64BE((1n << 56n) | BigInt(length - 9), start + 1);
  return true;
}
