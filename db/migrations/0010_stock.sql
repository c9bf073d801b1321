-- Levels, movements, deliveries, transfers, counts, chips.
create schema stock;
grant usage on schema stock to mostrador_api, mostrador_worker;

-- SIM chips: units with a serial number each, imported from spreadsheets and sold through carts.
create table stock.chip_imports ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 2),
  product_id uuid not null,
  file_name text not null,
  file_hash bytea not null check (length(file_hash) = 32),   -- SHA-256: the same file is imported once in a store
  sheet_name text not null,
  row_count int not null check (row_count > 0),
  imported_by uuid not null,                 -- account
  imported_at timestamptz not null default now(),
  primary key (merchant_id, id),
  unique (merchant_id, store_id, file_hash),
  foreign key (merchant_id, store_id) references shop.stores (merchant_id, id),
  foreign key (merchant_id, product_id) references catalog.products (merchant_id, id),
  foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id)
);
create index chip_imports_at on stock.chip_imports (merchant_id, store_id, imported_at, id);
create index chip_imports_recent on stock.chip_imports (imported_at);  -- for the hourly check of shared ICCIDs
create index chip_imports_product on stock.chip_imports (merchant_id, product_id);

create table stock.chip_units ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 2),
  product_id uuid not null,
  import_id uuid not null,
  import_row int not null check (import_row > 0),            -- the row number in the spreadsheet
  iccid text not null check (iccid ~ '^89[0-9]{17,18}$'),
  msisdn text,
  imsi text,
  carrier text,
  batch text,
  cost_centavos app.centavos check (cost_centavos >= 0),
  price_centavos app.centavos check (price_centavos >= 0),
  expires_on date,
  -- VOID is reserved; nothing writes it.
  status text not null default 'IN_STOCK' check (status in ('IN_STOCK', 'SOLD', 'ACTIVATED', 'VOID')),
  order_id uuid,                             -- the order that the unit was bound to
  imported_at timestamptz not null default now(),
  sold_at timestamptz,
  activated_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (merchant_id, id),
  foreign key (merchant_id, store_id) references shop.stores (merchant_id, id),
  foreign key (merchant_id, product_id) references catalog.products (merchant_id, id),
  foreign key (merchant_id, import_id) references stock.chip_imports (merchant_id, id),
  foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id),
  check ((order_id is null) = (sold_at is null)),
  check ((status in ('SOLD', 'ACTIVATED')) = (sold_at is not null)),
  check ((status = 'ACTIVATED') = (activated_at is not null))
);
-- The queue from which carts bind units, oldest first.
create index chip_units_queue on stock.chip_units (merchant_id, store_id, product_id, imported_at, import_row, id)
  where status = 'IN_STOCK';
create index chip_units_at on stock.chip_units (merchant_id, store_id, imported_at, id);
create index chip_units_product on stock.chip_units (merchant_id, product_id);
create index chip_units_import on stock.chip_units (merchant_id, import_id);
create index chip_units_order on stock.chip_units (merchant_id, order_id) where order_id is not null;
-- An ICCID belongs to one unit of a merchant. If another merchant has the same number, the platform
-- investigates, and neither merchant learns of it.
create unique index chip_units_iccid on stock.chip_units (merchant_id, iccid);
create index chip_units_shared on stock.chip_units (iccid, merchant_id);

-- The PIN and PUK of a card, sealed. They are stored apart from the units because no list may ever return
-- them.
create table stock.chip_codes ( -- place: tenant
  merchant_id uuid not null,
  chip_id uuid not null,
  pin_sealed bytea,
  puk_sealed bytea,
  primary key (merchant_id, chip_id),
  foreign key (merchant_id, chip_id) references stock.chip_units (merchant_id, id),
  check (pin_sealed is not null or puk_sealed is not null)
);

-- Current stock, exact to the last sale; a variant belongs to one store, so its id identifies the level.
create table stock.stock_levels ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 2),
  variant_id uuid not null generated always as (id) stored,
  on_hand numeric(14, 3) not null default 0 check (on_hand >= 0),
  reorder_point numeric(14, 3) check (reorder_point >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  is_low boolean not null generated always as (coalesce(on_hand <= reorder_point, false)) stored,
  primary key (merchant_id, id),
  -- A level without movements is deleted with its variant; movements keep a variant forever.
  constraint stock_levels_variant foreign key (merchant_id, store_id, id)
    references catalog.variants (merchant_id, store_id, id) on delete cascade,
  foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id)
) with (fillfactor = 70);
create index stock_levels_store on stock.stock_levels (merchant_id, store_id, id);
create index stock_levels_low on stock.stock_levels (merchant_id, store_id, id) where is_low;

-- The history of levels. The sum of a variant's movements is its level.
create table stock.stock_movements ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null default app.uuid_v7(),
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 2),
  variant_id uuid not null,
  kind text not null check (kind in
    ('SALE', 'RETURN', 'RECEIPT', 'ADJUSTMENT', 'WASTE', 'TRANSFER_OUT', 'TRANSFER_IN', 'COUNT')),
  quantity numeric(14, 3) not null,          -- in is positive, out is negative
  on_hand_after numeric(14, 3) not null check (on_hand_after >= 0),
  unit_cost_centavos app.centavos check (unit_cost_centavos >= 0),
  reason text,
  document_id uuid,                          -- the order, refund, delivery, transfer or count
  membership_id uuid,
  account_id uuid,
  person_name text,                          -- of that account
  created_at timestamptz not null default clock_timestamp(),
  primary key (merchant_id, id),
  foreign key (merchant_id, store_id, variant_id) references catalog.variants (merchant_id, store_id, id),
  foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id)
);
create index stock_movements_store on stock.stock_movements (merchant_id, store_id, created_at desc, id desc);
create index stock_movements_variant on stock.stock_movements (merchant_id, store_id, variant_id, id);
create index stock_movements_document on stock.stock_movements (merchant_id, document_id) where document_id is not null;

-- Imports of large files: their remaining work, progress and result.
create table stock.chip_import_runs ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,                          -- also the id of its workflow, and of the resulting import
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 2),
  product_id uuid not null,
  file_name text not null,
  file_hash bytea not null check (length(file_hash) = 32),
  file_sealed bytea,                         -- the file, whose codes no login can read; deleted at the end
  is_dry_run boolean not null,
  status text not null default 'RUNNING' check (status in ('RUNNING', 'CHECKED', 'IMPORTED', 'REFUSED', 'STOPPED')),
  rows_checked int not null default 0 check (rows_checked >= 0),
  rows_total int check (rows_total >= 0),    -- unknown until the whole file has been read
  rows_imported int not null default 0 check (rows_imported >= 0),
  sheet_name text,
  hidden_sheets text[] not null,             -- those that are not read
  carriers text[] not null default '{}',     -- the first different ones, once the file has been read
  problem jsonb,                             -- why nothing was imported
  started_by uuid not null,                  -- account
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (merchant_id, id),
  foreign key (merchant_id, store_id) references shop.stores (merchant_id, id),
  foreign key (merchant_id, product_id) references catalog.products (merchant_id, id),
  foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id),
  check ((status = 'RUNNING') = (finished_at is null)),
  check ((status = 'RUNNING') = (file_sealed is not null)),
  check ((status in ('REFUSED', 'STOPPED')) = (problem is not null))
);
-- One at a time per store: each is held in memory while it runs.
create unique index chip_import_runs_one on stock.chip_import_runs (merchant_id, store_id) where status = 'RUNNING';
create index chip_import_runs_store on stock.chip_import_runs (merchant_id, store_id, id);
create index chip_import_runs_product on stock.chip_import_runs (merchant_id, product_id);
-- A workflow knows only its own id, not the merchant.
create index chip_import_runs_id on stock.chip_import_runs (id);

-- The documents behind stock movements. The lines of a delivery are the movements that name it.
create table stock.stock_receipts ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 2),
  supplier text,
  note text,
  line_count int not null check (line_count > 0),
  cost_centavos app.centavos not null check (cost_centavos >= 0),   -- of the lines with a cost
  membership_id uuid,
  account_id uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (merchant_id, id),
  foreign key (merchant_id, store_id) references shop.stores (merchant_id, id),
  foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id)
);
create index stock_receipts_store on stock.stock_receipts (merchant_id, store_id, created_at desc, id desc);

-- Goods on their way from one store to another. Each store has its own document, which only its people can
-- read; `transfer_id` connects the two.
create table stock.stock_transfers ( -- place: tenant
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
  ended_by uuid,                             -- account that received it, or took it back
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

-- The same goods are a different variant in each of the two stores.
create table stock.stock_transfer_lines ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null default app.uuid_v7(),
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 2),
  document_id uuid not null,
  variant_id uuid not null,
  quantity numeric(14, 3) not null check (quantity > 0),
  unit_cost_centavos app.centavos check (unit_cost_centavos >= 0),
  created_at timestamptz not null default clock_timestamp(),
  line_no int not null,                      -- the same on the documents of both stores
  received_quantity numeric(14, 3),          -- may be less than was sent; null: not received
  primary key (merchant_id, id),
  unique (merchant_id, document_id, variant_id),
  foreign key (merchant_id, store_id, document_id) references stock.stock_transfers (merchant_id, store_id, id),
  foreign key (merchant_id, store_id, variant_id) references catalog.variants (merchant_id, store_id, id),
  foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id),
  constraint stock_transfer_lines_received check (received_quantity between 0 and quantity)
);
create index stock_transfer_lines_store on stock.stock_transfer_lines (merchant_id, store_id, created_at desc, id desc);

create table stock.stock_counts ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 2),
  category_id uuid,                          -- null: not limited to a category
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

-- The expected and the counted quantities of a sheet. The difference is measured against the level at the
-- moment of counting, so sales before and after it do not matter.
create table stock.stock_count_lines ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null default app.uuid_v7(),
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 2),
  count_id uuid not null,
  variant_id uuid not null,
  is_open boolean not null default true,
  expected numeric(14, 3) not null,
  counted numeric(14, 3) check (counted >= 0),
  on_hand_then numeric(14, 3),               -- the level when it was counted, less sales from before that were handed in later
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
-- Goods on two open sheets would be corrected twice.
create unique index stock_count_lines_open on stock.stock_count_lines (merchant_id, store_id, variant_id) where is_open;
create index stock_count_lines_store on stock.stock_count_lines (merchant_id, store_id, count_id, id);

create table stock.chip_incidents ( -- place: control
  id uuid primary key,
  iccid text not null unique,
  merchant_ids uuid[] not null check (cardinality(merchant_ids) > 1),   -- in order, each once
  found_at timestamptz not null default now(),
  status text not null default 'OPEN' check (status in ('OPEN', 'CLOSED')),
  closed_by uuid references identity.accounts (id),
  closed_at timestamptz,
  close_reason text,
  check ((status = 'CLOSED') = (closed_at is not null and closed_by is not null and close_reason is not null))
);
create index chip_incidents_open on stock.chip_incidents (id desc) where status = 'OPEN';
