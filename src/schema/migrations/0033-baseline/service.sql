create table installation (
  name text primary key,
  id text not null,
  key_fingerprints text not null,
  pepper_fingerprint text not null,
  created_at text not null
);

create table idempotency_keys (
  key_hash text primary key,
  subject text not null,
  body_hash text not null,
  created_at text not null,
  status integer,
  content_type text,
  response text
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
create index idempotency_keys_by_subject on idempotency_keys (subject, created_at);

create table schema_compatibility (
  migration text primary key,
  oldest_compatible text not null
);

create table readiness_probes (
  id text primary key,
  filling text
);
