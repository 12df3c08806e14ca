import { defineExportedTable, type ExportedTable } from '../../platform/database/index.ts';

/** The tables of this feature with data about a profile. */
export const exportedLearningTables: readonly ExportedTable[] = [
  defineExportedTable('attempts', ['id']),
  defineExportedTable('task_states', ['task_id']),
  defineExportedTable('place_states', ['kind', 'place_id']),
  defineExportedTable('item_records', ['task_id', 'item_id']),
  defineExportedTable('memories', ['subject']),
  defineExportedTable('submissions', ['id']),
];
