import { getStartOfWeek } from '../../src/core/time/days.ts';
import { addSeconds } from '../../src/core/time/instant.ts';
import { loadSecrets, type Secrets } from '../../src/platform/secrets/secrets.ts';
import { createTokens } from '../../src/platform/secrets/tokens.ts';
import { readSettings } from '../../src/platform/settings.ts';
import type { BenchDatabase } from './databases.ts';

/** The families that `fillFamilies` has stored. The id of a child is "child" and a number from 1 to `childCount`. */
export interface Families {
  readonly childCount: number;
  readonly secrets: Secrets;
  readonly signToken: (childNumber: number) => string;
}

/** The badges that a child with this progress has earned. With them, completing a task awards no badge. */
const BADGE_IDS = [
  'first-task',
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

/**
 * Fills a database with children and their parents, sessions and progress. The secrets are in the data folder. Inserts rows, because playing as the
 * children of `src/app/demo` do takes a second for each child and week, and this database has a hundred thousand children.
 */
export async function fillFamilies(folder: string, database: BenchDatabase, childCount: number): Promise<Families> {
  const secrets = loadSecrets(readSettings({ DATA_DIR: folder }));
  const now = new Date().toISOString();
  const expiresAt = addSeconds(now, 86_400);
  await database.run(buildInserts(childCount, now, expiresAt));
  const { sign } = createTokens(secrets.tokenKeys);
  const signToken = (childNumber: number) =>
    sign({ sub: `child${childNumber}`, role: 'child', jti: `session${childNumber}` }, now, expiresAt);
  return { childCount, secrets, signToken };
}

/** Analyzing an empty table would make PostgreSQL choose plans that are bad when it has grown. */
const FILLED_TABLES = [
  'profiles',
  'guardians',
  'sessions',
  'totals',
  'progress_days',
  'xp_ledger',
  'task_states',
  'attempts',
  'todo_lists',
  'todos',
  'earned_badges',
];

/**
 * Each child has totals, daily totals, a ledger, two completed tasks, an open attempt that can be completed, open to-dos and badges. The
 * children have different amounts of XP (multiples of prime numbers, taken modulo a maximum), and all of them appear on the leaderboards.
 * This is the most expensive case for leaderboards.
 */
function buildInserts(childCount: number, now: string, expiresAt: string): string {
  const day = now.slice(0, 10);
  return `begin;
create temp table children as with recursive numbers(number) as (select cast(1 as bigint) union all select number + 1 from numbers where number < ${childCount})
  select number, 'child' || number as id, 'parent' || number as parent_id from numbers;
insert into profiles (id, role, display_name, language, email, skin, hair, shirt, created_at)
  select parent_id, 'parent', 'Parent', 'en', parent_id || '@example.org', 'skin-honey', 'hair-none', 'tee-red', '${now}' from children;
insert into profiles (id, role, display_name, pseudonym, birth_year, language, skin, hair, shirt, created_at)
  select id, 'child', 'Brave Otter 41', 'Brave Otter 41', 2017, 'en', 'skin-honey', 'hair-none', 'tee-red', '${now}' from children;
insert into guardians (child_id, parent_id, rank, linked_at) select id, parent_id, 1, '${now}' from children;
insert into sessions (id, profile_id, created_at, expires_at) select 'session' || number, id, '${now}', '${expiresAt}' from children;
insert into totals (profile_id, xp_total, tasks_completed, tasks_in_progress, worlds_completed, locations_completed,
    badges_count, streak_days, streak_last_date, longest_streak_days, total_time_seconds, days_active, week, week_xp, month, month_xp, listed,
    perfect_quizzes, creative_approved, todos_done, planets_joined, comeback_days, freezes_held, pace)
  select id, 300 + number * 7919 % 5000, 2, 1, 0, 0, 1, 3, '${day}', 5, 900, 8, '${getStartOfWeek(day)}', number * 104729 % 700,
    '${day.slice(0, 7)}', number * 1299709 % 3000, 1, 0, 0, 0, 0, 0, 0, 0.7 from children;
insert into progress_days (profile_id, day, xp, tasks, seconds, active) select id, '${day}', 30, 1, 300, 1 from children;
insert into xp_ledger (id, profile_id, source, reason, amount, day, zone, at)
  select 'row' || number || '-' || column1, id, 'task old ' || column1, 'quiz_passed', 20, '${day}', 'UTC', '${now}' from children, (values (1), (2), (3));
insert into task_states (profile_id, task_id, status, attempts_count, open_attempt_id, stars_best, xp_earned, started_at, removed_seconds)
  select id, column1, column2, 1, case column2 when 'in_progress' then 'attempt' || number end, 3, 20, '${now}', 0
  from children, (values ('first-sums', 'in_progress'), ('what-is-alive', 'completed'), ('story-sense', 'completed'));
insert into attempts (id, profile_id, task_id, number, status, practice, started_at, content_version, answers, hints, grades, draws, plan, score, points, max_points, stars, time_spent_seconds, xp_awarded)
  select 'attempt' || number, id, 'first-sums', 1, 'in_progress', 0, '${now}', 'x', '[]', '{}', '{}', '{}', '[]', 0, 0, 4, 0, 0, 0 from children;
insert into todo_lists (profile_id, last_position) select id, 5000 from children;
insert into todos (id, profile_id, title, notes, status, due_date, priority, created_by, assigned_by, requires_approval, xp_reward, checklist, position, revision, xp_paid, created_at, updated_at)
  select 'todo' || column1 || id, id, 'Water the plants', '', 'pending', '${day}', 'normal', 'parent', parent_id, 1, 10, '[]', column1 * 1000, 1, 0, '${now}', '${now}'
  from children, (values (1), (2), (3), (4), (5));
insert into earned_badges (profile_id, badge_id, earned_at)
  select id, column1, '${now}' from children, (values ${BADGE_IDS.map((id) => `('${id}')`).join(', ')});
commit;
${FILLED_TABLES.map((name) => `analyze ${name}`).join(';\n')}`;
}
