import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { extname } from 'node:path';
import { UnavailableError } from '../../core/requests/api-error.ts';
import { createQueue } from '../concurrency/queue.ts';
import type { ConvertedFile, MediaRejection } from './convert.ts';

export interface MediaProcessor {
  /**
   * Converts an uploaded file, or returns why it is rejected. `read` is called when it is the file's turn, so that waiting
   * files do not use memory. Clients, identified by their IP address, take turns. Throws UnavailableError if too many files are
   * waiting.
   */
  convert(read: () => Promise<Buffer>, address: string): Promise<ConvertedFile | MediaRejection>;
  /** Ends the processes, and rejects the files that they are converting. */
  stop(): void;
}

/** What a media process sends after each file. `error` is the text of an unexpected exception. */
export type ConversionMessage = { file: ConvertedFile } | { rejection: MediaRejection } | { error: string };

interface MediaProcessorOptions {
  /** How much CPU time one file may take. It is measured only on Linux. */
  readonly cpuLimitMs?: number;
  /** How much real time one file may take. It is longer, because other work on the machine must not lead to a rejection. */
  readonly timeLimitMs?: number;
  /** The script of the processes. */
  readonly script?: URL;
}

/** The JavaScript heap of a process. Pixels and files are stored outside the heap. */
const MAX_HEAP_MB = 128;
/** The total memory of a process. The most expensive picture that is accepted uses about half of it. */
const MAX_MEMORY_MB = 700;
const CHECK_INTERVAL_MS = 100;
/** A process is ended after this time without a file. It is kept until then, because starting a process takes time. */
const MAX_IDLE_MS = 60_000;
/** The Retry-After of responses to files that no process can convert at the moment. */
const RETRY_AFTER_SECONDS = 10;

/**
 * Converts files in separate processes, which start when the first file arrives. A file that takes too much time or memory ends
 * its process (decision 0058).
 */
export function createMediaProcessor({
  cpuLimitMs = 8_000,
  timeLimitMs = 30_000,
  script = new URL(`./media-process${extname(import.meta.url)}`, import.meta.url),
}: MediaProcessorOptions = {}): MediaProcessor {
  // A picture needs a CPU core and up to 350 MB. The files of one site use one process, so that other sites can use the second one.
  const queue = createQueue({
    name: 'media',
    concurrency: 2,
    concurrencyPerSite: 1,
    guaranteedSlots: 5,
    maxWaitMs: 20_000,
    maxEstimatedJobMs: 300, // the time for a photograph
    slotsPerClient: 6,
  });
  const processes = new Set<ChildProcess>();
  const idleProcesses = new Map<ChildProcess, NodeJS.Timeout>();
  let hasStopped = false;

  function takeProcess(): ChildProcess {
    const [idleEntry] = idleProcesses;
    if (!idleEntry) return addProcess();
    const [mediaProcess, timer] = idleEntry;
    clearTimeout(timer);
    idleProcesses.delete(mediaProcess);
    return mediaProcess;
  }

  function addProcess(): ChildProcess {
    const mediaProcess = startProcess(script);
    processes.add(mediaProcess);
    const removeProcess = () => {
      processes.delete(mediaProcess);
      idleProcesses.delete(mediaProcess);
    };
    mediaProcess.once('exit', removeProcess).once('error', removeProcess);
    return mediaProcess;
  }

  function keepForNextFile(mediaProcess: ChildProcess): void {
    const endProcess = () => {
      idleProcesses.delete(mediaProcess);
      mediaProcess.kill('SIGKILL');
    };
    idleProcesses.set(mediaProcess, setTimeout(endProcess, MAX_IDLE_MS).unref());
  }

  async function convert(bytes: Buffer): Promise<ConvertedFile | MediaRejection> {
    if (hasStopped) throw new UnavailableError('The service is stopping.', RETRY_AFTER_SECONDS);
    const mediaProcess = takeProcess();
    const limitWatcher = enforceLimits(mediaProcess, { cpuLimitMs, timeLimitMs });
    try {
      const result = await convertIn(mediaProcess, bytes);
      if (!mediaProcess.killed) keepForNextFile(mediaProcess); // a limit may be exceeded just before the result arrives
      return result;
    } catch (error) {
      mediaProcess.kill('SIGKILL');
      if (limitWatcher.isLimitExceeded() || error instanceof OutOfMemoryError) return 'too_costly';
      throw error;
    } finally {
      limitWatcher.stopChecking();
    }
  }

  return {
    convert: (read, address) => queue(async () => convert(await read()), { client: address }),
    stop() {
      hasStopped = true;
      for (const mediaProcess of processes) mediaProcess.kill('SIGKILL');
    },
  };
}

class OutOfMemoryError extends Error {}

/** Starts a process without the settings and secrets of the service. While it is idle, it does not keep the service running. */
function startProcess(script: URL): ChildProcess {
  const mediaProcess = fork(script, {
    env: {},
    execArgv: [`--max-old-space-size=${MAX_HEAP_MB}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  mediaProcess.on('error', () => {}); // the caller that waits for a result receives the error
  setReferenced(mediaProcess, false);
  if (mediaProcess.pid !== undefined) raiseOomScore(mediaProcess.pid);
  return mediaProcess;
}

/** Makes Linux end this process first when memory runs out. Has no effect on other systems. */
function raiseOomScore(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000');
  } catch {
    // The process has already ended, or the system has no such file. The limits of the process apply in any case.
  }
}

/** Sets whether the process keeps the service running. */
function setReferenced(mediaProcess: ChildProcess, isReferenced: boolean): void {
  const method = isReferenced ? 'ref' : 'unref';
  mediaProcess[method]();
  mediaProcess.channel?.[method]();
}

/** Kills the process when a file takes too long or, on Linux, too much CPU time or memory. */
function enforceLimits(mediaProcess: ChildProcess, limits: { cpuLimitMs: number; timeLimitMs: number }) {
  const startedAt = performance.now();
  const { cpuMs: cpuMsBefore } = readUsage(mediaProcess.pid);
  let isLimitExceeded = false;
  const timer = setInterval(() => {
    const { cpuMs, memoryMb } = readUsage(mediaProcess.pid);
    isLimitExceeded ||=
      performance.now() - startedAt > limits.timeLimitMs ||
      cpuMs - cpuMsBefore > limits.cpuLimitMs ||
      memoryMb > MAX_MEMORY_MB;
    if (isLimitExceeded) mediaProcess.kill('SIGKILL'); // the only signal that ends native code
  }, CHECK_INTERVAL_MS);
  return { isLimitExceeded: () => isLimitExceeded, stopChecking: () => clearInterval(timer) };
}

/** The units of /proc/<pid>/stat: a clock tick and a page of memory, with the sizes that most Linux systems use. */
const TICK_MS = 10;
const PAGE_BYTES = 4096;

/** The CPU time and the resident memory of a process; zeros if the system does not provide them. */
function readUsage(pid: number | undefined): { cpuMs: number; memoryMb: number } {
  try {
    // The fields after the name of the program, of which 11 is utime, 12 is stime and 21 is rss.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    const [userTicks, systemTicks, residentPages] = [Number(fields[11]), Number(fields[12]), Number(fields[21])];
    return { cpuMs: (userTicks + systemTicks) * TICK_MS, memoryMb: (residentPages * PAGE_BYTES) / 1_000_000 };
  } catch {
    return { cpuMs: 0, memoryMb: 0 };
  }
}

async function convertIn(mediaProcess: ChildProcess, bytes: Buffer): Promise<ConvertedFile | MediaRejection> {
  if (!mediaProcess.connected) throw createEndedError();
  const settledController = new AbortController();
  const { signal } = settledController;
  setReferenced(mediaProcess, true);
  try {
    // Rejects when the process has ended, and also when it cannot start.
    const processEnd = once(mediaProcess, 'exit', { signal }).then(
      ([, endSignal]) => {
        if (endSignal === 'SIGABRT') throw new OutOfMemoryError(); // Node aborts when the heap is full
        throw createEndedError();
      },
      () => {
        throw createEndedError();
      },
    );
    const message = new Promise((resolve) => {
      mediaProcess.once('message', resolve);
    });
    mediaProcess.send(bytes, () => {}); // after an error, the process ends
    const result = (await Promise.race([message, processEnd])) as ConversionMessage;
    if ('error' in result) throw new Error(`A file could not be converted: ${result.error}`);
    if ('rejection' in result) return result.rejection;
    return { ...result.file, bytes: toBuffer(result.file.bytes) };
  } finally {
    settledController.abort();
    setReferenced(mediaProcess, false);
  }
}

/** The error when a process could not start or was killed from outside. The next file starts a new process. */
function createEndedError(): UnavailableError {
  return new UnavailableError('The media process has ended.', RETRY_AFTER_SECONDS);
}

function toBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
}
