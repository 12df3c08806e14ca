import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../context.ts';

/** A file that has come whole. What its sender calls it, and says that it is, is not worth knowing. */
export interface Upload {
  readonly size: number;
  /** Its bytes, read anew from the disk each time; only while the request is being answered. */
  read(): Promise<Buffer>;
}

export interface KeptUpload extends Upload {
  /** Of its bytes. */
  readonly hash: string;
  close(): Promise<void>;
}

/**
 * Keeps bytes as they come, up to the first one beyond `maxBytes`, on the disk under no name: the system forgets them when
 * the process does, however it ends (decision 0011).
 */
export async function keepUpload(ctx: Context, stream: AsyncIterable<Buffer>, maxBytes: number): Promise<KeptUpload> {
  const handle = await openNameless(ctx);
  const hash = createHash('sha256');
  let size = 0;
  try {
    for await (const chunk of stream) {
      size += chunk.length;
      if (size > maxBytes) break;
      hash.update(chunk);
      await handle.appendFile(chunk);
    }
  } catch (error) {
    await handle.close();
    throw error;
  }
  return { size, hash: hash.digest('base64url'), read: () => readWhole(handle, size), close: () => handle.close() };
}

async function openNameless({ settings, random }: Context): Promise<FileHandle> {
  const folder = join(settings.dataDir, 'uploads');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, random.id());
  const handle = await open(path, 'wx+', 0o600);
  await unlink(path);
  return handle;
}

async function readWhole(handle: FileHandle, size: number): Promise<Buffer> {
  const bytes = Buffer.alloc(size);
  const { bytesRead } = await handle.read(bytes, 0, size, 0);
  if (bytesRead !== size) throw new Error(`An upload of ${size} bytes has only ${bytesRead}.`);
  return bytes;
}
