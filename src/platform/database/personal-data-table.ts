import type { Tables } from '../../schema/tables.ts';

/**
 * A table with rows of a profile, as its feature lists it for the export and the erasure. `ownerColumn` is the column with the id of the profile,
 * `sortColumns` the columns to sort by, which are unique together, and `excluded` the columns to leave out.
 */
export interface PersonalDataTable {
  readonly table: keyof Tables;
  readonly ownerColumn: string;
  readonly sortColumns: readonly string[];
  readonly excluded?: readonly string[];
}

/** Defines a table whose owner column is `profile_id`. */
export function definePersonalDataTable(
  table: keyof Tables,
  columns: Pick<PersonalDataTable, 'sortColumns' | 'excluded'>,
): PersonalDataTable {
  return { table, ownerColumn: 'profile_id', ...columns };
}
