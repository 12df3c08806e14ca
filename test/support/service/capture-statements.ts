import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { StatementSync } from 'node:sqlite';
import pg from 'pg';

/** The prototype of pg's `Query` class, which the types of pg do not contain. */
const queryPrototype = (pg as unknown as { Query: { prototype: PgQuery } }).Query.prototype;

interface PgQuery extends EventEmitter {
  text?: string;
  readonly values?: readonly unknown[];
  submit(connection: PgConnection): unknown;
}

interface PgConnection {
  readonly stream: Socket;
}

/** Runs `act` and returns the distinct SQL statements that read or change rows while it runs. */
export async function captureStatements(act: () => Promise<unknown>): Promise<string[]> {
  const statements = new Set<string>();
  const record = (text: string) => {
    if (/^\s*(select|insert|update|delete|with)\b/i.test(text)) statements.add(text);
  };
  const stopWatching = watchSqliteStatements(record);
  const stopWatchingPostgres = watchPostgresQueries(({ text = '' }) => record(text));
  try {
    await act();
  } finally {
    stopWatching();
    stopWatchingPostgres();
  }
  return [...statements];
}

/** Calls `record` before each query is sent to PostgreSQL, until the returned function is called. */
export function watchPostgresQueries(record: (query: PgQuery, connection: PgConnection) => void): () => void {
  const { submit } = queryPrototype;
  queryPrototype.submit = function (connection) {
    record(this, connection);
    return submit.call(this, connection);
  };
  return () => {
    queryPrototype.submit = submit;
  };
}

/** Calls `record` before each statement on SQLite, until the returned function is called. */
export function watchSqliteStatements(record: (sql: string, bindings: readonly unknown[]) => void): () => void {
  const methods = ['all', 'get', 'run', 'iterate'] as const;
  const originals = methods.map((method) => StatementSync.prototype[method]);
  for (const [i, method] of methods.entries()) {
    StatementSync.prototype[method] = function (this: StatementSync, ...bindings: unknown[]) {
      record(this.sourceSQL, bindings);
      return (originals[i] as (...bindings: unknown[]) => unknown).apply(this, bindings);
    } as never; // this function has the same parameters and results as the original one
  }
  return () => {
    for (const [i, method] of methods.entries()) StatementSync.prototype[method] = originals[i] as never;
  };
}
