import { DatabaseSync } from 'node:sqlite';
import { watchPostgresQueries, watchSqliteStatements } from '../../test/support/service/capture-statements.ts';
import type { Statement } from './replay-script.ts';

// Loaded before the service with `node --import`: captures the SQL that the service runs. The parent process sends 'record'
// before a request and 'report' after its response. A process that is measured never loads this file.

let transactionCount = 0;
let isInTransaction = false;
let pendingCount = 0;
let flightCount = 0;
let recordedStatements: Statement[] = [];

const { exec } = DatabaseSync.prototype;
DatabaseSync.prototype.exec = function (sql) {
  followTransaction(sql);
  exec.call(this, sql);
};
const record = (sql: string, bindings: readonly unknown[]) => {
  if (followTransaction(sql)) return;
  const transaction = isInTransaction ? transactionCount : null;
  recordedStatements.push({ sql, bindings: bindings as Statement['bindings'], transaction, flight: flightCount });
};
watchSqliteStatements(record);
watchPostgresQueries((query) => {
  if (pendingCount === 0) flightCount += 1;
  pendingCount += 1;
  query.once('end', () => {
    pendingCount -= 1;
  });
  record(query.text ?? '', query.values ?? []);
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
