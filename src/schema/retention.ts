import type { Tables } from './tables.ts';

// What each table, and each kind of file in DATA_DIR, holds, why, and for how long. The sweep of expired rows
// (`platform/database/expired-rows.ts`) follows it, and `docs/privacy.md` is printed from it. A column that is not listed here does not compile.

/** What a column can hold, with its description in `docs/privacy.md`. */
export const DATA_KINDS = {
  id: 'random ids',
  content: 'ids of tasks, badges and other content of the packs',
  name: 'names',
  email: 'email address',
  person: 'role, year of birth, language, whether a child reads',
  look: 'avatar',
  words: 'texts that a child or a parent wrote or chose',
  answers: 'answers of the child',
  results: 'progress, scores and counts',
  choices: 'settings and choices',
  state: 'state of the row',
  time: 'times and dates',
  zone: 'time zone',
  program: 'browser and system, such as “Firefox, Windows”',
  address: 'IP address or network of the client (unless SECURITY_LOG_ADDRESSES is off)',
  key: 'public keys',
  hash: 'keyed hashes',
  digest: 'hashes of random values',
  sealed: 'encrypted texts',
  service: 'values of the service itself',
} as const;

export type DataKind = keyof typeof DATA_KINDS;
type Column<T extends keyof Tables> = keyof Tables[T] & string;

/** The rows whose `column` is at least `days` days in the past are deleted. An index begins with that column. */
export interface Expiry {
  readonly column: string;
  readonly days: number;
  /** The columns that identify a row. */
  readonly key: readonly string[];
}

/**
 * How long rows stay: as long as the profile that they belong to (`profile`), until a time that the sweep checks (`expiry`), or until
 * something else happens (`until`), which a feature does. Rows with the id of a profile never stay longer than the profile; those with
 * only a keyed hash end by their own period.
 */
export type Keep = 'profile' | { readonly expiry: Expiry } | { readonly until: string };

export interface TableRetention {
  readonly of: 'child' | 'parent' | 'child and parent' | 'service';
  readonly columns: { readonly [K in DataKind]?: readonly string[] };
  readonly why: string;
  readonly keep: Keep;
}

/** How many days creative work of a child without a guardian waits for one, before it is erased. */
export const UNGUARDED_WORK_DAYS = 30;
/** After how many days without activity the profile of a child without a guardian is erased. */
export const INACTIVE_CHILD_DAYS = 365;
/** Days during which a planned deletion can be canceled (gap 96). */
export const DELETION_GRACE_DAYS = 7;
/** How many days the link of a child to its first guardian can be undone (decision 0065). */
export const FIRST_LINK_DAYS = 7;
/** How many days the change of a parent's address can be undone (decision 0071). */
export const ADDRESS_CHANGE_DAYS = 7;
/** How many days an account waits after an undo to which the other address has objected (decision 0079). */
export const ADDRESS_DISPUTE_DAYS = 30;
/** How many days a file that no row references stays in the quarantine. */
export const QUARANTINE_DAYS = 30;
/** How many days the id of an erased profile stays on the list that erases it again from a restored backup. */
export const ERASED_ID_DAYS = 400;
/** How many days the security log is kept. */
export const SECURITY_EVENT_DAYS = 90;
/** How many days an email stays in DATA_DIR/mail, where emails are written if there is no mail server. */
export const SAVED_EMAIL_DAYS = 7;

export const TABLE_RETENTION: Readonly<Record<keyof Tables, TableRetention>> = {
  installation: describe('installation', {
    of: 'service',
    columns: { service: ['name', 'id'], hash: ['key_fingerprints', 'pepper_fingerprint'], time: ['created_at'] },
    why: 'notices a wrong database, folder or secret at the start',
    keep: { until: 'the service ends' },
  }),
  profiles: describe('profiles', {
    of: 'child and parent',
    columns: {
      id: ['id'],
      person: ['role', 'birth_year', 'language', 'reads', 'read_aloud', 'uses_pictures', 'has_voice', 'goal_days'],
      name: ['display_name', 'pseudonym'],
      email: ['email'],
      look: ['skin', 'hair', 'hat', 'shirt', 'accessory'],
      time: ['created_at', 'named_at', 'dressed_at'],
    },
    why: 'the account: who signs in, in which language and at which age tasks fit',
    keep: {
      until: `it is deleted (${DELETION_GRACE_DAYS} days after the request), or, for a child without a guardian, ${INACTIVE_CHILD_DAYS} days after the last activity`,
    },
  }),
  guardians: describe('guardians', {
    of: 'child and parent',
    columns: { id: ['child_id', 'parent_id'], state: ['rank'], time: ['linked_at', 'leaves_at'] },
    why: 'who may see and manage a child',
    keep: { until: 'the guardian is removed' },
  }),
  consents: describe('consents', {
    of: 'child and parent',
    columns: { id: ['id', 'child_id', 'parent_id'], state: ['text_version'], time: ['given_at'] },
    why: 'proof of the consent of a parent',
    keep: 'profile',
  }),
  pins: describe('pins', {
    of: 'child',
    columns: { id: ['profile_id'], hash: ['hash'], time: ['set_at'], state: ['easy_to_guess'] },
    why: 'checks the PIN of a child, and tells parents that it is easy to guess',
    keep: 'profile',
  }),
  first_links: describe('first_links', {
    of: 'child',
    columns: { id: ['profile_id'], hash: ['pin_hash'], time: ['linked_at', 'waits_until', 'pin_set_at', 'undone_at'] },
    why: 'lets the child’s earlier devices undo a link that a stranger has made, with the PIN before it',
    keep: { expiry: { column: 'linked_at', days: FIRST_LINK_DAYS, key: ['profile_id'] } },
  }),
  wrong_pins: describe('wrong_pins', {
    of: 'child',
    columns: {
      id: ['id', 'profile_id'],
      hash: ['lock_key', 'device_key', 'site_key'],
      time: ['entered_at', 'excused_at'],
    },
    why: 'stops guessing of PINs',
    keep: { expiry: { column: 'entered_at', days: 1, key: ['id'] } },
  }),
  address_changes: describe('address_changes', {
    of: 'parent',
    columns: {
      id: ['id', 'profile_id', 'session_id', 'voucher_id'],
      sealed: ['sealed_new', 'sealed_old'],
      digest: ['digest', 'confirm_digest'],
      time: ['old_confirmed_at', 'new_confirmed_at', 'created_at', 'opens_at', 'changed_at', 'undone_at', 'expires_at'],
    },
    why: 'changes the email address of a parent, lets the old address undo it for seven days and the new one object',
    keep: { expiry: { column: 'expires_at', days: 0, key: ['id'] } },
  }),
  recovery_codes: describe('recovery_codes', {
    of: 'parent',
    columns: { id: ['profile_id'], hash: ['digest'], time: ['created_at'] },
    why: 'lets a parent who lost the mailbox sign in with a code from paper',
    keep: { until: 'the code is used, new ones are made, or a change of the address ends them' },
  }),
  codes: describe('codes', {
    of: 'parent',
    columns: {
      id: ['id'],
      state: ['purpose'],
      hash: ['subject', 'digest', 'link_digest'],
      time: ['created_at', 'expires_at', 'spent_at'],
    },
    why: 'checks one-time codes, and the codes that bring children to a tablet',
    keep: { expiry: { column: 'expires_at', days: 1, key: ['id'] } },
  }),
  counters: describe('counters', {
    of: 'child and parent',
    columns: { hash: ['bucket'], results: ['count'], time: ['window_ends_at'] },
    why: 'stops guessing and misuse. The key is a keyed hash or the id of a profile',
    keep: { expiry: { column: 'window_ends_at', days: 0, key: ['bucket'] } },
  }),
  sessions: describe('sessions', {
    of: 'child and parent',
    columns: {
      id: ['id', 'profile_id'],
      hash: ['device_key'],
      time: ['created_at', 'expires_at', 'revoked_at', 'last_seen_at'],
      program: ['program'],
    },
    why: 'keeps somebody signed in, and shows parents where',
    keep: { expiry: { column: 'expires_at', days: 90, key: ['id'] } },
  }),
  panel_sessions: describe('panel_sessions', {
    of: 'parent',
    columns: {
      id: ['id', 'profile_id'],
      digest: ['token_hash'],
      hash: ['device_key'],
      time: ['created_at', 'last_seen_at', 'ended_at', 'confirmed_at', 'present_at'],
      program: ['program'],
    },
    why: 'keeps a parent signed in to the panel, and shows where',
    keep: { expiry: { column: 'last_seen_at', days: 90, key: ['id'] } },
  }),
  saved_profiles: describe('saved_profiles', {
    of: 'child and parent',
    columns: {
      hash: ['device_key', 'panel_pin_hash'],
      id: ['profile_id'],
      time: ['saved_at', 'first_saved_at', 'connected_at', 'offer_declined_at'],
      results: ['panel_pin_tries'],
    },
    why: 'lists the profiles of a device for the sign-in, knows the devices of a family, and checks the panel PIN of a parent',
    keep: 'profile',
  }),
  passkeys: describe('passkeys', {
    of: 'parent',
    columns: {
      id: ['profile_id', 'id'],
      key: ['public_key'],
      state: ['counter', 'transports'],
      words: ['name'],
      time: ['created_at', 'last_used_at'],
    },
    why: 'lets a parent sign in to the panel without a code, and list and remove the passkeys',
    keep: { until: 'the parent removes it, or a change of the address ends it' },
  }),
  notification_settings: describe('notification_settings', {
    of: 'parent',
    columns: {
      id: ['profile_id'],
      choices: ['waiting', 'done', 'quiet_from', 'quiet_until', 'daily_email'],
      time: ['email_due_at', 'emailed_at'],
    },
    why: 'what a parent is told at once or once a day by email, and when not',
    keep: 'profile',
  }),
  push_subscriptions: describe('push_subscriptions', {
    of: 'parent',
    columns: {
      id: ['profile_id', 'session_id'],
      hash: ['id', 'device_key', 'told_done'],
      sealed: ['sealed'],
      program: ['program'],
      time: ['created_at', 'waiting_noted_at', 'done_noted_at', 'test_noted_at', 'due_at', 'told_at'],
      state: ['tries'],
    },
    why: 'tells a parent in this browser that a child waits or is done for today',
    keep: { until: 'the parent removes it or signs out in that browser, or the browser ends it' },
  }),
  outbox: describe('outbox', {
    of: 'child and parent',
    columns: {
      id: ['id'],
      state: ['topic', 'priority', 'tries'],
      hash: ['recipient', 'domain', 'requester'],
      sealed: ['sealed'],
      time: ['next_try_at', 'expires_at', 'created_at'],
    },
    why: 'an email that has not been sent yet; a report to the operator holds the reported text and the id of who reported it',
    keep: { until: 'the email is sent or expires' },
  }),
  email_recipients: describe('email_recipients', {
    of: 'parent',
    columns: {
      hash: ['recipient'],
      results: ['refusals', 'recent_count', 'day_count', 'security_recent_count', 'security_day_count'],
      time: [
        'paused_until',
        'recent_ends_at',
        'day_ends_at',
        'security_recent_ends_at',
        'security_day_ends_at',
        'forget_at',
      ],
    },
    why: 'limits how many emails an address gets',
    keep: { expiry: { column: 'forget_at', days: 0, key: ['recipient'] } },
  }),
  idempotency_keys: describe('idempotency_keys', {
    of: 'child and parent',
    columns: {
      hash: ['key_hash', 'body_hash'],
      id: ['subject'],
      time: ['created_at'],
      state: ['status', 'content_type'],
      words: ['response'],
    },
    why: 'repeats the response of a repeated request, so that nothing happens twice',
    keep: { expiry: { column: 'created_at', days: 1, key: ['key_hash'] } },
  }),
  totals: describe('totals', {
    of: 'child',
    columns: {
      id: ['profile_id'],
      results: [
        'xp_total',
        'tasks_completed',
        'tasks_in_progress',
        'worlds_completed',
        'locations_completed',
        'badges_count',
        'streak_days',
        'longest_streak_days',
        'total_time_seconds',
        'perfect_quizzes',
        'creative_approved',
        'todos_done',
        'planets_joined',
        'days_active',
        'comeback_days',
        'freezes_held',
        'week_xp',
        'month_xp',
        'pace',
      ],
      time: ['streak_last_date', 'streak_last_at', 'streak_reserved_until', 'freeze_week', 'week', 'month'],
      choices: ['listed'],
      zone: ['zone'],
    },
    why: 'shows progress, streaks and leaderboards',
    keep: 'profile',
  }),
  earned_badges: describe('earned_badges', {
    of: 'child',
    columns: { id: ['profile_id'], content: ['badge_id'], time: ['earned_at'] },
    why: 'shows the badges of a child',
    keep: 'profile',
  }),
  xp_ledger: describe('xp_ledger', {
    of: 'child',
    columns: {
      id: ['id', 'profile_id'],
      content: ['source'],
      state: ['reason'],
      results: ['amount'],
      time: ['day', 'at'],
      zone: ['zone'],
    },
    why: 'says what each XP was for, and prevents awarding it twice',
    keep: 'profile',
  }),
  progress_days: describe('progress_days', {
    of: 'child',
    columns: { id: ['profile_id'], time: ['day'], results: ['xp', 'tasks', 'seconds', 'active'] },
    why: 'shows the calendar and the week of a child',
    keep: 'profile',
  }),
  planet_members: describe('planet_members', {
    of: 'child',
    columns: { id: ['planet_id', 'profile_id'], time: ['joined_at', 'joined_on', 'left_at'] },
    why: 'the planets of a child',
    keep: 'profile',
  }),
  planet_locks: describe('planet_locks', {
    of: 'service',
    columns: { service: ['name'] },
    why: 'orders simultaneous changes of a planet',
    keep: { until: 'the service ends' },
  }),
  open_planet_numbers: describe('open_planet_numbers', {
    of: 'service',
    columns: { content: ['planet_id'], service: ['last_number'] },
    why: 'opens a copy when a planet is full',
    keep: { until: 'the service ends' },
  }),
  family_planets: describe('family_planets', {
    of: 'parent',
    columns: {
      id: ['id', 'founder_id'],
      words: ['name', 'description'],
      choices: ['capacity', 'goal_metric', 'goal_target', 'goal_every'],
      hash: ['invite_hash'],
      time: ['invite_expires_at', 'created_at', 'ended_at'],
    },
    why: 'a planet that a parent has created',
    keep: 'profile',
  }),
  streak_pauses: describe('streak_pauses', {
    of: 'child',
    columns: { id: ['profile_id'], time: ['from_date', 'until_date'] },
    why: 'keeps a streak during holidays and illness',
    keep: 'profile',
  }),
  onboardings: describe('onboardings', {
    of: 'child and parent',
    columns: { id: ['profile_id'], time: ['completed_at'] },
    why: 'shows the introduction only once',
    keep: 'profile',
  }),
  todo_lists: describe('todo_lists', {
    of: 'child and parent',
    columns: { id: ['profile_id'], state: ['last_position'], choices: ['rewards_on_at'] },
    why: 'orders to-dos, and stores whether a child has rewards',
    keep: 'profile',
  }),
  todos: describe('todos', {
    of: 'child and parent',
    columns: {
      id: ['id', 'profile_id', 'assigned_by', 'decided_by', 'previous_id', 'series_id'],
      words: ['title', 'notes', 'checklist', 'decision_note', 'planned_change'],
      state: ['status', 'created_by', 'position', 'revision'],
      choices: ['priority', 'requires_approval', 'xp_reward', 'stars', 'recurrence', 'anchor_day'],
      results: ['xp_paid'],
      time: ['due_date', 'completed_at', 'decided_at', 'paused_at', 'change_due_at', 'created_at', 'updated_at'],
    },
    why: 'the to-dos of a family',
    keep: 'profile',
  }),
  todo_series: describe('todo_series', {
    of: 'child and parent',
    columns: { id: ['id', 'profile_id', 'last_todo_id'], time: ['last_day', 'reserved_until'] },
    why: 'pays each day of a recurring to-do only once',
    keep: 'profile',
  }),
  rewards: describe('rewards', {
    of: 'child',
    columns: { id: ['profile_id', 'id'], words: ['title'], choices: ['stars'], time: ['created_at'] },
    why: 'the rewards that guardians have written for a child',
    keep: 'profile',
  }),
  reward_requests: describe('reward_requests', {
    of: 'child',
    columns: {
      id: ['profile_id', 'id', 'reward_id', 'decided_by'],
      words: ['title', 'note'],
      choices: ['stars', 'decision'],
      time: ['asked_at', 'decided_at'],
    },
    why: 'which rewards a child has asked for, and what a guardian has answered',
    keep: 'profile',
  }),
  earned_stars: describe('earned_stars', {
    of: 'child',
    columns: { id: ['profile_id', 'todo_id'], results: ['stars'], time: ['earned_at'] },
    why: 'counts the stars of a child, each to-do once',
    keep: 'profile',
  }),
  child_settings: describe('child_settings', {
    of: 'child',
    columns: { id: ['profile_id'], choices: ['on_leaderboards', 'on_planets', 'auto_approval', 'hears_recordings'] },
    why: 'what guardians allow a child',
    keep: 'profile',
  }),
  attempts: describe('attempts', {
    of: 'child',
    columns: {
      id: ['id', 'profile_id'],
      content: ['task_id', 'content_version', 'plan', 'draws'],
      state: ['number', 'status', 'practice'],
      answers: ['answers', 'hints', 'grades'],
      results: ['ratings', 'score', 'points', 'max_points', 'stars', 'time_spent_seconds', 'xp_awarded'],
      time: ['started_at', 'completed_at'],
    },
    why: 'grades the answers, continues a task that was begun, and shows guardians what was hard',
    keep: 'profile',
  }),
  task_states: describe('task_states', {
    of: 'child',
    columns: {
      id: ['profile_id', 'open_attempt_id'],
      content: ['task_id'],
      state: ['status', 'attempts_count'],
      results: ['stars_best', 'xp_earned', 'removed_seconds'],
      time: ['started_at', 'completed_at'],
    },
    why: 'what a child has done and can do next',
    keep: 'profile',
  }),
  place_states: describe('place_states', {
    of: 'child',
    columns: { id: ['profile_id'], content: ['place_id', 'kind'], results: ['xp_earned'], time: ['completed_at'] },
    why: 'which locations and worlds are completed, and which locations a placement has opened',
    keep: 'profile',
  }),
  item_records: describe('item_records', {
    of: 'child',
    columns: {
      id: ['profile_id'],
      content: ['task_id', 'item_id', 'last_missed_draw'],
      answers: ['last_response', 'last_missed_response'],
      results: ['tries', 'misses', 'last_score'],
      time: ['last_missed_at', 'last_at', 'tried_together_at'],
    },
    why: 'shows guardians which answers were hard, and repeats them in practice',
    keep: 'profile',
  }),
  item_levels: describe('item_levels', {
    of: 'service',
    columns: { content: ['task_id', 'item_id'], results: ['shift', 'answers'], time: ['counted_until'] },
    why: 'how hard questions are: sums over all children, in which no child can be found',
    keep: { until: 'the service ends' },
  }),
  memories: describe('memories', {
    of: 'child',
    columns: {
      id: ['profile_id'],
      content: ['subject'],
      results: ['stability', 'difficulty', 'ability', 'asked', 'variance', 'proven_days', 'in_row', 'misconceptions'],
      time: ['reviewed_on', 'due_on'],
    },
    why: 'plans when a skill is practiced again',
    keep: 'profile',
  }),
  submissions: describe('submissions', {
    of: 'child',
    columns: {
      id: ['id', 'profile_id', 'attempt_id', 'reviewer_id'],
      content: ['task_id'],
      state: ['revision', 'kind', 'status', 'auto_approved'],
      words: ['text', 'caption', 'feedback_text', 'feedback_sticker', 'planned_change'],
      results: ['feedback_stars', 'xp_awarded'],
      time: ['submitted_at', 'reviewed_at', 'change_due_at', 'undone_at'],
    },
    why: 'creative work, for the child and the guardians',
    keep: { until: `the profile is erased; for a child without a guardian, ${UNGUARDED_WORK_DAYS} days` },
  }),
  submission_files: describe('submission_files', {
    of: 'child',
    columns: { id: ['id', 'profile_id', 'submission_id', 'name'], state: ['position', 'mime'], results: ['bytes'] },
    why: 'finds the pictures and recordings of creative work',
    keep: { until: 'the submission is erased' },
  }),
  recordings: describe('recordings', {
    of: 'parent',
    columns: {
      id: ['profile_id', 'name'],
      person: ['language'],
      content: ['phrase'],
      state: ['mime'],
      results: ['bytes'],
      time: ['recorded_at'],
    },
    why: 'finds the phrases that a parent has read aloud for the child’s app',
    keep: { until: 'the parent removes it' },
  }),
  invitations: describe('invitations', {
    of: 'parent',
    columns: {
      id: ['id', 'child_id', 'inviter_id', 'accepted_by'],
      hash: ['email_key'],
      digest: ['digest'],
      sealed: ['sealed_email'],
      time: ['created_at', 'expires_at'],
    },
    why: 'an invitation to become a guardian, valid for seven days',
    keep: { expiry: { column: 'expires_at', days: 0, key: ['id'] } },
  }),
  deletions: describe('deletions', {
    of: 'child and parent',
    columns: { id: ['profile_id', 'planned_by', 'with_account'], time: ['planned_at', 'due_at', 'erasing_since'] },
    why: 'a planned deletion, which can still be canceled',
    keep: { until: 'the profile is erased or the deletion is canceled' },
  }),
  weekly_summary_settings: describe('weekly_summary_settings', {
    of: 'parent',
    columns: { id: ['profile_id'], choices: ['enabled'], time: ['last_week'] },
    why: 'whether a parent wants the weekly summary',
    keep: 'profile',
  }),
  privacy_readings: describe('privacy_readings', {
    of: 'parent',
    columns: { id: ['profile_id'], time: ['read_at', 'consented_at'], state: ['consent_version'] },
    why: 'shows the notice until a parent has confirmed it, and asks for consent before the first child',
    keep: 'profile',
  }),
  schema_compatibility: describe('schema_compatibility', {
    of: 'service',
    columns: { service: ['migration', 'oldest_compatible'] },
    why: 'lets an older release run with a newer database',
    keep: { until: 'the service ends' },
  }),
  readiness_probes: describe('readiness_probes', {
    of: 'service',
    columns: { service: ['id', 'filling'] },
    why: 'checks whether the database can be written',
    keep: { until: 'the end of the transaction' },
  }),
  security_events: describe('security_events', {
    of: 'child and parent',
    columns: {
      id: ['id', 'request_id'],
      state: ['event', 'kind', 'repeats'],
      hash: ['subject', 'actor'],
      service: ['operator'],
      address: ['address'],
      time: ['at'],
    },
    why: 'shows operators who tries PINs and codes, and what happened to an account',
    keep: { expiry: { column: 'at', days: SECURITY_EVENT_DAYS, key: ['id'] } },
  }),
  job_runs: describe('job_runs', {
    of: 'service',
    columns: { service: ['job', 'result'], time: ['succeeded_at', 'failed_at'] },
    why: 'shows the operator whether the scheduled jobs run',
    keep: { until: 'a release without the job runs' },
  }),
  database_sizes: describe('database_sizes', {
    of: 'service',
    columns: { time: ['day'], service: ['kilobytes', 'free_disk_kilobytes'] },
    why: 'shows the operator how the database and the disk fill',
    keep: { expiry: { column: 'day', days: 400, key: ['day'] } },
  }),
};

export interface FileRetention {
  readonly holds: string;
  readonly why: string;
  readonly howLong: string;
}

/** The files and folders in DATA_DIR. With S3_URL, `files` and `quarantine` are in the bucket. */
export const FILE_RETENTION = {
  'family.db': {
    holds: 'the tables above, in SQLite (with `-wal`, `-shm` and `.lock`)',
    why: 'the database, if it is not in PostgreSQL',
    howLong: 'erased rows are overwritten; after a profile is erased, their pages are rebuilt within an hour',
  },
  files: {
    holds: 'pictures and recordings of creative work, and phrases that parents have read aloud',
    why: 'for the child and the guardians',
    howLong: 'as long as the submission, or until the parent removes the recording',
  },
  quarantine: {
    holds: 'files that no row references, for example after a crash',
    why: 'a mistake can be undone',
    howLong: `${QUARANTINE_DAYS} days`,
  },
  uploads: {
    holds: 'nothing: uploads have no name on the disk',
    why: 'memory stays free while an upload arrives',
    howLong: 'until the request ends',
  },
  mail: {
    holds: 'emails, if no mail server is set (never in production)',
    why: 'trying the service out',
    howLong: `${SAVED_EMAIL_DAYS} days`,
  },
  'erased-ids': {
    holds: 'the random ids of erased profiles, and when they were erased',
    why: 'erases them again after a backup is restored',
    howLong: `${ERASED_ID_DAYS} days, until the next start after them`,
  },
  'secret-key': { holds: 'the generated keys', why: 'signs and encrypts', howLong: 'until the service ends' },
  'pin-pepper': { holds: 'the generated pepper', why: 'is part of PIN hashes', howLong: 'until the service ends' },
  'installation-id': {
    holds: 'the id of the installation',
    why: 'notices a wrong folder',
    howLong: 'until the service ends',
  },
  'security.jsonl': {
    holds:
      'the security log: events as in the table `security_events`, also of erased profiles, and earlier days as `security-<day>.jsonl`',
    why: 'fail2ban and collectors of logs read files',
    howLong: `${SECURITY_EVENT_DAYS} days, until the next event after them`,
  },
  'backup.partial': {
    holds: 'a copy of the database',
    why: 'a backup in a bucket is put together here',
    howLong: 'until the backup is complete',
  },
  'backup.plain': {
    holds: 'a copy of the database',
    why: 'an encrypted backup is made of it',
    howLong: 'until the backup is complete',
  },
  restore: { holds: 'the database of a backup', why: '`admin restore` reads it', howLong: 'until the command ends' },
  'compile-cache': { holds: 'compiled code of the service', why: 'starts faster', howLong: 'until the service ends' },
  'content-cache.json': { holds: 'the packs', why: 'starts faster', howLong: 'until the packs change' },
  'good-packs': {
    holds: 'a copy of the last packs without errors',
    why: 'starts with them when the packs have errors',
    howLong: 'until the packs change',
  },
  'content-reload': {
    holds: 'the time of the last `content reload`',
    why: 'reloads the packs',
    howLong: 'until the next one',
  },
} as const satisfies Readonly<Record<string, FileRetention>>;

type ListedColumns<C> = { [K in keyof C]: C[K] extends readonly (infer Name)[] ? Name : never }[keyof C];
/** Requires a property that does not exist, whose type names the missing columns, unless every column is listed. */
type AllListed<Missing> = [Missing] extends [never] ? unknown : { readonly 'columns are missing': Missing };
type KeepOf<T extends keyof Tables> =
  | Exclude<Keep, { expiry: Expiry }>
  | { readonly expiry: Expiry & { readonly column: Column<T>; readonly key: readonly Column<T>[] } };

function describe<T extends keyof Tables, const C extends { readonly [K in DataKind]?: readonly Column<T>[] }>(
  _table: T,
  retention: Omit<TableRetention, 'columns' | 'keep'> & {
    readonly columns: C & AllListed<Exclude<Column<T>, ListedColumns<C>>>;
    readonly keep: KeepOf<T>;
  },
): TableRetention {
  return retention;
}
