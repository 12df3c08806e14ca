import type { Day } from '../core/days.ts';
import type { Instant } from '../core/instant.ts';

/**
 * The data map: every table, every column. Instants are 24-character ISO UTC text, so they sort and compare as they
 * are; a state is a nullable instant; keyed hashes are base64url. `profile_id` is random, other ids are time-ordered.
 */
export interface Tables {
  installation: InstallationRow;
  profiles: ProfileRow;
  guardians: GuardianRow;
  consents: ConsentRow;
  pins: PinRow;
  pin_locks: PinLockRow;
  codes: CodeRow;
  counters: CounterRow;
  sessions: SessionRow;
  panel_sessions: PanelSessionRow;
  saved_profiles: SavedProfileRow;
  outbox: OutboxRow;
  email_recipients: EmailRecipientRow;
  idempotency_keys: IdempotencyKeyRow;
  totals: TotalsRow;
  earned_badges: EarnedBadgeRow;
  xp_ledger: LedgerRow;
  progress_days: ProgressDayRow;
  planet_members: PlanetMemberRow;
  planet_locks: PlanetLockRow;
  family_planets: FamilyPlanetRow;
  streak_pauses: StreakPauseRow;
  onboardings: OnboardingRow;
  todo_lists: TodoListRow;
  todos: TodoRow;
  todo_series: TodoSeriesRow;
  child_settings: ChildSettingsRow;
  attempts: AttemptRow;
  task_states: TaskStateRow;
  place_states: PlaceStateRow;
  item_records: ItemRecordRow;
  submissions: SubmissionRow;
  submission_files: SubmissionFileRow;
  invitations: InvitationRow;
  deletions: DeletionRow;
  letter_settings: EmailSettingsRow;
  privacy_readings: PrivacyReadingRow;
  schema_compatibility: SchemaCompatibilityRow;
  readiness_probes: ReadinessProbeRow;
}

/** The installation that this database belongs to (app); one row, created at the first start. DATA_DIR/installation-id has the same id. */
export interface InstallationRow {
  name: 'this';
  id: string;
  /** JSON of an array: keyed hashes of the signing keys with which a process started last. */
  key_fingerprints: string;
  /** The keyed hash of the PIN pepper. */
  pepper_fingerprint: string;
  created_at: Instant;
}

/** A child or a parent (feature accounts). */
export interface ProfileRow {
  id: string;
  role: 'child' | 'parent';
  display_name: string;
  /** The name that strangers see, made by the server and never changed; null for a parent. */
  pseudonym: string | null;
  birth_year: number | null;
  language: string;
  /** A parent's verified address, unique; null for a child. */
  email: string | null;
  skin: string;
  hair: string;
  hat: string | null;
  shirt: string;
  accessory: string | null;
  created_at: Instant;
  /** When a child first picked a name of its own, and first dressed its avatar. */
  named_at: Instant | null;
  dressed_at: Instant | null;
}

/** The guardians of a child (accounts). Rank 1 is the first guardian; it is unique per child. */
export interface GuardianRow {
  child_id: string;
  parent_id: string;
  rank: number;
  linked_at: Instant;
}

/** A parent's consent to the storage of a child's profile, as given (accounts). */
export interface ConsentRow {
  id: string;
  child_id: string;
  parent_id: string;
  text_version: string;
  given_at: Instant;
}

/** A child's PIN as an argon2id string (access). */
export interface PinRow {
  profile_id: string;
  hash: string;
  set_at: Instant;
}

/** Wrong PINs in a row (access). `place` is a device that has signed in to this profile, or 'unknown' for all others. */
export interface PinLockRow {
  profile_id: string;
  place: string;
  failures: number;
  locked_until: Instant | null;
}

/** One live one-time code per purpose and subject (access). */
export interface CodeRow {
  purpose: 'app-email' | 'panel-email' | 'confirm-email' | 'manager' | 'linking';
  /** Keyed hash of the address for e-mail codes, else the parent's profile id. */
  subject: string;
  digest: string;
  /** Keyed hash of the client that requested the code: each client has its own number of tries. */
  asker: string;
  asker_tries: number;
  other_tries: number;
  created_at: Instant;
  expires_at: Instant;
  spent_at: Instant | null;
}

/** How often something happened in its current window (access): limits of tries and emails. */
export interface CounterRow {
  bucket: string;
  count: number;
  window_ends_at: Instant;
}

/** One sign-in of the app (access); `id` is the token's jti. */
export interface SessionRow {
  id: string;
  profile_id: string;
  device_key: string | null;
  created_at: Instant;
  expires_at: Instant;
  revoked_at: Instant | null;
  /** The program that signed in, as a person would name it ("Firefox, Windows"); null if it is unknown. */
  program: string | null;
}

/** One sign-in of the panel (access); only a hash of the cookie's value is stored. */
export interface PanelSessionRow {
  id: string;
  token_hash: string;
  profile_id: string;
  created_at: Instant;
  last_seen_at: Instant;
  ended_at: Instant | null;
  /** When a code was last entered in this session: at sign-in, or on the page that requests a fresh one. */
  confirmed_at: Instant | null;
  program: string | null;
}

/** A profile that has signed in on a device (access); the device is a keyed hash. */
export interface SavedProfileRow {
  device_key: string;
  profile_id: string;
  saved_at: Instant;
}

/** An email that has not been sent yet (platform email); `sealed` is encrypted because it contains a code and an address. */
export interface OutboxRow {
  id: string;
  topic: string;
  /** Keyed hash of the address; null in rows of an older version. */
  recipient: string | null;
  /** 0 for one-time codes, which are sent first; 1 for all other emails. */
  priority: number;
  sealed: string;
  tries: number;
  next_try_at: Instant;
  expires_at: Instant;
  created_at: Instant;
}

/** A recipient of emails (platform email): how many it gets, and how often it was refused. Stored for some days. */
export interface EmailRecipientRow {
  /** Keyed hash of the address. */
  recipient: string;
  /** Consecutive 5xx responses for the address. */
  refusals: number;
  /** No email is sent to it before this time. */
  paused_until: Instant | null;
  /** Emails without a code, in the window of ten minutes that ends at `recent_ends_at`. */
  recent_count: number;
  recent_ends_at: Instant;
  /** The same, in a day. */
  day_count: number;
  day_ends_at: Instant;
  forget_at: Instant;
}

/**
 * A write that its client marked with an Idempotency-Key, kept for a day (platform http). Claim, work and answer are one
 * transaction; a row without an answer was left by a version of the service that committed its claims first.
 */
export interface IdempotencyKeyRow {
  /** Keyed hash of subject, method, path and key. */
  key_hash: string;
  /** The caller's profile id, which is opaque to the platform. */
  subject: string;
  /** Keyed hash of the body's text. */
  body_hash: string;
  /** The id of the request that runs it, as in the log. */
  claimed_by: string;
  /** For a row without a response: until then its request may still be running. */
  claim_ends_at: Instant;
  created_at: Instant;
  answered_at: Instant | null;
  status: number | null;
  content_type: string | null;
  /** The body, byte for byte. */
  answer: string | null;
}

/** The totals of a child (progress); no row means zeros. */
export interface TotalsRow {
  profile_id: string;
  xp_total: number;
  tasks_completed: number;
  tasks_in_progress: number;
  worlds_completed: number;
  locations_completed: number;
  badges_count: number;
  streak_days: number;
  streak_last_date: Day | null;
  longest_streak_days: number;
  total_time_seconds: number;
  perfect_quizzes: number;
  creative_approved: number;
  todos_done: number;
  planets_joined: number;
  /** Days that counted, in a run or not: as many as the ledger has rows of `daily_first`. */
  days_active: number;
  /** The longest time away, in whole days, after which the child came back. */
  comeback_days: number;
  /** The last qualifying action, whether its day counted or not. */
  streak_last_at: Instant | null;
  /** Each counted day takes 20 hours of real time; this is the end of the time that is taken (gap 30). */
  streak_taken_until: Instant | null;
  /** Missed days that would not end the streak; 0 to 2. */
  freezes_held: number;
  /** Monday of the week in which the last freeze was earned. */
  freeze_week: Day | null;
  /** Monday of the week, by UTC, in which XP last changed, and what that week brought; below zero, what it took back. */
  week: Day | null;
  week_xp: number;
  /** The same of the month, YYYY-MM. */
  month: string | null;
  month_xp: number;
  /** 0 or 1: shown on boards outside the family. */
  listed: number;
}

/** The daily totals of a child (progress). XP, tasks and seconds may be negative if more was taken back on that day. */
export interface ProgressDayRow {
  profile_id: string;
  /** The local date, as in the ledger. */
  day: Day;
  xp: number;
  /** Completed. */
  tasks: number;
  seconds: number;
  /** 1 when the day counted for the streak. */
  active: number;
}

/** A badge that a child has earned (progress). */
export interface EarnedBadgeRow {
  profile_id: string;
  badge_id: string;
  earned_at: Instant;
}

/** One change of a child's XP (progress), never edited. Unique by profile, source and reason. */
export interface LedgerRow {
  id: string;
  profile_id: string;
  /** What it is for: "task …", "todo …", "day 2026-11-20". */
  source: string;
  reason: string;
  /** Negative where something is taken back. */
  amount: number;
  /** The local date, in `zone`. */
  day: Day;
  /** Null when the child itself did nothing (a parent approved); then the date is UTC's. */
  zone: string | null;
  at: Instant;
}

/** Days on which a parent pauses a child's streak (progress), both ends included; no end means until further notice. */
export interface StreakPauseRow {
  profile_id: string;
  from_date: Day;
  until_date: Day | null;
}

/** A finished onboarding (onboarding); its steps are derived from what the profile has done. */
export interface OnboardingRow {
  profile_id: string;
  completed_at: Instant;
}

/** One row per profile that has to-dos (todos): every write to the list locks it, so that concurrent writes respect the limits. */
export interface TodoListRow {
  profile_id: string;
  /** The highest position that was ever used; a new to-do comes after it. */
  last_position: number;
}

/** A to-do of a child, or of a parent's own list (todos). */
export interface TodoRow {
  id: string;
  profile_id: string;
  title: string;
  notes: string;
  status: 'pending' | 'done' | 'awaiting_approval' | 'approved' | 'rejected' | 'skipped';
  due_date: Day | null;
  /** The day of the month that a monthly one aims at: 31 stays 31 after a February. */
  anchor_day: number | null;
  priority: 'low' | 'normal' | 'high';
  created_by: 'child' | 'parent';
  /** The parent who gave it to a child; null for one's own, and when that parent is gone. */
  assigned_by: string | null;
  /** 0 or 1. */
  requires_approval: number;
  xp_reward: number;
  /** JSON of a Recurrence. */
  recurrence: string | null;
  /** JSON of an array of {id, text, done}. */
  checklist: string;
  /** Order within the list; equal ones by id. */
  position: number;
  /** The occurrence before this one; unique, so each makes one next occurrence at most. */
  previous_id: string | null;
  /** The id of the first occurrence; null before one has been done. */
  series_id: string | null;
  /** Counts the changes: 0 is untouched. It also names a completion in the ledger. */
  revision: number;
  /** The XP that completing it earned, and that undoing it takes back. */
  xp_paid: number;
  completed_at: Instant | null;
  decided_at: Instant | null;
  decision_note: string | null;
  created_at: Instant;
  updated_at: Instant;
}

/** The local days on which occurrences of a recurring to-do have been done: one a day (todos). */
export interface TodoSeriesRow {
  id: string;
  profile_id: string;
  last_day: Day;
  /** The occurrence that was done on it; null when that has been undone. */
  last_todo_id: string | null;
  /** Each day takes 20 hours of real time; up to here they are taken (gap 30). */
  taken_until: Instant;
}

/** A child on a planet, of a pack or of a family (planets). It stays when the child leaves, and is used again if it returns. */
export interface PlanetMemberRow {
  planet_id: string;
  profile_id: string;
  joined_at: Instant;
  /** The child's local date of joining: from then on its days count for the goal. */
  joined_on: Day;
  /** Null for a member. */
  left_at: Instant | null;
}

/** What changes of a planet's members, or of the planets that a parent founds, wait for (planets). */
export interface PlanetLockRow {
  name: string;
}

/** A planet that a parent has founded (planets); it goes with its founder. */
export interface FamilyPlanetRow {
  id: string;
  founder_id: string;
  name: string;
  description: string;
  capacity: number;
  /** All three or none. */
  goal_metric: 'xp' | 'tasks' | null;
  goal_target: number | null;
  goal_every: 'week' | 'month' | null;
  /** Keyed hash of the code by which a guardian lets a child in. */
  invite_hash: string | null;
  invite_expires_at: Instant | null;
  created_at: Instant;
  ended_at: Instant | null;
}

/** What a guardian has set for a child (accounts); no row means boards off, planets on, approval by itself on. Each 0 or 1. */
export interface ChildSettingsRow {
  profile_id: string;
  /** Shown, under its pseudonym, on boards outside the family. */
  on_boards: number;
  /** May join planets. */
  on_planets: number;
  /** Submissions are approved automatically after seven days. */
  auto_approval: number;
}

/** One attempt of a child at a task (learning). Unique by profile, task and number. */
export interface AttemptRow {
  id: string;
  profile_id: string;
  task_id: string;
  /** 1 for the first. */
  number: number;
  status: 'in_progress' | 'passed' | 'failed' | 'pending_review';
  /** 1 when the task had been completed before. */
  practice: number;
  started_at: Instant;
  completed_at: Instant | null;
  /** Of the task when the attempt began. */
  content_version: string;
  /** JSON of an array of {item_id, response}: saved so far, and in the end what was graded. */
  answers: string;
  /** JSON of an object: by item how many hints were taken. */
  hints: string;
  /** 0 to 1. */
  score: number;
  points: number;
  max_points: number;
  /** 0 to 3. */
  stars: number;
  time_spent_seconds: number;
  xp_awarded: number;
}

/** The status of a task for a child (learning); no row means not started. A task that was removed from its pack keeps its row. */
export interface TaskStateRow {
  profile_id: string;
  task_id: string;
  status: 'in_progress' | 'pending_review' | 'changes_requested' | 'completed';
  attempts_count: number;
  /** The open attempt, including one for practice. */
  open_attempt_id: string | null;
  stars_best: number;
  /** The XP of all attempts and submissions of this task, without the daily first bonus and the XP of locations and worlds. */
  xp_earned: number;
  started_at: Instant;
  completed_at: Instant | null;
  /** Time spent on attempts that are no longer stored. */
  removed_seconds: number;
}

/** A location or a world that a child has completed (learning). It stays completed when its pack grows. */
export interface PlaceStateRow {
  profile_id: string;
  place_id: string;
  kind: 'location' | 'world';
  xp_earned: number;
  completed_at: Instant;
}

/** The results of a child for one item of a quiz over all attempts (learning). */
export interface ItemRecordRow {
  profile_id: string;
  task_id: string;
  item_id: string;
  tries: number;
  /** Tries that did not get the full score. */
  misses: number;
  /** JSON; null when it was left out. */
  last_response: string;
  /** 0 to 1. */
  last_score: number;
  /** The newest answer that was not fully correct, as JSON. */
  last_missed_response: string | null;
  last_missed_at: Instant | null;
  last_at: Instant;
}

/** A submission of a child for review by a guardian (learning). Unique by profile, task and revision. */
export interface SubmissionRow {
  id: string;
  profile_id: string;
  task_id: string;
  attempt_id: string;
  /** 1 for the first, one more after each request for changes. */
  revision: number;
  /** 'real_world' is a task done away from the screen, which has nothing to show. */
  kind: 'text' | 'image' | 'audio' | 'mixed' | 'real_world';
  text: string;
  caption: string;
  status: 'pending_review' | 'approved' | 'changes_requested' | 'withdrawn';
  submitted_at: Instant;
  reviewed_at: Instant | null;
  /** The guardian; null if nobody has decided, if it was approved automatically, or if that parent was deleted. */
  reviewer_id: string | null;
  feedback_text: string | null;
  feedback_sticker: string | null;
  /** 1 to 3. */
  feedback_stars: number | null;
  /** 0 or 1. */
  auto_approved: number;
  xp_awarded: number;
}

/** A picture or recording of a submission (learning); its bytes are in the file store under `name`. */
export interface SubmissionFileRow {
  id: string;
  submission_id: string;
  position: number;
  /** Random, with its extension. */
  name: string;
  mime: string;
  bytes: number;
}

/** Somebody invited to be a further guardian (accounts). One per child and address; taking it back deletes it. */
export interface InvitationRow {
  id: string;
  child_id: string;
  inviter_id: string;
  /** Keyed hash of the address. */
  email_key: string;
  /** The address, encrypted, because the invited person has not consented to anything yet. */
  sealed_email: string;
  /** Hash of the random part of the link. */
  digest: string;
  created_at: Instant;
  expires_at: Instant;
  /** The parent who has; its second tap finds it done. */
  accepted_by: string | null;
}

/** A profile that will be deleted at `due_at` (accounts); cancelling deletes the row. */
export interface DeletionRow {
  profile_id: string;
  planned_by: string | null;
  /** The last of the accounts that a child goes with, where all its guardians are leaving; null for a plan of its own. */
  with_account: string | null;
  planned_at: Instant;
  due_at: Instant;
}

/** Emails that a parent may turn off (digest); no row means on. */
export interface EmailSettingsRow {
  profile_id: string;
  /** 0 or 1: the weekly email. */
  weekly: number;
  /** Monday of the last week that was reported or skipped. */
  last_week: Day | null;
}

/** When a parent first confirmed having read which data is stored (onboarding). */
export interface PrivacyReadingRow {
  profile_id: string;
  read_at: Instant;
}

/** What code may run with the schema that a migration left (platform). */
export interface SchemaCompatibilityRow {
  migration: string;
  /** The newest migration that such code must know. */
  oldest_compatible: string;
}

/** Written and removed in one transaction, to see whether the database can write (platform). It is always empty. */
export interface ReadinessProbeRow {
  id: string;
  /** Something long that cannot be compressed: it needs new pages. */
  filling: string | null;
}
