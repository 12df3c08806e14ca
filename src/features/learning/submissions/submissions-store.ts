import { getFirstRowIndex, type OffsetParams, type PagedRows } from '../../../core/requests/offset-page.ts';
import { isStorable } from '../../../core/text/normalize-text.ts';
import type { Instant } from '../../../core/time/instant.ts';
import type { Reader, Tx } from '../../../platform/database/index.ts';
import type { SubmissionRow } from '../../../schema/tables.ts';

/** A submission row with its flag as a boolean. */
export interface Submission extends Omit<SubmissionRow, 'auto_approved'> {
  auto_approved: boolean;
}

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
  return row && toSubmission(row);
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
  return row && toSubmission(row);
}

export async function insertSubmission(tx: Tx, { auto_approved, ...submission }: Submission): Promise<void> {
  await tx
    .insertInto('submissions')
    .values({ ...submission, auto_approved: Number(auto_approved) })
    .execute();
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
    .offset(getFirstRowIndex(offset))
    .execute();
  return { rows: rows.map(toSubmission), total: n };
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
  // Sorting ids alone, which are in the index, costs a fraction of sorting whole rows.
  const ids = pending.select('id').orderBy('id').limit(offset.per_page).offset(getFirstRowIndex(offset));
  const rows = await db.selectFrom('submissions').select(COLUMNS).where('id', 'in', ids).orderBy('id').execute();
  return { rows: rows.map(toSubmission), total: n };
}

/** The status of those of these submissions that are by these children. The ids may be any texts from a request. */
export async function listStatuses(
  db: Reader,
  childIds: readonly string[],
  ids: readonly string[],
): Promise<Pick<Submission, 'id' | 'status'>[]> {
  const storable = ids.filter(isStorable);
  if (childIds.length === 0 || storable.length === 0) return [];
  return db
    .selectFrom('submissions')
    .select(['id', 'status'])
    .where('id', 'in', storable)
    .where('profile_id', 'in', childIds)
    .orderBy('id')
    .execute();
}

/** The key of a submission in the order of submitting. */
export type SubmissionKey = Pick<Submission, 'submitted_at' | 'id'>;

/** Submissions pending since `until` or earlier, longest waiting first, after the key `after`; at most `limit`. */
export async function listPendingSince(db: Reader, until: Instant, after: SubmissionKey, limit: number) {
  return db
    .selectFrom('submissions')
    .select(['id', 'submitted_at', 'profile_id'])
    .where('status', '=', 'pending_review')
    .where('submitted_at', '<=', until)
    .where('submitted_at', '>=', after.submitted_at)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('submitted_at', 'id'), '>', tuple(after.submitted_at, after.id)))
    .orderBy('submitted_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Removes a parent from up to `limit` of its reviews and returns how many there were. */
export async function clearReviewer(tx: Tx, parentId: string, limit: number): Promise<number> {
  const some = tx.selectFrom('submissions').select('id').where('reviewer_id', '=', parentId).limit(limit);
  const { numUpdatedRows } = await tx
    .updateTable('submissions')
    .set({ reviewer_id: null })
    .where('id', 'in', some)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

function toSubmission({ auto_approved, ...row }: SubmissionRow): Submission {
  return { ...row, auto_approved: auto_approved === 1 };
}
