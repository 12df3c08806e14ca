import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Content, loadPacks } from '../../src/content/index.ts';
import { addDays } from '../../src/core/time/days.ts';
import { addSeconds } from '../../src/core/time/instant.ts';
import { loadSecrets } from '../../src/platform/secrets/secrets.ts';
import { createTokens } from '../../src/platform/secrets/tokens.ts';
import { readSettings } from '../../src/platform/settings.ts';
import { ANSWERS } from '../load/calls.ts';

/** The years of activity that an active child has. */
export const HISTORY_YEARS = 3;
const DAY_COUNT = HISTORY_YEARS * 365;
const LEDGER_ROWS_A_DAY = 5;
const ATTEMPTS_A_DAY = 3;

/** A family whose children have been active every day for three years. The tokens are those of the parent and of the first child. */
export interface ActiveFamily {
  readonly parentToken: string;
  readonly childToken: string;
  readonly childId: string;
}

/** Fills the database of a data folder, whose tables must exist, with one family and three years of activity of each child. */
export function fillHistory(folder: string, childCount = 3): ActiveFamily {
  const settings = readSettings({ DATA_DIR: folder });
  const content = loadPacks(settings.contentDir);
  const now = new Date().toISOString();
  const db = new DatabaseSync(join(folder, 'family.db'));
  db.exec('begin');
  const insert = (table: string, row: Record<string, string | number | null>) => {
    const columns = Object.keys(row);
    db.prepare(`insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`).run(
      ...Object.values(row),
    );
  };
  const commonColumns = {
    language: 'en',
    skin: 'skin-honey',
    hair: 'hair-none',
    hat: null,
    shirt: 'tee-red',
    accessory: null,
    created_at: now,
  };
  insert('profiles', {
    id: ACTIVE_PARENT_ID,
    role: 'parent',
    display_name: 'Parent',
    email: 'active@example.org',
    ...commonColumns,
  });
  const expires_at = addSeconds(now, 86_400);
  const insertAppSession = (profileId: string) => {
    const session = { id: `session-${profileId}`, profile_id: profileId, device_key: null, revoked_at: null };
    insert('sessions', { ...session, created_at: now, expires_at });
  };
  insertAppSession(ACTIVE_PARENT_ID);
  for (let i = 1; i <= childCount; i += 1) {
    const id = `${ACTIVE_CHILD_ID_PREFIX}${i}`;
    insert('profiles', {
      id,
      role: 'child',
      display_name: `Child ${i}`,
      pseudonym: `Brave Otter ${i}`,
      birth_year: 2016,
      ...commonColumns,
    });
    insert('guardians', { child_id: id, parent_id: ACTIVE_PARENT_ID, rank: 1, linked_at: now });
    fillChild(insert, content, id, now);
  }
  const childId = `${ACTIVE_CHILD_ID_PREFIX}1`;
  insertAppSession(childId);
  db.exec('commit; analyze');
  db.close();
  const { sign } = createTokens(loadSecrets(settings).tokenKeys);
  const signToken = (sub: string, role: 'parent' | 'child') =>
    sign({ sub, role, jti: `session-${sub}` }, now, expires_at);
  return { parentToken: signToken(ACTIVE_PARENT_ID, 'parent'), childToken: signToken(childId, 'child'), childId };
}

/** One child of this many has been active on two days a week for three years. */
const CHILDREN_PER_ACTIVE_CHILD = 100;
const DAYS_BETWEEN_ACTIVITIES = 3.5;
/** How many different tasks each of these children has played. */
const PLAYED_TASK_COUNT = 100;

/**
 * Adds three years of activity to every hundredth child of `fillFamilies`, with one statement for each table, because there may be
 * ten thousand of these children. `fillFamilies` has already stored the state of three tasks, which stays as it is, and attempt 1 of
 * one of them, so the new attempts have higher numbers.
 */
export function fillHistoryOfEveryHundredthChild(folder: string): void {
  const { contentDir } = readSettings({ DATA_DIR: folder });
  const tasks = [...loadPacks(contentDir).tasks.keys()].slice(0, PLAYED_TASK_COUNT);
  const today = new Date().toISOString().slice(0, 10);
  const days = Array.from({ length: Math.floor(DAY_COUNT / DAYS_BETWEEN_ACTIVITIES) }, (_, i) =>
    addDays(today, -Math.floor((i + 1) * DAYS_BETWEEN_ACTIVITIES)),
  );
  const db = new DatabaseSync(join(folder, 'family.db'));
  db.exec('begin');
  db.exec(`create temporary table active_children as
    select id from profiles where role = 'child' and id like 'child%' and substr(id, 6) % ${CHILDREN_PER_ACTIVE_CHILD} = 0`);
  db.prepare(
    "create temporary table active_days as select key as number, value as day, value || 'T15:00:00.000Z' as at from json_each(?)",
  ).run(JSON.stringify(days));
  db.prepare('create temporary table played_tasks as select key as number, value as id from json_each(?)').run(
    JSON.stringify(tasks),
  );
  db.exec(`
    insert into progress_days (profile_id, day, xp, tasks, seconds, active)
      select active_children.id, day, 20, 1, 600, 1 from active_children, active_days;
    insert into xp_ledger (id, profile_id, source, reason, amount, day, zone, at)
      select at || active_children.id, active_children.id, 'day ' || day, 'daily_first', 5, day, 'UTC', at
      from active_children, active_days;
    insert into attempts (id, profile_id, task_id, number, status, practice, started_at, completed_at, content_version, answers, hints,
        score, points, max_points, stars, time_spent_seconds, xp_awarded)
      select at || active_children.id, active_children.id, played_tasks.id, active_days.number + 10, 'passed', 1, at, at, 'x', '[]', '{}',
        1, 4, 4, 3, 300, 2
      from active_children, active_days join played_tasks on played_tasks.number = active_days.number % ${PLAYED_TASK_COUNT};
    insert or ignore into task_states (profile_id, task_id, status, attempts_count, open_attempt_id, stars_best, xp_earned, started_at, completed_at)
      select active_children.id, played_tasks.id, 'completed', 3, null, 3, 20, '${today}T15:00:00.000Z', '${today}T15:00:00.000Z'
      from active_children, played_tasks;
    update totals set xp_total = 9000, tasks_completed = ${PLAYED_TASK_COUNT}, days_active = ${days.length}
      where profile_id in (select id from active_children);
    commit`);
  db.close();
}

// These ids differ from those of `fillFamilies`, so that a database can have both.
export const ACTIVE_PARENT_ID = 'active-parent';
const ACTIVE_CHILD_ID_PREFIX = 'active-child';

type Insert = (table: string, row: Record<string, string | number | null>) => void;

function fillChild(insert: Insert, content: Content, profile_id: string, now: string): void {
  const today = now.slice(0, 10);
  const tasks = [...content.tasks.values()];
  insert('totals', {
    profile_id,
    xp_total: 60_000,
    tasks_completed: tasks.length,
    tasks_in_progress: 0,
    worlds_completed: 0,
    locations_completed: 0,
    badges_count: content.badges.size,
    days_active: DAY_COUNT,
    streak_days: 40,
    streak_last_date: today,
    longest_streak_days: 90,
    total_time_seconds: DAY_COUNT * 1200,
  });
  for (let daysAgo = 0; daysAgo < DAY_COUNT; daysAgo += 1) {
    const day = addDays(today, -daysAgo);
    const at = `${day}T15:00:00.000Z`;
    insert('progress_days', { profile_id, day, xp: 40, tasks: 3, seconds: 1200, active: 1 });
    for (let i = 0; i < LEDGER_ROWS_A_DAY; i += 1) {
      const isDailyBonus = i === 0;
      const source = isDailyBonus
        ? `day ${day}`
        : `task ${tasks[(daysAgo * (LEDGER_ROWS_A_DAY - 1) + i) % tasks.length]?.id} ${daysAgo}`;
      insert('xp_ledger', {
        id: `${at}-${profile_id}-${i}`,
        profile_id,
        source,
        reason: isDailyBonus ? 'daily_first' : 'practice',
        amount: 5,
        day,
        zone: 'UTC',
        at,
      });
    }
    for (let i = 0; i < ATTEMPTS_A_DAY; i += 1) {
      const attemptIndex = daysAgo * ATTEMPTS_A_DAY + i;
      insertAttempt(insert, tasks[attemptIndex % tasks.length]?.id ?? '', profile_id, at, attemptIndex);
    }
    insertTodo(insert, profile_id, at, daysAgo);
    if (daysAgo % 4 === 0) insertSubmission(insert, profile_id, at, daysAgo);
  }
  for (const { id, items } of tasks) {
    insert('task_states', {
      profile_id,
      task_id: id,
      status: 'completed',
      attempts_count: 9,
      open_attempt_id: null,
      stars_best: 3,
      xp_earned: 20,
      started_at: now,
      completed_at: now,
    });
    for (const item of items.filter(({ kind }) => kind !== 'info')) {
      insert('item_records', {
        profile_id,
        task_id: id,
        item_id: item.id,
        tries: 9,
        misses: (item.prompt.en?.length ?? 0) % 7, // an arbitrary number that is the same in each run
        last_response: 'null',
        last_score: 0,
        last_missed_response: 'null',
        last_missed_at: now,
        last_at: now,
      });
      insert('memories', {
        profile_id,
        subject: `${id}/${item.id}`,
        stability: 30,
        difficulty: 5,
        reviewed_on: today,
        due_on: today,
        ability: 0,
        asked: 9,
        proven_days: 20,
        in_row: 3,
      });
    }
  }
  for (const { id } of content.badges.values()) insert('earned_badges', { profile_id, badge_id: id, earned_at: now });
}

function buildAttemptId(at: string, profileId: string, attemptIndex: number): string {
  return `${at}-${profileId}-${attemptIndex}`;
}

function insertAttempt(insert: Insert, task_id: string, profile_id: string, at: string, attemptIndex: number): void {
  insert('attempts', {
    id: buildAttemptId(at, profile_id, attemptIndex),
    profile_id,
    task_id,
    number: attemptIndex + 1,
    status: 'passed',
    practice: 1,
    started_at: at,
    completed_at: at,
    content_version: 'x',
    answers: JSON.stringify(ANSWERS),
    hints: '{}',
    score: 1,
    points: 4,
    max_points: 4,
    stars: 3,
    time_spent_seconds: 300,
    xp_awarded: 2,
  });
}

/** Inserts a to-do, whose status depends on how many days ago it was created. */
function insertTodo(insert: Insert, profile_id: string, at: string, daysAgo: number): void {
  const status = daysAgo < 4 ? 'awaiting_approval' : daysAgo < 40 ? 'pending' : 'approved';
  insert('todos', {
    id: `todo-${profile_id}-${daysAgo}`,
    profile_id,
    title: 'Feed the cat',
    notes: '',
    status,
    due_date: at.slice(0, 10),
    anchor_day: null,
    priority: 'normal',
    created_by: 'parent',
    assigned_by: ACTIVE_PARENT_ID,
    requires_approval: 1,
    xp_reward: 10,
    recurrence: null,
    checklist: '[]',
    position: daysAgo * 1000,
    previous_id: null,
    revision: 1,
    xp_paid: 0,
    completed_at: at,
    decided_at: null,
    decision_note: null,
    created_at: at,
    updated_at: at,
  });
}

function insertSubmission(insert: Insert, profile_id: string, at: string, daysAgo: number): void {
  const id = `${at}${profile_id}`;
  insert('submissions', {
    id,
    profile_id,
    task_id: 'my-pattern',
    attempt_id: buildAttemptId(at, profile_id, daysAgo * ATTEMPTS_A_DAY), // the first attempt of that day
    revision: daysAgo + 1,
    kind: 'text',
    text: 'Once a small river did not want to flow into the sea.',
    caption: '',
    status: daysAgo < 8 ? 'pending_review' : 'approved',
    submitted_at: at,
    reviewed_at: null,
    reviewer_id: null,
    feedback_text: null,
    feedback_sticker: null,
    feedback_stars: null,
    auto_approved: 0,
    xp_awarded: 10,
  });
}
