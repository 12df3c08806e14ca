import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export interface EventLoopLoad {
  /** The CPU time of the longest turn of the event loop, in milliseconds. */
  readonly longestTurnMs: number;
  /** The largest growth of the memory in use after garbage collection; 0 if it was not measured or is below `MIN_GROWTH_BYTES`. */
  readonly memoryGrowthBytes: number;
}

/** Each time the memory in use has grown by this many bytes, `measureEventLoopLoad` collects garbage and measures how much remains. */
const MIN_GROWTH_BYTES = 10_000_000;

/**
 * After a turn that takes less CPU time, the next measurement is a millisecond later and covers all turns until then, because measuring
 * each turn would never let the process wait for a database.
 */
const IDLE_MICROSECONDS = 200;

/**
 * Measures how long `action` blocks the event loop, which delays other requests. It measures CPU time, which other
 * processes on a busy machine do not affect. With `measuresMemory`, it also measures the memory and therefore collects garbage
 * while `action` runs.
 */
export async function measureEventLoopLoad(
  action: () => Promise<unknown>,
  { measuresMemory = false } = {},
): Promise<EventLoopLoad> {
  collectGarbageOfEarlierTests();
  const initialBytes = getUsedBytes();
  let [longestMicroseconds, memoryGrowthBytes, isRunning] = [0, 0, true];
  let previousUsage = process.threadCpuUsage();
  const recordTurnTime = () => {
    const { user, system } = process.threadCpuUsage(previousUsage);
    longestMicroseconds = Math.max(longestMicroseconds, user + system);
    previousUsage = process.threadCpuUsage();
    return user + system;
  };
  const recordEachTurn = () => {
    const microseconds = recordTurnTime();
    if (!isRunning) return;
    if (microseconds < IDLE_MICROSECONDS) setTimeout(recordEachTurn, 1);
    else setImmediate(recordEachTurn);
  };
  setImmediate(recordEachTurn);
  const measureMemory = () => {
    if (!measuresMemory || getUsedBytes() - initialBytes < memoryGrowthBytes + MIN_GROWTH_BYTES) return;
    recordTurnTime();
    memoryGrowthBytes = Math.max(memoryGrowthBytes, measureRetainedMemory() - initialBytes);
    previousUsage = process.threadCpuUsage(); // the garbage collection does not count
  };
  const sampling = setInterval(measureMemory, 10);
  try {
    await action();
    await nextTurn();
    recordTurnTime(); // of the last turn
  } finally {
    isRunning = false;
    clearInterval(sampling);
  }
  return { longestTurnMs: longestMicroseconds / 1000, memoryGrowthBytes };
}

/** The longest time that one turn of the event loop may take. */
export const MAX_TURN_MS = 50;

/**
 * Asserts that `action` blocks the event loop for less than `MAX_TURN_MS`. It may need several attempts, because garbage
 * collection and other processes slow down some of them, but probably not all six.
 */
export async function assertShortTurns(name: string, action: () => Promise<unknown>, attempts = 6): Promise<void> {
  let longestTurnMs = Number.POSITIVE_INFINITY;
  for (let i = 0; i < attempts && longestTurnMs >= MAX_TURN_MS; i += 1)
    longestTurnMs = Math.min(longestTurnMs, (await measureEventLoopLoad(action)).longestTurnMs);
  assert.ok(longestTurnMs < MAX_TURN_MS, `${name} blocks the event loop for ${longestTurnMs} ms`);
}

/** Collects garbage and returns the memory in use, in bytes. */
export function measureRetainedMemory(): number {
  collectGarbage();
  return getUsedBytes();
}

/** Garbage is not collected before each of several short measurements, because a collection can take longer than they do. */
const COLLECT_INTERVAL_MS = 3000;
let collectedAt = Number.NEGATIVE_INFINITY;

/** Collects the garbage of earlier tests of this process, so that it is not collected during a measurement. */
function collectGarbageOfEarlierTests(): void {
  if (performance.now() - collectedAt < COLLECT_INTERVAL_MS) return;
  collectGarbage();
  collectedAt = performance.now();
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

/** The memory in use, including buffers, in bytes. */
function getUsedBytes(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
