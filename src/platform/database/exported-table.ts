import type { Tables } from '../../schema/tables.ts';

/** A table with rows of a profile, as its feature lists it for the export: the owner column, a unique order, and columns to leave out. */
export interface ExportedTable {
  readonly table: keyof Tables;
  readonly owner: string;
  readonly order: readonly string[];
  readonly excluded?: readonly string[];
}

/** A table whose owner column is `profile_id`. */
export function byProfile(
  table: keyof Tables,
  order: readonly string[],
  excluded: readonly string[] = [],
): ExportedTable {
  return { table, owner: 'profile_id', order, excluded };
}
