import { crc32, deflateRawSync } from 'node:zlib';

export interface Entry {
  /** Path within the archive, with slashes. */
  readonly name: string;
  readonly bytes: Buffer;
}

/**
 * A ZIP archive, entry by entry: no more than one of them is in memory at a time. Small enough to be written here (the
 * format of 1989 without extensions): at most 65,535 entries and 4 GB.
 */
export async function* zip(entries: AsyncIterable<Entry> | Iterable<Entry>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let offset = 0;
  for await (const { name, bytes } of entries) {
    const packed = deflateRawSync(bytes);
    const facts = factsOf(name, bytes, packed);
    const local = [signature(0x04034b50), facts, Buffer.from(name), packed];
    directory.push(directoryEntry(facts, name, offset));
    for (const part of local) {
      offset += part.length;
      yield part;
    }
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  yield* directory;
  yield endOf(directory.length, size, offset);
}

/** The 26 bytes that stand before an entry and again in the directory: version, UTF-8 names, deflate, no time, sizes. */
function factsOf(name: string, bytes: Buffer, packed: Buffer): Buffer {
  const facts = Buffer.alloc(26);
  facts.writeUInt16LE(20, 0);
  facts.writeUInt16LE(0x0800, 2);
  facts.writeUInt16LE(8, 4);
  facts.writeUInt16LE(0x21, 8); // 1 January 1980: the format has no "unknown"
  facts.writeUInt32LE(crc32(bytes), 10);
  facts.writeUInt32LE(packed.length, 14);
  facts.writeUInt32LE(bytes.length, 18);
  facts.writeUInt16LE(Buffer.byteLength(name), 22);
  return facts;
}

function directoryEntry(facts: Buffer, name: string, offset: number): Buffer {
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(offset, 10);
  return Buffer.concat([signature(0x02014b50), Buffer.from([20, 0]), facts, rest, Buffer.from(name)]);
}

function endOf(entries: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries, 4);
  end.writeUInt16LE(entries, 6);
  end.writeUInt32LE(size, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([signature(0x06054b50), end]);
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
