import { defineExportedTable, type ExportedTable } from '../../platform/database/index.ts';

/** The tables of this feature with data about a profile. */
export const exportedPlanetsTables: readonly ExportedTable[] = [
  defineExportedTable('planet_members', { sortColumns: ['planet_id'] }),
  { table: 'family_planets', ownerColumn: 'founder_id', sortColumns: ['id'], excluded: ['invite_hash'] },
];
