import { defineExportedTable, type ExportedTable } from '../../platform/database/index.ts';

/** The tables of this feature with data about a profile. Keyed hashes are left out: they carry no information for a person. */
export const exportedPlanetsTables: readonly ExportedTable[] = [
  defineExportedTable('planet_members', ['planet_id']),
  { table: 'family_planets', owner: 'founder_id', order: ['id'], excluded: ['invite_hash'] },
];
