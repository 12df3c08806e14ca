import { AsyncLocalStorage } from 'node:async_hooks';

/** A request or a job that is being processed. */
export interface Work {
  /** The method and path of the route, or the name of the job. */
  readonly name: string;
  /** The IPv4 address or IPv6 /64 network of the client that made the request; empty for a job. */
  readonly client: string;
  /**
   * Whether the work has already had a connection to PostgreSQL. It then receives the next connection before work that has had
   * none.
   */
  hasHadConnection?: boolean;
}

/** The request or job for which the current code runs. All code that this work calls can read it, even after an `await`. */
export const currentWork = new AsyncLocalStorage<Work>();

/** Runs a job that no client has requested. All jobs together count as one client. */
export function runJob<T>(name: string, job: () => T): T {
  return currentWork.run({ name, client: '' }, job);
}
