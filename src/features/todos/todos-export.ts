import { byProfile, type ExportedTable } from '../../platform/database/index.ts';

/** The tables of this feature with data about a profile. */
export const exportedTodosTables: readonly ExportedTable[] = [
  byProfile('todo_lists', ['profile_id']),
  byProfile('todos', ['position', 'id']),
  byProfile('todo_series', ['id']),
];
