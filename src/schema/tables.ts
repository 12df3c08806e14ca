import type { Day } from '../core/time/days.ts';
import type { Instant } from '../core/time/instant.ts';

/**
 * Every table and every column. The name in parentheses in a description is the feature or other folder that owns the table.
 * Instants are ISO 8601 strings of 24 characters in UTC, so they can be compared as text. If an instant is null, the event has
 * not happened. Keyed hashes are base64url. The ids of profiles and of the installation are random; other generated ids are
 * time-ordered.
 */
export interface Tables {
  installation: InstallationRow;
  profiles: ProfileRow;
  guardians: GuardianRow;
  consents: ConsentRow;
  pins: PinRow;
  wrong_pins: WrongPinRow;
  first_links: FirstLinkRow;
  address_changes: AddressChangeRow;
  recovery_codes: RecoveryCodeRow;
  codes: CodeRow;
  counters: CounterRow;
  sessions: SessionRow;
  panel_sessions: PanelSessionRow;
  saved_profiles: SavedProfileRow;
  passkeys: PasskeyRow;
  notification_settings: NotificationSettingsRow;
  push_subscriptions: PushSubscriptionRow;
  outbox: OutboxRow;
  email_recipients: EmailRecipientRow;
  idempotency_keys: IdempotencyKeyRow;
  totals: TotalsRow;
  earned_badges: EarnedBadgeRow;
  xp_ledger: LedgerRow;
  progress_days: ProgressDayRow;
  planet_members: PlanetMemberRow;
  planet_locks: PlanetLockRow;
  open_planet_numbers: OpenPlanetNumberRow;
  family_planets: FamilyPlanetRow;
  streak_pauses: StreakPauseRow;
  onboardings: OnboardingRow;
  todo_lists: TodoListRow;
  todos: TodoRow;
  todo_series: TodoSeriesRow;
  rewards: RewardRow;
  reward_requests: RewardRequestRow;
  earned_stars: EarnedStarsRow;
  child_settings: ChildSettingsRow;
  attempts: AttemptRow;
  task_states: TaskStateRow;
  place_states: PlaceStateRow;
  item_records: ItemRecordRow;
  memories: MemoryRow;
  item_levels: ItemLevelRow;
  submissions: SubmissionRow;
  submission_files: SubmissionFileRow;
  recordings: RecordingRow;
  invitations: InvitationRow;
  deletions: DeletionRow;
  weekly_summary_settings: WeeklySummarySettingsRow;
  privacy_readings: PrivacyReadingRow;
  schema_compatibility: SchemaCompatibilityRow;
  readiness_probes: ReadinessProbeRow;
  security_events: SecurityEventRow;
  job_runs: JobRunRow;
  database_sizes: DatabaseSizeRow;
}

/**
 * The installation that this database belongs to (app). The only row is created at the first start. The file
 * DATA_DIR/installation-id contains the same id.
 */
export interface InstallationRow {
  name: 'this';
  id: string;
  /** JSON array of the keyed hashes of the signing keys with which a process last started. */
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
  /** The name that strangers see. The server generates it and it never changes; null for a parent. */
  pseudonym: string | null;
  birth_year: number | null;
  language: string;
  /**
   * A parent's verified email address, unique; null for a child, and for an account that an early release merged into another one.
   */
  email: string | null;
  /** The ids of the items of the avatar. */
  skin: string;
  hair: string;
  hat: string | null;
  shirt: string;
  accessory: string | null;
  created_at: Instant;
  /** When a child first chose a name, and first changed its avatar. */
  named_at: Instant | null;
  dressed_at: Instant | null;
  /**
   * Whether a child reads, as a guardian has set it (`yes`, `no`) or the child has answered (`yes`, `not_yet`); null for a child
   * whose age decides, and for a parent. Only the age decides how long `not_yet` counts (gap 209).
   */
  reads: 'yes' | 'no' | 'not_yet' | null;
  /** Whether a child has switched reading aloud on or off; null if it has not. */
  read_aloud: 'yes' | 'no' | null;
  /** Whether a child enters its PIN in pictures; null if its age decides. */
  uses_pictures: 'yes' | 'no' | null;
  /** Whether the device on which a child that does not read played last can read its language aloud; null if it has not said so. */
  has_voice: 'yes' | 'no' | null;
  /** On how many days of a week a child wants to learn; null without a goal. */
  goal_days: number | null;
}

/** The guardians of a child (accounts). Rank 1 is the first guardian. Ranks are unique per child. */
export interface GuardianRow {
  child_id: string;
  parent_id: string;
  rank: number;
  linked_at: Instant;
  /** When the link ends, if the guardian has chosen to leave (decision 0079); otherwise null. */
  leaves_at: Instant | null;
}

/** The consent of a parent to the storage of a child's profile (accounts). */
export interface ConsentRow {
  id: string;
  child_id: string;
  parent_id: string;
  text_version: string;
  given_at: Instant;
}

/** The argon2id hash of a child's PIN, with its salt and parameters (access). */
export interface PinRow {
  profile_id: string;
  hash: string;
  set_at: Instant;
  /**
   * 1 if the PIN is easy to guess, 0 if not. Null for a PIN that was set before this was recorded, until the child signs in with it.
   */
  easy_to_guess: number | null;
}

/** The link of a child to its first guardian, for seven days (access). The child's earlier devices can undo it (decision 0065). */
export interface FirstLinkRow {
  profile_id: string;
  linked_at: Instant;
  /** Until then, no guardian may export or delete the child or remove another guardian; null if the code was entered on a device that the child had used for a week. */
  waits_until: Instant | null;
  /** The PIN before the link, which undoes it, and when it was set. */
  pin_hash: string;
  pin_set_at: Instant;
  /** When the link was undone. The row stays, so that the PIN before it also undoes the next link. */
  undone_at: Instant | null;
}

/**
 * A wrong PIN of the last day, or a PIN that is being compared (access). It counts for the budgets of its profile, its device and
 * its address.
 */
export interface WrongPinRow {
  id: string;
  profile_id: string;
  /**
   * Which devices are counted together: the key of a device that has signed in with the current PIN, 'former' for all devices that
   * have signed in only with an earlier PIN, or 'unknown' for all other devices.
   */
  lock_key: string;
  /** The keyed hash of the Device-Id; null if the request had none. */
  device_key: string | null;
  /** The keyed hash of the IP address or IPv6 site; null for a known device. */
  site_key: string | null;
  entered_at: Instant;
  /** When the right PIN was entered on the same known device. The row then counts only for the budgets of a day. */
  excused_at: Instant | null;
}

/** A change of a parent's email address (access): pending, or made and for seven days undoable (decision 0071). */
export interface AddressChangeRow {
  id: string;
  /** The parent. A parent has one pending change. */
  profile_id: string;
  /**
   * The panel session that a recovery code has opened, in which that code replaces the one to the old address; null for a change without
   * a recovery code. It is no reference: the session may be gone.
   */
  session_id: string | null;
  /** The guardian who vouches for the new address, while the change is pending; otherwise null. */
  voucher_id: string | null;
  /**
   * The new address, encrypted; null until a parent with a recovery code has entered it. After an undo, the address that has lost the
   * account.
   */
  sealed_new: string | null;
  /** The address before the change, encrypted; null while the change is pending. */
  sealed_old: string | null;
  /**
   * Hash of an emailed link: the one that undoes the change, for the old address; after that the one that objects, for the new one; or while
   * somebody vouches for it, the one that stops it, for all guardians; otherwise null.
   */
  digest: string | null;
  /** Hash of the link for the new address that makes a change for which somebody vouches. */
  confirm_digest: string | null;
  /** When the code that was sent to the old address, or a recovery code, and the code to the new address were entered. */
  old_confirmed_at: Instant | null;
  new_confirmed_at: Instant | null;
  created_at: Instant;
  /** When the new address of a change for which somebody vouches gets its link; null for other changes. */
  opens_at: Instant | null;
  changed_at: Instant | null;
  /** When the old address has undone the change. */
  undone_at: Instant | null;
  /** When a pending change ends, or a change can no longer be undone, or the wait after an undo is over. */
  expires_at: Instant;
}

/** An unused recovery code of a parent (access), which signs in without the mailbox (decision 0072). */
export interface RecoveryCodeRow {
  profile_id: string;
  /** Keyed hash of the code. */
  digest: string;
  created_at: Instant;
}

/** A one-time code (access). A subject has up to three valid codes for a purpose, and up to four linking codes. */
export interface CodeRow {
  id: string;
  /**
   * What a correct code does: 'app-email' and 'panel-email' sign a parent in to the app or to the panel, 'confirm-email'
   * confirms a sensitive action in the panel, and 'change-email' a change of the address (these four are sent by email); 'manager'
   * opens the panel; 'linking' links a child to the parent; 'tablet' brings the parent's children to a device.
   */
  purpose: 'app-email' | 'panel-email' | 'confirm-email' | 'change-email' | 'manager' | 'linking' | 'tablet';
  /** For a code that is sent by email, the keyed hash of the email address; for other codes, the profile id of the parent. */
  subject: string;
  /** Keyed hash of the code. */
  digest: string;
  /** Keyed hash of the link that the email with the code contains; null for other codes. */
  link_digest: string | null;
  created_at: Instant;
  expires_at: Instant;
  /** When the code was used. */
  spent_at: Instant | null;
}

/** How many actions a limit has counted in its current window (access), such as attempts at a code. */
export interface CounterRow {
  /** The name of the limit, and the key for which it counts, such as a profile id. */
  bucket: string;
  count: number;
  window_ends_at: Instant;
}

/** A session of the app (access). `id` is the jti of its token. `device_key` is a keyed hash of the device id. */
export interface SessionRow {
  id: string;
  profile_id: string;
  device_key: string | null;
  created_at: Instant;
  expires_at: Instant;
  revoked_at: Instant | null;
  /** The program that signed in, such as "Firefox, Windows"; null if it is unknown. */
  program: string | null;
  /** When a child last used the session, accurate to an hour; null until an hour after the sign-in, and for a parent. */
  last_seen_at: Instant | null;
}

/** A session of the panel (access). Only a hash of the cookie's value is stored. */
export interface PanelSessionRow {
  id: string;
  token_hash: string;
  profile_id: string;
  /** A keyed hash of the device cookie without which the session cannot be used; null if the sign-in came without one. */
  device_key: string | null;
  created_at: Instant;
  last_seen_at: Instant;
  ended_at: Instant | null;
  /** When a passkey or an emailed code last proved in this session who the parent is. */
  confirmed_at: Instant | null;
  /**
   * When the parent was last known to be there: at sign-in, at a proof, and while the session is used without a pause of 30 minutes.
   */
  present_at: Instant | null;
  program: string | null;
}

/** A profile that has signed in on a device (access). `device_key` is a keyed hash of the device id. */
export interface SavedProfileRow {
  device_key: string;
  profile_id: string;
  /** The last sign-in. */
  saved_at: Instant;
  /** The first sign-in; null if an earlier release saved the row while both releases were running. */
  first_saved_at: Instant | null;
  /** When a tablet code saved the child here; null once somebody has signed in on the device (decision 0074). */
  connected_at: Instant | null;
  /** The hash of a parent's panel PIN in this browser; null if none is set (gap 163). */
  panel_pin_hash: string | null;
  /** Tries at the panel PIN since the last right one or emailed code. */
  panel_pin_tries: number;
  /** When the parent declined the offer of a passkey and a panel PIN in this browser. */
  offer_declined_at: Instant | null;
}

/** A passkey of a parent (access). Texts are base64url, as browsers send them. */
export interface PasskeyRow {
  profile_id: string;
  /** The credential id, which the authenticator has chosen. */
  id: string;
  public_key: string;
  /** How often the authenticator says it has signed. Passkeys that are synchronized between devices always say 0. */
  counter: number;
  /** How browsers reach the authenticator, separated by commas, such as `internal,hybrid`. */
  transports: string;
  name: string;
  created_at: Instant;
  last_used_at: Instant | null;
}

/** What a parent is told at once, and whether once a day by email (notifications). Without a row, the defaults apply. */
export interface NotificationSettingsRow {
  profile_id: string;
  /** 0 or 1: whether something that waits for the parent is told, and that a child is done for today. */
  waiting: number;
  done: number;
  /** Hours of the parent's day, 0 to 23, between which nothing is told. If they are equal, there are no such hours. */
  quiet_from: number;
  quiet_until: number;
  /** 0 or 1. */
  daily_email: number;
  /** When to check whether the email of the day has to be sent; null if nothing new waits. */
  email_due_at: Instant | null;
  emailed_at: Instant | null;
}

/** A browser in which a parent is told at once, and what it has to be told (notifications). */
export interface PushSubscriptionRow {
  /** Keyed hash of the endpoint. */
  id: string;
  profile_id: string;
  /** The session of the panel in this browser; signing out of it deletes the row. */
  session_id: string;
  /** Keyed hash of the panel's device cookie. */
  device_key: string;
  /** The endpoint and the keys of the browser, encrypted: whoever has them can send messages. */
  sealed: string;
  program: string | null;
  created_at: Instant;
  /** When a child last did something that waits for the parent, and something that may complete its day, and when a test was asked for. */
  waiting_noted_at: Instant | null;
  done_noted_at: Instant | null;
  test_noted_at: Instant | null;
  /** When to tell it; null if there is nothing to tell. */
  due_at: Instant | null;
  tries: number;
  told_at: Instant | null;
  /** JSON array of keyed hashes: of which children and days it has told that they are done. */
  told_done: string;
}

/** An email that has not been sent yet (platform email). */
export interface OutboxRow {
  id: string;
  /** A newer email with the same topic replaces an email that could not be sent at the first try. */
  topic: string;
  /** Keyed hash of the email address. */
  recipient: string;
  /** Keyed hash of the email address's domain. */
  domain: string;
  /** Keyed hash of the client that requested the code: its IP address, or a device known to the parent. Null for other emails. */
  requester: string | null;
  /** 0 for one-time codes, which are sent first; 1 for notices about security; 2 for all other emails. */
  priority: number;
  /** The email as JSON, encrypted because it contains an email address and perhaps a code. */
  sealed: string;
  /** How many times the service has tried to send the email. */
  tries: number;
  next_try_at: Instant;
  expires_at: Instant;
  created_at: Instant;
}

/** A recipient of emails (platform email) with the number of its emails and refusals. The row is deleted after `forget_at`. */
export interface EmailRecipientRow {
  /** Keyed hash of the email address. */
  recipient: string;
  /** Consecutive 5xx responses for the email address. */
  refusals: number;
  /** No email is sent to the recipient before this time. */
  paused_until: Instant | null;
  /** Emails that are neither codes nor about security, in the ten-minute window that ends at `recent_ends_at`. */
  recent_count: number;
  recent_ends_at: Instant;
  /** The same count for the one-day window that ends at `day_ends_at`. */
  day_count: number;
  day_ends_at: Instant;
  /** The same two counts for emails about security. */
  security_recent_count: number;
  security_recent_ends_at: Instant;
  security_day_count: number;
  security_day_ends_at: Instant;
  forget_at: Instant;
}

/**
 * A write with an Idempotency-Key (platform), stored for a day. The claim, the work and the response are one transaction, which
 * first inserts the row and then sets `status`, `content_type` and `response`.
 */
export interface IdempotencyKeyRow {
  /** Keyed hash of subject, method, path and key. */
  key_hash: string;
  /** The caller's profile id. */
  subject: string;
  /** Keyed hash of the body's text. */
  body_hash: string;
  created_at: Instant;
  status: number | null;
  content_type: string | null;
  /** The body of the response, byte for byte. */
  response: string | null;
}

/** The totals of a child (progress). A child without a row has made no progress yet. */
export interface TotalsRow {
  profile_id: string;
  xp_total: number;
  tasks_completed: number;
  tasks_in_progress: number;
  worlds_completed: number;
  locations_completed: number;
  badges_count: number;
  /** The streak up to `streak_last_date`, which is the last day that counted. */
  streak_days: number;
  streak_last_date: Day | null;
  longest_streak_days: number;
  total_time_seconds: number;
  /** The number of quizzes that the child solved perfectly at the first attempt, without hints. */
  perfect_quizzes: number;
  creative_approved: number;
  todos_done: number;
  planets_joined: number;
  /** The number of days that counted: the number of ledger rows with the reason `daily_first`. */
  days_active: number;
  /** The longest absence in whole days after which the child returned. */
  comeback_days: number;
  /** The last qualifying action, whether its day counted or not. */
  streak_last_at: Instant | null;
  /** Each counted day reserves 20 hours of real time; this is the end of the reserved time (gap 30). */
  streak_reserved_until: Instant | null;
  /** The number of freezes that the child has: days that it can miss without losing its streak; 0 to 2. */
  freezes_held: number;
  /** Monday of the week in which the last freeze was earned. */
  freeze_week: Day | null;
  /** Monday of the UTC week in which XP last changed, and the XP of that week, which may be negative. */
  week: Day | null;
  week_xp: number;
  /** The UTC month in which XP last changed, YYYY-MM, and the XP of that month. */
  month: string | null;
  month_xp: number;
  /** 0 or 1: whether the child is shown on leaderboards outside the family. */
  listed: number;
  /** The time zone of the last qualifying action, and before it that of the browser in which the child was made (gap 111). */
  zone: string | null;
  /** How slowly the child forgets. The scheduler of reviews (learning) divides the number of elapsed days by the pace. */
  pace: number;
}

/** The daily totals of a child (progress). XP, tasks and seconds are negative if more was taken back than added on that day. */
export interface ProgressDayRow {
  profile_id: string;
  /** The local date, as in the ledger. */
  day: Day;
  xp: number;
  /** The number of completed tasks. */
  tasks: number;
  seconds: number;
  /** 1 if the day counted for the streak. */
  active: number;
}

/** A badge that a child has earned (progress). */
export interface EarnedBadgeRow {
  profile_id: string;
  badge_id: string;
  earned_at: Instant;
}

/** One change of a child's XP (progress). Rows are never edited, and are unique by profile, source and reason. */
export interface LedgerRow {
  id: string;
  profile_id: string;
  /** What the XP is for: "task …", "todo …", "day 2026-11-20". */
  source: string;
  reason: string;
  /** Negative when XP is taken back. */
  amount: number;
  /** The local date of the work, in `zone`. */
  day: Day;
  /** The time zone; null for an action of a parent. `day` is then the child's day of the approved work (gap 196), or else in UTC. */
  zone: string | null;
  at: Instant;
}

/** A pause of a child's streak (progress), including both dates. If `until_date` is null, it lasts until a parent ends it. */
export interface StreakPauseRow {
  profile_id: string;
  from_date: Day;
  until_date: Day | null;
}

/** A completed onboarding (onboarding). The steps of the onboarding are derived from other tables. */
export interface OnboardingRow {
  profile_id: string;
  completed_at: Instant;
}

/**
 * The list of a profile that has to-dos (todos). Every write to the list locks this row, so that concurrent writes together
 * respect the quotas.
 */
export interface TodoListRow {
  profile_id: string;
  /** The highest position that was ever used; a new to-do comes after it. */
  last_position: number;
  /** Since when the child can earn stars and ask for rewards; null if a guardian has not turned that on. */
  rewards_on_at: Instant | null;
}

/** A to-do in the list of a child or of a parent (todos). */
export interface TodoRow {
  id: string;
  profile_id: string;
  title: string;
  notes: string;
  status: 'pending' | 'done' | 'awaiting_approval' | 'approved' | 'rejected' | 'skipped';
  due_date: Day | null;
  /** The day of the month of a monthly to-do. 31 remains 31 after a shorter month. */
  anchor_day: number | null;
  priority: 'low' | 'normal' | 'high';
  created_by: 'child' | 'parent';
  /** The parent who assigned the to-do; null if its owner created it, or if that parent was deleted or unlinked. */
  assigned_by: string | null;
  /** 0 or 1. */
  requires_approval: number;
  xp_reward: number;
  /** The stars for an assigned to-do while the child's rewards are on; null means the default. */
  stars: number | null;
  /** JSON of a Recurrence. */
  recurrence: string | null;
  /** JSON array of {id, text, done}. */
  checklist: string;
  /** The position within the list. To-dos with equal positions are ordered by id. */
  position: number;
  /** The id of the previous occurrence. It is unique, so each occurrence has at most one next occurrence. */
  previous_id: string | null;
  /** The id of the first occurrence; null until an occurrence is done. */
  series_id: string | null;
  /** The number of changes, which also identifies a completion in the ledger. */
  revision: number;
  /** The XP that the child received for completing the to-do. Undoing the to-do takes the XP back. */
  xp_paid: number;
  completed_at: Instant | null;
  /** When a parent approved or rejected the to-do, and the parent's note to the child. */
  decided_at: Instant | null;
  decision_note: string | null;
  /** The parent; null if nobody has decided, or if that parent was deleted. */
  decided_by: string | null;
  /** When a parent paused the to-do, which hides it from the child; null if it is not paused. */
  paused_at: Instant | null;
  /** JSON of what a guardian has decided but can still undo (gap 201), and when it is carried out. */
  planned_change: string | null;
  change_due_at: Instant | null;
  created_at: Instant;
  updated_at: Instant;
}

/** A series of a recurring to-do (todos): one occurrence can be done per local day. */
export interface TodoSeriesRow {
  id: string;
  profile_id: string;
  /** The last local day on which an occurrence was done. */
  last_day: Day;
  /** The id of the occurrence that was done on `last_day`; null if it was undone. */
  last_todo_id: string | null;
  /** Each day reserves 20 hours of real time; this is the end of the reserved time (gap 30). */
  reserved_until: Instant;
}

/** A reward that guardians have written for a child (todos). */
export interface RewardRow {
  profile_id: string;
  id: string;
  title: string;
  /** What the reward costs. */
  stars: number;
  created_at: Instant;
}

/**
 * A child's request for a reward (todos). Its stars are spent from the request on, unless a guardian declines it. A decision counts ten
 * seconds after it was made; until then it can be undone (gap 199).
 */
export interface RewardRequestRow {
  profile_id: string;
  id: string;
  /** The reward, which may have been removed since. Its title and stars are those at the time of the request. */
  reward_id: string;
  title: string;
  stars: number;
  asked_at: Instant;
  decision: 'given' | 'declined' | null;
  decided_at: Instant | null;
  /** The guardian; null if nobody has decided, or if that parent was deleted. */
  decided_by: string | null;
  /** The guardian's word to the child. */
  note: string | null;
}

/** The stars that a child has earned with a to-do (todos). The row stays when the to-do is removed. */
export interface EarnedStarsRow {
  profile_id: string;
  todo_id: string;
  stars: number;
  earned_at: Instant;
}

/**
 * The membership of a child in a planet (planets). The row remains when the child leaves, and is reused when the child
 * returns.
 */
export interface PlanetMemberRow {
  planet_id: string;
  profile_id: string;
  joined_at: Instant;
  /** The child's local date of joining. From that day on the child's progress counts toward the goal. */
  joined_on: Day;
  /** Null for a current member. */
  left_at: Instant | null;
}

/** The number of the newest copy of a pack's open planet (planets). A further copy opens when the newest one is full. */
export interface OpenPlanetNumberRow {
  planet_id: string;
  last_number: number;
}

/** A row that a transaction locks while it changes the members of a planet or the planets of a parent (planets). */
export interface PlanetLockRow {
  name: string;
}

/** A planet that a parent has created (planets). It is deleted with the parent. */
export interface FamilyPlanetRow {
  id: string;
  founder_id: string;
  name: string;
  description: string;
  capacity: number;
  /** The goal: either all three columns are set or none. */
  goal_metric: 'xp' | 'tasks' | null;
  goal_target: number | null;
  goal_every: 'week' | 'month' | null;
  /** Keyed hash of the code with which a guardian of another family can add a child. */
  invite_hash: string | null;
  invite_expires_at: Instant | null;
  created_at: Instant;
  ended_at: Instant | null;
}

/**
 * The settings of a child (accounts), each 0 or 1. For a child without a row, leaderboards are off, and everything else is on.
 */
export interface ChildSettingsRow {
  profile_id: string;
  /** Whether the child is shown under its pseudonym on leaderboards outside the family. */
  on_leaderboards: number;
  /** Whether the child may join planets. */
  on_planets: number;
  /** Whether submissions are approved automatically after seven days. */
  auto_approval: number;
  /** Whether the child hears what its guardians have recorded. */
  hears_recordings: number;
}

/** One attempt of a child at a task (learning). Unique by profile, task and number. */
export interface AttemptRow {
  id: string;
  profile_id: string;
  task_id: string;
  /** 1 for the first attempt at the task. */
  number: number;
  status: 'in_progress' | 'passed' | 'failed' | 'pending_review';
  /** 1 if the task had already been completed when the attempt began. */
  practice: number;
  started_at: Instant;
  completed_at: Instant | null;
  /** The version of the task when the attempt began. */
  content_version: string;
  /** JSON array of {item_id, response}: the saved answers, or the graded answers once the attempt is completed. */
  answers: string;
  /** JSON object: the number of hints that the child has taken, by item. */
  hints: string;
  /** JSON object: the grade of each item that was graded before the attempt was completed. */
  grades: string;
  /** JSON object: the values that were drawn for each generated item. */
  draws: string;
  /** JSON array of {id, task_id, item_id}: the items of a daily practice; empty for a task of a pack. */
  plan: string;
  /**
   * JSON array: what the graded answers have changed in the child's ratings, with the expected score of each (`RatedAnswers`), in the
   * order of the answers; null until the attempt is completed.
   */
  ratings: string | null;
  /** 0 to 1. */
  score: number;
  points: number;
  max_points: number;
  /** 0 to 3. */
  stars: number;
  time_spent_seconds: number;
  xp_awarded: number;
}

/**
 * The status of a task for a child (learning). A task without a row has not been started. If a task is removed from its pack,
 * its row remains.
 */
export interface TaskStateRow {
  profile_id: string;
  task_id: string;
  status: 'in_progress' | 'pending_review' | 'changes_requested' | 'completed';
  attempts_count: number;
  /** The id of the open attempt, which may be practice. */
  open_attempt_id: string | null;
  stars_best: number;
  /**
   * The XP of all attempts and submissions of this task, without the bonus for the first activity of a day and the XP of places.
   */
  xp_earned: number;
  started_at: Instant;
  completed_at: Instant | null;
  /** Time spent on attempts that are no longer stored. */
  removed_seconds: number;
}

/** A location or a world that a child has completed (learning). It stays completed even if its pack later contains more tasks. */
export interface PlaceStateRow {
  profile_id: string;
  place_id: string;
  /** `opened` is a location that a placement has opened (decision 0089). */
  kind: 'location' | 'world' | 'opened';
  xp_earned: number;
  /** When the place was completed or opened. */
  completed_at: Instant;
}

/** How hard an item is, learned from the answers of all children (learning). The row with empty ids has only `counted_until`. */
export interface ItemLevelRow {
  task_id: string;
  item_id: string;
  /** How much harder the item is than written, in difficulties, −1 to 1. */
  shift: number;
  answers: number;
  /** The instant until which completed answers were counted. */
  counted_until: string;
}

/** The results of a child for one item of a quiz, over all attempts (learning). */
export interface ItemRecordRow {
  profile_id: string;
  task_id: string;
  item_id: string;
  tries: number;
  /** The number of tries without the full score. */
  misses: number;
  /** The newest response as JSON, which is `null` if the item was not answered. */
  last_response: string;
  /** 0 to 1. */
  last_score: number;
  /** The newest answer that was not fully correct, as JSON. */
  last_missed_response: string | null;
  /** JSON: the values that were drawn for the generated item to which `last_missed_response` is the answer. */
  last_missed_draw: string | null;
  last_missed_at: Instant | null;
  last_at: Instant;
  /** When a guardian has said that the child knew it when they tried it together; null again when it was still hard. */
  tried_together_at: Instant | null;
}

/** What a child remembers of a skill, or of an item that it has missed (learning), for the schedule of reviews. */
export interface MemoryRow {
  profile_id: string;
  /** The id of a skill, "<task>/<item>", or "@<school subject>", which is never due. */
  subject: string;
  /** The number of days, in the scheduler's model, after which the child still knows the subject with a probability of 0.9. */
  stability: number;
  /** How hard it is to increase the stability: 1 to 10. */
  difficulty: number;
  /** The local date of the last review, and of the next one. */
  reviewed_on: Day;
  due_on: Day;
  /** The child's Elo rating for a school subject, in logits; for a skill, the difference from its subject; 0 for an item. */
  ability: number;
  /** The number of answers from which `ability` was computed; 0 for an item. */
  asked: number;
  /** How uncertain the rating of a school subject is, in square logits; null for a skill and an item, and until the next answer after an upgrade. */
  variance: number | null;
  /**
   * The longest time between two reviews, in days, after which the child still knew the subject. A review with a miss halves it.
   */
  proven_days: number;
  /** The number of consecutive reviews in which the child knew the subject. */
  in_row: number;
  /** JSON object by misconception: what answers have shown of it (`MisconceptionState`); null for a skill and an item, and if there are none. */
  misconceptions: string | null;
}

/** A submission of a child for review by a guardian (learning). Unique by profile, task and revision. */
export interface SubmissionRow {
  id: string;
  profile_id: string;
  task_id: string;
  attempt_id: string;
  /** 1 for the first submission, and one more after each request for changes. */
  revision: number;
  /** 'real_world' means that the task was done away from the screen, so the submission has no content. */
  kind: 'text' | 'image' | 'audio' | 'mixed' | 'real_world';
  text: string;
  caption: string;
  status: 'pending_review' | 'approved' | 'changes_requested';
  submitted_at: Instant;
  reviewed_at: Instant | null;
  /** The guardian; null if nobody has decided, if the submission was approved automatically, or if that parent was deleted. */
  reviewer_id: string | null;
  feedback_text: string | null;
  feedback_sticker: string | null;
  /** 1 to 3. */
  feedback_stars: number | null;
  /** 0 or 1. */
  auto_approved: number;
  /** Not used anymore. A later release removes both (decision 0110). */
  planned_change: string | null;
  change_due_at: Instant | null;
  /** When a guardian last undid a review (gap 236). The seven days until the automatic approval begin again then. */
  undone_at: Instant | null;
  xp_awarded: number;
}

/** A picture or recording of a submission (learning). Its bytes are stored as the file `name`. */
export interface SubmissionFileRow {
  id: string;
  /** The owner of the submission. */
  profile_id: string;
  submission_id: string;
  position: number;
  /** A random name with the extension of the format. */
  name: string;
  mime: string;
  bytes: number;
}

/** A phrase that a parent has read aloud for the child's app (learning). A new recording of a phrase replaces the earlier one. */
export interface RecordingRow {
  /** The parent. */
  profile_id: string;
  language: string;
  /** What is said, word for word. */
  phrase: string;
  /** A random name with the extension of the format. */
  name: string;
  mime: string;
  bytes: number;
  recorded_at: string;
}

/** An invitation to become a guardian (accounts). There is at most one per child and email address. Canceling deletes the row. */
export interface InvitationRow {
  id: string;
  child_id: string;
  inviter_id: string;
  /** Keyed hash of the email address. */
  email_key: string;
  /** The email address, encrypted, because the invited person has not consented to anything yet. */
  sealed_email: string;
  /** Hash of the random part of the link. */
  digest: string;
  created_at: Instant;
  expires_at: Instant;
  /** The parent who has accepted the invitation. The row remains, so that accepting again succeeds. */
  accepted_by: string | null;
}

/**
 * A profile that will be deleted at `due_at` (accounts). Canceling the deletion deletes this row. Otherwise it is the last row of
 * the profile to be erased.
 */
export interface DeletionRow {
  profile_id: string;
  planned_by: string | null;
  /** If a child is deleted together with its last guardian, the profile id of that guardian; null if only the child is deleted. */
  with_account: string | null;
  planned_at: Instant;
  due_at: Instant;
  /** When the service began to erase the rows of the profile. From then on, the deletion cannot be canceled. */
  erasing_since: Instant | null;
}

/** Whether a parent wants the weekly summary (weekly-summary). For a parent without a row, it is on. */
export interface WeeklySummarySettingsRow {
  profile_id: string;
  /** 0 or 1. */
  enabled: number;
  /** Monday of the last week whose summary was sent or skipped. */
  last_week: Day | null;
}

/** When a parent first confirmed having read which data is stored, and last agreed to it in the panel (onboarding). */
export interface PrivacyReadingRow {
  profile_id: string;
  read_at: Instant;
  /** The version of the text that the parent has agreed to; null, like the time, before that. */
  consent_version: string | null;
  consented_at: Instant | null;
}

/** The oldest code that is compatible with the schema after a migration (platform). */
export interface SchemaCompatibilityRow {
  migration: string;
  /** The newest migration of the oldest compatible code. */
  oldest_compatible: string;
}

/** A row that is inserted and deleted in one transaction to check whether the database is writable (platform). */
export interface ReadinessProbeRow {
  id: string;
  /** Random text that cannot be compressed, so that writing the row needs new pages. */
  filling: string | null;
}

/** An event of the security log (platform), for 90 days. It contains no id of a profile: `subject` and `actor` are keyed hashes. */
export interface SecurityEventRow {
  id: string;
  at: Instant;
  /** A name of `SecurityEvent`, or 'dropped' for events that exceeded the limit of a minute. */
  event: string;
  /** What exactly, one of a few constants. */
  kind: string | null;
  subject: string | null;
  actor: string | null;
  /** The name of an operator who acted. */
  operator: string | null;
  /** The header X-Request-Id of the response. */
  request_id: string | null;
  /** The IP address or network of the client; null if the setting SECURITY_LOG_ADDRESSES is off. */
  address: string | null;
  /** How many equal events this row stands for. */
  repeats: number;
}

/** When a scheduled job last succeeded and last failed (platform). */
export interface JobRunRow {
  job: string;
  succeeded_at: Instant | null;
  failed_at: Instant | null;
  /** What the job has found, if others need it. */
  result: string | null;
}

/** The size of the database on a day (UTC), so that the operator sees how it grows (platform). */
export interface DatabaseSizeRow {
  day: Day;
  kilobytes: number;
  /** The free space on the disk of DATA_DIR; null for days before it was recorded. */
  free_disk_kilobytes: number | null;
}
