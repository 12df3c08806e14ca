import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export interface EventLoopLoad {
  /** The CPU time of the longest turn of the event loop, in milliseconds. */
  readonly longestTurnMs: number;
  /** The maximum growth of the memory in use, in bytes; 0 if it was not measured. */
  readonly memoryGrowth: number;
}

/** Memory that has grown by more is measured after garbage collection. */
const GARBAGE_BYTES = 10_000_000;

/**
 * Measures how long `action` blocks the event loop and so delays other requests. It measures CPU time, which other
 * processes on a busy machine do not affect. With `measuresMemory`, it collects garbage while `action` runs.
 */
export async function measureLoad(
  action: () => Promise<unknown>,
  { measuresMemory = false } = {},
): Promise<EventLoopLoad> {
  collectGarbage();
  const initialMemory = getMemoryUsed();
  let [longestMicroseconds, memoryGrowth, isRunning] = [0, 0, true];
  let previousUsage = process.threadCpuUsage();
  const measureTime = () => {
    const { user, system } = process.threadCpuUsage(previousUsage);
    longestMicroseconds = Math.max(longestMicroseconds, user + system);
    previousUsage = process.threadCpuUsage();
  };
  const measureTurn = () => {
    measureTime();
    if (isRunning) setImmediate(measureTurn);
  };
  setImmediate(measureTurn);
  const measureMemory = () => {
    if (!measuresMemory || getMemoryUsed() - initialMemory < memoryGrowth + GARBAGE_BYTES) return;
    measureTime();
    memoryGrowth = Math.max(memoryGrowth, measureRetainedMemory() - initialMemory);
    previousUsage = process.threadCpuUsage(); // the time of the garbage collection does not count
  };
  const sampling = setInterval(measureMemory, 10);
  try {
    await action();
    await nextTurn(); // so that the last turn is measured too
  } finally {
    isRunning = false;
    clearInterval(sampling);
  }
  return { longestTurnMs: longestMicroseconds / 1000, memoryGrowth };
}

/**
 * Measures the longest turn of the event loop, in milliseconds. It returns the lowest of three measurements, because
 * garbage collection may slow one of them, but hardly all three.
 */
export async function measureLongestTurn(action: () => Promise<unknown>): Promise<number> {
  const measurements = [];
  for (let i = 0; i < 3; i += 1) measurements.push((await measureLoad(action)).longestTurnMs);
  return Math.min(...measurements);
}

/** Memory in use after garbage collection, in bytes. */
export function measureRetainedMemory(): number {
  runGarbageCollector();
  return getMemoryUsed();
}

const COLLECT_INTERVAL_MS = 3000;
let collectedAt = Number.NEGATIVE_INFINITY;

/** Collects the garbage of earlier tests of the process, so that it is not collected while `action` runs. */
function collectGarbage(): void {
  if (performance.now() - collectedAt < COLLECT_INTERVAL_MS) return;
  runGarbageCollector();
  collectedAt = performance.now();
}

function runGarbageCollector(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

/** Memory in use, with buffers, in bytes. */
function getMemoryUsed(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
