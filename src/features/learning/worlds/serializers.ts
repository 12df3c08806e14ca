import type { Static } from 'typebox';
import {
  type Content,
  chooseLanguage,
  type Location,
  localize,
  type Task,
  type World,
} from '../../../content/index.ts';
import type { LockSchema } from '../../../core/requests/json-schema.ts';
import { LANGUAGES, type Language, type LocalizedText } from '../../../core/text/languages.ts';
import { getDateFormatter } from '../../../core/time/date-formats.ts';
import { localized } from '../../../locales/index.ts';
import type { Context } from '../../../platform/context.ts';
import { buildMediaUrl, buildPictureUrl } from '../../content-media/index.ts';
import { type Attempt, countHints, type Draws } from '../attempts/attempts-store.ts';
import { buildAttemptTask, drawItems } from '../attempts/drawn-items.ts';
import type { AnswerGrade } from '../grading/grade.ts';
import { serializeItems, serializeMedia } from '../grading/item-serializers.ts';
import type { ContentLock } from '../learner/content-locks.ts';
import type { Learner } from '../learner/learner.ts';
import { findRepairedQuiz } from '../learner/repair.ts';
import { CHALLENGE_XP, computeMaxXp, DAILY_PRACTICE_XP, PRACTICE_XP } from '../learner/rewards.ts';
import { computeLocationProgress, computeTaskProgress, computeWorldProgress } from '../learner/task-status.ts';
import { CHALLENGE_ID, findPlacementSubject, isDailyPractice } from '../practice/practice-id.ts';
import type { SerializedSubmission } from '../submissions/serializers.ts';
import type {
  AttemptSchema,
  CharacterSchema,
  LocationSchema,
  StoryPanelSchema,
  TaskDetailSchema,
  TaskSchema,
  WorldSchema,
} from './schemas.ts';

/** A world with a child's progress, in the language of `locale`. */
export function serializeWorld(
  ctx: Context,
  learner: Learner,
  world: World,
  locale: string,
): Static<typeof WorldSchema> {
  const { lock, ...progress } = computeWorldProgress(learner, world);
  const language = chooseLanguage(world.languages, locale);
  const description = descriptions
    .getOrInsertComputed(world, () => new Map())
    .getOrInsertComputed(`${language} ${ctx.settings.baseUrl}`, () => describeWorld(ctx, world, language));
  return { ...description, ...progress, lock: serializeLock(lock, locale) };
}

type WorldDescription = ReturnType<typeof describeWorld>;

/** Building the descriptions and their URLs took longer than computing the progress in all worlds. */
const descriptions = new WeakMap<World, Map<string, WorldDescription>>();

/** What is the same for all children until the packs are reloaded. */
function describeWorld(ctx: Context, world: World, language: string) {
  const { id, subject, age_min, age_max, order_index, content_version, license, languages } = world;
  return {
    id,
    title: localize(world.title, language).text,
    description: localize(world.description, language).text,
    cover_url: buildMediaUrl(ctx, world.cover),
    theme: { color: `#${world.theme.color}`, icon_url: buildPictureUrl(ctx, world.theme.icon) },
    characters: world.characters.map((character) => serializeCharacter(ctx, character, language)),
    subject,
    language: languages[0] ?? '',
    language_served: language,
    age_min,
    age_max,
    order_index,
    content_version,
    license,
  };
}

export function serializeLocation(
  ctx: Context,
  learner: Learner,
  location: Location,
  locale: string,
): Static<typeof LocationSchema> {
  const { lock, ...progress } = computeLocationProgress(learner, location);
  return {
    ...location, // the serializer leaves out the fields that the schema does not contain
    title: localize(location.title, locale).text,
    description: localize(location.description, locale).text,
    icon_url: buildPictureUrl(ctx, location.icon),
    prerequisite_ids: [...location.prerequisite_ids],
    ...progress,
    lock: serializeLock(lock, locale),
  };
}

/**
 * Finds the character that accompanies a task. The characters of a world take turns at its tasks, and all characters take
 * turns at the daily practices.
 */
function findCharacter({ worlds }: Content, task: Task): World['characters'][number] | undefined {
  const characters = worlds.get(task.world_id)?.characters ?? [...worlds.values()].flatMap((world) => world.characters);
  const position = isDailyPractice(task) ? Number(task.id.replaceAll(/\D/g, '')) : task.order_index; // the date without hyphens
  return characters[position % characters.length];
}

/** The story of a location as a sequence of pictures with texts, in the language of `locale`. */
export function serializeStory(ctx: Context, { story }: Location, locale: string): Static<typeof StoryPanelSchema>[] {
  return story.map(({ picture, text }) => ({
    image_url: buildPictureUrl(ctx, picture),
    text: localize(text, locale).text,
  }));
}

function serializeCharacter(
  ctx: Context,
  { name, picture }: World['characters'][number],
  locale: string,
): Static<typeof CharacterSchema> {
  return {
    name: localize(name, locale).text,
    calm_url: buildPictureUrl(ctx, picture),
    happy_url: buildPictureUrl(ctx, `${picture}-happy`),
    thinking_url: buildPictureUrl(ctx, `${picture}-thinking`),
  };
}

export function serializeTask(learner: Learner, task: Task, locale: string): Static<typeof TaskSchema> {
  const { lock, ...progress } = computeTaskProgress(learner, task);
  return {
    ...task, // see `serializeLocation`
    title: localize(task.title, locale).text,
    ...progress,
    lock: serializeLock(lock, locale),
    xp_reward: computeOfferedXp(learner, task),
    skills: [...task.skills],
  };
}

function computeOfferedXp({ content }: Learner, task: Task): number {
  if (isDailyPractice(task)) return DAILY_PRACTICE_XP;
  if (findPlacementSubject(content, task.id)) return 0;
  if (task.id === CHALLENGE_ID) return CHALLENGE_XP;
  return findRepairedQuiz(content, task.id) ? PRACTICE_XP : computeMaxXp(task);
}

/** A task with the child's newest attempt and newest submission. */
interface TaskDetail {
  readonly task: Task;
  readonly attempt: Attempt | undefined;
  readonly latest_submission: SerializedSubmission | null;
  readonly guardian_missing: 'work_waits' | 'work_refused' | null;
}

/** What a child may see of a task before it is graded. The order of options depends on the attempt. */
export function serializeTaskDetail(
  ctx: Context,
  learner: Learner,
  { task, attempt, latest_submission, guardian_missing }: TaskDetail,
  locale: string,
): Static<typeof TaskDetailSchema> {
  const languages = learner.content.worlds.get(task.world_id)?.languages ?? Object.keys(task.title);
  const character = findCharacter(learner.content, task);
  const seed = attempt?.id ?? `${learner.profileId} ${task.id}`;
  const attemptTask = buildAttemptTask(learner.content, task, findDraws(learner, task, attempt), locale);
  return {
    ...serializeTask(learner, task, locale),
    instructions: localize(task.instructions, locale).text,
    language_served: chooseLanguage(languages, locale),
    media: task.media.map((id) => serializeMedia(ctx, id, locale)),
    character: character ? serializeCharacter(ctx, character, locale) : null,
    pass_score: task.pass_score,
    items: serializeItems(ctx, attemptTask, { locale, seed }),
    attempt: attempt ? serializeAttempt(attempt) : null,
    latest_submission,
    guardian_missing,
    content_version: task.content_version,
  };
}

/**
 * The draws of the open attempt. If no attempt is open, the draws of the next attempt, because a client can read a task
 * before starting it.
 */
function findDraws({ content, profileId, taskStates }: Learner, { id }: Task, attempt: Attempt | undefined): Draws {
  if (attempt?.status === 'in_progress') return attempt.draws;
  return drawItems(content, { profileId, taskId: id, number: (taskStates.get(id)?.attempts_count ?? 0) + 1 });
}

export function serializeAttempt({
  profile_id,
  answers,
  hints,
  grades,
  draws,
  plan,
  ratings,
  ...attempt
}: Attempt): Static<typeof AttemptSchema> {
  const answers_graded = Object.entries(grades).map(([item_id, grade]) => ({
    item_id,
    ...serializeAnswerGrade(grade),
  }));
  return { ...attempt, answers_saved: [...answers], answers_graded, hints_used: countHints(hints) };
}

/** The fields of a grade that the child may see. */
export function serializeAnswerGrade({ correct, score, closed }: AnswerGrade) {
  return { correct, score, tries_left: closed ? 0 : 1 };
}

function serializeLock(lock: ContentLock | null, locale: string): Static<typeof LockSchema> {
  if (!lock) return null;
  return {
    reason: lock.reason,
    message: localize(describeLock(lock, locale), locale).text,
    required_level: lock.reason === 'level' ? lock.required_level : null,
    required_ids: lock.reason === 'prerequisite' ? lock.missing.map(({ id }) => id) : [],
    unlocks_at: lock.reason === 'not_started_yet' ? lock.unlocks_at : null,
  };
}

/** The message that explains why a place or its tasks are locked. The titles of places are in the language of `locale`. */
export function describeLock(lock: ContentLock, locale: string): LocalizedText {
  if (lock.reason === 'level') return localized.learning.needsLevel({ level: lock.required_level });
  if (lock.reason === 'prerequisite') {
    return localized.learning.needsLocations({
      titles: lock.missing
        .map(({ title }) => localized.learning.quotedTitle({ title: localize(title, locale).text }))
        .map((quotedTitle) => localize(quotedTitle, locale).text)
        .join(', '),
    });
  }
  const formatDate = (language: Language) => getDateFormatter(language, 'longDate').format(Date.parse(lock.unlocks_at));
  const dates = Object.fromEntries(LANGUAGES.map((language) => [language, formatDate(language)]));
  return localized.learning.opensOn({ date: dates as LocalizedText }); // `dates` has an entry for each language
}
