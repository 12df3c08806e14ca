/** Boxes that hold boxes, and in each what it needs to be played; anything else is emptied. */
const KEPT: Readonly<Record<string, readonly string[]>> = {
  file: ['ftyp', 'styp', 'moov', 'mdat', 'moof', 'sidx', 'mfra'],
  moov: ['mvhd', 'trak', 'mvex'],
  trak: ['tkhd', 'mdia', 'edts', 'tref'],
  mdia: ['mdhd', 'hdlr', 'minf'],
  minf: ['smhd', 'dinf', 'stbl'],
};
/** They begin with the time of making and of the last change. */
const DATED = ['mvhd', 'tkhd', 'mdhd'];

/** No honest recording has more, and so many are judged in a moment. */
const MOST_BOXES = 20_000;

/** What has been met in a file so far. */
interface Seen {
  boxes: number;
  readonly tracks: string[];
}

interface Box {
  readonly type: string;
  readonly start: number;
  /** Where what it holds begins, and ends. */
  readonly from: number;
  readonly to: number;
}

/**
 * An MP4 or M4A that holds sound and nothing else, without what tells of its making: tags, pictures and places become
 * empty boxes of the same size (sound is found by its place in the file), times become zero. Undefined for anything else.
 */
export function cleanMp4(bytes: Buffer): Buffer | undefined {
  const copy = Buffer.from(bytes);
  const seen: Seen = { boxes: 0, tracks: [] };
  const { tracks } = seen;
  const isSound = cleanWithin(copy, 'file', 0, copy.length, seen);
  const [first, ...others] = boxesIn(copy, 0, copy.length) ?? [];
  const isWhole = first?.type === 'ftyp' && others.some(({ type }) => type === 'mdat');
  return isSound && isWhole && tracks.length > 0 && tracks.every((type) => type === 'soun') ? copy : undefined;
}

/** False when the boxes do not fit into each other, or are too many. */
function cleanWithin(bytes: Buffer, holder: string, from: number, to: number, seen: Seen): boolean {
  const boxes = boxesIn(bytes, from, to);
  seen.boxes += boxes?.length ?? 0;
  if (!boxes || seen.boxes > MOST_BOXES) return false;
  return boxes.every((box) => {
    if (!KEPT[holder]?.includes(box.type)) empty(bytes, box);
    else if (Object.hasOwn(KEPT, box.type)) return cleanWithin(bytes, box.type, box.from, box.to, seen);
    else if (DATED.includes(box.type)) undate(bytes, box);
    else if (box.type === 'hdlr') {
      seen.tracks.push(bytes.toString('latin1', box.from + 8, box.from + 12));
      bytes.fill(0, box.from + 24, box.to); // the name that a program gives itself
    }
    return true;
  });
}

function boxesIn(bytes: Buffer, from: number, to: number): Box[] | undefined {
  const boxes: Box[] = [];
  let start = from;
  while (start < to) {
    const box = boxAt(bytes, start, to);
    if (!box || boxes.length > MOST_BOXES) return undefined;
    boxes.push(box);
    start = box.to;
  }
  return boxes;
}

function boxAt(bytes: Buffer, start: number, end: number): Box | undefined {
  if (start + 8 > end) return undefined;
  const short = bytes.readUInt32BE(start);
  const type = bytes.toString('latin1', start + 4, start + 8);
  if (short === 1 && start + 16 > end) return undefined;
  const from = start + (short === 1 ? 16 : 8);
  const size = short === 1 ? Number(bytes.readBigUInt64BE(start + 8)) : short === 0 ? end - start : short;
  return start + size >= from && start + size <= end ? { type, start, from, to: start + size } : undefined;
}

function empty(bytes: Buffer, { start, from, to }: Box): void {
  bytes.write('free', start + 4, 'latin1');
  bytes.fill(0, from, to);
}

function undate(bytes: Buffer, { from, to }: Box): void {
  const width = bytes[from] === 1 ? 8 : 4;
  bytes.fill(0, from + 4, Math.min(to, from + 4 + 2 * width));
}
