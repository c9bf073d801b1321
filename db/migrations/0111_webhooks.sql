-- Programs of a merchant's that are told what happens, by a signed request (Standard Webhooks).
create table events.webhooks (
  merchant_id uuid not null references platform.merchants,
  id uuid not null,
  store_id uuid,                             -- null: told of every store, and of the merchant as a whole
  permission_set int not null check (permission_set & 15 = case when store_id is null then 9 else 8 end),
  url text not null,
  description text,
  types text[] not null,                     -- empty: everything
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'PAUSED', 'DISABLED')),
  disabled_reason text,
  secret_sealed bytea not null,              -- what requests are signed with, …
  old_secret_sealed bytea,                   -- … and what they are signed with as well, for a while after a change
  old_secret_until timestamptz,
  failing_since timestamptz,                 -- nothing has arrived since
  created_by uuid not null,                  -- account
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (merchant_id, id),
  foreign key (merchant_id, store_id) references shop.stores (merchant_id, id),
  foreign key (merchant_id, permission_set) references authz.permission_sets (merchant_id, id),
  check ((status = 'DISABLED') = (disabled_reason is not null)),
  check ((old_secret_sealed is null) = (old_secret_until is null))
);

-- One event on its way to one webhook.
create table events.webhook_deliveries (
  merchant_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  permission_set int not null check (permission_set & 15 in (8, 9)),
  event_id uuid not null,
  status text not null default 'PENDING' check (status in ('PENDING', 'DELIVERED', 'FAILED')),
  tries int not null default 0,              -- of the present round; sent again by hand, it begins anew
  fence int not null default 0,              -- rises with every claim; who holds an older one is refused
  next_attempt_at timestamptz,
  leased_until timestamptz,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (merchant_id, id),
  unique (merchant_id, webhook_id, event_id),
  foreign key (merchant_id, webhook_id) references events.webhooks (merchant_id, id) on delete cascade,
  foreign key (merchant_id, event_id) references events.events (merchant_id, id) on delete cascade,
  foreign key (merchant_id, permission_set) references authz.permission_sets (merchant_id, id),
  check ((status = 'PENDING') = (next_attempt_at is not null)),
  check ((status = 'PENDING') = (finished_at is null))
);
create index webhook_deliveries_due on events.webhook_deliveries (merchant_id, webhook_id, next_attempt_at)
  where status = 'PENDING';
create index webhook_deliveries_event on events.webhook_deliveries (merchant_id, event_id);

create table events.webhook_attempts (
  merchant_id uuid not null,
  delivery_id uuid not null,
  no int not null,
  permission_set int not null check (permission_set & 15 in (8, 9)),
  at timestamptz not null,
  duration_ms int not null,
  status int,                                -- HTTP; null: there was no answer, and …
  error text,                                -- … this is why
  primary key (merchant_id, delivery_id, no),
  foreign key (merchant_id, delivery_id) references events.webhook_deliveries (merchant_id, id) on delete cascade,
  check ((status is null) = (error is not null))
);

-- Up to where events were passed on, by who passes them on.
create table events.readers (
  name text primary key,
  position bigint not null
);
insert into events.readers (name, position) select 'webhooks', position from events.head;
