-- How far the provider's own lists have been read, so that a word of it that never reached us is found all the same: one row
-- for our account (no connection: all zeros), and one for each account of a merchant's own.
create table vas.provider_lists (
  mode text not null,
  connection_id uuid not null,
  listed_until timestamptz not null,
  primary key (mode, connection_id)
);

-- The sales of the last days, whoever's.
create index sales_by_mode on vas.sales (mode, created_at);
