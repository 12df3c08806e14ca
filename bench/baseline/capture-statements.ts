import { DatabaseSync } from 'node:sqlite';
import { watchSqliteStatements } from '../../test/support/service/capture-statements.ts';
import type { Statement } from './replay-script.ts';

// Loaded before the service with `node --import`: captures the SQL that the service runs. The parent process sends 'record'
// before a request and 'report' after its response. A process that is measured never loads this file.

let transactionCount = 0;
let isInTransaction = false;
let recordedStatements: Statement[] = [];

const { exec } = DatabaseSync.prototype;
DatabaseSync.prototype.exec = function (sql) {
  followTransaction(sql);
  exec.call(this, sql);
};
watchSqliteStatements((sql, bindings) => {
  if (followTransaction(sql)) return;
  const transaction = isInTransaction ? transactionCount : null;
  recordedStatements.push({ sql, bindings: bindings as Statement['bindings'], transaction });
});

process.on('message', (command) => {
  if (command === 'report') process.send?.(recordedStatements);
  recordedStatements = [];
});
process.channel?.unref();

/** Returns whether a statement begins or ends a transaction or a savepoint. No read outside the transaction runs within it. */
function followTransaction(sql: string): boolean {
  const [word] = /^(begin|savepoint|release|commit|rollback)/i.exec(sql) ?? [];
  if (word === 'begin' || word === 'savepoint') transactionCount += 1;
  if (word === 'begin') isInTransaction = true;
  if (word === 'commit') isInTransaction = false;
  return word !== undefined;
}
