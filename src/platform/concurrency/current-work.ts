import { AsyncLocalStorage } from 'node:async_hooks';

export interface Work {
  /** What is running: the method and path of a route, or the name of a job. */
  readonly name: string;
  /** Whom it is for: a client address, or the name of a job. */
  readonly client: string;
}

/** The work that is being done, known to everything that it calls. */
export const currentWork = new AsyncLocalStorage<Work>();

/** Runs a job that is for no client. */
export function runJob<T>(name: string, work: () => T): T {
  return currentWork.run({ name, client: name }, work);
}
