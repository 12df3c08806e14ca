import { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Statement } from './replay-script.ts';

// Loaded before the service with `node --import`: captures the SQL that the service runs. The parent process sends 'record'
// before a request and 'report' after its response. A process that is measured never loads this file.

const databases = new WeakMap<StatementSync, DatabaseSync>();
let transactionCount = 0;
let recordedStatements: Statement[] = [];

const { prepare, exec } = DatabaseSync.prototype;
DatabaseSync.prototype.prepare = function (...args) {
  const statement = prepare.apply(this, args);
  databases.set(statement, this);
  return statement;
};
DatabaseSync.prototype.exec = function (sql) {
  countTransactionStart(sql);
  exec.call(this, sql);
};
for (const method of ['all', 'get', 'run', 'iterate'] as const) {
  const original = StatementSync.prototype[method] as (...bindings: unknown[]) => unknown;
  StatementSync.prototype[method] = function (this: StatementSync, ...bindings: unknown[]) {
    record(this, bindings);
    return original.apply(this, bindings);
  } as never; // the same parameters and results as the original
}

process.on('message', (command) => {
  if (command === 'report') process.send?.(recordedStatements);
  recordedStatements = [];
});
process.channel?.unref();

function record(statement: StatementSync, bindings: unknown[]): void {
  const sql = statement.sourceSQL;
  if (isTransactionControl(sql)) return void countTransactionStart(sql);
  const isInTransaction = databases.get(statement)?.isTransaction;
  recordedStatements.push({
    sql,
    bindings: bindings as Statement['bindings'],
    transaction: isInTransaction ? transactionCount : null,
  });
}

function countTransactionStart(sql: string): void {
  if (/^(begin|savepoint)/i.test(sql)) transactionCount += 1;
}

/** Whether a statement begins or ends a transaction or a savepoint. */
function isTransactionControl(sql: string): boolean {
  return /^(begin|savepoint|release|commit|rollback)/i.test(sql);
}
