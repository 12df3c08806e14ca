import type { Reader } from '../../../platform/database/index.ts';
import { childrenOf } from '../../accounts/index.ts';

/** The total size of the files that a child has submitted, in bytes. */
export async function countFileBytes(db: Reader, profileId: string): Promise<number> {
  const { bytes } = await sumOfBytes(db).where('submission.profile_id', '=', profileId).executeTakeFirstOrThrow();
  return Number(bytes ?? 0);
}

/** The total size of the files of all children of a guardian, in bytes. */
export async function countFamilyBytes(db: Reader, guardianId: string): Promise<number> {
  const { bytes } = await sumOfBytes(db)
    .where('submission.profile_id', 'in', childrenOf(db, guardianId))
    .executeTakeFirstOrThrow();
  return Number(bytes ?? 0);
}

/** PostgreSQL returns a sum as text; the sum of no rows is null. */
function sumOfBytes(db: Reader) {
  return db
    .selectFrom('submission_files as file')
    .innerJoin('submissions as submission', 'submission.id', 'file.submission_id')
    .select(({ fn }) => fn.sum<number | string | null>('file.bytes').as('bytes'));
}
