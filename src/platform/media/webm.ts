const EBML = 0x1a45dfa3;
const DOC_TYPE = 0x4282;
const SEGMENT = 0x18538067;
const INFO = 0x1549a966;
const TRACKS = 0x1654ae6b;
const TRACK = 0xae;
const TRACK_TYPE = 0x83;
const CLUSTER = 0x1f43b675;
const VOID = 0xec;
const SOUND = 2;

/**
 * Elements that hold elements which matter here, and in each what it needs to be played; anything else is emptied. None
 * stands in itself, however deep: so there is an end to going down.
 */
const KEPT: ReadonlyMap<number, readonly number[]> = new Map([
  [SEGMENT, [0x114d9b74, INFO, TRACKS, CLUSTER, 0x1c53bb6b]], // SeekHead, Info, Tracks, Cluster, Cues
  [INFO, [0x2ad7b1, 0x4489, 0x4d80, 0x5741]], // TimestampScale, Duration, MuxingApp, WritingApp
  [TRACKS, [TRACK]],
  // TrackNumber, TrackUID, TrackType, flags, DefaultDuration, CodecID, CodecPrivate, CodecDelay, SeekPreRoll, Audio
  [TRACK, [0xd7, 0x73c5, TRACK_TYPE, 0xb9, 0x88, 0x55aa, 0x9c, 0x23e383, 0x86, 0x63a2, 0x56aa, 0x56bb, 0xe1]],
]);
/** Names of programs, which there must be. */
const NAMES = [0x4d80, 0x5741];
/** What may stand in a segment: it ends a cluster that does not say how long it is. */
const OF_SEGMENT = new Set([...(KEPT.get(SEGMENT) ?? []), 0x1254c367, 0x1941a469, 0x1043a770, VOID]);

interface Element {
  readonly id: number;
  readonly start: number;
  /** Where what it holds begins, and ends. */
  readonly from: number;
  readonly to: number;
}

/**
 * A WebM that holds sound and nothing else, without what tells of its making: tags, attachments, titles and dates become
 * empty elements of the same size. Undefined for anything else.
 */
export function cleanWebm(bytes: Buffer): Buffer | undefined {
  const copy = Buffer.from(bytes);
  const [head, segment] = elementsIn(copy, 0, copy.length) ?? [];
  if (head?.id !== EBML || segment?.id !== SEGMENT || docTypeOf(copy, head) !== 'webm') return undefined;
  const tracks: number[] = [];
  const isSound = cleanWithin(copy, segment, tracks);
  const isWhole = elementsIn(copy, segment.from, segment.to)?.some(({ id }) => id === CLUSTER);
  if (!isSound || !isWhole || tracks.length === 0 || tracks.some((type) => type !== SOUND)) return undefined;
  return copy.subarray(0, segment.to);
}

function docTypeOf(bytes: Buffer, { from, to }: Element): string | undefined {
  const type = elementsIn(bytes, from, to)?.find(({ id }) => id === DOC_TYPE);
  return type && bytes.toString('latin1', type.from, type.to).replace(/\0+$/, '');
}

/** False when the elements do not fit into each other. */
function cleanWithin(bytes: Buffer, holder: Element, tracks: number[]): boolean {
  const elements = elementsIn(bytes, holder.from, holder.to);
  if (!elements) return false;
  const kept = KEPT.get(holder.id);
  return elements.every((element) => {
    if (kept && !kept.includes(element.id)) return empty(bytes, element);
    if (NAMES.includes(element.id)) bytes.fill(' ', element.from, element.to);
    if (element.id === TRACK_TYPE)
      tracks.push(bytes.subarray(element.from, element.to).reduce((n, b) => n * 256 + b, 0));
    return KEPT.has(element.id) ? cleanWithin(bytes, element, tracks) : true;
  });
}

function elementsIn(bytes: Buffer, from: number, to: number): Element[] | undefined {
  const elements: Element[] = [];
  let start = from;
  while (start < to) {
    const element = elementAt(bytes, start, to);
    if (!element || elements.length > 100_000) return undefined;
    elements.push(element);
    start = element.to;
  }
  return elements;
}

function elementAt(bytes: Buffer, start: number, end: number): Element | undefined {
  const head = headAt(bytes, start, end);
  if (!head) return undefined;
  const { id, from, size } = head;
  if (size === undefined) return { id, start, from, to: endOfUnsized(bytes, id, from, end) };
  return from + size <= end ? { id, start, from, to: from + size } : undefined;
}

/** What an element says of itself before its contents, which begin at `from`; no `size` where it says that it knows none. */
function headAt(bytes: Buffer, start: number, end: number) {
  const idWidth = widthAt(bytes, start);
  const from = start + idWidth + widthAt(bytes, start + idWidth);
  if (idWidth === 0 || idWidth > 4 || from === start + idWidth || from > end) return undefined;
  return { id: bytes.readUIntBE(start, idWidth), from, size: sizeAt(bytes, start + idWidth, from) };
}

/** How many bytes a number takes: the zeros before its first one tell. 0 for more than eight, or the end. */
function widthAt(bytes: Buffer, place: number): number {
  const first = bytes[place] ?? 0;
  return first === 0 ? 0 : Math.clz32(first) - 23;
}

/** All ones means that whoever wrote it did not know, as when sound is recorded live. */
function sizeAt(bytes: Buffer, place: number, end: number): number | undefined {
  const most = 2 ** (8 - (end - place)) - 1; // the first byte has a one to end its zeros, and bits of the number behind it
  const first = (bytes[place] ?? 0) & most;
  let size = first;
  let isOpen = first === most;
  for (let at = place + 1; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    size = size * 256 + byte; // what is too large to be exact is too large for any file
    isOpen &&= byte === 0xff;
  }
  return isOpen ? undefined : size;
}

/** A segment goes on to the end, a cluster until the next thing that belongs to the segment. */
function endOfUnsized(bytes: Buffer, id: number, from: number, end: number): number {
  if (id !== CLUSTER) return end;
  let place = from;
  while (place < end) {
    const head = headAt(bytes, place, end);
    if (head && OF_SEGMENT.has(head.id)) return place;
    if (head?.size === undefined || head.from + head.size > end) return end;
    place = head.from + head.size;
  }
  return end;
}

/** A void of the same length; false where one does not fit. */
function empty(bytes: Buffer, { start, to }: Element): boolean {
  const length = to - start;
  const width = length < 120 ? 1 : 8;
  if (length < 1 + width) return false;
  bytes.fill(0, start, to);
  bytes[start] = VOID;
  if (width === 1) bytes[start + 1] = 0x80 | (length - 2);
  else bytes.writeBigUInt64BE((1n << 56n) | BigInt(length - 9), start + 1);
  return true;
}
