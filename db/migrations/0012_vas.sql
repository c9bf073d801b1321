-- Catalog and sales of value-added services, and the terms on which they are sold.
create schema vas;
grant usage on schema vas to mostrador_api, mostrador_worker;

-- The catalog is synchronized from the aggregator; margins and fees are ours.
create table vas.providers ( -- place: shared
  id uuid primary key,
  provider_ref text not null unique,         -- the aggregator's id of the carrier, brand or biller
  name text not null,
  slug text not null unique,                 -- file name of the logo
  updated_at timestamptz not null default now()
);

create table vas.products ( -- place: shared
  id uuid primary key,
  provider_product_ref text not null unique, -- the aggregator's id of the product
  provider_id uuid not null references vas.providers,
  kind text not null check (kind in ('airtime', 'pin', 'service')),
  subkind text not null check (subkind in ('topup', 'package', 'giftcard', 'bill')),
  name text not null,
  description text,
  amount_centavos app.centavos,              -- face value of a fixed product
  min_centavos app.centavos,
  max_centavos app.centavos,
  increment_centavos app.centavos,
  wholesale_centavos app.centavos,           -- the aggregator's price of a fixed product
  wholesale_bps int,                         -- … and of a ranged one, relative to the face value
  fee_centavos app.centavos not null default 0 check (fee_centavos >= 0),   -- charged to the customer
  reference_rule text check (reference_rule <> ''), -- the rule in reference.ts that the number must satisfy; null for PINs
  validity jsonb,
  lookup boolean not null default false,
  payment_modes text[] not null default '{}',
  posting_period jsonb,
  notes text,
  is_active boolean not null default true,
  seen_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  usage_info text[] not null default '{}',   -- redemption instructions of a code, …
  terms text,                                -- … and its terms, from the aggregator's catalog
  check ((amount_centavos is null) = (min_centavos is not null)),
  check ((min_centavos is null) = (max_centavos is null) and (min_centavos is null) = (increment_centavos is null)),
  check ((wholesale_centavos is null) <> (wholesale_bps is null)),
  check ((reference_rule is null) = (kind = 'pin')) -- only PINs are sold without one
);
create index vas_products_kind on vas.products (kind, provider_id) where is_active;

create table vas.price_history ( -- place: control
  product_id uuid not null references vas.products,
  at timestamptz not null default now(),
  before jsonb not null,
  after jsonb not null,
  primary key (product_id, at)
);

-- The terms on which value-added services are sold: the products offered, the merchant's share of the margin,
-- and the fee. A sheet belongs to a merchant, or to the platform (no merchant), whose values apply where a
-- merchant has none of its own. Its version increases with each change, so that nobody overwrites a change
-- that they have not seen.
create table vas.term_sheets ( -- place: shared
  id uuid primary key,
  merchant_id uuid unique nulls not distinct references platform.merchants (id),
  version int not null default 1,
  changed_by uuid,                           -- account
  changed_at timestamptz not null default now()
);

-- One line for a kind of services, or for one provider of it; null values come from the next line that covers
-- it.
create table vas.terms ( -- place: shared
  sheet_id uuid not null references vas.term_sheets (id),
  merchant_id uuid,                          -- as in the sheet: who may read a line is decided without reading another table
  kind text not null check (kind in ('airtime', 'pin', 'service')),
  provider_id uuid references vas.providers (id),
  is_offered boolean,
  share_bps int check (share_bps between 0 and 10000),
  fee_centavos app.centavos check (fee_centavos between 0 and 100000),
  unique nulls not distinct (sheet_id, kind, provider_id),
  check (num_nonnulls(is_offered, share_bps, fee_centavos) > 0)
);
-- The defaults until an administrator changes them.
insert into vas.term_sheets (id, merchant_id) values (app.uuid_v7(), null);
insert into vas.terms (sheet_id, kind, is_offered, share_bps, fee_centavos)
select s.id, k.kind, true, 7500, k.fee
  from vas.term_sheets s cross join (values ('airtime', 0), ('pin', 0), ('service', 1000)) k (kind, fee);

-- The position up to which the provider's own lists have been read, to find changes whose notification was
-- lost: one row for our account (connection all zeros), and one for each merchant's own account.
create table vas.provider_lists ( -- place: control
  mode text not null,
  connection_id uuid not null,
  listed_until timestamptz not null,
  primary key (mode, connection_id)
);

-- An amount owed, as returned by a biller; a sale that pays it names the quote while it is valid.
create table vas.quotes ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 3),
  account_id uuid not null,                  -- the requester
  product_id uuid not null references vas.products,
  reference text not null check (reference <> ''),
  items jsonb not null check (jsonb_typeof(items) = 'array'), -- [{reference, dueOn, amountCentavos}]
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  has_sale boolean not null default false,   -- a sale names it, so it is kept
  primary key (merchant_id, id),
  foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id)
);
create index quotes_expired on vas.quotes (expires_at) where not has_sale;

create table vas.sales ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,                          -- also the external id at the aggregator: created once, used for every retry
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 3),
  folio text not null,
  membership_id uuid not null,               -- the cashier
  account_id uuid not null,
  cashier_name text not null,
  terminal_id uuid,
  product_id uuid not null references vas.products,
  kind text not null check (kind in ('airtime', 'pin', 'service')),
  product_name text not null,                -- as sold: the catalog may change
  provider_name text not null,
  provider_slug text not null,
  provider_product_ref text not null,
  is_ranged boolean not null,
  reference text check (reference <> ''),    -- null for PINs
  amount_centavos app.centavos not null check (amount_centavos > 0),
  fee_centavos app.centavos not null check (fee_centavos >= 0),
  commission_centavos app.centavos not null check (commission_centavos >= 0),
  cost_centavos app.centavos not null check (cost_centavos > 0),            -- taken from the wallet
  wholesale_centavos app.centavos not null check (wholesale_centavos > 0),
  payment_method text not null default 'CASH' check (payment_method in ('CASH', 'CARD', 'TRANSFER')),
  tendered_centavos app.centavos,
  mode text not null,                        -- the mode of the adapter that has the transaction
  status text not null default 'PENDING' check (status in ('PENDING', 'COMPLETED', 'FAILED', 'REVERSED')),
  phase text not null default 'RESERVED' check (phase in
    ('RESERVED', 'HOLDING', 'HELD', 'CONFIRMING', 'SUBMITTED', 'REVIEW', 'COMPLETED', 'FAILED', 'REVERSED')),
  provider_transaction_ref text,
  hold_expires_at timestamptz,
  authorization_code text,
  failure_code text,
  provider_code text,
  incident text,                             -- needs an operator: late_completion, amount_mismatch, …
  fence int not null default 1,              -- increases with every change of owner; an owner with an older one is refused
  leased_until timestamptz,
  next_check_at timestamptz not null,
  checks int not null default 0,
  sweep_until timestamptz,                   -- watched after its end: a late hold, reversal or refusal may still come
  expected_by timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  completed_at timestamptz,
  review_closed_at timestamptz,              -- decided in REVIEW, or incident closed
  quote_id uuid,
  statement_reference text check (statement_reference <> ''), -- the biller's statement that is paid
  statement_due_on date,
  posting_period jsonb,                      -- when the biller books the payment, as sold
  connection_id uuid,                        -- the merchant's own account at the provider that pays; null: the wallet does
  shift_id uuid,                             -- the shift that counts its cash; null: sold outside any shift
  -- Where it was made: in which session, and at which terminal if that was opened with code and PIN. A gift
  -- card's code is shown only there. (terminal_id comes from the request, and may be any terminal of the
  -- store.)
  sold_in_session uuid,
  sold_at_terminal uuid,
  trace_parent text check (length(trace_parent) = 55), -- the trace that it was opened in, which its settling continues
  primary key (merchant_id, id),
  unique (merchant_id, store_id, folio),
  check ((status = 'PENDING') = (phase in ('RESERVED', 'HOLDING', 'HELD', 'CONFIRMING', 'SUBMITTED', 'REVIEW'))),
  check (status = 'PENDING' or phase = status),
  foreign key (merchant_id, store_id) references shop.stores (merchant_id, id),
  foreign key (merchant_id, membership_id) references shop.memberships (merchant_id, id),
  foreign key (merchant_id, terminal_id) references shop.terminals (merchant_id, id),
  foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id),
  foreign key (merchant_id, quote_id) references vas.quotes (merchant_id, id),
  foreign key (merchant_id, connection_id) references shop.connections (merchant_id, id),
  foreign key (merchant_id, store_id, shift_id) references shop.shifts (merchant_id, store_id, id)
) with (fillfactor = 70);
create statistics vas.sales_store_set on store_id, permission_set from vas.sales;
-- No index has a column that changes: a transition then writes the row in its page, and no index (a HOT update).
-- What changes is found by vas.open_sales.
-- The aggregator knows only the id, not the merchant. Ids are in order of time: also the first sale of the last thirty days,
-- from which the provider's list is read.
create index sales_id on vas.sales (id);
-- A store's sales in list order, and those of a period, for its reports, or of a shift, for its count. The permission set is
-- not part of the index, since it would break that order: the policy checks the set of each row, which is the same for the
-- whole store.
create index sales_recent on vas.sales (merchant_id, store_id, created_at desc, id desc);
-- The sales of a number: those of the day, for its daily limits, and of the last minutes, for duplicates; and all of them, for
-- who looks the number up.
create index sales_reference on vas.sales (merchant_id, store_id, reference, created_at) where reference is not null;
-- What the sales of a quote have paid; and the check of the foreign key when a quote is deleted.
create index sales_quote on vas.sales (merchant_id, quote_id) where quote_id is not null;
-- The sales that a connection has funded, and the first of them in the last thirty days.
create index sales_connection on vas.sales (merchant_id, connection_id, id) where connection_id is not null;
-- Reports across merchants are by day; rows are inserted in order of time, so a small BRIN index is enough.
create index sales_created on vas.sales using brin (created_at);
-- The platform's gift card list reads the newest of all merchants; they are a small part of all sales.
create index sales_gift_cards on vas.sales (id) where kind = 'pin';

-- The sales that somebody still has to look at: open, watched after their end, or waiting for a decision. The row of
-- vas.sales says all about a sale; this is what an index of it would be, without writing the others whenever a sale moves.
-- It is written by vas.requeue, with the sale's row locked. There is no foreign key: sales are never deleted.
create table vas.open_sales ( -- place: tenant
  merchant_id uuid not null,
  sale_id uuid not null,
  due_at timestamptz,                        -- not after the sale's next_check_at; null: waits only for a decision
  primary key (merchant_id, sale_id)
);
-- The due sales, the longest waiting first.
create index open_sales_due on vas.open_sales (due_at) where due_at is not null;

create table vas.folios ( -- place: tenant
  merchant_id uuid not null,
  store_id uuid not null,
  last_no bigint not null,
  primary key (merchant_id, store_id),
  foreign key (merchant_id, store_id) references shop.stores (merchant_id, id)
) with (fillfactor = 50);

-- The services that count towards the daily limits of a store, and of each of its cashiers: those of its day that are open or
-- completed. A row begins again with each day, so a wrong one would not outlive it, and nothing has to be deleted.
create table vas.day_totals ( -- place: tenant
  merchant_id uuid not null,
  store_id uuid not null,
  seller_id uuid not null,                   -- a membership; or the store itself, for all that it sells
  begins_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > begins_at),
  -- Not checked to be positive: a wrong total must not keep a failed sale from giving its money back.
  sales int not null,
  centavos app.centavos not null,            -- what the customers pay: amounts and fees
  primary key (merchant_id, store_id, seller_id),
  foreign key (merchant_id, store_id) references shop.stores (merchant_id, id)
) with (fillfactor = 50);

-- Sold codes, sealed: `sealed` under a data key of the row, `sealed_key` that key under the key-encryption
-- key, both bound to the sale. Shown once; a supervisor may reprint a code three times at most.
create table vas.sale_pins ( -- place: tenant
  merchant_id uuid not null,
  sale_id uuid not null,
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 3),
  sealed bytea not null,
  sealed_key bytea not null,
  key_id bytea not null generated always as (substring(sealed_key from 2 for 4)) stored, -- which key-encryption key
  last_four text not null check (length(last_four) <= 4),      -- for masked answers
  usage_info text[] not null,                -- as sold: the catalog may change
  terms text,
  kept_at timestamptz not null default now(),
  revealed_at timestamptz,                   -- when the one answer contained the code …
  revealed_by uuid,                          -- … and for which account
  reprints smallint not null default 0 check (reprints between 0 and 3),
  primary key (merchant_id, sale_id),
  foreign key (merchant_id, sale_id) references vas.sales (merchant_id, id),
  foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id)
);

-- Each reprint of a code, to count the reprints of a store's day. Account and reason are also in the audit
-- log.
create table vas.pin_reprints ( -- place: tenant
  merchant_id uuid not null,
  sale_id uuid not null,
  no smallint not null check (no > 0),
  store_id uuid not null,
  reprinted_by uuid not null references identity.accounts,
  reprinted_at timestamptz not null default now(),
  primary key (merchant_id, sale_id, no),
  foreign key (merchant_id, sale_id) references vas.sale_pins (merchant_id, sale_id)
);
create index pin_reprints_of_a_day on vas.pin_reprints (merchant_id, store_id, reprinted_at);

-- Transactions that the provider's list has and the database had lost with a restore. `tail` is the part of
-- the id that its request determines, so that the request's repetition finds the sale. Without a sale: the
-- store or the product is lost too.
create table vas.found_sales ( -- place: control
  id uuid primary key,                       -- the sale's, and the external id at the provider
  tail text not null,
  is_entered boolean not null,
  record jsonb not null,                     -- as the provider lists it
  found_at timestamptz not null default now()
);
create index found_sales_tail on vas.found_sales (tail);
