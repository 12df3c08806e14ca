import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Unavailable } from '../../core/refusal.ts';
import { createQueue } from '../concurrency/queue.ts';
import { errorCode } from '../database/database.ts';
import type { MediaProblem, Medium } from './convert.ts';

export interface MediaProcessor {
  /**
   * Makes a medium of a file that somebody sent, or says why not. `read` is called when it is the file's turn, so that
   * those which wait are not in memory. Unavailable when too many wait.
   */
  convert(read: () => Promise<Buffer>): Promise<Medium | MediaProblem>;
  stop(): Promise<void>;
}

interface Options {
  readonly timeLimitMs?: number;
  /** What the worker runs. */
  readonly script?: URL;
}

/** Of the worker's heap; what files and pixels take is outside of it, and bounded by their own limits. */
const HEAP = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32 };

/**
 * A worker thread that begins with the first file. A file that takes it too long or too much memory ends it, and the
 * next file gets another one (decision 0023).
 */
export function createMediaProcessor({
  timeLimitMs = 15_000,
  script = new URL('./worker.ts', import.meta.url),
}: Options = {}): MediaProcessor {
  // One at a time: a picture takes a core and, at worst, 100 MB of pixels.
  const inTurn = createQueue({ concurrency: 1, guaranteedPlaces: 30, maxWaitMs: 10_000 });
  let worker: Worker | undefined;
  let stopped = false;

  const end = async () => {
    const ending = worker;
    worker = undefined;
    await ending?.terminate();
  };
  const convert = async (bytes: Buffer) => {
    if (stopped) throw new Unavailable('The service is stopping.', 10);
    worker ??= startWorker(script);
    const timeLimit = AbortSignal.timeout(timeLimitMs);
    try {
      return await ask(worker, bytes, timeLimit);
    } catch (error) {
      await end();
      if (timeLimit.aborted || errorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY') return 'too_costly';
      throw error;
    }
  };
  return {
    convert: (read) => inTurn(async () => convert(await read())),
    async stop() {
      stopped = true;
      await end();
    },
  };
}

function startWorker(script: URL): Worker {
  const worker = new Worker(script, { resourceLimits: HEAP });
  worker.on('error', () => {}); // whoever waits for an answer hears of it
  worker.unref(); // nothing waits for it while it has nothing to do
  return worker;
}

async function ask(worker: Worker, bytes: Buffer, timeLimit: AbortSignal): Promise<Medium | MediaProblem> {
  const answered = new AbortController();
  const signal = AbortSignal.any([answered.signal, timeLimit]);
  worker.ref();
  try {
    const exit = once(worker, 'exit', { signal }).then(() => {
      throw new Unavailable('The media worker has ended.', 10);
    });
    const message = once(worker, 'message', { signal });
    worker.postMessage(bytes);
    const [result] = await Promise.race([message, exit]);
    if (typeof result === 'string') return result as MediaProblem;
    return { ...result, bytes: bufferOf(result.bytes) };
  } finally {
    answered.abort();
    worker.unref();
  }
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
