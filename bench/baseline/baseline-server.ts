import cluster from 'node:cluster';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { createBinder, type ReplayScript } from './replay-script.ts';

// The baseline that the service is compared with: a server without a framework, validation, limits, logs or metrics. It runs the
// same SQL statements (prepared; with group commit on SQLite, and sent as early as the service sends them on PostgreSQL), checks the
// token with as few operations as possible, and uses JSON.stringify.

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

/** Runs the statements of a request for a child. `toNewId` replaces a recorded id with a new one. */
type RunScript = (childNumber: string, toNewId: (recorded: string) => string) => Promise<void>;

const [inputFile = ''] = process.argv.slice(2);
const input = JSON.parse(readFileSync(inputFile, 'utf8')) as BaselineInput; // written by start-servers.ts
const tokenKey = Buffer.from(input.tokenKey, 'base64url');
const isPostgres = input.database.startsWith('postgres:');
const prepare = isPostgres ? openPostgres(input.database) : openSqlite(input.database.slice('sqlite:'.length));
const calls = new Map(
  Object.entries(input.calls).map(([key, call]) => [key, { ...call, preparedScripts: call.scripts.map(prepare) }]),
);

let requestCount = 0;
let idCount = 0;

if (isPostgres && cluster.isPrimary) for (let i = 0; i < 2; i += 1) cluster.fork();
else listen();

function listen() {
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
}

function openSqlite(file: string): (script: ReplayScript) => RunScript {
  const reader = new DatabaseSync(file);
  const writer = new DatabaseSync(file);
  writer.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
  let pendingWrites: { run: () => void; done: () => void }[] = [];
  const commit = () => {
    const batch = pendingWrites;
    pendingWrites = [];
    writer.exec('begin immediate');
    for (const { run } of batch) run();
    writer.exec('commit');
    for (const { done } of batch) done();
  };
  /** Runs all writes that arrive in one turn of the event loop in one transaction. Each promise resolves after the commit. */
  const runInSharedTransaction = (run: () => void) =>
    new Promise<void>((done) => {
      if (pendingWrites.push({ run, done }) === 1) setImmediate(commit);
    });
  return (script) => {
    const groups = script.map(({ isTransaction, statements }) => {
      const prepared = statements.map(({ sql, bindings }) => {
        return { statement: (isTransaction ? writer : reader).prepare(sql), bind: createBinder(bindings) };
      });
      return { isTransaction, prepared };
    });
    return async (childNumber, toNewId) => {
      for (const { isTransaction, prepared } of groups) {
        const run = () => {
          for (const { statement, bind } of prepared) statement.all(...bind(childNumber, toNewId));
        };
        if (isTransaction) await runInSharedTransaction(run);
        else run();
      }
    };
  };
}

function openPostgres(url: string): (script: ReplayScript) => RunScript {
  const pool = new pg.Pool({ connectionString: url, pipeline: true } as pg.PoolConfig);
  const names = new Map<string, string>();
  return (script) => {
    const groups = script.map(({ isTransaction, statements }) => {
      const prepared = statements.map(({ sql: text, bindings, flight }) => {
        const name = names.get(text) ?? `statement ${names.size}`;
        names.set(text, name);
        return { name, text, flight, bind: createBinder(bindings) };
      });
      return { isTransaction, prepared };
    });
    return async (childNumber, toNewId) => {
      for (const { isTransaction, prepared } of groups) {
        const client = isTransaction ? await pool.connect() : pool;
        const sent: Promise<unknown>[] = isTransaction ? [client.query('begin')] : [];
        let previousFlight = prepared[0]?.flight;
        for (const { name, text, flight, bind } of prepared) {
          if (flight !== previousFlight) await Promise.all(sent.splice(0));
          previousFlight = flight;
          sent.push(client.query({ name, text, values: bind(childNumber, toNewId) }));
        }
        if (isTransaction) sent.push(client.query('commit'));
        await Promise.all(sent);
        if ('release' in client) client.release();
      }
    };
  };
}

type PreparedCall = BaselineCall & { readonly preparedScripts: readonly RunScript[] };

async function respond(
  { preparedScripts, status, body }: PreparedCall,
  caller: string | undefined,
  response: ServerResponse,
) {
  if (!caller) return void response.writeHead(401).end();
  const childNumber = caller.slice('child'.length);
  const runScript = preparedScripts[requestCount++ % preparedScripts.length] as RunScript; // there is at least one
  const newIds = new Map<string, string>();
  const toNewId = (recorded: string) => {
    const id = newIds.get(recorded) ?? `new-${process.pid}-${(idCount++).toString(36)}`.padEnd(recorded.length, '-');
    newIds.set(recorded, id);
    return id;
  };
  await runScript(childNumber, toNewId);
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
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
