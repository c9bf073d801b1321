create table shop.stores (
  merchant_id uuid not null,
  id uuid not null,
  permission_set int not null check (permission_set & 15 = 8),
  name text not null,
  code text not null,                        -- short, on receipts and folios
  phone text,
  address text,
  time_zone text not null default 'America/Mexico_City',
  tax_region text not null default 'GENERAL' check (tax_region in ('GENERAL', 'BORDER')),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'CLOSED')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (merchant_id, id),
  unique (merchant_id, code),
  foreign key (merchant_id, id) references shop.teams (merchant_id, id),
  foreign key (merchant_id, id, permission_set) references authz.permission_sets (merchant_id, store_id, id)
);

create table shop.terminals (
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 8),
  name text not null,
  status text not null default 'ENABLED' check (status in ('ENABLED', 'DISABLED')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (merchant_id, id),
  unique (merchant_id, store_id, name),
  foreign key (merchant_id, store_id) references shop.stores (merchant_id, id),
  foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id)
);

create table shop.employees (
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 7),
  membership_id uuid,                        -- null: on the pay-roll, without an account
  name text not null,
  email text,
  phone text,
  position text,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (merchant_id, id),
  unique (merchant_id, membership_id),
  foreign key (merchant_id, store_id) references shop.stores (merchant_id, id),
  foreign key (merchant_id, membership_id) references shop.memberships (merchant_id, id),
  foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id)
);
create index employees_store on shop.employees (merchant_id, store_id, id);

create table catalog.categories (
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
  primary key (merchant_id, id),
  unique (merchant_id, store_id, id),
  foreign key (merchant_id, store_id) references shop.stores (merchant_id, id),
  foreign key (merchant_id, store_id, parent_id) references catalog.categories (merchant_id, store_id, id),
  foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id)
);
create unique index categories_name on catalog.categories (merchant_id, store_id, lower(name));

create table catalog.products (
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
  primary key (merchant_id, id),
  unique (merchant_id, store_id, sku),
  foreign key (merchant_id, store_id) references shop.stores (merchant_id, id),
  foreign key (merchant_id, store_id, category_id) references catalog.categories (merchant_id, store_id, id),
  foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id)
);
create index products_store on catalog.products (merchant_id, store_id, permission_set, id);
create statistics catalog.products_store_set on store_id, permission_set from catalog.products;
