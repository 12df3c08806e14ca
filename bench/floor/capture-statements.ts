import { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Statement } from './replay-script.ts';

// Loaded before the service with `node --import`: reports which SQL the service runs. The parent sends 'record' before a
// request and 'report' after its response. Only the process that records runs with this file, never one that is measured.

const owners = new WeakMap<StatementSync, DatabaseSync>();
let transactions = 0;
let recorded: Statement[] = [];

const { prepare, exec } = DatabaseSync.prototype;
DatabaseSync.prototype.prepare = function (...args) {
  const statement = prepare.apply(this, args);
  owners.set(statement, this);
  return statement;
};
DatabaseSync.prototype.exec = function (sql) {
  countTransaction(sql);
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
  if (command === 'report') process.send?.(recorded);
  recorded = [];
});
process.channel?.unref();

function record(statement: StatementSync, bindings: unknown[]): void {
  const sql = statement.sourceSQL;
  if (countTransaction(sql)) return;
  const inTransaction = owners.get(statement)?.isTransaction;
  recorded.push({ sql, bindings: bindings as Statement['bindings'], transaction: inTransaction ? transactions : null });
}

/** Whether a statement begins or ends a transaction or a part of one. */
function countTransaction(sql: string): boolean {
  if (/^(begin|savepoint)/i.test(sql)) transactions += 1;
  return /^(begin|savepoint|release|commit|rollback)/i.test(sql);
}
