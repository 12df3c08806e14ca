import { AsyncLocalStorage } from 'node:async_hooks';

/** What is running: the method and path of a route, or the name of a job. */
export const place = new AsyncLocalStorage<string>();
