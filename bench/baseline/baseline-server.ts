import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { createBinder, type ReplayScript } from './replay-script.ts';

// The baseline that the service is compared with: a server without a framework, validation, limits, logs or metrics. It runs the
// same SQL statements (prepared, with group commit), checks the token with as few operations as possible, and uses JSON.stringify.

/** The content of the file that the baseline reads. Each key of `calls` is a method and a path. */
export interface BaselineInput {
  readonly database: string;
  readonly tokenKey: string;
  readonly calls: Readonly<Record<string, BaselineCall>>;
}

export interface BaselineCall {
  /** Scripts that were recorded for several children, because the cost depends on their data. Requests use them in turn. */
  readonly scripts: readonly ReplayScript[];
  readonly status: number;
  /** The body of the service's response. */
  readonly body: object;
}

/** Runs statements for a child. `toNewId` replaces a recorded id with a new one. */
type RunStatements = (childNumber: string, toNewId: (recorded: string) => string) => void;

const [inputFile = ''] = process.argv.slice(2);
const input = JSON.parse(readFileSync(inputFile, 'utf8')) as BaselineInput; // written by start-servers.ts
const tokenKey = Buffer.from(input.tokenKey, 'base64url');
const reader = new DatabaseSync(input.database);
const writer = new DatabaseSync(input.database);
writer.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
const calls = new Map(
  Object.entries(input.calls).map(([key, call]) => [
    key,
    { ...call, preparedScripts: call.scripts.map(prepareScript) },
  ]),
);

let requestCount = 0;
let idCount = 0;
let pendingWrites: { run: () => void; done: () => void }[] = [];

createServer((request, response) => {
  const call = calls.get(`${request.method} ${request.url}`);
  if (!call) return void response.writeHead(404).end();
  if (request.method === 'GET') return void respond(call, authenticate(request), response);
  let text = '';
  request.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
  });
  request.on('end', () => {
    JSON.parse(text); // as the service does
    void respond(call, authenticate(request), response);
  });
}).listen(Number(process.env.PORT), '127.0.0.1');

function prepareScript(script: ReplayScript): { isTransaction: boolean; run: RunStatements }[] {
  return script.map(({ isTransaction, statements }) => {
    const prepared = statements.map(({ sql, bindings }) => {
      return { statement: (isTransaction ? writer : reader).prepare(sql), bind: createBinder(bindings) };
    });
    const run: RunStatements = (childNumber, toNewId) => {
      for (const { statement, bind } of prepared) statement.all(...bind(childNumber, toNewId));
    };
    return { isTransaction, run };
  });
}

type PreparedCall = BaselineCall & { readonly preparedScripts: readonly ReturnType<typeof prepareScript>[] };

async function respond(
  { preparedScripts, status, body }: PreparedCall,
  caller: string | undefined,
  response: ServerResponse,
) {
  if (!caller) return void response.writeHead(401).end();
  const childNumber = caller.slice('child'.length);
  const statementGroups = preparedScripts[requestCount++ % preparedScripts.length] ?? [];
  const newIds = new Map<string, string>();
  const toNewId = (recorded: string) => {
    const id = newIds.get(recorded) ?? `new-${(idCount++).toString(36)}`.padEnd(recorded.length, '-');
    newIds.set(recorded, id);
    return id;
  };
  for (const { isTransaction, run } of statementGroups) {
    if (isTransaction) await runInSharedTransaction(() => run(childNumber, toNewId));
    else run(childNumber, toNewId);
  }
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}

/** Runs all writes that arrive in one turn of the event loop in one transaction. Each promise resolves after the commit. */
function runInSharedTransaction(run: () => void): Promise<void> {
  return new Promise((done) => {
    if (pendingWrites.push({ run, done }) === 1) setImmediate(commit);
  });
}

function commit(): void {
  const batch = pendingWrites;
  pendingWrites = [];
  writer.exec('begin immediate');
  for (const { run } of batch) run();
  writer.exec('commit');
  for (const { done } of batch) done();
}

/** Checks the signature and the expiry of the token. One of the recorded statements checks that the session is active. */
function authenticate({ headers: { authorization = '' } }: IncomingMessage): string | undefined {
  const [header = '', payload = '', signature = ''] = authorization.slice('Bearer '.length).split('.');
  const expected = createHmac('sha256', tokenKey).update(`${header}.${payload}`).digest();
  const received = Buffer.from(signature, 'base64url');
  if (received.length !== expected.length || !timingSafeEqual(received, expected)) return undefined;
  const { sub, exp } = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return exp > Date.now() / 1000 ? sub : undefined;
}
