import type { Tables } from '../../schema/tables.ts';

/**
 * A table with rows of a profile, as its feature lists it for the export. `ownerColumn` is the column with the id of the profile,
 * `sortColumns` the columns to sort by, which are unique together, and `excluded` the columns to leave out.
 */
export interface ExportedTable {
  readonly table: keyof Tables;
  readonly ownerColumn: string;
  readonly sortColumns: readonly string[];
  readonly excluded?: readonly string[];
}

/** Defines an exported table whose owner column is `profile_id`. */
export function defineExportedTable(
  table: keyof Tables,
  columns: Pick<ExportedTable, 'sortColumns' | 'excluded'>,
): ExportedTable {
  return { table, ownerColumn: 'profile_id', ...columns };
}
