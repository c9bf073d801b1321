-- Pictures that a merchant brings: kept here, so that a backup has them and the rows' permissions hold for them.
create table catalog.files (
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid,                             -- null: of the merchant as a whole
  permission_set int not null check (permission_set & 15 = case purpose when 'THEME' then 10 else 1 end),
  purpose text not null check (purpose in ('THEME', 'CATALOG')),
  content_type text not null check (content_type in ('image/png', 'image/jpeg', 'image/webp')),
  width int not null check (width between 1 and 4096),
  height int not null check (height between 1 and 4096),
  content bytea not null check (length(content) between 1 and 1000000),
  content_hash bytea not null,               -- SHA-256: the same picture is kept once
  uploaded_by uuid not null,                 -- account
  created_at timestamptz not null default now(),
  primary key (merchant_id, id),
  unique (merchant_id, permission_set, content_hash),
  check ((store_id is null) = (purpose = 'THEME')),
  foreign key (merchant_id, store_id) references shop.stores (merchant_id, id),
  foreign key (merchant_id, permission_set) references authz.permission_sets (merchant_id, id)
);

-- How a merchant's screens look. One row per merchant, made with it.
create table catalog.merchant_themes (
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
