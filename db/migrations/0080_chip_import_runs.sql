-- Imports of large files: what is left to do of each, how far it is, and what became of it.
create table stock.chip_import_runs (
  merchant_id uuid not null,
  id uuid not null,                          -- also the id of its workflow, and of the import that it becomes
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 2),
  product_id uuid not null,
  file_name text not null,
  file_hash bytea not null check (length(file_hash) = 32),
  file_sealed bytea,                         -- the file itself, whose codes nobody may read; erased at the end
  is_dry_run boolean not null,
  status text not null default 'RUNNING' check (status in ('RUNNING', 'CHECKED', 'IMPORTED', 'REFUSED', 'STOPPED')),
  rows_checked int not null default 0 check (rows_checked >= 0),
  rows_total int check (rows_total >= 0),    -- unknown until the file has been read to its end
  rows_imported int not null default 0 check (rows_imported >= 0),
  sheet_name text,
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
-- One at a time in a store: each is held in memory while it runs.
create unique index chip_import_runs_one on stock.chip_import_runs (merchant_id, store_id) where status = 'RUNNING';
create index chip_import_runs_store on stock.chip_import_runs (merchant_id, store_id, id);
create index chip_import_runs_product on stock.chip_import_runs (merchant_id, product_id);
-- A workflow knows its id and nothing of merchants.
create index chip_import_runs_id on stock.chip_import_runs (id);
