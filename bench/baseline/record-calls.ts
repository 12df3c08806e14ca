import { once } from 'node:events';
import type { Families } from '../data/families.ts';
import { type BenchCall, type BenchRequest, buildRequest, PIN } from '../load/calls.ts';
import { type ServerProcess, startService, stopServer } from '../load/processes.ts';
import type { BaselineCall } from './baseline-server.ts';
import { createReplayScript, type Recording, type Statement } from './replay-script.ts';

/** How many children send each call while the call is recorded. The first `WARM_UP_CHILD_COUNT` of them only fill caches. */
export const RECORDED_CHILD_COUNT = 20;
const WARM_UP_CHILD_COUNT = 4;

/** Records the statements and the response of each call. The calls change the data folder, so pass a copy. */
export async function recordCalls(
  folder: string,
  families: Families,
  calls: readonly BenchCall[],
): Promise<Map<BenchCall, BaselineCall>> {
  const service = await startService(folder, ['--import', './bench/baseline/capture-statements.ts']);
  const recordedCalls = new Map<BenchCall, BaselineCall>();
  for (const call of calls) recordedCalls.set(call, await recordCall(service, call, families));
  await stopServer(service);
  return recordedCalls;
}

async function recordCall(
  { url, process: service }: ServerProcess,
  call: BenchCall,
  families: Families,
): Promise<BaselineCall> {
  const recordings: Recording[] = [];
  let response = { status: 0, body: {} };
  for (let i = 0; i < RECORDED_CHILD_COUNT; i += 1) {
    // Uses the last children, because the load uses the first ones, and a child can send some writes only once.
    const childNumber = families.childCount - i;
    service.send('record');
    response = await send(url, buildRequest(call, `child${childNumber}`, families.signToken(childNumber)));
    service.send('report');
    const [statements] = (await once(service, 'message')) as [Statement[]]; // sent by capture-statements.ts
    if (response.status >= 300) throw new Error(`${call.name}: ${JSON.stringify(response)}`);
    if (i >= WARM_UP_CHILD_COUNT) recordings.push({ childNumber, statements });
  }
  const scriptsOrUndefined = recordings
    .slice(1)
    .map((recording, i) => createReplayScript(recordings[i] ?? recording, recording));
  const scripts = scriptsOrUndefined.filter((script) => script !== undefined);
  if (scripts.length === 0) throw new Error(`${call.name}: the service runs different statements for each child`);
  return { scripts, ...response, pinToVerify: call.verifiesPin ? { pin: PIN, hash: families.pinHash } : null };
}

async function send(url: string, { path, ...options }: BenchRequest): Promise<{ status: number; body: object }> {
  const response = await fetch(`${url}${path}`, options);
  return { status: response.status, body: (await response.json()) as object };
}
