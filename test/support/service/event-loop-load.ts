import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export interface EventLoopLoad {
  /** The longest time without a turn of the event loop, in milliseconds of CPU time. */
  readonly longestTurnMs: number;
  /** Peak memory growth in bytes. */
  readonly memory: number;
}

/** Measures how `act` delays other requests, in processor time, because other processes on a busy machine do not affect it. */
export async function measureLoad(act: () => Promise<unknown>): Promise<EventLoopLoad> {
  const start = memoryUsed();
  let [longest, memory, running] = [0, 0, true];
  let before = process.threadCpuUsage();
  const turn = () => {
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, user + system);
    before = process.threadCpuUsage();
    if (running) setImmediate(turn);
  };
  setImmediate(turn);
  const sampling = setInterval(() => (memory = Math.max(memory, memoryUsed() - start)), 10);
  try {
    await act();
    await nextTurn(); // includes the last turn
  } finally {
    running = false;
    clearInterval(sampling);
  }
  return { longestTurnMs: longest / 1000, memory };
}

/** The least of three measurements: garbage of earlier work, or another process, may slow one of them, but not each. */
export async function measureLeastTurn(act: () => Promise<unknown>): Promise<number> {
  const turns = [];
  for (let i = 0; i < 3; i += 1) turns.push((await measureLoad(act)).longestTurnMs);
  return Math.min(...turns);
}

/** Memory in use after garbage collection, in bytes. */
export function retainedMemory(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return memoryUsed();
}

/** Includes buffers. */
function memoryUsed(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
