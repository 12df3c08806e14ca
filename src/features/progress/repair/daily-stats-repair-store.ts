import type { Day } from '../../../core/time/days.ts';
import type { Handle, Tx } from '../../../platform/database/index.ts';

/** A day whose stored XP or active flag (0 or 1) does not match the ledger. `xp` and `active` are the values from the ledger. */
export interface DailyStatsDifference {
  readonly profile_id: string;
  readonly day: Day;
  readonly stored_xp: number;
  readonly stored_active: number;
  readonly xp: number;
  readonly active: number;
}

/**
 * The days of these profiles that do not match the ledger, sorted by profile and day. Each of the two queries reads a
 * consistent snapshot.
 */
export async function listDailyStatsDifferences(
  ctx: Handle,
  profileIds: readonly string[],
): Promise<DailyStatsDifference[]> {
  if (profileIds.length === 0) return [];
  const days = [
    ...(await listDaysWithWrongValues(ctx, profileIds)),
    ...(await listDaysWithoutEntries(ctx, profileIds)),
  ];
  const toKey = ({ profile_id, day }: DailyStatsDifference) => `${profile_id} ${day}`;
  return days.sort((a, b) => (toKey(a) < toKey(b) ? -1 : 1));
}

/** Corrects a day. Tasks and seconds, which the ledger does not contain, do not change. */
export async function correctDailyStats(
  { db }: Handle<Tx>,
  { profile_id, day, xp, active }: DailyStatsDifference,
): Promise<void> {
  await db
    .insertInto('progress_days')
    .values({ profile_id, day, xp, active, tasks: 0, seconds: 0 })
    .onConflict((conflict) => conflict.columns(['profile_id', 'day']).doUpdateSet({ xp, active }))
    .execute();
}

/** Days whose XP or active flag differs from their ledger entries. A day is active if it has a `daily_first` entry. */
function listDaysWithWrongValues({ db }: Handle, profileIds: readonly string[]): Promise<DailyStatsDifference[]> {
  return db
    .selectFrom((subquery) =>
      subquery
        .selectFrom('xp_ledger')
        .select(['profile_id', 'day'])
        .select(({ fn, case: buildCase }) => [
          fn.sum<number>('amount').as('xp'),
          fn.max<number>(buildCase().when('reason', '=', 'daily_first').then(1).else(0).end()).as('active'),
        ])
        .where('profile_id', 'in', profileIds)
        .groupBy(['profile_id', 'day'])
        .as('ledger'),
    )
    .leftJoin('progress_days as stored', (join) =>
      join.onRef('stored.profile_id', '=', 'ledger.profile_id').onRef('stored.day', '=', 'ledger.day'),
    )
    .select(['ledger.profile_id', 'ledger.day', 'ledger.xp', 'ledger.active'])
    .select(({ fn, val }) => [
      fn.coalesce('stored.xp', val(0)).as('stored_xp'),
      fn.coalesce('stored.active', val(0)).as('stored_active'),
    ])
    .where(({ eb, fn, val, or, ref }) =>
      or([
        eb(fn.coalesce('stored.xp', val(0)), '<>', ref('ledger.xp')),
        eb(fn.coalesce('stored.active', val(0)), '<>', ref('ledger.active')),
      ]),
    )
    .execute();
}

/** Days with XP or an active flag but without ledger entries. */
async function listDaysWithoutEntries({ db }: Handle, profileIds: readonly string[]): Promise<DailyStatsDifference[]> {
  const rows = await db
    .selectFrom('progress_days as stored')
    .select(['stored.profile_id', 'stored.day', 'stored.xp as stored_xp', 'stored.active as stored_active'])
    .where('stored.profile_id', 'in', profileIds)
    .where(({ eb, or }) => or([eb('stored.xp', '<>', 0), eb('stored.active', '<>', 0)]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('xp_ledger as ledger')
            .select('ledger.id')
            .whereRef('ledger.profile_id', '=', 'stored.profile_id')
            .whereRef('ledger.day', '=', 'stored.day'),
        ),
      ),
    )
    .execute();
  return rows.map((row) => ({ ...row, xp: 0, active: 0 }));
}
