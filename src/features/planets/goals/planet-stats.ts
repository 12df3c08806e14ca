import type { Context } from '../../../platform/context.ts';
import { buildAvatarUrl, listProfiles, toAvatarLook } from '../../accounts/index.ts';
import { computeLevel, getUtcWeek, listXpTotals } from '../../progress/index.ts';
import { countMembers } from '../memberships-store.ts';
import type { Planet } from '../planet.ts';
import { getGoalPeriod } from '../rules.ts';
import { type GoalTotals, listEarliestMembers, sumContributions, sumWeekXp } from './goal-totals-store.ts';

const PREVIEW_MEMBER_COUNT = 5;
/** With fewer members, nobody sees members, levels or XP, because sums of few children tell what each of them does (decision 0066). */
const MIN_SHOWN_MEMBERS = 5;

interface MemberPreview {
  display_name: string;
  avatar_url: string;
  level: number;
}

/** The values of a planet that are computed from its members. */
export interface PlanetStats {
  readonly member_count: number;
  readonly weekly_xp: number;
  /** The contributions to the goal in its current period; zero without a goal. */
  readonly goal_totals: GoalTotals;
  readonly members_preview: MemberPreview[];
}

/** Returns the stats of one planet as `profileId` sees them. */
export async function getPlanetStats(ctx: Context, profileId: string, planet: Planet): Promise<PlanetStats> {
  const getStats = await loadPlanetStats(ctx, profileId, [planet]);
  return getStats(planet);
}

/**
 * Loads the stats of planets and returns a function that looks them up. In `goal_totals`, `own` counts only the
 * contributions of `profileId`. The number of queries does not depend on the number of planets, only on the number of
 * different goal periods.
 */
export async function loadPlanetStats(
  ctx: Context,
  profileId: string,
  planets: readonly Planet[],
): Promise<(planet: Planet) => PlanetStats> {
  const now = ctx.now();
  const ids = planets.map(({ id }) => id);
  const [memberCounts, weekXp, goalTotals, previews] = await Promise.all([
    countMembers(ctx, ids, 'visible'),
    sumWeekXp(ctx, ids, getUtcWeek(now)),
    sumGoalContributions(ctx, profileId, planets),
    loadMemberPreviews(ctx, ids),
  ]);
  return ({ id, kind }) => {
    const member_count = memberCounts.get(id) ?? 0;
    const isShown = member_count >= MIN_SHOWN_MEMBERS;
    const { total, own } = goalTotals.get(id) ?? { total: 0, own: 0 };
    return {
      member_count,
      weekly_xp: isShown ? (weekXp.get(id) ?? 0) : 0,
      // The guardians of all children on a family planet have agreed to its goal.
      goal_totals: { total: isShown || kind === 'family' ? total : own, own },
      members_preview: isShown ? (previews.get(id) ?? []) : [],
    };
  };
}

/** The contributions to each planet's goal, by planet id. Most goals have the same period, so there is one query per period. */
async function sumGoalContributions(
  ctx: Context,
  profileId: string,
  planets: readonly Planet[],
): Promise<Map<string, GoalTotals>> {
  const goals = planets.flatMap(({ id, goal }) =>
    goal ? [{ id, metric: goal.metric, ...getGoalPeriod(goal, ctx.now()) }] : [],
  );
  const totalsByPlanet = new Map<string, GoalTotals>();
  for (const group of Map.groupBy(goals, ({ firstDay, lastDay }) => `${firstDay} ${lastDay}`).values()) {
    const [firstGoal] = group as [(typeof goals)[number]]; // no group is empty
    const ids = group.map(({ id }) => id);
    const contributions = await sumContributions(ctx, ids, firstGoal, profileId);
    for (const { id, metric } of group) totalsByPlanet.set(id, contributions.get(id)?.[metric] ?? { total: 0, own: 0 });
  }
  return totalsByPlanet;
}

async function loadMemberPreviews(ctx: Context, planetIds: readonly string[]): Promise<Map<string, MemberPreview[]>> {
  const members = await listEarliestMembers(ctx, planetIds, PREVIEW_MEMBER_COUNT);
  const ids = [...new Set(members.map(({ profile_id }) => profile_id))];
  const profiles = new Map((await listProfiles(ctx, ids)).map((profile) => [profile.id, profile]));
  const xpById = new Map((await listXpTotals(ctx, ids)).map((entry) => [entry.profile_id, entry.xp_total]));
  const { levels } = ctx.content.current;
  const previews = members.flatMap(({ planet_id, profile_id }) => {
    const profile = profiles.get(profile_id);
    if (!profile) return []; // deleted between two queries
    const { level } = computeLevel(xpById.get(profile_id) ?? 0, levels.length);
    const preview = {
      display_name: profile.pseudonym ?? '',
      avatar_url: buildAvatarUrl(ctx, toAvatarLook(profile)),
      level,
    };
    return [{ planet_id, preview }];
  });
  const previewsByPlanet = Map.groupBy(previews, ({ planet_id }) => planet_id);
  return new Map([...previewsByPlanet].map(([id, entries]) => [id, entries.map(({ preview }) => preview)]));
}
