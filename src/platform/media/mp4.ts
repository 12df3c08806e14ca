/**
 * The boxes whose inner boxes are checked, each with the inner boxes that playback needs. All other inner boxes are cleared. `file`
 * stands for the whole file.
 */
const KEPT_BOXES: Readonly<Record<string, readonly string[]>> = {
  file: ['ftyp', 'styp', 'moov', 'mdat', 'moof', 'sidx', 'mfra'],
  moov: ['mvhd', 'trak', 'mvex'],
  trak: ['tkhd', 'mdia', 'edts', 'tref'],
  mdia: ['mdhd', 'hdlr', 'minf'],
  minf: ['smhd', 'dinf', 'stbl'],
};
/** The boxes that begin with the timestamps of creation and modification. */
const TIMESTAMPED_BOXES = ['mvhd', 'tkhd', 'mdhd'];

/** The maximum number of boxes. Recordings have fewer, and so many can be checked quickly. */
const MAX_BOXES = 20_000;

/** What the scan of a file has found so far. */
interface ScanResult {
  boxCount: number;
  /** The handler types of the tracks: 'soun' for audio. */
  readonly trackTypes: string[];
}

interface Box {
  readonly type: string;
  readonly start: number;
  readonly contentStart: number;
  readonly end: number;
}

/**
 * Removes the metadata of an MP4 or M4A that contains only audio: tags, pictures and location data become empty boxes of the same
 * size, because the file refers to audio by its offset, and timestamps become zero. Returns undefined for any other file.
 */
export function removeMp4Metadata(bytes: Buffer): Buffer | undefined {
  const copy = Buffer.from(bytes);
  const file: Box = { type: 'file', start: 0, contentStart: 0, end: copy.length };
  const scan: ScanResult = { boxCount: 0, trackTypes: [] };
  const { trackTypes } = scan;
  const isValid = clearUnneededBoxes(copy, file, scan);
  const [firstBox, ...otherBoxes] = listBoxes(copy, 0, copy.length) ?? [];
  const isComplete = firstBox?.type === 'ftyp' && otherBoxes.some(({ type }) => type === 'mdat');
  return isValid && isComplete && trackTypes.length > 0 && trackTypes.every((type) => type === 'soun')
    ? copy
    : undefined;
}

/**
 * Clears all boxes in `parent` that playback does not need. Returns false if the boxes are not nested correctly or there are too
 * many.
 */
function clearUnneededBoxes(bytes: Buffer, parent: Box, scan: ScanResult): boolean {
  const boxes = listBoxes(bytes, parent.contentStart, parent.end);
  scan.boxCount += boxes?.length ?? 0;
  if (!boxes || scan.boxCount > MAX_BOXES) return false;
  return boxes.every((box) => {
    if (!KEPT_BOXES[parent.type]?.includes(box.type)) clearBox(bytes, box);
    else if (Object.hasOwn(KEPT_BOXES, box.type)) return clearUnneededBoxes(bytes, box, scan);
    else if (TIMESTAMPED_BOXES.includes(box.type)) clearTimestamps(bytes, box);
    else if (box.type === 'hdlr') {
      // The handler type follows the version, the flags and a reserved field.
      scan.trackTypes.push(bytes.toString('latin1', box.contentStart + 8, box.contentStart + 12));
      bytes.fill(0, box.contentStart + 24, box.end); // the name of the program that created the file
    }
    return true;
  });
}

function listBoxes(bytes: Buffer, from: number, end: number): Box[] | undefined {
  const boxes: Box[] = [];
  let start = from;
  while (start < end) {
    const box = readBox(bytes, start, end);
    if (!box || boxes.length > MAX_BOXES) return undefined;
    boxes.push(box);
    start = box.end;
  }
  return boxes;
}

function readBox(bytes: Buffer, start: number, parentEnd: number): Box | undefined {
  if (start + 8 > parentEnd) return undefined;
  const shortSize = bytes.readUInt32BE(start);
  const type = bytes.toString('latin1', start + 4, start + 8);
  const hasLongSize = shortSize === 1; // a size of 64 bits follows the type
  if (hasLongSize && start + 16 > parentEnd) return undefined;
  const contentStart = start + (hasLongSize ? 16 : 8);
  const size = hasLongSize ? Number(bytes.readBigUInt64BE(start + 8)) : shortSize;
  const end = shortSize === 0 ? parentEnd : start + size; // a size of 0 means that the box ends where its parent ends
  return end >= contentStart && end <= parentEnd ? { type, start, contentStart, end } : undefined;
}

function clearBox(bytes: Buffer, { start, contentStart, end }: Box): void {
  bytes.write('free', start + 4, 'latin1');
  bytes.fill(0, contentStart, end);
}

function clearTimestamps(bytes: Buffer, { contentStart, end }: Box): void {
  const width = bytes[contentStart] === 1 ? 8 : 4;
  bytes.fill(0, contentStart + 4, Math.min(end, contentStart + 4 + 2 * width));
}
