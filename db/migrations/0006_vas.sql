-- The catalog is the aggregator's, synchronised; what a merchant earns and a customer pays on top is ours.
create table vas.providers (
  id uuid primary key,
  provider_ref text not null unique,         -- the aggregator's id of the carrier, brand or biller
  name text not null,
  slug text not null unique,                 -- names the logo
  health text not null default 'UP' check (health in ('UP', 'DEGRADED', 'DOWN')),
  updated_at timestamptz not null default now()
);

create table vas.products (
  id uuid primary key,
  provider_product_ref text not null unique, -- the aggregator's id of the product
  provider_id uuid not null references vas.providers,
  kind text not null check (kind in ('airtime', 'pin', 'service')),
  subkind text not null check (subkind in ('topup', 'package', 'giftcard', 'bill')),
  name text not null,
  description text,
  amount_centavos app.centavos,              -- face value of a fixed product
  min_centavos app.centavos,
  max_centavos app.centavos,
  increment_centavos app.centavos,
  wholesale_centavos app.centavos,           -- what the aggregator takes for a fixed product
  wholesale_bps int,                         -- … and for a ranged one, of the face value
  fee_centavos app.centavos not null default 0 check (fee_centavos >= 0),   -- charged to the customer
  commission_bps int not null check (commission_bps between 0 and 3000),    -- earned by the merchant
  reference_rule text not null,              -- which of the rules in reference.ts the number must keep
  validity jsonb,
  lookup boolean not null default false,
  payment_modes text[] not null default '{}',
  posting_period jsonb,
  notes text,
  is_active boolean not null default true,
  seen_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((amount_centavos is null) = (min_centavos is not null)),
  check ((min_centavos is null) = (max_centavos is null) and (min_centavos is null) = (increment_centavos is null)),
  check ((wholesale_centavos is null) <> (wholesale_bps is null))
);
create index vas_products_kind on vas.products (kind, provider_id) where is_active;

create table vas.price_history (
  product_id uuid not null references vas.products,
  at timestamptz not null default now(),
  before jsonb not null,
  after jsonb not null,
  primary key (product_id, at)
);

create table vas.sales (
  merchant_id uuid not null,
  id uuid not null,                          -- also the external id at the aggregator: made once, used for every retry
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 3),
  folio text not null,
  membership_id uuid not null,               -- the cashier
  account_id uuid not null,
  cashier_name text not null,
  terminal_id uuid,
  product_id uuid not null references vas.products,
  kind text not null check (kind in ('airtime', 'pin', 'service')),
  product_name text not null,                -- as sold: the catalog may change
  provider_name text not null,
  provider_slug text not null,
  provider_product_ref text not null,
  is_ranged boolean not null,
  reference text not null default '',        -- '' for PINs
  amount_centavos app.centavos not null check (amount_centavos > 0),
  fee_centavos app.centavos not null check (fee_centavos >= 0),
  commission_centavos app.centavos not null check (commission_centavos >= 0),
  cost_centavos app.centavos not null check (cost_centavos > 0),            -- taken from the wallet
  wholesale_centavos app.centavos not null check (wholesale_centavos > 0),
  payment_method text not null default 'CASH' check (payment_method in ('CASH', 'CARD', 'TRANSFER')),
  tendered_centavos app.centavos,
  mode text not null,                        -- which adapter holds the transaction
  status text not null default 'PENDING' check (status in ('PENDING', 'COMPLETED', 'FAILED', 'REVERSED')),
  phase text not null default 'RESERVED' check (phase in
    ('RESERVED', 'HOLDING', 'HELD', 'CONFIRMING', 'SUBMITTED', 'REVIEW', 'COMPLETED', 'FAILED', 'REVERSED')),
  provider_transaction_ref text,
  hold_expires_at timestamptz,
  authorization_code text,
  failure_code text,
  provider_code text,
  incident text,                             -- what an operator has to look at: late_completion, amount_mismatch, …
  fence int not null default 1,              -- rises with every change of owner; an owner with an older one is refused
  leased_until timestamptz,
  next_check_at timestamptz not null,
  checks int not null default 0,
  sweep_until timestamptz,                   -- failed unanswered: a late hold may still turn up and is cancelled
  expected_by timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  completed_at timestamptz,
  primary key (merchant_id, id),
  unique (id),                               -- it is the aggregator's external id, unique there too
  unique (merchant_id, store_id, folio),
  check ((status = 'PENDING') = (phase in ('RESERVED', 'HOLDING', 'HELD', 'CONFIRMING', 'SUBMITTED', 'REVIEW'))),
  check (status = 'PENDING' or phase = status),
  foreign key (merchant_id, store_id) references shop.stores (merchant_id, id),
  foreign key (merchant_id, membership_id) references shop.memberships (merchant_id, id),
  foreign key (merchant_id, terminal_id) references shop.terminals (merchant_id, id),
  foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id)
) with (fillfactor = 70);
create index sales_store on vas.sales (merchant_id, store_id, permission_set, created_at desc, id desc);
create index sales_due on vas.sales (next_check_at) where status = 'PENDING' or sweep_until is not null;
create index sales_duplicates on vas.sales (merchant_id, store_id, product_id, reference, amount_centavos, created_at desc);
create statistics vas.sales_store_set on store_id, permission_set from vas.sales;

create table vas.folios (
  merchant_id uuid not null,
  store_id uuid not null,
  last_no bigint not null,
  primary key (merchant_id, store_id),
  foreign key (merchant_id, store_id) references shop.stores (merchant_id, id)
) with (fillfactor = 50);

-- The first answer to a key, kept for its replays; scoped to who asked what.
create table app.idempotency_keys (
  account_id uuid not null,
  route text not null,
  key text not null,
  fingerprint bytea not null,
  merchant_id uuid not null,
  resource_id uuid not null,                 -- what the first request made
  locked_until timestamptz not null,         -- the first request may still be running
  status smallint,
  body text,
  created_at timestamptz not null default now(),
  primary key (account_id, route, key)
) with (fillfactor = 70);
create index idempotency_keys_created on app.idempotency_keys (created_at);
