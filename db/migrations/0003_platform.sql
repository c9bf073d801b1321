-- Merchants, their verification, the platform's own work.
create schema platform;
grant usage on schema platform to mostrador_api, mostrador_worker;

-- Where merchants' rows can be: nodes of a cluster. `primary` has the nodes that no other place has; a single PostgreSQL
-- is all of it, and has no other place.
create table platform.places ( -- place: shared
  id text primary key check (id ~ '^[a-z][a-z0-9-]{0,39}$'),
  groups int[] check (cardinality(groups) > 0),  -- of nodes, by the numbers that Citus gives them
  is_open boolean not null default true,         -- takes new merchants
  down_at timestamptz,                           -- since when its nodes are out of the cluster
  created_at timestamptz not null default now(),
  check ((id = 'primary') = (groups is null))
);
insert into platform.places (id) values ('primary');

create table platform.merchants ( -- place: shared
  id uuid primary key,
  name text not null,
  trade_name text,
  rfc text,
  owner_id uuid not null references identity.accounts,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'SUSPENDED', 'CLOSED')),
  status_reason text,
  database_id text not null default 'primary' references platform.places,   -- the place that has the merchant's rows
  project_id text,
  sponsor_id uuid,
  currency text not null default 'MXN' check (currency = 'MXN'),
  time_zone text not null default 'America/Mexico_City',
  is_verified boolean not null default false,
  verification_status text not null default 'UNVERIFIED'
    check (verification_status in ('UNVERIFIED', 'PENDING', 'VERIFIED', 'LAPSED', 'REVOKED', 'LOCKED')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index merchants_owner on platform.merchants (owner_id);
create index merchants_database on platform.merchants (database_id);

-- Moves of merchants to other places. One that is MOVING and that nobody is making was interrupted: its rows are at one of both
-- places, and `mostrador merchants move` goes on with it.
create table platform.merchant_moves ( -- place: control
  id uuid primary key,
  merchant_id uuid not null references platform.merchants,
  from_place text not null,                  -- not a reference: places are removed, and what was done stays
  to_place text not null,
  status text not null default 'MOVING' check (status in ('MOVING', 'DONE', 'ABANDONED')),
  attempts int not null default 1 check (attempts > 0),
  started_at timestamptz not null default now(),
  tried_at timestamptz not null default now(),   -- when the last attempt began
  ended_at timestamptz,
  check ((status = 'MOVING') = (ended_at is null))
);
create unique index merchant_moves_moving on platform.merchant_moves (merchant_id) where status = 'MOVING';

-- Durable work that has failed all its attempts: to be started again or dismissed by a person.
create table platform.given_up_work ( -- place: control
  id uuid primary key,
  workflow_id text not null unique,          -- unique, so that a repeated report changes nothing
  name text not null,
  queue text not null,
  input jsonb,
  merchant_id uuid references platform.merchants,
  attempts int not null check (attempts > 0),
  last_error text not null,
  first_failed_at timestamptz not null,
  gave_up_at timestamptz not null default now(),
  status text not null default 'OPEN' check (status in ('OPEN', 'RETRIED', 'DISMISSED')),
  decided_by uuid,
  decided_at timestamptz,
  reason text,
  retry_workflow_id text,
  check ((status = 'OPEN') = (decided_at is null) and (decided_at is null) = (decided_by is null)),
  check ((status = 'RETRIED') = (retry_workflow_id is not null))
);
create index given_up_work_status on platform.given_up_work (status, id desc);

-- The facts from which, together with its bank accounts, a merchant's verification is derived. The result is
-- stored in platform.merchants, where every sale reads it.
create table platform.verifications ( -- place: control
  merchant_id uuid primary key references platform.merchants,
  business_evidence text,
  business_confirmed_by uuid,                -- account
  business_confirmed_at timestamptz,
  rejections int not null default 0 check (rejections >= 0),   -- of bank accounts, since the last unlock
  locked_at timestamptz,
  revoked_at timestamptz,
  revoke_reason text,
  verified_at timestamptz,                   -- when first verified: distinguishes lapsed from never verified
  derived_at timestamptz,
  check ((business_confirmed_at is null) = (business_evidence is null)),
  check ((revoked_at is null) = (revoke_reason is null))
);

-- Merchants that an administrator is confined to. An administrator without rows here oversees all merchants.
create table platform.admin_assignments ( -- place: control
  account_id uuid not null references identity.accounts,
  merchant_id uuid not null references platform.merchants,
  assigned_by uuid not null references identity.accounts,
  assigned_at timestamptz not null default now(),
  primary key (account_id, merchant_id)
);

-- Credentials at a payment provider, for one merchant or, without a merchant, for all that have none of their
-- own.
create table platform.psp_credentials ( -- place: control
  id uuid primary key,
  merchant_id uuid references platform.merchants,   -- null: the platform's
  provider text not null check (provider ~ '^[a-z][a-z0-9_-]{1,39}$'),
  environment text not null check (environment in ('sandbox', 'live')),
  public_key text,                           -- the public part for browsers; not a secret
  secret_sealed bytea not null,              -- for calls to the provider
  secret_last_four text not null check (length(secret_last_four) = 4),
  secret_fingerprint text not null,          -- identifies a secret without revealing it
  webhook_sealed bytea,                      -- verifies that a message is from the provider
  webhook_last_four text check (length(webhook_last_four) = 4),
  webhook_fingerprint text,
  is_active boolean not null default true,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  updated_by uuid not null,
  updated_at timestamptz not null default now(),
  unique nulls not distinct (merchant_id, provider, environment),
  check ((webhook_sealed is null) = (webhook_last_four is null)),
  check ((webhook_sealed is null) = (webhook_fingerprint is null))
);

-- Restores of the database that were found: until it is reconciled with what the journals outside it know, the
-- database is RESTORED.
create table platform.restorations ( -- place: shared
  id uuid primary key,
  found_at timestamptz not null default clock_timestamp(), -- last: more lost acts may be found later
  identity text not null,                    -- of the database: audit.database_facts
  seal text,                                 -- hash of the last audit seal that it lacks
  data_until timestamptz not null,           -- the last entry of its audit log: what came later is lost
  lists_read_at timestamptz,                 -- the sales that the provider has and the database lost are entered
  reconciled_at timestamptz,
  reconciled_by uuid                         -- account; null: on the machine itself
);
create unique index restorations_open on platform.restorations ((reconciled_at is null)) where reconciled_at is null;

-- Acts of authority that a restore has lost, and what became of each.
create table platform.restored_acts ( -- place: control
  event_id uuid primary key,                 -- the entry of the lost audit log
  restoration_id uuid not null references platform.restorations,
  subject text not null,                     -- what it is about: a later act outdates an earlier proposal
  event jsonb not null,
  status text not null check (status in
    ('APPLIED', 'NOTHING', 'PROPOSED', 'ACCEPTED', 'DECLINED', 'OUTDATED', 'TO_REPEAT', 'FAILED')),
  problem text,                              -- why it FAILED
  decided_by uuid,
  decided_at timestamptz
);
create index restored_acts_restoration on platform.restored_acts (restoration_id, status);
create index restored_acts_subject on platform.restored_acts (restoration_id, subject);
