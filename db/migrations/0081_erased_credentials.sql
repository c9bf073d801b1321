-- Credentials of a deleted connection are erased once nothing that it paid for can still move.
alter table shop.connections
  -- squawk-ignore ban-drop-not-null
  alter column sealed drop not null,
  -- squawk-ignore ban-drop-not-null
  alter column sealed_key drop not null,
  -- squawk-ignore ban-drop-not-null
  alter column key_id drop not null,
  add constraint connections_erased check (
    (sealed is null) = (sealed_key is null) and (sealed is not null or deleted_at is not null)) not valid;
alter table shop.connections validate constraint connections_erased;

-- Which sales a quote was for, asked before it is forgotten.
create index sales_quote on vas.sales (merchant_id, quote_id) where quote_id is not null;
-- What a connection has paid for.
create index sales_connection on vas.sales (merchant_id, connection_id) where connection_id is not null;
