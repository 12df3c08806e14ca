create table pins (
  profile_id text primary key references profiles (id) on delete cascade,
  hash text not null,
  set_at text not null
);

create table pin_locks (
  profile_id text not null references profiles (id) on delete cascade,
  lock_key text not null,
  failures integer not null,
  locked_until text,
  primary key (profile_id, lock_key)
);

create table codes (
  purpose text not null,
  subject text not null,
  digest text not null,
  requester text not null,
  created_at text not null,
  expires_at text not null,
  spent_at text,
  primary key (purpose, subject),
  unique (purpose, digest)
);
create index codes_by_expiry on codes (expires_at);
create index codes_by_subject on codes (subject);

create table counters (
  bucket text primary key,
  count integer not null,
  window_ends_at text not null
);
create index counters_by_end on counters (window_ends_at);

create table sessions (
  id text primary key,
  profile_id text not null references profiles (id) on delete cascade,
  device_key text,
  created_at text not null,
  expires_at text not null,
  revoked_at text,
  program text
);
create index sessions_by_profile on sessions (profile_id, created_at, id);
create unique index sessions_one_per_device on sessions (profile_id, device_key) where revoked_at is null;
create index sessions_by_expiry on sessions (expires_at);

create table panel_sessions (
  id text primary key,
  token_hash text not null unique,
  profile_id text not null references profiles (id) on delete cascade,
  created_at text not null,
  last_seen_at text not null,
  ended_at text,
  confirmed_at text,
  program text
);
create index panel_sessions_by_profile on panel_sessions (profile_id, created_at, id);
create index panel_sessions_by_last_seen on panel_sessions (last_seen_at);

create table saved_profiles (
  device_key text not null,
  profile_id text not null references profiles (id) on delete cascade,
  saved_at text not null,
  primary key (device_key, profile_id)
);
create index saved_profiles_by_profile on saved_profiles (profile_id);
