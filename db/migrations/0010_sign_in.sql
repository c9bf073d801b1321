-- A counter is forgotten when nothing has failed for a while, so it must know when that was.
alter table identity.sign_in_attempts add column last_failed_at timestamptz not null default now();
create index sign_in_attempts_last on identity.sign_in_attempts (last_failed_at);

-- Whether an account has lately signed in from an address, ended sessions included.
create index sessions_address on identity.sessions (account_id, address, created_at);
