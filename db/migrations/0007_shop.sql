-- Stores, terminals, staff, connections, shifts and cash.
create schema shop;
grant usage on schema shop to mostrador_api, mostrador_worker;

-- A store's team has the store's id: one id identifies the place and its people.
create table shop.teams ( -- place: shared
  merchant_id uuid not null references platform.merchants,
  id uuid not null,
  created_at timestamptz not null default now(),
  primary key (merchant_id, id),
  unique (id)
);

create table shop.memberships ( -- place: shared
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 7),
  account_id uuid not null references identity.accounts,
  role text not null check (role in ('manager', 'supervisor', 'cashier')),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (merchant_id, id),
  foreign key (merchant_id, store_id) references shop.teams (merchant_id, id),
  foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id)
);
create unique index memberships_active on shop.memberships (account_id, store_id) where ended_at is null;
create index memberships_store on shop.memberships (merchant_id, store_id);
-- Whose name a person may see: of former members, too.
create index memberships_account on shop.memberships (account_id);

create table shop.invites ( -- place: shared
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid,                            -- null: an invitation to own the merchant
  permission_set int check (permission_set & 15 = 7),
  email text not null,
  role text check (role in ('manager', 'supervisor', 'cashier')),
  account_id uuid references identity.accounts, -- the member who adds this e-mail; null: whoever has it joins
  token_hash bytea not null unique,
  invited_by uuid not null references identity.accounts,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz,
  primary key (merchant_id, id),
  check ((store_id is null) = (role is null)),
  check ((store_id is null) = (permission_set is null)),
  check (account_id is null or store_id is not null),
  foreign key (merchant_id) references platform.merchants (id),
  foreign key (merchant_id, store_id) references shop.teams (merchant_id, id),
  foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id)
);
-- What a person has sent into any merchant, and may no longer send.
create index invites_sender on shop.invites (invited_by) where accepted_at is null and revoked_at is null;
-- The platform names an invitation, and a terminal, without its merchant.
create index invites_id on shop.invites (id);

create table shop.stores ( -- place: shared
  merchant_id uuid not null,
  id uuid not null,
  permission_set int not null check (permission_set & 15 = 8),
  name text not null,
  code text not null,                        -- short, on receipts and folios
  phone text,
  address text,
  time_zone text not null default 'America/Mexico_City',
  tax_region text not null default 'GENERAL' check (tax_region in ('GENERAL', 'BORDER')),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'CLOSED')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  name_key text collate "C" not null generated always as (app.fold(name)) stored,
  search_text text not null generated always as (app.fold(name || ' ' || code)) stored,
  cash_rounding_centavos int not null default 0 check (cash_rounding_centavos in (0, 10, 50, 100)),
  -- The layouts of the labels that the store's scale prints, in the order in which they are tried, such as
  -- 20IIIIIWWWWWC: I for the goods' code, W for grams, P for centavos, N for pieces, X for digits that do not matter, C
  -- for the check digit.
  label_layouts text[] not null default '{}' check (cardinality(label_layouts) <= 8),
  -- Goods whose price is entered at the till: the highest price of one, and whether cashiers may sell them.
  open_price_limit_centavos app.centavos not null default 50000 check (open_price_limit_centavos between 0 and 10000000000),
  cashiers_sell_open_prices boolean not null default false,
  cashiers_count_blind boolean not null default false,   -- a cashier learns the expected cash by closing the shift
  shift_report_emails text[] not null default '{}' check (cardinality(shift_report_emails) <= 5),
  primary key (merchant_id, id),
  unique (merchant_id, code),
  foreign key (merchant_id, id) references shop.teams (merchant_id, id),
  foreign key (merchant_id, id, permission_set) references authz.permission_sets (merchant_id, store_id, id)
);

create table shop.terminals ( -- place: shared
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 8),
  name text not null,
  status text not null default 'ENABLED' check (status in ('ENABLED', 'DISABLED')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  name_key text collate "C" not null generated always as (app.fold(name)) stored,
  search_text text not null generated always as (app.fold(name)) stored,
  device_enabled_at timestamptz,             -- null: no device was ever enabled
  primary key (merchant_id, id),
  unique (merchant_id, store_id, name),
  foreign key (merchant_id, store_id) references shop.stores (merchant_id, id),
  foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id)
);
create index terminals_id on shop.terminals (id);

create table shop.employees ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 7),
  membership_id uuid,                        -- null: on the payroll, without an account
  name text not null,
  email text,
  phone text,
  position text,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  name_key text collate "C" not null generated always as (app.fold(name)) stored,
  search_text text not null generated always as
    (app.fold(name || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' || coalesce(position, ''))) stored,
  code text check (code ~ '^[0-9A-Z]{4,8}$'),   -- identifies the employee at a till, and is not secret; the PIN is
  primary key (merchant_id, id),
  unique (merchant_id, membership_id),
  foreign key (merchant_id, store_id) references shop.stores (merchant_id, id),
  foreign key (merchant_id, membership_id) references shop.memberships (merchant_id, id),
  foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id)
);
create index employees_store on shop.employees (merchant_id, store_id, id);
create unique index employees_code on shop.employees (merchant_id, store_id, code);

-- A merchant's own account with a provider, with which a store can fund sales instead of the wallet.
create table shop.connections ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 8),
  provider text not null check (provider = 'dtone'),
  environment text not null check (environment in ('sandbox', 'staging', 'live')),
  name text not null,
  key_last_four text not null check (length(key_last_four) <= 4),
  fingerprint text not null,                 -- identifies credentials without revealing them
  sealed bytea,                              -- key and secret, under a data key of the row's own, …
  sealed_key bytea,                          -- … and that key under the key-encryption key
  key_id bytea generated always as (substring(sealed_key from 2 for 4)) stored, -- which key-encryption key
  available_centavos app.centavos,           -- the balance according to the provider …
  checked_at timestamptz,                    -- … and when it was last read
  created_by uuid not null,
  created_at timestamptz not null default now(),
  -- Kept after deletion: sales that it has funded are still settled with it, and may be reversed. Its
  -- credentials are erased once none of these sales can change any more.
  deleted_by uuid,
  deleted_at timestamptz,
  -- The person responsible for spending the merchant's money: who created it, until another person resumes
  -- it. It is paused when that person is no longer allowed to create one.
  answerable_id uuid,                        -- account; null: the creator
  paused_at timestamptz,
  paused_reason text,
  primary key (merchant_id, id),
  foreign key (merchant_id, store_id) references shop.stores (merchant_id, id),
  foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id),
  check ((available_centavos is null) = (checked_at is null)),
  check ((deleted_by is null) = (deleted_at is null)),
  constraint connections_erased check (
    (sealed is null) = (sealed_key is null) and (sealed is not null or deleted_at is not null)),
  constraint connections_paused check (
    (paused_at is null) = (paused_reason is null)
    and coalesce(paused_reason in ('membership_ended', 'role_lowered', 'owner_changed', 'account_blocked', 'restored'), true))
);
create unique index connections_name on shop.connections (merchant_id, store_id, name) where deleted_at is null;
create index connections_store on shop.connections (merchant_id, store_id, id);

-- A shift: a drawer and the person responsible for it, from its float to its count.
create table shop.shifts ( -- place: tenant
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
  closed_by_name text,                       -- of that account, at the close
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

create table shop.cash_movements ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 5),   -- as its shift's
  shift_id uuid not null,
  kind text not null check (kind in ('CASH_IN', 'CASH_OUT', 'DROP', 'NO_SALE')),
  -- NO_SALE: the drawer was opened for another reason, and nothing was moved.
  amount_centavos app.centavos not null check (amount_centavos >= 0 and (amount_centavos = 0) = (kind = 'NO_SALE')),
  reason text not null,
  account_id uuid not null,
  person_name text not null,                 -- of that account: who moved the cash, in whosever drawer
  created_at timestamptz not null default clock_timestamp(),
  -- Cash refunded to a customer for a service that failed after its shift was closed leaves the currently
  -- open drawer, once, and names the sale.
  vas_sale_id uuid,                          -- null: not about a sale
  primary key (merchant_id, id),
  foreign key (merchant_id, store_id, shift_id) references shop.shifts (merchant_id, store_id, id),
  foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id)
);
create index cash_movements_shift on shop.cash_movements (merchant_id, shift_id, id);
create index cash_movements_store on shop.cash_movements (merchant_id, store_id, created_at desc, id desc);
create index cash_movements_own on shop.cash_movements (merchant_id, permission_set, created_at desc, id desc);
create unique index cash_movements_vas_sale on shop.cash_movements (merchant_id, vas_sale_id) where vas_sale_id is not null;

-- The Z report: the expected and the counted cash when the shift was closed.
create table shop.shift_reports ( -- place: tenant
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
  denominations jsonb,                       -- {"50000": 2, "10000": 5}: how many of each, by value; null: counted as a total
  totals jsonb not null,                     -- the X report as of the close
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

-- Consecutive folios of a store, one row per series; a transaction takes its number last.
create table shop.folios ( -- place: tenant
  merchant_id uuid not null,
  store_id uuid not null,
  series text not null check (series ~ '^[A-Z]$'),
  last_no bigint not null,
  primary key (merchant_id, store_id, series),
  foreign key (merchant_id, store_id) references shop.stores (merchant_id, id)
) with (fillfactor = 50);

-- PINs are stored apart from employees because no list may ever return them.
create table shop.employee_pins ( -- place: tenant
  merchant_id uuid not null,
  employee_id uuid not null,
  pin_hash text not null,                    -- argon2id
  minted_by uuid not null,                   -- account; kept when its holder replaces the generated PIN
  set_at timestamptz not null default now(),
  one_time_until timestamptz,
  primary key (merchant_id, employee_id),
  foreign key (merchant_id, employee_id) references shop.employees (merchant_id, id) on delete cascade
);
comment on column shop.employee_pins.one_time_until is
  'Until when a generated PIN can be replaced by its holder; null: chosen by its holder';

-- Failed attempts, by typed code and source: one till cannot lock a person out of the others, and an unknown
-- code is locked like a known one.
create table shop.code_attempts ( -- place: tenant
  merchant_id uuid not null,
  store_id uuid not null,
  code text not null,
  source_id uuid not null,                   -- the terminal; away from terminals, the caller's account
  failures int not null,
  last_failed_at timestamptz not null,
  locked_until timestamptz,
  primary key (merchant_id, store_id, code, source_id),
  foreign key (merchant_id, store_id) references shop.stores (merchant_id, id)
) with (fillfactor = 70);
create index code_attempts_last on shop.code_attempts (merchant_id, last_failed_at);

-- The device enabled as a terminal: one at a time. SHA-256 of a 256-bit token, which is never stored.
create table shop.terminal_devices ( -- place: shared
  merchant_id uuid not null,
  terminal_id uuid not null,
  token_hash bytea not null unique check (length(token_hash) = 32),
  enabled_by uuid not null,                  -- account
  enabled_at timestamptz not null default now(),
  primary key (merchant_id, terminal_id),
  foreign key (merchant_id, terminal_id) references shop.terminals (merchant_id, id) on delete cascade
);

-- A code that a manager reads out and that is typed at the device to enable: works once, for 15 minutes. One
-- per terminal at a time; SHA-256 is enough, since fifty random bits cannot be guessed in that time.
create table shop.terminal_enabling_codes ( -- place: shared
  merchant_id uuid not null,
  terminal_id uuid not null,
  code_hash bytea not null unique check (length(code_hash) = 32),
  created_by uuid not null,                  -- account
  expires_at timestamptz not null,
  primary key (merchant_id, terminal_id),
  foreign key (merchant_id, terminal_id) references shop.terminals (merchant_id, id) on delete cascade
);

-- API keys of a merchant. Each is a machine account (with the same id) with one session, which stores the
-- hash of the token, and a manager's membership in each of its stores, limited to its scopes.
create table shop.api_keys ( -- place: shared
  merchant_id uuid not null references platform.merchants,
  id uuid not null unique references identity.accounts,
  prefix text not null unique check (prefix ~ '^mostrador_sk_[0-9A-Za-z]{12}$'), -- the public part of the token
  scopes text[] not null check (cardinality(scopes) > 0),
  all_stores boolean not null,               -- including stores opened later
  created_by uuid not null references identity.accounts,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null check (expires_at > created_at),
  revoked_at timestamptz,
  revoked_by uuid references identity.accounts,
  revoked_reason text,                       -- 'revoked' by the owner, or why its creator is no longer responsible for it
  primary key (merchant_id, id),
  constraint api_keys_revoked check ((revoked_at is null) = (revoked_reason is null))
);
create index api_keys_created_by on shop.api_keys (created_by) where revoked_at is null;
