-- The child comes first in the key. With the planet first, SQLite would use the key instead of the index, which contains only
-- current members, and would read all former members.
create table planet_members (
  planet_id text not null,
  profile_id text not null references profiles (id) on delete cascade,
  joined_at text not null,
  joined_on text not null,
  left_at text,
  primary key (profile_id, planet_id)
);
create index planet_members_current on planet_members (planet_id, joined_at, profile_id) where left_at is null;

create table planet_locks (
  name text primary key
);

create table open_planet_numbers (
  planet_id text primary key,
  last_number integer not null
);

create table family_planets (
  id text primary key,
  founder_id text not null references profiles (id) on delete cascade,
  name text not null,
  description text not null,
  capacity integer not null,
  goal_metric text,
  goal_target integer,
  goal_every text,
  invite_hash text unique,
  invite_expires_at text,
  created_at text not null,
  ended_at text
);
create index family_planets_by_founder on family_planets (founder_id, id);
