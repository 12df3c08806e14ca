import { defineExportedTable, type ExportedTable } from '../../platform/database/index.ts';

/** The tables of this feature with data about a profile. */
export const exportedDigestTables: readonly ExportedTable[] = [
  defineExportedTable('letter_settings', { sortColumns: ['profile_id'] }),
];
