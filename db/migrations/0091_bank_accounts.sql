-- Where a merchant is paid: accounts of its own, each looked at by the platform before money goes there.
create table money.bank_accounts (
  merchant_id uuid not null references platform.merchants,
  id uuid not null,
  permission_set int not null check (permission_set & 15 = 9),
  holder text not null,
  bank_code text not null check (bank_code ~ '^\d{3}$'),
  clabe_last_four text not null check (clabe_last_four ~ '^\d{4}$'),
  fingerprint bytea not null,                -- the same for the same CLABE of this merchant, and slow to make
  sealed bytea not null,                     -- the CLABE, under a data key of the row's own, …
  sealed_key bytea not null,                 -- … and that key under the key-encryption key
  status text not null default 'PENDING' check (status in ('PENDING', 'VERIFIED', 'REJECTED', 'EXPIRED')),
  added_by uuid not null,                    -- account
  added_at timestamptz not null default now(),
  decided_by uuid,
  decided_at timestamptz,
  reason text,                               -- of the decision; of an attestation its evidence
  is_attested boolean not null default false,
  verified_at timestamptz,
  expires_at timestamptz,                    -- good for twelve months
  primary key (merchant_id, id),
  foreign key (merchant_id, permission_set) references authz.permission_sets (merchant_id, id),
  check (status not in ('VERIFIED', 'EXPIRED') or verified_at is not null and expires_at is not null),
  check (added_by <> decided_by)
);
-- What was rejected may be sent again; otherwise a merchant has an account once.
create unique index bank_accounts_clabe on money.bank_accounts (merchant_id, fingerprint) where status <> 'REJECTED';
create index bank_accounts_id on money.bank_accounts (id);
create index bank_accounts_status on money.bank_accounts (status, id);
create index bank_accounts_expiry on money.bank_accounts (expires_at) where status = 'VERIFIED';
