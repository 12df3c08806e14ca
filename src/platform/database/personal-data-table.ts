import type { Tables } from '../../schema/tables.ts';

/**
 * A table whose rows belong to profiles. Each feature lists its tables for the export and the erasure of a profile. `ownerColumn`
 * contains the id of the profile. `sortColumns` are unique together and determine the order of the export. The export omits the
 * `excludedColumns`.
 */
export interface PersonalDataTable {
  readonly table: keyof Tables;
  readonly ownerColumn: string;
  readonly sortColumns: readonly string[];
  readonly excludedColumns?: readonly string[];
}

/** Defines a table whose owner column is `profile_id`. */
export function definePersonalDataTable(
  table: keyof Tables,
  columns: Pick<PersonalDataTable, 'sortColumns' | 'excludedColumns'>,
): PersonalDataTable {
  return { table, ownerColumn: 'profile_id', ...columns };
}
