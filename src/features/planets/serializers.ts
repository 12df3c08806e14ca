import { type Static, Type } from 'typebox';
import type { Instant } from '../../core/instant.ts';
import { Enum, LockShape, Nullable, NullableTimestamp, Timestamp } from '../../core/json-schema.ts';
import type { Language } from '../../core/languages.ts';
import type { Context } from '../../platform/context.ts';
import { GOAL_METRICS, pictureUrl } from '../content/index.ts';
import { joinBarrierText } from './messages.ts';
import type { Planet } from './planet.ts';
import type { PlanetStats } from './planet-stats.ts';
import { type JoinBarrier, joinBarrier, STATUSES, spanOf, statusOf } from './rules.ts';
import type { PlanetVisitor } from './visitor.ts';

const Count = Type.Integer({ minimum: 0 });
const MaybeInteger = Nullable(Type.Integer());

const GoalShape = Type.Object({
  metric: Enum(GOAL_METRICS, { description: 'XP, or tasks completed' }),
  target: Type.Integer({ minimum: 1 }),
  progress: Type.Integer({ minimum: 0, description: 'of the present members, each since it joined' }),
  my_contribution: Count,
  starts_at: Timestamp,
  ends_at: Timestamp,
});

export const PlanetShape = Type.Object({
  id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  image_url: Type.String(),
  theme: Type.Object({ color: Type.String({ description: 'as in CSS: `#7BB661`' }), icon_url: Type.String() }),
  kind: Enum(['club', 'family', 'event']),
  visibility: Enum(['open', 'invite']),
  status: Enum(STATUSES),
  member_count: Count,
  capacity: Count,
  age_min: MaybeInteger,
  age_max: MaybeInteger,
  min_level: MaybeInteger,
  is_member: Type.Boolean(),
  joined_at: NullableTimestamp,
  lock: LockShape,
  goal: Nullable(GoalShape),
  weekly_xp: Type.Integer({ minimum: 0, description: 'what the members have earned since Monday, UTC' }),
  members_preview: Type.Array(
    Type.Object({
      display_name: Type.String({ description: 'made by the service, never the name that a child has picked' }),
      avatar_url: Type.String(),
      level: Type.Integer({ minimum: 1 }),
    }),
    { maxItems: 5 },
  ),
});

/** Of a family's planet where no pack says how those look. */
const PLAIN = '7B8FA1';

/** A planet as its visitor sees it; `sight` is what the database knows of it. */
export function planetResponse(
  ctx: Context,
  planet: Planet,
  visit: PlanetVisitor,
  sight: PlanetStats,
  language: Language,
): Static<typeof PlanetShape> {
  const now = ctx.now();
  const joined_at = visit.joinedAt.get(planet.id) ?? null;
  const bar = joined_at === null ? joinBarrier(planet, visit, now) : null;
  return {
    ...looksOf(ctx, planet, language),
    status: statusOf(planet, now),
    is_member: joined_at !== null,
    joined_at,
    lock: lockOnWire(bar, language),
    goal: goalOnWire(planet, sight, now),
    member_count: sight.member_count,
    weekly_xp: sight.weekly_xp,
    members_preview: sight.members_preview,
  };
}

function looksOf(ctx: Context, planet: Planet, language: Language) {
  const { id, kind, visibility, capacity, age_min, age_max, min_level, image, theme } = planet;
  const picture = (name: string | null | undefined) => (name ? pictureUrl(ctx, name) : '');
  return {
    id,
    name: planet.name[language],
    description: planet.description[language],
    image_url: picture(image),
    theme: { color: `#${theme?.color ?? PLAIN}`, icon_url: picture(theme?.icon) },
    ...{ kind, visibility, capacity, age_min, age_max, min_level },
  };
}

/** Who has joined is not locked out: conditions are those of the door. */
function lockOnWire(bar: JoinBarrier | null, language: Language): Static<typeof LockShape> {
  if (!bar) return null;
  return {
    reason: bar.reason === 'level' ? 'level' : 'planet',
    message: joinBarrierText(bar)[language],
    required_level: bar.reason === 'level' ? bar.level : null,
    required_ids: [],
    unlocks_at: bar.reason === 'too_young' ? bar.opens_at : null,
  };
}

function goalOnWire({ goal }: Planet, { sums }: PlanetStats, now: Instant): Static<typeof GoalShape> | null {
  if (!goal) return null;
  const { starts_at, ends_at } = spanOf(goal, now);
  const { all: progress, mine: my_contribution } = sums;
  return { metric: goal.metric, target: goal.target, progress, my_contribution, starts_at, ends_at };
}
