import { sql } from 'kysely';
import { getFirstRowIndex, type OffsetParams, type PagedRows } from '../../../core/requests/paging.ts';
import { addSeconds, DAY, type Instant } from '../../../core/time/instant.ts';
import type { Context } from '../../../platform/context.ts';
import { parseJsonRows, selectJsonRows } from '../../../platform/database/index.ts';
import type { AttemptRow, ItemRecordRow } from '../../../schema/tables.ts';

const SUMMARY_COLUMNS = [
  'id',
  'task_id',
  'status',
  'practice',
  'started_at',
  'completed_at',
  'score',
  'max_points',
  'stars',
  'time_spent_seconds',
  'xp_awarded',
] as const;
export type AttemptSummary = Pick<AttemptRow, (typeof SUMMARY_COLUMNS)[number]>;

/** A page of a child's attempts, including unfinished attempts, the newest first. */
export async function listAttempts(
  { db }: Context,
  profileId: string,
  pageParams: OffsetParams,
): Promise<PagedRows<AttemptSummary>> {
  const attempts = db.selectFrom('attempts').where('profile_id', '=', profileId);
  const { n: total } = await attempts
    .select((select) => select.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  if (getFirstRowIndex(pageParams) >= total) return { rows: [], total };
  const rows = await attempts
    .select(SUMMARY_COLUMNS)
    .orderBy('id', 'desc')
    .limit(pageParams.per_page)
    .offset(getFirstRowIndex(pageParams))
    .execute();
  return { rows, total };
}

/** At most `limit` of a child's attempts that were started before an instant, the newest first. */
export async function listAttemptsBefore(
  { db }: Context,
  profileId: string,
  { before, limit }: { readonly before: Instant | undefined; readonly limit: number },
): Promise<AttemptSummary[]> {
  return db
    .selectFrom('attempts')
    .select(SUMMARY_COLUMNS)
    .where('profile_id', '=', profileId)
    .$if(before !== undefined, (query) => query.where('started_at', '<', before ?? ''))
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

// The literal is needed, because the database cannot use a partial index with a bound value.
const HAS_MISSES = sql<boolean>`misses > 0`;

/** A child's record of an item that the child has missed at least once. */
export type MissedItem = Omit<ItemRecordRow, 'profile_id' | 'tried_together_at'>;

/** A page of the items that a child has missed at least once, the most often missed first. */
export async function listMissedItems(
  { db }: Context,
  profileId: string,
  pageParams: OffsetParams,
): Promise<PagedRows<MissedItem>> {
  const missedItems = db.selectFrom('item_records').where('profile_id', '=', profileId).where(HAS_MISSES);
  const { n: total } = await missedItems
    .select((select) => select.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  if (getFirstRowIndex(pageParams) >= total) return { rows: [], total };
  const rows = await missedItems
    .select([
      'task_id',
      'item_id',
      'tries',
      'misses',
      'last_response',
      'last_score',
      'last_missed_response',
      'last_missed_draw',
      'last_missed_at',
      'last_at',
    ])
    .orderBy('misses', 'desc')
    .orderBy('last_missed_at', 'desc')
    .orderBy('task_id')
    .orderBy('item_id')
    .limit(pageParams.per_page)
    .offset(getFirstRowIndex(pageParams))
    .execute();
  return { rows, total };
}

/** The task ids of a child's attempts, by attempt id. */
export async function findTaskIdsByAttempt(
  { db }: Context,
  profileId: string,
  attemptIds: readonly string[],
): Promise<Map<string, string>> {
  if (attemptIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('attempts')
    .select(['id', 'task_id'])
    .where('profile_id', '=', profileId)
    .where('id', 'in', attemptIds)
    .execute();
  return new Map(rows.map(({ id, task_id }) => [id, task_id]));
}

/** The number of these children's submissions that need a review. */
export async function countPendingSubmissions({ db }: Context, childIds: readonly string[]): Promise<number> {
  const { n } = await db
    .selectFrom('submissions')
    .select((select) => select.fn.countAll<number>().as('n'))
    .where('profile_id', 'in', childIds)
    .where('status', '=', 'pending_review')
    .executeTakeFirstOrThrow();
  return n;
}

/** At most `limit` of these children's submissions that need a review, the oldest first. */
export async function listOldestPendingSubmissions({ db }: Context, childIds: readonly string[], limit: number) {
  return db
    .selectFrom('submissions')
    .select(['profile_id', 'task_id', 'kind', 'submitted_at'])
    .where('profile_id', 'in', childIds)
    .where('status', '=', 'pending_review')
    .orderBy('submitted_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** The number of submissions that need a review, by child. A child without any is missing. */
export async function countPendingSubmissionsByChild(
  { db }: Context,
  childIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (childIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('submissions')
    .select('profile_id')
    .select((select) => select.fn.countAll<number>().as('n'))
    .where('profile_id', 'in', childIds)
    .where('status', '=', 'pending_review')
    .groupBy('profile_id')
    .execute();
  return new Map(rows.map(({ profile_id, n }) => [profile_id, n]));
}

/** What a parent should know about a child's learning on a day. */
export interface LearningOfDay {
  /** The submissions that need a review. */
  readonly pendingCount: number;
  readonly handedInCount: number;
  /** What the child has finished since then, each once, the first one first. */
  readonly taskIds: readonly string[];
  /** Of a child without results, the open task that was begun last, with its answers so far. */
  readonly firstAnswers: { readonly taskId: string; readonly count: number } | undefined;
}

/**
 * What these children have handed in since an instant and what waits for a review, by child, read with one statement. For a child
 * without results, it also reads the open attempts, which are few then.
 */
export async function listLearningOfDay(
  ctx: Context,
  children: readonly { readonly id: string; readonly since: Instant; readonly hasResults: boolean }[],
): Promise<ReadonlyMap<string, LearningOfDay>> {
  const [first] = children;
  if (!first) return new Map();
  const ids = children.map(({ id }) => id);
  const start = children.map(({ since }) => since).toSorted()[0] ?? first.since;
  const submissions = ctx.db.selectFrom('submissions').where('profile_id', 'in', ids);
  const pending = submissions
    .select(['profile_id', ({ fn }) => fn.countAll<number>().as('count')])
    .where('status', '=', 'pending_review')
    .groupBy('profile_id');
  const handedIn = submissions.select(['profile_id', 'submitted_at']).where('submitted_at', '>=', start);
  const beginners = children.flatMap(({ id, hasResults }) => (hasResults ? [] : id));
  const begun = ctx.db
    .selectFrom('attempts')
    .select(['profile_id', 'task_id', 'grades'])
    .where('profile_id', 'in', beginners.length > 0 ? beginners : [''])
    .where('status', '=', 'in_progress')
    .orderBy('id', 'desc');
  const finished = ctx.db
    .selectFrom('attempts')
    .select(['profile_id', 'task_id', 'completed_at'])
    .where('profile_id', 'in', ids)
    .where('started_at', '>=', addSeconds(start, -DAY)) // has an index
    .where('completed_at', '>=', start)
    .orderBy('completed_at');
  const row = await ctx.db
    .selectNoFrom([
      selectJsonRows(ctx, finished).as('finished'),
      selectJsonRows(ctx, pending).as('pending'),
      selectJsonRows(ctx, handedIn).as('handed_in'),
      selectJsonRows(ctx, begun).as('begun'),
    ])
    .executeTakeFirstOrThrow();
  const [done, counts, works, attempts] = [
    parseJsonRows(row.finished),
    parseJsonRows(row.pending),
    parseJsonRows(row.handed_in),
    parseJsonRows(row.begun),
  ];
  return new Map(
    children.map(({ id, since }) => [
      id,
      {
        pendingCount: counts.find(({ profile_id }) => profile_id === id)?.count ?? 0,
        handedInCount: works.filter(({ profile_id, submitted_at }) => profile_id === id && submitted_at >= since)
          .length,
        taskIds: [
          ...new Set(
            done
              .filter(({ profile_id, completed_at }) => profile_id === id && completed_at && completed_at >= since)
              .map(({ task_id }) => task_id),
          ),
        ],
        firstAnswers: attempts
          .filter(({ profile_id }) => profile_id === id)
          .map(({ task_id: taskId, grades }) => ({ taskId, count: Object.keys(JSON.parse(grades)).length }))
          .find(({ count }) => count > 0),
      },
    ]),
  );
}
