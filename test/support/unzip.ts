import assert from 'node:assert/strict';
import { inflateRawSync } from 'node:zlib';

/** Reads an archive as programs do: from its end, by its directory. */
export function unzip(archive: Buffer): Record<string, string> {
  const end = archive.length - 22;
  assert.equal(archive.readUInt32LE(end), 0x06054b50);
  let at = archive.readUInt32LE(end + 16);
  const found: Record<string, string> = {};
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    assert.equal(archive.readUInt32LE(at), 0x02014b50);
    const packed = archive.readUInt32LE(at + 20);
    const size = archive.readUInt32LE(at + 24);
    const nameLength = archive.readUInt16LE(at + 28);
    const local = archive.readUInt32LE(at + 42);
    assert.equal(archive.readUInt32LE(local), 0x04034b50);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const bytes = inflateRawSync(archive.subarray(start, start + packed));
    assert.equal(bytes.length, size);
    found[archive.subarray(at + 46, at + 46 + nameLength).toString()] = bytes.toString();
    at += 46 + nameLength;
  }
  assert.equal(at, end);
  return found;
}
