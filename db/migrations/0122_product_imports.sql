-- Files of products that were taken in. A file that only creates is taken in once: sent again, it would make every
-- product without a SKU a second time.
create table catalog.product_imports (
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
