import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { UnavailableError } from '../../core/requests/api-error.ts';
import { createQueue } from '../concurrency/queue.ts';
import { getErrorCode } from '../database/database.ts';
import type { ConvertedFile, MediaError } from './convert.ts';

export interface MediaProcessor {
  /**
   * Converts an uploaded file, or returns why it is rejected. `read` is called when it is the file's turn, so that waiting
   * files do not take memory. Clients, identified by `address`, take turns. Throws UnavailableError if too many files are
   * waiting.
   */
  convert(read: () => Promise<Buffer>, address: string): Promise<ConvertedFile | MediaError>;
  stop(): Promise<void>;
}

interface Options {
  readonly timeLimitMs?: number;
  /** The script of the worker. */
  readonly script?: URL;
}

/** The limits of the worker's heap. Files and pixels are stored outside the heap and have limits of their own. */
const HEAP_LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32 };

/**
 * Processes files in a worker thread, which starts with the first file. A file that takes too much time or memory ends the
 * worker, and the next file gets a new one (decision 0023).
 */
export function createMediaProcessor({
  timeLimitMs = 8_000,
  script = new URL('./worker.ts', import.meta.url),
}: Options = {}): MediaProcessor {
  // Files are converted one at a time, because a picture takes a CPU core and up to 100 MB for its pixels.
  const queue = createQueue({
    name: 'media',
    concurrency: 1,
    guaranteedSlots: 5,
    maxWaitMs: 20_000,
    slotsPerClient: 6,
  });
  let worker: Worker | undefined;
  let hasStopped = false;

  const endWorker = async () => {
    const previous = worker;
    worker = undefined;
    await previous?.terminate();
  };
  const convert = async (bytes: Buffer) => {
    if (hasStopped) throw new UnavailableError('The service is stopping.', 10);
    worker ??= startWorker(script);
    const timeLimit = AbortSignal.timeout(timeLimitMs);
    try {
      return await convertInWorker(worker, bytes, timeLimit);
    } catch (error) {
      await endWorker();
      if (timeLimit.aborted || getErrorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY') return 'too_costly';
      throw error;
    }
  };
  return {
    convert: (read, address) => queue(async () => convert(await read()), { client: address }),
    async stop() {
      hasStopped = true;
      await endWorker();
    },
  };
}

function startWorker(script: URL): Worker {
  const worker = new Worker(script, { resourceLimits: HEAP_LIMITS });
  worker.on('error', () => {}); // the caller that waits for a result gets the error
  worker.unref(); // an idle worker does not keep the process alive
  return worker;
}

async function convertInWorker(
  worker: Worker,
  bytes: Buffer,
  timeLimit: AbortSignal,
): Promise<ConvertedFile | MediaError> {
  const settled = new AbortController();
  const signal = AbortSignal.any([settled.signal, timeLimit]);
  worker.ref();
  try {
    const exit = once(worker, 'exit', { signal }).then(() => {
      throw new UnavailableError('The media worker has ended.', 10);
    });
    const message = once(worker, 'message', { signal });
    worker.postMessage(bytes);
    const [result] = await Promise.race([message, exit]);
    if (typeof result === 'string') return result as MediaError;
    return { ...result, bytes: toBuffer(result.bytes) };
  } finally {
    settled.abort();
    worker.unref();
  }
}

function toBuffer({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
