import type { Reader } from '../../../platform/database/index.ts';

/** How many bytes of pictures and recordings a child has handed in. */
export async function countFileBytes(db: Reader, profileId: string): Promise<number> {
  const { bytes } = await filesIn(db).where('work.profile_id', '=', profileId).executeTakeFirstOrThrow();
  return Number(bytes ?? 0);
}

/** The same of all the children of a guardian. */
export async function countFamilyBytes(db: Reader, guardianId: string): Promise<number> {
  const children = db.selectFrom('guardians').select('child_id').where('parent_id', '=', guardianId);
  const { bytes } = await filesIn(db).where('work.profile_id', 'in', children).executeTakeFirstOrThrow();
  return Number(bytes ?? 0);
}

/** PostgreSQL sums to text; no rows sum to null. */
function filesIn(db: Reader) {
  return db
    .selectFrom('submission_files as file')
    .innerJoin('submissions as work', 'work.id', 'file.submission_id')
    .select(({ fn }) => fn.sum<number | string | null>('file.bytes').as('bytes'));
}
