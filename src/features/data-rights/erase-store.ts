import type { Tx } from '../../platform/database/index.ts';

/** The files of everything that a child has handed in. */
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

/** Deletes a profile. What belongs to it goes by its foreign keys; what only names it, here. */
export async function deleteProfile(tx: Tx, profileId: string): Promise<void> {
  await tx.deleteFrom('codes').where('subject', '=', profileId).execute();
  await tx.deleteFrom('idempotency_keys').where('subject', '=', profileId).execute();
  const founded = tx.selectFrom('family_planets').select('id').where('founder_id', '=', profileId);
  await tx.deleteFrom('planet_members').where('planet_id', 'in', founded).execute();
  await tx.deleteFrom('profiles').where('id', '=', profileId).execute();
}
