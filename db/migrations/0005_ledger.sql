-- Double entry. A posting's entries sum to zero, and neither is ever changed: corrections are new postings.
-- Only a merchant's wallet keeps a stored balance, because only it must never go below zero; the accounts of
-- the platform are touched by every sale of every merchant, so their balance is the sum of their entries.
create table money.wallets (
  merchant_id uuid primary key references platform.merchants,
  permission_set int not null check (permission_set & 15 = 9),
  available_centavos app.centavos not null default 0 check (available_centavos >= 0),
  held_centavos app.centavos not null default 0 check (held_centavos >= 0),
  last_entry_no bigint not null default 0,
  created_at timestamptz not null default now(),
  foreign key (merchant_id, permission_set) references authz.permission_sets (merchant_id, id)
) with (fillfactor = 50);

create table money.postings (
  merchant_id uuid not null references money.wallets,
  id uuid not null,
  permission_set int not null check (permission_set & 15 = 9),
  kind text not null check (kind in ('deposit', 'reserve', 'capture', 'release', 'reverse', 'correction')),
  reference uuid not null,                   -- what caused it: a sale, a deposit
  memo text,
  account_id uuid,                           -- who caused it; null: the system
  posted_at timestamptz not null default now(),
  primary key (merchant_id, id)
);
-- Each step of one sale, deposit or settlement is booked once; a correction may be booked again.
create unique index postings_once on money.postings (merchant_id, reference, kind) where kind <> 'correction';

create table money.entries (
  merchant_id uuid not null,
  posting_id uuid not null,
  line smallint not null,
  permission_set int not null check (permission_set & 15 = 9),
  account text not null check (account in ('wallet', 'wallet_held', 'aggregator_payable', 'commission_income',
    'settlements_in_transit', 'deposits_clearing', 'suspense')),
  amount_centavos app.centavos not null check (amount_centavos <> 0),
  balance_after_centavos app.centavos,       -- of the wallet, after this entry
  entry_no bigint,                           -- consecutive per wallet: the order of its statement
  posted_at timestamptz not null default now(),
  primary key (merchant_id, posting_id, line),
  foreign key (merchant_id, posting_id) references money.postings (merchant_id, id)
);
create unique index entries_statement on money.entries (merchant_id, entry_no desc) where account = 'wallet';
create index entries_account on money.entries (account, posted_at);
