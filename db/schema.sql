-- Generated from the migrated database by `npm run generate`; for reading, nothing runs it.

create table app.deletions ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set integer not null,
  noun text not null,
  parent_id uuid,
  deleted_at timestamp with time zone not null default clock_timestamp(),
  PRIMARY KEY (merchant_id, noun, id),
  CHECK (((permission_set & 15) = 1)),
  CHECK ((noun = ANY (ARRAY['category'::text, 'product'::text, 'variant'::text, 'barcode'::text, 'tax rate'::text]))),
  FOREIGN KEY (merchant_id, store_id) REFERENCES shop.stores(merchant_id, id),
  FOREIGN KEY (merchant_id, store_id, permission_set) REFERENCES authz.permission_sets(merchant_id, store_id, id)
);
alter table app.deletions enable row level security, force row level security;
CREATE INDEX deletions_since ON app.deletions (merchant_id, store_id, deleted_at, id);
grant insert, select on app.deletions to mostrador_api;
create policy deletion_create on app.deletions for insert to mostrador_api with check ((permission_set = ANY (( SELECT app.deletable_sets() AS deletable_sets)::integer[])));
create policy deletion_read on app.deletions for select to mostrador_api using ((permission_set = ANY (( SELECT app.readable_sets() AS readable_sets)::integer[])));

create table app.idempotency_keys ( -- place: tenant
  merchant_id uuid not null,
  account_id uuid not null,
  route text not null,
  key text not null,
  fingerprint bytea not null,
  resource_id uuid,
  locked_until timestamp with time zone not null,
  status smallint,
  body text,
  created_at timestamp with time zone not null default now(),
  PRIMARY KEY (merchant_id, account_id, route, key)
);
alter table app.idempotency_keys enable row level security, force row level security;
CREATE INDEX idempotency_keys_created ON app.idempotency_keys (created_at);
grant delete, select, update (status, body) on app.idempotency_keys to mostrador_worker;
grant select on app.idempotency_keys to mostrador_api;
create policy key_owner on app.idempotency_keys for all to mostrador_owner using (true) with check (true);
create policy key_read on app.idempotency_keys for select to mostrador_api using (((account_id = app.account_id()) OR (app.acts_by_key() AND (account_id = ANY (app.merchant_ids())))));
create policy key_worker_delete on app.idempotency_keys for delete to mostrador_worker using (true);
create policy key_worker_read on app.idempotency_keys for select to mostrador_worker using (true);
create policy key_worker_update on app.idempotency_keys for update to mostrador_worker using (true);

create table app.nightly_checks ( -- place: control
  job text not null,
  day date not null,
  faults integer not null,
  checked_at timestamp with time zone not null default now(),
  PRIMARY KEY (job, day),
  CHECK ((faults >= 0))
);
alter table app.nightly_checks enable row level security, force row level security;
create policy nightly_check_owner on app.nightly_checks for all to mostrador_owner using (true) with check (true);

create table app.workers ( -- place: control
  id text not null,
  node text not null,
  started_at timestamp with time zone not null default now(),
  leased_until timestamp with time zone not null,
  lease_ms integer not null,
  PRIMARY KEY (id)
);
alter table app.workers enable row level security, force row level security;
create policy worker_owner on app.workers for all to mostrador_owner using (true) with check (true);

create table audit.installation ( -- place: control
  id uuid not null default gen_random_uuid(),
  is_only boolean not null default true,
  PRIMARY KEY (id),
  UNIQUE (is_only),
  CHECK (is_only)
);

create table audit.journal_files ( -- place: control
  name text not null,
  line_count integer not null,
  head text not null,
  has_all boolean not null,
  PRIMARY KEY (name),
  CHECK ((line_count > 0))
);

create table audit.log ( -- place: tenant
  merchant_id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  id uuid not null default app.uuid_v7(),
  at timestamp with time zone not null default now(),
  action text not null,
  entity text not null,
  entity_id text,
  before jsonb,
  after jsonb,
  user_id uuid,
  store_id uuid,
  permission_set integer,
  request_id text,
  PRIMARY KEY (merchant_id, id),
  CHECK (((permission_set & 15) = 11))
);
alter table audit.log enable row level security, force row level security;
CREATE INDEX audit_log_entity ON audit.log (entity, entity_id, id);
CREATE INDEX audit_log_id ON audit.log (id);
CREATE INDEX audit_log_platform ON audit.log (id DESC) WHERE (permission_set IS NULL);
CREATE INDEX audit_log_platform_user ON audit.log (user_id, id DESC) WHERE (permission_set IS NULL);
CREATE INDEX audit_log_store ON audit.log (merchant_id, permission_set, id DESC);
grant select on audit.log to mostrador_api;
create policy audit_owner_read on audit.log for select to mostrador_owner using (true);
create policy audit_owner_write on audit.log for insert to mostrador_owner with check (true);
create policy audit_platform_read on audit.log for select to mostrador_api using (((permission_set IS NULL) AND (app.oversees(NULLIF(merchant_id, app.platform_id())) OR ((merchant_id = app.platform_id()) AND app.is_operator() AND (user_id = app.account_id())))));
create policy audit_read on audit.log for select to mostrador_api using ((permission_set = ANY (( SELECT app.readable_sets() AS readable_sets)::integer[])));

create table audit.seals ( -- place: control
  no bigint not null,
  at timestamp with time zone not null,
  audit_ids uuid[] not null,
  leaves bytea[] not null,
  root bytea not null,
  previous bytea not null,
  public_key bytea not null,
  signature bytea not null,
  through_ms bigint not null,
  made_between tstzrange not null,
  PRIMARY KEY (no),
  CHECK (((cardinality(audit_ids) >= 1) AND (cardinality(audit_ids) <= 1000))),
  CHECK ((cardinality(leaves) = cardinality(audit_ids))),
  CHECK ((no > 0))
);
CREATE INDEX seals_made_between ON audit.seals USING gist (made_between);

create table audit.unjournaled ( -- place: tenant
  merchant_id uuid not null,
  audit_id uuid not null,
  event jsonb not null,
  recorded_at timestamp with time zone not null default clock_timestamp(),
  PRIMARY KEY (merchant_id, audit_id)
);
CREATE INDEX unjournaled_recorded ON audit.unjournaled (recorded_at);

-- What authentication reads of an account.
create table authz.callers ( -- place: control
  account_id uuid not null,
  kind text not null,
  email text,
  name text not null,
  status text not null,
  PRIMARY KEY (account_id),
  FOREIGN KEY (account_id) REFERENCES identity.accounts(id)
);

create table authz.matrix ( -- place: shared
  domain_no smallint not null,
  domain text not null,
  role text not null,
  verbs text[] not null,
  own_verbs text[] not null,
  PRIMARY KEY (domain_no, role),
  CHECK (((domain_no >= 1) AND (domain_no <= 15))),
  CHECK ((role = ANY (ARRAY['manager'::text, 'supervisor'::text, 'cashier'::text])))
);

create table authz.permission_sets ( -- place: shared
  id integer not null,
  merchant_id uuid not null,
  store_id uuid,
  membership_id uuid,
  domain text not null,
  may_create text[] not null,
  may_read text[] not null,
  may_update text[] not null,
  may_delete text[] not null,
  PRIMARY KEY (id),
  UNIQUE (merchant_id, id),
  UNIQUE (merchant_id, store_id, id),
  CHECK ((((((may_create || may_read) || may_update) || may_delete))::authz.role_string[] IS NOT NULL)),
  FOREIGN KEY (merchant_id) REFERENCES platform.merchants(id)
);
CREATE UNIQUE INDEX permission_sets_interned ON authz.permission_sets (merchant_id, COALESCE(store_id, merchant_id), COALESCE(membership_id, merchant_id), domain);

create table authz.role_sets ( -- place: control
  role text collate "C" not null,
  creatable integer[] not null default '{}'::integer[],
  readable integer[] not null default '{}'::integer[],
  updatable integer[] not null default '{}'::integer[],
  deletable integer[] not null default '{}'::integer[],
  PRIMARY KEY (role),
  CHECK (((role)::authz.role_string IS NOT NULL))
);

create table authz.scopes ( -- place: control
  scope text not null,
  domain_no smallint not null,
  verb text not null,
  PRIMARY KEY (scope, verb),
  CHECK (((domain_no >= 1) AND (domain_no <= 15))),
  CHECK ((verb = ANY (ARRAY['create'::text, 'read'::text, 'update'::text, 'delete'::text])))
);

-- What authentication reads of a membership that has not ended, with its merchant.
create table authz.standings ( -- place: control
  merchant_id uuid not null,
  membership_id uuid not null,
  account_id uuid not null,
  store_id uuid not null,
  role text not null,
  merchant_status text not null,
  is_owner boolean not null,
  PRIMARY KEY (merchant_id, membership_id),
  FOREIGN KEY (account_id) REFERENCES identity.accounts(id),
  FOREIGN KEY (merchant_id) REFERENCES platform.merchants(id),
  FOREIGN KEY (merchant_id, membership_id) REFERENCES shop.memberships(merchant_id, id)
);
CREATE UNIQUE INDEX standings_account ON authz.standings (account_id, store_id);

create table authz.till_domains ( -- place: control
  domain_no smallint not null,
  PRIMARY KEY (domain_no),
  CHECK (((domain_no >= 1) AND (domain_no <= 15)))
);

create table catalog.barcodes ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set integer not null,
  variant_id uuid not null,
  code text not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  code_key text collate "C" not null generated always as (lower((code COLLATE "C"))) stored,
  PRIMARY KEY (merchant_id, id),
  UNIQUE (merchant_id, store_id, code),
  CHECK (((permission_set & 15) = 1)),
  CHECK ((code ~ '^[0-9A-Za-z._-]{3,48}$'::text)),
  FOREIGN KEY (merchant_id, store_id, permission_set) REFERENCES authz.permission_sets(merchant_id, store_id, id),
  FOREIGN KEY (merchant_id, store_id, variant_id) REFERENCES catalog.variants(merchant_id, store_id, id) ON DELETE CASCADE
);
alter table catalog.barcodes enable row level security, force row level security;
CREATE INDEX barcodes_changed ON catalog.barcodes (merchant_id, store_id, updated_at, id);
CREATE INDEX barcodes_variant ON catalog.barcodes (merchant_id, store_id, variant_id);
grant delete, insert, select, update (variant_id, code, updated_at) on catalog.barcodes to mostrador_api;
create policy barcode_create on catalog.barcodes for insert to mostrador_api with check ((permission_set = ANY (( SELECT app.creatable_sets() AS creatable_sets)::integer[])));
create policy barcode_delete on catalog.barcodes for delete to mostrador_api using ((permission_set = ANY (( SELECT app.deletable_sets() AS deletable_sets)::integer[])));
create policy barcode_owner on catalog.barcodes for all to mostrador_owner using (true) with check (true);
create policy barcode_read on catalog.barcodes for select to mostrador_api using ((permission_set = ANY (( SELECT app.readable_sets() AS readable_sets)::integer[])));
create policy barcode_update on catalog.barcodes for update to mostrador_api using ((permission_set = ANY (( SELECT app.updatable_sets() AS updatable_sets)::integer[])));

create table catalog.categories ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set integer not null,
  parent_id uuid,
  name text not null,
  color text,
  picture text,
  position integer not null default 0,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  name_key text collate "C" not null generated always as (app.fold(name)) stored,
  search_text text not null generated always as (app.fold(name)) stored,
  PRIMARY KEY (merchant_id, id),
  UNIQUE (merchant_id, store_id, id),
  CHECK (((permission_set & 15) = 1)),
  FOREIGN KEY (merchant_id, store_id) REFERENCES shop.stores(merchant_id, id),
  FOREIGN KEY (merchant_id, store_id, parent_id) REFERENCES catalog.categories(merchant_id, store_id, id),
  FOREIGN KEY (merchant_id, store_id, permission_set) REFERENCES authz.permission_sets(merchant_id, store_id, id)
);
alter table catalog.categories enable row level security, force row level security;
CREATE INDEX categories_changed ON catalog.categories (merchant_id, store_id, updated_at, id);
CREATE INDEX categories_parent ON catalog.categories (merchant_id, store_id, parent_id);
CREATE UNIQUE INDEX categories_name ON catalog.categories (merchant_id, store_id, lower(name));
grant delete, insert, select, update (parent_id, name, color, picture, position, updated_at) on catalog.categories to mostrador_api;
create policy category_create on catalog.categories for insert to mostrador_api with check ((permission_set = ANY (( SELECT app.creatable_sets() AS creatable_sets)::integer[])));
create policy category_delete on catalog.categories for delete to mostrador_api using ((permission_set = ANY (( SELECT app.deletable_sets() AS deletable_sets)::integer[])));
create policy category_owner on catalog.categories for select to mostrador_owner using (true);
create policy category_read on catalog.categories for select to mostrador_api using ((permission_set = ANY (( SELECT app.readable_sets() AS readable_sets)::integer[])));
create policy category_update on catalog.categories for update to mostrador_api using ((permission_set = ANY (( SELECT app.updatable_sets() AS updatable_sets)::integer[])));

create table catalog.file_storage ( -- place: tenant
  merchant_id uuid not null,
  used_bytes bigint not null default 0,
  PRIMARY KEY (merchant_id),
  CHECK ((used_bytes >= 0)),
  FOREIGN KEY (merchant_id) REFERENCES platform.merchants(id)
);
alter table catalog.file_storage enable row level security, force row level security;
create policy file_storage_owner on catalog.file_storage for all to mostrador_owner using (true) with check (true);

create table catalog.files ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid,
  permission_set integer not null,
  purpose text not null,
  content_type text not null,
  width integer not null,
  height integer not null,
  content bytea not null,
  content_hash bytea not null,
  uploaded_by uuid not null,
  created_at timestamp with time zone not null default now(),
  PRIMARY KEY (merchant_id, id),
  UNIQUE (merchant_id, permission_set, content_hash),
  CHECK (((height >= 1) AND (height <= 4096))),
  CHECK (((length(content) >= 1) AND (length(content) <= 1000000))),
  CHECK (((permission_set & 15) =
CASE purpose
    WHEN 'THEME'::text THEN 10
    ELSE 1
END)),
  CHECK (((store_id IS NULL) = (purpose = 'THEME'::text))),
  CHECK (((width >= 1) AND (width <= 4096))),
  CHECK ((content_type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text, 'image/webp'::text]))),
  CHECK ((purpose = ANY (ARRAY['THEME'::text, 'CATALOG'::text]))),
  FOREIGN KEY (merchant_id, permission_set) REFERENCES authz.permission_sets(merchant_id, id),
  FOREIGN KEY (merchant_id, store_id) REFERENCES shop.stores(merchant_id, id)
);
alter table catalog.files enable row level security, force row level security;
grant insert, select on catalog.files to mostrador_api;
create policy file_create on catalog.files for insert to mostrador_api with check (((permission_set = ANY (( SELECT app.creatable_sets() AS creatable_sets)::integer[])) AND (uploaded_by = app.account_id())));
create policy file_owner on catalog.files for all to mostrador_owner using (true) with check (true);
create policy file_read on catalog.files for select to mostrador_api using ((permission_set = ANY (( SELECT app.readable_sets() AS readable_sets)::integer[])));

create table catalog.merchant_themes ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  permission_set integer not null,
  colors jsonb not null default '{"text": "#1f2933", "primary": "#0d6657", "onPrimary": "#ffffff", "background": "#ffffff"}'::jsonb,
  typography text not null default 'SYSTEM'::text,
  logo_file_id uuid,
  dark_mode text not null default 'AUTO'::text,
  updated_at timestamp with time zone not null default now(),
  PRIMARY KEY (merchant_id, id),
  UNIQUE (merchant_id),
  CHECK (((permission_set & 15) = 10)),
  CHECK ((dark_mode = ANY (ARRAY['LIGHT'::text, 'DARK'::text, 'AUTO'::text]))),
  CHECK ((typography = ANY (ARRAY['SYSTEM'::text, 'ROUNDED'::text, 'SERIF'::text, 'MONOSPACE'::text]))),
  FOREIGN KEY (merchant_id) REFERENCES platform.merchants(id),
  FOREIGN KEY (merchant_id, logo_file_id) REFERENCES catalog.files(merchant_id, id),
  FOREIGN KEY (merchant_id, permission_set) REFERENCES authz.permission_sets(merchant_id, id)
);
alter table catalog.merchant_themes enable row level security, force row level security;
grant select on catalog.merchant_themes to mostrador_api;
create policy theme_owner on catalog.merchant_themes for all to mostrador_owner using (true) with check (true);
create policy theme_platform_read on catalog.merchant_themes for select to mostrador_api using (app.oversees(merchant_id));
create policy theme_read on catalog.merchant_themes for select to mostrador_api using ((permission_set = ANY (( SELECT app.readable_sets() AS readable_sets)::integer[])));

create table catalog.past_prices ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null default app.uuid_v7(),
  store_id uuid not null,
  permission_set integer not null,
  variant_id uuid not null,
  price_centavos app.centavos not null,
  superseded_at timestamp with time zone not null default clock_timestamp(),
  PRIMARY KEY (merchant_id, id),
  CHECK (((permission_set & 15) = 1)),
  CHECK (((price_centavos)::bigint >= 0)),
  FOREIGN KEY (merchant_id, store_id) REFERENCES shop.stores(merchant_id, id),
  FOREIGN KEY (merchant_id, store_id, permission_set) REFERENCES authz.permission_sets(merchant_id, store_id, id),
  FOREIGN KEY (merchant_id, store_id, variant_id) REFERENCES catalog.variants(merchant_id, store_id, id) ON DELETE CASCADE
);
alter table catalog.past_prices enable row level security, force row level security;
CREATE INDEX past_prices_variant ON catalog.past_prices (merchant_id, store_id, variant_id, superseded_at, id);
grant select on catalog.past_prices to mostrador_api;
create policy past_price_owner on catalog.past_prices for all to mostrador_owner using (true) with check (true);
create policy past_price_read on catalog.past_prices for select to mostrador_api using ((permission_set = ANY (( SELECT app.readable_sets() AS readable_sets)::integer[])));

create table catalog.product_imports ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set integer not null,
  mode text not null,
  file_name text not null,
  file_hash bytea not null,
  row_count integer not null,
  created_count integer not null,
  updated_count integer not null,
  imported_by uuid not null,
  imported_at timestamp with time zone not null default now(),
  PRIMARY KEY (merchant_id, id),
  CHECK (((created_count + updated_count) = row_count)),
  CHECK (((permission_set & 15) = 1)),
  CHECK ((created_count >= 0)),
  CHECK ((mode = ANY (ARRAY['CREATE'::text, 'UPSERT'::text]))),
  CHECK ((row_count > 0)),
  CHECK ((updated_count >= 0)),
  FOREIGN KEY (merchant_id, store_id) REFERENCES shop.stores(merchant_id, id),
  FOREIGN KEY (merchant_id, store_id, permission_set) REFERENCES authz.permission_sets(merchant_id, store_id, id)
);
alter table catalog.product_imports enable row level security, force row level security;
CREATE INDEX product_imports_store ON catalog.product_imports (merchant_id, store_id, imported_at DESC, id DESC);
CREATE UNIQUE INDEX product_imports_file ON catalog.product_imports (merchant_id, store_id, file_hash) WHERE (mode = 'CREATE'::text);
grant select on catalog.product_imports to mostrador_api;
create policy product_import_owner on catalog.product_imports for all to mostrador_owner using (true) with check (true);
create policy product_import_read on catalog.product_imports for select to mostrador_api using ((permission_set = ANY (( SELECT app.readable_sets() AS readable_sets)::integer[])));

create table catalog.products ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set integer not null,
  category_id uuid,
  sku text,
  name text not null,
  description text,
  picture text,
  kind text not null default 'GOODS'::text,
  price_centavos app.centavos not null,
  cost_centavos app.centavos,
  is_active boolean not null default true,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  name_key text collate "C" not null generated always as (app.fold(name)) stored,
  search_text text not null generated always as (app.fold(((name || ' '::text) || COALESCE(sku, ''::text)))) stored,
  tax_rate_id uuid,
  is_tax_included boolean not null default true,
  unit text not null default 'PIECE'::text,
  tracks_stock boolean not null default false,
  is_price_open boolean not null default false,
  PRIMARY KEY (merchant_id, id),
  UNIQUE (merchant_id, store_id, sku),
  CHECK (((NOT is_price_open) OR ((kind <> 'CHIP'::text) AND (unit = 'PIECE'::text) AND (NOT tracks_stock)))),
  CHECK (((NOT tracks_stock) OR (kind = 'GOODS'::text))),
  CHECK (((cost_centavos)::bigint >= 0)),
  CHECK (((permission_set & 15) = 1)),
  CHECK (((price_centavos)::bigint >= 0)),
  CHECK ((kind = ANY (ARRAY['GOODS'::text, 'SERVICE'::text, 'CHIP'::text]))),
  CHECK ((unit = ANY (ARRAY['PIECE'::text, 'KILOGRAM'::text, 'LITER'::text, 'METER'::text]))),
  FOREIGN KEY (merchant_id, store_id) REFERENCES shop.stores(merchant_id, id),
  FOREIGN KEY (merchant_id, store_id, category_id) REFERENCES catalog.categories(merchant_id, store_id, id),
  FOREIGN KEY (merchant_id, store_id, permission_set) REFERENCES authz.permission_sets(merchant_id, store_id, id),
  FOREIGN KEY (merchant_id, store_id, tax_rate_id) REFERENCES catalog.tax_rates(merchant_id, store_id, id)
);
alter table catalog.products enable row level security, force row level security;
CREATE INDEX products_category ON catalog.products (merchant_id, store_id, category_id);
CREATE INDEX products_changed ON catalog.products (merchant_id, store_id, updated_at, id);
CREATE INDEX products_name ON catalog.products (merchant_id, store_id, name_key, id);
CREATE INDEX products_store ON catalog.products (merchant_id, store_id, permission_set, id);
CREATE INDEX products_tax_rate ON catalog.products (merchant_id, store_id, tax_rate_id) WHERE (tax_rate_id IS NOT NULL);
CREATE UNIQUE INDEX products_place ON catalog.products (merchant_id, store_id, id);
CREATE STATISTICS catalog.products_store_set ON store_id, permission_set FROM catalog.products;
grant delete, insert, select, update (category_id, sku, name, description, picture, kind, price_centavos, cost_centavos, is_active, updated_at, tax_rate_id, is_tax_included, unit, tracks_stock, is_price_open) on catalog.products to mostrador_api;
create policy product_create on catalog.products for insert to mostrador_api with check ((permission_set = ANY (( SELECT app.creatable_sets() AS creatable_sets)::integer[])));
create policy product_delete on catalog.products for delete to mostrador_api using ((permission_set = ANY (( SELECT app.deletable_sets() AS deletable_sets)::integer[])));
create policy product_owner on catalog.products for all to mostrador_owner using (true) with check (true);
create policy product_read on catalog.products for select to mostrador_api using ((permission_set = ANY (( SELECT app.readable_sets() AS readable_sets)::integer[])));
create policy product_update on catalog.products for update to mostrador_api using ((permission_set = ANY (( SELECT app.updatable_sets() AS updatable_sets)::integer[])));

create table catalog.tax_rate_templates ( -- place: shared
  code text not null,
  name text not null,
  rate_bps integer not null,
  is_exempt boolean not null default false,
  position integer not null,
  PRIMARY KEY (code),
  CHECK (((rate_bps >= 0) AND (rate_bps <= 10000)))
);
grant select on catalog.tax_rate_templates to mostrador_api;

create table catalog.tax_rates ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set integer not null,
  template_code text,
  name text not null,
  name_key text collate "C" not null generated always as (app.fold(name)) stored,
  rate_bps integer not null,
  is_exempt boolean not null default false,
  is_default boolean not null default false,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  PRIMARY KEY (merchant_id, id),
  UNIQUE (merchant_id, store_id, id),
  CHECK (((NOT is_exempt) OR (rate_bps = 0))),
  CHECK (((permission_set & 15) = 1)),
  CHECK (((rate_bps >= 0) AND (rate_bps <= 10000))),
  FOREIGN KEY (merchant_id, store_id) REFERENCES shop.stores(merchant_id, id),
  FOREIGN KEY (merchant_id, store_id, permission_set) REFERENCES authz.permission_sets(merchant_id, store_id, id),
  FOREIGN KEY (template_code) REFERENCES catalog.tax_rate_templates(code)
);
alter table catalog.tax_rates enable row level security, force row level security;
CREATE UNIQUE INDEX tax_rates_default ON catalog.tax_rates (merchant_id, store_id) WHERE is_default;
CREATE UNIQUE INDEX tax_rates_name ON catalog.tax_rates (merchant_id, store_id, name_key);
grant delete, insert, select, update (name, rate_bps, is_exempt, is_default, updated_at) on catalog.tax_rates to mostrador_api;
create policy tax_rate_create on catalog.tax_rates for insert to mostrador_api with check ((permission_set = ANY (( SELECT app.creatable_sets() AS creatable_sets)::integer[])));
create policy tax_rate_delete on catalog.tax_rates for delete to mostrador_api using (((permission_set = ANY (( SELECT app.deletable_sets() AS deletable_sets)::integer[])) AND (NOT is_default)));
create policy tax_rate_owner on catalog.tax_rates for all to mostrador_owner using (true) with check (true);
create policy tax_rate_read on catalog.tax_rates for select to mostrador_api using ((permission_set = ANY (( SELECT app.readable_sets() AS readable_sets)::integer[])));
create policy tax_rate_update on catalog.tax_rates for update to mostrador_api using ((permission_set = ANY (( SELECT app.updatable_sets() AS updatable_sets)::integer[])));

create table catalog.variants ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set integer not null,
  product_id uuid not null,
  name text,
  sku text,
  price_centavos app.centavos,
  cost_centavos app.centavos,
  is_active boolean not null default true,
  position integer not null default 0,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  search_text text not null generated always as (app.fold(((COALESCE(name, ''::text) || ' '::text) || COALESCE(sku, ''::text)))) stored,
  PRIMARY KEY (merchant_id, id),
  UNIQUE (merchant_id, store_id, id),
  UNIQUE (merchant_id, store_id, sku),
  CHECK (((cost_centavos)::bigint >= 0)),
  CHECK (((id <> product_id) OR ((name IS NULL) AND (sku IS NULL) AND (price_centavos IS NULL) AND (cost_centavos IS NULL)))),
  CHECK (((id = product_id) OR (name IS NOT NULL))),
  CHECK (((permission_set & 15) = 1)),
  CHECK (((price_centavos)::bigint >= 0)),
  FOREIGN KEY (merchant_id, store_id, permission_set) REFERENCES authz.permission_sets(merchant_id, store_id, id),
  FOREIGN KEY (merchant_id, store_id, product_id) REFERENCES catalog.products(merchant_id, store_id, id) ON DELETE CASCADE
);
alter table catalog.variants enable row level security, force row level security;
CREATE INDEX variants_changed ON catalog.variants (merchant_id, store_id, updated_at, id);
CREATE INDEX variants_product ON catalog.variants (merchant_id, store_id, product_id, "position", id);
CREATE UNIQUE INDEX variants_name ON catalog.variants (merchant_id, store_id, product_id, app.fold(name));
grant delete, insert, select, update (name, sku, price_centavos, cost_centavos, is_active, position, updated_at) on catalog.variants to mostrador_api;
create policy variant_create on catalog.variants for insert to mostrador_api with check ((permission_set = ANY (( SELECT app.creatable_sets() AS creatable_sets)::integer[])));
create policy variant_delete on catalog.variants for delete to mostrador_api using (((permission_set = ANY (( SELECT app.deletable_sets() AS deletable_sets)::integer[])) AND (id <> product_id)));
create policy variant_owner on catalog.variants for all to mostrador_owner using (true) with check (true);
create policy variant_read on catalog.variants for select to mostrador_api using ((permission_set = ANY (( SELECT app.readable_sets() AS readable_sets)::integer[])));
create policy variant_update on catalog.variants for update to mostrador_api using ((permission_set = ANY (( SELECT app.updatable_sets() AS updatable_sets)::integer[])));

-- The outbox: events for live screens and webhooks, kept for a month.
create table events.events ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid,
  permission_set integer,
  type text not null,
  payload jsonb not null,
  at timestamp with time zone not null default clock_timestamp(),
  position bigint,
  PRIMARY KEY (merchant_id, id),
  FOREIGN KEY (merchant_id, permission_set) REFERENCES authz.permission_sets(merchant_id, id)
);
alter table events.events enable row level security, force row level security;
CREATE INDEX events_id ON events.events (id);
CREATE INDEX events_merchant ON events.events (merchant_id, "position") WHERE ("position" IS NOT NULL);
CREATE INDEX events_platform ON events.events ("position") WHERE ((permission_set IS NULL) AND ("position" IS NOT NULL));
CREATE INDEX events_position ON events.events ("position") WHERE ("position" IS NOT NULL);
CREATE INDEX events_waiting ON events.events (id) WHERE ("position" IS NULL);
grant select on events.events to mostrador_api;
grant select on events.events to mostrador_worker;
create policy event_owner on events.events for all to mostrador_owner using (true) with check (true);
create policy event_platform_read on events.events for select to mostrador_api using (((permission_set IS NULL) AND app.oversees(merchant_id)));
create policy event_read on events.events for select to mostrador_api using ((permission_set = ANY (( SELECT app.readable_sets() AS readable_sets)::integer[])));
create policy event_worker_read on events.events for select to mostrador_worker using (true);

create table events.head ( -- place: control
  only_row boolean not null default true,
  position bigint not null,
  given bigint not null,
  PRIMARY KEY (only_row),
  CHECK (("position" <= given)),
  CHECK (only_row)
);

create table events.webhook_attempts ( -- place: tenant
  merchant_id uuid not null,
  delivery_id uuid not null,
  no integer not null,
  permission_set integer not null,
  at timestamp with time zone not null,
  duration_ms integer not null,
  status integer,
  error text,
  PRIMARY KEY (merchant_id, delivery_id, no),
  CHECK (((permission_set & 15) = ANY (ARRAY[8, 9]))),
  CHECK (((status IS NULL) = (error IS NOT NULL))),
  CHECK ((error = ANY (ARRAY['not_a_url'::text, 'not_https'::text, 'credentials_in_url'::text, 'port_not_allowed'::text, 'not_public'::text, 'timeout'::text, 'no_host'::text, 'connection_refused'::text, 'bad_certificate'::text, 'connection_failed'::text]))),
  FOREIGN KEY (merchant_id, delivery_id) REFERENCES events.webhook_deliveries(merchant_id, id) ON DELETE CASCADE
);
alter table events.webhook_attempts enable row level security, force row level security;
grant select on events.webhook_attempts to mostrador_api;
create policy attempt_owner on events.webhook_attempts for all to mostrador_owner using (true) with check (true);
create policy attempt_read on events.webhook_attempts for select to mostrador_api using (((permission_set = ANY (( SELECT app.updatable_sets() AS updatable_sets)::integer[])) OR (((permission_set & 15) = 9) AND (permission_set = ANY (( SELECT app.readable_sets() AS readable_sets)::integer[])))));

create table events.webhook_deliveries ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  permission_set integer not null,
  event_id uuid not null,
  status text not null default 'PENDING'::text,
  tries integer not null default 0,
  fence integer not null default 0,
  next_attempt_at timestamp with time zone,
  leased_until timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  PRIMARY KEY (merchant_id, id),
  UNIQUE (merchant_id, event_id, webhook_id),
  CHECK (((permission_set & 15) = ANY (ARRAY[8, 9]))),
  CHECK (((status = 'PENDING'::text) = (finished_at IS NULL))),
  CHECK (((status = 'PENDING'::text) = (next_attempt_at IS NOT NULL))),
  CHECK ((status = ANY (ARRAY['PENDING'::text, 'DELIVERED'::text, 'FAILED'::text]))),
  FOREIGN KEY (merchant_id, event_id) REFERENCES events.events(merchant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (merchant_id, permission_set) REFERENCES authz.permission_sets(merchant_id, id),
  FOREIGN KEY (merchant_id, webhook_id) REFERENCES events.webhooks(merchant_id, id) ON DELETE CASCADE
);
alter table events.webhook_deliveries enable row level security, force row level security;
CREATE INDEX webhook_deliveries_due ON events.webhook_deliveries (merchant_id, webhook_id, next_attempt_at) WHERE (status = 'PENDING'::text);
CREATE INDEX webhook_deliveries_failed ON events.webhook_deliveries (merchant_id, webhook_id, id) WHERE (status = 'FAILED'::text);
CREATE INDEX webhook_deliveries_log ON events.webhook_deliveries (merchant_id, webhook_id, id);
grant select on events.webhook_deliveries to mostrador_api;
create policy delivery_owner on events.webhook_deliveries for all to mostrador_owner using (true) with check (true);
create policy delivery_read on events.webhook_deliveries for select to mostrador_api using (((permission_set = ANY (( SELECT app.updatable_sets() AS updatable_sets)::integer[])) OR (((permission_set & 15) = 9) AND (permission_set = ANY (( SELECT app.readable_sets() AS readable_sets)::integer[])))));

create table events.webhooks ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid,
  permission_set integer not null,
  url text not null,
  description text,
  types text[] not null,
  status text not null default 'ACTIVE'::text,
  disabled_reason text,
  secret_sealed bytea not null,
  old_secret_sealed bytea,
  old_secret_until timestamp with time zone,
  older_secret_sealed bytea,
  older_secret_until timestamp with time zone,
  failing_since timestamp with time zone,
  last_failed_at timestamp with time zone,
  created_by uuid not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  answerable_id uuid,
  paused_reason text,
  PRIMARY KEY (merchant_id, id),
  CHECK (((old_secret_sealed IS NULL) = (old_secret_until IS NULL))),
  CHECK (((older_secret_sealed IS NULL) = (older_secret_until IS NULL))),
  CHECK (((paused_reason IS NULL) OR ((status = 'PAUSED'::text) AND (paused_reason = ANY (ARRAY['membership_ended'::text, 'role_lowered'::text, 'owner_changed'::text, 'account_blocked'::text, 'restored'::text]))))),
  CHECK (((permission_set & 15) =
CASE
    WHEN (store_id IS NULL) THEN 9
    ELSE 8
END)),
  CHECK (((status = 'DISABLED'::text) = (disabled_reason IS NOT NULL))),
  CHECK ((disabled_reason = ANY (ARRAY['receiver_gone'::text, 'unreachable'::text]))),
  CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'PAUSED'::text, 'DISABLED'::text]))),
  FOREIGN KEY (merchant_id) REFERENCES platform.merchants(id),
  FOREIGN KEY (merchant_id, permission_set) REFERENCES authz.permission_sets(merchant_id, id),
  FOREIGN KEY (merchant_id, store_id) REFERENCES shop.stores(merchant_id, id)
);
alter table events.webhooks enable row level security, force row level security;
grant select (merchant_id, id, store_id, permission_set, url, description, types, status, disabled_reason, old_secret_until, failing_since, created_by, created_at, updated_at, answerable_id, paused_reason) on events.webhooks to mostrador_api;
create policy webhook_owner on events.webhooks for all to mostrador_owner using (true) with check (true);
create policy webhook_read on events.webhooks for select to mostrador_api using (((permission_set = ANY (( SELECT app.updatable_sets() AS updatable_sets)::integer[])) OR ((store_id IS NULL) AND (permission_set = ANY (( SELECT app.readable_sets() AS readable_sets)::integer[])))));

-- People who sign in, and machines that act by an API key.
create table identity.accounts ( -- place: shared
  id uuid not null,
  kind text not null default 'PERSON'::text,
  email text,
  name text not null,
  status text not null default 'ACTIVE'::text,
  created_at timestamp with time zone not null default now(),
  PRIMARY KEY (id),
  CHECK (((kind = 'PERSON'::text) OR (email IS NULL))),
  CHECK ((kind = ANY (ARRAY['PERSON'::text, 'MACHINE'::text]))),
  CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'BLOCKED'::text])))
);
CREATE UNIQUE INDEX accounts_email ON identity.accounts (lower(email));

-- Passwords and second factors. No row: a machine, a cashier who only sells, somebody who has not joined yet.
create table identity.credentials ( -- place: control
  account_id uuid not null,
  password_hash text,
  password_changed_at timestamp with time zone not null default now(),
  address_proved_at timestamp with time zone,
  totp_secret bytea,
  totp_enabled_at timestamp with time zone,
  totp_last_step bigint,
  PRIMARY KEY (account_id),
  FOREIGN KEY (account_id) REFERENCES identity.accounts(id)
);

-- Platform plane: what an account may do across merchants.
create table identity.labels ( -- place: control
  account_id uuid not null,
  label text not null,
  granted_by uuid,
  granted_at timestamp with time zone not null default now(),
  PRIMARY KEY (account_id, label),
  CHECK ((label = ANY (ARRAY['platformOperator'::text, 'platformAdmin'::text, 'distributor'::text]))),
  FOREIGN KEY (account_id) REFERENCES identity.accounts(id),
  FOREIGN KEY (granted_by) REFERENCES identity.accounts(id)
);

-- Mails to send once: papers, notices, and messages with a one-time link.
create table identity.mails ( -- place: control
  id uuid not null,
  kind text not null,
  to_address text not null,
  language text not null,
  facts jsonb not null,
  token_hash bytea,
  token_sealed bytea,
  status text not null default 'WAITING'::text,
  created_at timestamp with time zone not null default now(),
  PRIMARY KEY (id),
  CHECK (((token_hash IS NULL) = (kind = ANY (ARRAY['access_closed'::text, 'receipt'::text, 'shift_report'::text])))),
  CHECK (((token_sealed IS NOT NULL) OR (token_hash IS NULL) OR (status = ANY (ARRAY['SENT'::text, 'REFUSED'::text, 'UNCLEAR'::text])))),
  CHECK ((kind = ANY (ARRAY['password_reset'::text, 'invite'::text, 'second_factor_reset'::text, 'access_closed'::text, 'receipt'::text, 'shift_report'::text]))),
  CHECK ((language = ANY (ARRAY['es'::text, 'en'::text]))),
  CHECK ((status = ANY (ARRAY['WAITING'::text, 'SENDING'::text, 'SENT'::text, 'REFUSED'::text, 'UNCLEAR'::text])))
);
CREATE INDEX mails_created ON identity.mails (created_at);

-- One-time links that set a new password.
create table identity.password_resets ( -- place: control
  token_hash bytea not null,
  account_id uuid not null,
  issued_by uuid,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  ended_at timestamp with time zone,
  PRIMARY KEY (token_hash),
  FOREIGN KEY (account_id) REFERENCES identity.accounts(id),
  FOREIGN KEY (issued_by) REFERENCES identity.accounts(id)
);
CREATE INDEX password_resets_account ON identity.password_resets (account_id, created_at);

-- One-time replacements of a TOTP code, hashed.
create table identity.recovery_codes ( -- place: control
  account_id uuid not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  PRIMARY KEY (account_id, code_hash),
  FOREIGN KEY (account_id) REFERENCES identity.accounts(id)
);

-- Second factors that an administrator removes after a delay.
create table identity.second_factor_resets ( -- place: control
  id uuid not null,
  account_id uuid not null,
  requested_by uuid not null,
  reason text not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null default now(),
  takes_effect_at timestamp with time zone not null,
  done_at timestamp with time zone,
  cancelled_at timestamp with time zone,
  PRIMARY KEY (id),
  UNIQUE (token_hash),
  CHECK ((done_at >= takes_effect_at)),
  CHECK ((num_nonnulls(done_at, cancelled_at) < 2)),
  CHECK ((requested_by <> account_id)),
  CHECK ((takes_effect_at >= (created_at + '01:00:00'::interval))),
  FOREIGN KEY (account_id) REFERENCES identity.accounts(id),
  FOREIGN KEY (requested_by) REFERENCES identity.accounts(id)
);
CREATE UNIQUE INDEX second_factor_resets_waiting ON identity.second_factor_resets (account_id) WHERE ((done_at IS NULL) AND (cancelled_at IS NULL));

create table identity.sessions ( -- place: control
  id uuid not null,
  account_id uuid not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null default now(),
  last_seen_at timestamp with time zone not null default now(),
  idle_until timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  second_factor_at timestamp with time zone,
  ended_at timestamp with time zone,
  ended_reason text,
  user_agent text,
  address inet,
  confirmed_at timestamp with time zone default now(),
  merchant_id uuid,
  terminal_id uuid,
  membership_id uuid,
  PRIMARY KEY (id),
  UNIQUE (token_hash),
  CHECK ((num_nonnulls(merchant_id, terminal_id, membership_id) = ANY (ARRAY[0, 3]))),
  FOREIGN KEY (account_id) REFERENCES identity.accounts(id),
  FOREIGN KEY (merchant_id, membership_id) REFERENCES shop.memberships(merchant_id, id),
  FOREIGN KEY (merchant_id, terminal_id) REFERENCES shop.terminals(merchant_id, id)
);
CREATE INDEX sessions_account ON identity.sessions (account_id) WHERE (ended_at IS NULL);
CREATE INDEX sessions_address ON identity.sessions (account_id, address, created_at);
CREATE INDEX sessions_expired ON identity.sessions (expires_at) WHERE (terminal_id IS NOT NULL);
CREATE INDEX sessions_membership ON identity.sessions (merchant_id, membership_id) WHERE (ended_at IS NULL);
CREATE INDEX sessions_terminal ON identity.sessions (merchant_id, terminal_id) WHERE (terminal_id IS NOT NULL);

-- The one-time link that makes the first administrator.
create table identity.setup_links ( -- place: control
  token_hash bytea not null,
  created_at timestamp with time zone not null default now(),
  used_at timestamp with time zone,
  account_id uuid,
  PRIMARY KEY (token_hash),
  FOREIGN KEY (account_id) REFERENCES identity.accounts(id)
);

-- Throttle of wrong passwords, per account and per address; rows expire.
create table identity.sign_in_attempts ( -- place: control
  subject text not null,
  failures integer not null,
  first_failed_at timestamp with time zone not null,
  blocked_until timestamp with time zone,
  last_failed_at timestamp with time zone not null default now(),
  PRIMARY KEY (subject)
);
CREATE INDEX sign_in_attempts_last ON identity.sign_in_attempts (last_failed_at);

create table money.bank_accounts ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  permission_set integer not null,
  holder text not null,
  bank_code text not null,
  clabe_last_four text not null,
  fingerprint bytea not null,
  sealed bytea not null,
  sealed_key bytea not null,
  status text not null default 'PENDING'::text,
  added_by uuid not null,
  added_at timestamp with time zone not null default now(),
  decided_by uuid,
  decided_at timestamp with time zone,
  reason text,
  is_attested boolean not null default false,
  verified_at timestamp with time zone,
  expires_at timestamp with time zone,
  PRIMARY KEY (merchant_id, id),
  CHECK (((permission_set & 15) = 9)),
  CHECK (((status <> ALL (ARRAY['VERIFIED'::text, 'EXPIRED'::text])) OR ((verified_at IS NOT NULL) AND (expires_at IS NOT NULL)))),
  CHECK ((added_by <> decided_by)),
  CHECK ((bank_code ~ '^\d{3}$'::text)),
  CHECK ((clabe_last_four ~ '^\d{4}$'::text)),
  CHECK ((status = ANY (ARRAY['PENDING'::text, 'VERIFIED'::text, 'REJECTED'::text, 'EXPIRED'::text]))),
  FOREIGN KEY (merchant_id) REFERENCES platform.merchants(id),
  FOREIGN KEY (merchant_id, permission_set) REFERENCES authz.permission_sets(merchant_id, id)
);
alter table money.bank_accounts enable row level security, force row level security;
CREATE INDEX bank_accounts_expiry ON money.bank_accounts (expires_at) WHERE (status = 'VERIFIED'::text);
CREATE INDEX bank_accounts_id ON money.bank_accounts (id);
CREATE INDEX bank_accounts_status ON money.bank_accounts (status, id);
CREATE UNIQUE INDEX bank_accounts_clabe ON money.bank_accounts (merchant_id, fingerprint) WHERE (status <> 'REJECTED'::text);
grant select (merchant_id, id, permission_set, holder, bank_code, clabe_last_four, status, added_by, added_at, decided_by, decided_at, reason, is_attested, verified_at, expires_at) on money.bank_accounts to mostrador_api;
create policy bank_account_owner on money.bank_accounts for all to mostrador_owner using (true) with check (true);
create policy bank_account_platform_read on money.bank_accounts for select to mostrador_api using (app.oversees(merchant_id));
create policy bank_account_read on money.bank_accounts for select to mostrador_api using ((permission_set = ANY (( SELECT app.readable_sets() AS readable_sets)::integer[])));

create table money.deposits ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set integer not null,
  amount_centavos app.centavos not null,
  tracking_key text not null,
  paid_on date not null,
  bank text,
  note text,
  proof text,
  status text not null default 'REPORTED'::text,
  reported_by uuid not null,
  reported_at timestamp with time zone not null default now(),
  reviewed_by uuid,
  reviewed_at timestamp with time zone,
  review_reason text,
  PRIMARY KEY (merchant_id, id),
  CHECK ((((status = 'REPORTED'::text) = (reviewed_at IS NULL)) AND ((reviewed_at IS NULL) = (reviewed_by IS NULL)))),
  CHECK (((amount_centavos)::bigint > 0)),
  CHECK (((permission_set & 15) = 9)),
  CHECK ((reported_by <> reviewed_by)),
  CHECK ((status = ANY (ARRAY['REPORTED'::text, 'CREDITED'::text, 'REJECTED'::text]))),
  CHECK ((tracking_key ~ '^[A-Z0-9]{1,30}$'::text)),
  FOREIGN KEY (merchant_id) REFERENCES money.wallets(merchant_id),
  FOREIGN KEY (merchant_id, permission_set) REFERENCES authz.permission_sets(merchant_id, id),
  FOREIGN KEY (merchant_id, store_id) REFERENCES shop.stores(merchant_id, id)
);
alter table money.deposits enable row level security, force row level security;
CREATE INDEX deposits_id ON money.deposits (id);
CREATE INDEX deposits_status ON money.deposits (status, id);
CREATE INDEX deposits_store ON money.deposits (merchant_id, store_id);
CREATE INDEX deposits_tracking_key ON money.deposits (tracking_key);
CREATE UNIQUE INDEX deposits_reported ON money.deposits (merchant_id, tracking_key) WHERE (status <> 'REJECTED'::text);
grant select on money.deposits to mostrador_api;
create policy deposit_owner on money.deposits for all to mostrador_owner using (true) with check (true);
create policy deposit_platform_read on money.deposits for select to mostrador_api using (app.oversees(merchant_id));
create policy deposit_read on money.deposits for select to mostrador_api using ((permission_set = ANY (( SELECT app.readable_sets() AS readable_sets)::integer[])));

create table money.entries ( -- place: tenant
  merchant_id uuid not null,
  posting_id uuid not null,
  line smallint not null,
  permission_set integer not null,
  account text not null,
  amount_centavos app.centavos not null,
  balance_after_centavos app.centavos,
  entry_no bigint,
  posted_at timestamp with time zone not null default now(),
  PRIMARY KEY (merchant_id, posting_id, line),
  CHECK (((amount_centavos)::bigint <> 0)),
  CHECK (((permission_set & 15) = 9)),
  CHECK ((account = ANY (ARRAY['wallet'::text, 'wallet_held'::text, 'aggregator_payable'::text, 'commission_income'::text, 'settlements_in_transit'::text, 'deposits_clearing'::text, 'suspense'::text, 'connection_balance'::text, 'connection_spent'::text]))),
  FOREIGN KEY (merchant_id, posting_id) REFERENCES money.postings(merchant_id, id)
);
alter table money.entries enable row level security, force row level security;
CREATE INDEX entries_days ON money.entries (merchant_id, posted_at) WHERE (account = ANY (ARRAY['wallet'::text, 'commission_income'::text]));
CREATE UNIQUE INDEX entries_statement ON money.entries (merchant_id, entry_no DESC) WHERE (account = 'wallet'::text);
grant select on money.entries to mostrador_api;
create policy entry_owner on money.entries for all to mostrador_owner using (true) with check (true);
create policy entry_read on money.entries for select to mostrador_api using ((permission_set = ANY (( SELECT app.readable_sets() AS readable_sets)::integer[])));

create table money.postings ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  permission_set integer not null,
  kind text not null,
  reference uuid not null,
  memo text,
  account_id uuid,
  posted_at timestamp with time zone not null default now(),
  PRIMARY KEY (merchant_id, id),
  CHECK (((permission_set & 15) = 9)),
  CHECK ((kind = ANY (ARRAY['deposit'::text, 'reserve'::text, 'capture'::text, 'release'::text, 'reverse'::text, 'correction'::text, 'connection_capture'::text, 'connection_reverse'::text, 'settlement_reserve'::text, 'settlement_capture'::text, 'settlement_release'::text, 'settlement_return'::text]))),
  FOREIGN KEY (merchant_id) REFERENCES money.wallets(merchant_id)
);
alter table money.postings enable row level security, force row level security;
CREATE INDEX postings_corrections ON money.postings (merchant_id, reference) WHERE (kind = 'correction'::text);
CREATE UNIQUE INDEX postings_once ON money.postings (merchant_id, reference, kind) WHERE (kind <> 'correction'::text);
grant select on money.postings to mostrador_api;
create policy posting_owner on money.postings for all to mostrador_owner using (true) with check (true);
create policy posting_read on money.postings for select to mostrador_api using ((permission_set = ANY (( SELECT app.readable_sets() AS readable_sets)::integer[])));

create table money.settlements ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set integer not null,
  amount_centavos app.centavos not null,
  bank_account_id uuid not null,
  status text not null default 'REQUESTED'::text,
  status_reason text,
  tracking_key text,
  requested_by uuid not null,
  requested_at timestamp with time zone not null default now(),
  approved_by uuid,
  approved_at timestamp with time zone,
  paid_at timestamp with time zone,
  updated_by uuid not null,
  updated_at timestamp with time zone not null default now(),
  PRIMARY KEY (merchant_id, id),
  CHECK (((amount_centavos)::bigint > 0)),
  CHECK (((approved_at IS NULL) = (approved_by IS NULL))),
  CHECK (((permission_set & 15) = 9)),
  CHECK (((status = ANY (ARRAY['PAID'::text, 'RETURNED'::text])) = (tracking_key IS NOT NULL))),
  CHECK (((tracking_key IS NULL) = (paid_at IS NULL))),
  CHECK ((approved_by <> requested_by)),
  CHECK ((status = ANY (ARRAY['REQUESTED'::text, 'APPROVED'::text, 'PROCESSING'::text, 'PAID'::text, 'RETURNED'::text, 'REJECTED'::text, 'CANCELED'::text, 'FAILED'::text]))),
  CHECK ((tracking_key ~ '^[A-Z0-9]{1,30}$'::text)),
  FOREIGN KEY (merchant_id) REFERENCES money.wallets(merchant_id),
  FOREIGN KEY (merchant_id, bank_account_id) REFERENCES money.bank_accounts(merchant_id, id),
  FOREIGN KEY (merchant_id, permission_set) REFERENCES authz.permission_sets(merchant_id, id),
  FOREIGN KEY (merchant_id, store_id) REFERENCES shop.stores(merchant_id, id)
);
alter table money.settlements enable row level security, force row level security;
CREATE INDEX settlements_id ON money.settlements (id);
CREATE INDEX settlements_merchant ON money.settlements (merchant_id, status);
CREATE INDEX settlements_status ON money.settlements (status, id);
CREATE INDEX settlements_store ON money.settlements (merchant_id, store_id);
CREATE INDEX settlements_tracking_key ON money.settlements (tracking_key) WHERE (tracking_key IS NOT NULL);
grant select on money.settlements to mostrador_api;
create policy settlement_owner on money.settlements for all to mostrador_owner using (true) with check (true);
create policy settlement_platform_read on money.settlements for select to mostrador_api using (app.oversees(merchant_id));
create policy settlement_read on money.settlements for select to mostrador_api using ((permission_set = ANY (( SELECT app.readable_sets() AS readable_sets)::integer[])));

create table money.used_transfers ( -- place: control
  kind text not null,
  tracking_key text not null,
  merchant_id uuid not null,
  id uuid not null,
  used_at timestamp with time zone not null default clock_timestamp(),
  PRIMARY KEY (kind, tracking_key),
  CHECK ((kind = ANY (ARRAY['DEPOSIT'::text, 'SETTLEMENT'::text]))),
  CHECK ((tracking_key ~ '^[A-Z0-9]{1,30}$'::text)),
  FOREIGN KEY (merchant_id) REFERENCES platform.merchants(id)
);
alter table money.used_transfers enable row level security, force row level security;
grant select on money.used_transfers to mostrador_api;
create policy used_transfer_owner on money.used_transfers for all to mostrador_owner using (true) with check (true);
create policy used_transfer_read on money.used_transfers for select to mostrador_api using (app.oversees(merchant_id));

create table money.wallets ( -- place: tenant
  merchant_id uuid not null,
  permission_set integer not null,
  available_centavos app.centavos not null default 0,
  held_centavos app.centavos not null default 0,
  last_entry_no bigint not null default 0,
  created_at timestamp with time zone not null default now(),
  PRIMARY KEY (merchant_id),
  CHECK (((available_centavos)::bigint >= 0)),
  CHECK (((held_centavos)::bigint >= 0)),
  CHECK (((permission_set & 15) = 9)),
  FOREIGN KEY (merchant_id) REFERENCES platform.merchants(id),
  FOREIGN KEY (merchant_id, permission_set) REFERENCES authz.permission_sets(merchant_id, id)
);
alter table money.wallets enable row level security, force row level security;
grant select on money.wallets to mostrador_api;
create policy wallet_owner on money.wallets for all to mostrador_owner using (true) with check (true);
create policy wallet_read on money.wallets for select to mostrador_api using ((permission_set = ANY (( SELECT app.readable_sets() AS readable_sets)::integer[])));

create table platform.admin_assignments ( -- place: control
  account_id uuid not null,
  merchant_id uuid not null,
  assigned_by uuid not null,
  assigned_at timestamp with time zone not null default now(),
  PRIMARY KEY (account_id, merchant_id),
  FOREIGN KEY (account_id) REFERENCES identity.accounts(id),
  FOREIGN KEY (assigned_by) REFERENCES identity.accounts(id),
  FOREIGN KEY (merchant_id) REFERENCES platform.merchants(id)
);
alter table platform.admin_assignments enable row level security, force row level security;
create policy admin_assignment_owner on platform.admin_assignments for all to mostrador_owner using (true) with check (true);

create table platform.given_up_work ( -- place: control
  id uuid not null,
  workflow_id text not null,
  name text not null,
  queue text not null,
  input jsonb,
  merchant_id uuid,
  attempts integer not null,
  last_error text not null,
  first_failed_at timestamp with time zone not null,
  gave_up_at timestamp with time zone not null default now(),
  status text not null default 'OPEN'::text,
  decided_by uuid,
  decided_at timestamp with time zone,
  reason text,
  retry_workflow_id text,
  PRIMARY KEY (id),
  UNIQUE (workflow_id),
  CHECK ((((status = 'OPEN'::text) = (decided_at IS NULL)) AND ((decided_at IS NULL) = (decided_by IS NULL)))),
  CHECK (((status = 'RETRIED'::text) = (retry_workflow_id IS NOT NULL))),
  CHECK ((attempts > 0)),
  CHECK ((status = ANY (ARRAY['OPEN'::text, 'RETRIED'::text, 'DISMISSED'::text]))),
  FOREIGN KEY (merchant_id) REFERENCES platform.merchants(id)
);
alter table platform.given_up_work enable row level security, force row level security;
CREATE INDEX given_up_work_status ON platform.given_up_work (status, id DESC);
grant select (id, workflow_id, name, merchant_id, attempts, last_error, first_failed_at, gave_up_at, status, decided_by, decided_at, reason, retry_workflow_id) on platform.given_up_work to mostrador_api;
create policy given_up_work_owner on platform.given_up_work for all to mostrador_owner using (true) with check (true);
create policy given_up_work_read on platform.given_up_work for select to mostrador_api using (app.oversees(merchant_id));

create table platform.merchant_moves ( -- place: control
  id uuid not null,
  merchant_id uuid not null,
  from_place text not null,
  to_place text not null,
  status text not null default 'MOVING'::text,
  attempts integer not null default 1,
  started_at timestamp with time zone not null default now(),
  tried_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone,
  PRIMARY KEY (id),
  CHECK (((status = 'MOVING'::text) = (ended_at IS NULL))),
  CHECK ((attempts > 0)),
  CHECK ((status = ANY (ARRAY['MOVING'::text, 'DONE'::text, 'ABANDONED'::text]))),
  FOREIGN KEY (merchant_id) REFERENCES platform.merchants(id)
);
alter table platform.merchant_moves enable row level security, force row level security;
CREATE UNIQUE INDEX merchant_moves_moving ON platform.merchant_moves (merchant_id) WHERE (status = 'MOVING'::text);
create policy merchant_move_owner on platform.merchant_moves for all to mostrador_owner using (true) with check (true);

create table platform.merchants ( -- place: shared
  id uuid not null,
  name text not null,
  trade_name text,
  rfc text,
  owner_id uuid not null,
  status text not null default 'ACTIVE'::text,
  status_reason text,
  database_id text not null default 'primary'::text,
  project_id text,
  sponsor_id uuid,
  currency text not null default 'MXN'::text,
  time_zone text not null default 'America/Mexico_City'::text,
  is_verified boolean not null default false,
  verification_status text not null default 'UNVERIFIED'::text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  PRIMARY KEY (id),
  CHECK ((currency = 'MXN'::text)),
  CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'SUSPENDED'::text, 'CLOSED'::text]))),
  CHECK ((verification_status = ANY (ARRAY['UNVERIFIED'::text, 'PENDING'::text, 'VERIFIED'::text, 'LAPSED'::text, 'REVOKED'::text, 'LOCKED'::text]))),
  FOREIGN KEY (database_id) REFERENCES platform.places(id),
  FOREIGN KEY (owner_id) REFERENCES identity.accounts(id)
);
alter table platform.merchants enable row level security, force row level security;
CREATE INDEX merchants_database ON platform.merchants (database_id);
CREATE INDEX merchants_owner ON platform.merchants (owner_id);
grant select on platform.merchants to mostrador_api;
create policy merchant_own on platform.merchants for select to mostrador_api using (((id = ANY (app.merchant_ids())) OR (owner_id = app.account_id())));
create policy merchant_owner on platform.merchants for all to mostrador_owner using (true) with check (true);
create policy merchant_platform on platform.merchants for select to mostrador_api using (app.oversees(id));

create table platform.places ( -- place: shared
  id text not null,
  groups integer[],
  is_open boolean not null default true,
  down_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  PRIMARY KEY (id),
  CHECK (((id = 'primary'::text) = (groups IS NULL))),
  CHECK ((cardinality(groups) > 0)),
  CHECK ((id ~ '^[a-z][a-z0-9-]{0,39}$'::text))
);
alter table platform.places enable row level security, force row level security;
grant select (id, is_open, down_at) on platform.places to mostrador_api;
create policy place_owner on platform.places for all to mostrador_owner using (true) with check (true);
create policy place_read on platform.places for select to mostrador_api using (app.is_admin());

create table platform.psp_credentials ( -- place: control
  id uuid not null,
  merchant_id uuid,
  provider text not null,
  environment text not null,
  public_key text,
  secret_sealed bytea not null,
  secret_last_four text not null,
  secret_fingerprint text not null,
  webhook_sealed bytea,
  webhook_last_four text,
  webhook_fingerprint text,
  is_active boolean not null default true,
  created_by uuid not null,
  created_at timestamp with time zone not null default now(),
  updated_by uuid not null,
  updated_at timestamp with time zone not null default now(),
  PRIMARY KEY (id),
  UNIQUE NULLS NOT DISTINCT (merchant_id, provider, environment),
  CHECK (((webhook_sealed IS NULL) = (webhook_fingerprint IS NULL))),
  CHECK (((webhook_sealed IS NULL) = (webhook_last_four IS NULL))),
  CHECK ((environment = ANY (ARRAY['sandbox'::text, 'live'::text]))),
  CHECK ((length(secret_last_four) = 4)),
  CHECK ((length(webhook_last_four) = 4)),
  CHECK ((provider ~ '^[a-z][a-z0-9_-]{1,39}$'::text)),
  FOREIGN KEY (merchant_id) REFERENCES platform.merchants(id)
);
alter table platform.psp_credentials enable row level security, force row level security;
grant select (id, merchant_id, provider, environment, public_key, secret_last_four, secret_fingerprint, webhook_last_four, webhook_fingerprint, is_active, created_at, updated_at) on platform.psp_credentials to mostrador_api;
grant select on platform.psp_credentials to mostrador_worker;
create policy psp_credentials_owner on platform.psp_credentials for all to mostrador_owner using (true) with check (true);
create policy psp_credentials_read on platform.psp_credentials for select to mostrador_api using ((app.is_admin() AND ((merchant_id IS NULL) OR app.oversees(merchant_id))));
create policy psp_credentials_worker_read on platform.psp_credentials for select to mostrador_worker using (true);

create table platform.restorations ( -- place: shared
  id uuid not null,
  found_at timestamp with time zone not null default clock_timestamp(),
  identity text not null,
  seal text,
  data_until timestamp with time zone not null,
  lists_read_at timestamp with time zone,
  reconciled_at timestamp with time zone,
  reconciled_by uuid,
  PRIMARY KEY (id)
);
CREATE UNIQUE INDEX restorations_open ON platform.restorations (((reconciled_at IS NULL))) WHERE (reconciled_at IS NULL);

create table platform.restored_acts ( -- place: control
  event_id uuid not null,
  restoration_id uuid not null,
  subject text not null,
  event jsonb not null,
  status text not null,
  problem text,
  decided_by uuid,
  decided_at timestamp with time zone,
  PRIMARY KEY (event_id),
  CHECK ((status = ANY (ARRAY['APPLIED'::text, 'NOTHING'::text, 'PROPOSED'::text, 'ACCEPTED'::text, 'DECLINED'::text, 'OUTDATED'::text, 'TO_REPEAT'::text, 'FAILED'::text]))),
  FOREIGN KEY (restoration_id) REFERENCES platform.restorations(id)
);
CREATE INDEX restored_acts_restoration ON platform.restored_acts (restoration_id, status);
CREATE INDEX restored_acts_subject ON platform.restored_acts (restoration_id, subject);

create table platform.verifications ( -- place: control
  merchant_id uuid not null,
  business_evidence text,
  business_confirmed_by uuid,
  business_confirmed_at timestamp with time zone,
  rejections integer not null default 0,
  locked_at timestamp with time zone,
  revoked_at timestamp with time zone,
  revoke_reason text,
  verified_at timestamp with time zone,
  derived_at timestamp with time zone,
  PRIMARY KEY (merchant_id),
  CHECK (((business_confirmed_at IS NULL) = (business_evidence IS NULL))),
  CHECK (((revoked_at IS NULL) = (revoke_reason IS NULL))),
  CHECK ((rejections >= 0)),
  FOREIGN KEY (merchant_id) REFERENCES platform.merchants(id)
);
alter table platform.verifications enable row level security, force row level security;
grant select on platform.verifications to mostrador_api;
create policy verification_owner on platform.verifications for all to mostrador_owner using (true) with check (true);
create policy verification_read on platform.verifications for select to mostrador_api using (app.oversees(merchant_id));

create table reporting.daily_sales_rollups ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set integer not null,
  business_on date not null,
  time_zone text not null,
  version integer not null,
  is_final boolean not null,
  order_count integer not null,
  item_quantity numeric(16,3) not null,
  gross_centavos app.centavos not null,
  discount_centavos app.centavos not null,
  total_centavos app.centavos not null,
  tax_centavos app.centavos not null,
  net_centavos app.centavos not null generated always as (((total_centavos)::bigint - (tax_centavos)::bigint)) stored,
  rounding_centavos app.centavos not null,
  cost_centavos app.centavos not null,
  refund_count integer not null,
  refund_centavos app.centavos not null,
  refund_tax_centavos app.centavos not null,
  refund_rounding_centavos app.centavos not null,
  refund_cost_centavos app.centavos not null,
  vas_count integer not null,
  vas_amount_centavos app.centavos not null,
  vas_fee_centavos app.centavos not null,
  vas_commission_centavos app.centavos not null,
  vas_pending_count integer not null,
  vas_pending_centavos app.centavos not null,
  breakdowns jsonb not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  PRIMARY KEY (merchant_id, id),
  UNIQUE (merchant_id, store_id, business_on, version),
  CHECK (((permission_set & 15) = 9)),
  CHECK ((version > 0)),
  FOREIGN KEY (merchant_id, store_id) REFERENCES shop.stores(merchant_id, id),
  FOREIGN KEY (merchant_id, store_id, permission_set) REFERENCES authz.permission_sets(merchant_id, store_id, id)
);
alter table reporting.daily_sales_rollups enable row level security, force row level security;
CREATE INDEX daily_sales_rollups_store ON reporting.daily_sales_rollups (merchant_id, store_id, permission_set, business_on DESC, id DESC);
grant select on reporting.daily_sales_rollups to mostrador_api;
create policy daily_sales_rollup_owner on reporting.daily_sales_rollups for all to mostrador_owner using (true) with check (true);
create policy daily_sales_rollup_read on reporting.daily_sales_rollups for select to mostrador_api using ((permission_set = ANY (( SELECT app.readable_sets() AS readable_sets)::integer[])));

create table reporting.settlement_rollups ( -- place: tenant
  merchant_id uuid not null,
  day date not null,
  version integer not null,
  lines jsonb not null,
  closing_centavos app.centavos not null,
  rolled_up_at timestamp with time zone not null default now(),
  PRIMARY KEY (merchant_id, day, version),
  CHECK ((version > 0)),
  FOREIGN KEY (merchant_id) REFERENCES platform.merchants(id)
);
alter table reporting.settlement_rollups enable row level security, force row level security;
CREATE INDEX settlement_rollups_day ON reporting.settlement_rollups (day);
create policy settlement_rollup_owner_read on reporting.settlement_rollups for select to mostrador_owner using (true);
create policy settlement_rollup_owner_write on reporting.settlement_rollups for insert to mostrador_owner with check (true);

create table selling.approvals ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set integer not null,
  type text not null,
  scope text not null,
  cart_id uuid,
  order_id uuid,
  line_item_id uuid,
  amount_centavos app.centavos,
  percentage_bps integer,
  subject jsonb not null,
  goods jsonb not null,
  value_centavos app.centavos not null,
  reason text not null,
  status text not null default 'PENDING'::text,
  is_direct boolean not null default false,
  requested_by uuid not null,
  requester_membership_id uuid not null,
  requester_name text not null,
  decided_by uuid,
  decider_membership_id uuid,
  decider_name text,
  decision_reason text,
  decided_at timestamp with time zone,
  used_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  refund_method text,
  PRIMARY KEY (merchant_id, id),
  UNIQUE (merchant_id, store_id, id),
  CHECK ((((scope = 'LINE'::text) = (line_item_id IS NOT NULL)) OR (type <> 'DISCOUNT'::text))),
  CHECK (((amount_centavos)::bigint > 0)),
  CHECK (((percentage_bps >= 1) AND (percentage_bps <= 10000))),
  CHECK (((permission_set & 15) = 4)),
  CHECK (((refund_method IS NULL) OR ((refund_method = ANY (ARRAY['CASH'::text, 'TRANSFER'::text])) AND (type <> 'DISCOUNT'::text)))),
  CHECK (((status = 'USED'::text) = (used_at IS NOT NULL))),
  CHECK (((status = ANY (ARRAY['APPROVED'::text, 'REJECTED'::text, 'USED'::text])) <= (decided_at IS NOT NULL))),
  CHECK (((type = 'DISCOUNT'::text) = (cart_id IS NOT NULL))),
  CHECK (((type = 'DISCOUNT'::text) = (order_id IS NULL))),
  CHECK ((is_direct OR (decided_by IS DISTINCT FROM requested_by))),
  CHECK ((jsonb_typeof(goods) = 'array'::text)),
  CHECK ((scope = ANY (ARRAY['LINE'::text, 'CART'::text]))),
  CHECK ((status = ANY (ARRAY['PENDING'::text, 'APPROVED'::text, 'REJECTED'::text, 'USED'::text, 'CANCELED'::text]))),
  CHECK ((type = ANY (ARRAY['DISCOUNT'::text, 'REFUND'::text, 'RETURN'::text]))),
  FOREIGN KEY (merchant_id, requester_membership_id) REFERENCES shop.memberships(merchant_id, id),
  FOREIGN KEY (merchant_id, store_id) REFERENCES shop.stores(merchant_id, id),
  FOREIGN KEY (merchant_id, store_id, cart_id) REFERENCES selling.carts(merchant_id, store_id, id),
  FOREIGN KEY (merchant_id, store_id, order_id) REFERENCES selling.sales_orders(merchant_id, store_id, id),
  FOREIGN KEY (merchant_id, store_id, permission_set) REFERENCES authz.permission_sets(merchant_id, store_id, id)
);
alter table selling.approvals enable row level security, force row level security;
CREATE INDEX approvals_cart ON selling.approvals (merchant_id, cart_id) WHERE (cart_id IS NOT NULL);
CREATE INDEX approvals_order ON selling.approvals (merchant_id, order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX approvals_pending ON selling.approvals (merchant_id, store_id, created_at) WHERE (status = 'PENDING'::text);
CREATE INDEX approvals_store ON selling.approvals (merchant_id, store_id, created_at DESC, id DESC);
grant select on selling.approvals to mostrador_api;
create policy approval_owner on selling.approvals for all to mostrador_owner using (true) with check (true);
create policy approval_read on selling.approvals for select to mostrador_api using ((permission_set = ANY (( SELECT app.readable_sets() AS readable_sets)::integer[])));

create table selling.carts ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set integer not null,
  membership_id uuid not null,
  account_id uuid not null,
  terminal_id uuid,
  customer_id uuid,
  status text not null default 'OPEN'::text,
  label text,
  version integer not null default 1,
  gross_centavos app.centavos not null default 0,
  discount_centavos app.centavos not null default 0,
  tax_centavos app.centavos not null default 0,
  total_centavos app.centavos not null default 0,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  PRIMARY KEY (merchant_id, id),
  UNIQUE (merchant_id, store_id, id),
  CHECK (((permission_set & 15) = 3)),
  CHECK ((status = ANY (ARRAY['OPEN'::text, 'PARKED'::text, 'FINALIZED'::text, 'CANCELED'::text]))),
  FOREIGN KEY (merchant_id, membership_id) REFERENCES shop.memberships(merchant_id, id),
  FOREIGN KEY (merchant_id, store_id) REFERENCES shop.stores(merchant_id, id),
  FOREIGN KEY (merchant_id, store_id, customer_id) REFERENCES selling.customers(merchant_id, store_id, id),
  FOREIGN KEY (merchant_id, store_id, permission_set) REFERENCES authz.permission_sets(merchant_id, store_id, id),
  FOREIGN KEY (merchant_id, terminal_id) REFERENCES shop.terminals(merchant_id, id)
);
alter table selling.carts enable row level security, force row level security;
CREATE INDEX carts_customer ON selling.carts (merchant_id, store_id, customer_id) WHERE (customer_id IS NOT NULL);
CREATE INDEX carts_open ON selling.carts (merchant_id, store_id, updated_at DESC, id) WHERE (status = ANY (ARRAY['OPEN'::text, 'PARKED'::text]));
CREATE INDEX carts_store ON selling.carts (merchant_id, store_id, updated_at DESC, id DESC);
grant select on selling.carts to mostrador_api;
create policy cart_owner on selling.carts for all to mostrador_owner using (true) with check (true);
create policy cart_read on selling.carts for select to mostrador_api using ((permission_set = ANY (( SELECT app.readable_sets() AS readable_sets)::integer[])));

create table selling.customers ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set integer not null,
  name text not null,
  name_key text collate "C" not null generated always as (app.fold(name)) stored,
  email text,
  phone text,
  rfc text,
  notes text,
  search_text text not null generated always as (app.fold(((((((name || ' '::text) || COALESCE(email, ''::text)) || ' '::text) || COALESCE(phone, ''::text)) || ' '::text) || COALESCE(rfc, ''::text)))) stored,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  PRIMARY KEY (merchant_id, id),
  UNIQUE (merchant_id, store_id, id),
  CHECK (((permission_set & 15) = 3)),
  FOREIGN KEY (merchant_id, store_id) REFERENCES shop.stores(merchant_id, id),
  FOREIGN KEY (merchant_id, store_id, permission_set) REFERENCES authz.permission_sets(merchant_id, store_id, id)
);
alter table selling.customers enable row level security, force row level security;
CREATE INDEX customers_name ON selling.customers (merchant_id, store_id, name_key, id);
grant delete, insert, select, update (name, email, phone, rfc, notes, updated_at) on selling.customers to mostrador_api;
create policy customer_create on selling.customers for insert to mostrador_api with check ((permission_set = ANY (( SELECT app.creatable_sets() AS creatable_sets)::integer[])));
create policy customer_delete on selling.customers for delete to mostrador_api using ((permission_set = ANY (( SELECT app.deletable_sets() AS deletable_sets)::integer[])));
create policy customer_owner on selling.customers for all to mostrador_owner using (true) with check (true);
create policy customer_read on selling.customers for select to mostrador_api using ((permission_set = ANY (( SELECT app.readable_sets() AS readable_sets)::integer[])));
create policy customer_update on selling.customers for update to mostrador_api using ((permission_set = ANY (( SELECT app.updatable_sets() AS updatable_sets)::integer[])));

create table selling.discounts ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set integer not null,
  cart_id uuid not null,
  line_item_id uuid,
  scope text not null generated always as (
CASE
    WHEN (line_item_id IS NULL) THEN 'CART'::text
    ELSE 'LINE'::text
END) stored,
  amount_centavos app.centavos,
  percentage_bps integer,
  reason text not null,
  approval_id uuid not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  PRIMARY KEY (merchant_id, id),
  UNIQUE (merchant_id, approval_id),
  CHECK (((amount_centavos IS NULL) <> (percentage_bps IS NULL))),
  CHECK (((amount_centavos)::bigint > 0)),
  CHECK (((percentage_bps >= 1) AND (percentage_bps <= 10000))),
  CHECK (((permission_set & 15) = 4)),
  FOREIGN KEY (merchant_id, store_id, approval_id) REFERENCES selling.approvals(merchant_id, store_id, id),
  FOREIGN KEY (merchant_id, store_id, cart_id) REFERENCES selling.carts(merchant_id, store_id, id),
  FOREIGN KEY (merchant_id, store_id, line_item_id) REFERENCES selling.line_items(merchant_id, store_id, id),
  FOREIGN KEY (merchant_id, store_id, permission_set) REFERENCES authz.permission_sets(merchant_id, store_id, id)
);
alter table selling.discounts enable row level security, force row level security;
CREATE INDEX discounts_store ON selling.discounts (merchant_id, store_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX discounts_line ON selling.discounts (merchant_id, cart_id, COALESCE(line_item_id, cart_id));
grant select on selling.discounts to mostrador_api;
create policy discount_owner on selling.discounts for all to mostrador_owner using (true) with check (true);
create policy discount_read on selling.discounts for select to mostrador_api using ((permission_set = ANY (( SELECT app.readable_sets() AS readable_sets)::integer[])));

create table selling.line_items ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set integer not null,
  cart_id uuid not null,
  position integer not null,
  product_id uuid not null,
  variant_id uuid not null,
  product_name text not null,
  variant_name text,
  sku text,
  kind text not null,
  unit text not null,
  tracks_stock boolean not null,
  quantity numeric(12,3) not null,
  amount_centavos app.centavos,
  unit_price_centavos app.centavos not null,
  unit_cost_centavos app.centavos,
  tax_rate_bps integer not null,
  is_tax_exempt boolean not null,
  is_tax_included boolean not null,
  gross_centavos app.centavos not null,
  discount_centavos app.centavos not null default 0,
  tax_centavos app.centavos not null,
  total_centavos app.centavos not null,
  note text,
  is_price_open boolean not null default false,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  PRIMARY KEY (merchant_id, id),
  UNIQUE (merchant_id, store_id, id),
  CHECK (((amount_centavos)::bigint > 0)),
  CHECK (((permission_set & 15) = 3)),
  CHECK (((tax_rate_bps >= 0) AND (tax_rate_bps <= 10000))),
  CHECK (((unit_price_centavos)::bigint >= 0)),
  CHECK ((kind = ANY (ARRAY['GOODS'::text, 'SERVICE'::text, 'CHIP'::text]))),
  CHECK ((quantity > (0)::numeric)),
  FOREIGN KEY (merchant_id, store_id, cart_id) REFERENCES selling.carts(merchant_id, store_id, id),
  FOREIGN KEY (merchant_id, store_id, permission_set) REFERENCES authz.permission_sets(merchant_id, store_id, id),
  FOREIGN KEY (merchant_id, store_id, variant_id) REFERENCES catalog.variants(merchant_id, store_id, id)
);
alter table selling.line_items enable row level security, force row level security;
CREATE INDEX line_items_cart ON selling.line_items (merchant_id, cart_id, "position", id);
CREATE INDEX line_items_store ON selling.line_items (merchant_id, store_id, permission_set, created_at DESC, id DESC);
CREATE INDEX line_items_variant ON selling.line_items (merchant_id, store_id, variant_id);
grant select on selling.line_items to mostrador_api;
create policy line_item_owner on selling.line_items for all to mostrador_owner using (true) with check (true);
create policy line_item_read on selling.line_items for select to mostrador_api using ((permission_set = ANY (( SELECT app.readable_sets() AS readable_sets)::integer[])));

create table selling.offline_sales ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set integer not null,
  membership_id uuid not null,
  account_id uuid not null,
  cashier_name text not null,
  terminal_id uuid,
  shift_id uuid not null,
  sold_at timestamp with time zone not null,
  lines jsonb not null,
  payments jsonb not null,
  total_centavos app.centavos not null,
  difference_centavos app.centavos not null,
  status text not null,
  reasons jsonb not null default '[]'::jsonb,
  order_id uuid,
  folio text,
  decided_by uuid,
  decider_name text,
  decision_reason text,
  decided_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  handed_in_by uuid not null,
  handed_in_name text not null,
  is_other_device boolean not null default false,
  counted_centavos app.centavos,
  PRIMARY KEY (merchant_id, id),
  CHECK (((counted_centavos)::bigint > 0)),
  CHECK (((permission_set & 15) = 3)),
  CHECK (((status = 'BOOKED'::text) = (order_id IS NOT NULL))),
  CHECK (((status = 'DISCARDED'::text) <= (decision_reason IS NOT NULL))),
  CHECK (((total_centavos)::bigint >= 0)),
  CHECK ((status = ANY (ARRAY['HELD'::text, 'BOOKED'::text, 'DISCARDED'::text]))),
  FOREIGN KEY (merchant_id, membership_id) REFERENCES shop.memberships(merchant_id, id),
  FOREIGN KEY (merchant_id, store_id) REFERENCES shop.stores(merchant_id, id),
  FOREIGN KEY (merchant_id, store_id, order_id) REFERENCES selling.sales_orders(merchant_id, store_id, id),
  FOREIGN KEY (merchant_id, store_id, permission_set) REFERENCES authz.permission_sets(merchant_id, store_id, id),
  FOREIGN KEY (merchant_id, store_id, shift_id) REFERENCES shop.shifts(merchant_id, store_id, id),
  FOREIGN KEY (merchant_id, terminal_id) REFERENCES shop.terminals(merchant_id, id)
);
alter table selling.offline_sales enable row level security, force row level security;
CREATE INDEX offline_sales_held ON selling.offline_sales (merchant_id, store_id, created_at) WHERE (status = 'HELD'::text);
CREATE INDEX offline_sales_shift ON selling.offline_sales (merchant_id, shift_id) WHERE (counted_centavos IS NOT NULL);
CREATE INDEX offline_sales_store ON selling.offline_sales (merchant_id, store_id, permission_set, created_at DESC, id DESC);
grant select on selling.offline_sales to mostrador_api;
create policy offline_sale_owner on selling.offline_sales for all to mostrador_owner using (true) with check (true);
create policy offline_sale_read on selling.offline_sales for select to mostrador_api using ((permission_set = ANY (( SELECT app.readable_sets() AS readable_sets)::integer[])));

create table selling.order_payments ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set integer not null,
  order_id uuid not null,
  position integer not null,
  method text not null,
  amount_centavos app.centavos not null,
  tendered_centavos app.centavos,
  change_centavos app.centavos not null generated always as (
CASE
    WHEN (tendered_centavos IS NULL) THEN (0)::bigint
    ELSE ((tendered_centavos)::bigint - (amount_centavos)::bigint)
END) stored,
  reference text,
  created_at timestamp with time zone not null default now(),
  PRIMARY KEY (merchant_id, id),
  UNIQUE (merchant_id, order_id, "position"),
  CHECK (((amount_centavos)::bigint >= 0)),
  CHECK (((method = 'CASH'::text) OR (tendered_centavos IS NULL))),
  CHECK (((permission_set & 15) = 3)),
  CHECK (((tendered_centavos)::bigint >= (amount_centavos)::bigint)),
  CHECK ((method = ANY (ARRAY['CASH'::text, 'CARD'::text, 'TRANSFER'::text]))),
  CHECK ((reference <> ''::text)),
  FOREIGN KEY (merchant_id, store_id, order_id) REFERENCES selling.sales_orders(merchant_id, store_id, id),
  FOREIGN KEY (merchant_id, store_id, permission_set) REFERENCES authz.permission_sets(merchant_id, store_id, id)
);
alter table selling.order_payments enable row level security, force row level security;
CREATE INDEX order_payments_store ON selling.order_payments (merchant_id, store_id, created_at DESC, id DESC);
grant select on selling.order_payments to mostrador_api;
create policy order_payment_owner on selling.order_payments for all to mostrador_owner using (true) with check (true);
create policy order_payment_read on selling.order_payments for select to mostrador_api using ((permission_set = ANY (( SELECT app.readable_sets() AS readable_sets)::integer[])));

create table selling.receipts ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set integer not null,
  kind text not null,
  folio text not null,
  order_id uuid not null,
  refund_id uuid,
  membership_id uuid not null,
  content jsonb not null,
  created_at timestamp with time zone not null default now(),
  PRIMARY KEY (merchant_id, id),
  UNIQUE (merchant_id, store_id, folio),
  CHECK (((kind = 'SALE'::text) = (refund_id IS NULL))),
  CHECK (((permission_set & 15) = 6)),
  CHECK ((kind = ANY (ARRAY['SALE'::text, 'REFUND'::text, 'RETURN'::text]))),
  FOREIGN KEY (merchant_id, store_id, order_id) REFERENCES selling.sales_orders(merchant_id, store_id, id),
  FOREIGN KEY (merchant_id, store_id, permission_set) REFERENCES authz.permission_sets(merchant_id, store_id, id),
  FOREIGN KEY (merchant_id, store_id, refund_id) REFERENCES selling.refunds(merchant_id, store_id, id)
);
alter table selling.receipts enable row level security, force row level security;
CREATE INDEX receipts_order ON selling.receipts (merchant_id, order_id);
CREATE INDEX receipts_own ON selling.receipts (merchant_id, permission_set, created_at DESC, id DESC);
CREATE INDEX receipts_store ON selling.receipts (merchant_id, store_id, created_at DESC, id DESC);
grant select on selling.receipts to mostrador_api;
create policy receipt_owner on selling.receipts for all to mostrador_owner using (true) with check (true);
create policy receipt_read on selling.receipts for select to mostrador_api using ((permission_set = ANY (( SELECT app.readable_sets() AS readable_sets)::integer[])));

create table selling.refund_lines ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set integer not null,
  refund_id uuid not null,
  line_item_id uuid not null,
  quantity numeric(12,3) not null,
  amount_centavos app.centavos not null,
  tax_centavos app.centavos not null,
  disposition text,
  created_at timestamp with time zone not null default now(),
  PRIMARY KEY (merchant_id, id),
  UNIQUE (merchant_id, refund_id, line_item_id),
  CHECK (((amount_centavos)::bigint >= 0)),
  CHECK (((permission_set & 15) = 3)),
  CHECK ((disposition = ANY (ARRAY['STOCK'::text, 'WASTE'::text]))),
  CHECK ((quantity >= (0)::numeric)),
  FOREIGN KEY (merchant_id, store_id, line_item_id) REFERENCES selling.line_items(merchant_id, store_id, id),
  FOREIGN KEY (merchant_id, store_id, permission_set) REFERENCES authz.permission_sets(merchant_id, store_id, id),
  FOREIGN KEY (merchant_id, store_id, refund_id) REFERENCES selling.refunds(merchant_id, store_id, id)
);
alter table selling.refund_lines enable row level security, force row level security;
CREATE INDEX refund_lines_line ON selling.refund_lines (merchant_id, line_item_id);
CREATE INDEX refund_lines_store ON selling.refund_lines (merchant_id, store_id, created_at DESC, id DESC);
grant select on selling.refund_lines to mostrador_api;
create policy refund_line_owner on selling.refund_lines for all to mostrador_owner using (true) with check (true);
create policy refund_line_read on selling.refund_lines for select to mostrador_api using ((permission_set = ANY (( SELECT app.readable_sets() AS readable_sets)::integer[])));

create table selling.refunds ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set integer not null,
  order_id uuid not null,
  type text not null,
  scope text not null,
  folio text not null,
  approval_id uuid not null,
  shift_id uuid not null,
  membership_id uuid not null,
  account_id uuid not null,
  cashier_name text not null,
  reason text not null,
  amount_centavos app.centavos not null,
  tax_centavos app.centavos not null,
  refunded_on date not null,
  created_at timestamp with time zone not null default now(),
  PRIMARY KEY (merchant_id, id),
  UNIQUE (merchant_id, approval_id),
  UNIQUE (merchant_id, store_id, folio),
  UNIQUE (merchant_id, store_id, id),
  CHECK (((amount_centavos)::bigint >= 0)),
  CHECK (((permission_set & 15) = 3)),
  CHECK ((scope = ANY (ARRAY['LINE'::text, 'CART'::text]))),
  CHECK ((type = ANY (ARRAY['REFUND'::text, 'RETURN'::text]))),
  FOREIGN KEY (merchant_id, store_id, approval_id) REFERENCES selling.approvals(merchant_id, store_id, id),
  FOREIGN KEY (merchant_id, store_id, order_id) REFERENCES selling.sales_orders(merchant_id, store_id, id),
  FOREIGN KEY (merchant_id, store_id, permission_set) REFERENCES authz.permission_sets(merchant_id, store_id, id),
  FOREIGN KEY (merchant_id, store_id, shift_id) REFERENCES shop.shifts(merchant_id, store_id, id)
);
alter table selling.refunds enable row level security, force row level security;
CREATE INDEX refunds_created ON selling.refunds USING brin (refunded_on);
CREATE INDEX refunds_day ON selling.refunds (merchant_id, store_id, refunded_on);
CREATE INDEX refunds_order ON selling.refunds (merchant_id, order_id);
CREATE INDEX refunds_shift ON selling.refunds (merchant_id, shift_id);
CREATE INDEX refunds_store ON selling.refunds (merchant_id, store_id, created_at DESC, id DESC);
grant select on selling.refunds to mostrador_api;
create policy refund_owner on selling.refunds for all to mostrador_owner using (true) with check (true);
create policy refund_read on selling.refunds for select to mostrador_api using ((permission_set = ANY (( SELECT app.readable_sets() AS readable_sets)::integer[])));

create table selling.sales_orders ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set integer not null,
  cart_id uuid not null,
  folio text not null,
  customer_id uuid,
  shift_id uuid not null,
  terminal_id uuid,
  membership_id uuid not null,
  account_id uuid not null,
  cashier_name text not null,
  gross_centavos app.centavos not null,
  discount_centavos app.centavos not null,
  tax_centavos app.centavos not null,
  total_centavos app.centavos not null,
  rounding_centavos app.centavos not null default 0,
  sold_at timestamp with time zone not null,
  sold_on date not null,
  created_at timestamp with time zone not null default now(),
  PRIMARY KEY (merchant_id, id),
  UNIQUE (merchant_id, cart_id),
  UNIQUE (merchant_id, store_id, folio),
  UNIQUE (merchant_id, store_id, id),
  CHECK (((permission_set & 15) = 3)),
  CHECK (((total_centavos)::bigint >= 0)),
  FOREIGN KEY (merchant_id, membership_id) REFERENCES shop.memberships(merchant_id, id),
  FOREIGN KEY (merchant_id, store_id, cart_id) REFERENCES selling.carts(merchant_id, store_id, id),
  FOREIGN KEY (merchant_id, store_id, customer_id) REFERENCES selling.customers(merchant_id, store_id, id),
  FOREIGN KEY (merchant_id, store_id, permission_set) REFERENCES authz.permission_sets(merchant_id, store_id, id),
  FOREIGN KEY (merchant_id, store_id, shift_id) REFERENCES shop.shifts(merchant_id, store_id, id)
);
alter table selling.sales_orders enable row level security, force row level security;
CREATE INDEX sales_orders_created ON selling.sales_orders USING brin (sold_on);
CREATE INDEX sales_orders_customer ON selling.sales_orders (merchant_id, store_id, customer_id, created_at DESC) WHERE (customer_id IS NOT NULL);
CREATE INDEX sales_orders_day ON selling.sales_orders (merchant_id, store_id, sold_on);
CREATE INDEX sales_orders_late ON selling.sales_orders (merchant_id, store_id, sold_on, created_at) WHERE (sold_at < created_at);
CREATE INDEX sales_orders_shift ON selling.sales_orders (merchant_id, shift_id);
CREATE INDEX sales_orders_store ON selling.sales_orders (merchant_id, store_id, created_at DESC, id DESC);
CREATE STATISTICS selling.sales_orders_store_set ON store_id, permission_set FROM selling.sales_orders;
grant select on selling.sales_orders to mostrador_api;
create policy sales_order_owner on selling.sales_orders for all to mostrador_owner using (true) with check (true);
create policy sales_order_read on selling.sales_orders for select to mostrador_api using ((permission_set = ANY (( SELECT app.readable_sets() AS readable_sets)::integer[])));

create table selling.transactions ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null default app.uuid_v7(),
  store_id uuid not null,
  permission_set integer not null,
  kind text not null,
  method text not null,
  amount_centavos app.centavos not null,
  order_id uuid not null,
  refund_id uuid,
  shift_id uuid not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  order_payment_id uuid,
  PRIMARY KEY (merchant_id, id),
  CHECK (
CASE kind
    WHEN 'PAYMENT'::text THEN ((amount_centavos)::bigint >= 0)
    ELSE ((amount_centavos)::bigint < 0)
END),
  CHECK (((kind = 'REFUND'::text) = (order_payment_id IS NOT NULL))),
  CHECK (((kind = 'REFUND'::text) = (refund_id IS NOT NULL))),
  CHECK (((permission_set & 15) = 3)),
  CHECK ((kind = ANY (ARRAY['PAYMENT'::text, 'REFUND'::text]))),
  CHECK ((method = ANY (ARRAY['CASH'::text, 'CARD'::text, 'TRANSFER'::text]))),
  FOREIGN KEY (merchant_id, order_payment_id) REFERENCES selling.order_payments(merchant_id, id),
  FOREIGN KEY (merchant_id, store_id, order_id) REFERENCES selling.sales_orders(merchant_id, store_id, id),
  FOREIGN KEY (merchant_id, store_id, permission_set) REFERENCES authz.permission_sets(merchant_id, store_id, id),
  FOREIGN KEY (merchant_id, store_id, refund_id) REFERENCES selling.refunds(merchant_id, store_id, id),
  FOREIGN KEY (merchant_id, store_id, shift_id) REFERENCES shop.shifts(merchant_id, store_id, id)
);
alter table selling.transactions enable row level security, force row level security;
CREATE INDEX transactions_order ON selling.transactions (merchant_id, order_id);
CREATE INDEX transactions_shift ON selling.transactions (merchant_id, shift_id);
CREATE INDEX transactions_store ON selling.transactions (merchant_id, store_id, created_at DESC, id DESC);
grant select on selling.transactions to mostrador_api;
create policy transaction_owner on selling.transactions for all to mostrador_owner using (true) with check (true);
create policy transaction_read on selling.transactions for select to mostrador_api using ((permission_set = ANY (( SELECT app.readable_sets() AS readable_sets)::integer[])));

create table settings.merchant_settings ( -- place: shared
  merchant_id uuid not null,
  key text not null,
  platform_value jsonb,
  owner_value jsonb,
  updated_by uuid not null,
  updated_at timestamp with time zone not null default now(),
  PRIMARY KEY (merchant_id, key),
  FOREIGN KEY (merchant_id) REFERENCES platform.merchants(id),
  FOREIGN KEY (updated_by) REFERENCES identity.accounts(id)
);
alter table settings.merchant_settings enable row level security, force row level security;
grant select on settings.merchant_settings to mostrador_api;
grant select on settings.merchant_settings to mostrador_worker;
create policy merchant_setting_own on settings.merchant_settings for select to mostrador_api using ((merchant_id = ANY (app.merchant_ids())));
create policy merchant_setting_owner on settings.merchant_settings for all to mostrador_owner using (true) with check (true);
create policy merchant_setting_platform on settings.merchant_settings for select to mostrador_api using (app.oversees(merchant_id));
create policy merchant_setting_worker on settings.merchant_settings for select to mostrador_worker using (true);

-- Written from server/src/settings/values/registry.ts; never by hand.
create table settings.setting_definitions ( -- place: shared
  key text not null,
  type text not null,
  scope text not null,
  default_value jsonb not null,
  minimum bigint,
  maximum bigint,
  stricter text,
  PRIMARY KEY (key),
  CHECK (((scope = 'merchant'::text) OR (stricter IS NULL))),
  CHECK (((type <> 'boolean'::text) = ((minimum IS NOT NULL) AND (maximum IS NOT NULL)))),
  CHECK ((scope = ANY (ARRAY['platform'::text, 'merchant'::text]))),
  CHECK ((stricter = ANY (ARRAY['lower'::text, 'higher'::text]))),
  CHECK ((type = ANY (ARRAY['boolean'::text, 'integer'::text, 'text'::text])))
);
grant select on settings.setting_definitions to mostrador_api;
grant select on settings.setting_definitions to mostrador_worker;

-- What an administrator has set; keys, types and defaults are in the registry.
create table settings.settings ( -- place: shared
  key text not null,
  value jsonb not null,
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  PRIMARY KEY (key),
  FOREIGN KEY (updated_by) REFERENCES identity.accounts(id)
);
grant select on settings.settings to mostrador_api;
grant select on settings.settings to mostrador_worker;

create table shop.api_keys ( -- place: shared
  merchant_id uuid not null,
  id uuid not null,
  prefix text not null,
  scopes text[] not null,
  all_stores boolean not null,
  created_by uuid not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  revoked_by uuid,
  revoked_reason text,
  PRIMARY KEY (merchant_id, id),
  UNIQUE (id),
  UNIQUE (prefix),
  CHECK (((revoked_at IS NULL) = (revoked_reason IS NULL))),
  CHECK ((cardinality(scopes) > 0)),
  CHECK ((expires_at > created_at)),
  CHECK ((prefix ~ '^mostrador_sk_[0-9A-Za-z]{12}$'::text)),
  FOREIGN KEY (created_by) REFERENCES identity.accounts(id),
  FOREIGN KEY (id) REFERENCES identity.accounts(id),
  FOREIGN KEY (merchant_id) REFERENCES platform.merchants(id),
  FOREIGN KEY (revoked_by) REFERENCES identity.accounts(id)
);
alter table shop.api_keys enable row level security, force row level security;
CREATE INDEX api_keys_created_by ON shop.api_keys (created_by) WHERE (revoked_at IS NULL);
create policy api_key_owner on shop.api_keys for all to mostrador_owner using (true) with check (true);

create table shop.cash_movements ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set integer not null,
  shift_id uuid not null,
  kind text not null,
  amount_centavos app.centavos not null,
  reason text not null,
  account_id uuid not null,
  person_name text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  vas_sale_id uuid,
  PRIMARY KEY (merchant_id, id),
  CHECK ((((amount_centavos)::bigint >= 0) AND (((amount_centavos)::bigint = 0) = (kind = 'NO_SALE'::text)))),
  CHECK (((permission_set & 15) = 5)),
  CHECK ((kind = ANY (ARRAY['CASH_IN'::text, 'CASH_OUT'::text, 'DROP'::text, 'NO_SALE'::text]))),
  FOREIGN KEY (merchant_id, store_id, permission_set) REFERENCES authz.permission_sets(merchant_id, store_id, id),
  FOREIGN KEY (merchant_id, store_id, shift_id) REFERENCES shop.shifts(merchant_id, store_id, id),
  FOREIGN KEY (merchant_id, vas_sale_id) REFERENCES vas.sales(merchant_id, id)
);
alter table shop.cash_movements enable row level security, force row level security;
CREATE INDEX cash_movements_own ON shop.cash_movements (merchant_id, permission_set, created_at DESC, id DESC);
CREATE INDEX cash_movements_shift ON shop.cash_movements (merchant_id, shift_id, id);
CREATE INDEX cash_movements_store ON shop.cash_movements (merchant_id, store_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX cash_movements_vas_sale ON shop.cash_movements (merchant_id, vas_sale_id) WHERE (vas_sale_id IS NOT NULL);
grant select on shop.cash_movements to mostrador_api;
create policy cash_movement_owner on shop.cash_movements for all to mostrador_owner using (true) with check (true);
create policy cash_movement_read on shop.cash_movements for select to mostrador_api using ((permission_set = ANY (( SELECT app.readable_sets() AS readable_sets)::integer[])));

create table shop.code_attempts ( -- place: tenant
  merchant_id uuid not null,
  store_id uuid not null,
  code text not null,
  source_id uuid not null,
  failures integer not null,
  last_failed_at timestamp with time zone not null,
  locked_until timestamp with time zone,
  PRIMARY KEY (merchant_id, store_id, code, source_id),
  FOREIGN KEY (merchant_id, store_id) REFERENCES shop.stores(merchant_id, id)
);
alter table shop.code_attempts enable row level security, force row level security;
CREATE INDEX code_attempts_last ON shop.code_attempts (merchant_id, last_failed_at);
create policy code_attempt_owner on shop.code_attempts for all to mostrador_owner using (true) with check (true);

create table shop.connections ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set integer not null,
  provider text not null,
  environment text not null,
  name text not null,
  key_last_four text not null,
  fingerprint text not null,
  sealed bytea,
  sealed_key bytea,
  key_id bytea generated always as (SUBSTRING(sealed_key FROM 2 FOR 4)) stored,
  available_centavos app.centavos,
  checked_at timestamp with time zone,
  created_by uuid not null,
  created_at timestamp with time zone not null default now(),
  deleted_by uuid,
  deleted_at timestamp with time zone,
  answerable_id uuid,
  paused_at timestamp with time zone,
  paused_reason text,
  PRIMARY KEY (merchant_id, id),
  CHECK ((((paused_at IS NULL) = (paused_reason IS NULL)) AND COALESCE((paused_reason = ANY (ARRAY['membership_ended'::text, 'role_lowered'::text, 'owner_changed'::text, 'account_blocked'::text, 'restored'::text])), true))),
  CHECK ((((sealed IS NULL) = (sealed_key IS NULL)) AND ((sealed IS NOT NULL) OR (deleted_at IS NOT NULL)))),
  CHECK (((available_centavos IS NULL) = (checked_at IS NULL))),
  CHECK (((deleted_by IS NULL) = (deleted_at IS NULL))),
  CHECK (((permission_set & 15) = 8)),
  CHECK ((environment = ANY (ARRAY['sandbox'::text, 'staging'::text, 'live'::text]))),
  CHECK ((length(key_last_four) <= 4)),
  CHECK ((provider = 'dtone'::text)),
  FOREIGN KEY (merchant_id, store_id) REFERENCES shop.stores(merchant_id, id),
  FOREIGN KEY (merchant_id, store_id, permission_set) REFERENCES authz.permission_sets(merchant_id, store_id, id)
);
alter table shop.connections enable row level security, force row level security;
CREATE INDEX connections_store ON shop.connections (merchant_id, store_id, id);
CREATE UNIQUE INDEX connections_name ON shop.connections (merchant_id, store_id, name) WHERE (deleted_at IS NULL);
grant insert (merchant_id, id, store_id, permission_set, provider, environment, name, key_last_four, fingerprint, sealed, sealed_key, created_by, created_at), select (merchant_id, id, store_id, permission_set, provider, environment, name, key_last_four, fingerprint, available_centavos, checked_at, created_by, created_at, deleted_at, answerable_id, paused_at, paused_reason), update (available_centavos, checked_at, deleted_by, deleted_at) on shop.connections to mostrador_api;
grant select on shop.connections to mostrador_worker;
create policy connection_insert on shop.connections for insert to mostrador_api with check (((permission_set = ANY (( SELECT app.creatable_sets() AS creatable_sets)::integer[])) AND (created_by = app.account_id())));
create policy connection_owner on shop.connections for all to mostrador_owner using (true) with check (true);
create policy connection_read on shop.connections for select to mostrador_api using ((permission_set = ANY (( SELECT app.readable_sets() AS readable_sets)::integer[])));
create policy connection_update on shop.connections for update to mostrador_api using ((permission_set = ANY (( SELECT app.updatable_sets() AS updatable_sets)::integer[])));
create policy connection_worker_read on shop.connections for select to mostrador_worker using (true);

create table shop.employee_pins ( -- place: tenant
  merchant_id uuid not null,
  employee_id uuid not null,
  pin_hash text not null,
  minted_by uuid not null,
  set_at timestamp with time zone not null default now(),
  one_time_until timestamp with time zone,
  PRIMARY KEY (merchant_id, employee_id),
  FOREIGN KEY (merchant_id, employee_id) REFERENCES shop.employees(merchant_id, id) ON DELETE CASCADE
);
alter table shop.employee_pins enable row level security, force row level security;
create policy employee_pin_owner on shop.employee_pins for all to mostrador_owner using (true) with check (true);

create table shop.employees ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set integer not null,
  membership_id uuid,
  name text not null,
  email text,
  phone text,
  position text,
  status text not null default 'ACTIVE'::text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  name_key text collate "C" not null generated always as (app.fold(name)) stored,
  search_text text not null generated always as (app.fold(((((((name || ' '::text) || COALESCE(email, ''::text)) || ' '::text) || COALESCE(phone, ''::text)) || ' '::text) || COALESCE("position", ''::text)))) stored,
  code text,
  PRIMARY KEY (merchant_id, id),
  UNIQUE (merchant_id, membership_id),
  CHECK (((permission_set & 15) = 7)),
  CHECK ((code ~ '^[0-9A-Z]{4,8}$'::text)),
  CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'INACTIVE'::text]))),
  FOREIGN KEY (merchant_id, membership_id) REFERENCES shop.memberships(merchant_id, id),
  FOREIGN KEY (merchant_id, store_id) REFERENCES shop.stores(merchant_id, id),
  FOREIGN KEY (merchant_id, store_id, permission_set) REFERENCES authz.permission_sets(merchant_id, store_id, id)
);
alter table shop.employees enable row level security, force row level security;
CREATE INDEX employees_store ON shop.employees (merchant_id, store_id, id);
CREATE UNIQUE INDEX employees_code ON shop.employees (merchant_id, store_id, code);
grant delete, insert, select, update (name, email, phone, position, status, updated_at, code) on shop.employees to mostrador_api;
create policy employee_create on shop.employees for insert to mostrador_api with check (((permission_set = ANY (( SELECT app.creatable_sets() AS creatable_sets)::integer[])) AND (membership_id IS NULL)));
create policy employee_delete on shop.employees for delete to mostrador_api using (((permission_set = ANY (( SELECT app.deletable_sets() AS deletable_sets)::integer[])) AND (membership_id IS NULL)));
create policy employee_owner on shop.employees for all to mostrador_owner using (true) with check (true);
create policy employee_read on shop.employees for select to mostrador_api using ((permission_set = ANY (( SELECT app.readable_sets() AS readable_sets)::integer[])));
create policy employee_update on shop.employees for update to mostrador_api using ((permission_set = ANY (( SELECT app.updatable_sets() AS updatable_sets)::integer[])));

create table shop.folios ( -- place: tenant
  merchant_id uuid not null,
  store_id uuid not null,
  series text not null,
  last_no bigint not null,
  PRIMARY KEY (merchant_id, store_id, series),
  CHECK ((series ~ '^[A-Z]$'::text)),
  FOREIGN KEY (merchant_id, store_id) REFERENCES shop.stores(merchant_id, id)
);
alter table shop.folios enable row level security, force row level security;
create policy folio_owner on shop.folios for all to mostrador_owner using (true) with check (true);

create table shop.invites ( -- place: shared
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid,
  permission_set integer,
  email text not null,
  role text,
  account_id uuid,
  token_hash bytea not null,
  invited_by uuid not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  accepted_at timestamp with time zone,
  revoked_at timestamp with time zone,
  PRIMARY KEY (merchant_id, id),
  UNIQUE (token_hash),
  CHECK (((account_id IS NULL) OR (store_id IS NOT NULL))),
  CHECK (((permission_set & 15) = 7)),
  CHECK (((store_id IS NULL) = (permission_set IS NULL))),
  CHECK (((store_id IS NULL) = (role IS NULL))),
  CHECK ((role = ANY (ARRAY['manager'::text, 'supervisor'::text, 'cashier'::text]))),
  FOREIGN KEY (account_id) REFERENCES identity.accounts(id),
  FOREIGN KEY (invited_by) REFERENCES identity.accounts(id),
  FOREIGN KEY (merchant_id) REFERENCES platform.merchants(id),
  FOREIGN KEY (merchant_id, store_id) REFERENCES shop.teams(merchant_id, id),
  FOREIGN KEY (merchant_id, store_id, permission_set) REFERENCES authz.permission_sets(merchant_id, store_id, id)
);
alter table shop.invites enable row level security, force row level security;
CREATE INDEX invites_id ON shop.invites (id);
CREATE INDEX invites_sender ON shop.invites (invited_by) WHERE ((accepted_at IS NULL) AND (revoked_at IS NULL));
grant select (merchant_id, id, store_id, permission_set, email, role, account_id, invited_by, created_at, expires_at, accepted_at, revoked_at) on shop.invites to mostrador_api;
create policy invite_owner on shop.invites for all to mostrador_owner using (true) with check (true);
create policy invite_read on shop.invites for select to mostrador_api using ((permission_set = ANY (( SELECT app.readable_sets() AS readable_sets)::integer[])));

create table shop.memberships ( -- place: shared
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set integer not null,
  account_id uuid not null,
  role text not null,
  created_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone,
  PRIMARY KEY (merchant_id, id),
  CHECK (((permission_set & 15) = 7)),
  CHECK ((role = ANY (ARRAY['manager'::text, 'supervisor'::text, 'cashier'::text]))),
  FOREIGN KEY (account_id) REFERENCES identity.accounts(id),
  FOREIGN KEY (merchant_id, store_id) REFERENCES shop.teams(merchant_id, id),
  FOREIGN KEY (merchant_id, store_id, permission_set) REFERENCES authz.permission_sets(merchant_id, store_id, id)
);
alter table shop.memberships enable row level security, force row level security;
CREATE INDEX memberships_account ON shop.memberships (account_id);
CREATE INDEX memberships_store ON shop.memberships (merchant_id, store_id);
CREATE UNIQUE INDEX memberships_active ON shop.memberships (account_id, store_id) WHERE (ended_at IS NULL);
grant select on shop.memberships to mostrador_api;
create policy membership_owner on shop.memberships for all to mostrador_owner using (true) with check (true);
create policy membership_read on shop.memberships for select to mostrador_api using (((permission_set = ANY (( SELECT app.readable_sets() AS readable_sets)::integer[])) OR (account_id = app.account_id())));

create table shop.shift_reports ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set integer not null,
  shift_id uuid not null,
  folio text not null,
  expected_centavos app.centavos not null,
  counted_centavos app.centavos not null,
  difference_centavos app.centavos not null,
  difference_reason text,
  denominations jsonb,
  totals jsonb not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  PRIMARY KEY (merchant_id, id),
  UNIQUE (merchant_id, shift_id),
  UNIQUE (merchant_id, store_id, folio),
  CHECK (((counted_centavos)::bigint >= 0)),
  CHECK (((difference_centavos)::bigint = ((counted_centavos)::bigint - (expected_centavos)::bigint))),
  CHECK (((permission_set & 15) = 9)),
  FOREIGN KEY (merchant_id, store_id, permission_set) REFERENCES authz.permission_sets(merchant_id, store_id, id),
  FOREIGN KEY (merchant_id, store_id, shift_id) REFERENCES shop.shifts(merchant_id, store_id, id)
);
alter table shop.shift_reports enable row level security, force row level security;
CREATE INDEX shift_reports_own ON shop.shift_reports (merchant_id, permission_set, created_at DESC, id DESC);
CREATE INDEX shift_reports_store ON shop.shift_reports (merchant_id, store_id, created_at DESC, id DESC);
grant select on shop.shift_reports to mostrador_api;
create policy shift_report_owner on shop.shift_reports for all to mostrador_owner using (true) with check (true);
create policy shift_report_read on shop.shift_reports for select to mostrador_api using ((permission_set = ANY (( SELECT app.readable_sets() AS readable_sets)::integer[])));

create table shop.shifts ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set integer not null,
  membership_id uuid not null,
  account_id uuid not null,
  cashier_name text not null,
  terminal_id uuid,
  opening_float_centavos app.centavos not null,
  status text not null default 'OPEN'::text,
  opened_at timestamp with time zone not null default now(),
  closed_at timestamp with time zone,
  closed_by uuid,
  closed_by_name text,
  updated_at timestamp with time zone not null default now(),
  PRIMARY KEY (merchant_id, id),
  UNIQUE (merchant_id, store_id, id),
  CHECK (((opening_float_centavos)::bigint >= 0)),
  CHECK (((permission_set & 15) = 5)),
  CHECK (((status = 'CLOSED'::text) = (closed_at IS NOT NULL))),
  CHECK ((status = ANY (ARRAY['OPEN'::text, 'CLOSED'::text]))),
  FOREIGN KEY (merchant_id, membership_id) REFERENCES shop.memberships(merchant_id, id),
  FOREIGN KEY (merchant_id, store_id) REFERENCES shop.stores(merchant_id, id),
  FOREIGN KEY (merchant_id, store_id, permission_set) REFERENCES authz.permission_sets(merchant_id, store_id, id),
  FOREIGN KEY (merchant_id, terminal_id) REFERENCES shop.terminals(merchant_id, id)
);
alter table shop.shifts enable row level security, force row level security;
CREATE INDEX shifts_own ON shop.shifts (merchant_id, permission_set, opened_at DESC, id DESC);
CREATE INDEX shifts_store ON shop.shifts (merchant_id, store_id, opened_at DESC, id DESC);
CREATE UNIQUE INDEX shifts_open_member ON shop.shifts (merchant_id, membership_id) WHERE (status = 'OPEN'::text);
CREATE UNIQUE INDEX shifts_open_terminal ON shop.shifts (merchant_id, terminal_id) WHERE (status = 'OPEN'::text);
grant select on shop.shifts to mostrador_api;
create policy shift_owner on shop.shifts for all to mostrador_owner using (true) with check (true);
create policy shift_read on shop.shifts for select to mostrador_api using ((permission_set = ANY (( SELECT app.readable_sets() AS readable_sets)::integer[])));

create table shop.stores ( -- place: shared
  merchant_id uuid not null,
  id uuid not null,
  permission_set integer not null,
  name text not null,
  code text not null,
  phone text,
  address text,
  time_zone text not null default 'America/Mexico_City'::text,
  tax_region text not null default 'GENERAL'::text,
  status text not null default 'ACTIVE'::text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  name_key text collate "C" not null generated always as (app.fold(name)) stored,
  search_text text not null generated always as (app.fold(((name || ' '::text) || code))) stored,
  cash_rounding_centavos integer not null default 0,
  label_layouts text[] not null default '{}'::text[],
  open_price_limit_centavos app.centavos not null default 50000,
  cashiers_sell_open_prices boolean not null default false,
  cashiers_count_blind boolean not null default false,
  shift_report_emails text[] not null default '{}'::text[],
  PRIMARY KEY (merchant_id, id),
  UNIQUE (merchant_id, code),
  CHECK ((((open_price_limit_centavos)::bigint >= 0) AND ((open_price_limit_centavos)::bigint <= '10000000000'::bigint))),
  CHECK (((permission_set & 15) = 8)),
  CHECK ((cardinality(label_layouts) <= 8)),
  CHECK ((cardinality(shift_report_emails) <= 5)),
  CHECK ((cash_rounding_centavos = ANY (ARRAY[0, 10, 50, 100]))),
  CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'CLOSED'::text]))),
  CHECK ((tax_region = ANY (ARRAY['GENERAL'::text, 'BORDER'::text]))),
  FOREIGN KEY (merchant_id, id) REFERENCES shop.teams(merchant_id, id),
  FOREIGN KEY (merchant_id, id, permission_set) REFERENCES authz.permission_sets(merchant_id, store_id, id)
);
alter table shop.stores enable row level security, force row level security;
grant select, update (name, code, phone, address, time_zone, tax_region, status, updated_at, cash_rounding_centavos, label_layouts, open_price_limit_centavos, cashiers_sell_open_prices, cashiers_count_blind, shift_report_emails) on shop.stores to mostrador_api;
create policy store_owner on shop.stores for all to mostrador_owner using (true) with check (true);
create policy store_read on shop.stores for select to mostrador_api using ((permission_set = ANY (( SELECT app.readable_sets() AS readable_sets)::integer[])));
create policy store_update on shop.stores for update to mostrador_api using ((permission_set = ANY (( SELECT app.updatable_sets() AS updatable_sets)::integer[])));

create table shop.teams ( -- place: shared
  merchant_id uuid not null,
  id uuid not null,
  created_at timestamp with time zone not null default now(),
  PRIMARY KEY (merchant_id, id),
  UNIQUE (id),
  FOREIGN KEY (merchant_id) REFERENCES platform.merchants(id)
);

create table shop.terminal_devices ( -- place: shared
  merchant_id uuid not null,
  terminal_id uuid not null,
  token_hash bytea not null,
  enabled_by uuid not null,
  enabled_at timestamp with time zone not null default now(),
  PRIMARY KEY (merchant_id, terminal_id),
  UNIQUE (token_hash),
  CHECK ((length(token_hash) = 32)),
  FOREIGN KEY (merchant_id, terminal_id) REFERENCES shop.terminals(merchant_id, id) ON DELETE CASCADE
);
alter table shop.terminal_devices enable row level security, force row level security;
create policy terminal_device_owner on shop.terminal_devices for all to mostrador_owner using (true) with check (true);

create table shop.terminal_enabling_codes ( -- place: shared
  merchant_id uuid not null,
  terminal_id uuid not null,
  code_hash bytea not null,
  created_by uuid not null,
  expires_at timestamp with time zone not null,
  PRIMARY KEY (merchant_id, terminal_id),
  UNIQUE (code_hash),
  CHECK ((length(code_hash) = 32)),
  FOREIGN KEY (merchant_id, terminal_id) REFERENCES shop.terminals(merchant_id, id) ON DELETE CASCADE
);
alter table shop.terminal_enabling_codes enable row level security, force row level security;
create policy terminal_enabling_code_owner on shop.terminal_enabling_codes for all to mostrador_owner using (true) with check (true);

create table shop.terminals ( -- place: shared
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set integer not null,
  name text not null,
  status text not null default 'ENABLED'::text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  name_key text collate "C" not null generated always as (app.fold(name)) stored,
  search_text text not null generated always as (app.fold(name)) stored,
  device_enabled_at timestamp with time zone,
  PRIMARY KEY (merchant_id, id),
  UNIQUE (merchant_id, store_id, name),
  CHECK (((permission_set & 15) = 8)),
  CHECK ((status = ANY (ARRAY['ENABLED'::text, 'DISABLED'::text]))),
  FOREIGN KEY (merchant_id, store_id) REFERENCES shop.stores(merchant_id, id),
  FOREIGN KEY (merchant_id, store_id, permission_set) REFERENCES authz.permission_sets(merchant_id, store_id, id)
);
alter table shop.terminals enable row level security, force row level security;
CREATE INDEX terminals_id ON shop.terminals (id);
grant delete, insert, select, update (name, status, updated_at) on shop.terminals to mostrador_api;
create policy terminal_create on shop.terminals for insert to mostrador_api with check ((permission_set = ANY (( SELECT app.creatable_sets() AS creatable_sets)::integer[])));
create policy terminal_delete on shop.terminals for delete to mostrador_api using ((permission_set = ANY (( SELECT app.deletable_sets() AS deletable_sets)::integer[])));
create policy terminal_owner on shop.terminals for all to mostrador_owner using (true) with check (true);
create policy terminal_read on shop.terminals for select to mostrador_api using ((permission_set = ANY (( SELECT app.readable_sets() AS readable_sets)::integer[])));
create policy terminal_update on shop.terminals for update to mostrador_api using ((permission_set = ANY (( SELECT app.updatable_sets() AS updatable_sets)::integer[])));

create table stock.chip_codes ( -- place: tenant
  merchant_id uuid not null,
  chip_id uuid not null,
  pin_sealed bytea,
  puk_sealed bytea,
  PRIMARY KEY (merchant_id, chip_id),
  CHECK (((pin_sealed IS NOT NULL) OR (puk_sealed IS NOT NULL))),
  FOREIGN KEY (merchant_id, chip_id) REFERENCES stock.chip_units(merchant_id, id)
);
alter table stock.chip_codes enable row level security, force row level security;
create policy chip_code_owner on stock.chip_codes for all to mostrador_owner using (true) with check (true);

create table stock.chip_import_runs ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set integer not null,
  product_id uuid not null,
  file_name text not null,
  file_hash bytea not null,
  file_sealed bytea,
  is_dry_run boolean not null,
  status text not null default 'RUNNING'::text,
  rows_checked integer not null default 0,
  rows_total integer,
  rows_imported integer not null default 0,
  sheet_name text,
  hidden_sheets text[] not null,
  carriers text[] not null default '{}'::text[],
  problem jsonb,
  started_by uuid not null,
  started_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  PRIMARY KEY (merchant_id, id),
  CHECK (((permission_set & 15) = 2)),
  CHECK (((status = 'RUNNING'::text) = (file_sealed IS NOT NULL))),
  CHECK (((status = 'RUNNING'::text) = (finished_at IS NULL))),
  CHECK (((status = ANY (ARRAY['REFUSED'::text, 'STOPPED'::text])) = (problem IS NOT NULL))),
  CHECK ((length(file_hash) = 32)),
  CHECK ((rows_checked >= 0)),
  CHECK ((rows_imported >= 0)),
  CHECK ((rows_total >= 0)),
  CHECK ((status = ANY (ARRAY['RUNNING'::text, 'CHECKED'::text, 'IMPORTED'::text, 'REFUSED'::text, 'STOPPED'::text]))),
  FOREIGN KEY (merchant_id, product_id) REFERENCES catalog.products(merchant_id, id),
  FOREIGN KEY (merchant_id, store_id) REFERENCES shop.stores(merchant_id, id),
  FOREIGN KEY (merchant_id, store_id, permission_set) REFERENCES authz.permission_sets(merchant_id, store_id, id)
);
alter table stock.chip_import_runs enable row level security, force row level security;
CREATE INDEX chip_import_runs_id ON stock.chip_import_runs (id);
CREATE INDEX chip_import_runs_product ON stock.chip_import_runs (merchant_id, product_id);
CREATE INDEX chip_import_runs_store ON stock.chip_import_runs (merchant_id, store_id, id);
CREATE UNIQUE INDEX chip_import_runs_one ON stock.chip_import_runs (merchant_id, store_id) WHERE (status = 'RUNNING'::text);
grant select (merchant_id, id, store_id, permission_set, product_id, file_name, file_hash, is_dry_run, status, rows_checked, rows_total, rows_imported, sheet_name, hidden_sheets, carriers, problem, started_by, started_at, finished_at) on stock.chip_import_runs to mostrador_api;
create policy chip_import_run_owner on stock.chip_import_runs for all to mostrador_owner using (true) with check (true);
create policy chip_import_run_read on stock.chip_import_runs for select to mostrador_api using ((permission_set = ANY (( SELECT app.updatable_sets() AS updatable_sets)::integer[])));

create table stock.chip_imports ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set integer not null,
  product_id uuid not null,
  file_name text not null,
  file_hash bytea not null,
  sheet_name text not null,
  row_count integer not null,
  imported_by uuid not null,
  imported_at timestamp with time zone not null default now(),
  PRIMARY KEY (merchant_id, id),
  UNIQUE (merchant_id, store_id, file_hash),
  CHECK (((permission_set & 15) = 2)),
  CHECK ((length(file_hash) = 32)),
  CHECK ((row_count > 0)),
  FOREIGN KEY (merchant_id, product_id) REFERENCES catalog.products(merchant_id, id),
  FOREIGN KEY (merchant_id, store_id) REFERENCES shop.stores(merchant_id, id),
  FOREIGN KEY (merchant_id, store_id, permission_set) REFERENCES authz.permission_sets(merchant_id, store_id, id)
);
alter table stock.chip_imports enable row level security, force row level security;
CREATE INDEX chip_imports_at ON stock.chip_imports (merchant_id, store_id, imported_at, id);
CREATE INDEX chip_imports_product ON stock.chip_imports (merchant_id, product_id);
CREATE INDEX chip_imports_recent ON stock.chip_imports (imported_at);
grant select on stock.chip_imports to mostrador_api;
create policy chip_import_owner on stock.chip_imports for all to mostrador_owner using (true) with check (true);
create policy chip_import_read on stock.chip_imports for select to mostrador_api using ((permission_set = ANY (( SELECT app.readable_sets() AS readable_sets)::integer[])));

create table stock.chip_incidents ( -- place: control
  id uuid not null,
  iccid text not null,
  merchant_ids uuid[] not null,
  found_at timestamp with time zone not null default now(),
  status text not null default 'OPEN'::text,
  closed_by uuid,
  closed_at timestamp with time zone,
  close_reason text,
  PRIMARY KEY (id),
  UNIQUE (iccid),
  CHECK (((status = 'CLOSED'::text) = ((closed_at IS NOT NULL) AND (closed_by IS NOT NULL) AND (close_reason IS NOT NULL)))),
  CHECK ((cardinality(merchant_ids) > 1)),
  CHECK ((status = ANY (ARRAY['OPEN'::text, 'CLOSED'::text]))),
  FOREIGN KEY (closed_by) REFERENCES identity.accounts(id)
);
alter table stock.chip_incidents enable row level security, force row level security;
CREATE INDEX chip_incidents_open ON stock.chip_incidents (id DESC) WHERE (status = 'OPEN'::text);
create policy chip_incident_owner on stock.chip_incidents for all to mostrador_owner using (true) with check (true);

create table stock.chip_units ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set integer not null,
  product_id uuid not null,
  import_id uuid not null,
  import_row integer not null,
  iccid text not null,
  msisdn text,
  imsi text,
  carrier text,
  batch text,
  cost_centavos app.centavos,
  price_centavos app.centavos,
  expires_on date,
  status text not null default 'IN_STOCK'::text,
  order_id uuid,
  imported_at timestamp with time zone not null default now(),
  sold_at timestamp with time zone,
  activated_at timestamp with time zone,
  updated_at timestamp with time zone not null default now(),
  PRIMARY KEY (merchant_id, id),
  CHECK (((cost_centavos)::bigint >= 0)),
  CHECK (((order_id IS NULL) = (sold_at IS NULL))),
  CHECK (((permission_set & 15) = 2)),
  CHECK (((price_centavos)::bigint >= 0)),
  CHECK (((status = 'ACTIVATED'::text) = (activated_at IS NOT NULL))),
  CHECK (((status = ANY (ARRAY['SOLD'::text, 'ACTIVATED'::text])) = (sold_at IS NOT NULL))),
  CHECK ((iccid ~ '^89[0-9]{17,18}$'::text)),
  CHECK ((import_row > 0)),
  CHECK ((status = ANY (ARRAY['IN_STOCK'::text, 'SOLD'::text, 'ACTIVATED'::text, 'VOID'::text]))),
  FOREIGN KEY (merchant_id, import_id) REFERENCES stock.chip_imports(merchant_id, id),
  FOREIGN KEY (merchant_id, product_id) REFERENCES catalog.products(merchant_id, id),
  FOREIGN KEY (merchant_id, store_id) REFERENCES shop.stores(merchant_id, id),
  FOREIGN KEY (merchant_id, store_id, permission_set) REFERENCES authz.permission_sets(merchant_id, store_id, id)
);
alter table stock.chip_units enable row level security, force row level security;
CREATE INDEX chip_units_at ON stock.chip_units (merchant_id, store_id, imported_at, id);
CREATE INDEX chip_units_import ON stock.chip_units (merchant_id, import_id);
CREATE INDEX chip_units_order ON stock.chip_units (merchant_id, order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX chip_units_product ON stock.chip_units (merchant_id, product_id);
CREATE INDEX chip_units_queue ON stock.chip_units (merchant_id, store_id, product_id, imported_at, import_row, id) WHERE (status = 'IN_STOCK'::text);
CREATE INDEX chip_units_shared ON stock.chip_units (iccid, merchant_id);
CREATE UNIQUE INDEX chip_units_iccid ON stock.chip_units (merchant_id, iccid);
grant select on stock.chip_units to mostrador_api;
create policy chip_unit_owner on stock.chip_units for all to mostrador_owner using (true) with check (true);
create policy chip_unit_read on stock.chip_units for select to mostrador_api using ((permission_set = ANY (( SELECT app.readable_sets() AS readable_sets)::integer[])));

create table stock.stock_count_lines ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null default app.uuid_v7(),
  store_id uuid not null,
  permission_set integer not null,
  count_id uuid not null,
  variant_id uuid not null,
  is_open boolean not null default true,
  expected numeric(14,3) not null,
  counted numeric(14,3),
  on_hand_then numeric(14,3),
  difference numeric(14,3) generated always as ((counted - on_hand_then)) stored,
  counted_by uuid,
  counted_at timestamp with time zone,
  created_at timestamp with time zone not null default clock_timestamp(),
  updated_at timestamp with time zone not null default clock_timestamp(),
  PRIMARY KEY (merchant_id, id),
  UNIQUE (merchant_id, count_id, variant_id),
  CHECK (((counted IS NULL) = (on_hand_then IS NULL))),
  CHECK (((permission_set & 15) = 2)),
  CHECK ((counted >= (0)::numeric)),
  FOREIGN KEY (merchant_id, store_id, count_id) REFERENCES stock.stock_counts(merchant_id, store_id, id),
  FOREIGN KEY (merchant_id, store_id, permission_set) REFERENCES authz.permission_sets(merchant_id, store_id, id),
  FOREIGN KEY (merchant_id, store_id, variant_id) REFERENCES catalog.variants(merchant_id, store_id, id)
);
alter table stock.stock_count_lines enable row level security, force row level security;
CREATE INDEX stock_count_lines_store ON stock.stock_count_lines (merchant_id, store_id, count_id, id);
CREATE UNIQUE INDEX stock_count_lines_open ON stock.stock_count_lines (merchant_id, store_id, variant_id) WHERE is_open;
grant select on stock.stock_count_lines to mostrador_api;
create policy stock_count_line_owner on stock.stock_count_lines for all to mostrador_owner using (true) with check (true);
create policy stock_count_line_read on stock.stock_count_lines for select to mostrador_api using ((permission_set = ANY (( SELECT app.readable_sets() AS readable_sets)::integer[])));

create table stock.stock_counts ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set integer not null,
  category_id uuid,
  note text,
  status text not null default 'OPEN'::text,
  line_count integer not null,
  opened_by uuid,
  opened_at timestamp with time zone not null default clock_timestamp(),
  ended_by uuid,
  ended_at timestamp with time zone,
  updated_at timestamp with time zone not null default clock_timestamp(),
  PRIMARY KEY (merchant_id, id),
  UNIQUE (merchant_id, store_id, id),
  CHECK (((permission_set & 15) = 2)),
  CHECK (((status = 'OPEN'::text) = (ended_at IS NULL))),
  CHECK ((line_count > 0)),
  CHECK ((status = ANY (ARRAY['OPEN'::text, 'CLOSED'::text, 'CANCELED'::text]))),
  FOREIGN KEY (merchant_id, store_id) REFERENCES shop.stores(merchant_id, id),
  FOREIGN KEY (merchant_id, store_id, permission_set) REFERENCES authz.permission_sets(merchant_id, store_id, id)
);
alter table stock.stock_counts enable row level security, force row level security;
CREATE INDEX stock_counts_store ON stock.stock_counts (merchant_id, store_id, opened_at DESC, id DESC);
grant select on stock.stock_counts to mostrador_api;
create policy stock_count_owner on stock.stock_counts for all to mostrador_owner using (true) with check (true);
create policy stock_count_read on stock.stock_counts for select to mostrador_api using ((permission_set = ANY (( SELECT app.readable_sets() AS readable_sets)::integer[])));

create table stock.stock_levels ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set integer not null,
  variant_id uuid not null generated always as (id) stored,
  on_hand numeric(14,3) not null default 0,
  reorder_point numeric(14,3),
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  is_low boolean not null generated always as (COALESCE((on_hand <= reorder_point), false)) stored,
  PRIMARY KEY (merchant_id, id),
  CHECK (((permission_set & 15) = 2)),
  CHECK ((on_hand >= (0)::numeric)),
  CHECK ((reorder_point >= (0)::numeric)),
  FOREIGN KEY (merchant_id, store_id, id) REFERENCES catalog.variants(merchant_id, store_id, id) ON DELETE CASCADE,
  FOREIGN KEY (merchant_id, store_id, permission_set) REFERENCES authz.permission_sets(merchant_id, store_id, id)
);
alter table stock.stock_levels enable row level security, force row level security;
CREATE INDEX stock_levels_low ON stock.stock_levels (merchant_id, store_id, id) WHERE is_low;
CREATE INDEX stock_levels_store ON stock.stock_levels (merchant_id, store_id, id);
grant select on stock.stock_levels to mostrador_api;
create policy stock_level_owner on stock.stock_levels for all to mostrador_owner using (true) with check (true);
create policy stock_level_read on stock.stock_levels for select to mostrador_api using ((permission_set = ANY (( SELECT app.readable_sets() AS readable_sets)::integer[])));

create table stock.stock_movements ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null default app.uuid_v7(),
  store_id uuid not null,
  permission_set integer not null,
  variant_id uuid not null,
  kind text not null,
  quantity numeric(14,3) not null,
  on_hand_after numeric(14,3) not null,
  unit_cost_centavos app.centavos,
  reason text,
  document_id uuid,
  membership_id uuid,
  account_id uuid,
  person_name text,
  created_at timestamp with time zone not null default clock_timestamp(),
  PRIMARY KEY (merchant_id, id),
  CHECK (((permission_set & 15) = 2)),
  CHECK (((unit_cost_centavos)::bigint >= 0)),
  CHECK ((kind = ANY (ARRAY['SALE'::text, 'RETURN'::text, 'RECEIPT'::text, 'ADJUSTMENT'::text, 'WASTE'::text, 'TRANSFER_OUT'::text, 'TRANSFER_IN'::text, 'COUNT'::text]))),
  CHECK ((on_hand_after >= (0)::numeric)),
  FOREIGN KEY (merchant_id, store_id, permission_set) REFERENCES authz.permission_sets(merchant_id, store_id, id),
  FOREIGN KEY (merchant_id, store_id, variant_id) REFERENCES catalog.variants(merchant_id, store_id, id)
);
alter table stock.stock_movements enable row level security, force row level security;
CREATE INDEX stock_movements_document ON stock.stock_movements (merchant_id, document_id) WHERE (document_id IS NOT NULL);
CREATE INDEX stock_movements_store ON stock.stock_movements (merchant_id, store_id, created_at DESC, id DESC);
CREATE INDEX stock_movements_variant ON stock.stock_movements (merchant_id, store_id, variant_id, id);
grant select on stock.stock_movements to mostrador_api;
create policy stock_movement_owner on stock.stock_movements for all to mostrador_owner using (true) with check (true);
create policy stock_movement_read on stock.stock_movements for select to mostrador_api using ((permission_set = ANY (( SELECT app.readable_sets() AS readable_sets)::integer[])));

create table stock.stock_receipts ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set integer not null,
  supplier text,
  note text,
  line_count integer not null,
  cost_centavos app.centavos not null,
  membership_id uuid,
  account_id uuid,
  created_at timestamp with time zone not null default clock_timestamp(),
  PRIMARY KEY (merchant_id, id),
  CHECK (((cost_centavos)::bigint >= 0)),
  CHECK (((permission_set & 15) = 2)),
  CHECK ((line_count > 0)),
  FOREIGN KEY (merchant_id, store_id) REFERENCES shop.stores(merchant_id, id),
  FOREIGN KEY (merchant_id, store_id, permission_set) REFERENCES authz.permission_sets(merchant_id, store_id, id)
);
alter table stock.stock_receipts enable row level security, force row level security;
CREATE INDEX stock_receipts_store ON stock.stock_receipts (merchant_id, store_id, created_at DESC, id DESC);
grant select on stock.stock_receipts to mostrador_api;
create policy stock_receipt_owner on stock.stock_receipts for all to mostrador_owner using (true) with check (true);
create policy stock_receipt_read on stock.stock_receipts for select to mostrador_api using ((permission_set = ANY (( SELECT app.readable_sets() AS readable_sets)::integer[])));

create table stock.stock_transfer_lines ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null default app.uuid_v7(),
  store_id uuid not null,
  permission_set integer not null,
  document_id uuid not null,
  variant_id uuid not null,
  quantity numeric(14,3) not null,
  unit_cost_centavos app.centavos,
  created_at timestamp with time zone not null default clock_timestamp(),
  line_no integer not null,
  received_quantity numeric(14,3),
  PRIMARY KEY (merchant_id, id),
  UNIQUE (merchant_id, document_id, variant_id),
  CHECK (((permission_set & 15) = 2)),
  CHECK (((received_quantity >= (0)::numeric) AND (received_quantity <= quantity))),
  CHECK (((unit_cost_centavos)::bigint >= 0)),
  CHECK ((quantity > (0)::numeric)),
  FOREIGN KEY (merchant_id, store_id, document_id) REFERENCES stock.stock_transfers(merchant_id, store_id, id),
  FOREIGN KEY (merchant_id, store_id, permission_set) REFERENCES authz.permission_sets(merchant_id, store_id, id),
  FOREIGN KEY (merchant_id, store_id, variant_id) REFERENCES catalog.variants(merchant_id, store_id, id)
);
alter table stock.stock_transfer_lines enable row level security, force row level security;
CREATE INDEX stock_transfer_lines_store ON stock.stock_transfer_lines (merchant_id, store_id, created_at DESC, id DESC);
grant select on stock.stock_transfer_lines to mostrador_api;
create policy stock_transfer_line_owner on stock.stock_transfer_lines for all to mostrador_owner using (true) with check (true);
create policy stock_transfer_line_read on stock.stock_transfer_lines for select to mostrador_api using ((permission_set = ANY (( SELECT app.readable_sets() AS readable_sets)::integer[])));

create table stock.stock_transfers ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set integer not null,
  transfer_id uuid not null,
  direction text not null,
  other_store_id uuid not null,
  status text not null default 'SENT'::text,
  note text,
  sent_by uuid,
  sent_at timestamp with time zone not null default clock_timestamp(),
  ended_by uuid,
  ended_at timestamp with time zone,
  updated_at timestamp with time zone not null default clock_timestamp(),
  PRIMARY KEY (merchant_id, id),
  UNIQUE (merchant_id, store_id, id),
  UNIQUE (merchant_id, transfer_id, direction),
  CHECK (((permission_set & 15) = 2)),
  CHECK (((status = 'SENT'::text) = (ended_at IS NULL))),
  CHECK ((direction = ANY (ARRAY['OUT'::text, 'IN'::text]))),
  CHECK ((other_store_id <> store_id)),
  CHECK ((status = ANY (ARRAY['SENT'::text, 'RECEIVED'::text, 'CANCELED'::text]))),
  FOREIGN KEY (merchant_id, other_store_id) REFERENCES shop.stores(merchant_id, id),
  FOREIGN KEY (merchant_id, store_id) REFERENCES shop.stores(merchant_id, id),
  FOREIGN KEY (merchant_id, store_id, permission_set) REFERENCES authz.permission_sets(merchant_id, store_id, id)
);
alter table stock.stock_transfers enable row level security, force row level security;
CREATE INDEX stock_transfers_store ON stock.stock_transfers (merchant_id, store_id, sent_at DESC, id DESC);
grant select on stock.stock_transfers to mostrador_api;
create policy stock_transfer_owner on stock.stock_transfers for all to mostrador_owner using (true) with check (true);
create policy stock_transfer_read on stock.stock_transfers for select to mostrador_api using ((permission_set = ANY (( SELECT app.readable_sets() AS readable_sets)::integer[])));

create table vas.day_totals ( -- place: tenant
  merchant_id uuid not null,
  store_id uuid not null,
  seller_id uuid not null,
  begins_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  sales integer not null,
  centavos app.centavos not null,
  PRIMARY KEY (merchant_id, store_id, seller_id),
  CHECK ((ends_at > begins_at)),
  FOREIGN KEY (merchant_id, store_id) REFERENCES shop.stores(merchant_id, id)
);
alter table vas.day_totals enable row level security, force row level security;
create policy day_total_owner on vas.day_totals for all to mostrador_owner using (true) with check (true);

create table vas.folios ( -- place: tenant
  merchant_id uuid not null,
  store_id uuid not null,
  last_no bigint not null,
  PRIMARY KEY (merchant_id, store_id),
  FOREIGN KEY (merchant_id, store_id) REFERENCES shop.stores(merchant_id, id)
);
alter table vas.folios enable row level security, force row level security;
create policy folio_owner on vas.folios for all to mostrador_owner using (true) with check (true);

create table vas.found_sales ( -- place: control
  id uuid not null,
  tail text not null,
  is_entered boolean not null,
  record jsonb not null,
  found_at timestamp with time zone not null default now(),
  PRIMARY KEY (id)
);
CREATE INDEX found_sales_tail ON vas.found_sales (tail);

create table vas.open_sales ( -- place: tenant
  merchant_id uuid not null,
  sale_id uuid not null,
  due_at timestamp with time zone,
  PRIMARY KEY (merchant_id, sale_id)
);
alter table vas.open_sales enable row level security, force row level security;
CREATE INDEX open_sales_due ON vas.open_sales (due_at) WHERE (due_at IS NOT NULL);
create policy open_sale_owner on vas.open_sales for all to mostrador_owner using (true) with check (true);

create table vas.pin_reprints ( -- place: tenant
  merchant_id uuid not null,
  sale_id uuid not null,
  no smallint not null,
  store_id uuid not null,
  reprinted_by uuid not null,
  reprinted_at timestamp with time zone not null default now(),
  PRIMARY KEY (merchant_id, sale_id, no),
  CHECK ((no > 0)),
  FOREIGN KEY (merchant_id, sale_id) REFERENCES vas.sale_pins(merchant_id, sale_id),
  FOREIGN KEY (reprinted_by) REFERENCES identity.accounts(id)
);
alter table vas.pin_reprints enable row level security, force row level security;
CREATE INDEX pin_reprints_of_a_day ON vas.pin_reprints (merchant_id, store_id, reprinted_at);
create policy pin_reprint_owner on vas.pin_reprints for all to mostrador_owner using (true) with check (true);

create table vas.price_history ( -- place: control
  product_id uuid not null,
  at timestamp with time zone not null default now(),
  before jsonb not null,
  after jsonb not null,
  PRIMARY KEY (product_id, at),
  FOREIGN KEY (product_id) REFERENCES vas.products(id)
);

create table vas.products ( -- place: shared
  id uuid not null,
  provider_product_ref text not null,
  provider_id uuid not null,
  kind text not null,
  subkind text not null,
  name text not null,
  description text,
  amount_centavos app.centavos,
  min_centavos app.centavos,
  max_centavos app.centavos,
  increment_centavos app.centavos,
  wholesale_centavos app.centavos,
  wholesale_bps integer,
  fee_centavos app.centavos not null default 0,
  reference_rule text,
  validity jsonb,
  lookup boolean not null default false,
  payment_modes text[] not null default '{}'::text[],
  posting_period jsonb,
  notes text,
  is_active boolean not null default true,
  seen_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  usage_info text[] not null default '{}'::text[],
  terms text,
  PRIMARY KEY (id),
  UNIQUE (provider_product_ref),
  CHECK ((((min_centavos IS NULL) = (max_centavos IS NULL)) AND ((min_centavos IS NULL) = (increment_centavos IS NULL)))),
  CHECK (((amount_centavos IS NULL) = (min_centavos IS NOT NULL))),
  CHECK (((fee_centavos)::bigint >= 0)),
  CHECK (((reference_rule IS NULL) = (kind = 'pin'::text))),
  CHECK (((wholesale_centavos IS NULL) <> (wholesale_bps IS NULL))),
  CHECK ((kind = ANY (ARRAY['airtime'::text, 'pin'::text, 'service'::text]))),
  CHECK ((reference_rule <> ''::text)),
  CHECK ((subkind = ANY (ARRAY['topup'::text, 'package'::text, 'giftcard'::text, 'bill'::text]))),
  FOREIGN KEY (provider_id) REFERENCES vas.providers(id)
);
CREATE INDEX vas_products_kind ON vas.products (kind, provider_id) WHERE is_active;
grant select on vas.products to mostrador_api;

create table vas.provider_lists ( -- place: control
  mode text not null,
  connection_id uuid not null,
  listed_until timestamp with time zone not null,
  PRIMARY KEY (mode, connection_id)
);

create table vas.providers ( -- place: shared
  id uuid not null,
  provider_ref text not null,
  name text not null,
  slug text not null,
  updated_at timestamp with time zone not null default now(),
  PRIMARY KEY (id),
  UNIQUE (provider_ref),
  UNIQUE (slug)
);
grant select on vas.providers to mostrador_api;

create table vas.quotes ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set integer not null,
  account_id uuid not null,
  product_id uuid not null,
  reference text not null,
  items jsonb not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  has_sale boolean not null default false,
  PRIMARY KEY (merchant_id, id),
  CHECK (((permission_set & 15) = 3)),
  CHECK ((jsonb_typeof(items) = 'array'::text)),
  CHECK ((reference <> ''::text)),
  FOREIGN KEY (merchant_id, store_id, permission_set) REFERENCES authz.permission_sets(merchant_id, store_id, id),
  FOREIGN KEY (product_id) REFERENCES vas.products(id)
);
alter table vas.quotes enable row level security, force row level security;
CREATE INDEX quotes_expired ON vas.quotes (expires_at) WHERE (NOT has_sale);
grant insert, select on vas.quotes to mostrador_api;
create policy quote_create on vas.quotes for insert to mostrador_api with check ((permission_set = ANY (( SELECT app.creatable_sets() AS creatable_sets)::integer[])));
create policy quote_owner on vas.quotes for all to mostrador_owner using (true) with check (true);
create policy quote_read on vas.quotes for select to mostrador_api using ((permission_set = ANY (( SELECT app.readable_sets() AS readable_sets)::integer[])));

create table vas.sale_pins ( -- place: tenant
  merchant_id uuid not null,
  sale_id uuid not null,
  store_id uuid not null,
  permission_set integer not null,
  sealed bytea not null,
  sealed_key bytea not null,
  key_id bytea not null generated always as (SUBSTRING(sealed_key FROM 2 FOR 4)) stored,
  last_four text not null,
  usage_info text[] not null,
  terms text,
  kept_at timestamp with time zone not null default now(),
  revealed_at timestamp with time zone,
  revealed_by uuid,
  reprints smallint not null default 0,
  PRIMARY KEY (merchant_id, sale_id),
  CHECK (((permission_set & 15) = 3)),
  CHECK (((reprints >= 0) AND (reprints <= 3))),
  CHECK ((length(last_four) <= 4)),
  FOREIGN KEY (merchant_id, sale_id) REFERENCES vas.sales(merchant_id, id),
  FOREIGN KEY (merchant_id, store_id, permission_set) REFERENCES authz.permission_sets(merchant_id, store_id, id)
);
alter table vas.sale_pins enable row level security, force row level security;
grant select (merchant_id, sale_id, permission_set, last_four, usage_info, terms, revealed_at, reprints) on vas.sale_pins to mostrador_api;
create policy pin_owner on vas.sale_pins for all to mostrador_owner using (true) with check (true);
create policy pin_read on vas.sale_pins for select to mostrador_api using ((permission_set = ANY (( SELECT app.readable_sets() AS readable_sets)::integer[])));

create table vas.sales ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set integer not null,
  folio text not null,
  membership_id uuid not null,
  account_id uuid not null,
  cashier_name text not null,
  terminal_id uuid,
  product_id uuid not null,
  kind text not null,
  product_name text not null,
  provider_name text not null,
  provider_slug text not null,
  provider_product_ref text not null,
  is_ranged boolean not null,
  reference text,
  amount_centavos app.centavos not null,
  fee_centavos app.centavos not null,
  commission_centavos app.centavos not null,
  cost_centavos app.centavos not null,
  wholesale_centavos app.centavos not null,
  payment_method text not null default 'CASH'::text,
  tendered_centavos app.centavos,
  mode text not null,
  status text not null default 'PENDING'::text,
  phase text not null default 'RESERVED'::text,
  provider_transaction_ref text,
  hold_expires_at timestamp with time zone,
  authorization_code text,
  failure_code text,
  provider_code text,
  incident text,
  fence integer not null default 1,
  leased_until timestamp with time zone,
  next_check_at timestamp with time zone not null,
  checks integer not null default 0,
  sweep_until timestamp with time zone,
  expected_by timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  completed_at timestamp with time zone,
  review_closed_at timestamp with time zone,
  quote_id uuid,
  statement_reference text,
  statement_due_on date,
  posting_period jsonb,
  connection_id uuid,
  shift_id uuid,
  sold_in_session uuid,
  sold_at_terminal uuid,
  trace_parent text,
  PRIMARY KEY (merchant_id, id),
  UNIQUE (merchant_id, store_id, folio),
  CHECK (((amount_centavos)::bigint > 0)),
  CHECK (((commission_centavos)::bigint >= 0)),
  CHECK (((cost_centavos)::bigint > 0)),
  CHECK (((fee_centavos)::bigint >= 0)),
  CHECK (((permission_set & 15) = 3)),
  CHECK (((status = 'PENDING'::text) = (phase = ANY (ARRAY['RESERVED'::text, 'HOLDING'::text, 'HELD'::text, 'CONFIRMING'::text, 'SUBMITTED'::text, 'REVIEW'::text])))),
  CHECK (((status = 'PENDING'::text) OR (phase = status))),
  CHECK (((wholesale_centavos)::bigint > 0)),
  CHECK ((kind = ANY (ARRAY['airtime'::text, 'pin'::text, 'service'::text]))),
  CHECK ((length(trace_parent) = 55)),
  CHECK ((payment_method = ANY (ARRAY['CASH'::text, 'CARD'::text, 'TRANSFER'::text]))),
  CHECK ((phase = ANY (ARRAY['RESERVED'::text, 'HOLDING'::text, 'HELD'::text, 'CONFIRMING'::text, 'SUBMITTED'::text, 'REVIEW'::text, 'COMPLETED'::text, 'FAILED'::text, 'REVERSED'::text]))),
  CHECK ((reference <> ''::text)),
  CHECK ((statement_reference <> ''::text)),
  CHECK ((status = ANY (ARRAY['PENDING'::text, 'COMPLETED'::text, 'FAILED'::text, 'REVERSED'::text]))),
  FOREIGN KEY (merchant_id, connection_id) REFERENCES shop.connections(merchant_id, id),
  FOREIGN KEY (merchant_id, membership_id) REFERENCES shop.memberships(merchant_id, id),
  FOREIGN KEY (merchant_id, quote_id) REFERENCES vas.quotes(merchant_id, id),
  FOREIGN KEY (merchant_id, store_id) REFERENCES shop.stores(merchant_id, id),
  FOREIGN KEY (merchant_id, store_id, permission_set) REFERENCES authz.permission_sets(merchant_id, store_id, id),
  FOREIGN KEY (merchant_id, store_id, shift_id) REFERENCES shop.shifts(merchant_id, store_id, id),
  FOREIGN KEY (merchant_id, terminal_id) REFERENCES shop.terminals(merchant_id, id),
  FOREIGN KEY (product_id) REFERENCES vas.products(id)
);
alter table vas.sales enable row level security, force row level security;
CREATE INDEX sales_connection ON vas.sales (merchant_id, connection_id, id) WHERE (connection_id IS NOT NULL);
CREATE INDEX sales_created ON vas.sales USING brin (created_at);
CREATE INDEX sales_gift_cards ON vas.sales (id) WHERE (kind = 'pin'::text);
CREATE INDEX sales_id ON vas.sales (id);
CREATE INDEX sales_quote ON vas.sales (merchant_id, quote_id) WHERE (quote_id IS NOT NULL);
CREATE INDEX sales_recent ON vas.sales (merchant_id, store_id, created_at DESC, id DESC);
CREATE INDEX sales_reference ON vas.sales (merchant_id, store_id, reference, created_at) WHERE (reference IS NOT NULL);
CREATE STATISTICS vas.sales_store_set ON store_id, permission_set FROM vas.sales;
grant select on vas.sales to mostrador_api;
grant select on vas.sales to mostrador_worker;
create policy sale_owner on vas.sales for all to mostrador_owner using (true) with check (true);
create policy sale_read on vas.sales for select to mostrador_api using ((permission_set = ANY (( SELECT app.readable_sets() AS readable_sets)::integer[])));
create policy sale_worker_read on vas.sales for select to mostrador_worker using (true);

create table vas.term_sheets ( -- place: shared
  id uuid not null,
  merchant_id uuid,
  version integer not null default 1,
  changed_by uuid,
  changed_at timestamp with time zone not null default now(),
  PRIMARY KEY (id),
  UNIQUE NULLS NOT DISTINCT (merchant_id),
  FOREIGN KEY (merchant_id) REFERENCES platform.merchants(id)
);
alter table vas.term_sheets enable row level security, force row level security;
grant select on vas.term_sheets to mostrador_api;
grant select on vas.term_sheets to mostrador_worker;
create policy term_sheet_owner on vas.term_sheets for all to mostrador_owner using (true) with check (true);
create policy term_sheet_read on vas.term_sheets for select to mostrador_api using (((merchant_id IS NULL) OR (merchant_id = ANY (app.merchant_ids())) OR app.oversees(merchant_id)));
create policy term_sheet_worker_read on vas.term_sheets for select to mostrador_worker using (true);

create table vas.terms ( -- place: shared
  sheet_id uuid not null,
  merchant_id uuid,
  kind text not null,
  provider_id uuid,
  is_offered boolean,
  share_bps integer,
  fee_centavos app.centavos,
  UNIQUE NULLS NOT DISTINCT (sheet_id, kind, provider_id),
  CHECK ((((fee_centavos)::bigint >= 0) AND ((fee_centavos)::bigint <= 100000))),
  CHECK (((share_bps >= 0) AND (share_bps <= 10000))),
  CHECK ((kind = ANY (ARRAY['airtime'::text, 'pin'::text, 'service'::text]))),
  CHECK ((num_nonnulls(is_offered, share_bps, fee_centavos) > 0)),
  FOREIGN KEY (provider_id) REFERENCES vas.providers(id),
  FOREIGN KEY (sheet_id) REFERENCES vas.term_sheets(id)
);
alter table vas.terms enable row level security, force row level security;
grant select on vas.terms to mostrador_api;
grant select on vas.terms to mostrador_worker;
create policy term_owner on vas.terms for all to mostrador_owner using (true) with check (true);
create policy term_read on vas.terms for select to mostrador_api using (((merchant_id IS NULL) OR (merchant_id = ANY (app.merchant_ids())) OR app.oversees(merchant_id)));
create policy term_worker_read on vas.terms for select to mostrador_worker using (true);

create view reporting.goods_lines with (security_invoker=true) as
 SELECT o.merchant_id,
    o.store_id,
    o.shift_id,
    o.sold_on AS business_on,
    o.id AS order_id,
    NULL::uuid AS refund_id,
    l.product_id,
    l.product_name,
    l.tax_rate_bps,
    l.is_tax_exempt,
    l.quantity,
    l.gross_centavos,
    l.discount_centavos,
    l.total_centavos,
    l.tax_centavos,
    round((l.quantity * (COALESCE((l.unit_cost_centavos)::bigint, (0)::bigint))::numeric)) AS cost_centavos,
    (NULL::bigint)::app.centavos AS refund_centavos,
    (NULL::bigint)::app.centavos AS refund_tax_centavos,
    NULL::numeric AS refund_cost_centavos
   FROM (selling.sales_orders o
     CROSS JOIN LATERAL ( SELECT i.product_id,
            i.product_name,
            i.tax_rate_bps,
            i.is_tax_exempt,
            i.quantity,
            i.gross_centavos,
            i.discount_centavos,
            i.total_centavos,
            i.tax_centavos,
            i.unit_cost_centavos
           FROM selling.line_items i
          WHERE ((i.merchant_id = o.merchant_id) AND (i.cart_id = o.cart_id))
         OFFSET 0) l)
UNION ALL
 SELECT r.merchant_id,
    r.store_id,
    r.shift_id,
    r.refunded_on AS business_on,
    NULL::uuid AS order_id,
    r.id AS refund_id,
    l.product_id,
    l.product_name,
    l.tax_rate_bps,
    l.is_tax_exempt,
    NULL::numeric AS quantity,
    NULL::bigint AS gross_centavos,
    NULL::bigint AS discount_centavos,
    NULL::bigint AS total_centavos,
    NULL::bigint AS tax_centavos,
    NULL::numeric AS cost_centavos,
    b.amount_centavos AS refund_centavos,
    b.tax_centavos AS refund_tax_centavos,
        CASE
            WHEN (b.disposition = 'STOCK'::text) THEN round((b.quantity * (COALESCE((l.unit_cost_centavos)::bigint, (0)::bigint))::numeric))
            ELSE (0)::numeric
        END AS refund_cost_centavos
   FROM ((selling.refunds r
     CROSS JOIN LATERAL ( SELECT i.line_item_id,
            i.quantity,
            i.amount_centavos,
            i.tax_centavos,
            i.disposition
           FROM selling.refund_lines i
          WHERE ((i.merchant_id = r.merchant_id) AND (i.refund_id = r.id))
         OFFSET 0) b)
     CROSS JOIN LATERAL ( SELECT i.product_id,
            i.product_name,
            i.tax_rate_bps,
            i.is_tax_exempt,
            i.unit_cost_centavos
           FROM selling.line_items i
          WHERE ((i.merchant_id = r.merchant_id) AND (i.id = b.line_item_id))
         OFFSET 0) l);
grant select on reporting.goods_lines to mostrador_api;

-- Functions, and who may call them. A definer runs with the owner's rights.
-- app.account_id() returns uuid to mostrador_api, mostrador_worker
-- app.acts_by_key() returns boolean to mostrador_api, mostrador_worker
-- app.assert_admin() returns void
-- app.assert_judges(p_merchant uuid) returns void
-- app.assert_manages_store(p_merchant uuid, p_store uuid) returns void to mostrador_api
-- app.assert_not_restored(p_detail text) returns void
-- app.assert_operator() returns void
-- app.assert_oversees(p_merchant uuid) returns void
-- app.assert_oversees_all() returns void to mostrador_api
-- app.assert_own_keys(p_merchant uuid) returns void
-- app.assert_own_merchant(p_merchant uuid) returns void
-- app.assert_password() returns void
-- app.authenticate(p_token_hash bytea, p_store uuid, p_writes boolean, p_request_id text) returns jsonb security definer to mostrador_api
-- app.authenticate_guest(p_request_id text) returns void security definer to mostrador_api
-- app.authority_key(p_id uuid) returns bigint to mostrador_api, mostrador_worker
-- app.claim_key(p_merchant uuid, p_route text, p_key text, p_fingerprint bytea, p_resource uuid, p_lock_ms integer) returns jsonb security definer to mostrador_api
-- app.claim_key_at_coordinator(p_merchant uuid, p_route text, p_key text, p_fingerprint bytea) returns jsonb security definer to mostrador_api
-- app.clock() returns timestamp with time zone to mostrador_api, mostrador_worker
-- app.commit_as_one() returns void
-- app.creatable_sets() returns integer[] to mostrador_api, mostrador_worker
-- app.deletable_sets() returns integer[] to mostrador_api, mostrador_worker
-- app.end_worker_lease(p_id text) returns void security definer to mostrador_worker
-- app.enqueue_work(p_job text, p_id text, p_input jsonb, p_queue text) returns void
-- app.first_uuid_at(p_at timestamp with time zone) returns uuid to mostrador_api
-- app.fold(p_text text) returns text to mostrador_api, mostrador_worker
-- app.forget_work() returns integer security definer to mostrador_worker
-- app.forget_wrong_pauses() returns void
-- app.held(p_row anyelement) returns anyelement
-- app.hold_worker_lease(p_id text, p_node text, p_ms integer) returns void security definer to mostrador_worker
-- app.instant(p_at timestamp with time zone) returns text to mostrador_api, mostrador_worker
-- app.is_admin() returns boolean to mostrador_api, mostrador_worker
-- app.is_leased(p_until timestamp with time zone, p_ms integer, p_now timestamp with time zone) returns boolean
-- app.is_lost_time(p_moment timestamp with time zone) returns boolean security definer to mostrador_api, mostrador_worker
-- app.is_operator() returns boolean to mostrador_api, mostrador_worker
-- app.is_restored() returns boolean
-- app.is_spread() returns boolean to mostrador_api, mostrador_worker
-- app.keep_answer(p_merchant uuid, p_route text, p_key text, p_fingerprint bytea, p_body text) returns void security definer to mostrador_api
-- app.keep_answer_at_coordinator(p_merchant uuid, p_route text, p_key text, p_fingerprint bytea, p_body text) returns void security definer to mostrador_api
-- app.key_owner(p_merchant uuid) returns uuid
-- app.lead_key_to(p_merchant uuid, p_route text, p_key text, p_resource uuid) returns void security definer to mostrador_api
-- app.lock_authority(p_id uuid) returns void to mostrador_api, mostrador_worker
-- app.may_answer(p_account uuid, p_merchant uuid, p_store uuid) returns boolean
-- app.may_requeue() returns boolean
-- app.merchant_ids() returns uuid[] to mostrador_api, mostrador_worker
-- app.merchants_after(p_after uuid, p_limit integer) returns SETOF uuid security definer to mostrador_worker
-- app.note_check(p_job text, p_day date, p_faults integer) returns void security definer to mostrador_worker
-- app.oversees(p_merchant uuid) returns boolean to mostrador_api, mostrador_worker
-- app.owned_merchant(p_merchant uuid) returns uuid
-- app.platform_id() returns uuid to mostrador_api, mostrador_worker
-- app.readable_sets() returns integer[] to mostrador_api, mostrador_worker
-- app.refuse(p_code text, p_detail text, p_facts jsonb) returns void to mostrador_api, mostrador_worker
-- app.refuse_dead_key(p_token_hash bytea) returns void
-- app.refuse_field(p_code text, p_path text, p_message text, p_detail text) returns void to mostrador_api, mostrador_worker
-- app.refuse_not_owner() returns void
-- app.renew_worker_lease(p_id text, p_ms integer) returns boolean security definer to mostrador_worker
-- app.request_id() returns text to mostrador_api, mostrador_worker
-- app.requeue_work() returns integer
-- app.row_version(p_id uuid, p_xmin xid) returns text to mostrador_api, mostrador_worker
-- app.session_id() returns uuid to mostrador_api, mostrador_worker
-- app.set_local(p_name text, p_value text) returns text to mostrador_api, mostrador_worker
-- app.stalled_work(p_queued interval, p_running interval) returns TABLE(workflow_id text, name text, status text, since timestamp with time zone) security definer to mostrador_worker
-- app.take_over_work() returns integer security definer to mostrador_worker
-- app.terminal_id() returns uuid to mostrador_api, mostrador_worker
-- app.trace_parent() returns text to mostrador_api, mostrador_worker
-- app.updatable_sets() returns integer[] to mostrador_api, mostrador_worker
-- app.uuid_v7() returns uuid to mostrador_api, mostrador_worker
-- audit.add_seal(p_no bigint, p_at timestamp with time zone, p_ids uuid[], p_leaves bytea[], p_root bytea, p_previous bytea, p_public_key bytea, p_signature bytea) returns void security definer to mostrador_worker
-- audit.announce(p_entry audit.log) returns void
-- audit.authority_action_names() returns text[]
-- audit.authority_actions() returns TABLE(action text, effect text) to mostrador_worker
-- audit.begin_seal() returns text security definer to mostrador_worker
-- audit.database_facts() returns TABLE(installation_id uuid, identity text) security definer to mostrador_worker
-- audit.has_commit_in_doubt() returns boolean
-- audit.is_authority(p_action text) returns boolean
-- audit.known_journal_files() returns SETOF audit.journal_files security definer to mostrador_worker
-- audit.known_until(p_nodes integer[]) returns timestamp with time zone
-- audit.lacking(p_ids uuid[]) returns SETOF uuid security definer to mostrador_worker
-- audit.last_seal() returns SETOF audit.seals security definer to mostrador_worker
-- audit.leaves(p_ids uuid[]) returns TABLE(id uuid, leaf bytea)
-- audit.made_at_ms(p_id uuid) returns bigint
-- audit.made_between(p_ids uuid[]) returns tstzrange
-- audit.never_sealed(p_from uuid, p_count integer) returns TABLE(ids uuid[], next uuid) security definer to mostrador_worker
-- audit.node_identities() returns SETOF text
-- audit.node_identity() returns text
-- audit.note_compared(p_file text, p_line_count integer, p_head text) returns void security definer to mostrador_worker
-- audit.note_journaled(p_ids uuid[], p_file text, p_line_count integer, p_head text) returns void security definer to mostrador_worker
-- audit.record(p_action text, p_entity text, p_entity_id text, p_before jsonb, p_after jsonb, p_merchant uuid, p_store uuid) returns void
-- audit.record_as(p_account uuid, p_action text, p_entity text, p_entity_id text, p_before jsonb, p_after jsonb, p_merchant uuid, p_store uuid) returns void
-- audit.record_at(p_merchant uuid, p_store uuid, p_action text, p_entity text, p_entity_id text, p_before jsonb, p_after jsonb) returns void security definer to mostrador_api, mostrador_worker
-- audit.record_key_rotation(p_key_id text, p_resealed bigint) returns void
-- audit.sealable() returns tstzmultirange
-- audit.seals_after(p_no bigint, p_limit integer) returns TABLE(no bigint, at timestamp with time zone, audit_ids uuid[], leaves bytea[], root bytea, previous bytea, public_key bytea, signature bytea, current_leaves bytea[]) security definer to mostrador_worker
-- audit.set_folios_aside(p_merchant uuid, p_store uuid, p_series text, p_through bigint) returns void
-- audit.unjournaled_since(p_age interval, p_limit integer) returns SETOF jsonb security definer to mostrador_worker
-- audit.unsealed(p_limit integer) returns TABLE(id uuid, leaf bytea) security definer to mostrador_worker
-- audit.unsealed_between(p_from uuid, p_until uuid, p_limit integer) returns uuid[]
-- audit.write_entry(p_account uuid, p_action text, p_entity text, p_entity_id text, p_before jsonb, p_after jsonb, p_merchant uuid, p_store uuid) returns void
-- authz.create_sets(p_merchant uuid, p_store uuid, p_membership uuid) returns void
-- authz.holders(p_domain text, p_verb text, p_store uuid, p_membership uuid) returns text[]
-- authz.index_sets(VARIADIC p_sets authz.permission_sets[]) returns void
-- authz.is_readable_in(p_set authz.permission_sets, p_store uuid) returns boolean
-- authz.keep_caller(p_account uuid) returns void
-- authz.keep_merchant(p_merchant uuid) returns void
-- authz.keep_standing(p_merchant uuid, p_membership uuid) returns void
-- authz.merchant_holders(p_domain text, p_verb text, p_store uuid) returns text[]
-- authz.open_merchant_set(p_merchant uuid, p_store uuid, p_domain text) returns integer
-- authz.open_portfolio(p_merchant uuid, p_store uuid) returns integer
-- authz.refresh_sets() returns void
-- authz.repair_standing(p_account uuid, p_merchant uuid, p_membership uuid, p_session uuid) returns void
-- authz.role_guests() returns text
-- authz.role_label(p_label text) returns text
-- authz.role_member(p_membership uuid) returns text
-- authz.role_team(p_store uuid) returns text
-- authz.role_team(p_store uuid, p_role text) returns text
-- authz.role_user(p_account uuid) returns text
-- authz.set_of(p_merchant uuid, p_store uuid, p_domain text, p_membership uuid) returns integer security definer to mostrador_api, mostrador_worker
-- authz.standing_faults() returns TABLE(account_id uuid, merchant_id uuid, membership_id uuid, session_id uuid, fault text) security definer to mostrador_worker
-- authz.within_scopes(p_sets text, p_scopes text[], p_verb text) returns text
-- catalog.categories_within(p_merchant uuid, p_store uuid, p_category uuid) returns uuid[]
-- catalog.change_theme(p_merchant uuid, p_id uuid, p_changes jsonb, p_versions text[]) returns SETOF catalog.merchant_themes security definer to mostrador_api
-- catalog.delete_unshown(p_merchant uuid, p_id uuid, p_product uuid) returns boolean
-- catalog.drop_photo(p_merchant uuid, p_product uuid, p_next text) returns void security definer to mostrador_api
-- catalog.erase_unshown_pictures(p_merchant uuid, p_count integer) returns integer security definer to mostrador_worker
-- catalog.hold_file(p_merchant uuid, p_id uuid) returns void
-- catalog.hold_logo(p_merchant uuid, p_set integer, p_id uuid) returns boolean
-- catalog.hold_photo(p_merchant uuid, p_store uuid, p_id uuid) returns boolean security definer to mostrador_api
-- catalog.hold_products(p_merchant uuid, p_ids uuid[]) returns void
-- catalog.hold_theme(p_merchant uuid) returns catalog.merchant_themes
-- catalog.keep_prices(p_merchant uuid, p_store uuid, p_changes jsonb) returns void security definer to mostrador_api
-- catalog.measure_barcodes() returns void security definer to mostrador_api
-- catalog.measure_goods() returns void security definer to mostrador_api
-- catalog.note_costs(p_merchant uuid, p_variants uuid[], p_costs bigint[]) returns void
-- catalog.open_tax_rates(p_merchant uuid, p_store uuid, p_region text) returns void
-- catalog.open_theme(p_merchant uuid, p_store uuid) returns void
-- catalog.price_at(p_merchant uuid, p_store uuid, p_variant uuid, p_at timestamp with time zone, p_now bigint) returns bigint
-- catalog.record_changes(p_merchant uuid, p_store uuid, p_changes jsonb) returns void security definer to mostrador_api
-- catalog.record_product_import(p_merchant uuid, p_store uuid, p_id uuid, p_mode text, p_file_name text, p_file_hash bytea, p_created integer, p_updated integer) returns timestamp with time zone security definer to mostrador_api
-- catalog.take_file_storage(p_merchant uuid, p_bytes integer) returns void security definer to mostrador_api
-- events.add_deliveries(p_after bigint, p_through bigint) returns void
-- events.add_webhook(p_merchant uuid, p_id uuid, p_store uuid, p_url text, p_description text, p_types text[], p_secret_sealed bytea, p_most integer) returns SETOF events.webhooks security definer to mostrador_api
-- events.assert_manages_webhooks(p_merchant uuid, p_store uuid) returns integer security definer to mostrador_api
-- events.change_webhook(p_merchant uuid, p_id uuid, p_changes jsonb) returns SETOF events.webhooks security definer to mostrador_api
-- events.claim_deliveries(p_limit integer, p_per_merchant integer, p_per_webhook integer, p_merchants uuid[], p_webhooks uuid[], p_lease_ms integer) returns TABLE(merchant_id uuid, id uuid, webhook_id uuid, fence integer, tries integer, url text, secret_sealed bytea, old_secret_sealed bytea, older_secret_sealed bytea, event_id uuid, type text, at timestamp with time zone, store_id uuid, payload jsonb) security definer to mostrador_worker
-- events.delete_webhook(p_merchant uuid, p_id uuid, p_most integer) returns boolean security definer to mostrador_api
-- events.emit(p_merchant uuid, p_store uuid, p_set integer, p_type text, p_payload jsonb) returns uuid
-- events.hold_head() returns events.head
-- events.hold_webhook(p_merchant uuid, p_id uuid) returns events.webhooks
-- events.host_of(p_url text) returns text
-- events.order_events(OUT head bigint, OUT given bigint) returns record security definer to mostrador_worker
-- events.pause_webhook(p_merchant uuid, p_id uuid, p_reason text) returns boolean
-- events.pause_webhooks(p_merchant uuid, p_account uuid, p_reason text) returns text[]
-- events.prune_events(p_older_than interval, p_after bigint, p_limit integer, OUT deleted integer, OUT next bigint) returns record security definer to mostrador_worker
-- events.record_attempt(p_merchant uuid, p_delivery uuid, p_fence integer, p_at timestamp with time zone, p_duration_ms integer, p_status integer, p_error text, p_pause_ms bigint, p_disable_after_ms bigint, p_reset_after_ms bigint) returns void security definer to mostrador_worker
-- events.resend_delivery(p_merchant uuid, p_webhook uuid, p_id uuid) returns timestamp with time zone security definer to mostrador_api
-- events.rotate_webhook_secret(p_merchant uuid, p_id uuid, p_secret_sealed bytea, p_keep interval) returns timestamp with time zone security definer to mostrador_api
-- events.wake() returns void to mostrador_api, mostrador_worker
-- events.webhook_facts(p_webhook events.webhooks) returns jsonb
-- identity.account_of(p_email text) returns uuid security definer to mostrador_api
-- identity.add_email(p_account uuid, p_email text, p_password_hash text) returns void
-- identity.add_label(p_account uuid, p_label text) returns boolean
-- identity.administers(p_account uuid, p_merchant uuid) returns boolean
-- identity.ask_password_reset(p_email text, p_address inet, p_language text, p_mail uuid, p_token_hash bytea, p_token_sealed bytea) returns integer security definer to mostrador_api
-- identity.assert_employable(p_account uuid, p_merchant uuid) returns void
-- identity.assert_has_email(p_account uuid) returns void
-- identity.assert_may_own(p_account uuid) returns void
-- identity.assert_proved(p_account uuid) returns void
-- identity.begin_confirmation() returns TABLE(wait_seconds integer, charged text[], password_hash text, totp_secret bytea, has_totp boolean) security definer to mostrador_api
-- identity.begin_mail(p_id uuid) returns SETOF identity.mails security definer to mostrador_worker
-- identity.begin_sign_in(p_email text, p_address inet) returns TABLE(wait_seconds integer, spent_seconds integer, charged text[], account_id uuid, email text, name text, password_hash text, totp_secret bytea) security definer to mostrador_api
-- identity.begin_totp(p_secret bytea) returns void security definer to mostrador_api
-- identity.cancel_factor_reset_as_admin(p_id uuid) returns void security definer to mostrador_api
-- identity.cancel_factor_reset_by_link(p_token_hash bytea) returns void security definer to mostrador_api
-- identity.cancel_factor_resets(p_resets uuid[], p_by text) returns integer
-- identity.cancel_own_factor_reset() returns void security definer to mostrador_api
-- identity.change_password(p_old_hash text, p_new_hash text, p_session uuid) returns void security definer to mostrador_api
-- identity.charge_attempt(p_subject text) returns integer
-- identity.confines(p_account uuid) returns SETOF uuid
-- identity.confirm_session(p_session uuid, p_old_hash text, p_second_factor boolean) returns timestamp with time zone security definer to mostrador_api
-- identity.confirm_totp(p_secret bytea, p_step bigint, p_session uuid, p_code_hashes bytea[]) returns void security definer to mostrador_api
-- identity.contacts(p_accounts uuid[]) returns TABLE(id uuid, email text, name text) security definer to mostrador_api
-- identity.disable_totp() returns void security definer to mostrador_api
-- identity.emails_seen(p_accounts uuid[]) returns TABLE(id uuid, email text) security definer to mostrador_api
-- identity.end_all_sessions(p_reason text) returns integer
-- identity.end_factor_resets() returns void
-- identity.end_links_of(p_account uuid, p_except bytea) returns void
-- identity.end_mail(p_id uuid, p_status text) returns void security definer to mostrador_worker
-- identity.end_reset_links() returns void
-- identity.end_sessions_of(p_account uuid, p_only uuid, p_except uuid, p_reason text) returns integer
-- identity.end_till_sessions(p_merchant uuid, p_membership uuid, p_terminal uuid, p_reason text) returns void
-- identity.factor_resets(p_id uuid) returns TABLE(id uuid, account_id uuid, email text, name text, requested_by text, reason text, created_at timestamp with time zone, takes_effect_at timestamp with time zone) security definer to mostrador_api
-- identity.finish_factor_reset() returns boolean security definer to mostrador_worker
-- identity.forget_attempts(p_subjects text[]) returns void security definer to mostrador_api
-- identity.forget_mails() returns integer security definer to mostrador_worker
-- identity.forget_password(p_account uuid) returns boolean
-- identity.forget_recovery_codes(p_account uuid) returns boolean
-- identity.forget_till_sessions() returns integer security definer to mostrador_worker
-- identity.free_attempts(p_subject text) returns integer
-- identity.has_administrator(p_besides uuid) returns boolean
-- identity.has_joined(p_account uuid) returns boolean
-- identity.has_password(p_account uuid) returns boolean
-- identity.has_second_factor(p_account uuid) returns boolean
-- identity.hold_credentials(p_account uuid) returns identity.credentials
-- identity.is_employable(p_account uuid, p_merchant uuid) returns boolean
-- identity.is_staff(p_account uuid) returns boolean
-- identity.issue_reset(p_account uuid, p_token_hash bytea, p_by text) returns timestamp with time zone
-- identity.issue_reset_as_admin(p_account uuid, p_token_hash bytea) returns timestamp with time zone security definer to mostrador_api
-- identity.issue_reset_as_owner(p_account uuid, p_token_hash bytea) returns timestamp with time zone security definer to mostrador_api
-- identity.last_used_at(p_account uuid) returns timestamp with time zone
-- identity.lock_administrators() returns void
-- identity.mail_closed_access(p_id uuid, p_owner uuid, p_merchant_name text, p_person uuid, p_reason text, p_closed jsonb, p_language text) returns void
-- identity.mail_receipt(p_id uuid, p_address text, p_facts jsonb, p_entity text, p_entity_id uuid, p_about jsonb, p_merchant uuid, p_store uuid) returns void
-- identity.mail_reset_link(p_email text, p_token_hash bytea, OUT email text, OUT name text) returns record
-- identity.make_first_admin(p_token_hash bytea, p_email text, p_name text, p_password_hash text) returns uuid security definer to mostrador_api
-- identity.may_issue_reset_as_admin(p_admin uuid, p_account uuid) returns boolean
-- identity.may_issue_reset_as_owner(p_owner uuid, p_account uuid) returns boolean
-- identity.mint_setup_link(p_token_hash bytea) returns boolean security definer to mostrador_api
-- identity.names_in_mail(p_names text[]) returns text
-- identity.names_seen(p_accounts uuid[]) returns TABLE(id uuid, name text) security definer to mostrador_api
-- identity.network_of(p_address inet) returns inet
-- identity.open_account(p_email text, p_name text) returns identity.accounts
-- identity.open_account_without_email(p_name text) returns uuid
-- identity.open_invited_account(p_email text, p_name text, p_password_hash text, p_is_owner boolean) returns uuid
-- identity.open_machine(p_name text, p_token_hash bytea, p_expires_at timestamp with time zone) returns uuid
-- identity.open_session(p_account uuid, p_password_hash text, p_token_hash bytea, p_second_factor boolean, p_address inet, p_user_agent text) returns uuid security definer to mostrador_api
-- identity.open_session_at(p_merchant uuid, p_store uuid, p_terminal uuid, p_membership uuid, p_account uuid, p_token_hash bytea, p_address inet, p_user_agent text) returns timestamp with time zone
-- identity.oversees_person(p_admin uuid, p_account uuid) returns boolean
-- identity.own_factor_reset_at() returns timestamp with time zone security definer to mostrador_api
-- identity.pause_of(p_subjects text[]) returns integer
-- identity.pending_factor_resets() returns SETOF identity.second_factor_resets
-- identity.prove_writing() returns void security definer to mostrador_api
-- identity.recover_account(p_email text, p_token_hash bytea) returns timestamp with time zone
-- identity.redeem_reset(p_token_hash bytea, p_password_hash text) returns void security definer to mostrador_api
-- identity.refuse_sign_in(p_account uuid, p_reason text, p_address inet, p_charged text[]) returns void security definer to mostrador_api
-- identity.remove_factor(p_account uuid) returns boolean
-- identity.remove_label(p_account uuid, p_label text) returns boolean
-- identity.rename_machine(p_id uuid, p_name text) returns void
-- identity.renew_recovery_codes(p_code_hashes bytea[]) returns void security definer to mostrador_api
-- identity.replace_recovery_codes(p_code_hashes bytea[]) returns void
-- identity.request_factor_reset(p_email text, p_reason text, p_hours integer, p_language text, p_mail uuid, p_token_hash bytea, p_token_sealed bytea) returns uuid security definer to mostrador_api
-- identity.reset_factor(p_account uuid, p_facts jsonb) returns boolean
-- identity.reset_factor_on_machine(p_email text) returns boolean
-- identity.reset_of(p_token_hash bytea) returns TABLE(email text, name text, has_second_factor boolean, expires_at timestamp with time zone) security definer to mostrador_api
-- identity.return_attempts(p_subjects text[]) returns void security definer to mostrador_api
-- identity.set_password(p_account uuid, p_password_hash text, p_is_first boolean, p_proves boolean) returns boolean
-- identity.set_status(p_account uuid, p_status text) returns void
-- identity.setup_needed() returns boolean security definer to mostrador_api
-- identity.sign_out(p_session uuid) returns void security definer to mostrador_api
-- identity.spend_setup_links() returns boolean
-- identity.touch_session(p_token_hash bytea) returns void security definer to mostrador_api
-- identity.use_recovery_code(p_account uuid, p_code_hash bytea) returns boolean security definer to mostrador_api
-- identity.use_totp_step(p_account uuid, p_step bigint) returns boolean security definer to mostrador_api
-- identity.works_for(p_account uuid) returns TABLE(merchant_id uuid)
-- identity.write_mail(p_id uuid, p_kind text, p_address text, p_language text, p_facts jsonb, p_token_hash bytea, p_token_sealed bytea) returns void
-- money.assert_may_be_paid(p_merchant uuid, p_bank_account uuid, p_may_wait boolean) returns void
-- money.assert_not_suspended(p_merchant uuid) returns void
-- money.attest_bank_account(p_merchant uuid, p_id uuid, p_evidence text) returns void
-- money.bank_account_status(p_status text, p_expires_at timestamp with time zone) returns text to mostrador_api
-- money.book_settlement(p_settlement money.settlements, p_kind text) returns void
-- money.cancel_settlement(p_merchant uuid, p_store uuid, p_id uuid) returns money.settlements security definer to mostrador_api
-- money.decide_settlement(p_id uuid, p_status text, p_reason text, p_tracking_key text) returns money.settlements security definer to mostrador_api
-- money.expire_bank_account(p_merchant uuid, p_id uuid) returns boolean
-- money.held_imbalances(p_merchant uuid) returns TABLE(merchant_id uuid, fault text, expected bigint, found bigint)
-- money.hold_bank_account(p_merchant uuid, p_id uuid) returns money.bank_accounts
-- money.hold_deposit(p_id uuid) returns money.deposits
-- money.hold_settlement(p_id uuid) returns money.settlements
-- money.imbalances() returns TABLE(merchant_id uuid, fault text, expected bigint, found bigint) security definer to mostrador_worker
-- money.next_settlement_statuses(p_status text) returns text[] to mostrador_api
-- money.open_bank_account(p_merchant uuid, p_store uuid, p_id uuid, p_holder text, p_bank_code text, p_last_four text, p_fingerprint bytea, p_sealed bytea, p_sealed_key bytea) returns money.bank_accounts
-- money.open_settlements(p_merchant uuid) returns bigint
-- money.open_wallet(p_merchant uuid) returns void
-- money.post(p_merchant uuid, p_kind text, p_reference uuid, p_accounts text[], p_amounts bigint[], p_memo text) returns uuid
-- money.read_payout_clabe(p_id uuid) returns TABLE(bank_account_id uuid, holder text, bank_code text, sealed bytea, sealed_key bytea, amount_centavos app.centavos) security definer to mostrador_api
-- money.recent_imbalances(p_merchant uuid) returns TABLE(merchant_id uuid, fault text, expected bigint, found bigint) security definer to mostrador_worker
-- money.repay_lent(p_merchant uuid, p_deposit uuid, p_amount bigint) returns void
-- money.report_deposit(p_deposit money.deposits) returns money.deposits security definer to mostrador_api
-- money.request_settlement(p_new money.settlements) returns TABLE(made money.settlements, holder text, bank_code text, clabe_last_four text, account_status text) security definer to mostrador_api
-- money.review_deposit(p_id uuid, p_status text, p_reason text) returns money.deposits security definer to mostrador_api
-- money.settle_bank_account(p_before money.bank_accounts, p_status text, p_reason text, p_is_attested boolean) returns money.bank_accounts
-- money.settlement_holds(p_status text) returns boolean
-- money.settlement_steps() returns TABLE(from_status text, to_status text, is_merchants boolean, posting text) to mostrador_api
-- money.step_settlement(p_before money.settlements, p_status text, p_by_merchant boolean, p_reason text, p_tracking_key text) returns money.settlements
-- money.use_transfer(p_kind text, p_tracking_key text, p_merchant uuid, p_id uuid) returns money.used_transfers
-- money.withdraw_bank_accounts(p_merchant uuid) returns void
-- platform.add_bank_account(p_merchant uuid, p_store uuid, p_id uuid, p_holder text, p_bank_code text, p_last_four text, p_fingerprint bytea, p_sealed bytea, p_sealed_key bytea) returns TABLE(account money.bank_accounts, is_new boolean) security definer to mostrador_api
-- platform.add_place(p_id text, p_nodes text[]) returns void
-- platform.add_psp_credentials(p_new platform.psp_credentials) returns uuid security definer to mostrador_api
-- platform.admin_assignments_seen(p_account uuid, p_merchant uuid) returns TABLE(account_id uuid, email text, name text, merchant_id uuid, merchant_name text, is_owner boolean, assigned_by uuid, assigned_at timestamp with time zone) security definer to mostrador_api
-- platform.apply_act(p_event jsonb) returns text
-- platform.apply_to_account(p_action text, p_event jsonb) returns text
-- platform.apply_to_device(p_action text, p_event jsonb) returns text
-- platform.apply_to_merchant(p_action text, p_event jsonb) returns text
-- platform.apply_to_team(p_action text, p_event jsonb) returns text
-- platform.assert_nobody_moves() returns void
-- platform.assert_reconciles() returns void
-- platform.assert_unemployed(p_account uuid, p_label text) returns void
-- platform.assign_admin(p_email text, p_merchant uuid) returns uuid security definer to mostrador_api
-- platform.assign_maker(p_merchant uuid) returns void
-- platform.assistance_of(p_merchant uuid) returns TABLE(stores jsonb, invites jsonb) security definer to mostrador_api
-- platform.attest_verification(p_merchant uuid, p_account uuid, p_evidence text) returns void security definer to mostrador_api
-- platform.begin_move(p_merchant uuid, p_place text) returns uuid
-- platform.begin_verification(p_merchant uuid) returns platform.verifications
-- platform.change_owner(p_merchant uuid, p_email text, p_name text, p_reason text, p_invite_token_hash bytea, p_language text) returns timestamp with time zone security definer to mostrador_api
-- platform.change_owner_again(p_merchant uuid, p_owner uuid) returns boolean
-- platform.change_psp_credentials(p_change platform.psp_credentials) returns void security definer to mostrador_api
-- platform.choose_place(p_place text) returns TABLE(merchant_id uuid, place text)
-- platform.close_merchant(p_merchant uuid, p_name text, p_reason text) returns void security definer to mostrador_api
-- platform.confine_admin(p_account uuid, p_merchant uuid, p_by uuid) returns boolean
-- platform.confirm_business(p_merchant uuid, p_evidence text) returns void security definer to mostrador_api
-- platform.create_merchant(p_name text, p_trade_name text, p_rfc text, p_time_zone text, p_database text, p_owner_email text, p_owner_name text, p_invite_token_hash bytea) returns TABLE(merchant_id uuid, invite_expires_at timestamp with time zone) security definer to mostrador_api
-- platform.deactivate_psp_credentials(p_id uuid, p_fingerprint text) returns boolean
-- platform.decide_act(p_event uuid, p_accepts boolean) returns void security definer to mostrador_worker
-- platform.decide_act_as_admin(p_event uuid, p_accepts boolean) returns void security definer to mostrador_api
-- platform.decide_bank_account(p_id uuid, p_status text, p_reason text) returns money.bank_accounts security definer to mostrador_api
-- platform.decide_given_up(p_id uuid, p_status text, p_reason text) returns void security definer to mostrador_api
-- platform.derive_verification(p_merchant uuid) returns TABLE(before_status text, before_is_verified boolean, after_status text, after_is_verified boolean)
-- platform.drop_assignment(p_account uuid, p_merchant uuid) returns boolean
-- platform.end_move(p_merchant uuid) returns void
-- platform.expire_bank_accounts(p_limit integer) returns integer security definer to mostrador_worker
-- platform.finish_restoration() returns void security definer to mostrador_worker
-- platform.finish_restoration_as_admin() returns void security definer to mostrador_api
-- platform.gauges() returns TABLE(name text, value double precision) security definer to mostrador_worker
-- platform.give_again(p_event jsonb) returns void
-- platform.grant_label(p_email text, p_label text) returns TABLE(account_id uuid, email text, name text, label text, granted_at timestamp with time zone, granted_by text) security definer to mostrador_api
-- platform.held_place(p_id text) returns platform.places
-- platform.hold_given_up_work(p_id uuid) returns platform.given_up_work
-- platform.hold_merchant(p_id uuid) returns platform.merchants
-- platform.hold_owner(p_email text, p_name text) returns identity.accounts
-- platform.hold_places() returns void
-- platform.hold_psp_credentials(p_id uuid) returns platform.psp_credentials
-- platform.hold_verification(p_merchant uuid) returns platform.verifications
-- platform.interrupted_moves() returns TABLE(merchant_id uuid, to_place text, tried_at timestamp with time zone) security definer to mostrador_worker
-- platform.invite_owner(p_merchant uuid, p_owner identity.accounts, p_token_hash bytea) returns timestamp with time zone
-- platform.is_moving() returns boolean security definer to mostrador_api, mostrador_worker
-- platform.keep_places() returns void
-- platform.label_holders() returns TABLE(account_id uuid, email text, name text, label text, granted_at timestamp with time zone, granted_by text) security definer to mostrador_api
-- platform.latest_restoration() returns SETOF platform.restorations security definer to mostrador_worker
-- platform.latest_restored_acts() returns TABLE(event_id uuid, at timestamp with time zone, action text, event jsonb, status text, problem text, decided_at timestamp with time zone, person text, subject_name text, merchant_name text, store_name text) security definer to mostrador_worker
-- platform.latest_unread_lists() returns TABLE(connection_id uuid, connection_name text, merchant_name text, store_name text) security definer to mostrador_worker
-- platform.lift_suspension(p_merchant uuid, p_reason text) returns void
-- platform.loose_ends(p_merchant uuid) returns TABLE(pending_sales bigint, reported_deposits bigint, open_settlements bigint, wallet_centavos bigint)
-- platform.mark_restored(p_identity text, p_replaced_nodes integer[], p_seal text, p_events jsonb, p_folios jsonb) returns SETOF platform.restorations security definer to mostrador_worker
-- platform.misplaced_merchants() returns TABLE(merchant_id uuid, database_id text, place text) security definer to mostrador_worker
-- platform.money_may_return_until(p_merchant uuid) returns timestamp with time zone
-- platform.moves_key() returns bigint
-- platform.node_group_of(p_merchant uuid) returns integer
-- platform.nodes() returns TABLE(node_group integer, address text)
-- platform.nodes_with_shards() returns TABLE(node_group integer)
-- platform.note_given_up(p_workflow text, p_name text, p_input jsonb, p_attempts integer, p_last_error text, p_first_failed_at timestamp with time zone) returns void security definer to mostrador_worker
-- platform.note_lists_read(p_restoration uuid, p_unread jsonb) returns void security definer to mostrador_worker
-- platform.open_restoration() returns SETOF platform.restorations
-- platform.operating_facts(p_merchant uuid, p_store uuid, p_terminal uuid) returns TABLE(merchant_status text, is_verified boolean, unverified_can_operate boolean, owner_can_sign_in boolean, open_stores bigint, available_centavos bigint, store_status text, store_people bigint, store_terminals bigint, store_connections bigint, terminal_status text) security definer to mostrador_api
-- platform.outcome_of(p_is_changed boolean) returns text
-- platform.place_loads() returns TABLE(id text, is_open boolean, down_at timestamp with time zone, nodes text[], merchant_count bigint)
-- platform.place_of(p_merchant uuid) returns text
-- platform.place_of_node(p_group integer) returns text
-- platform.places_down() returns TABLE(id text, down_at timestamp with time zone) security definer to mostrador_worker
-- platform.psp_credentials_facts(p platform.psp_credentials) returns jsonb
-- platform.queue_recompute(p_merchant uuid) returns void
-- platform.recompute_verification(p_merchant uuid) returns TABLE(before text, after text) security definer to mostrador_worker
-- platform.recovered_sales_as_admin() returns TABLE(sale_id uuid, folio text, product_name text, amount_centavos bigint, merchant_name text, store_name text) security definer to mostrador_api
-- platform.remove_place(p_id text) returns void
-- platform.renew_owner_invite(p_merchant uuid, p_token_hash bytea) returns timestamp with time zone security definer to mostrador_api
-- platform.request_catalog_sync(p_workflow text) returns void security definer to mostrador_api
-- platform.restoration_as_admin() returns SETOF platform.restorations security definer to mostrador_api
-- platform.restored_acts_as_admin() returns TABLE(event_id uuid, at timestamp with time zone, action text, event jsonb, status text, problem text, decided_at timestamp with time zone, person text, subject_name text, merchant_name text, store_name text) security definer to mostrador_api
-- platform.resync_verification(p_merchant uuid) returns TABLE(before_status text, before_is_verified boolean, after_status text, after_is_verified boolean) security definer to mostrador_api
-- platform.revoke_label(p_account uuid, p_label text) returns void security definer to mostrador_api
-- platform.revoke_verification(p_merchant uuid, p_reason text) returns void security definer to mostrador_api
-- platform.revoke_verification_again(p_merchant uuid, p_reason text) returns boolean
-- platform.set_account_status(p_account uuid, p_status text, p_reason text, p_language text) returns TABLE(account_id uuid, email text, name text, status text) security definer to mostrador_api
-- platform.set_merchant_status(p_merchant uuid, p_status text, p_reason text) returns void security definer to mostrador_api
-- platform.set_place_down(p_id text, p_is_down boolean) returns boolean
-- platform.set_place_open(p_id text, p_is_open boolean) returns boolean
-- platform.set_verification(p_merchant uuid, p_status text) returns void
-- platform.shut_out(p_account uuid, p_language text) returns void
-- platform.somebody_moves() returns boolean
-- platform.stalled_work_seen() returns TABLE(workflow_id text, name text, status text, since timestamp with time zone) security definer to mostrador_api
-- platform.store_revocation(p_merchant uuid, p_reason text) returns void
-- platform.store_status(p_before platform.merchants, p_status text, p_reason text) returns void
-- platform.subject_of(p_event jsonb) returns text
-- platform.suspend_again(p_merchant uuid, p_reason text) returns boolean
-- platform.take_again(p_restoration uuid, p_event jsonb) returns void
-- platform.take_label(p_account uuid, p_label text) returns boolean
-- platform.transfer_merchant(p_before platform.merchants, p_owner identity.accounts, p_reason text, p_language text) returns void
-- platform.unassign_admin(p_account uuid, p_merchant uuid) returns void security definer to mostrador_api
-- platform.unlock_verification(p_merchant uuid, p_reason text) returns void security definer to mostrador_api
-- platform.unread_lists_as_admin() returns TABLE(connection_id uuid, connection_name text, merchant_name text, store_name text) security definer to mostrador_api
-- platform.vacate_merchant(p_merchant uuid, p_reason text) returns boolean
-- platform.verification_status_of(p_is_revoked boolean, p_is_locked boolean, p_is_confirmed boolean, p_has_verified_account boolean, p_has_pending_account boolean, p_was_verified boolean) returns text
-- platform.withdraw_facts(p_merchant uuid) returns void
-- platform.write_database(p_merchant uuid, p_place text) returns void
-- platform.write_status(p_merchant uuid, p_status text, p_reason text) returns void
-- reporting.add_figures(p_figures reporting.sales_figure[], p_key text) returns SETOF reporting.sales_figure to mostrador_api
-- reporting.begin_summary(p_name text, p_from date, p_to date, p_merchant uuid) returns void
-- reporting.beside_last_week(p_today reporting.sales_figure[], p_last_week reporting.sales_figure[]) returns TABLE(key text, line jsonb) to mostrador_api
-- reporting.dashboard(p_merchants uuid[], p_stores uuid[], p_limit integer) returns jsonb to mostrador_api
-- reporting.day_lines(p_merchant uuid, p_from timestamp with time zone, p_to timestamp with time zone) returns jsonb
-- reporting.days_to_roll_up(p_merchant uuid, p_store uuid, p_after date, p_limit integer) returns SETOF date
-- reporting.document_figures(p_merchant uuid, p_store uuid, p_zone text, p_from date, p_to date, p_shift uuid, p_by text) returns TABLE(key text, label text, orders bigint, quantity numeric, gross numeric, discount numeric, total numeric, tax numeric, rounding numeric, cost numeric, refunds bigint, refunded numeric, refunded_tax numeric, refunded_rounding numeric, refunded_cost numeric) to mostrador_api
-- reporting.figure_json(p_figure reporting.sales_figure) returns jsonb to mostrador_api
-- reporting.figures_of_json(p_figures jsonb) returns SETOF reporting.sales_figure to mostrador_api
-- reporting.last_week_by_now(p_merchants uuid[], p_stores uuid[], p_zones text[], p_days date[], p_sets integer[]) returns jsonb to mostrador_api
-- reporting.line_figures(p_merchant uuid, p_store uuid, p_from date, p_to date, p_shift uuid, p_by text) returns TABLE(key text, label text, orders bigint, quantity numeric, gross numeric, discount numeric, total numeric, tax numeric, rounding numeric, cost numeric, refunds bigint, refunded numeric, refunded_tax numeric, refunded_rounding numeric, refunded_cost numeric) to mostrador_api
-- reporting.low_stock(p_merchants uuid[], p_stores uuid[], p_names text[], p_limit integer) returns jsonb to mostrador_api
-- reporting.may_still_roll_up(p_account uuid, p_merchant uuid) returns boolean security definer to mostrador_worker
-- reporting.merchants_summary(p_from date, p_to date, p_limit integer, p_amount bigint, p_after uuid) returns TABLE(merchant_id uuid, days bigint, last_day date, vas_count bigint, vas_centavos bigint, commission_centavos bigint, deposited_centavos bigint, settled_centavos bigint, wallet_change_centavos bigint, closing_centavos bigint) security definer to mostrador_api
-- reporting.open_shifts(p_merchants uuid[], p_stores uuid[], p_names text[], p_limit integer) returns jsonb to mostrador_api
-- reporting.partitioning_groupings() returns text[] to mostrador_api
-- reporting.payment_figures(p_merchant uuid, p_store uuid, p_from date, p_to date, p_shift uuid, p_by text) returns TABLE(key text, orders bigint, total numeric, refunds bigint, refunded numeric) to mostrador_api
-- reporting.pending_approvals(p_merchants uuid[], p_stores uuid[], p_names text[], p_limit integer) returns jsonb to mostrador_api
-- reporting.pending_sales(p_merchants uuid[], p_stores uuid[], p_names text[], p_sets integer[], p_limit integer) returns jsonb to mostrador_api
-- reporting.report_key(p_by text, p_on date, p_local_at timestamp without time zone, p_store uuid, p_membership uuid) returns text to mostrador_api
-- reporting.request_rollup(p_workflow text, p_from date, p_to date, p_merchant uuid) returns void security definer to mostrador_api
-- reporting.roll_up(p_merchant uuid, p_from date, p_to date) returns integer security definer to mostrador_worker
-- reporting.roll_up_day(p_merchant uuid, p_store uuid, p_on date) returns SETOF reporting.daily_sales_rollups security definer to mostrador_api
-- reporting.roll_up_store(p_merchant uuid, p_store uuid, p_after date, p_limit integer, OUT written integer, OUT last_day date) returns record security definer to mostrador_worker
-- reporting.rolled_up_groupings() returns text[] to mostrador_api
-- reporting.sales_figures(p_merchant uuid, p_store uuid, p_from date, p_to date, p_shift uuid, p_by text) returns SETOF reporting.sales_figure to mostrador_api
-- reporting.sales_report(p_merchants uuid[], p_stores uuid[], p_from date, p_to date, p_shift uuid, p_by text, p_limit integer) returns jsonb to mostrador_api
-- reporting.sales_summary(p_from date, p_to date, p_merchant uuid) returns TABLE(merchant_id uuid, day date, orders bigint, total_centavos bigint, discount_centavos bigint, tax_centavos bigint, refunds bigint, refunded_centavos bigint) security definer to mostrador_api
-- reporting.service_figures(p_merchant uuid, p_store uuid, p_set integer, p_zone text, p_from date, p_to date, p_shift uuid, p_by text) returns TABLE(key text, label text, sales bigint, amount numeric, fee numeric, commission numeric, pending bigint, pending_amount numeric) to mostrador_api
-- reporting.shift_differences(p_merchants uuid[], p_stores uuid[], p_names text[], p_limit integer) returns jsonb to mostrador_api
-- reporting.store_figures(p_merchant uuid, p_store uuid, p_from date, p_to date, p_shift uuid, p_by text) returns SETOF reporting.sales_figure to mostrador_api
-- reporting.stores_after(p_store uuid, p_limit integer) returns TABLE(merchant_id uuid, store_id uuid) security definer to mostrador_worker
-- reporting.vas_summary(p_from date, p_to date, p_merchant uuid) returns TABLE(merchant_id uuid, day date, kind text, status text, count bigint, amount_centavos bigint, fee_centavos bigint, commission_centavos bigint, cost_centavos bigint) security definer to mostrador_api
-- reporting.write_rollup(p_merchant uuid, p_store uuid, p_on date) returns SETOF reporting.daily_sales_rollups
-- selling.accept_offline_sale(p_merchant uuid, p_id uuid, p_is_cash_in_drawer boolean) returns jsonb security definer to mostrador_api
-- selling.add_cart_line(p_merchant uuid, p_id uuid, p_line jsonb) returns json security definer to mostrador_api
-- selling.add_discount(p_merchant uuid, p_id uuid, p_line uuid, p_amount bigint, p_percentage integer, p_reason text, p_approval uuid) returns json security definer to mostrador_api
-- selling.amount_to_refund(p_order selling.sales_orders, p_of_lines bigint) returns bigint
-- selling.approval_facts(p_approval selling.approvals) returns jsonb
-- selling.approval_goods(p_approval selling.approvals) returns jsonb
-- selling.approval_value(p_approval selling.approvals) returns bigint
-- selling.ask_approval(p_merchant uuid, p_request jsonb) returns uuid security definer to mostrador_api
-- selling.assert_cart_parties(p_merchant uuid, p_store uuid, p_terminal uuid, p_customer uuid) returns void
-- selling.assert_discountable(p_cart selling.carts, p_line uuid, p_amount bigint) returns void
-- selling.assert_may_enter_prices(p_cart selling.carts, p_goods selling.goods[]) returns void
-- selling.assert_pending(p_approval selling.approvals) returns void
-- selling.assert_refund_payments(p_order selling.sales_orders, p_amount bigint, p_wanted jsonb) returns void
-- selling.assert_refundable(p_order selling.sales_orders, p_type text, p_lines jsonb) returns void
-- selling.assert_sellable(p_goods selling.goods[], p_lines jsonb, p_path text) returns void
-- selling.assert_shown(p_cart selling.carts, p_version integer) returns void
-- selling.assert_size(p_lines bigint, p_most numeric, p_gross bigint) returns void
-- selling.assert_whole_pieces(p_cart selling.carts) returns void
-- selling.book_offline_sale(p_sale selling.offline_sales, p_cart selling.carts, p_shift shop.shifts) returns selling.offline_sales
-- selling.cancel_approval(p_merchant uuid, p_id uuid) returns void security definer to mostrador_api
-- selling.cart_json(p_cart selling.carts, p_discounts json, p_order uuid) returns json to mostrador_api
-- selling.cart_view(p_merchant uuid, p_cart uuid) returns json to mostrador_api
-- selling.change_cart(p_merchant uuid, p_id uuid, p_change jsonb) returns json security definer to mostrador_api
-- selling.change_cart_line(p_merchant uuid, p_id uuid, p_line uuid, p_change jsonb) returns json security definer to mostrador_api
-- selling.close_request(p_approval selling.approvals, p_account uuid, p_status text, p_facts jsonb) returns void
-- selling.coin_paid_in(p_sale selling.offline_sales) returns integer
-- selling.counted_discounts(p_merchant uuid, p_cart uuid) returns uuid[] to mostrador_api
-- selling.decide_approval(p_merchant uuid, p_id uuid, p_verdict text, p_reason text, p_as uuid, p_pin_hash text) returns void security definer to mostrador_api
-- selling.direct_approval(p_approval selling.approvals) returns selling.approvals
-- selling.discard_offline_sale(p_merchant uuid, p_id uuid, p_reason text) returns jsonb security definer to mostrador_api
-- selling.discount_base(p_merchant uuid, p_cart uuid, p_line uuid) returns bigint
-- selling.discount_subject(p_merchant uuid, p_cart uuid, p_line uuid, p_amount bigint, p_percentage integer) returns jsonb to mostrador_api
-- selling.discounted_lines(p_merchant uuid, p_cart uuid) returns TABLE(line_id uuid, line_position integer, gross bigint, line_discount bigint)
-- selling.earlier_sale(p_cart selling.carts) returns json
-- selling.end_cart(p_merchant uuid, p_id uuid, p_status text) returns void
-- selling.fill_cart_as_sold(p_cart selling.carts, p_lines jsonb, p_terminal uuid) returns selling.carts
-- selling.finalize_cart(p_merchant uuid, p_id uuid, p_version integer, p_payments jsonb) returns json security definer to mostrador_api
-- selling.find_missing_goods(p_sale selling.offline_sales, p_membership uuid) returns void
-- selling.goods_of(p_merchant uuid, p_store uuid, p_lines jsonb) returns SETOF selling.goods
-- selling.gross_of(p_quantity numeric, p_unit_price bigint) returns bigint
-- selling.hand_over(p_cart selling.carts, p_order uuid, p_membership uuid) returns void
-- selling.has_amount(p_goods selling.goods) returns boolean
-- selling.has_other_decider(p_sale selling.offline_sales) returns boolean
-- selling.has_price_fault(p_goods selling.goods, p_lines jsonb) returns boolean
-- selling.hold_approval(p_merchant uuid, p_id uuid) returns selling.approvals
-- selling.hold_cart(p_merchant uuid, p_id uuid) returns selling.carts
-- selling.hold_offline_sale(p_merchant uuid, p_id uuid, p_is_accepted boolean) returns selling.offline_sales
-- selling.hold_open_cart(p_merchant uuid, p_id uuid) returns selling.carts
-- selling.hold_or_open_cart(p_cart selling.carts) returns selling.carts
-- selling.hold_order(p_merchant uuid, p_id uuid) returns selling.sales_orders
-- selling.hold_readable_approval(p_merchant uuid, p_id uuid) returns selling.approvals
-- selling.hold_readable_cart(p_merchant uuid, p_id uuid) returns selling.carts
-- selling.in_coins(p_amount bigint, p_coin integer) returns bigint to mostrador_api
-- selling.is_counted(p_discount selling.discounts) returns boolean to mostrador_api
-- selling.is_other_device(p_shift shop.shifts, p_terminal uuid, p_device_hash bytea) returns boolean
-- selling.keep_counted_goods(p_sale selling.offline_sales, p_cart selling.carts, p_membership uuid) returns void
-- selling.known_offline_sale(p_merchant uuid, p_store uuid, p_id uuid, p_shift uuid, p_lines jsonb, p_payments jsonb) returns selling.offline_sales
-- selling.line_gross(p_quantity numeric, p_unit_price bigint, p_amount bigint) returns bigint
-- selling.lines_json(p_merchant uuid, p_cart uuid) returns json to mostrador_api
-- selling.lines_left(p_order selling.sales_orders) returns TABLE(line_id uuid, line_position integer, quantity numeric, quantity_left numeric, total bigint, amount_left bigint, tax bigint, tax_left bigint) to mostrador_api
-- selling.link_offline_sale(p_sale selling.offline_sales) returns selling.offline_sales
-- selling.lock_decider(p_merchant uuid, p_as uuid) returns void security definer to mostrador_api
-- selling.mail_receipt(p_merchant uuid, p_id uuid, p_mail uuid, p_address text, p_text text) returns void security definer to mostrador_api
-- selling.move_cart(p_merchant uuid, p_id uuid, p_status text, p_change jsonb) returns json security definer to mostrador_api
-- selling.new_lines(p_cart selling.carts, p_lines jsonb, p_path text, p_after integer) returns selling.line_items[]
-- selling.note_goods_left_out(p_cart selling.carts, p_sold jsonb) returns void
-- selling.note_less_goods(p_cart selling.carts, p_variant uuid, p_quantity numeric, p_total bigint, p_left numeric) returns void
-- selling.note_open_prices(p_cart selling.carts, p_added selling.line_items[]) returns void
-- selling.offline_cart(p_sale selling.offline_sales) returns selling.carts
-- selling.offline_lines(p_merchant uuid, p_store uuid, p_lines jsonb) returns jsonb
-- selling.offline_reasons(p_sale selling.offline_sales) returns jsonb
-- selling.offline_reasons_of_sale(p_sale selling.offline_sales) returns jsonb
-- selling.offline_sale_json(p_sale selling.offline_sales) returns jsonb
-- selling.offline_shift(p_merchant uuid, p_store uuid, p_shift uuid) returns shop.shifts
-- selling.open_cart(p_merchant uuid, p_store uuid, p_id uuid, p_terminal uuid, p_customer uuid, p_label text, p_lines jsonb) returns json security definer to mostrador_api
-- selling.open_price_limit(p_sale selling.offline_sales) returns bigint
-- selling.order_json(p_order selling.sales_orders) returns json to mostrador_api
-- selling.order_view(p_merchant uuid, p_order uuid) returns jsonb to mostrador_api
-- selling.original_way(p_order selling.sales_orders, p_amount bigint) returns jsonb
-- selling.paid_centavos(p_payments jsonb) returns bigint
-- selling.pay_back(p_order selling.sales_orders, p_refund uuid, p_shift uuid, p_legs jsonb) returns void
-- selling.payments_due(p_total bigint, p_coin integer, p_payments jsonb) returns bigint
-- selling.payments_json(p_merchant uuid, p_order uuid) returns json to mostrador_api
-- selling.payments_left(p_order selling.sales_orders) returns TABLE(payment_id uuid, place integer, method text, reference text, left_centavos bigint) to mostrador_api
-- selling.price_lines(p_merchant uuid, p_cart uuid) returns void
-- selling.priced_lines(p_merchant uuid, p_cart uuid) returns TABLE(line_id uuid, gross bigint, discount bigint, tax bigint, total bigint)
-- selling.put_line(p_cart selling.carts, p_line jsonb) returns void
-- selling.quantity_for(p_amount bigint, p_unit_price bigint) returns numeric
-- selling.readable_receipt(p_merchant uuid, p_id uuid) returns selling.receipts
-- selling.receipt_head(p_merchant uuid, p_store uuid, p_terminal uuid, p_customer uuid, p_cashier_name text, p_at timestamp with time zone) returns jsonb
-- selling.receipt_json(p_receipt selling.receipts) returns json to mostrador_api
-- selling.receive_offline_sale(p_merchant uuid, p_store uuid, p_id uuid, p_terminal uuid, p_shift uuid, p_sold_at timestamp with time zone, p_lines jsonb, p_payments jsonb, p_device_hash bytea) returns jsonb security definer to mostrador_api
-- selling.refund_legs(p_order selling.sales_orders, p_amount bigint, p_wanted jsonb) returns TABLE(payment_id uuid, method text, amount bigint, is_other_way boolean)
-- selling.refund_order(p_merchant uuid, p_order uuid, p_request jsonb) returns jsonb security definer to mostrador_api
-- selling.refund_plan(p_order selling.sales_orders, p_type text, p_lines jsonb) returns TABLE(line_no bigint, line_id uuid, quantity numeric, quantity_left numeric, amount bigint, amount_left bigint, tax bigint, disposition text, chip_ids uuid[])
-- selling.refund_receipt(p_order selling.sales_orders, p_refund selling.refunds) returns jsonb
-- selling.refund_rounding(p_order selling.sales_orders, p_amount bigint, p_wanted jsonb) returns bigint
-- selling.refund_subject(p_order selling.sales_orders, p_type text, p_lines jsonb) returns jsonb
-- selling.refund_view(p_refund selling.refunds) returns jsonb
-- selling.refundable(p_merchant uuid, p_order uuid) returns jsonb to mostrador_api
-- selling.remove_cart_line(p_merchant uuid, p_id uuid, p_line uuid) returns json security definer to mostrador_api
-- selling.remove_discount(p_merchant uuid, p_id uuid, p_discount uuid) returns json security definer to mostrador_api
-- selling.reprice_cart(p_merchant uuid, p_cart uuid) returns void
-- selling.reprint_receipt(p_merchant uuid, p_id uuid) returns json security definer to mostrador_api
-- selling.request_approval(p_approval selling.approvals, p_valid_for interval) returns selling.approvals
-- selling.sale_receipt(p_order selling.sales_orders, p_sold_at timestamp with time zone) returns jsonb
-- selling.sale_view(p_order selling.sales_orders, p_receipt selling.receipts) returns json
-- selling.settle_payments(p_total bigint, p_coin integer, p_payments jsonb) returns bigint
-- selling.shift_for_offline_sale(p_sale selling.offline_sales, p_caller uuid) returns shop.shifts
-- selling.standing_approval(p_wanted selling.approvals, p_id uuid) returns selling.approvals
-- selling.take_back(p_order selling.sales_orders, p_refund uuid, p_lines jsonb, p_reason text, p_membership uuid) returns void
-- selling.take_chips_back(p_order selling.sales_orders, p_lines jsonb) returns void
-- selling.take_from_surplus(p_sale selling.offline_sales, p_report shop.shift_reports) returns bigint
-- selling.tax_of(p_net numeric, p_rate_bps integer, p_is_included boolean) returns bigint
-- selling.use_approval(p_merchant uuid, p_id uuid, p_type text, p_subject jsonb) returns void
-- selling.use_discounts(p_cart selling.carts) returns void
-- selling.use_refund_approval(p_order selling.sales_orders, p_refund selling.refunds, p_subject jsonb, p_legs jsonb, p_approval uuid) returns uuid
-- selling.write_approval(p_approval selling.approvals) returns void
-- selling.write_lines(p_merchant uuid, p_lines selling.line_items[]) returns void
-- selling.write_order(p_cart selling.carts, p_order uuid, p_shift shop.shifts, p_member uuid, p_rounding bigint, p_payments jsonb, p_sold_at timestamp with time zone, OUT written selling.sales_orders, OUT receipt selling.receipts) returns record
-- selling.write_receipt(p_order selling.sales_orders, p_kind text, p_folio text, p_member uuid, p_refund uuid, p_content jsonb) returns selling.receipts
-- selling.write_refund(p_order selling.sales_orders, p_refund selling.refunds, p_lines jsonb, p_legs jsonb) returns selling.refunds
-- settings.assert_setting(p_key text, p_is_of_merchant boolean, p_value jsonb) returns settings.setting_definitions
-- settings.own_settings(p_merchant uuid, p_keys text[]) returns TABLE(key text, scope text, default_value jsonb, platform_value jsonb, merchant_value jsonb, owner_value jsonb, allowed jsonb, value jsonb, updated_at timestamp with time zone) security definer to mostrador_api
-- settings.put_merchant_setting(p_merchant uuid, p_key text, p_value jsonb) returns void security definer to mostrador_api
-- settings.put_own_setting(p_merchant uuid, p_key text, p_value jsonb) returns uuid security definer to mostrador_api
-- settings.put_setting(p_key text, p_value jsonb) returns void security definer to mostrador_api
-- settings.resolved(p_definition settings.setting_definitions, p_platform jsonb, p_merchant jsonb, p_owner jsonb, OUT platform_value jsonb, OUT merchant_value jsonb, OUT owner_value jsonb, OUT allowed jsonb, OUT value jsonb) returns record to mostrador_api, mostrador_worker
-- settings.setting(p_merchant uuid, p_key text) returns jsonb to mostrador_api, mostrador_worker
-- settings.setting_boolean(p_merchant uuid, p_key text) returns boolean to mostrador_api, mostrador_worker
-- settings.setting_integer(p_merchant uuid, p_key text) returns bigint to mostrador_api, mostrador_worker
-- settings.setting_text(p_key text) returns text to mostrador_api, mostrador_worker
-- settings.settings_of(p_merchant uuid, p_keys text[]) returns TABLE(key text, scope text, default_value jsonb, platform_value jsonb, merchant_value jsonb, owner_value jsonb, allowed jsonb, value jsonb, updated_at timestamp with time zone) to mostrador_api, mostrador_worker
-- settings.sound_setting(p_definition settings.setting_definitions, p_value jsonb) returns jsonb to mostrador_api, mostrador_worker
-- settings.store_setting(p_key text, p_value jsonb) returns void
-- shop.accept_invite(p_token_hash bytea, p_name text, p_password_hash text, p_pin_hash text) returns uuid security definer to mostrador_api
-- shop.acting_membership(p_merchant uuid, p_store uuid) returns shop.memberships
-- shop.add_cash_movement(p_merchant uuid, p_shift uuid, p_kind text, p_amount bigint, p_reason text, p_vas_sale uuid) returns SETOF shop.cash_movements security definer to mostrador_api
-- shop.add_cashier(p_merchant uuid, p_store uuid, p_name text, p_code text, p_pin_hash text) returns TABLE(employee_id uuid, membership_id uuid, account_id uuid, name text, code text, expires_at timestamp with time zone) security definer to mostrador_api
-- shop.add_invited_email(p_invite shop.invites, p_password_hash text, p_pin_hash text) returns uuid
-- shop.add_membership(p_merchant uuid, p_store uuid, p_account uuid, p_role text) returns shop.memberships
-- shop.admit_api_keys(p_merchant uuid, p_store uuid) returns void
-- shop.admit_member(p_merchant uuid, p_store uuid, p_account uuid, p_role text) returns uuid
-- shop.api_key(p_id uuid) returns TABLE(id uuid, "merchantId" uuid, name text, prefix text, scopes text[], "allStores" boolean, "storeIds" uuid[], status text, "createdByName" text, "createdAt" timestamp with time zone, "expiresAt" timestamp with time zone, "lastUsedAt" timestamp with time zone, "revokedAt" timestamp with time zone, "revokedReason" text) security definer to mostrador_api
-- shop.api_key_facts(p_key shop.api_keys) returns jsonb
-- shop.api_keys_of(p_merchant uuid) returns TABLE(id uuid, "merchantId" uuid, name text, prefix text, scopes text[], "allStores" boolean, "storeIds" uuid[], status text, "createdByName" text, "createdAt" timestamp with time zone, "expiresAt" timestamp with time zone, "lastUsedAt" timestamp with time zone, "revokedAt" timestamp with time zone, "revokedReason" text)
-- shop.assert_cash_owed(p_shift shop.shifts, p_kind text, p_amount bigint, p_sale uuid) returns void
-- shop.assert_drawer_holds(p_shift shop.shifts, p_amount bigint) returns void
-- shop.assert_keeps_terminals(p_terminal shop.terminals) returns void
-- shop.assert_may_invite(p_merchant uuid, p_store uuid, p_role text) returns void
-- shop.assert_may_open_drawer(p_shift shop.shifts) returns void
-- shop.assert_no_open_shift(p_merchant uuid, p_store uuid) returns void security definer to mostrador_api
-- shop.assert_own_entrance(p_merchant uuid, p_employee uuid) returns void security definer to mostrador_api
-- shop.assert_terminal(p_merchant uuid, p_store uuid, p_terminal uuid) returns void
-- shop.assist_terminal(p_id uuid, p_reason text) returns TABLE(id uuid, store_id uuid, name text, status text, device_enabled_at timestamp with time zone) security definer to mostrador_api
-- shop.begin_code_check(p_merchant uuid, p_store uuid, p_code text, p_source uuid) returns TABLE(wait_seconds integer, source_id uuid, merchant_id uuid, store_id uuid, employee_id uuid, membership_id uuid, account_id uuid, name text, role text, pin_hash text, pin_state text)
-- shop.begin_terminal_sign_in(p_device_hash bytea, p_code text) returns TABLE(wait_seconds integer, source_id uuid, merchant_id uuid, store_id uuid, employee_id uuid, membership_id uuid, account_id uuid, name text, role text, pin_hash text, pin_state text) security definer to mostrador_api
-- shop.change_role(p_merchant uuid, p_membership uuid, p_role text, p_language text) returns void security definer to mostrador_api
-- shop.charge_code(p_merchant uuid, p_store uuid, p_code text, p_source uuid) returns integer
-- shop.check_employee(p_merchant uuid, p_store uuid, p_code text) returns TABLE(wait_seconds integer, source_id uuid, merchant_id uuid, store_id uuid, employee_id uuid, membership_id uuid, account_id uuid, name text, role text, pin_hash text, pin_state text) security definer to mostrador_api
-- shop.check_invited(p_token_hash bytea) returns TABLE(wait_seconds integer, source_id uuid, merchant_id uuid, store_id uuid, employee_id uuid, membership_id uuid, account_id uuid, name text, role text, pin_hash text, pin_state text, code text) security definer to mostrador_api
-- shop.choose_pin(p_merchant uuid, p_membership uuid, p_old_hash text, p_new_hash text) returns void
-- shop.choose_pin_at_terminal(p_device_hash bytea, p_membership uuid, p_pin_hash text, p_new_pin_hash text, p_token_hash bytea, p_address inet, p_user_agent text) returns TABLE(terminal_id uuid, terminal_name text, store_id uuid, expires_at timestamp with time zone) security definer to mostrador_api
-- shop.close_doors(p_merchant uuid, p_account uuid, p_reason text, p_language text, p_mail uuid) returns void
-- shop.close_shift(p_merchant uuid, p_id uuid, p_denominations jsonb, p_counted bigint, p_reason text) returns SETOF shop.shift_reports security definer to mostrador_api
-- shop.closing_key(p_store uuid) returns bigint
-- shop.continue_folios(p_merchant uuid, p_store uuid, p_series text, p_through bigint) returns boolean
-- shop.create_api_key(p_merchant uuid, p_name text, p_prefix text, p_token_hash bytea, p_scopes text[], p_stores uuid[], p_expires_at timestamp with time zone) returns uuid security definer to mostrador_api
-- shop.create_invite(p_merchant uuid, p_store uuid, p_email text, p_role text, p_token_hash bytea) returns SETOF shop.invites security definer to mostrador_api
-- shop.create_store(p_merchant uuid, p_name text, p_code text, p_phone text, p_address text, p_time_zone text, p_tax_region text) returns SETOF shop.stores security definer to mostrador_api
-- shop.disable_terminal(p_merchant uuid, p_id uuid) returns void security definer to mostrador_api
-- shop.employee_for_pin(p_merchant uuid, p_id uuid) returns shop.employees
-- shop.enable_terminal(p_merchant uuid, p_id uuid, p_token_hash bytea) returns timestamp with time zone security definer to mostrador_api
-- shop.enable_terminal_by_code(p_code_hash bytea, p_token_hash bytea) returns TABLE(id uuid, name text, store_id uuid, store_name text) security definer to mostrador_api
-- shop.end_api_key(p_key shop.api_keys, p_reason text) returns void
-- shop.end_employee_sessions(p_merchant uuid, p_employee uuid) returns void security definer to mostrador_api
-- shop.end_machine_memberships(p_merchant uuid, p_account uuid) returns void
-- shop.end_membership(p_merchant uuid, p_membership uuid, p_language text) returns void security definer to mostrador_api
-- shop.end_terminal_work(p_merchant uuid, p_id uuid) returns void security definer to mostrador_api
-- shop.erase_credentials() returns integer security definer to mostrador_worker
-- shop.finish_membership(p_member shop.memberships, p_language text, p_mail uuid) returns void
-- shop.finish_memberships(p_merchant uuid, p_account uuid, p_language text, p_mail uuid) returns void
-- shop.forget_device(p_merchant uuid, p_id uuid) returns boolean
-- shop.forget_pin(p_merchant uuid, p_employee uuid) returns boolean
-- shop.hold_connection(p_merchant uuid, p_id uuid) returns shop.connections
-- shop.hold_employee(p_merchant uuid, p_id uuid) returns shop.employees
-- shop.hold_invite(p_merchant uuid, p_id uuid) returns shop.invites
-- shop.hold_membership(p_merchant uuid, p_id uuid) returns shop.memberships
-- shop.hold_shift(p_merchant uuid, p_id uuid) returns shop.shifts
-- shop.hold_store(p_merchant uuid, p_id uuid) returns shop.stores
-- shop.hold_terminal(p_merchant uuid, p_id uuid) returns shop.terminals
-- shop.invite_manager(p_merchant uuid, p_store uuid, p_email text, p_reason text, p_token_hash bytea) returns SETOF shop.invites security definer to mostrador_api
-- shop.invite_of(p_token_hash bytea) returns TABLE(email text, merchant_name text, store_name text, role text, needs_password boolean, person_name text, expires_at timestamp with time zone) security definer to mostrador_api
-- shop.invite_to_add_email(p_merchant uuid, p_membership uuid, p_email text, p_token_hash bytea) returns SETOF shop.invites security definer to mostrador_api
-- shop.is_counted_blind(p_merchant uuid, p_shift uuid) returns boolean to mostrador_api
-- shop.list_api_keys(p_merchant uuid, p_limit integer, p_after_valid boolean, p_after uuid) returns TABLE(id uuid, "merchantId" uuid, name text, prefix text, scopes text[], "allStores" boolean, "storeIds" uuid[], status text, "createdByName" text, "createdAt" timestamp with time zone, "expiresAt" timestamp with time zone, "lastUsedAt" timestamp with time zone, "revokedAt" timestamp with time zone, "revokedReason" text) security definer to mostrador_api
-- shop.lock_api_keys(p_merchant uuid) returns void
-- shop.mail_invite(p_token_hash bytea, p_mail uuid, p_token_sealed bytea, p_language text) returns void security definer to mostrador_api
-- shop.mail_shift_report(p_merchant uuid, p_store uuid, p_folio text, p_cashier text, p_text text) returns text[] security definer to mostrador_api
-- shop.make_manager(p_merchant uuid, p_store uuid, p_account uuid) returns void
-- shop.make_terminal(p_terminal shop.terminals, p_token_hash bytea, p_enabled_by uuid) returns void
-- shop.may_invite(p_inviter text, p_role text) returns boolean to mostrador_api
-- shop.may_know_pin(p_account uuid, p_merchant uuid, p_membership uuid) returns boolean
-- shop.member_to_change(p_merchant uuid, p_employee uuid) returns shop.memberships
-- shop.membership_to_change(p_merchant uuid, p_id uuid) returns shop.memberships
-- shop.merchant_of_api_keys(p_merchant uuid) returns uuid
-- shop.mint_pin(p_merchant uuid, p_employee uuid, p_code text, p_pin_hash text) returns TABLE(code text, expires_at timestamp with time zone) security definer to mostrador_api
-- shop.next_folio(p_merchant uuid, p_store uuid, p_series text) returns text
-- shop.open_enabling(p_merchant uuid, p_id uuid, p_code_hash bytea) returns timestamp with time zone security definer to mostrador_api
-- shop.open_shift(p_merchant uuid, p_store uuid, p_terminal uuid, p_float bigint) returns SETOF shop.shifts security definer to mostrador_api
-- shop.open_terminal_session(p_device_hash bytea, p_membership uuid, p_pin_hash text, p_token_hash bytea, p_address inet, p_user_agent text) returns TABLE(terminal_id uuid, terminal_name text, store_id uuid, expires_at timestamp with time zone) security definer to mostrador_api
-- shop.owned_api_key(p_id uuid) returns shop.api_keys
-- shop.pause_connection(p_merchant uuid, p_id uuid, p_reason text) returns boolean
-- shop.pause_connections(p_merchant uuid, p_account uuid, p_reason text) returns text[]
-- shop.pin_refusal(p_caller_role text, p_role text, p_account uuid, p_owner uuid) returns text to mostrador_api
-- shop.record_api_key(p_action text, p_key shop.api_keys, p_before jsonb, p_after jsonb) returns void
-- shop.refuse_closed_shift() returns void
-- shop.rename_api_key(p_id uuid, p_name text) returns void security definer to mostrador_api
-- shop.resend_invite(p_id uuid, p_reason text) returns SETOF shop.invites security definer to mostrador_api
-- shop.resume_connection(p_merchant uuid, p_id uuid) returns void security definer to mostrador_api
-- shop.retire_employee(p_merchant uuid, p_employee uuid) returns boolean
-- shop.revoke_all_api_keys(p_merchant uuid, p_reason text) returns void
-- shop.revoke_api_key(p_id uuid) returns void security definer to mostrador_api
-- shop.revoke_api_keys_of(p_merchant uuid, p_account uuid, p_reason text) returns text[]
-- shop.revoke_invite(p_merchant uuid, p_id uuid) returns void security definer to mostrador_api
-- shop.set_role(p_member shop.memberships, p_role text, p_language text) returns void
-- shop.settle_code_check(p_merchant uuid, p_store uuid, p_code text, p_source uuid, p_employee uuid, p_is_right boolean) returns void security definer to mostrador_api
-- shop.share_open_shift(p_merchant uuid, p_membership uuid) returns shop.shifts
-- shop.share_shift(p_merchant uuid, p_id uuid) returns shop.shifts
-- shop.shift_totals(p_merchant uuid, p_shift uuid) returns jsonb to mostrador_api
-- shop.spend_invite(p_merchant uuid, p_id uuid) returns boolean
-- shop.stop_shift_reports(p_merchant uuid, p_store uuid, p_account uuid) returns void
-- shop.tell_paused(p_connection shop.connections, p_reason text) returns void
-- shop.terminal_known(p_device_hash bytea) returns TABLE(id uuid, name text, status text, store_id uuid, store_name text) security definer to mostrador_api
-- shop.terminal_of(p_device_hash bytea) returns shop.terminals
-- shop.unlock_employee(p_merchant uuid, p_employee uuid) returns void security definer to mostrador_api
-- shop.vacate_terminal(p_merchant uuid, p_id uuid, p_reason text) returns shop.terminals
-- shop.withdraw_email_invites(p_merchant uuid, p_account uuid) returns void
-- shop.withdraw_enabling_codes(p_merchant uuid, p_account uuid) returns void
-- shop.withdraw_invites(p_merchant uuid, p_account uuid) returns void
-- shop.withdraw_invites_to(p_merchant uuid, p_store uuid, p_email text) returns boolean
-- shop.withdraw_member_invites(p_member shop.memberships) returns void
-- shop.withdraw_merchant_invites(p_merchant uuid, p_next_owner text) returns void
-- shop.withdraw_minted_pins(p_merchant uuid, p_account uuid) returns void
-- shop.withdraw_owner_invites(p_merchant uuid) returns void
-- shop.withdraw_pin(p_member shop.memberships, p_role text) returns void
-- shop.write_cash_movement(p_shift shop.shifts, p_kind text, p_amount bigint, p_reason text, p_vas_sale uuid) returns shop.cash_movements
-- shop.write_end(p_merchant uuid, p_membership uuid) returns void
-- shop.write_invite(p_merchant uuid, p_store uuid, p_email text, p_role text, p_token_hash bytea) returns shop.invites
-- shop.write_owner_invite(p_merchant uuid, p_email text, p_token_hash bytea) returns timestamp with time zone
-- shop.write_role(p_merchant uuid, p_membership uuid, p_role text) returns void
-- stock.activate_chip(p_merchant uuid, p_id uuid) returns void security definer to mostrador_api
-- stock.add_chips(p_merchant uuid, p_import uuid, p_units jsonb) returns integer security definer to mostrador_api, mostrador_worker
-- stock.adjust_stock(p_merchant uuid, p_store uuid, p_id uuid, p_kind text, p_reason text, p_variants uuid[], p_quantities numeric[], p_membership uuid) returns void security definer to mostrador_api
-- stock.assert_stock_lines(p_merchant uuid, p_store uuid, p_variants uuid[], p_quantities numeric[], p_list text, p_variant_field text, p_quantity_field text) returns void
-- stock.assert_stock_writer(p_merchant uuid, p_store uuid) returns integer
-- stock.assume_chip_import(p_id uuid) returns text security definer to mostrador_worker
-- stock.barred_by_stock(p_merchant uuid, p_store uuid, p_products uuid[], p_kind text, p_unit text) returns TABLE(product_id uuid, field text) security definer to mostrador_api
-- stock.bind_chips(p_merchant uuid, p_store uuid, p_product uuid, p_count integer, p_order uuid) returns TABLE(id uuid, iccid text, msisdn text) security definer to mostrador_api
-- stock.cancel_count(p_merchant uuid, p_id uuid) returns void security definer to mostrador_api
-- stock.chip_import_progress(p_id uuid) returns TABLE(phase text, done integer, total integer) security definer to mostrador_api
-- stock.chip_import_run(p_id uuid) returns TABLE(merchant_id uuid, store_id uuid, product_id uuid, file_name text, file_hash bytea, file_sealed bytea, is_dry_run boolean, status text, sheet_name text, row_count integer, problem jsonb) security definer to mostrador_worker
-- stock.chip_incidents_seen(p_status text, p_limit integer, p_before uuid) returns TABLE(id uuid, iccid text, status text, found_at timestamp with time zone, closed_at timestamp with time zone, close_reason text, parties jsonb) security definer to mostrador_api
-- stock.close_chip_incident(p_id uuid, p_reason text) returns void security definer to mostrador_api
-- stock.close_count(p_merchant uuid, p_id uuid, p_membership uuid) returns void security definer to mostrador_api
-- stock.counted_since(p_merchant uuid, p_store uuid, p_variants uuid[], p_since timestamp with time zone) returns TABLE(variant_id uuid, count_id uuid)
-- stock.counterparts(p_merchant uuid, p_to_store uuid, p_variants uuid[], p_named uuid[]) returns uuid[]
-- stock.end_count(p_merchant uuid, p_count stock.stock_counts, p_status text, p_differences integer) returns void
-- stock.end_transfer(p_merchant uuid, p_id uuid, p_status text, p_variants uuid[], p_quantities numeric[], p_membership uuid) returns void security definer to mostrador_api
-- stock.finish_chip_import(p_id uuid, p_status text, p_sheet_name text, p_row_count integer, p_carriers text[], p_problem jsonb) returns void security definer to mostrador_worker
-- stock.forget_chip_faults() returns integer security definer to mostrador_worker
-- stock.hold_chip(p_merchant uuid, p_id uuid) returns stock.chip_units
-- stock.hold_chip_incident(p_id uuid) returns stock.chip_incidents
-- stock.hold_count(p_merchant uuid, p_id uuid, p_ends boolean) returns stock.stock_counts
-- stock.hold_count_lines(p_merchant uuid, p_count uuid, p_variants uuid[]) returns void
-- stock.hold_levels(p_merchant uuid, p_variants uuid[]) returns void
-- stock.hold_lines_to_count(p_merchant uuid, p_store uuid, p_variants uuid[]) returns void
-- stock.hold_oldest_chips(p_merchant uuid, p_store uuid, p_product uuid, p_count integer) returns uuid[]
-- stock.hold_transfer(p_merchant uuid, p_id uuid) returns stock.stock_transfers
-- stock.known_iccids(p_merchant uuid, p_store uuid, p_iccids text[], p_import uuid) returns TABLE(iccid text, place text) security definer to mostrador_api, mostrador_worker
-- stock.move_stock(p_merchant uuid, p_store uuid, p_kind text, p_document uuid, p_reason text, p_variants uuid[], p_quantities numeric[], p_costs bigint[], p_membership uuid) returns void
-- stock.no_stock_reason(p_merchant uuid, p_store uuid) returns text to mostrador_api
-- stock.note_chip_import(p_id uuid, p_checked integer, p_total integer, p_imported integer) returns void security definer to mostrador_worker
-- stock.note_received(p_merchant uuid, p_paper stock.stock_transfers, p_variants uuid[], p_quantities numeric[]) returns void
-- stock.open_chip_import(p_merchant uuid, p_id uuid, p_store uuid, p_product uuid, p_file_name text, p_file_hash bytea, p_sheet_name text, p_row_count integer) returns timestamp with time zone security definer to mostrador_api, mostrador_worker
-- stock.open_chip_incidents(p_iccids text[]) returns integer security definer to mostrador_worker
-- stock.open_count(p_merchant uuid, p_store uuid, p_id uuid, p_category uuid, p_variants uuid[], p_note text) returns void security definer to mostrador_api
-- stock.receive_goods(p_merchant uuid, p_store uuid, p_id uuid, p_supplier text, p_note text, p_variants uuid[], p_quantities numeric[], p_costs bigint[], p_membership uuid) returns void security definer to mostrador_api
-- stock.record_count(p_merchant uuid, p_id uuid, p_variants uuid[], p_counted numeric[], p_seen uuid[], p_before numeric[]) returns void security definer to mostrador_api
-- stock.refuse_lacking(p_merchant uuid, p_variants uuid[], p_quantities numeric[], p_moved uuid[]) returns void
-- stock.return_chips(p_merchant uuid, p_store uuid, p_product uuid, p_order uuid, p_ids uuid[]) returns void
-- stock.send_transfer(p_merchant uuid, p_store uuid, p_to_store uuid, p_note text, p_variants uuid[], p_to_variants uuid[], p_quantities numeric[], p_membership uuid) returns uuid security definer to mostrador_api
-- stock.set_reorder_points(p_merchant uuid, p_store uuid, p_variants uuid[], p_points numeric[]) returns void security definer to mostrador_api
-- stock.settle_late_sale(p_merchant uuid, p_store uuid, p_sold_at timestamp with time zone, p_variants uuid[], p_quantities numeric[], p_membership uuid) returns void
-- stock.sister_stores(p_merchant uuid, p_store uuid) returns TABLE(store_id uuid, name text, code text, is_open boolean) security definer to mostrador_api
-- stock.stage_chip_import(p_merchant uuid, p_id uuid, p_store uuid, p_product uuid, p_file_name text, p_file_hash bytea, p_file_sealed bytea, p_is_dry_run boolean, p_hidden_sheets text[]) returns void security definer to mostrador_api
-- stock.stock_faults(p_merchant uuid) returns TABLE(merchant_id uuid, id uuid, fault text, expected numeric, found numeric) security definer to mostrador_worker
-- stock.stop_old_chip_imports() returns integer security definer to mostrador_worker
-- vas.accounts_to_search(p_mode text) returns TABLE(merchant_id uuid, connection_id uuid) security definer to mostrador_worker
-- vas.add_to_cashier(p_sale vas.sales, p_day vas.day_totals) returns vas.day_totals
-- vas.add_to_store(p_sale vas.sales, p_at timestamp with time zone) returns vas.day_totals
-- vas.assert_connection(p_merchant uuid, p_store uuid, p_connection uuid, p_mode text) returns void
-- vas.assert_owed(p_sale vas.sales, p_confirm_duplicate boolean) returns void
-- vas.assert_reprint_velocity(p_merchant uuid, p_store uuid) returns timestamp with time zone
-- vas.assert_velocity(p_sale vas.sales, p_day vas.day_totals) returns void
-- vas.book(p_sale vas.sales) returns void
-- vas.book_late_completion(p_merchant uuid, p_id uuid) returns void security definer to mostrador_worker
-- vas.book_late_reversal(p_merchant uuid, p_id uuid) returns void security definer to mostrador_worker
-- vas.claim_due(p_modes text[], p_limit integer, p_lease_ms integer) returns SETOF vas.sales security definer to mostrador_worker
-- vas.claim_one(p_merchant uuid, p_id uuid, p_modes text[], p_interval_ms integer, p_lease_ms integer) returns SETOF vas.sales security definer to mostrador_worker
-- vas.close_review(p_id uuid, p_decision text) returns void
-- vas.commission_bps(p_amount bigint, p_wholesale bigint, p_wholesale_bps integer, p_share_bps integer) returns integer to mostrador_api, mostrador_worker
-- vas.continue_folios(p_merchant uuid, p_store uuid, p_through bigint) returns boolean
-- vas.count_found(p_sale vas.sales) returns void
-- vas.counted_day(p_merchant uuid, p_store uuid, p_at timestamp with time zone) returns vas.day_totals
-- vas.day_of_sales(p_day date, p_mode text) returns TABLE(id uuid, merchant_id uuid, folio text, status text, phase text, amount_centavos bigint, connection_id uuid, wholesale_centavos bigint, is_ranged boolean, demanded jsonb, booked jsonb) security definer to mostrador_worker
-- vas.days_to_reconcile() returns SETOF date security definer to mostrador_worker
-- vas.decide_review(p_id uuid, p_decision text, p_authorization text, p_reason text) returns void security definer to mostrador_api
-- vas.enqueue(p_sale vas.sales) returns void
-- vas.enter_found_sale(p_mode text, p_merchant uuid, p_connection uuid, p_record jsonb) returns text security definer to mostrador_worker
-- vas.forget_quotes(p_count integer) returns integer security definer to mostrador_worker
-- vas.found_sale(p_tail text) returns TABLE(id uuid) security definer to mostrador_api
-- vas.gift_cards(p_merchant uuid, p_status text, p_before uuid, p_limit integer) returns TABLE(id uuid, merchant_id uuid, merchant_name text, store_name text, folio text, product text, provider text, amount_centavos bigint, status text, last_four text, is_revealed boolean, reprints integer, sold_at timestamp with time zone) security definer to mostrador_api
-- vas.has_come(p_at timestamp with time zone, p_now timestamp with time zone) returns boolean
-- vas.hold_sale(p_id uuid) returns vas.sales
-- vas.hold_term_sheet(p_merchant uuid) returns vas.term_sheets
-- vas.is_seller_here(p_account uuid, p_session uuid, p_terminal uuid) returns boolean to mostrador_api
-- vas.keep_pin(p_merchant uuid, p_sale uuid, p_sealed bytea, p_sealed_key bytea, p_last_four text) returns void security definer to mostrador_worker
-- vas.kind_terms(p_merchant uuid) returns TABLE(kind text, is_offered boolean, share_bps integer, fee_centavos bigint) to mostrador_api
-- vas.known_sales(p_ids uuid[]) returns TABLE(id uuid) security definer to mostrador_worker
-- vas.lists_of_failed(p_mode text) returns TABLE(merchant_id uuid, connection_id uuid, first_sale_at timestamp with time zone, last_sale_at timestamp with time zone) security definer to mostrador_worker
-- vas.lists_to_read(p_mode text) returns TABLE(merchant_id uuid, connection_id uuid, listed_until timestamp with time zone, first_sale_at timestamp with time zone, now timestamp with time zone) security definer to mostrador_worker
-- vas.mail_receipt(p_merchant uuid, p_sale uuid, p_mail uuid, p_address text, p_text text) returns void security definer to mostrador_api
-- vas.next_folio(p_merchant uuid, p_store uuid) returns text
-- vas.note_list_read(p_mode text, p_connection uuid, p_until timestamp with time zone) returns void security definer to mostrador_worker
-- vas.note_reconciled(p_day date, p_differences integer) returns void security definer to mostrador_worker
-- vas.open_sale(p_merchant uuid, p_sale vas.sales, p_confirm_duplicate boolean, p_duplicate_window interval) returns vas.sales security definer to mostrador_api
-- vas.possible_decisions(p_sale vas.sales) returns text[]
-- vas.recheck_listed(p_mode text, p_records jsonb) returns integer security definer to mostrador_worker
-- vas.refuse_duplicate(p_earlier uuid, p_folio text, p_status text) returns void
-- vas.refuse_velocity(p_key text, p_limit bigint, p_detail text, p_again_at timestamp with time zone) returns void
-- vas.reprint_pin(p_merchant uuid, p_sale uuid, p_reason text) returns TABLE(sealed bytea, sealed_key bytea, last_four text, usage_info text[], terms text, reprints smallint) security definer to mostrador_api
-- vas.requeue(p_sale vas.sales) returns void
-- vas.reserve_found(p_sale vas.sales) returns void
-- vas.review_queue(p_limit integer, p_before uuid) returns TABLE(id uuid, folio text, merchant jsonb, kind text, provider text, product text, amount_centavos bigint, status text, phase text, incident text, provider_transaction text, mode text, created_at timestamp with time zone, expected_by timestamp with time zone) security definer to mostrador_api
-- vas.set_terms(p_merchant uuid, p_version integer, p_lines jsonb, p_reason text) returns void security definer to mostrador_api
-- vas.shift_of(p_sale vas.sales) returns shop.shifts
-- vas.show_pin(p_merchant uuid, p_sale uuid) returns TABLE(sealed bytea, sealed_key bytea, last_four text, usage_info text[], terms text, is_revealed boolean) security definer to mostrador_api
-- vas.store_day(p_merchant uuid, p_store uuid, p_at timestamp with time zone, OUT begins_at timestamp with time zone, OUT ends_at timestamp with time zone) returns record
-- vas.sync_catalog(p_products jsonb) returns TABLE(added integer, changed integer, deactivated integer) security definer to mostrador_worker
-- vas.take_for_review(p_id uuid) returns vas.sales
-- vas.take_off_day(p_sale vas.sales) returns void
-- vas.term_lines(p_sheet uuid) returns jsonb to mostrador_api
-- vas.terms_of(p_merchant uuid, p_kind text, p_provider uuid) returns TABLE(kind text, provider_id uuid, is_offered boolean, share_bps integer, fee_centavos bigint) to mostrador_api, mostrador_worker
-- vas.transition(p_merchant uuid, p_id uuid, p_fence integer, p_from text, p_to text, p_facts jsonb, p_next_check_at timestamp with time zone, p_leased_until timestamp with time zone) returns SETOF vas.sales security definer to mostrador_worker
-- vas.wake(p_id uuid, p_interval_ms integer) returns void security definer to mostrador_worker
