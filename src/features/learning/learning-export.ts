import { defineExportedTable, type ExportedTable } from '../../platform/database/index.ts';

/** The tables of this feature with data about a profile. */
export const exportedLearningTables: readonly ExportedTable[] = [
  defineExportedTable('attempts', { sortColumns: ['id'] }),
  defineExportedTable('task_states', { sortColumns: ['task_id'] }),
  defineExportedTable('place_states', { sortColumns: ['kind', 'place_id'] }),
  defineExportedTable('item_records', { sortColumns: ['task_id', 'item_id'] }),
  defineExportedTable('memories', { sortColumns: ['subject'] }),
  defineExportedTable('submissions', { sortColumns: ['id'] }),
];
