import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { verify } from '@node-rs/argon2';
import { createBinder, type ReplayScript } from './replay-script.ts';

// The floor is the baseline that the service is compared with: a server without a framework, validation, limits, logs and metrics. It runs the same
// statements (prepared, with shared commits), the cheapest correct check of a token, and JSON.stringify.

/** What the floor needs in a file: how to answer each call, by method and URL. */
export interface FloorInput {
  readonly database: string;
  readonly tokenKey: string;
  readonly pinPepper: string;
  readonly calls: Readonly<Record<string, FloorCall>>;
}

export interface FloorCall {
  /** The plans of several children, which differ in the cost of their values. Requests use them in turn. */
  readonly plans: readonly ReplayScript[];
  readonly status: number;
  /** The body of the service's response. */
  readonly answer: object;
  /** The PIN and its hash, for a call that compares one. */
  readonly pin: { readonly pin: string; readonly hash: string } | null;
}

type Run = (child: string, toNewId: (recorded: string) => string) => void;

const [inputFile = '', port = '0'] = process.argv.slice(2);
const input = JSON.parse(readFileSync(inputFile, 'utf8')) as FloorInput; // written by record.ts
const tokenKey = Buffer.from(input.tokenKey, 'base64url');
const pinPepper = Buffer.from(input.pinPepper, 'base64url');
const reader = new DatabaseSync(input.database);
const writer = new DatabaseSync(input.database);
writer.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
const calls = new Map(
  Object.entries(input.calls).map(([key, call]) => [key, { ...call, plans: call.plans.map(prepare) }]),
);

let answered = 0;
let ids = 0;
let waiting: { run: () => void; done: () => void }[] = [];

createServer((request, response) => {
  const call = calls.get(`${request.method} ${request.url}`);
  if (!call) return void response.writeHead(404).end();
  if (request.method === 'GET') return void answer(call, authenticate(request), response);
  let text = '';
  request.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
  });
  request.on('end', () => {
    const body = JSON.parse(text);
    void answer(call, call.pin ? body.profile_id : authenticate(request), response);
  });
}).listen(Number(port), '127.0.0.1');

function prepare(plan: ReplayScript): { isTransaction: boolean; run: Run }[] {
  return plan.map(({ isTransaction, steps }) => {
    const prepared = steps.map(({ sql, bindings }) => {
      return { statement: (isTransaction ? writer : reader).prepare(sql), bind: createBinder(bindings) };
    });
    const run: Run = (child, toNewId) => {
      for (const { statement, bind } of prepared) statement.all(...bind(child, toNewId));
    };
    return { isTransaction, run };
  });
}

type PreparedCall = Omit<FloorCall, 'plans'> & { readonly plans: readonly ReturnType<typeof prepare>[] };

async function answer({ plans, status, answer, pin }: PreparedCall, caller: string | undefined, to: ServerResponse) {
  if (!caller) return void to.writeHead(401).end();
  const child = caller.slice('child'.length);
  const groups = plans[answered++ % plans.length] ?? [];
  const newIds = new Map<string, string>();
  const toNewId = (recorded: string) => {
    const id = newIds.get(recorded) ?? `new-${(ids++).toString(36)}`.padEnd(recorded.length, '-');
    newIds.set(recorded, id);
    return id;
  };
  for (const [i, { isTransaction, run }] of groups.entries()) {
    if (pin && i === groups.length - 1) await verify(pin.hash, pin.pin, { secret: pinPepper });
    if (isTransaction) await inSharedTransaction(() => run(child, toNewId));
    else run(child, toNewId);
  }
  to.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(answer));
}

/** Writes that arrive in one turn of the event loop share one commit; each is answered after it. */
function inSharedTransaction(run: () => void): Promise<void> {
  return new Promise((done) => {
    if (waiting.push({ run, done }) === 1) setImmediate(commit);
  });
}

function commit(): void {
  const batch = waiting;
  waiting = [];
  writer.exec('begin immediate');
  for (const { run } of batch) run();
  writer.exec('commit');
  for (const { done } of batch) done();
}

/** Signature and expiry; whether the session is live is one of the statements. */
function authenticate({ headers: { authorization = '' } }: IncomingMessage): string | undefined {
  const [head = '', body = '', signature = ''] = authorization.slice('Bearer '.length).split('.');
  const expected = createHmac('sha256', tokenKey).update(`${head}.${body}`).digest();
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const { sub, exp } = JSON.parse(Buffer.from(body, 'base64url').toString());
  return exp > Date.now() / 1000 ? sub : undefined;
}
