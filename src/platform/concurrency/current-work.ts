import { AsyncLocalStorage } from 'node:async_hooks';

export interface Work {
  /** What is running: the method and path of a route, or the name of a job. */
  readonly name: string;
  /** The client address that it is for; empty for a job. */
  readonly client: string;
}

/** The work that is being done. All code that the work calls can read it, also after an `await`. */
export const currentWork = new AsyncLocalStorage<Work>();

/** Runs a job that no client has requested. All jobs together count as one client. */
export function runJob<T>(name: string, work: () => T): T {
  return currentWork.run({ name, client: '' }, work);
}
