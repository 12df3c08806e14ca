import { definePersonalDataTable, type PersonalDataTable } from '../../platform/database/index.ts';

/** The tables of this feature with data about a profile. */
export const planetsPersonalDataTables: readonly PersonalDataTable[] = [
  definePersonalDataTable('planet_members', { sortColumns: ['planet_id'] }),
  { table: 'family_planets', ownerColumn: 'founder_id', sortColumns: ['id'], excludedColumns: ['invite_hash'] },
];
