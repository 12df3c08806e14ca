import { execFile, spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BenchRequest } from './calls.ts';

const CONNECTIONS = 32;

export interface Load {
  readonly url: string;
  readonly requests: readonly BenchRequest[];
  readonly seconds: number;
  /** Whether each request may be sent only once. Once all have been sent, the remaining ones go to a path that does not exist, and fail. */
  readonly onlyOnce: boolean;
}

export interface LoadResult {
  /** The number of requests that received a response. */
  readonly responseCount: number;
  readonly seconds: number;
  /** Percentiles of the response time in milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

/** wrk is preferred, because it uses less CPU time than autocannon and so leaves more for the server. */
export const LOAD_GENERATOR = spawnSync('wrk', ['-v']).error ? 'autocannon' : 'wrk';

/**
 * Sends the requests in order over 32 connections. A connection sends the next request after each response. Throws if a
 * request fails. On a very busy machine, `responseCount` can be 0.
 */
export async function generateLoad(load: Load): Promise<LoadResult> {
  const { errors, ...result } = await (LOAD_GENERATOR === 'wrk' ? runWrk(load) : runAutocannon(load));
  const { method, path } = load.requests[0] ?? {};
  if (errors > 0)
    throw new Error(`${method} ${path}: ${errors} of ${result.responseCount} requests to ${load.url} failed`);
  return result;
}

type LoadResultWithErrors = LoadResult & { readonly errors: number };

async function runWrk({ url, requests, seconds, onlyOnce }: Load): Promise<LoadResultWithErrors> {
  const file = join(tmpdir(), `family-bench-${process.pid}.requests`);
  writeFileSync(file, requests.map((request) => `${serializeRequest(request)}\x01`).join(''));
  const script = join(import.meta.dirname, 'load.lua');
  const options = ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '--timeout', '30s', '-s', script];
  const { stdout } = await promisify(execFile)('wrk', [...options, url, '--', file, onlyOnce ? 'once' : 'repeat']);
  rmSync(file);
  return JSON.parse(/^result (.*)$/m.exec(stdout)?.[1] ?? '');
}

/** Serializes a request as HTTP/1.1 text. */
function serializeRequest({ method, path, headers, body = '' }: BenchRequest): string {
  const allHeaders = { host: '127.0.0.1', ...headers, ...(body && { 'content-length': Buffer.byteLength(body) }) };
  const lines = Object.entries(allHeaders).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

async function runAutocannon({ url, requests, seconds, onlyOnce }: Load): Promise<LoadResultWithErrors> {
  const { default: autocannon } = await import('autocannon');
  let sentCount = 0;
  const { host } = new URL(url);
  const getNextRequest = () => {
    const next = requests[sentCount % requests.length] as BenchRequest; // the list is not empty
    const request = { ...next, headers: { host, ...next.headers } };
    const canBeSent = !onlyOnce || sentCount < requests.length;
    sentCount += 1;
    return canBeSent ? request : { ...request, path: '/no-request-is-left' };
  };
  const options = { url, connections: CONNECTIONS, duration: seconds, requests: [{ setupRequest: getNextRequest }] };
  const { non2xx, errors, latency, requests: completed, duration } = await autocannon(options);
  return {
    responseCount: completed.total,
    seconds: duration,
    p50: latency.p50,
    p99: latency.p99,
    errors: non2xx + errors,
  };
}
