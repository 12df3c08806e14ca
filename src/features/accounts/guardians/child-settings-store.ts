import type { Context, TxContext } from '../../../platform/context.ts';

/** The settings of a child, which its guardians can change. */
export interface ChildSettings {
  /** Whether the child appears, under a pseudonym, on leaderboards outside the family. */
  readonly appearsOnLeaderboards: boolean;
  /** Whether the child may join planets. */
  readonly mayJoinPlanets: boolean;
  /** Whether the child's submissions are approved automatically after seven days. */
  readonly hasAutoApproval: boolean;
  /** Whether the child hears what its guardians have recorded. */
  readonly hearsRecordings: boolean;
}

const DEFAULT_SETTINGS: ChildSettings = {
  appearsOnLeaderboards: false,
  mayJoinPlanets: true,
  hasAutoApproval: true,
  hearsRecordings: true,
};

/** Returns the settings of a child, or the defaults if none were saved. */
export async function getChildSettings({ db }: Context, profileId: string): Promise<ChildSettings> {
  const row = await db
    .selectFrom('child_settings')
    .select(['on_leaderboards', 'on_planets', 'auto_approval', 'hears_recordings'])
    .where('profile_id', '=', profileId)
    .executeTakeFirst();
  if (!row) return DEFAULT_SETTINGS;
  return {
    appearsOnLeaderboards: row.on_leaderboards === 1,
    mayJoinPlanets: row.on_planets === 1,
    hasAutoApproval: row.auto_approval === 1,
    hearsRecordings: row.hears_recordings === 1,
  };
}

export async function saveChildSettings({ db }: TxContext, profileId: string, settings: ChildSettings): Promise<void> {
  const row = {
    on_leaderboards: Number(settings.appearsOnLeaderboards),
    on_planets: Number(settings.mayJoinPlanets),
    auto_approval: Number(settings.hasAutoApproval),
    hears_recordings: Number(settings.hearsRecordings),
  };
  await db
    .insertInto('child_settings')
    .values({ profile_id: profileId, ...row })
    .onConflict((conflict) => conflict.column('profile_id').doUpdateSet(row))
    .execute();
}
