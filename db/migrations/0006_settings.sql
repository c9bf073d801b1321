-- Values set by the platform, and by or for a merchant.
create schema settings;
grant usage on schema settings to mostrador_api, mostrador_worker;

create table settings.settings ( -- place: shared
  key text primary key,
  value jsonb not null,
  updated_by uuid references identity.accounts,
  updated_at timestamptz not null default now()
);
comment on table settings.settings is 'What an administrator has set; keys, types and defaults are in the registry.';

-- The definitions of settings, for functions to read: the registry of the settings area, written by every
-- migrate.
create table settings.setting_definitions ( -- place: shared
  key text primary key,
  type text not null check (type in ('boolean', 'integer', 'text')),
  scope text not null check (scope in ('platform', 'merchant')),
  default_value jsonb not null,
  minimum bigint,                            -- of an integer; of a text, its length
  maximum bigint,
  stricter text check (stricter in ('lower', 'higher')),   -- the direction in which an owner may differ; null: either
  check ((type <> 'boolean') = (minimum is not null and maximum is not null)),
  check (scope = 'merchant' or stricter is null)
);
comment on table settings.setting_definitions is 'Written from server/src/settings/values/registry.ts; never by hand.';

-- The values of one merchant, which override the platform's. A removed value is null again.
create table settings.merchant_settings ( -- place: shared
  merchant_id uuid not null references platform.merchants,
  key text not null,
  platform_value jsonb,      -- set by an administrator for this merchant, stricter or laxer than for all
  owner_value jsonb,         -- set by the owner; applies unless laxer than the platform allows
  updated_by uuid not null references identity.accounts,
  updated_at timestamptz not null default now(),
  primary key (merchant_id, key)
);
