import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { getStartOfWeek } from '../../src/core/time/days.ts';
import { addSeconds } from '../../src/core/time/instant.ts';
import { hashPin, PIN_HASH_COST } from '../../src/features/access/pins/pin-hash.ts';
import { loadSecrets, type Secrets } from '../../src/platform/secrets/secrets.ts';
import { createTokens } from '../../src/platform/secrets/tokens.ts';
import { readSettings } from '../../src/platform/settings.ts';
import { PIN } from '../load/calls.ts';

/** The families that `fillFamilies` has stored. The id of a child is "child" and a number from 1 to `childCount`. */
export interface Families {
  readonly childCount: number;
  /** The hash of every child's PIN. */
  readonly pinHash: string;
  readonly secrets: Secrets;
  readonly signToken: (childNumber: number) => string;
}

/** The maximum number of children with to-dos and several badges. Storing these rows for a million children would take a minute. */
const MAX_CHILDREN_WITH_LISTS = 100_000;
/**
 * The badges that a child with the progress of `fillProgress` has earned besides `first-task`. With them, completing a task awards no
 * badge.
 */
const BADGE_IDS = [
  'first-steps',
  'spot-on',
  'little-spark',
  'up-the-ladder',
  'up-and-away',
  'view-from-above',
  'seven-sunny-days',
  'visit-snail',
  'visit-ladybird',
  'hello-planet',
];

/** The beginning of a statement that inserts rows for each child: a table of numbers from 1 to the statement's first parameter. */
const CHILD_NUMBERS =
  'with recursive children(number) as (select 1 union all select number + 1 from children where number < ?)';

/**
 * Fills the database of a data folder with children and their parents, sessions, PINs and progress. Inserts rows, because playing as the
 * children of `src/app/demo` do takes a second for each child and week, and this database has a hundred thousand children.
 */
export async function fillFamilies(folder: string, childCount: number): Promise<Families> {
  const secrets = loadSecrets(readSettings({ DATA_DIR: folder }));
  const now = new Date().toISOString();
  const expiresAt = addSeconds(now, 86_400);
  const db = new DatabaseSync(join(folder, 'family.db'));
  db.exec('begin');
  db.prepare(
    `${CHILD_NUMBERS} insert into profiles (id, role, display_name, pseudonym, birth_year, language, email, skin, hair, hat, shirt, accessory, created_at)
     select 'parent' || number, 'parent', 'Parent', null, null, 'en', 'parent' || number || '@example.org', 'skin-honey', 'hair-none', null, 'tee-red', null, ? from children
     union all
     select 'child' || number, 'child', 'Brave Otter 41', 'Brave Otter 41', 2017, 'en', null, 'skin-honey', 'hair-none', null, 'tee-red', null, ? from children`,
  ).run(childCount, now, now);
  db.prepare(
    `${CHILD_NUMBERS} insert into guardians (child_id, parent_id, rank, linked_at) select 'child' || number, 'parent' || number, 1, ? from children`,
  ).run(childCount, now);
  db.prepare(
    `${CHILD_NUMBERS} insert into sessions (id, profile_id, device_key, created_at, expires_at, revoked_at) select 'session' || number, 'child' || number, null, ?, ?, null from children`,
  ).run(childCount, now, expiresAt);
  const pinHash = await hashPin({ pinHashCost: PIN_HASH_COST, secrets }, PIN);
  db.prepare(
    `${CHILD_NUMBERS} insert into pins (profile_id, hash, set_at) select 'child' || number, ?, ? from children`,
  ).run(childCount, pinHash, now);
  fillProgress(db, childCount, now);
  fillLists(db, Math.min(childCount, MAX_CHILDREN_WITH_LISTS), now);
  db.exec('commit; analyze');
  db.close();

  const { sign } = createTokens(secrets.tokenKeys);
  const signToken = (childNumber: number) =>
    sign({ sub: `child${childNumber}`, role: 'child', jti: `session${childNumber}` }, now, expiresAt);
  return { childCount, pinHash, secrets, signToken };
}

/** Picks `count` evenly spread children, or all children if there are fewer. Returns their numbers. */
export function pickChildNumbers({ childCount }: Families, count: number): number[] {
  const step = Math.max(1, Math.floor(childCount / count));
  return Array.from({ length: Math.min(count, childCount) }, (_, i) => i * step + 1);
}

/** Stores totals, daily totals, a ledger, two completed tasks, and an open attempt that can be completed. */
function fillProgress(db: DatabaseSync, childCount: number, now: string): void {
  const day = now.slice(0, 10);
  const week = getStartOfWeek(day);
  // The children have different amounts of XP (multiples of prime numbers, taken modulo a maximum), and all of them appear on the
  // leaderboards. This is the most expensive case for leaderboards.
  db.prepare(
    `${CHILD_NUMBERS} insert into totals (profile_id, xp_total, tasks_completed, tasks_in_progress, worlds_completed, locations_completed,
       badges_count, streak_days, streak_last_date, longest_streak_days, total_time_seconds, days_active, week, week_xp, month, month_xp, listed,
       perfect_quizzes, creative_approved, todos_done, planets_joined, comeback_days, freezes_held, pace)
     select 'child' || number, 300 + number * 7919 % 5000, 2, 1, 0, 0, 1, 3, ?, 5, 900, 8, ?, number * 104729 % 700, ?, number * 1299709 % 3000, 1,
       0, 0, 0, 0, 0, 0, 0.7 from children`,
  ).run(childCount, day, week, day.slice(0, 7));
  db.prepare(
    `${CHILD_NUMBERS} insert into progress_days (profile_id, day, xp, tasks, seconds, active) select 'child' || number, ?, 30, 1, 300, 1 from children`,
  ).run(childCount, day);
  db.prepare(
    `${CHILD_NUMBERS} insert into xp_ledger (id, profile_id, source, reason, amount, day, zone, at)
     select 'row' || number || '-' || variants.column1, 'child' || number, 'task old ' || variants.column1, 'quiz_passed', 20, ?, 'UTC', ? from children, (values (1), (2), (3)) as variants`,
  ).run(childCount, day, now);
  db.prepare(
    `${CHILD_NUMBERS} insert into task_states (profile_id, task_id, status, attempts_count, open_attempt_id, stars_best, xp_earned, started_at, completed_at, removed_seconds)
     select 'child' || number, variants.column1, variants.column2, 1, case variants.column2 when 'in_progress' then 'attempt' || number end, 3, 20, ?, null, 0
     from children, (values ('first-sums', 'in_progress'), ('what-is-alive', 'completed'), ('story-sense', 'completed')) as variants`,
  ).run(childCount, now);
  db.prepare(
    `${CHILD_NUMBERS} insert into attempts (id, profile_id, task_id, number, status, practice, started_at, completed_at, content_version, answers, hints, grades, draws, plan, score, points, max_points, stars, time_spent_seconds, xp_awarded)
     select 'attempt' || number, 'child' || number, 'first-sums', 1, 'in_progress', 0, ?, null, 'x', '[]', '{}', '{}', '{}', '[]', 0, 0, 4, 0, 0, 0 from children`,
  ).run(childCount, now);
  db.prepare(
    `${CHILD_NUMBERS} insert into earned_badges (profile_id, badge_id, earned_at) select 'child' || number, 'first-task', ? from children`,
  ).run(childCount, now);
}

/** Stores open to-dos and badges. */
function fillLists(db: DatabaseSync, childCount: number, now: string): void {
  const badges = BADGE_IDS.map((id) => `('${id}')`);
  db.prepare(
    `${CHILD_NUMBERS} insert into todo_lists (profile_id, last_position) select 'child' || number, ? from children`,
  ).run(childCount, 5000);
  db.prepare(
    `${CHILD_NUMBERS} insert into todos (id, profile_id, title, notes, status, due_date, anchor_day, priority, created_by, assigned_by,
       requires_approval, xp_reward, recurrence, checklist, position, previous_id, revision, xp_paid, completed_at, decided_at,
       decision_note, created_at, updated_at)
     select 'todo' || variants.column1 || 'child' || number, 'child' || number, 'Water the plants', '', 'pending', ?, null, 'normal', 'parent', 'parent' || number,
       1, 10, null, '[]', variants.column1 * 1000, null, 1, 0, null, null, null, ?, ? from children, (values (1), (2), (3), (4), (5)) as variants`,
  ).run(childCount, now.slice(0, 10), now, now);
  db.prepare(
    `${CHILD_NUMBERS} insert into earned_badges (profile_id, badge_id, earned_at) select 'child' || number, variants.column1, ? from children, (values ${badges.join(', ')}) as variants`,
  ).run(childCount, now);
}
