import type { Instant } from '../../../core/instant.ts';
import type { OffsetParams, PagedRows } from '../../../core/offset-page.ts';
import { isStorable } from '../../../core/text.ts';
import type { Reader, Tx } from '../../../platform/database/index.ts';
import type { SubmissionFileRow, SubmissionRow } from '../../../schema/tables.ts';

/** A submission row with its flag as a boolean. */
export interface Submission extends Omit<SubmissionRow, 'auto_approved'> {
  auto_approved: boolean;
}
export type MediaFile = SubmissionFileRow;

const COLUMNS = [
  'id',
  'profile_id',
  'task_id',
  'attempt_id',
  'revision',
  'kind',
  'text',
  'caption',
  'status',
  'submitted_at',
  'reviewed_at',
  'reviewer_id',
  'feedback_text',
  'feedback_sticker',
  'feedback_stars',
  'auto_approved',
  'xp_awarded',
] as const;

/** Any text may be passed as `id`. Undefined for a text that the database cannot store. */
export async function findSubmission(db: Reader, id: string): Promise<Submission | undefined> {
  if (!isStorable(id)) return undefined;
  const row = await db.selectFrom('submissions').select(COLUMNS).where('id', '=', id).executeTakeFirst();
  return row && submissionOf(row);
}

/** A child's newest submission for a task. */
export async function findNewestSubmission(
  db: Reader,
  profileId: string,
  taskId: string,
): Promise<Submission | undefined> {
  const row = await db
    .selectFrom('submissions')
    .select(COLUMNS)
    .where('profile_id', '=', profileId)
    .where('task_id', '=', taskId)
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && submissionOf(row);
}

export async function insertSubmission(tx: Tx, { auto_approved, ...submission }: Submission): Promise<void> {
  await tx
    .insertInto('submissions')
    .values({ ...submission, auto_approved: Number(auto_approved) })
    .execute();
}

export async function insertMediaFiles(tx: Tx, files: readonly MediaFile[]): Promise<void> {
  if (files.length > 0) await tx.insertInto('submission_files').values(files).execute();
}

type Review = Pick<
  Submission,
  | 'status'
  | 'reviewed_at'
  | 'reviewer_id'
  | 'feedback_text'
  | 'feedback_sticker'
  | 'feedback_stars'
  | 'auto_approved'
  | 'xp_awarded'
>;

/** Saves a review if the submission is still pending; returns whether it was saved. */
export async function saveReview(tx: Tx, id: string, { auto_approved, ...review }: Review): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('submissions')
    .set({ ...review, auto_approved: Number(auto_approved) })
    .where('id', '=', id)
    .where('status', '=', 'pending_review')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** A child's submissions, the newest first. */
export async function listSubmissions(
  db: Reader,
  profileId: string,
  offset: OffsetParams,
): Promise<PagedRows<Submission>> {
  const own = db.selectFrom('submissions').where('profile_id', '=', profileId);
  const { n } = await own.select(db.fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const rows = await own
    .select(COLUMNS)
    .orderBy('id', 'desc')
    .limit(offset.per_page)
    .offset(rowsToSkip(offset))
    .execute();
  return { rows: rows.map(submissionOf), total: n };
}

/** The pending submissions of these children, the oldest first. */
export async function listPending(
  db: Reader,
  childIds: readonly string[],
  offset: OffsetParams,
): Promise<PagedRows<Submission>> {
  if (childIds.length === 0) return { rows: [], total: 0 };
  const pending = db
    .selectFrom('submissions')
    .where('profile_id', 'in', childIds)
    .where('status', '=', 'pending_review');
  const { n } = await pending.select(db.fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const rows = await pending.select(COLUMNS).orderBy('id').limit(offset.per_page).offset(rowsToSkip(offset)).execute();
  return { rows: rows.map(submissionOf), total: n };
}

/** Submissions pending since `until` or earlier, after the id `after`; at most `limit`. */
export async function listPendingSince(db: Reader, until: Instant, after: string, limit: number) {
  return db
    .selectFrom('submissions')
    .select(['id', 'profile_id'])
    .where('status', '=', 'pending_review')
    .where('submitted_at', '<=', until)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** The files of submissions, in order. */
export async function listMediaFiles(db: Reader, submissionIds: readonly string[]): Promise<MediaFile[]> {
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

/** The owner and the MIME type of a file. */
export async function findMediaFile(
  db: Reader,
  name: string,
): Promise<{ profile_id: string; mime: string } | undefined> {
  if (!isStorable(name)) return undefined;
  return db
    .selectFrom('submission_files as file')
    .innerJoin('submissions as submission', 'submission.id', 'file.submission_id')
    .select(['submission.profile_id', 'file.mime'])
    .where('file.name', '=', name)
    .executeTakeFirst();
}

/** The names among these that belong to a submission. */
export async function listReferencedFiles(db: Reader, names: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('submission_files').select('name').where('name', 'in', names).execute();
  return rows.map(({ name }) => name);
}

/** The names of submissions' files in order, after the name `after`. */
export async function listNames(db: Reader, after: string, limit: number): Promise<string[]> {
  const named = db.selectFrom('submission_files').select('name').where('name', '>', after);
  return (await named.orderBy('name').limit(limit).execute()).map(({ name }) => name);
}

/** Whether any submission has a file. */
export async function hasFiles(db: Reader): Promise<boolean> {
  return (await db.selectFrom('submission_files').select('id').limit(1).executeTakeFirst()) !== undefined;
}

function rowsToSkip({ page, per_page }: OffsetParams): number {
  return (page - 1) * per_page;
}

function submissionOf({ auto_approved, ...row }: SubmissionRow): Submission {
  return { ...row, auto_approved: auto_approved === 1 };
}

export type FileKey = Pick<MediaFile, 'submission_id' | 'position'>;

/** A page of the files of all submissions of a child, after the file with this key. */
export async function listFilesPage(db: Reader, profileId: string, after: FileKey | undefined, limit: number) {
  return db
    .selectFrom('submission_files')
    .innerJoin('submissions', 'submissions.id', 'submission_files.submission_id')
    .select(['submission_files.id', 'submission_id', 'position', 'name', 'mime', 'bytes'])
    .where('submissions.profile_id', '=', profileId)
    .$if(after !== undefined, (rest) =>
      rest
        .where('submissions.id', '>=', after?.submission_id ?? '') // lets the index find the start
        .where(({ eb, or, and }) =>
          or([
            eb('submission_id', '>', after?.submission_id ?? ''),
            and([eb('submission_id', '=', after?.submission_id ?? ''), eb('position', '>', after?.position ?? 0)]),
          ]),
        ),
    )
    .orderBy('submissions.id')
    .orderBy('position')
    .limit(limit)
    .execute();
}

/** The names of the files of all submissions of a child. */
export async function listFileNames(db: Reader, profileId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('submission_files')
    .innerJoin('submissions', 'submissions.id', 'submission_files.submission_id')
    .select('submission_files.name')
    .where('submissions.profile_id', '=', profileId)
    .orderBy('submission_files.name')
    .execute();
  return rows.map(({ name }) => name);
}
