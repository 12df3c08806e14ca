import { setTimeout as sleep } from 'node:timers/promises';

/** Repeats a check until it returns a truthy value, and returns that value. Fails after the time limit. */
export async function waitFor<T>(
  check: () => T | Promise<T>,
  seconds = 60,
): Promise<Exclude<T, undefined | null | false>> {
  const deadline = performance.now() + seconds * 1000;
  while (performance.now() < deadline) {
    const value = await check();
    if (value) return value as Exclude<T, undefined | null | false>; // a truthy value has none of the excluded types
    await sleep(25);
  }
  throw new Error(`The check did not succeed within ${seconds} seconds.`);
}
