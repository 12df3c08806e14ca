import { definePersonalDataTable, type PersonalDataTable } from '../../platform/database/index.ts';

/** The tables of this feature with data about a profile. */
export const accountsPersonalDataTables: readonly PersonalDataTable[] = [
  { table: 'profiles', ownerColumn: 'id', sortColumns: ['id'] },
  { table: 'guardians', ownerColumn: 'child_id', sortColumns: ['rank'] },
  { table: 'guardians', ownerColumn: 'parent_id', sortColumns: ['child_id'] },
  { table: 'consents', ownerColumn: 'child_id', sortColumns: ['id'] },
  { table: 'consents', ownerColumn: 'parent_id', sortColumns: ['id'] },
  {
    table: 'invitations',
    ownerColumn: 'inviter_id',
    sortColumns: ['id'],
    excludedColumns: ['email_key', 'sealed_email', 'digest'],
  },
  definePersonalDataTable('deletions', { sortColumns: ['profile_id'] }),
  definePersonalDataTable('child_settings', { sortColumns: ['profile_id'] }),
];
