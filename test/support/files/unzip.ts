import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import yauzl from 'yauzl';

/** Returns the contents of an archive by path, read with a library that the service does not use. */
export async function unzip(archive: Buffer): Promise<Record<string, string>> {
  const zip = await yauzl.fromBufferPromise(archive);
  const contents: Record<string, string> = {};
  for await (const entry of zip.eachEntry()) {
    const bytes = await buffer(await zip.openReadStreamPromise(entry));
    assert.equal(crc32(bytes), entry.crc32, entry.fileName);
    contents[entry.fileName] = bytes.toString();
  }
  return contents;
}
