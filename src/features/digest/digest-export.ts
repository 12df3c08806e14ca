import { defineExportedTable, type ExportedTable } from '../../platform/database/index.ts';

/** The tables of this feature with data about a profile. Keyed hashes are left out: they carry no information for a person. */
export const exportedDigestTables: readonly ExportedTable[] = [defineExportedTable('letter_settings', ['profile_id'])];
