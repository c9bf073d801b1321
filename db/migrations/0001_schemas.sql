-- One schema for each kind of owner of a fact. Roles are made by the migration runner, since they belong
-- to the cluster and not to the database.
create schema app;        -- the caller's context: settings of one transaction, read by every policy
create schema authz;      -- role strings, permission sets and the store matrix
create schema identity;   -- accounts, sessions, labels, teams, memberships
create schema platform;   -- merchants, settings, audit
create schema pos;        -- the stores' own rows
create schema vas;        -- catalog and sales of value-added services
create schema ledger;     -- wallets, postings, entries

grant usage on schema app, authz, identity, platform, pos, vas, ledger to mostrador_api, mostrador_worker;

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
