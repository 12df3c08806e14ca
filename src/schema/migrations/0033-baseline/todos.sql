create table todo_lists (
  profile_id text primary key references profiles (id) on delete cascade,
  last_position integer not null
);

create table todos (
  id text primary key,
  profile_id text not null references profiles (id) on delete cascade,
  title text not null,
  notes text not null,
  status text not null,
  due_date text,
  anchor_day integer,
  priority text not null,
  created_by text not null,
  assigned_by text references profiles (id) on delete set null,
  requires_approval integer not null,
  xp_reward integer not null,
  recurrence text,
  checklist text not null,
  position integer not null,
  previous_id text unique,
  series_id text,
  revision integer not null,
  xp_paid integer not null,
  completed_at text,
  decided_at text,
  decision_note text,
  created_at text not null,
  updated_at text not null
);
create index todos_by_position on todos (profile_id, position, id);
create index todos_by_status on todos (profile_id, status, position, id);
create index todos_by_completion on todos (profile_id, status, completed_at, id);
create index todos_by_size on todos (profile_id, status, (octet_length(title) + octet_length(notes) + octet_length(checklist)), updated_at, id);
create index todos_by_assigner_and_list on todos (assigned_by, profile_id);
create index todos_finished on todos (profile_id, completed_at, id) where completed_at is not null;

create table todo_series (
  id text primary key,
  profile_id text not null references profiles (id) on delete cascade,
  last_day text not null,
  last_todo_id text,
  reserved_until text not null
);
create index todo_series_by_profile on todo_series (profile_id);
