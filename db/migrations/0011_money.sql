-- Wallets and the ledger, deposits, bank accounts, settlements.
create schema money;
grant usage on schema money to mostrador_api, mostrador_worker;

-- Double entry. A posting's entries sum to zero, and postings and entries never change: corrections are new
-- postings. Only a merchant's wallet has a stored balance, because only it must never go below zero; the
-- accounts of the platform are part of every merchant's sales, so their balance is the sum of their entries.
create table money.wallets ( -- place: tenant
  merchant_id uuid primary key references platform.merchants,
  permission_set int not null check (permission_set & 15 = 9),
  available_centavos app.centavos not null default 0 check (available_centavos >= 0),
  held_centavos app.centavos not null default 0 check (held_centavos >= 0),
  last_entry_no bigint not null default 0,
  created_at timestamptz not null default now(),
  foreign key (merchant_id, permission_set) references authz.permission_sets (merchant_id, id)
) with (fillfactor = 50);

create table money.postings ( -- place: tenant
  merchant_id uuid not null references money.wallets,
  id uuid not null,
  permission_set int not null check (permission_set & 15 = 9),
  kind text not null check (kind in ('deposit', 'reserve', 'capture', 'release', 'reverse', 'correction',
    'connection_capture', 'connection_reverse', 'settlement_reserve', 'settlement_capture', 'settlement_release',
    'settlement_return')),
  reference uuid not null,                   -- what caused it: a sale, a deposit
  memo text,
  account_id uuid,                           -- who caused it; null: the system
  posted_at timestamptz not null default now(),
  primary key (merchant_id, id)
);
-- Each step of a sale, deposit or settlement is booked once; a correction may be booked repeatedly.
create unique index postings_once on money.postings (merchant_id, reference, kind) where kind <> 'correction';
create index postings_corrections on money.postings (merchant_id, reference) where kind = 'correction';

create table money.entries ( -- place: tenant
  merchant_id uuid not null,
  posting_id uuid not null,
  line smallint not null,
  permission_set int not null check (permission_set & 15 = 9),
  -- The last two accounts: a sale paid by the merchant's own account at the provider is booked without
  -- touching the wallet.
  account text not null check (account in ('wallet', 'wallet_held', 'aggregator_payable', 'commission_income',
    'settlements_in_transit', 'deposits_clearing', 'suspense', 'connection_balance', 'connection_spent')),
  amount_centavos app.centavos not null check (amount_centavos <> 0),
  balance_after_centavos app.centavos,       -- of the wallet, after this entry
  entry_no bigint,                           -- consecutive per wallet: the order of its statement
  posted_at timestamptz not null default now(),
  primary key (merchant_id, posting_id, line),
  foreign key (merchant_id, posting_id) references money.postings (merchant_id, id)
);
create unique index entries_statement on money.entries (merchant_id, entry_no desc) where account = 'wallet';
-- The days of a merchant's rollup and statement.
create index entries_days on money.entries (merchant_id, posted_at) where account in ('wallet', 'commission_income');

-- Transfers reported by a merchant, before the platform has found them at the bank.
create table money.deposits ( -- place: tenant
  merchant_id uuid not null references money.wallets,
  id uuid not null,
  store_id uuid not null,                    -- whose manager reported it; the money is the merchant's
  permission_set int not null check (permission_set & 15 = 9),
  amount_centavos app.centavos not null check (amount_centavos > 0),
  tracking_key text not null check (tracking_key ~ '^[A-Z0-9]{1,30}$'),     -- clave de rastreo, in capitals
  paid_on date not null,
  bank text,
  note text,
  proof text,                                -- where the proof of payment can be found
  status text not null default 'REPORTED' check (status in ('REPORTED', 'CREDITED', 'REJECTED')),
  reported_by uuid not null,                 -- account
  reported_at timestamptz not null default now(),
  reviewed_by uuid,
  reviewed_at timestamptz,
  review_reason text,
  primary key (merchant_id, id),
  foreign key (merchant_id, store_id) references shop.stores (merchant_id, id),
  foreign key (merchant_id, permission_set) references authz.permission_sets (merchant_id, id),
  check ((status = 'REPORTED') = (reviewed_at is null) and (reviewed_at is null) = (reviewed_by is null)),
  check (reported_by <> reviewed_by)
);
-- A merchant reports a transfer once, unless the earlier report was rejected.
create unique index deposits_reported on money.deposits (merchant_id, tracking_key) where status <> 'REJECTED';
create index deposits_tracking_key on money.deposits (tracking_key);
create index deposits_id on money.deposits (id);
create index deposits_status on money.deposits (status, id);
create index deposits_store on money.deposits (merchant_id, store_id);

-- The merchant's bank accounts for payouts, each verified by the platform before money is sent there.
create table money.bank_accounts ( -- place: tenant
  merchant_id uuid not null references platform.merchants,
  id uuid not null,
  permission_set int not null check (permission_set & 15 = 9),
  holder text not null,
  bank_code text not null check (bank_code ~ '^\d{3}$'),
  clabe_last_four text not null check (clabe_last_four ~ '^\d{4}$'),
  fingerprint bytea not null,                -- equal for equal CLABEs of this merchant, and slow to compute
  sealed bytea not null,                     -- the CLABE, under a data key of the row's own, …
  sealed_key bytea not null,                 -- … and that key under the key-encryption key
  status text not null default 'PENDING' check (status in ('PENDING', 'VERIFIED', 'REJECTED', 'EXPIRED')),
  added_by uuid not null,                    -- account
  added_at timestamptz not null default now(),
  decided_by uuid,
  decided_at timestamptz,
  reason text,                               -- of the decision; for an attestation its evidence
  is_attested boolean not null default false,
  verified_at timestamptz,
  expires_at timestamptz,                    -- twelve months after verification
  primary key (merchant_id, id),
  foreign key (merchant_id, permission_set) references authz.permission_sets (merchant_id, id),
  check (status not in ('VERIFIED', 'EXPIRED') or verified_at is not null and expires_at is not null),
  check (added_by <> decided_by)
);
-- A rejected account may be added again; otherwise a merchant has each account once.
create unique index bank_accounts_clabe on money.bank_accounts (merchant_id, fingerprint) where status <> 'REJECTED';
create index bank_accounts_id on money.bank_accounts (id);
create index bank_accounts_status on money.bank_accounts (status, id);
create index bank_accounts_expiry on money.bank_accounts (expires_at) where status = 'VERIFIED';

-- Payouts from a merchant's wallet to its bank (liquidaciones).
create table money.settlements ( -- place: tenant
  merchant_id uuid not null references money.wallets,
  id uuid not null,
  store_id uuid not null,                    -- whose manager asked; the money is the merchant's
  permission_set int not null check (permission_set & 15 = 9),
  amount_centavos app.centavos not null check (amount_centavos > 0),
  bank_account_id uuid not null,
  status text not null default 'REQUESTED' check (status in
    ('REQUESTED', 'APPROVED', 'PROCESSING', 'PAID', 'RETURNED', 'REJECTED', 'CANCELED', 'FAILED')),
  status_reason text,
  tracking_key text check (tracking_key ~ '^[A-Z0-9]{1,30}$'),   -- clave de rastreo, in capitals
  requested_by uuid not null,                -- account
  requested_at timestamptz not null default now(),
  approved_by uuid,
  approved_at timestamptz,
  paid_at timestamptz,
  updated_by uuid not null,
  updated_at timestamptz not null default now(),
  primary key (merchant_id, id),
  foreign key (merchant_id, store_id) references shop.stores (merchant_id, id),
  foreign key (merchant_id, bank_account_id) references money.bank_accounts (merchant_id, id),
  foreign key (merchant_id, permission_set) references authz.permission_sets (merchant_id, id),
  check ((approved_at is null) = (approved_by is null)),
  check ((status in ('PAID', 'RETURNED')) = (tracking_key is not null)),
  check ((tracking_key is null) = (paid_at is null)),
  check (approved_by <> requested_by)
);
create index settlements_tracking_key on money.settlements (tracking_key) where tracking_key is not null;
create index settlements_id on money.settlements (id);
create index settlements_status on money.settlements (status, id);
create index settlements_merchant on money.settlements (merchant_id, status);
create index settlements_store on money.settlements (merchant_id, store_id);

-- Transfers between banks that were used, by tracking key: each credits one deposit or pays one settlement, once,
-- whichever merchants name it. This is unique over all merchants, which the tables of their rows are not.
create table money.used_transfers ( -- place: control
  kind text not null check (kind in ('DEPOSIT', 'SETTLEMENT')),
  tracking_key text not null check (tracking_key ~ '^[A-Z0-9]{1,30}$'),
  merchant_id uuid not null references platform.merchants,
  id uuid not null,                          -- the deposit, or the settlement
  used_at timestamptz not null default clock_timestamp(),
  primary key (kind, tracking_key)
);
