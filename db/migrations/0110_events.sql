-- What has happened, told in the transaction that made it happen. Readers follow `position`, which an event gets
-- after its commit: see docs/decisions/0017-events-are-ordered-after-commit.md.
create table events.events (
  id uuid primary key,
  merchant_id uuid,                          -- null: of no merchant, so the platform's alone
  store_id uuid,                             -- null: of the merchant as a whole
  permission_set int,                        -- who is told; null: the platform's staff alone
  type text not null,
  payload jsonb not null,                    -- ids and statuses: who may read more asks for it by its id
  at timestamptz not null default clock_timestamp(),
  position bigint,                           -- null until it is put in order
  check (permission_set is null or merchant_id is not null),
  check (store_id is null or merchant_id is not null),
  foreign key (merchant_id, permission_set) references authz.permission_sets (merchant_id, id),
  unique (merchant_id, id)
);
create unique index events_position on events.events (position);
create index events_waiting on events.events (id) where position is null;
create index events_merchant on events.events (merchant_id, position);
comment on table events.events is 'The outbox: what live screens and webhooks are told, kept for a month.';

-- The last position that was given. One row: whoever puts events in order holds it until its commit.
create table events.head (
  only_row boolean primary key default true check (only_row),
  position bigint not null
);
insert into events.head (position) values (0);
