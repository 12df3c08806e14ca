import { sql } from 'kysely';
import { getFirstRowIndex, type OffsetParams, type PagedRows } from '../../../core/requests/paging.ts';
import type { Day } from '../../../core/time/days.ts';
import type { Instant } from '../../../core/time/instant.ts';
import type { Context } from '../../../platform/context.ts';
import { parseJsonRows, selectJsonRows } from '../../../platform/database/index.ts';
import type { LedgerRow } from '../../../schema/tables.ts';
import { TODO_REASONS } from '../ledger/xp-reasons.ts';
import type { Pause } from '../streaks/streak.ts';
import {
  type DailyStats,
  type EarnedBadge,
  TOTALS_COLUMNS,
  type Totals,
  toDailyStats,
} from '../totals/totals-store.ts';

// Queries for the panel. They read the rows of several children, or one page of a list.

/** So many to-dos of a family are done in a year. More are not added up, because that could block the event loop. */
const MAX_TODO_ROWS = 20_000;

interface ProgressRows {
  /** A child without any activity has no row. */
  readonly totals: readonly (Totals & { readonly profile_id: string })[];
  /** All pauses, sorted by child and start. */
  readonly pauses: readonly (Pause & { readonly profile_id: string })[];
  /** The days of the period, both included, that have counters, sorted by child and day; `todoXp` is the part of the XP for to-dos. */
  readonly days: readonly (DailyStats & { readonly profile_id: string; readonly todoXp: number })[];
  /** The children that are saved on a device. */
  readonly connectedIds: ReadonlySet<string>;
}

/** Reads the totals, the pauses, the days of a period and the connections of these children with one statement. */
export async function listProgressRows(
  ctx: Context,
  childIds: readonly string[],
  { from, until }: { readonly from: Day; readonly until: Day },
): Promise<ProgressRows> {
  if (childIds.length === 0) return { totals: [], pauses: [], days: [], connectedIds: new Set() };
  const { db } = ctx;
  const totals = db
    .selectFrom('totals')
    .select(['profile_id', ...TOTALS_COLUMNS])
    .where('profile_id', 'in', childIds);
  const pauses = db
    .selectFrom('streak_pauses')
    .select(['profile_id', 'from_date as from', 'until_date as until'])
    .where('profile_id', 'in', childIds)
    .orderBy('profile_id')
    .orderBy('from_date');
  const days = db
    .selectFrom('progress_days')
    .select(['profile_id', 'day', 'xp', 'tasks', 'seconds', 'active'])
    .where('profile_id', 'in', childIds)
    .where('day', '>=', from)
    .where('day', '<=', until)
    .orderBy('profile_id')
    .orderBy('day');
  const xpForTodos = db
    .selectFrom('xp_ledger')
    .select(['profile_id', 'day', 'amount'])
    .where('profile_id', 'in', childIds)
    .where('day', '>=', from)
    .where('day', '<=', until)
    .where(
      'reason',
      'in',
      TODO_REASONS.map((reason) => sql.lit(reason)),
    ) // so that the partial index can be used
    .limit(MAX_TODO_ROWS);
  const todoXp = db
    .selectFrom(xpForTodos.as('xp_for_todos'))
    .select(['profile_id', 'day', ({ fn }) => fn.sum<number>('amount').as('xp')])
    .groupBy(['profile_id', 'day']);
  const connected = db.selectFrom('saved_profiles').select('profile_id').distinct().where('profile_id', 'in', childIds);
  const row = await db
    .selectNoFrom([
      selectJsonRows(ctx, totals).as('totals'),
      selectJsonRows(ctx, pauses).as('pauses'),
      selectJsonRows(ctx, days).as('days'),
      selectJsonRows(ctx, todoXp).as('todo_xp'),
      selectJsonRows(ctx, connected).as('connected'),
    ])
    .executeTakeFirstOrThrow();
  const xpOfTodos = parseJsonRows(row.todo_xp);
  return {
    totals: parseJsonRows(row.totals),
    pauses: parseJsonRows(row.pauses),
    days: parseJsonRows(row.days).map(({ profile_id, ...day }) => ({
      ...toDailyStats(day),
      profile_id,
      todoXp: xpOfTodos.find((todos) => todos.profile_id === profile_id && todos.day === day.day)?.xp ?? 0,
    })),
    connectedIds: new Set(parseJsonRows(row.connected).map(({ profile_id }) => profile_id)),
  };
}

export type LedgerEntry = Pick<LedgerRow, 'id' | 'source' | 'reason' | 'amount' | 'day' | 'at'>;
const ENTRY_COLUMNS = ['id', 'source', 'reason', 'amount', 'day', 'at'] as const;

/** A page of a child's ledger entries, the newest first. */
export async function listLedgerEntries(
  ctx: Context,
  profileId: string,
  pageParams: OffsetParams,
): Promise<PagedRows<LedgerEntry>> {
  const total = await countRows(ctx, 'xp_ledger', profileId);
  if (getFirstRowIndex(pageParams) >= total) return { rows: [], total };
  const rows = await ctx.db
    .selectFrom('xp_ledger')
    .select(ENTRY_COLUMNS)
    .where('profile_id', '=', profileId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageParams.per_page)
    .offset(getFirstRowIndex(pageParams))
    .execute();
  return { rows, total };
}

/** At most `limit` entries of a child's ledger up to a day of the work, the newest day first. */
export async function listLedgerEntriesByDay(
  { db }: Context,
  profileId: string,
  { until, limit }: { readonly until: Day | undefined; readonly limit: number },
): Promise<LedgerEntry[]> {
  return db
    .selectFrom('xp_ledger')
    .select(ENTRY_COLUMNS)
    .where('profile_id', '=', profileId)
    .$if(until !== undefined, (query) => query.where('day', '<=', until ?? ''))
    .orderBy('day', 'desc')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** The entries of a child's ledger at these instants, the earliest first. */
export async function listLedgerEntriesAt(
  { db }: Context,
  profileId: string,
  instants: readonly Instant[],
): Promise<LedgerEntry[]> {
  if (instants.length === 0) return [];
  const rows = await db
    .selectFrom('xp_ledger')
    .select(ENTRY_COLUMNS)
    .where('profile_id', '=', profileId)
    .where('at', 'in', instants)
    .execute();
  // With an ORDER BY, SQLite would read the whole ledger in the order of its ids.
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** A page of a child's badges, the newest first. */
export async function listBadgesPage(
  ctx: Context,
  profileId: string,
  pageParams: OffsetParams,
): Promise<PagedRows<EarnedBadge>> {
  const total = await countRows(ctx, 'earned_badges', profileId);
  if (getFirstRowIndex(pageParams) >= total) return { rows: [], total };
  const rows = await ctx.db
    .selectFrom('earned_badges')
    .select(['badge_id', 'earned_at'])
    .where('profile_id', '=', profileId)
    .orderBy('earned_at', 'desc')
    .orderBy('badge_id')
    .limit(pageParams.per_page)
    .offset(getFirstRowIndex(pageParams))
    .execute();
  return { rows, total };
}

async function countRows({ db }: Context, table: 'xp_ledger' | 'earned_badges', profileId: string): Promise<number> {
  const { n: count } = await db
    .selectFrom(table)
    .select((select) => select.fn.countAll<number>().as('n'))
    .where('profile_id', '=', profileId)
    .executeTakeFirstOrThrow();
  return count;
}
