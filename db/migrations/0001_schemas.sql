-- One schema for each kind of owner of a fact. Roles are made by the migration runner, since they belong
-- to the cluster and not to the database.
create schema app;        -- the caller's context, replays, workers: what every area stands on
create schema authz;      -- role strings, permission sets and the store matrix
create schema audit;      -- the sealed log
create schema events;     -- the outbox and webhooks
create schema settings;   -- what the platform, a merchant and its owner have set
create schema identity;   -- accounts, sessions, second factors, labels
create schema catalog;    -- products and their prices, taxes, pictures, themes
create schema stock;      -- levels, movements, deliveries, transfers, counts, chips
create schema shop;       -- stores, terminals, staff, shifts and cash
create schema money;      -- wallets and the ledger, deposits, bank accounts, settlements
create schema vas;        -- catalog and sales of value-added services
create schema selling;    -- carts, orders, refunds, receipts
create schema platform;   -- merchants, their verification, the platform's own work
create schema reporting;  -- rollups

grant usage on schema app, authz, audit, events, settings, identity, catalog, stock, shop, money, vas, selling, platform,
  reporting to mostrador_api, mostrador_worker;

-- Functions are for those who are named, not for everybody.
alter default privileges revoke execute on functions from public;

create domain app.centavos as bigint check (value between -999999999999999 and 999999999999999);
comment on domain app.centavos is 'Whole centavos of MXN.';

-- Time-ordered ids for rows made by functions; the server makes its own the same way (RFC 9562, version 7).
create function app.uuid_v7() returns uuid
  language sql volatile parallel safe
  set search_path = pg_catalog, pg_temp
as $$
  select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        placing substring(int8send(floor(extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
        from 1 for 6),
      52, 1), 53, 1), 'hex')::uuid
$$;
