import type { Database } from '../../../platform/database/index.ts';
import type { MovedTable } from '../../../platform/database/move/moved-tables.ts';
import { computeChecksum, countRows } from '../../../platform/database/move/rows-store.ts';
import { compareFiles, type FileProblem, listFileBatches } from './move-files.ts';
import { formatCount, showProgress } from './progress-display.ts';
import type { FileStore } from './sides.ts';

interface Side {
  readonly database: Pick<Database, 'db'>;
  readonly store: FileStore;
}

/**
 * Compares all rows and files of the source and the target, and prints the number of rows and the checksum of each table.
 * Returns whether both sides are equal.
 */
export async function compareSides(source: Side, target: Side, tables: readonly MovedTable[]): Promise<boolean> {
  const haveEqualRows = await compareRows(source, target, tables);
  const haveEqualFiles = source.store.location === target.store.location || (await compareAllFiles(source, target));
  console.log(haveEqualRows && haveEqualFiles ? 'Both sides are equal.' : 'The sides are NOT equal.');
  return haveEqualRows && haveEqualFiles;
}

async function compareRows(source: Side, target: Side, tables: readonly MovedTable[]): Promise<boolean> {
  let total = 0;
  for (const table of tables) for (const { database } of [source, target]) total += await countRows(database.db, table);
  const display = showProgress('Comparing rows', { total });
  const lines: string[] = [];
  let isEqual = true;
  for (const table of tables) {
    const [sourceChecksum, targetChecksum] = await Promise.all(
      [source, target].map(({ database }) => computeChecksum(database.db, table, display.add)),
    );
    const name = table.name.padEnd(20);
    lines.push(`${name} ${formatCount(sourceChecksum?.count ?? 0).padStart(12)} rows  ${sourceChecksum}`);
    if (String(sourceChecksum) === String(targetChecksum) && sourceChecksum?.count === targetChecksum?.count) continue;
    isEqual = false;
    lines.push(
      `${name} ${formatCount(targetChecksum?.count ?? 0).padStart(12)} rows  ${targetChecksum}  in the target: DIFFERENT`,
    );
  }
  display.end();
  for (const line of lines) console.log(line);
  return isEqual;
}

/**
 * Compares all files. A file that is missing on both sides is printed, but is not a difference: it was missing before the move.
 */
async function compareAllFiles(source: Side, target: Side): Promise<boolean> {
  const problems: FileProblem[] = [];
  let fileCount = 0;
  for await (const names of listFileBatches(source.database)) {
    problems.push(...(await compareFiles(source.store.files, target.store.files, names)));
    fileCount += names.length;
  }
  for (const { name, problem } of problems) console.log(`${name}: ${problem}`);
  const equalCount = fileCount - problems.length;
  console.log(`${formatCount(equalCount)} of ${formatCount(fileCount)} files have the same SHA-256 hash.`);
  return problems.every(({ problem }) => problem === 'missing in both');
}
