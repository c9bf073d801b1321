-- The sealed audit log.
create schema audit;
grant usage on schema audit to mostrador_api, mostrador_worker;

create table audit.log ( -- place: tenant
  -- app.platform_id() for what the platform does itself.
  merchant_id uuid not null default '00000000-0000-0000-0000-000000000000',
  id uuid not null default app.uuid_v7(),
  at timestamptz not null default now(),
  action text not null,
  entity text not null,
  entity_id text,
  before jsonb,
  after jsonb,
  user_id uuid,                             -- null: the system, or a caller without an account
  store_id uuid,
  permission_set int check (permission_set & 15 = 11),
  request_id text,
  primary key (merchant_id, id)
);
create index audit_log_id on audit.log (id);  -- for seals, which cover the entries of all merchants
create index audit_log_store on audit.log (merchant_id, permission_set, id desc);
-- The platform's own entries, which are few.
create index audit_log_platform on audit.log (id desc) where permission_set is null;
create index audit_log_platform_user on audit.log (user_id, id desc) where permission_set is null;
create index audit_log_entity on audit.log (entity, entity_id, id);

-- A seal covers some entries of the audit log, each once, and refers to the previous seal. It is signed with
-- a key that is not in the database, so that write access to the database is not enough to rewrite history.
create table audit.seals ( -- place: control
  no bigint primary key check (no > 0),
  at timestamptz not null,
  audit_ids uuid[] not null check (cardinality(audit_ids) between 1 and 1000),
  leaves bytea[] not null,                   -- hash of each entry, in the order of audit_ids
  root bytea not null,                       -- root of the Merkle tree over the leaves
  previous bytea not null,                   -- hash of the previous seal; empty in the first
  public_key bytea not null,
  signature bytea not null,
  through_ms bigint not null,                -- the latest creation time of any sealed id
  made_between tstzrange not null,           -- the creation times of its own ids
  check (cardinality(leaves) = cardinality(audit_ids))
);
create index seals_made_between on audit.seals using gist (made_between);  -- the seals of a part of the log

-- The one installation that this database, its copies and its journals belong to: a journal of another one is
-- never compared with it.
create table audit.installation ( -- place: control
  id uuid primary key default gen_random_uuid(),
  is_only boolean not null unique default true check (is_only)
);
insert into audit.installation default values;

-- Acts of authority that are committed and, as far as the database knows, in no journal outside it yet. A row
-- lives for moments: the process that answered the request has appended it and removes it.
create table audit.unjournaled ( -- place: tenant
  merchant_id uuid not null,                 -- as in audit.log
  audit_id uuid not null,
  event jsonb not null,
  recorded_at timestamptz not null default clock_timestamp(),
  primary key (merchant_id, audit_id)
);
create index unjournaled_recorded on audit.unjournaled (recorded_at);

-- The files of the authority journals, as far as this database has seen them written: one that is shorter
-- than here was cut.
create table audit.journal_files ( -- place: control
  name text primary key,
  line_count int not null check (line_count > 0),
  head text not null,                        -- hash of the last of these lines
  has_all boolean not null                   -- this database has every act of them, so a start need not compare them again
);
