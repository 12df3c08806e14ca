/** Kilobits a second by the header's index, from 1 to 14; index 0 (any rate) and 15 (none) are not taken. */
const MPEG1 = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const MPEG2 = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const HERTZ = [44_100, 48_000, 32_000];
const FEWEST_FRAMES = 3;

/**
 * The frames of an MP3 and nothing else: whatever stands before, between and behind them (ID3 tags with names, pictures and
 * places, other files) is left out. Undefined when there are no such frames.
 */
export function cleanMp3(bytes: Buffer): Buffer | undefined {
  const sound = Buffer.alloc(bytes.length); // a list of frames would take ten times as much
  let [length, frames] = [0, 0];
  let place = endOfTags(bytes);
  let sort: string | undefined;
  let inStep = false;
  while (place + 4 <= bytes.length) {
    const frame: Frame | undefined = frameAt(bytes, place);
    inStep = frame !== undefined && frame.sort === (sort ?? frame.sort) && (inStep || isFollowed(bytes, place, frame));
    if (frame && inStep) {
      length += bytes.copy(sound, length, place, place + frame.length);
      frames += 1;
      sort = frame.sort;
      place += frame.length;
    } else place = nextSync(bytes, place + 1);
  }
  return frames < FEWEST_FRAMES ? undefined : sound.subarray(0, length);
}

/** ID3v2 tags at the front say how long they are, seven bits a byte. */
function endOfTags(bytes: Buffer): number {
  let place = 0;
  while (bytes.toString('latin1', place, place + 3) === 'ID3' && place + 10 <= bytes.length) {
    const size = bytes.subarray(place + 6, place + 10).reduce((sum, byte) => sum * 128 + (byte & 127), 0);
    const footer = ((bytes[place + 5] ?? 0) & 16) === 0 ? 0 : 10;
    place += 10 + size + footer;
  }
  return place;
}

/** Where the next frame may begin; the end when there is no such place. */
function nextSync(bytes: Buffer, from: number): number {
  let place = from;
  while (place < bytes.length && bytes[place] !== 0xff) place += 1;
  return place;
}

interface Frame {
  readonly length: number;
  /** Version and sampling rate, which do not change within a file. */
  readonly sort: string;
}

function frameAt(bytes: Buffer, place: number): Frame | undefined {
  const kind = bytes[place + 1] ?? 0;
  if (bytes[place] !== 0xff || (kind & 0xe6) !== 0xe2) return undefined; // eleven ones, then layer III
  const rates = bytes[place + 2] ?? 0;
  const version = (kind >> 3) & 3;
  const kilobits = (version === 3 ? MPEG1 : MPEG2)[(rates >> 4) - 1];
  const hertz = HERTZ[(rates >> 2) & 3];
  if (version === 1 || kilobits === undefined || hertz === undefined) return undefined;
  const slower = version === 3 ? 1 : version === 2 ? 2 : 4;
  const samples = version === 3 ? 144_000 : 72_000;
  const length = Math.floor((samples * kilobits * slower) / hertz) + ((rates >> 1) & 1);
  return place + length <= bytes.length ? { length, sort: `${version} ${hertz}` } : undefined;
}

/** What looks like a frame by chance has no other one behind it. */
function isFollowed(bytes: Buffer, place: number, { length, sort }: Frame): boolean {
  return place + length === bytes.length || frameAt(bytes, place + length)?.sort === sort;
}
