-- A drawer and who answers for it, from its float to its count.
create table shop.shifts (
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 5),   -- the member's own
  membership_id uuid not null,
  account_id uuid not null,
  cashier_name text not null,
  terminal_id uuid,
  opening_float_centavos app.centavos not null check (opening_float_centavos >= 0),
  status text not null default 'OPEN' check (status in ('OPEN', 'CLOSED')),
  opened_at timestamptz not null default now(),
  closed_at timestamptz,
  closed_by uuid,                            -- account
  updated_at timestamptz not null default now(),
  primary key (merchant_id, id),
  unique (merchant_id, store_id, id),
  check ((status = 'CLOSED') = (closed_at is not null)),
  foreign key (merchant_id, store_id) references shop.stores (merchant_id, id),
  foreign key (merchant_id, membership_id) references shop.memberships (merchant_id, id),
  foreign key (merchant_id, terminal_id) references shop.terminals (merchant_id, id),
  foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id)
) with (fillfactor = 70);
create unique index shifts_open_member on shop.shifts (merchant_id, membership_id) where status = 'OPEN';
create unique index shifts_open_terminal on shop.shifts (merchant_id, terminal_id) where status = 'OPEN';
create index shifts_store on shop.shifts (merchant_id, store_id, opened_at desc, id desc);
create index shifts_own on shop.shifts (merchant_id, permission_set, opened_at desc, id desc);

create table shop.cash_movements (
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 5),   -- as its shift's
  shift_id uuid not null,
  kind text not null check (kind in ('CASH_IN', 'CASH_OUT', 'DROP')),
  amount_centavos app.centavos not null check (amount_centavos > 0),
  reason text not null,
  account_id uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (merchant_id, id),
  foreign key (merchant_id, store_id, shift_id) references shop.shifts (merchant_id, store_id, id),
  foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id)
);
create index cash_movements_shift on shop.cash_movements (merchant_id, shift_id, id);
create index cash_movements_store on shop.cash_movements (merchant_id, store_id, created_at desc, id desc);
create index cash_movements_own on shop.cash_movements (merchant_id, permission_set, created_at desc, id desc);

-- The Z: what the drawer should have held when the shift was closed, and what was counted.
create table shop.shift_reports (
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 9),   -- reporting, the member's own
  shift_id uuid not null,
  folio text not null,
  expected_centavos app.centavos not null,
  counted_centavos app.centavos not null check (counted_centavos >= 0),
  difference_centavos app.centavos not null,
  difference_reason text,
  denominations jsonb not null,              -- {"50000": 2, "10000": 5}: how many of each, by their centavos
  totals jsonb not null,                     -- what the X report says, as it was at the close
  created_at timestamptz not null default clock_timestamp(),
  primary key (merchant_id, id),
  unique (merchant_id, shift_id),
  unique (merchant_id, store_id, folio),
  check (difference_centavos = counted_centavos - expected_centavos),
  foreign key (merchant_id, store_id, shift_id) references shop.shifts (merchant_id, store_id, id),
  foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id)
);
create index shift_reports_store on shop.shift_reports (merchant_id, store_id, created_at desc, id desc);
create index shift_reports_own on shop.shift_reports (merchant_id, permission_set, created_at desc, id desc);

-- Consecutive numbers of a store's papers, one row for each series; whoever takes a number takes it last.
create table shop.folios (
  merchant_id uuid not null,
  store_id uuid not null,
  series text not null check (series ~ '^[A-Z]$'),
  last_no bigint not null,
  primary key (merchant_id, store_id, series),
  foreign key (merchant_id, store_id) references shop.stores (merchant_id, id)
) with (fillfactor = 50);
