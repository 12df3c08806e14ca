/** The bit rates in kbit/s by their index in the header, from 1 to 14. Index 0 (free format) and 15 (invalid) are not accepted. */
const MPEG1_BIT_RATES = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const MPEG2_BIT_RATES = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
/** The sampling rates of MPEG-1 in hertz, by their index in the header. MPEG-2 has half of these rates, and MPEG-2.5 a quarter. */
const SAMPLING_RATES = [44_100, 48_000, 32_000];
/** The versions of MPEG by their bits in the header. The value 1 is reserved. */
const MPEG2_5 = 0;
const MPEG2 = 2;
const MPEG1 = 3;
/** By what the sampling rates of MPEG-1 are divided in each version. */
const RATE_DIVISOR_BY_VERSION: Readonly<Record<number, number>> = { [MPEG2_5]: 4, [MPEG2]: 2, [MPEG1]: 1 };
/** The minimum number of frames. One or two sequences of bytes that look like frames may occur in any file. */
const MIN_FRAMES = 3;

/**
 * Returns only the frames of an MP3. Everything before, between and after the frames is removed, such as other files, or ID3 tags
 * with names, pictures and locations. Returns undefined if there are fewer than MIN_FRAMES frames.
 */
export function removeMp3Metadata(bytes: Buffer): Buffer | undefined {
  const output = Buffer.alloc(bytes.length); // a list of the frames would need much more memory
  let [outputLength, frameCount] = [0, 0];
  let offset = findTagsEnd(bytes);
  let format: string | undefined;
  let isInSync = false;
  while (offset + 4 <= bytes.length) {
    const frame: Frame | undefined = readFrame(bytes, offset);
    isInSync =
      frame !== undefined &&
      frame.format === (format ?? frame.format) &&
      (isInSync || isFollowedByFrame(bytes, offset, frame));
    if (frame && isInSync) {
      outputLength += bytes.copy(output, outputLength, offset, offset + frame.length);
      frameCount += 1;
      format = frame.format;
      offset += frame.length;
    } else offset = findNextSync(bytes, offset + 1);
  }
  return frameCount < MIN_FRAMES ? undefined : output.subarray(0, outputLength);
}

/**
 * Returns the offset after the ID3v2 tags at the start of the file. A tag has a header of 10 bytes, which contains the length of
 * its content with seven bits per byte, and a flag for a footer of 10 bytes.
 */
function findTagsEnd(bytes: Buffer): number {
  let offset = 0;
  while (bytes.toString('latin1', offset, offset + 3) === 'ID3' && offset + 10 <= bytes.length) {
    const size = bytes.subarray(offset + 6, offset + 10).reduce((sum, byte) => sum * 128 + (byte & 127), 0);
    const footerBytes = ((bytes[offset + 5] ?? 0) & 16) === 0 ? 0 : 10;
    offset += 10 + size + footerBytes;
  }
  return offset;
}

/** Returns the first offset from `start` at which a frame can begin, or the end of the file. */
function findNextSync(bytes: Buffer, start: number): number {
  let offset = start;
  while (offset < bytes.length && bytes[offset] !== 0xff) offset += 1;
  return offset;
}

interface Frame {
  readonly length: number;
  /** Version and sampling rate, which do not change within a file. */
  readonly format: string;
}

/** Reads the header of the frame at `offset`. Returns undefined if there is no complete frame. */
function readFrame(bytes: Buffer, offset: number): Frame | undefined {
  const versionByte = bytes[offset + 1] ?? 0;
  if (bytes[offset] !== 0xff || (versionByte & 0xe6) !== 0xe2) return undefined; // eleven ones, then layer III
  const ratesByte = bytes[offset + 2] ?? 0;
  const version = (versionByte >> 3) & 3;
  const kilobits = (version === MPEG1 ? MPEG1_BIT_RATES : MPEG2_BIT_RATES)[(ratesByte >> 4) - 1];
  const hertz = SAMPLING_RATES[(ratesByte >> 2) & 3];
  const rateDivisor = RATE_DIVISOR_BY_VERSION[version];
  if (rateDivisor === undefined || kilobits === undefined || hertz === undefined) return undefined;
  // A frame has 1152 samples in MPEG-1 and 576 in the others: divided by 8 bits per byte, times 1000 bits per kilobit.
  const samplesFactor = version === MPEG1 ? 144_000 : 72_000;
  const paddingBytes = (ratesByte >> 1) & 1;
  const length = Math.floor((samplesFactor * kilobits * rateDivisor) / hertz) + paddingBytes;
  return offset + length <= bytes.length ? { length, format: `${version} ${hertz}` } : undefined;
}

/** Whether another frame or the end of the file follows a frame. This distinguishes frames from other bytes that look like a frame. */
function isFollowedByFrame(bytes: Buffer, offset: number, { length, format }: Frame): boolean {
  return offset + length === bytes.length || readFrame(bytes, offset + length)?.format === format;
}
