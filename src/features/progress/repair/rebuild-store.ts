import { type Handle, prepareQuery } from '../../../platform/database/index.ts';
import { getUtcMonth, getUtcWeek } from '../totals/totals.ts';
import { QUALIFIED_TOTALS_COLUMNS, TOTALS_COLUMNS, type Totals, ZERO_TOTALS } from '../totals/totals-store.ts';

/** The columns of the totals that can be derived from the ledger and the badges. */
export type DerivedTotals = Pick<
  Totals,
  'xp_total' | 'badges_count' | 'days_active' | 'streak_last_date' | 'week' | 'week_xp' | 'month' | 'month_xp'
>;

/** At most `limit` ids of profiles after the id `afterId`, in their order. */
export async function listProfileIdsAfter({ db }: Handle, afterId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('profiles')
    .select('id')
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** The stored totals of a profile (zeros if there are none), and the derived columns. */
export async function deriveTotals(ctx: Handle, id: string): Promise<{ stored: Totals; derived: DerivedTotals }> {
  const [row] = await selectDerivedTotals(ctx, { id });
  return row
    ? { stored: readStoredTotals(row), derived: await computeDerivedTotals(ctx, id, row) }
    : { stored: ZERO_TOTALS, derived: ZERO_TOTALS };
}

/**
 * Selects stored and derived values in one statement, so that they come from the same snapshot. Each subquery names the profile, so
 * that one machine can answer the statement if the database is split.
 */
const selectDerivedTotals = prepareQuery(({ db }: Handle, { id }: { id: string }) =>
  db
    .selectFrom('profiles')
    .leftJoin('totals', (join) => join.on('totals.profile_id', '=', id))
    .select(QUALIFIED_TOTALS_COLUMNS)
    .select((query) => {
      const entries = query.selectFrom('xp_ledger as entry').where('entry.profile_id', '=', id);
      const days = entries.where('entry.reason', '=', 'daily_first'); // one entry for each day that counted
      const badges = query.selectFrom('earned_badges as badge').where('badge.profile_id', '=', id);
      return [
        entries.select(({ fn }) => fn.sum<number | null>('entry.amount').as('n')).as('ledger_xp'),
        entries.select(({ fn }) => fn.max('entry.at').as('at')).as('ledger_last_at'),
        ...(['week', 'month'] as const).map((period) =>
          entries
            .whereRef('entry.at', '>=', `totals.${period}`) // as text, a timestamp sorts after its month and its Monday
            .select(({ fn }) => fn.sum<number | null>('entry.amount').as('n'))
            .as(`ledger_${period}_xp`),
        ),
        days.select(({ fn }) => fn.countAll<number>().as('n')).as('ledger_days'),
        days.select(({ fn }) => fn.max('entry.day').as('day')).as('ledger_last_day'),
        badges.select(({ fn }) => fn.countAll<number>().as('n')).as('badges_earned'),
      ];
    })
    .where('profiles.id', '=', id),
);

type DerivedTotalsRow = Awaited<ReturnType<typeof selectDerivedTotals>>[number];

function readStoredTotals(row: DerivedTotalsRow): Totals {
  if (row.xp_total === null) return ZERO_TOTALS;
  return Object.fromEntries(TOTALS_COLUMNS.map((column) => [column, row[column]])) as unknown as Totals; // TOTALS_COLUMNS lists the keys of Totals
}

async function computeDerivedTotals(ctx: Handle, id: string, row: DerivedTotalsRow): Promise<DerivedTotals> {
  const lastEntryAt = row.ledger_last_at;
  const week = lastEntryAt && getUtcWeek(lastEntryAt);
  const month = lastEntryAt && getUtcMonth(lastEntryAt);
  return {
    xp_total: row.ledger_xp ?? 0,
    badges_count: row.badges_earned ?? 0,
    days_active: row.ledger_days ?? 0,
    streak_last_date: row.ledger_last_day,
    week,
    week_xp: row.week === week ? (row.ledger_week_xp ?? 0) : await sumXpSince(ctx, id, week),
    month,
    month_xp: row.month === month ? (row.ledger_month_xp ?? 0) : await sumXpSince(ctx, id, month),
  };
}

/**
 * Sums the XP since `start`, a Monday or a month (YYYY-MM). This is needed only if the stored week or month is wrong, because
 * `selectDerivedTotals` sums from the stored week and month.
 */
async function sumXpSince({ db }: Handle, profileId: string, start: string | null): Promise<number> {
  const { xp } = await db
    .selectFrom('xp_ledger')
    .select(({ fn }) => fn.sum<number | null>('amount').as('xp'))
    .where('profile_id', '=', profileId)
    .where('at', '>=', start ?? '')
    .executeTakeFirstOrThrow();
  return xp ?? 0;
}
