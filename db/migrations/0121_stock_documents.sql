-- The papers behind the movements of stock. What a delivery brought are the movements that name it.
create table stock.stock_receipts (
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 2),
  supplier text,
  note text,
  line_count int not null check (line_count > 0),
  cost_centavos app.centavos not null check (cost_centavos >= 0),   -- of the lines whose cost was said
  membership_id uuid,
  account_id uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (merchant_id, id),
  foreign key (merchant_id, store_id) references shop.stores (merchant_id, id),
  foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id)
);
create index stock_receipts_store on stock.stock_receipts (merchant_id, store_id, created_at desc, id desc);

-- Goods on their way from one store to another. Each of the two has its own paper, which its own people read and
-- the other's do not; `transfer_id` is what they have in common.
create table stock.stock_transfers (
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 2),
  transfer_id uuid not null,
  direction text not null check (direction in ('OUT', 'IN')),
  other_store_id uuid not null check (other_store_id <> store_id),
  status text not null default 'SENT' check (status in ('SENT', 'RECEIVED', 'CANCELED')),
  note text,
  sent_by uuid,                              -- account
  sent_at timestamptz not null default clock_timestamp(),
  ended_by uuid,                             -- account: who received it, or took it back
  ended_at timestamptz,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (merchant_id, id),
  unique (merchant_id, store_id, id),
  unique (merchant_id, transfer_id, direction),
  check ((status = 'SENT') = (ended_at is null)),
  foreign key (merchant_id, store_id) references shop.stores (merchant_id, id),
  foreign key (merchant_id, other_store_id) references shop.stores (merchant_id, id),
  foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id)
);
create index stock_transfers_store on stock.stock_transfers (merchant_id, store_id, sent_at desc, id desc);

-- The same goods go by another variant in each of the two stores.
create table stock.stock_transfer_lines (
  merchant_id uuid not null,
  id uuid not null default app.uuid_v7(),
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 2),
  document_id uuid not null,
  variant_id uuid not null,
  quantity numeric(14, 3) not null check (quantity > 0),
  unit_cost_centavos app.centavos check (unit_cost_centavos >= 0),
  created_at timestamptz not null default clock_timestamp(),
  primary key (merchant_id, id),
  unique (merchant_id, document_id, variant_id),
  foreign key (merchant_id, store_id, document_id) references stock.stock_transfers (merchant_id, store_id, id),
  foreign key (merchant_id, store_id, variant_id) references catalog.variants (merchant_id, store_id, id),
  foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id)
);
create index stock_transfer_lines_store on stock.stock_transfer_lines (merchant_id, store_id, created_at desc, id desc);

create table stock.stock_counts (
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 2),
  category_id uuid,                          -- null: not of a category alone
  note text,
  status text not null default 'OPEN' check (status in ('OPEN', 'CLOSED', 'CANCELED')),
  line_count int not null check (line_count > 0),
  opened_by uuid,                            -- account
  opened_at timestamptz not null default clock_timestamp(),
  ended_by uuid,                             -- account
  ended_at timestamptz,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (merchant_id, id),
  unique (merchant_id, store_id, id),
  check ((status = 'OPEN') = (ended_at is null)),
  foreign key (merchant_id, store_id) references shop.stores (merchant_id, id),
  foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id)
);
create index stock_counts_store on stock.stock_counts (merchant_id, store_id, opened_at desc, id desc);

-- What was expected when the sheet was opened, and what was found. The difference is with what the books said at the
-- moment of counting, so sales before and after it do not touch it.
create table stock.stock_count_lines (
  merchant_id uuid not null,
  id uuid not null default app.uuid_v7(),
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 2),
  count_id uuid not null,
  variant_id uuid not null,
  is_open boolean not null default true,
  expected numeric(14, 3) not null,
  counted numeric(14, 3) check (counted >= 0),
  on_hand_then numeric(14, 3),               -- what the books said while it was counted
  difference numeric(14, 3) generated always as (counted - on_hand_then) stored,
  counted_by uuid,                           -- account
  counted_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (merchant_id, id),
  unique (merchant_id, count_id, variant_id),
  check ((counted is null) = (on_hand_then is null)),
  foreign key (merchant_id, store_id, count_id) references stock.stock_counts (merchant_id, store_id, id),
  foreign key (merchant_id, store_id, variant_id) references catalog.variants (merchant_id, store_id, id),
  foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id)
);
-- What is counted on two sheets at once would be put right twice.
create unique index stock_count_lines_open on stock.stock_count_lines (merchant_id, store_id, variant_id) where is_open;
create index stock_count_lines_store on stock.stock_count_lines (merchant_id, store_id, count_id, id);
