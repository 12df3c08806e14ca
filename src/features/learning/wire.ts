import { type Static, Type } from 'typebox';
import { LANGUAGES, type Text } from '../../core/languages.ts';
import { LockShape, MaybeTimestamp, Nullable, Timestamp, Words } from '../../core/wire.ts';
import type { Context } from '../../platform/context.ts';
import {
  LOCATION_KINDS,
  type Location,
  languageAmong,
  mediaUrl,
  pictureUrl,
  TASK_KINDS,
  type Task,
  textIn,
  type World,
} from '../content/index.ts';
import { ItemShape, itemsOnWire, MediaShape, mediaOnWire } from './items-wire.ts';
import type { Learner } from './learner.ts';
import { mostXp } from './rewards.ts';
import {
  type Lock,
  PLACE_STATUSES,
  standingInLocation,
  standingInTask,
  standingInWorld,
  TASK_STATUSES,
} from './standing.ts';
import type { Attempt } from './store.ts';
import { type SubmissionOnWire, SubmissionShape } from './submissions-wire.ts';
import { NEEDS_LEVEL, NEEDS_PLACES, OPENS_ON } from './words.ts';

const Count = Type.Integer({ minimum: 0 });
const Percent = Type.Integer({ minimum: 0, maximum: 100 });
const Ids = Type.Array(Type.String());

const placeShape = {
  status: Words(PLACE_STATUSES),
  lock: LockShape,
  tasks_total: Count,
  tasks_completed: Count,
  progress_percent: Percent,
  completed_at: MaybeTimestamp,
};

export const WorldShape = Type.Object({
  id: Type.String(),
  title: Type.String(),
  description: Type.String(),
  cover_url: Type.String(),
  theme: Type.Object({ color: Type.String({ description: 'as in CSS: `#F2A541`' }), icon_url: Type.String() }),
  subject: Type.String(),
  language: Type.String({ description: 'in which it was written' }),
  language_served: Type.String({ description: "the caller's, if the world is complete in it" }),
  age_min: Type.Integer({ description: 'advice, never a lock' }),
  age_max: Type.Integer(),
  order_index: Count,
  ...placeShape,
  locations_total: Count,
  locations_completed: Count,
  xp_available: Type.Integer({ description: 'of its tasks at their best and its places; bonuses and practice apart' }),
  xp_earned: Count,
  content_version: Type.String(),
  license: Type.String(),
  started_at: MaybeTimestamp,
});

export const LocationShape = Type.Object({
  id: Type.String(),
  world_id: Type.String(),
  title: Type.String(),
  description: Type.String(),
  icon_url: Type.String(),
  map: Type.Object({ x: Type.Number(), y: Type.Number() }, { description: '0 to 1 from the upper left' }),
  order_index: Count,
  kind: Words(LOCATION_KINDS),
  optional: Type.Boolean(),
  prerequisite_ids: Ids,
  ...placeShape,
  stars_earned: Count,
  stars_total: Count,
});

export const TaskShape = Type.Object({
  id: Type.String(),
  location_id: Type.String(),
  world_id: Type.String(),
  title: Type.String(),
  kind: Words(TASK_KINDS),
  status: Words(TASK_STATUSES),
  lock: LockShape,
  order_index: Count,
  difficulty: Type.Integer({ minimum: 1, maximum: 3 }),
  estimated_minutes: Type.Integer({ minimum: 1 }),
  xp_reward: Type.Integer({ minimum: 0, description: 'at its best' }),
  stars_best: Type.Integer({ minimum: 0, maximum: 3 }),
  attempts_count: Count,
  requires_review: Type.Boolean({ description: 'a grown-up looks at it' }),
  skills: Ids,
});

export const AnswerShape = Type.Object({
  item_id: Type.String(),
  response: Type.Unknown({ description: 'as the kind of the item asks for it; null for none' }),
});

export const AttemptShape = Type.Object({
  id: Type.String(),
  task_id: Type.String(),
  number: Type.Integer({ minimum: 1 }),
  status: Words(['in_progress', 'passed', 'failed', 'pending_review']),
  practice: Type.Boolean({ description: 'the task had been completed before' }),
  started_at: Timestamp,
  completed_at: MaybeTimestamp,
  content_version: Type.String(),
  answers_saved: Type.Array(AnswerShape),
  hints_used: Count,
  score: Type.Number({ minimum: 0, maximum: 1 }),
  points: Type.Number({ minimum: 0 }),
  max_points: Count,
  stars: Type.Integer({ minimum: 0, maximum: 3 }),
  time_spent_seconds: Count,
  xp_awarded: Count,
});

export const TaskDetailShape = Type.Object({
  ...TaskShape.properties,
  instructions: Type.String(),
  language_served: Type.String(),
  media: Type.Array(MediaShape),
  pass_score: Type.Number(),
  items: Type.Array(ItemShape),
  attempt: Nullable(AttemptShape),
  latest_submission: Nullable(SubmissionShape),
  content_version: Type.String(),
});

/** A world as `learner` stands in it, told in the language of `tag`. */
export function worldOnWire(ctx: Context, learner: Learner, world: World, tag: string): Static<typeof WorldShape> {
  const { lock, ...standing } = standingInWorld(learner, world);
  const { id, subject, age_min, age_max, order_index, content_version, license, languages } = world;
  return {
    id,
    title: textIn(world.title, tag).text,
    description: textIn(world.description, tag).text,
    cover_url: mediaUrl(ctx, world.cover),
    theme: { color: `#${world.theme.color}`, icon_url: pictureUrl(ctx, world.theme.icon) },
    subject,
    language: languages[0] ?? '',
    language_served: languageAmong(languages, tag),
    age_min,
    age_max,
    order_index,
    ...standing,
    lock: lockOnWire(lock, tag),
    content_version,
    license,
  };
}

export function locationOnWire(
  ctx: Context,
  learner: Learner,
  location: Location,
  tag: string,
): Static<typeof LocationShape> {
  const { lock, ...standing } = standingInLocation(learner, location);
  const { id, world_id, map, order_index, kind, optional, prerequisite_ids } = location;
  return {
    id,
    world_id,
    title: textIn(location.title, tag).text,
    description: textIn(location.description, tag).text,
    icon_url: pictureUrl(ctx, location.icon),
    map,
    order_index,
    kind,
    optional,
    prerequisite_ids: [...prerequisite_ids],
    ...standing,
    lock: lockOnWire(lock, tag),
  };
}

export function taskOnWire(learner: Learner, task: Task, tag: string): Static<typeof TaskShape> {
  const { lock, ...standing } = standingInTask(learner, task);
  const { id, location_id, world_id, kind, order_index, difficulty, estimated_minutes, requires_review, skills } = task;
  return {
    id,
    location_id,
    world_id,
    title: textIn(task.title, tag).text,
    kind,
    ...standing,
    lock: lockOnWire(lock, tag),
    order_index,
    difficulty,
    estimated_minutes,
    xp_reward: mostXp(task),
    requires_review,
    skills: [...skills],
  };
}

/** All of a task that may be seen before it is graded. Its options are in an order of this attempt's own. */
export function taskDetailOnWire(
  ctx: Context,
  learner: Learner,
  task: Task,
  attempt: Attempt | undefined,
  latest_submission: SubmissionOnWire | null,
  tag: string,
): Static<typeof TaskDetailShape> {
  const languages = learner.content.worlds.get(task.world_id)?.languages ?? [];
  const seed = attempt?.id ?? `${learner.profileId} ${task.id}`;
  return {
    ...taskOnWire(learner, task, tag),
    instructions: textIn(task.instructions, tag).text,
    language_served: languageAmong(languages, tag),
    media: task.media.map((id) => mediaOnWire(ctx, id, tag)),
    pass_score: task.pass_score,
    items: itemsOnWire(ctx, task, tag, seed),
    attempt: attempt ? attemptOnWire(attempt) : null,
    latest_submission,
    content_version: task.content_version,
  };
}

export function attemptOnWire({ profile_id, answers, hints, ...attempt }: Attempt): Static<typeof AttemptShape> {
  return { ...attempt, answers_saved: [...answers], hints_used: countHints({ hints }) };
}

export function countHints({ hints }: Pick<Attempt, 'hints'>): number {
  return Object.values(hints).reduce((sum, n) => sum + n, 0);
}

function lockOnWire(lock: Lock | null, tag: string): Static<typeof LockShape> {
  if (!lock) return null;
  return {
    reason: lock.reason,
    message: textIn(lockText(lock, tag), tag).text,
    required_level: lock.reason === 'level' ? lock.required_level : null,
    required_ids: lock.reason === 'prerequisite' ? lock.missing.map(({ id }) => id) : [],
    unlocks_at: lock.reason === 'not_started_yet' ? lock.unlocks_at : null,
  };
}

/** Why a place is closed, for someone whose profile says `tag`. */
export function lockText(lock: Lock, tag: string): Text {
  if (lock.reason === 'level') return NEEDS_LEVEL(lock.required_level);
  if (lock.reason === 'prerequisite') {
    return NEEDS_PLACES(lock.missing.map(({ title }) => `“${textIn(title, tag).text}”`).join(', '));
  }
  const date = (language: string) =>
    new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(lock.unlocks_at));
  return OPENS_ON(Object.fromEntries(LANGUAGES.map((language) => [language, date(language)])) as Text); // one for each
}
