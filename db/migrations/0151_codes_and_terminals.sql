-- By what an employee is known at a till: a code that is said aloud, and a PIN that is not.
alter table shop.employees add column code text check (code ~ '^[0-9A-Z]{4,8}$');
create unique index employees_code on shop.employees (merchant_id, store_id, code);

-- PINs stand apart from the employees because no list may ever hold them.
create table shop.employee_pins (
  merchant_id uuid not null,
  employee_id uuid not null,
  pin_hash text not null,                    -- argon2id
  set_by uuid not null,                      -- account
  set_at timestamptz not null default now(),
  primary key (merchant_id, employee_id),
  foreign key (merchant_id, employee_id) references shop.employees (merchant_id, id) on delete cascade
);

-- Wrong tries, by what was typed and where: one till cannot lock somebody out of the others, and a code that
-- nobody has is locked like one that somebody has.
create table shop.code_attempts (
  merchant_id uuid not null,
  store_id uuid not null,
  code text not null,
  source_id uuid not null,                   -- the terminal; off terminals, the account that asked
  failures int not null,
  last_failed_at timestamptz not null,
  locked_until timestamptz,
  primary key (merchant_id, store_id, code, source_id),
  foreign key (merchant_id, store_id) references shop.stores (merchant_id, id)
) with (fillfactor = 70);
create index code_attempts_last on shop.code_attempts (last_failed_at);

-- The device that a terminal is: one at a time. SHA-256 of a 256-bit token, which is never stored.
create table shop.terminal_devices (
  merchant_id uuid not null,
  terminal_id uuid not null,
  token_hash bytea not null unique check (length(token_hash) = 32),
  enabled_by uuid not null,                  -- account
  enabled_at timestamptz not null default now(),
  primary key (merchant_id, terminal_id),
  foreign key (merchant_id, terminal_id) references shop.terminals (merchant_id, id) on delete cascade
);
alter table shop.terminals add column device_enabled_at timestamptz;   -- null: no device was ever enabled as it

-- A session that was opened at a terminal is of one membership and ends with it.
alter table identity.sessions
  add column merchant_id uuid,
  add column terminal_id uuid,
  add column membership_id uuid,
  add constraint sessions_at_terminal
    check (num_nonnulls(merchant_id, terminal_id, membership_id) in (0, 3)) not valid,
  add foreign key (merchant_id, terminal_id) references shop.terminals (merchant_id, id) not valid,
  add foreign key (merchant_id, membership_id) references shop.memberships (merchant_id, id) not valid;
alter table identity.sessions validate constraint sessions_at_terminal;
alter table identity.sessions validate constraint sessions_merchant_id_terminal_id_fkey;
alter table identity.sessions validate constraint sessions_merchant_id_membership_id_fkey;
create index sessions_terminal on identity.sessions (merchant_id, terminal_id) where ended_at is null;
create index sessions_membership on identity.sessions (merchant_id, membership_id) where ended_at is null;
