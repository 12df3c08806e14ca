import { once } from 'node:events';
import type { Families } from '../data/families.ts';
import { buildRequest, CALLS, type Call, PIN, type Request } from '../load/calls.ts';
import { type ServerProcess, startService, stop } from '../load/processes.ts';
import type { FloorCall } from './floor.ts';
import { createReplayScript, type Recording, type Statement } from './replay-script.ts';

/** How many children send each call. The first of them only fill caches; the statements of the others differ in cost. */
export const RECORDED = 20;
const WARM_UP = 4;

/**
 * Starts the service on this data folder, which the calls change, so pass a copy. Records the statements and the response
 * of each call.
 */
export async function recordCalls(folder: string, families: Families): Promise<Map<Call, FloorCall>> {
  const service = await startService(folder, ['--import', './bench/floor/capture-statements.ts']);
  const recorded = new Map<Call, FloorCall>();
  for (const call of CALLS) recorded.set(call, await recordCall(service, call, families));
  await stop(service);
  return recorded;
}

async function recordCall(
  { url, process: service }: ServerProcess,
  call: Call,
  families: Families,
): Promise<FloorCall> {
  const recordings: Recording[] = [];
  let response = { status: 0, answer: {} };
  for (let n = 0; n < RECORDED; n += 1) {
    const child = families.children - n; // the load begins with the first child, and a write may be possible only once
    service.send('record');
    response = await send(url, buildRequest(call, `child${child}`, families.signToken(child)));
    service.send('report');
    const [statements] = (await once(service, 'message')) as [Statement[]]; // sent by capture-statements.ts
    if (response.status >= 300) throw new Error(`${call.name}: ${JSON.stringify(response)}`);
    if (n >= WARM_UP) recordings.push({ child, statements });
  }
  const pairs = recordings.slice(1).map((recording, i) => createReplayScript(recordings[i] ?? recording, recording));
  const plans = pairs.filter((plan) => plan !== undefined);
  if (plans.length === 0) throw new Error(`${call.name}: every child needs different statements`);
  return { plans, ...response, pin: call.comparesPin ? { pin: PIN, hash: families.pinHash } : null };
}

async function send(url: string, { path, ...options }: Request): Promise<{ status: number; answer: object }> {
  const response = await fetch(`${url}${path}`, options);
  return { status: response.status, answer: (await response.json()) as object };
}
