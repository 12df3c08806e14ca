import type { Static } from 'typebox';
import { LANGUAGES, type Text } from '../../core/languages.ts';
import type { LockShape } from '../../core/wire.ts';
import type { Context } from '../../platform/context.ts';
import { type Location, languageAmong, mediaUrl, pictureUrl, type Task, textIn, type World } from '../content/index.ts';
import { itemsOnWire, mediaOnWire } from './items-wire.ts';
import type { Learner } from './learner.ts';
import type { Lock } from './locks.ts';
import { mostXp } from './rewards.ts';
import type { AttemptShape, LocationShape, TaskDetailShape, TaskShape, WorldShape } from './shapes.ts';
import { standingInLocation, standingInTask, standingInWorld } from './standing.ts';
import type { Attempt } from './store.ts';
import type { SubmissionOnWire } from './submissions-wire.ts';
import { NEEDS_LEVEL, NEEDS_PLACES, OPENS_ON } from './words.ts';

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
