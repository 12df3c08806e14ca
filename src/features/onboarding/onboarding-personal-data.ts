import { definePersonalDataTable, type PersonalDataTable } from '../../platform/database/index.ts';

/** The tables of this feature with data about a profile. */
export const onboardingPersonalDataTables: readonly PersonalDataTable[] = [
  definePersonalDataTable('onboardings', { sortColumns: ['profile_id'] }),
  definePersonalDataTable('privacy_readings', { sortColumns: ['profile_id'] }),
];
