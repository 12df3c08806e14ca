create table attempts (
  id text primary key,
  profile_id text not null references profiles (id) on delete cascade,
  task_id text not null,
  number integer not null,
  status text not null,
  practice integer not null,
  started_at text not null,
  completed_at text,
  content_version text not null,
  answers text not null,
  hints text not null,
  grades text not null,
  draws text not null,
  plan text not null,
  score double precision not null,
  points double precision not null,
  max_points integer not null,
  stars integer not null,
  time_spent_seconds integer not null,
  xp_awarded integer not null,
  unique (profile_id, task_id, number)
);
create index attempts_newest on attempts (profile_id, id);

create table task_states (
  profile_id text not null references profiles (id) on delete cascade,
  task_id text not null,
  status text not null,
  attempts_count integer not null,
  open_attempt_id text,
  stars_best integer not null,
  xp_earned integer not null,
  started_at text not null,
  completed_at text,
  removed_seconds integer not null,
  primary key (profile_id, task_id)
);

create table place_states (
  profile_id text not null references profiles (id) on delete cascade,
  place_id text not null,
  kind text not null,
  xp_earned integer not null,
  completed_at text not null,
  primary key (profile_id, kind, place_id)
);

create table item_records (
  profile_id text not null references profiles (id) on delete cascade,
  task_id text not null,
  item_id text not null,
  tries integer not null,
  misses integer not null,
  last_response text not null,
  last_score double precision not null,
  last_missed_response text,
  last_missed_draw text,
  last_missed_at text,
  last_at text not null,
  primary key (profile_id, task_id, item_id)
);
create index item_records_missed on item_records (profile_id, misses) where misses > 0;

create table memories (
  profile_id text not null references profiles (id) on delete cascade,
  subject text not null,
  stability double precision not null,
  difficulty double precision not null,
  reviewed_on text not null,
  due_on text not null,
  ability double precision not null,
  asked integer not null,
  proven_days integer not null,
  in_row integer not null,
  primary key (profile_id, subject)
);

create table submissions (
  id text primary key,
  profile_id text not null references profiles (id) on delete cascade,
  task_id text not null,
  attempt_id text not null references attempts (id) on delete cascade,
  revision integer not null,
  kind text not null,
  text text not null,
  caption text not null,
  status text not null,
  submitted_at text not null,
  reviewed_at text,
  reviewer_id text references profiles (id) on delete set null,
  feedback_text text,
  feedback_sticker text,
  feedback_stars integer,
  auto_approved integer not null,
  xp_awarded integer not null,
  unique (profile_id, task_id, revision)
);
create index submissions_newest on submissions (profile_id, id);
create index submissions_waiting on submissions (status, submitted_at);
create index submissions_by_attempt on submissions (attempt_id);
create index submissions_by_reviewer on submissions (reviewer_id);
create index submissions_by_status on submissions (profile_id, status, id);

create table submission_files (
  id text primary key,
  profile_id text not null,
  submission_id text not null references submissions (id) on delete cascade,
  position integer not null,
  name text not null unique,
  mime text not null,
  bytes integer not null
);
create index submission_files_by_submission on submission_files (submission_id, position);
