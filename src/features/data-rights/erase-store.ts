import type { Tx } from '../../platform/database/index.ts';

/** The files of all submissions of a child. */
export async function listFileNames(tx: Tx, profileId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('submission_files')
    .innerJoin('submissions', 'submissions.id', 'submission_files.submission_id')
    .select('submission_files.name')
    .where('submissions.profile_id', '=', profileId)
    .orderBy('submission_files.name')
    .execute();
  return rows.map(({ name }) => name);
}

/** Deletes a profile. Foreign keys delete the rows that belong to it; rows without a foreign key are deleted here. */
export async function deleteProfile(tx: Tx, profileId: string): Promise<void> {
  await tx.deleteFrom('codes').where('subject', '=', profileId).execute();
  await tx.deleteFrom('idempotency_keys').where('subject', '=', profileId).execute();
  const created = tx.selectFrom('family_planets').select('id').where('founder_id', '=', profileId);
  await tx.deleteFrom('planet_members').where('planet_id', 'in', created).execute();
  await tx.deleteFrom('profiles').where('id', '=', profileId).execute();
}
