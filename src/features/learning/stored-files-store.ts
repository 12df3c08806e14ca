import type { TxContext } from '../../platform/context.ts';
import type { Handle } from '../../platform/database/index.ts';

/** The tables that reference files: those of submissions, and recordings of parents. */
export const FILE_TABLES = ['submission_files', 'recordings'] as const;
type FileTable = (typeof FILE_TABLES)[number];

/** Returns the names from `names` that a row of one of the tables references. */
export async function listReferencedFileNames(
  handle: Handle,
  names: readonly string[],
  tables: readonly FileTable[] = FILE_TABLES,
): Promise<string[]> {
  return listNames(tables, (table) => selectNames(handle, table).where('name', 'in', names));
}

/** At most `limit` names of files, in alphabetical order, after the name `afterName`. */
export async function listFileNames(handle: Handle, afterName: string, limit: number): Promise<string[]> {
  const names = await listNames(FILE_TABLES, (table) =>
    selectNames(handle, table).where('name', '>', afterName).orderBy('name').limit(limit),
  );
  return names.sort().slice(0, limit);
}

/** Whether any file is referenced. */
export async function hasFiles(handle: Handle): Promise<boolean> {
  return (await listNames(FILE_TABLES, (table) => selectNames(handle, table).limit(1))).length > 0;
}

export async function deleteFileRows({ db }: TxContext, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  for (const table of FILE_TABLES) await db.deleteFrom(table).where('name', 'in', names).execute();
}

/** The names that a query finds in each of the tables. */
async function listNames(
  tables: readonly FileTable[],
  select: (table: FileTable) => ReturnType<typeof selectNames>,
): Promise<string[]> {
  const rows = await Promise.all(tables.map((table) => select(table).execute()));
  return rows.flat().map(({ name }) => name);
}

/** Kysely has no type for a query whose table is one of two. Both have the column. */
function selectNames({ db }: Handle, table: FileTable) {
  return db.selectFrom(table as 'recordings').select('name');
}
