-- Accounts, credentials, sessions, second factors, labels.
create schema identity;
grant usage on schema identity to mostrador_api, mostrador_worker;

create table identity.accounts ( -- place: shared
  id uuid primary key,
  kind text not null default 'PERSON' check (kind in ('PERSON', 'MACHINE')),
  email text,                               -- without one it cannot sign in: machines, and cashiers who only sell
  name text not null,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'BLOCKED')),
  created_at timestamptz not null default now(),
  constraint accounts_email check (kind = 'PERSON' or email is null)
);
create unique index accounts_email on identity.accounts (lower(email));
comment on table identity.accounts is 'People who sign in, and machines that act by an API key.';

-- Apart from the accounts, which are on every node: signing in writes these.
create table identity.credentials ( -- place: control
  account_id uuid primary key references identity.accounts,
  password_hash text,                       -- argon2id; null: taken away in a restored database
  password_changed_at timestamptz not null default now(),
  address_proved_at timestamptz,            -- null: the password was set with a link that somebody in a store has seen
  totp_secret bytea,                        -- sealed with the key-encryption key
  totp_enabled_at timestamptz,
  totp_last_step bigint                     -- a code works once: the last time step used
);
comment on table identity.credentials is
  'Passwords and second factors. No row: a machine, a cashier who only sells, somebody who has not joined yet.';

create table identity.recovery_codes ( -- place: control
  account_id uuid not null references identity.accounts,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (account_id, code_hash)
);
comment on table identity.recovery_codes is 'One-time replacements of a TOTP code, hashed.';

create table identity.sessions ( -- place: control
  id uuid primary key,
  account_id uuid not null references identity.accounts,
  token_hash bytea not null unique,         -- SHA-256 of a 256-bit token; the token itself is never stored
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  idle_until timestamptz not null,
  expires_at timestamptz not null,
  second_factor_at timestamptz,
  ended_at timestamptz,
  ended_reason text,
  user_agent text,
  address inet,
  -- When password and second factor were last confirmed: dangerous actions require a recent confirmation.
  -- Null: never.
  confirmed_at timestamptz default now(),
  -- A session opened at a terminal belongs to one membership and ends with it.
  merchant_id uuid,
  terminal_id uuid,
  membership_id uuid,
  constraint sessions_at_terminal check (num_nonnulls(merchant_id, terminal_id, membership_id) in (0, 3))
);
create index sessions_account on identity.sessions (account_id) where ended_at is null;
-- For checking whether an account has recently signed in from an address; includes ended sessions.
create index sessions_address on identity.sessions (account_id, address, created_at);
-- Ended sessions, too: deleting a terminal asks for all of them.
create index sessions_terminal on identity.sessions (merchant_id, terminal_id) where terminal_id is not null;
create index sessions_membership on identity.sessions (merchant_id, membership_id) where ended_at is null;
create index sessions_expired on identity.sessions (expires_at) where terminal_id is not null;

create table identity.labels ( -- place: control
  account_id uuid not null references identity.accounts,
  label text not null check (label in ('platformOperator', 'platformAdmin', 'distributor')),
  granted_by uuid references identity.accounts,
  granted_at timestamptz not null default now(),
  primary key (account_id, label)
);
comment on table identity.labels is 'Platform plane: what an account may do across merchants.';

create table identity.sign_in_attempts ( -- place: control
  subject text not null,                    -- 'account:<hash of the e-mail>' or 'address:<network>'
  failures int not null,
  first_failed_at timestamptz not null,
  blocked_until timestamptz,
  last_failed_at timestamptz not null default now(),   -- a counter is cleared after a while without failures
  primary key (subject)
);
comment on table identity.sign_in_attempts is 'Throttle of wrong passwords, per account and per address; rows expire.';
create index sign_in_attempts_last on identity.sign_in_attempts (last_failed_at);

create table identity.setup_links ( -- place: control
  token_hash bytea primary key,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  account_id uuid references identity.accounts
);
comment on table identity.setup_links is 'The one-time link that makes the first administrator.';

create table identity.mails ( -- place: control
  id uuid primary key,
  kind text not null check (kind in (
    'password_reset', 'invite', 'second_factor_reset', 'access_closed', 'receipt', 'shift_report')),
  to_address text not null,
  language text not null check (language in ('es', 'en')),
  facts jsonb not null,                     -- what its text names; never a secret
  token_hash bytea check (                  -- papers have no link, and a notice has one without a token
    (token_hash is null) = (kind in ('access_closed', 'receipt', 'shift_report'))),
  token_sealed bytea,                       -- the token of its link, until the mail is sent
  -- SENDING is set before the mail server is asked. A process that died then leaves it, and nobody sends again.
  status text not null default 'WAITING' check (status in ('WAITING', 'SENDING', 'SENT', 'REFUSED', 'UNCLEAR')),
  created_at timestamptz not null default now(),
  check (token_sealed is not null or token_hash is null or status in ('SENT', 'REFUSED', 'UNCLEAR'))
);
create index mails_created on identity.mails (created_at);
comment on table identity.mails is 'Mails to send once: papers, notices, and messages with a one-time link.';

create table identity.password_resets ( -- place: control
  token_hash bytea primary key,
  account_id uuid not null references identity.accounts,
  issued_by uuid references identity.accounts,   -- null: the person by e-mail, or the machine
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  ended_at timestamptz                      -- replaced by a newer link
);
create index password_resets_account on identity.password_resets (account_id, created_at);
comment on table identity.password_resets is 'One-time links that set a new password.';

create table identity.second_factor_resets ( -- place: control
  id uuid primary key,
  account_id uuid not null references identity.accounts,
  requested_by uuid not null references identity.accounts,
  reason text not null,
  token_hash bytea not null unique,         -- of the mailed link that cancels it
  created_at timestamptz not null default now(),
  takes_effect_at timestamptz not null,
  done_at timestamptz,
  cancelled_at timestamptz,
  check (requested_by <> account_id),
  check (takes_effect_at >= created_at + interval '1 hour'),
  check (done_at >= takes_effect_at),
  check (num_nonnulls(done_at, cancelled_at) < 2)
);
create unique index second_factor_resets_waiting on identity.second_factor_resets (account_id)
  where done_at is null and cancelled_at is null;
comment on table identity.second_factor_resets is 'Second factors that an administrator removes after a delay.';
