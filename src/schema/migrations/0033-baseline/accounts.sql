create table profiles (
  id text primary key,
  role text not null,
  display_name text not null,
  pseudonym text,
  birth_year integer,
  language text not null,
  email text unique,
  skin text not null,
  hair text not null,
  hat text,
  shirt text not null,
  accessory text,
  created_at text not null,
  named_at text,
  dressed_at text
);

create table guardians (
  child_id text not null references profiles (id) on delete cascade,
  parent_id text not null references profiles (id) on delete cascade,
  rank integer not null,
  linked_at text not null,
  primary key (child_id, parent_id),
  unique (child_id, rank)
);
create index guardians_by_parent on guardians (parent_id, linked_at);

create table consents (
  id text primary key,
  child_id text not null references profiles (id) on delete cascade,
  parent_id text not null references profiles (id) on delete cascade,
  text_version text not null,
  given_at text not null
);
create index consents_by_parent on consents (parent_id, child_id);
create index consents_by_child on consents (child_id, parent_id);

create table child_settings (
  profile_id text primary key references profiles (id) on delete cascade,
  on_leaderboards integer not null,
  on_planets integer not null,
  auto_approval integer not null
);

create table invitations (
  id text primary key,
  child_id text not null references profiles (id) on delete cascade,
  inviter_id text not null references profiles (id) on delete cascade,
  email_key text not null,
  sealed_email text not null,
  digest text not null unique,
  created_at text not null,
  expires_at text not null,
  accepted_by text references profiles (id) on delete cascade,
  unique (child_id, email_key)
);
create index invitations_by_inviter on invitations (inviter_id);
create index invitations_by_accepter on invitations (accepted_by);
create index invitations_by_expiry on invitations (expires_at);

create table deletions (
  profile_id text primary key references profiles (id) on delete cascade,
  planned_by text references profiles (id) on delete set null,
  with_account text references profiles (id) on delete set null,
  planned_at text not null,
  due_at text not null,
  erasing_since text
);
create index deletions_by_due on deletions (due_at, profile_id);
create index deletions_by_planner on deletions (planned_by);
create index deletions_by_account on deletions (with_account);

create table onboardings (
  profile_id text primary key references profiles (id) on delete cascade,
  completed_at text not null
);

create table privacy_readings (
  profile_id text primary key references profiles (id) on delete cascade,
  read_at text not null
);
