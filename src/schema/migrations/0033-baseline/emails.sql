create table outbox (
  id text primary key,
  topic text not null,
  recipient text not null,
  domain text not null,
  requester text,
  priority integer not null,
  sealed text not null,
  tries integer not null,
  next_try_at text not null,
  expires_at text not null,
  created_at text not null
);
create index outbox_by_next_try on outbox (next_try_at, id);
create index outbox_by_priority on outbox (priority, next_try_at, id);
create index outbox_by_topic on outbox (topic);

create table email_recipients (
  recipient text primary key,
  refusals integer not null,
  paused_until text,
  recent_count integer not null,
  recent_ends_at text not null,
  day_count integer not null,
  day_ends_at text not null,
  security_recent_count integer not null,
  security_recent_ends_at text not null,
  security_day_count integer not null,
  security_day_ends_at text not null,
  forget_at text not null
);
create index email_recipients_by_age on email_recipients (forget_at);

create table weekly_summary_settings (
  profile_id text primary key references profiles (id) on delete cascade,
  enabled integer not null,
  last_week text
);
