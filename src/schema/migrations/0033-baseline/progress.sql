create table totals (
  profile_id text primary key references profiles (id) on delete cascade,
  xp_total integer not null,
  tasks_completed integer not null,
  tasks_in_progress integer not null,
  worlds_completed integer not null,
  locations_completed integer not null,
  badges_count integer not null,
  streak_days integer not null,
  streak_last_date text,
  longest_streak_days integer not null,
  total_time_seconds integer not null,
  perfect_quizzes integer not null,
  creative_approved integer not null,
  todos_done integer not null,
  planets_joined integer not null,
  days_active integer not null,
  comeback_days integer not null,
  streak_last_at text,
  streak_reserved_until text,
  freezes_held integer not null,
  freeze_week text,
  week text,
  week_xp integer not null,
  month text,
  month_xp integer not null,
  listed integer not null,
  zone text,
  pace double precision not null
);
create index totals_week_leaderboard on totals (week, week_xp, profile_id) where listed = 1;
create index totals_month_leaderboard on totals (month, month_xp, profile_id) where listed = 1;
create index totals_leaderboard on totals (xp_total, profile_id) where listed = 1;

create table xp_ledger (
  id text primary key,
  profile_id text not null references profiles (id) on delete cascade,
  source text not null,
  reason text not null,
  amount integer not null,
  day text not null,
  zone text,
  at text not null,
  unique (profile_id, source, reason)
);
create index xp_ledger_by_time on xp_ledger (profile_id, at, id);

create table progress_days (
  profile_id text not null references profiles (id) on delete cascade,
  day text not null,
  xp integer not null,
  tasks integer not null,
  seconds integer not null,
  active integer not null,
  primary key (profile_id, day)
);

create table earned_badges (
  profile_id text not null references profiles (id) on delete cascade,
  badge_id text not null,
  earned_at text not null,
  primary key (profile_id, badge_id)
);
create index earned_badges_by_time on earned_badges (profile_id, earned_at, badge_id);

create table streak_pauses (
  profile_id text not null references profiles (id) on delete cascade,
  from_date text not null,
  until_date text,
  primary key (profile_id, from_date)
);
