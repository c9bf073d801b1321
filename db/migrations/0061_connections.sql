-- A merchant's own account with a provider, by which a store pays for what it sells in place of the wallet.
create table shop.connections (
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 8),
  provider text not null check (provider = 'dtone'),
  environment text not null check (environment in ('sandbox', 'staging', 'live')),
  name text not null,
  key_last_four text not null check (length(key_last_four) <= 4),
  fingerprint text not null,                 -- tells credentials apart without telling anything about them
  sealed bytea not null,                     -- key and secret, under a data key of the row's own, …
  sealed_key bytea not null,                 -- … and that key under the key-encryption key
  key_id bytea not null generated always as (substring(sealed_key from 2 for 4)) stored, -- which key-encryption key
  available_centavos app.centavos,           -- what the provider said that the account holds …
  checked_at timestamptz,                    -- … when it was asked last
  created_by uuid not null,
  created_at timestamptz not null default now(),
  -- Kept when it is deleted: sales that it paid for are still settled with it, and may be reversed.
  deleted_by uuid,
  deleted_at timestamptz,
  primary key (merchant_id, id),
  foreign key (merchant_id, store_id) references shop.stores (merchant_id, id),
  foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id),
  check ((available_centavos is null) = (checked_at is null)),
  check ((deleted_by is null) = (deleted_at is null))
);
create unique index connections_name on shop.connections (merchant_id, store_id, name) where deleted_at is null;
create index connections_store on shop.connections (merchant_id, store_id, id);
