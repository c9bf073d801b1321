-- Refusals are told to clients by the names of these rules.
alter table catalog.products rename constraint products_check to products_stock_is_goods;
alter table catalog.tax_rates rename constraint tax_rates_check to tax_rates_exempt_is_zero;
alter table catalog.variants rename constraint variants_check to variants_have_names;

-- The variant of a product's own id is the product: what the product says (name, SKU, price, cost) is not said twice.
alter table catalog.variants
  -- squawk-ignore constraint-missing-not-valid
  add constraint variants_own_says_nothing
    check (id <> product_id or (name is null and sku is null and price_centavos is null and cost_centavos is null));

-- squawk-ignore require-concurrent-index-creation
create unique index variants_name on catalog.variants (merchant_id, store_id, product_id, app.fold(name));

-- A level that nothing was ever moved on goes with its variant; movements keep a variant for good.
alter table stock.stock_levels
  drop constraint stock_levels_merchant_id_store_id_id_fkey,
  -- squawk-ignore adding-foreign-key-constraint, constraint-missing-not-valid
  add constraint stock_levels_variant foreign key (merchant_id, store_id, id)
    references catalog.variants (merchant_id, store_id, id) on delete cascade,
  -- squawk-ignore adding-field-with-default
  add column is_low boolean not null generated always as (coalesce(on_hand <= reorder_point, false)) stored;
-- squawk-ignore require-concurrent-index-creation
create index stock_levels_low on stock.stock_levels (merchant_id, store_id, id) where is_low;

-- What is no longer in the catalog, for whoever keeps a copy of it. `parent_id` is the product that a variant or a
-- barcode belonged to.
create table app.deletions (
  merchant_id uuid not null,
  id uuid not null,                          -- of the record that is gone
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 1),
  noun text not null check (noun in ('category', 'product', 'variant', 'barcode', 'tax rate')),
  parent_id uuid,
  deleted_at timestamptz not null default clock_timestamp(),
  primary key (merchant_id, noun, id),       -- a product and the variant that it is have one id
  foreign key (merchant_id, store_id) references shop.stores (merchant_id, id),
  foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id)
);
create index deletions_since on app.deletions (merchant_id, store_id, deleted_at, id);

-- What has changed since a moment. Levels have no such index: it would be written at every sale.
-- squawk-ignore require-concurrent-index-creation
create index products_changed on catalog.products (merchant_id, store_id, updated_at, id);
-- squawk-ignore require-concurrent-index-creation
create index variants_changed on catalog.variants (merchant_id, store_id, updated_at, id);
-- squawk-ignore require-concurrent-index-creation
create index barcodes_changed on catalog.barcodes (merchant_id, store_id, updated_at, id);
-- squawk-ignore require-concurrent-index-creation
create index categories_changed on catalog.categories (merchant_id, store_id, updated_at, id);

-- Barcodes are listed in their order, and found by any part of them whatever its case.
alter table catalog.barcodes
  -- squawk-ignore adding-field-with-default
  add column code_key text collate "C" not null generated always as (lower(code collate "C")) stored;
