-- SIM chips: units with a serial number each, which arrive by spreadsheet and are sold through the cart.
create table stock.chip_imports (
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
create index chip_imports_product on stock.chip_imports (merchant_id, product_id);

create table stock.chip_units (
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 2),
  product_id uuid not null,
  import_id uuid not null,
  import_row int not null check (import_row > 0),            -- the spreadsheet's own number of the row
  iccid text not null check (iccid ~ '^89[0-9]{17,18}$'),
  msisdn text,
  imsi text,
  carrier text,
  batch text,
  cost_centavos app.centavos check (cost_centavos >= 0),
  price_centavos app.centavos check (price_centavos >= 0),
  expires_on date,
  -- VOID is part of the vocabulary, and nothing writes it.
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
-- A card exists once in the world, whoever sells it.
create unique index chip_units_iccid on stock.chip_units (iccid);
-- The queue that the cart binds from, oldest first.
create index chip_units_queue on stock.chip_units (merchant_id, store_id, product_id, imported_at, import_row, id)
  where status = 'IN_STOCK';
create index chip_units_at on stock.chip_units (merchant_id, store_id, imported_at, id);
create index chip_units_product on stock.chip_units (merchant_id, product_id);
create index chip_units_import on stock.chip_units (merchant_id, import_id);
create index chip_units_order on stock.chip_units (merchant_id, order_id) where order_id is not null;

-- The codes that come with a card, sealed. They stand apart from the units because no list may ever hold them.
create table stock.chip_codes (
  merchant_id uuid not null,
  chip_id uuid not null,
  pin_sealed bytea,
  puk_sealed bytea,
  primary key (merchant_id, chip_id),
  foreign key (merchant_id, chip_id) references stock.chip_units (merchant_id, id),
  check (pin_sealed is not null or puk_sealed is not null)
);
