import type { Instant } from '../../core/instant.ts';
import type { Context } from '../../platform/context.ts';
import { avatarLook, avatarUrl, listProfiles } from '../accounts/index.ts';
import { levelOf, listLeaderboardEntries, weekAt } from '../progress/index.ts';
import { type GoalTotals, listFirstMembers, sumDays, sumWeeks } from './goal-totals-store.ts';
import { countMembers } from './memberships-store.ts';
import type { Planet } from './planet.ts';
import { spanOf } from './rules.ts';

const SHOWN = 5;

interface Shown {
  display_name: string;
  avatar_url: string;
  level: number;
}

/** What there is to see of a planet besides its description. */
export interface PlanetStats {
  readonly member_count: number;
  readonly weekly_xp: number;
  /** Of the goal, as it stands. */
  readonly sums: GoalTotals;
  readonly members_preview: Shown[];
}

interface Sights {
  of(planet: Planet): PlanetStats;
}

/** What `profileId` sees of one planet. */
export async function getPlanetStats(ctx: Context, profileId: string, planet: Planet): Promise<PlanetStats> {
  return (await listPlanetStats(ctx, profileId, [planet])).of(planet);
}

/** What `profileId` sees of planets: a handful of reads, however many planets they are. */
export async function listPlanetStats(ctx: Context, profileId: string, planets: readonly Planet[]): Promise<Sights> {
  const now = ctx.now();
  const ids = planets.map(({ id }) => id);
  const [counts, weeks, goals, previews] = await Promise.all([
    countMembers(ctx.db, ids),
    sumWeeks(ctx.db, ids, weekAt(now)),
    sumGoals(ctx, profileId, planets, now),
    listPreviews(ctx, ids),
  ]);
  return {
    of: ({ id }) => ({
      member_count: counts.get(id) ?? 0,
      weekly_xp: weeks.get(id) ?? 0,
      sums: goals.get(id) ?? { all: 0, mine: 0 },
      members_preview: previews.get(id) ?? [],
    }),
  };
}

/** Goals of the same days are summed up together: most of a page are of this week or this month. */
async function sumGoals(
  ctx: Context,
  profileId: string,
  planets: readonly Planet[],
  now: Instant,
): Promise<Map<string, GoalTotals>> {
  const goals = planets.flatMap(({ id, goal }) => (goal ? [{ id, metric: goal.metric, ...spanOf(goal, now) }] : []));
  const sums = new Map<string, GoalTotals>();
  for (const alike of Map.groupBy(goals, ({ from, until }) => `${from} ${until}`).values()) {
    const [{ from, until }] = alike as [(typeof goals)[number]]; // no group is empty
    const ids = alike.map(({ id }) => id);
    const found = await sumDays(ctx.db, ids, from, until, profileId);
    for (const { id, metric } of alike) sums.set(id, found.get(id)?.[metric] ?? { all: 0, mine: 0 });
  }
  return sums;
}

async function listPreviews(ctx: Context, planetIds: readonly string[]): Promise<Map<string, Shown[]>> {
  const members = await listFirstMembers(ctx.db, planetIds, SHOWN);
  const ids = [...new Set(members.map(({ profile_id }) => profile_id))];
  const profiles = new Map((await listProfiles(ctx.db, ids)).map((profile) => [profile.id, profile]));
  const xp = new Map(
    (await listLeaderboardEntries(ctx.db, ids)).map((standing) => [standing.profile_id, standing.xp_total]),
  );
  const { levels } = ctx.content.current;
  const shown = members.flatMap(({ planet_id, profile_id }) => {
    const profile = profiles.get(profile_id);
    if (!profile) return []; // it has gone between two reads
    const { level } = levelOf(xp.get(profile_id) ?? 0, levels.length);
    const who = { display_name: profile.pseudonym ?? '', avatar_url: avatarUrl(ctx, avatarLook(profile)), level };
    return [{ planet_id, who }];
  });
  const byPlanet = Map.groupBy(shown, ({ planet_id }) => planet_id);
  return new Map([...byPlanet].map(([id, list]) => [id, list.map(({ who }) => who)]));
}
