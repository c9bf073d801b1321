-- The taxes that the country knows. Every row is alike to everybody, so a table grant says who reads it.
create table catalog.tax_rate_templates (
  code text primary key,
  name text not null,
  rate_bps int not null check (rate_bps between 0 and 10000),
  is_exempt boolean not null default false,  -- exempt is not zero-rated: it is reported apart
  position int not null
);
insert into catalog.tax_rate_templates (code, name, rate_bps, is_exempt, position) values
  ('IVA_16', 'IVA 16 %', 1600, false, 1),
  ('IVA_8', 'IVA 8 % región fronteriza', 800, false, 2),
  ('IVA_0', 'IVA 0 %', 0, false, 3),
  ('EXENTO', 'Exento de IVA', 0, true, 4);

create table catalog.tax_rates (
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 1),
  template_code text references catalog.tax_rate_templates,
  name text not null,
  name_key text collate "C" not null generated always as (app.fold(name)) stored,
  rate_bps int not null check (rate_bps between 0 and 10000),
  is_exempt boolean not null default false check (not is_exempt or rate_bps = 0),
  is_default boolean not null default false, -- what a product without a rate of its own is taxed with
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (merchant_id, id),
  unique (merchant_id, store_id, id),
  foreign key (merchant_id, store_id) references shop.stores (merchant_id, id),
  foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id)
);
create unique index tax_rates_name on catalog.tax_rates (merchant_id, store_id, name_key);
create unique index tax_rates_default on catalog.tax_rates (merchant_id, store_id) where is_default;

-- Stores that are there already get the country's rates; new ones get them when they are opened.
insert into catalog.tax_rates (merchant_id, id, store_id, permission_set, template_code, name, rate_bps, is_exempt, is_default)
select s.merchant_id, app.uuid_v7(), s.id, p.id, t.code, t.name, t.rate_bps, t.is_exempt,
       t.code = case s.tax_region when 'BORDER' then 'IVA_8' else 'IVA_16' end
  from shop.stores s
  join authz.permission_sets p on p.merchant_id = s.merchant_id and p.store_id = s.id and p.domain = 'catalog'
   and p.membership_id is null
 cross join catalog.tax_rate_templates t;

alter table catalog.products
  add column tax_rate_id uuid,               -- null: the store's default rate
  add column is_tax_included boolean not null default true,
  add column unit text not null default 'PIECE' check (unit in ('PIECE', 'KILOGRAM', 'LITER', 'METER')),
  add column tracks_stock boolean not null default false check (not tracks_stock or kind = 'GOODS'),
  -- squawk-ignore adding-foreign-key-constraint
  add foreign key (merchant_id, store_id, tax_rate_id) references catalog.tax_rates (merchant_id, store_id, id);
create unique index products_place on catalog.products (merchant_id, store_id, id);
create index products_tax_rate on catalog.products (merchant_id, store_id, tax_rate_id) where tax_rate_id is not null;

-- What is sold is a variant. Every product has one of its own id, which is the product itself as long as it
-- comes in one form.
create table catalog.variants (
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 1),
  product_id uuid not null,
  name text,                                 -- 'Talla M'; null for the product itself
  sku text,
  price_centavos app.centavos check (price_centavos >= 0),   -- null: the product's
  cost_centavos app.centavos check (cost_centavos >= 0),     -- null: the product's
  is_active boolean not null default true,
  position int not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text not null generated always as (app.fold(coalesce(name, '') || ' ' || coalesce(sku, ''))) stored,
  primary key (merchant_id, id),
  unique (merchant_id, store_id, id),
  unique (merchant_id, store_id, sku),
  check (id = product_id or name is not null),
  foreign key (merchant_id, store_id, product_id) references catalog.products (merchant_id, store_id, id) on delete cascade,
  foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id)
);
create index variants_product on catalog.variants (merchant_id, store_id, product_id, position, id);
insert into catalog.variants (merchant_id, id, store_id, permission_set, product_id)
select p.merchant_id, p.id, p.store_id, p.permission_set, p.id from catalog.products p;

create table catalog.barcodes (
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 1),
  variant_id uuid not null,
  code text not null check (code ~ '^[0-9A-Za-z._-]{3,48}$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (merchant_id, id),
  unique (merchant_id, store_id, code),
  foreign key (merchant_id, store_id, variant_id) references catalog.variants (merchant_id, store_id, id) on delete cascade,
  foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id)
);
create index barcodes_variant on catalog.barcodes (merchant_id, store_id, variant_id);

-- What is on the shelf now, exact to the last sale; a variant belongs to one store, so its id names the level.
create table stock.stock_levels (
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 2),
  variant_id uuid not null generated always as (id) stored,
  on_hand numeric(14, 3) not null default 0 check (on_hand >= 0),
  reorder_point numeric(14, 3) check (reorder_point >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (merchant_id, id),
  foreign key (merchant_id, store_id, id) references catalog.variants (merchant_id, store_id, id),
  foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id)
) with (fillfactor = 70);
create index stock_levels_store on stock.stock_levels (merchant_id, store_id, id);

-- Why it is what it is. The sum of a variant's movements is its level.
create table stock.stock_movements (
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
  created_at timestamptz not null default clock_timestamp(),
  primary key (merchant_id, id),
  foreign key (merchant_id, store_id, variant_id) references catalog.variants (merchant_id, store_id, id),
  foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id)
);
create index stock_movements_store on stock.stock_movements (merchant_id, store_id, created_at desc, id desc);
create index stock_movements_variant on stock.stock_movements (merchant_id, store_id, variant_id, id);
create index stock_movements_document on stock.stock_movements (merchant_id, document_id) where document_id is not null;
