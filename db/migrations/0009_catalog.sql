-- Products and their prices, taxes, pictures, themes. Named constraints are mapped to refusals for clients by
-- their name.
create schema catalog;
grant usage on schema catalog to mostrador_api, mostrador_worker;

-- The country's taxes. All rows are the same for everybody, so a table grant decides who reads them.
create table catalog.tax_rate_templates ( -- place: shared
  code text primary key,
  name text not null,
  rate_bps int not null check (rate_bps between 0 and 10000),
  is_exempt boolean not null default false,  -- exempt is not zero-rated: it is reported separately
  position int not null
);
insert into catalog.tax_rate_templates (code, name, rate_bps, is_exempt, position) values
  ('IVA_16', 'IVA 16 %', 1600, false, 1),
  ('IVA_8', 'IVA 8 % región fronteriza', 800, false, 2),
  ('IVA_0', 'IVA 0 %', 0, false, 3),
  ('EXENTO', 'Exento de IVA', 0, true, 4);

create table catalog.tax_rates ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 1),
  template_code text references catalog.tax_rate_templates,
  name text not null,
  name_key text collate "C" not null generated always as (app.fold(name)) stored,
  rate_bps int not null check (rate_bps between 0 and 10000),
  is_exempt boolean not null default false,
  is_default boolean not null default false, -- the rate of products without their own
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (merchant_id, id),
  unique (merchant_id, store_id, id),
  foreign key (merchant_id, store_id) references shop.stores (merchant_id, id),
  foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id),
  constraint tax_rates_exempt_is_zero check (not is_exempt or rate_bps = 0)
);
create unique index tax_rates_name on catalog.tax_rates (merchant_id, store_id, name_key);
create unique index tax_rates_default on catalog.tax_rates (merchant_id, store_id) where is_default;

create table catalog.categories ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 1),
  parent_id uuid,
  name text not null,
  color text,
  picture text,                              -- name of a built-in picture, or a file's id
  position int not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  name_key text collate "C" not null generated always as (app.fold(name)) stored,
  search_text text not null generated always as (app.fold(name)) stored,
  primary key (merchant_id, id),
  unique (merchant_id, store_id, id),
  foreign key (merchant_id, store_id) references shop.stores (merchant_id, id),
  foreign key (merchant_id, store_id, parent_id) references catalog.categories (merchant_id, store_id, id),
  foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id)
);
create unique index categories_name on catalog.categories (merchant_id, store_id, lower(name));
create index categories_parent on catalog.categories (merchant_id, store_id, parent_id);
create index categories_changed on catalog.categories (merchant_id, store_id, updated_at, id);

create table catalog.products ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 1),
  category_id uuid,
  sku text,
  name text not null,
  description text,
  picture text,
  kind text not null default 'GOODS' check (kind in ('GOODS', 'SERVICE', 'CHIP')),
  price_centavos app.centavos not null check (price_centavos >= 0),   -- tax included
  cost_centavos app.centavos check (cost_centavos >= 0),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  name_key text collate "C" not null generated always as (app.fold(name)) stored,
  search_text text not null generated always as (app.fold(name || ' ' || coalesce(sku, ''))) stored,
  tax_rate_id uuid,                          -- null: the store's default rate
  is_tax_included boolean not null default true,
  unit text not null default 'PIECE' check (unit in ('PIECE', 'KILOGRAM', 'LITER', 'METER')),
  tracks_stock boolean not null default false,
  is_price_open boolean not null default false,   -- its price is entered at the till
  primary key (merchant_id, id),
  unique (merchant_id, store_id, sku),
  foreign key (merchant_id, store_id) references shop.stores (merchant_id, id),
  foreign key (merchant_id, store_id, category_id) references catalog.categories (merchant_id, store_id, id),
  foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id),
  foreign key (merchant_id, store_id, tax_rate_id) references catalog.tax_rates (merchant_id, store_id, id),
  constraint products_stock_is_goods check (not tracks_stock or kind = 'GOODS'),
  -- What has no price has no stock, and is not weighed.
  constraint products_open_price check (not is_price_open or kind <> 'CHIP' and unit = 'PIECE' and not tracks_stock)
);
create index products_store on catalog.products (merchant_id, store_id, permission_set, id);
create statistics catalog.products_store_set on store_id, permission_set from catalog.products;
-- For pages of a store's catalog in its default order, from any cursor.
create index products_name on catalog.products (merchant_id, store_id, name_key, id);
create index products_category on catalog.products (merchant_id, store_id, category_id);
create unique index products_place on catalog.products (merchant_id, store_id, id);
create index products_tax_rate on catalog.products (merchant_id, store_id, tax_rate_id) where tax_rate_id is not null;
-- For changes since a moment. Levels have no such index: it would be written at every sale.
create index products_changed on catalog.products (merchant_id, store_id, updated_at, id);

-- Variants are what is sold. Every product has a default variant with the product's own id, which stands for
-- the product as long as it has no other variants.
create table catalog.variants ( -- place: tenant
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
  foreign key (merchant_id, store_id, product_id) references catalog.products (merchant_id, store_id, id) on delete cascade,
  foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id),
  constraint variants_have_names check (id = product_id or name is not null),
  -- The default variant stands for the product: values of the product are not duplicated in it.
  constraint variants_own_says_nothing
    check (id <> product_id or (name is null and sku is null and price_centavos is null and cost_centavos is null))
);
create index variants_product on catalog.variants (merchant_id, store_id, product_id, position, id);
create unique index variants_name on catalog.variants (merchant_id, store_id, product_id, app.fold(name));
create index variants_changed on catalog.variants (merchant_id, store_id, updated_at, id);

create table catalog.barcodes ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 1),
  variant_id uuid not null,
  code text not null check (code ~ '^[0-9A-Za-z._-]{3,48}$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  code_key text collate "C" not null generated always as (lower(code collate "C")) stored,   -- sort key; lookups ignore case
  primary key (merchant_id, id),
  unique (merchant_id, store_id, code),
  foreign key (merchant_id, store_id, variant_id) references catalog.variants (merchant_id, store_id, id) on delete cascade,
  foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id)
);
create index barcodes_variant on catalog.barcodes (merchant_id, store_id, variant_id);
create index barcodes_changed on catalog.barcodes (merchant_id, store_id, updated_at, id);

-- Past prices: with them the catalog price at any moment can be determined.
create table catalog.past_prices ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null default app.uuid_v7(),
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 1),
  variant_id uuid not null,
  price_centavos app.centavos not null check (price_centavos >= 0),
  superseded_at timestamptz not null default clock_timestamp(),
  primary key (merchant_id, id),
  foreign key (merchant_id, store_id) references shop.stores (merchant_id, id),
  foreign key (merchant_id, store_id, variant_id) references catalog.variants (merchant_id, store_id, id) on delete cascade,
  foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id)
);
create index past_prices_variant on catalog.past_prices (merchant_id, store_id, variant_id, superseded_at, id);

-- Imported product files. A file that only creates is imported once: a second import would create every
-- product without a SKU again.
create table catalog.product_imports ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 1),
  mode text not null check (mode in ('CREATE', 'UPSERT')),
  file_name text not null,
  file_hash bytea not null,
  row_count int not null check (row_count > 0),
  created_count int not null check (created_count >= 0),
  updated_count int not null check (updated_count >= 0),
  imported_by uuid not null,                 -- account
  imported_at timestamptz not null default now(),
  primary key (merchant_id, id),
  check (created_count + updated_count = row_count),
  foreign key (merchant_id, store_id) references shop.stores (merchant_id, id),
  foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id)
);
create unique index product_imports_file on catalog.product_imports (merchant_id, store_id, file_hash) where mode = 'CREATE';
create index product_imports_store on catalog.product_imports (merchant_id, store_id, imported_at desc, id desc);

-- Pictures uploaded by a merchant: stored here, so that they are in backups and under row permissions.
create table catalog.files ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid,                             -- null: of the merchant as a whole
  permission_set int not null check (permission_set & 15 = case purpose when 'THEME' then 10 else 1 end),
  purpose text not null check (purpose in ('THEME', 'CATALOG')),
  content_type text not null check (content_type in ('image/png', 'image/jpeg', 'image/webp')),
  width int not null check (width between 1 and 4096),
  height int not null check (height between 1 and 4096),
  content bytea not null check (length(content) between 1 and 1000000),
  content_hash bytea not null,               -- SHA-256: the same picture is stored once
  uploaded_by uuid not null,                 -- account
  created_at timestamptz not null default now(),
  primary key (merchant_id, id),
  unique (merchant_id, permission_set, content_hash),
  check ((store_id is null) = (purpose = 'THEME')),
  foreign key (merchant_id, store_id) references shop.stores (merchant_id, id),
  foreign key (merchant_id, permission_set) references authz.permission_sets (merchant_id, id)
);

-- The total size of a merchant's files, checked against its quota; stored in one row so that concurrent
-- uploads cannot exceed it.
create table catalog.file_storage ( -- place: tenant
  merchant_id uuid primary key references platform.merchants,
  used_bytes bigint not null default 0 check (used_bytes >= 0)
);

-- How a merchant's screens look. One row per merchant, created with it.
create table catalog.merchant_themes ( -- place: tenant
  merchant_id uuid not null references platform.merchants,
  id uuid not null,
  permission_set int not null check (permission_set & 15 = 10),
  colors jsonb not null default
    '{"primary": "#0d6657", "onPrimary": "#ffffff", "background": "#ffffff", "text": "#1f2933"}',
  typography text not null default 'SYSTEM' check (typography in ('SYSTEM', 'ROUNDED', 'SERIF', 'MONOSPACE')),
  logo_file_id uuid,
  dark_mode text not null default 'AUTO' check (dark_mode in ('LIGHT', 'DARK', 'AUTO')),
  updated_at timestamptz not null default now(),
  primary key (merchant_id, id),
  unique (merchant_id),
  foreign key (merchant_id, logo_file_id) references catalog.files (merchant_id, id),
  foreign key (merchant_id, permission_set) references authz.permission_sets (merchant_id, id)
);
