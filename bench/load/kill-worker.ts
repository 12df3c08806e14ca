import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Families } from '../data/families.ts';
import { type BenchCall, buildRequest, CALLS } from './calls.ts';
import { listChildPids } from './measure-load.ts';
import type { ServerProcess } from './processes.ts';
import { startClients } from './steady-clients.ts';

const CONNECTIONS = 32;
const SECONDS_BEFORE = 3;
const SECONDS_AFTER = 7;

export interface KillReport {
  /** To-dos whose creation the service confirmed with 201. */
  readonly acknowledged: number;
  /** Requests without a response, because their connection broke. */
  readonly broken: number;
  /** Responses with an error. */
  readonly refused: number;
  /** Acknowledged to-dos that the database does not contain. */
  readonly lost: number;
}

/** Sends new to-dos of children over 32 connections for ten seconds, and kills one worker process after three seconds. */
export async function countLostWrites(
  { url, process: primary }: ServerProcess,
  families: Families,
  databaseUrl: string,
): Promise<KillReport> {
  const call = CALLS.find(({ name }) => name === 'add-todo') as BenchCall;
  const [workerPid = 0, ...otherPids] = listChildPids(primary.pid ?? 0);
  if (otherPids.length === 0) throw new Error('There is only one worker.');
  const acknowledgedIds = new Set<string>();
  let broken = 0;
  let refused = 0;
  let sentCount = 0;
  const buildNext = () => {
    const childNumber = (sentCount++ % families.childCount) + 1;
    return { url, request: buildRequest(call, `child${childNumber}`, families.signToken(childNumber)) };
  };
  const clients = startClients(CONNECTIONS, buildNext, ({ status, body }) => {
    if (status === 201) acknowledgedIds.add(JSON.parse(body).data.id);
    else if (status === undefined) broken += 1;
    else refused += 1;
  });
  await sleep(SECONDS_BEFORE * 1000);
  process.kill(workerPid, 'SIGKILL');
  await sleep(SECONDS_AFTER * 1000);
  await clients.stop();
  const storedCount = await countTodos(databaseUrl, [...acknowledgedIds]);
  return { acknowledged: acknowledgedIds.size, broken, refused, lost: acknowledgedIds.size - storedCount };
}

async function countTodos(connectionString: string, ids: readonly string[]): Promise<number> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from todos where id = any($1)', [ids]);
  await client.end();
  return rows[0]?.n ?? 0;
}
