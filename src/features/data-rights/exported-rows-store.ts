import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import { listSubmissionFilesPage, type SubmissionFileKey } from '../learning/index.ts';
import type { PersonalDataTable } from './personal-data-tables.ts';

export type ExportedRow = Readonly<Record<string, unknown>>;

/** Rows per query. This limits the memory use and how long the event loop is blocked. */
const ROWS_PER_PAGE = 100;

type Columns = readonly string[];

/**
 * The exported rows of a profile in one table, a page at a time. Each page is a separate query, so a slow download
 * occupies no connection, lock or snapshot. The values of `sortColumns` are unique within the profile. Every table that
 * can be long has an index on these columns, so every page costs the same.
 */
export function readExportedPages(
  { db }: Context,
  { table, ownerColumn, sortColumns, excludedColumns = [] }: PersonalDataTable,
  id: string,
): AsyncGenerator<ExportedRow[]> {
  return readPages(async (lastRow) => {
    // The names come from PERSONAL_DATA_TABLES, never from a request. Kysely has no type for a table whose name is a
    // variable, so the type is that of an arbitrary table.
    const query = db
      .selectFrom(table as 'todos')
      .selectAll()
      .where(sql.ref(ownerColumn), '=', id)
      .$if(lastRow !== undefined, (query) => query.where(isAfter(sortColumns, lastRow ?? {})));
    return sortColumns
      .reduce((sorted, column) => sorted.orderBy(sql.ref(column)), query)
      .limit(ROWS_PER_PAGE)
      .execute();
  }, excludedColumns);
}

/** The rows of the files of all submissions of a child, a page at a time, each with the id of its submission. */
export function readExportedFilePages(ctx: Context, profileId: string): AsyncGenerator<ExportedRow[]> {
  return readPages((lastRow) =>
    listSubmissionFilesPage(ctx, profileId, lastRow as SubmissionFileKey | undefined, ROWS_PER_PAGE),
  );
}

function isAfter(sortColumns: Columns, lastRow: ExportedRow) {
  const columns = sql.join(sortColumns.map((column) => sql.ref(column)));
  return sql<boolean>`(${columns}) > (${sql.join(sortColumns.map((column) => lastRow[column]))})`;
}

async function* readPages(
  read: (lastRow?: ExportedRow) => Promise<ExportedRow[]>,
  excludedColumns: Columns = [],
): AsyncGenerator<ExportedRow[]> {
  let rows = await read();
  while (rows.length > 0) {
    yield rows.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([column]) => !excludedColumns.includes(column))),
    );
    if (rows.length < ROWS_PER_PAGE) return;
    await setImmediate(); // SQLite is synchronous, so other requests run only between two pages
    rows = await read(rows.at(-1));
  }
}
