-- Money that a merchant says it has sent, before anybody of the platform has found it at the bank.
create table money.deposits (
  merchant_id uuid not null references money.wallets,
  id uuid not null,
  store_id uuid not null,                    -- whose manager reported it; the money is the merchant's
  permission_set int not null check (permission_set & 15 = 9),
  amount_centavos app.centavos not null check (amount_centavos > 0),
  tracking_key text not null check (tracking_key ~ '^[A-Z0-9]{1,30}$'),     -- clave de rastreo, in capitals
  paid_on date not null,
  bank text,
  note text,
  proof text,                                -- where the proof of payment is to be found
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
-- One transfer fills one wallet, once, whoever reports it: the key is global on purpose.
create unique index deposits_credited on money.deposits (tracking_key) where status = 'CREDITED';
-- A merchant reports a transfer once, unless the report before was rejected.
create unique index deposits_reported on money.deposits (merchant_id, tracking_key) where status <> 'REJECTED';
create index deposits_id on money.deposits (id);
create index deposits_status on money.deposits (status, id);
create index deposits_store on money.deposits (merchant_id, store_id);
