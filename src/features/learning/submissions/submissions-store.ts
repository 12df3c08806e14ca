import { getFirstRowIndex, type OffsetParams, type PagedRows } from '../../../core/requests/paging.ts';
import { isStorable } from '../../../core/text/normalize-text.ts';
import type { Instant } from '../../../core/time/instant.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import type { SubmissionRow } from '../../../schema/tables.ts';
import { listProfiles } from '../../accounts/index.ts';
import { listSubmissionFiles, type SubmissionFile } from './submission-files-store.ts';

type StoredSubmission = Omit<SubmissionRow, 'planned_change' | 'change_due_at'>;

/** A submission row with `auto_approved` as a boolean. */
export interface Submission extends Omit<StoredSubmission, 'auto_approved'> {
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
  'undone_at',
] as const;

/** Finds a submission. Any text may be passed as `id`. Returns undefined for a text that the database cannot store. */
export async function findSubmission({ db }: Context, id: string): Promise<Submission | undefined> {
  if (!isStorable(id)) return undefined;
  const row = await db.selectFrom('submissions').select(COLUMNS).where('id', '=', id).executeTakeFirst();
  return row && toSubmission(row);
}

/** A child's newest submission for a task. */
export async function findNewestSubmission(
  { db }: Context,
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

export async function insertSubmission({ db }: TxContext, { auto_approved, ...submission }: Submission): Promise<void> {
  await db
    .insertInto('submissions')
    .values({ ...submission, auto_approved: Number(auto_approved) })
    .execute();
}

/** Saves a review. Throws if the submission is not pending, which the caller must have checked under the lock. */
export async function saveReview({ db }: TxContext, submission: Submission): Promise<void> {
  const { id, profile_id, status, reviewed_at, reviewer_id, auto_approved, xp_awarded } = submission;
  const { feedback_text, feedback_sticker, feedback_stars } = submission;
  const { numUpdatedRows } = await db
    .updateTable('submissions')
    .set({ status, reviewed_at, reviewer_id, feedback_text, feedback_sticker, feedback_stars, xp_awarded })
    .set({ auto_approved: Number(auto_approved) })
    .where('id', '=', id)
    .where('profile_id', '=', profile_id)
    .where('status', '=', 'pending_review')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Error(`The submission ${id} is not pending.`);
}

/** Makes a submission wait for a review again, without the XP of its approval. The caller must have checked its status under the lock. */
export async function saveUndoneReview(
  { db, now }: TxContext,
  { id, profile_id }: Submission,
  xp_awarded: number,
): Promise<void> {
  await db
    .updateTable('submissions')
    .set({ status: 'pending_review', reviewed_at: null, reviewer_id: null, undone_at: now(), xp_awarded })
    .set({ feedback_text: null, feedback_sticker: null, feedback_stars: null })
    .where('id', '=', id)
    .where('profile_id', '=', profile_id)
    .execute();
}

/** Which of these submissions guardians can make wait again: those reviewed since an instant whose task the child has not begun anew. */
export async function findUndoableReviews(
  { db }: Context,
  submissions: readonly Pick<Submission, 'id' | 'profile_id'>[],
  since: Instant,
): Promise<ReadonlySet<string>> {
  if (submissions.length === 0) return new Set();
  const rows = await db
    .selectFrom('submissions')
    .innerJoin('attempts', (join) =>
      join
        .onRef('attempts.profile_id', '=', 'submissions.profile_id')
        .onRef('attempts.id', '=', 'submissions.attempt_id'),
    )
    .innerJoin('task_states', (join) =>
      join
        .onRef('task_states.profile_id', '=', 'submissions.profile_id')
        .onRef('task_states.task_id', '=', 'submissions.task_id')
        .onRef('task_states.attempts_count', '=', 'attempts.number'),
    )
    .select('submissions.id')
    .where('submissions.profile_id', 'in', [...new Set(submissions.map(({ profile_id }) => profile_id))])
    .where(
      'submissions.id',
      'in',
      submissions.map(({ id }) => id),
    )
    .where('submissions.reviewed_at', '>=', since)
    .where('submissions.auto_approved', '=', 0)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** A page of a child's submissions, the newest first. */
export async function listChildSubmissions(
  ctx: Context,
  profileId: string,
  pageParams: OffsetParams,
): Promise<PagedRows<SubmissionDetails>> {
  const { db } = ctx;
  const childSubmissions = db.selectFrom('submissions').where('profile_id', '=', profileId);
  const { n: total } = await childSubmissions.select(db.fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const rows = await childSubmissions
    .select(COLUMNS)
    .orderBy('id', 'desc')
    .limit(pageParams.per_page)
    .offset(getFirstRowIndex(pageParams))
    .execute();
  return { rows: await addDetails(ctx, rows.map(toSubmission)), total };
}

/** At most `limit` of a child's creative works: the newest submission for each creative task, in the order of their ids, the newest first. */
export async function listCreativeWorks(
  { db }: Context,
  profileId: string,
  { beforeId, limit }: { readonly beforeId: string | undefined; readonly limit: number },
): Promise<Submission[]> {
  const rows = await db
    .selectFrom('submissions')
    .select(COLUMNS)
    .where('profile_id', '=', profileId)
    .where('kind', '!=', 'real_world')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('submissions as later')
            .select('later.id')
            .where('later.profile_id', '=', profileId)
            .whereRef('later.task_id', '=', 'submissions.task_id')
            .whereRef('later.revision', '>', 'submissions.revision'),
        ),
      ),
    )
    .$if(beforeId !== undefined, (query) => query.where('id', '<', beforeId ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toSubmission);
}

/** At most `limit` of these children's pending submissions, the oldest first, starting at row `offset` (counted from 0). */
export async function listPendingSubmissions(
  ctx: Context,
  childIds: readonly string[],
  limit: number,
  offset: number,
): Promise<PagedRows<SubmissionDetails>> {
  const { db } = ctx;
  if (childIds.length === 0) return { rows: [], total: 0 };
  const pending = db
    .selectFrom('submissions')
    .where('profile_id', 'in', childIds)
    .where('status', '=', 'pending_review');
  const count = pending.select(db.fn.countAll<number>().as('n'));
  // Sorting only the ids, which are in the index, is much cheaper than sorting whole rows.
  const ids = pending.select('id').orderBy('id').limit(limit).offset(offset);
  const rows = await db
    .selectFrom('submissions')
    .select(COLUMNS)
    .select(count.as('total'))
    .where('profile_id', 'in', childIds)
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
  // Without a row, the page may be behind the last one.
  const total = rows[0]?.total ?? (await count.executeTakeFirstOrThrow()).n;
  const submissions = rows.map(({ total, ...row }) => toSubmission(row));
  return { rows: await addDetails(ctx, submissions), total };
}

/** The most reviews that are read. */
const MAX_REVIEWS = 50;

/** The submissions of these children that guardians have reviewed since an instant, the newest first. */
export async function listReviewsSince({ db }: Context, childIds: readonly string[], since: Instant) {
  if (childIds.length === 0) return [];
  return db
    .selectFrom('submissions')
    .select(['id', 'profile_id', 'task_id', 'status', 'reviewed_at', 'reviewer_id', 'feedback_text'])
    .where('profile_id', 'in', childIds)
    .where('reviewed_at', '>=', since)
    .where('auto_approved', '=', 0)
    .orderBy('reviewed_at', 'desc')
    .limit(MAX_REVIEWS)
    .execute();
}

/** The tasks and statuses of these children's submissions that have one of these ids. `ids` can be any texts from a request. */
export async function listSubmissionStatuses(
  { db }: Context,
  childIds: readonly string[],
  ids: readonly string[],
): Promise<Pick<Submission, 'id' | 'profile_id' | 'task_id' | 'status'>[]> {
  const storableIds = ids.filter(isStorable);
  if (childIds.length === 0 || storableIds.length === 0) return [];
  return db
    .selectFrom('submissions')
    .select(['id', 'profile_id', 'task_id', 'status'])
    .where('id', 'in', storableIds)
    .where('profile_id', 'in', childIds)
    .orderBy('id')
    .execute();
}

/** The position of a submission in the order of `listPendingSubmissionsUntil`. */
export type SubmissionKey = Pick<Submission, 'submitted_at' | 'id'>;

/** At most `limit` pending submissions that have waited since `until` or earlier, after the position `afterKey`, the oldest first. */
export async function listPendingSubmissionsUntil(
  { db }: Context,
  until: Instant,
  afterKey: SubmissionKey,
  limit: number,
) {
  return db
    .selectFrom('submissions')
    .select(['id', 'submitted_at', 'undone_at', 'profile_id', 'kind'])
    .where('status', '=', 'pending_review')
    .where('submitted_at', '<=', until)
    .where(({ eb, or }) => or([eb('undone_at', 'is', null), eb('undone_at', '<=', until)]))
    .where('submitted_at', '>=', afterKey.submitted_at)
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('submitted_at', 'id'), '>', tuple(afterKey.submitted_at, afterKey.id)),
    )
    .orderBy('submitted_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Deletes a submission; a foreign key deletes the rows of its files. */
export async function deleteSubmission({ db }: TxContext, { id, profile_id }: Submission): Promise<void> {
  await db.deleteFrom('submissions').where('id', '=', id).where('profile_id', '=', profile_id).execute();
}

/** Removes a parent as the reviewer of up to `limit` submissions. Returns the number of submissions that were changed. */
export async function clearReviewer({ db }: TxContext, parentId: string, limit: number): Promise<number> {
  const ids = db.selectFrom('submissions').select('id').where('reviewer_id', '=', parentId).limit(limit);
  const { numUpdatedRows } = await db
    .updateTable('submissions')
    .set({ reviewer_id: null })
    .where('id', 'in', ids)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

function toSubmission({ auto_approved, ...row }: StoredSubmission): Submission {
  return { ...row, auto_approved: auto_approved === 1 };
}

/** A submission with its files and the display name of the guardian who reviewed it. */
export interface SubmissionDetails extends Submission {
  readonly files: readonly SubmissionFile[];
  /** Null if nobody has reviewed it, or if that guardian has been deleted. */
  readonly reviewer: string | null;
}

/** Loads the details of submissions, in the given order. */
export async function addDetails(ctx: Context, submissions: readonly Submission[]): Promise<SubmissionDetails[]> {
  const files = await listSubmissionFiles(
    ctx,
    submissions.map(({ id }) => id),
  );
  const reviewerIds = [...new Set(submissions.flatMap(({ reviewer_id }) => reviewer_id ?? []))];
  const reviewers = reviewerIds.length > 0 ? await listProfiles(ctx, reviewerIds) : [];
  return submissions.map((submission) => ({
    ...submission,
    files: files.filter(({ submission_id }) => submission_id === submission.id),
    reviewer: reviewers.find(({ id }) => id === submission.reviewer_id)?.display_name ?? null,
  }));
}
