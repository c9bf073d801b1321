-- What a manager reads out, and somebody types at the device that is to be the terminal: good once, for a quarter of
-- an hour. One of each terminal at a time; SHA-256, since a code of fifty random bits is not guessed in that time.
create table shop.terminal_enabling_codes (
  merchant_id uuid not null,
  terminal_id uuid not null,
  code_hash bytea not null unique check (length(code_hash) = 32),
  created_by uuid not null,                  -- account
  expires_at timestamptz not null,
  primary key (merchant_id, terminal_id),
  foreign key (merchant_id, terminal_id) references shop.terminals (merchant_id, id) on delete cascade
);
