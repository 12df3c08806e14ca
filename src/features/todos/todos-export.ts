import { defineExportedTable, type ExportedTable } from '../../platform/database/index.ts';

/** The tables of this feature with data about a profile. */
export const exportedTodosTables: readonly ExportedTable[] = [
  defineExportedTable('todo_lists', { sortColumns: ['profile_id'] }),
  defineExportedTable('todos', { sortColumns: ['position', 'id'] }),
  defineExportedTable('todo_series', { sortColumns: ['id'] }),
];
