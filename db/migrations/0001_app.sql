-- The foundation of every area: the caller's context, idempotency keys, workers.
create schema app;
grant usage on schema app to mostrador_api, mostrador_worker;

-- The migration runner creates roles, since they belong to the cluster and not to the database.

-- Functions can be executed only by the roles that are granted them.
alter default privileges revoke execute on functions from public;

create domain app.centavos as bigint check (value between -999999999999999 and 999999999999999);
comment on domain app.centavos is 'Whole centavos of MXN.';

-- Time-ordered ids for rows created by functions; the server creates its own in the same way (RFC 9562,
-- version 7). The twelve bits after the version hold the microseconds (section 6.2, method 3), so rows of one
-- transaction sort in order of creation. It is one expression, which PostgreSQL writes into the statement that calls it,
-- and reads the clock once: a checkout needs seventeen.
create function app.uuid_v7() returns uuid
  language sql volatile parallel safe
  return (overlay(lpad(to_hex((extract(epoch from clock_timestamp()) * 1000000)::bigint * 4096 / 1000), 15, '0')
                  placing '7' from 13 for 0) || right(gen_random_uuid()::text, 17))::uuid;
grant execute on function app.uuid_v7() to mostrador_api, mostrador_worker;

-- The current time, for updates. It is declared stable because a cluster refuses volatile functions in updates.
create function app.clock() returns timestamptz
  language plpgsql stable parallel safe
  set search_path = pg_catalog, pg_temp
as $$
begin
  return clock_timestamp();
end $$;
grant execute on function app.clock() to mostrador_api, mostrador_worker;

-- The least id that can be created at a moment, or in its millisecond: ids of the server are no finer. A table of such ids is
-- read from then on by its key.
create function app.first_uuid_at(p_at timestamptz) returns uuid
  language plpgsql immutable parallel safe
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_ms bigint := greatest(0, trunc(extract(epoch from p_at) * 1000));
begin
  return encode(substring(int8send(v_ms) from 3) || '\x70008000000000000000', 'hex')::uuid;
end $$;
grant execute on function app.first_uuid_at(timestamptz) to mostrador_api;

-- The version of a row, for `ETag`. `xmin` changes with every update; it is hashed so that it does not reveal
-- how busy the installation is.
create function app.row_version(p_id uuid, p_xmin xid) returns text
  language sql immutable parallel safe
return left(md5(p_id::text || p_xmin::text), 16);
grant execute on function app.row_version(uuid, xid) to mostrador_api, mostrador_worker;

-- Text folded for search: without accents, lower case. Decomposed first, so that both encodings of an
-- accented letter give the same result, and lower-cased afterwards, so that it also works in a database with
-- the C locale.
--
-- Two columns of searchable tables derive from it: `name_key` for sorting, `search_text` for `?q=`. They are
-- stored, because row-level security lets an index serve only leakproof comparisons, and a function of ours
-- is not leakproof; in byte order, so that a cursor means the same on every installation.
create function app.fold(p_text text) returns text
  language sql immutable strict parallel safe
  return lower(translate(normalize(p_text, NFD), U&'\0300\0301\0302\0303\0304\0306\0307\0308\030A\030B\030C\0327\0328', ''));
grant execute on function app.fold(text) to mostrador_api, mostrador_worker;

-- An instant in the API's format, for answers composed by PostgreSQL.
create function app.instant(p_at timestamptz) returns text
  language sql stable parallel safe
  return to_char(p_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
grant execute on function app.instant(timestamptz) to mostrador_api, mostrador_worker;

-- The first answer to an idempotency key, stored for replays; scoped to account, route and key. For requests of API keys,
-- `account_id` is the merchant's id, so that all API keys of the merchant share their idempotency keys.
create table app.idempotency_keys ( -- place: tenant
  merchant_id uuid not null,
  account_id uuid not null,
  route text not null,
  key text not null,
  fingerprint bytea not null,
  resource_id uuid,                          -- what the first request creates, where that continues after its transaction
  locked_until timestamptz not null,         -- until then the first request may still be running
  status smallint,
  body text,
  created_at timestamptz not null default now(),
  primary key (merchant_id, account_id, route, key)
) with (fillfactor = 70);
create index idempotency_keys_created on app.idempotency_keys (created_at);

-- Records deleted from the catalog, for clients that keep a copy of it. `parent_id` is the product that a
-- variant or a barcode belonged to.
create table app.deletions ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,                          -- of the deleted record
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 1),
  noun text not null check (noun in ('category', 'product', 'variant', 'barcode', 'tax rate')),
  parent_id uuid,
  deleted_at timestamptz not null default clock_timestamp(),
  primary key (merchant_id, noun, id)        -- a product and its default variant have the same id
);
create index deletions_since on app.deletions (merchant_id, store_id, deleted_at, id);

-- Processes that run durable work. When a process's lease expires, the others take over its work.
create table app.workers ( -- place: control
  id text primary key,                       -- unique per process: the engine's executor
  node text not null,                        -- the node's name, for operators
  started_at timestamptz not null default now(),
  leased_until timestamptz not null,
  lease_ms int not null                      -- how far ahead it was set last
);

-- What the nightly checks have found, for alerts.
create table app.nightly_checks ( -- place: control
  job text not null,
  day date not null,                         -- that was compared, or on which everything was checked; in Mexico City
  faults int not null check (faults >= 0),
  checked_at timestamptz not null default now(),
  primary key (job, day)
);
