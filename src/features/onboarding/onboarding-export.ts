import { defineExportedTable, type ExportedTable } from '../../platform/database/index.ts';

/** The tables of this feature with data about a profile. */
export const exportedOnboardingTables: readonly ExportedTable[] = [
  defineExportedTable('onboardings', { sortColumns: ['profile_id'] }),
  defineExportedTable('privacy_readings', { sortColumns: ['profile_id'] }),
];
