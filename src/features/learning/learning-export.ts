import { byProfile, type ExportedTable } from '../../platform/database/index.ts';

/** The tables of this feature with data about a profile. */
export const exportedLearningTables: readonly ExportedTable[] = [
  byProfile('attempts', ['id']),
  byProfile('task_states', ['task_id']),
  byProfile('place_states', ['kind', 'place_id']),
  byProfile('item_records', ['task_id', 'item_id']),
  byProfile('submissions', ['id']),
];
