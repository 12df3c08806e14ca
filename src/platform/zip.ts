import { addAbortSignal, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { ZipFile } from 'yazl';

export interface ZipEntry {
  /** The path within the archive, with slashes. */
  readonly name: string;
  readonly content: AsyncIterable<string | Buffer>;
  /** Set for pictures and recordings, whose formats are already compressed. */
  readonly isAlreadyCompressed?: true;
}

/**
 * Creates a ZIP archive as a stream. The stream requests each entry after the previous one has been read, and reads the content of
 * an entry only as fast as the archive is read. Destroying the stream stops the work. When an entry fails, the stream is destroyed
 * with the error and the archive stays incomplete, so that a reader notices the failure.
 */
export async function createZipStream(entries: AsyncIterable<ZipEntry>, modifiedAt: Date): Promise<Readable> {
  const { ZipFile } = await import('yazl'); // few processes ever create an export
  const archive = new ZipFile();
  const output = archive.outputStream as Readable; // a PassThrough, which yazl declares only as NodeJS.ReadableStream
  const fail = (error: unknown) => void output.destroy(error as Error);
  archive.on('error', fail);
  output.on('error', () => {}); // the reader receives the error; without a reader, the error must not end the process
  addEntries(archive, output, entries, modifiedAt).catch(fail);
  return output;
}

async function addEntries(archive: ZipFile, output: Readable, entries: AsyncIterable<ZipEntry>, modifiedAt: Date) {
  const closeController = new AbortController();
  output.once('close', () => closeController.abort());
  for await (const { name, content, isAlreadyCompressed } of entries) {
    const source = addAbortSignal(closeController.signal, Readable.from(content, { objectMode: false }));
    archive.addReadStream(source, name, { mtime: modifiedAt, compress: !isAlreadyCompressed });
    await finished(source);
  }
  archive.end();
}
