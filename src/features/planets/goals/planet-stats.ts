import type { Instant } from '../../../core/time/instant.ts';
import type { Context } from '../../../platform/context.ts';
import { avatarLook, avatarUrl, listProfiles } from '../../accounts/index.ts';
import { computeLevel, getUtcWeek, listLeaderboardEntries } from '../../progress/index.ts';
import { countVisibleMembers } from '../memberships-store.ts';
import type { Planet } from '../planet.ts';
import { goalPeriod } from '../rules.ts';
import { type GoalTotals, listFirstMembers, sumDays, sumWeeks } from './goal-totals-store.ts';

const PREVIEW_SIZE = 5;

interface MemberPreview {
  display_name: string;
  avatar_url: string;
  level: number;
}

/** The computed values of a planet: members and XP. */
export interface PlanetStats {
  readonly member_count: number;
  readonly weekly_xp: number;
  /** Current progress of the goal. */
  readonly goal_totals: GoalTotals;
  readonly members_preview: MemberPreview[];
}

/** The stats of one planet as `profileId` sees them. */
export async function getPlanetStats(ctx: Context, profileId: string, planet: Planet): Promise<PlanetStats> {
  const getStats = await loadPlanetStats(ctx, profileId, [planet]);
  return getStats(planet);
}

/** Loads the stats of planets as `profileId` sees them, with a fixed number of queries except for the goals' periods. */
export async function loadPlanetStats(
  ctx: Context,
  profileId: string,
  planets: readonly Planet[],
): Promise<(planet: Planet) => PlanetStats> {
  const now = ctx.now();
  const ids = planets.map(({ id }) => id);
  const [counts, weeks, goals, previews] = await Promise.all([
    countVisibleMembers(ctx.db, ids),
    sumWeeks(ctx.db, ids, getUtcWeek(now)),
    sumGoals(ctx, profileId, planets, now),
    listPreviews(ctx, ids),
  ]);
  return ({ id }) => ({
    member_count: counts.get(id) ?? 0,
    weekly_xp: weeks.get(id) ?? 0,
    goal_totals: goals.get(id) ?? { all: 0, mine: 0 },
    members_preview: previews.get(id) ?? [],
  });
}

/** Goals of the same period share a query, because most goals are for this week or this month. */
async function sumGoals(
  ctx: Context,
  profileId: string,
  planets: readonly Planet[],
  now: Instant,
): Promise<Map<string, GoalTotals>> {
  const goals = planets.flatMap(({ id, goal }) =>
    goal ? [{ id, metric: goal.metric, ...goalPeriod(goal, now) }] : [],
  );
  const sums = new Map<string, GoalTotals>();
  for (const group of Map.groupBy(goals, ({ from, until }) => `${from} ${until}`).values()) {
    const [period] = group as [(typeof goals)[number]]; // no group is empty
    const ids = group.map(({ id }) => id);
    const totals = await sumDays(ctx.db, ids, period, profileId);
    for (const { id, metric } of group) sums.set(id, totals.get(id)?.[metric] ?? { all: 0, mine: 0 });
  }
  return sums;
}

async function listPreviews(ctx: Context, planetIds: readonly string[]): Promise<Map<string, MemberPreview[]>> {
  const members = await listFirstMembers(ctx.db, planetIds, PREVIEW_SIZE);
  const ids = [...new Set(members.map(({ profile_id }) => profile_id))];
  const profiles = new Map((await listProfiles(ctx.db, ids)).map((profile) => [profile.id, profile]));
  const xp = new Map((await listLeaderboardEntries(ctx.db, ids)).map((entry) => [entry.profile_id, entry.xp_total]));
  const { levels } = ctx.content.current;
  const previews = members.flatMap(({ planet_id, profile_id }) => {
    const profile = profiles.get(profile_id);
    if (!profile) return []; // deleted between two queries
    const { level } = computeLevel(xp.get(profile_id) ?? 0, levels.length);
    const preview = { display_name: profile.pseudonym ?? '', avatar_url: avatarUrl(ctx, avatarLook(profile)), level };
    return [{ planet_id, preview }];
  });
  const byPlanet = Map.groupBy(previews, ({ planet_id }) => planet_id);
  return new Map([...byPlanet].map(([id, list]) => [id, list.map(({ preview }) => preview)]));
}
