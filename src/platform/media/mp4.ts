/** The boxes that contain other boxes, each with the boxes that playback needs. All others are emptied. */
const KEPT_BOXES: Readonly<Record<string, readonly string[]>> = {
  file: ['ftyp', 'styp', 'moov', 'mdat', 'moof', 'sidx', 'mfra'],
  moov: ['mvhd', 'trak', 'mvex'],
  trak: ['tkhd', 'mdia', 'edts', 'tref'],
  mdia: ['mdhd', 'hdlr', 'minf'],
  minf: ['smhd', 'dinf', 'stbl'],
};
/** These boxes begin with the times of creation and modification. */
const DATED_BOXES = ['mvhd', 'tkhd', 'mdhd'];

/** More than any real recording has, and few enough to check in a moment. */
const MAX_BOXES = 20_000;

/** What has been found in a file so far. */
interface FoundBoxes {
  boxes: number;
  /** The handler types of the tracks: 'soun' for audio. */
  readonly tracks: string[];
}

interface Box {
  readonly type: string;
  readonly start: number;
  /** Where its content begins and ends. */
  readonly from: number;
  readonly to: number;
}

/**
 * Removes the metadata of an MP4 or M4A that contains only audio: tags, pictures and places become empty boxes of the same
 * size, because the file refers to audio by its offset, and times become zero. Returns undefined for any other file.
 */
export function cleanMp4(bytes: Buffer): Buffer | undefined {
  const copy = Buffer.from(bytes);
  const file: Box = { type: 'file', start: 0, from: 0, to: copy.length };
  const found: FoundBoxes = { boxes: 0, tracks: [] };
  const { tracks } = found;
  const isValid = cleanBoxes(copy, file, found);
  const [first, ...others] = listBoxes(copy, 0, copy.length) ?? [];
  const isComplete = first?.type === 'ftyp' && others.some(({ type }) => type === 'mdat');
  return isValid && isComplete && tracks.length > 0 && tracks.every((type) => type === 'soun') ? copy : undefined;
}

/** Returns false if the boxes are not nested correctly or there are too many. */
function cleanBoxes(bytes: Buffer, parent: Box, found: FoundBoxes): boolean {
  const boxes = listBoxes(bytes, parent.from, parent.to);
  found.boxes += boxes?.length ?? 0;
  if (!boxes || found.boxes > MAX_BOXES) return false;
  return boxes.every((box) => {
    if (!KEPT_BOXES[parent.type]?.includes(box.type)) clearBox(bytes, box);
    else if (Object.hasOwn(KEPT_BOXES, box.type)) return cleanBoxes(bytes, box, found);
    else if (DATED_BOXES.includes(box.type)) clearDates(bytes, box);
    else if (box.type === 'hdlr') {
      found.tracks.push(bytes.toString('latin1', box.from + 8, box.from + 12));
      bytes.fill(0, box.from + 24, box.to); // the name of the program that created the file
    }
    return true;
  });
}

function listBoxes(bytes: Buffer, from: number, to: number): Box[] | undefined {
  const boxes: Box[] = [];
  let start = from;
  while (start < to) {
    const box = readBox(bytes, start, to);
    if (!box || boxes.length > MAX_BOXES) return undefined;
    boxes.push(box);
    start = box.to;
  }
  return boxes;
}

function readBox(bytes: Buffer, start: number, end: number): Box | undefined {
  if (start + 8 > end) return undefined;
  const short = bytes.readUInt32BE(start);
  const type = bytes.toString('latin1', start + 4, start + 8);
  if (short === 1 && start + 16 > end) return undefined;
  const from = start + (short === 1 ? 16 : 8);
  const size = short === 1 ? Number(bytes.readBigUInt64BE(start + 8)) : short === 0 ? end - start : short;
  return start + size >= from && start + size <= end ? { type, start, from, to: start + size } : undefined;
}

function clearBox(bytes: Buffer, { start, from, to }: Box): void {
  bytes.write('free', start + 4, 'latin1');
  bytes.fill(0, from, to);
}

function clearDates(bytes: Buffer, { from, to }: Box): void {
  const width = bytes[from] === 1 ? 8 : 4;
  bytes.fill(0, from + 4, Math.min(to, from + 4 + 2 * width));
}
