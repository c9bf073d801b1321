-- The outbox and webhooks.
create schema events;
grant usage on schema events to mostrador_api, mostrador_worker;

-- Events, emitted in the transaction that causes them. Readers follow `position`, which an event gets after
-- its commit: see docs/decisions/0017-events-are-ordered-after-commit.md.
create table events.events ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid,                             -- null: of the merchant as a whole
  permission_set int,                        -- who may read it; null: only platform staff
  type text not null,
  payload jsonb not null,                    -- ids and statuses: readers request details by id
  at timestamptz not null default clock_timestamp(),
  position bigint,                           -- null until assigned
  primary key (merchant_id, id),
  foreign key (merchant_id, permission_set) references authz.permission_sets (merchant_id, id)
);
-- A client continues after an event whose merchant it does not name.
create index events_id on events.events (id);
-- Each position is given once, under the lock of events.head.
create index events_position on events.events (position) where position is not null;
create index events_waiting on events.events (id) where position is null;
create index events_merchant on events.events (merchant_id, position) where position is not null;
create index events_platform on events.events (position) where permission_set is null and position is not null;
comment on table events.events is 'The outbox: events for live screens and webhooks, kept for a month.';

-- One row: a process that assigns positions locks it until its commit.
create table events.head ( -- place: control
  only_row boolean primary key default true check (only_row),
  position bigint not null,                  -- readers may read up to it
  given bigint not null,                     -- the last assigned position
  check (position <= given)
);
insert into events.head (position, given) values (0, 0);

-- External programs of a merchant that receive events by signed requests (Standard Webhooks).
create table events.webhooks ( -- place: tenant
  merchant_id uuid not null references platform.merchants,
  id uuid not null,
  store_id uuid,                             -- null: receives events of every store and of the merchant
  permission_set int not null check (permission_set & 15 = case when store_id is null then 9 else 8 end),
  url text not null,
  description text,
  types text[] not null,                     -- empty: all types
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'PAUSED', 'DISABLED')),
  disabled_reason text check (disabled_reason in ('receiver_gone', 'unreachable')),
  secret_sealed bytea not null,              -- signs requests, …
  old_secret_sealed bytea,                   -- … as does this one for a while after a rotation, …
  old_secret_until timestamptz,
  older_secret_sealed bytea,                 -- … and the one before that, because a rotation is repeated when its answer is lost
  older_secret_until timestamptz,
  failing_since timestamptz,                 -- every delivery has failed since
  last_failed_at timestamptz,                -- the last attempt that failed
  created_by uuid not null,                  -- account
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The person responsible for sending the merchant's events out: who created it, until another person
  -- changes its URL or resumes it. It is paused when that person is no longer allowed to create one.
  answerable_id uuid,                        -- account; null: the creator
  paused_reason text,                        -- null: a person paused it
  primary key (merchant_id, id),
  foreign key (merchant_id, store_id) references shop.stores (merchant_id, id),
  foreign key (merchant_id, permission_set) references authz.permission_sets (merchant_id, id),
  check ((status = 'DISABLED') = (disabled_reason is not null)),
  check ((old_secret_sealed is null) = (old_secret_until is null)),
  check ((older_secret_sealed is null) = (older_secret_until is null)),
  constraint webhooks_paused check (
    paused_reason is null or (status = 'PAUSED'
      and paused_reason in ('membership_ended', 'role_lowered', 'owner_changed', 'account_blocked', 'restored')))
);

-- The delivery of one event to one webhook.
create table events.webhook_deliveries ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  permission_set int not null check (permission_set & 15 in (8, 9)),
  event_id uuid not null,
  status text not null default 'PENDING' check (status in ('PENDING', 'DELIVERED', 'FAILED')),
  tries int not null default 0,              -- of the current round; restarts when sent again by hand
  fence int not null default 0,              -- increases with every claim; holders of an older one are refused
  next_attempt_at timestamptz,
  leased_until timestamptz,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (merchant_id, id),
  unique (merchant_id, event_id, webhook_id),
  foreign key (merchant_id, webhook_id) references events.webhooks (merchant_id, id) on delete cascade,
  foreign key (merchant_id, event_id) references events.events (merchant_id, id) on delete cascade,
  foreign key (merchant_id, permission_set) references authz.permission_sets (merchant_id, id),
  check ((status = 'PENDING') = (next_attempt_at is not null)),
  check ((status = 'PENDING') = (finished_at is null))
);
create index webhook_deliveries_due on events.webhook_deliveries (merchant_id, webhook_id, next_attempt_at)
  where status = 'PENDING';
-- The log of a webhook, newest first; those that were given up are few among it.
create index webhook_deliveries_log on events.webhook_deliveries (merchant_id, webhook_id, id);
create index webhook_deliveries_failed on events.webhook_deliveries (merchant_id, webhook_id, id) where status = 'FAILED';

create table events.webhook_attempts ( -- place: tenant
  merchant_id uuid not null,
  delivery_id uuid not null,
  no int not null,
  permission_set int not null check (permission_set & 15 in (8, 9)),
  at timestamptz not null,
  duration_ms int not null,
  status int,                                -- HTTP status; null: no answer, and …
  error text                                 -- … this is the reason
    check (error in ('not_a_url', 'not_https', 'credentials_in_url', 'port_not_allowed', 'not_public', 'timeout', 'no_host',
                     'connection_refused', 'bad_certificate', 'connection_failed')),
  primary key (merchant_id, delivery_id, no),
  foreign key (merchant_id, delivery_id) references events.webhook_deliveries (merchant_id, id) on delete cascade,
  check ((status is null) = (error is not null))
);
