import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startOfWeek } from '../src/core/time/days.ts';
import { addSeconds } from '../src/core/time/instant.ts';
import { loadSecrets } from '../src/platform/secrets/secrets.ts';
import { createTokens } from '../src/platform/secrets/tokens.ts';
import { readSettings } from '../src/platform/settings.ts';

/** Fills the database of a data folder with linked children with sessions and progress. Returns tokens of a thousand of them. */
export async function fillFamilies(
  folder: string,
  children: number,
): Promise<{ tokens: string[]; baselineKey: string }> {
  const secrets = loadSecrets(readSettings({ DATA_DIR: folder }));
  const now = new Date().toISOString();
  const expiresAt = addSeconds(now, 86_400);
  const db = new DatabaseSync(join(folder, 'family.db'));
  db.exec('begin');
  db.prepare(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
     insert into profiles (id, role, display_name, pseudonym, birth_year, language, email, skin, hair, hat, shirt, accessory, created_at)
     select 'parent' || i, 'parent', 'Parent', null, null, 'en', 'parent' || i || '@example.org', 'skin-honey', 'hair-none', null, 'tee-red', null, ? from n
     union all
     select 'child' || i, 'child', 'Brave Otter 41', 'Brave Otter 41', 2017, 'en', null, 'skin-honey', 'hair-none', null, 'tee-red', null, ? from n`,
  ).run(children, now, now);
  db.prepare(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
     insert into guardians (child_id, parent_id, rank, linked_at) select 'child' || i, 'parent' || i, 1, ? from n`,
  ).run(children, now);
  db.prepare(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
     insert into sessions (id, profile_id, device_key, created_at, expires_at, revoked_at) select 'session' || i, 'child' || i, null, ?, ?, null from n`,
  ).run(children, now, expiresAt);
  fillProgress(db, children, now);
  db.exec('commit; analyze');
  db.close();

  const { sign } = createTokens(secrets.tokenKeys);
  const step = Math.max(1, Math.floor(children / 1000));
  const tokens = Array.from({ length: Math.min(1000, children) }, (_, n) => {
    const i = n * step + 1;
    return sign({ sub: `child${i}`, role: 'child', jti: `session${i}` }, now, expiresAt);
  });
  return { tokens, baselineKey: secrets.tokenKeys[0]?.key.toString('base64url') ?? '' };
}

/** Totals, daily totals, a ledger, two completed tasks, and an open attempt that can be completed. */
function fillProgress(db: DatabaseSync, children: number, now: string): void {
  const n = 'with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)';
  const day = now.slice(0, 10);
  const week = startOfWeek(day);
  // The scores differ and all children are listed, which is the most expensive case for leaderboards.
  db.prepare(
    `${n} insert into totals (profile_id, xp_total, tasks_completed, tasks_in_progress, worlds_completed, locations_completed,
       badges_count, streak_days, streak_last_date, longest_streak_days, total_time_seconds, days_active, week, week_xp, month, month_xp, listed)
     select 'child' || i, 300 + i * 7919 % 5000, 2, 1, 0, 0, 1, 3, ?, 5, 900, 8, ?, i * 104729 % 700, ?, i * 1299709 % 3000, 1 from n`,
  ).run(children, day, week, day.slice(0, 7));
  db.prepare(
    `${n} insert into progress_days (profile_id, day, xp, tasks, seconds, active) select 'child' || i, ?, 30, 1, 300, 1 from n`,
  ).run(children, day);
  db.prepare(
    `${n} insert into xp_ledger (id, profile_id, source, reason, amount, day, zone, at)
     select 'row' || i || '-' || k.column1, 'child' || i, 'task old ' || k.column1, 'quiz_passed', 20, ?, 'UTC', ? from n, (values (1), (2), (3)) as k`,
  ).run(children, day, now);
  db.prepare(
    `${n} insert into task_states (profile_id, task_id, status, attempts_count, open_attempt_id, stars_best, xp_earned, started_at, completed_at)
     select 'child' || i, k.column1, k.column2, 1, case k.column2 when 'in_progress' then 'attempt' || i end, 3, 20, ?, null
     from n, (values ('first-sums', 'in_progress'), ('what-is-alive', 'completed'), ('story-sense', 'completed')) as k`,
  ).run(children, now);
  db.prepare(
    `${n} insert into attempts (id, profile_id, task_id, number, status, practice, started_at, completed_at, content_version, answers, hints, score, points, max_points, stars, time_spent_seconds, xp_awarded)
     select 'attempt' || i, 'child' || i, 'first-sums', 1, 'in_progress', 0, ?, null, 'x', '[]', '{}', 0, 0, 4, 0, 0, 0 from n`,
  ).run(children, now);
  db.prepare(
    `${n} insert into earned_badges (profile_id, badge_id, earned_at) select 'child' || i, 'first-task', ? from n`,
  ).run(children, now);
}
