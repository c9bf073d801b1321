-- The sealed log.
create schema audit;
grant usage on schema audit to mostrador_api, mostrador_worker;

create table audit.log (
  id uuid primary key default app.uuid_v7(),
  at timestamptz not null default now(),
  action text not null,
  entity text not null,
  entity_id text,
  before jsonb,
  after jsonb,
  user_id uuid,                             -- null: the system, or a caller that has no account
  merchant_id uuid,
  store_id uuid,
  permission_set int check (permission_set & 15 = 11),
  request_id text
);
create index audit_log_store on audit.log (merchant_id, permission_set, id desc);
create index audit_log_at on audit.log (id desc) include (action);
create index audit_log_entity on audit.log (entity, entity_id, id);

-- A seal covers some entries of the audit log, each once, and names the seal before it. It is signed by a key that
-- the database has not got, so that whoever can write here cannot write history anew.
create table audit.seals (
  no bigint primary key check (no > 0),
  at timestamptz not null,
  audit_ids uuid[] not null check (cardinality(audit_ids) between 1 and 1000),
  leaves bytea[] not null,                   -- hash of each entry, in the order of audit_ids
  root bytea not null,                       -- of the Merkle tree over the leaves
  previous bytea not null,                   -- hash of the seal before; of the first one nothing
  public_key bytea not null,
  signature bytea not null,
  through_ms bigint not null,                -- the latest moment that an id sealed so far was made
  check (cardinality(leaves) = cardinality(audit_ids))
);
