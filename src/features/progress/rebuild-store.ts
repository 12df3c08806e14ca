import type { Reader } from '../../platform/database/index.ts';
import type { Totals } from './store.ts';

/** The columns of the totals that the ledger and the badges tell; the rest is told by the features that count it. */
export type Derived = Pick<Totals, 'xp_total' | 'badges_count' | 'days_active' | 'streak_last_date'>;

/** Profiles by id from behind `after`, each with these columns as kept (zeros without totals) and as derived. */
export async function listDerived(
  db: Reader,
  after: string,
  limit: number,
): Promise<{ id: string; kept: Derived; derived: Derived }[]> {
  const rows = await derivedOf(db).where('p.id', '>', after).orderBy('p.id').limit(limit).execute();
  return rows.map((row) => ({
    id: row.id,
    kept: {
      xp_total: row.xp_total ?? 0,
      badges_count: row.badges_count ?? 0,
      days_active: row.days_active ?? 0,
      streak_last_date: row.streak_last_date,
    },
    derived: derivedIn(row),
  }));
}

export async function deriveTotals(db: Reader, profileId: string): Promise<Derived> {
  return derivedIn(await derivedOf(db).where('p.id', '=', profileId).executeTakeFirstOrThrow());
}

/** One statement, so that both sides are of one moment. */
function derivedOf(db: Reader) {
  return db
    .selectFrom('profiles as p')
    .leftJoin('totals as t', 't.profile_id', 'p.id')
    .select(['p.id', 't.xp_total', 't.badges_count', 't.days_active', 't.streak_last_date'])
    .select((query) => {
      const rows = query.selectFrom('xp_ledger as l').whereRef('l.profile_id', '=', 'p.id');
      const days = rows.where('l.reason', '=', 'daily_first');
      const badges = query.selectFrom('earned_badges as b').whereRef('b.profile_id', '=', 'p.id');
      return [
        rows.select(({ fn }) => fn.sum<number | null>('l.amount').as('n')).as('ledger_xp'),
        days.select(({ fn }) => fn.countAll<number>().as('n')).as('ledger_days'),
        days.select(({ fn }) => fn.max('l.day').as('day')).as('ledger_last_day'),
        badges.select(({ fn }) => fn.countAll<number>().as('n')).as('badges_earned'),
      ];
    });
}

interface FromRows {
  readonly ledger_xp: number | null;
  readonly badges_earned: number | null;
  readonly ledger_days: number | null;
  readonly ledger_last_day: string | null;
}

function derivedIn({ ledger_xp, badges_earned, ledger_days, ledger_last_day }: FromRows): Derived {
  return {
    xp_total: ledger_xp ?? 0,
    badges_count: badges_earned ?? 0,
    days_active: ledger_days ?? 0,
    streak_last_date: ledger_last_day,
  };
}
