import { definePersonalDataTable, type PersonalDataTable } from '../../platform/database/index.ts';

/** The tables of this feature with data about a profile. */
export const todosPersonalDataTables: readonly PersonalDataTable[] = [
  definePersonalDataTable('todo_lists', { sortColumns: ['profile_id'] }),
  definePersonalDataTable('todos', { sortColumns: ['position', 'id'] }),
  definePersonalDataTable('todo_series', { sortColumns: ['id'] }),
];
