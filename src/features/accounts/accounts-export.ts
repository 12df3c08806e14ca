import { defineExportedTable, type ExportedTable } from '../../platform/database/index.ts';

/** The tables of this feature with data about a profile. */
export const exportedAccountsTables: readonly ExportedTable[] = [
  { table: 'profiles', owner: 'id', order: ['id'] },
  { table: 'guardians', owner: 'child_id', order: ['rank'] },
  { table: 'guardians', owner: 'parent_id', order: ['child_id'] },
  { table: 'consents', owner: 'child_id', order: ['id'] },
  { table: 'consents', owner: 'parent_id', order: ['id'] },
  { table: 'invitations', owner: 'inviter_id', order: ['id'], excluded: ['email_key', 'sealed_email', 'digest'] },
  defineExportedTable('deletions', ['profile_id']),
  defineExportedTable('child_settings', ['profile_id']),
];
