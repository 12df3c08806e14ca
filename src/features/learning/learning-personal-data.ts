import { definePersonalDataTable, type PersonalDataTable } from '../../platform/database/index.ts';

/** The tables of this feature with data about a profile. */
export const learningPersonalDataTables: readonly PersonalDataTable[] = [
  definePersonalDataTable('attempts', { sortColumns: ['id'] }),
  definePersonalDataTable('task_states', { sortColumns: ['task_id'] }),
  definePersonalDataTable('place_states', { sortColumns: ['kind', 'place_id'] }),
  definePersonalDataTable('item_records', { sortColumns: ['task_id', 'item_id'] }),
  definePersonalDataTable('memories', { sortColumns: ['subject'] }),
  definePersonalDataTable('submissions', { sortColumns: ['id'] }),
];
