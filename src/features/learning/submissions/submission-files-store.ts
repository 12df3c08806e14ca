import { isStorable } from '../../../core/text/normalize-text.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import type { SubmissionFileRow, SubmissionRow } from '../../../schema/tables.ts';
import { selectChildIds } from '../../accounts/index.ts';

/** A picture or recording of a submission. A split database can join it only by `profile_id` as well (docs/scaling.md). */
export type SubmissionFile = Omit<SubmissionFileRow, 'profile_id'>;

export async function insertSubmissionFiles(
  { db }: TxContext,
  { profile_id }: Pick<SubmissionRow, 'profile_id'>,
  files: readonly SubmissionFile[],
): Promise<void> {
  if (files.length === 0) return;
  await db
    .insertInto('submission_files')
    .values(files.map((file) => ({ ...file, profile_id })))
    .execute();
}

/** The files of these submissions, sorted by submission and position. */
export async function listSubmissionFiles(
  { db }: Context,
  submissionIds: readonly string[],
): Promise<SubmissionFile[]> {
  if (submissionIds.length === 0) return [];
  return db
    .selectFrom('submission_files')
    .select(['id', 'submission_id', 'position', 'name', 'mime', 'bytes'])
    .where('submission_id', 'in', submissionIds)
    .orderBy('submission_id')
    .orderBy('position')
    .orderBy('id')
    .execute();
}

/** The owner and the MIME type of a file. `name` can be any text from a request. */
export async function findSubmissionFile(
  { db }: Context,
  name: string,
): Promise<{ profile_id: string; mime: string } | undefined> {
  if (!isStorable(name)) return undefined;
  return db.selectFrom('submission_files').select(['profile_id', 'mime']).where('name', '=', name).executeTakeFirst();
}

/** Identifies a file in the order of `listSubmissionFilesPage`. */
export type SubmissionFileKey = Pick<SubmissionFile, 'submission_id' | 'position'>;

/** At most `limit` files of a child's submissions, after the file with the key `afterKey`, sorted by submission and position. */
export async function listSubmissionFilesPage(
  { db }: Context,
  profileId: string,
  afterKey: SubmissionFileKey | undefined,
  limit: number,
) {
  return db
    .selectFrom('submission_files')
    .innerJoin('submissions', (join) =>
      join
        .onRef('submissions.id', '=', 'submission_files.submission_id')
        .onRef('submissions.profile_id', '=', 'submission_files.profile_id'),
    )
    .select(['submission_files.id', 'submission_id', 'position', 'name', 'mime', 'bytes'])
    .where('submissions.profile_id', '=', profileId)
    .$if(afterKey !== undefined, (query) =>
      query
        .where('submissions.id', '>=', afterKey?.submission_id ?? '') // lets the index find the start
        .where(({ eb, or, and }) =>
          or([
            eb('submission_id', '>', afterKey?.submission_id ?? ''),
            and([
              eb('submission_id', '=', afterKey?.submission_id ?? ''),
              eb('position', '>', afterKey?.position ?? 0),
            ]),
          ]),
        ),
    )
    .orderBy('submissions.id')
    .orderBy('position')
    .limit(limit)
    .execute();
}

/** The names of up to `limit` files of a child's submissions. */
export async function listSubmissionFileNamesOfChild(
  { db }: Context,
  profileId: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('submission_files')
    .innerJoin('submissions', (join) =>
      join
        .onRef('submissions.id', '=', 'submission_files.submission_id')
        .onRef('submissions.profile_id', '=', 'submission_files.profile_id'),
    )
    .select('submission_files.name')
    .where('submissions.profile_id', '=', profileId)
    .orderBy('submissions.id')
    .orderBy('position')
    .limit(limit)
    .execute();
  return rows.map(({ name }) => name);
}

/** The total size of the files that a child has submitted, in bytes. */
export async function sumFileBytes(ctx: Context, profileId: string): Promise<number> {
  const { bytes } = await selectTotalBytes(ctx)
    .where('submission.profile_id', '=', profileId)
    .executeTakeFirstOrThrow();
  return bytes ?? 0;
}

/** The total size of the files of all children of a guardian, in bytes. */
export async function sumFamilyFileBytes(ctx: Context, guardianId: string): Promise<number> {
  const { bytes } = await selectTotalBytes(ctx)
    .where('submission.profile_id', 'in', selectChildIds(ctx, guardianId))
    .executeTakeFirstOrThrow();
  return bytes ?? 0;
}

/** Selects the total size of files, which is null when there are no files. */
function selectTotalBytes({ db }: Context) {
  return db
    .selectFrom('submission_files as file')
    .innerJoin('submissions as submission', (join) =>
      join.onRef('submission.id', '=', 'file.submission_id').onRef('submission.profile_id', '=', 'file.profile_id'),
    )
    .select(({ fn }) => fn.sum<number | null>('file.bytes').as('bytes'));
}
