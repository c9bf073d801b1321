-- Money that a merchant asks to be paid from its wallet to its bank (liquidaciones).
create table money.settlements (
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
-- One transfer pays one settlement, whoever it is for: the key is global on purpose.
create unique index settlements_tracking_key on money.settlements (tracking_key) where tracking_key is not null;
create index settlements_id on money.settlements (id);
create index settlements_status on money.settlements (status, id);
create index settlements_merchant on money.settlements (merchant_id, status);
create index settlements_store on money.settlements (merchant_id, store_id);

alter table money.postings
  drop constraint postings_kind_check,
  add constraint postings_kind_check check (kind in ('deposit', 'reserve', 'capture', 'release', 'reverse', 'correction',
    'connection_capture', 'connection_reverse', 'settlement_reserve', 'settlement_capture', 'settlement_release',
    'settlement_return')) not valid;
alter table money.postings validate constraint postings_kind_check;
