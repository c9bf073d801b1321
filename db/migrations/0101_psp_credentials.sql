-- What authenticates us at a payment provider, for one merchant or, without one, for all that have none of their own.
create table platform.psp_credentials (
  id uuid primary key,
  merchant_id uuid references platform.merchants,   -- null: of the platform
  provider text not null check (provider ~ '^[a-z][a-z0-9_-]{1,39}$'),
  environment text not null check (environment in ('sandbox', 'live')),
  public_key text,                           -- what browsers may see of it; no secret
  secret_sealed bytea not null,              -- for calls to the provider
  secret_last_four text not null check (length(secret_last_four) = 4),
  secret_fingerprint text not null,          -- tells secrets apart without telling anything about them
  webhook_sealed bytea,                      -- proves that a message is the provider's
  webhook_last_four text check (length(webhook_last_four) = 4),
  webhook_fingerprint text,
  is_active boolean not null default true,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  updated_by uuid not null,
  updated_at timestamptz not null default now(),
  unique nulls not distinct (merchant_id, provider, environment),
  check ((webhook_sealed is null) = (webhook_last_four is null)),
  check ((webhook_sealed is null) = (webhook_fingerprint is null))
);
