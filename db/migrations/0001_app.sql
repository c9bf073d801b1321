-- What every area stands on: the caller's context, replays, workers.
create schema app;
grant usage on schema app to mostrador_api, mostrador_worker;

-- Roles are made by the migration runner, since they belong to the cluster and not to the database.

-- Functions are for those who are named, not for everybody.
alter default privileges revoke execute on functions from public;

create domain app.centavos as bigint check (value between -999999999999999 and 999999999999999);
comment on domain app.centavos is 'Whole centavos of MXN.';

-- Time-ordered ids for rows made by functions; the server makes its own the same way (RFC 9562, version 7). The twelve
-- bits after the version hold the microseconds (section 6.2, method 3), so rows of one transaction read in the order
-- of their making.
create function app.uuid_v7() returns uuid
  language sql volatile parallel safe
  set search_path = pg_catalog, pg_temp
as $$
  select encode(
    overlay(
      overlay(uuid_send(gen_random_uuid()) placing substring(int8send(t.us / 1000) from 3) from 1 for 6)
      placing substring(int8send(28672 + (t.us % 1000) * 4096 / 1000) from 7) from 7 for 2),
    'hex')::uuid
    from (select (extract(epoch from clock_timestamp()) * 1000000)::bigint as us) t
$$;

-- Text as people look for it: without accents, without case. Decomposed first, so that both ways of writing
-- an accented letter end alike, and lower-cased after it, so that a database in the C locale does it as well.
--
-- Two columns derive from it on what people keep: `name_key` orders, `search_text` is what `?q=` looks through. Stored,
-- because row-level security lets an index serve only comparisons that cannot leak, and a function of ours
-- is none; in byte order, so that a cursor means the same on every installation.
create function app.fold(p_text text) returns text
  language sql immutable strict parallel safe
  return lower(translate(normalize(p_text, NFD), U&'\0300\0301\0302\0303\0304\0306\0307\0308\030A\030B\030C\0327\0328', ''));
grant execute on function app.fold(text) to mostrador_api, mostrador_worker;

-- An instant as the API writes it, for answers that PostgreSQL composes itself.
create function app.instant(p_at timestamptz) returns text
  language sql stable parallel safe
  return to_char(p_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
grant execute on function app.instant(timestamptz) to mostrador_api, mostrador_worker;

-- The first answer to a key, kept for its replays; scoped to who asked what.
create table app.idempotency_keys (
  account_id uuid not null,
  route text not null,
  key text not null,
  fingerprint bytea not null,
  merchant_id uuid,                          -- null: about no one merchant
  resource_id uuid,                          -- what the first request made; null: no one thing
  locked_until timestamptz not null,         -- the first request may still be running
  status smallint,
  body text,
  created_at timestamptz not null default now(),
  primary key (account_id, route, key)
) with (fillfactor = 70);
create index idempotency_keys_created on app.idempotency_keys (created_at);

-- What is no longer in the catalog, for whoever keeps a copy of it. `parent_id` is the product that a variant or a
-- barcode belonged to.
create table app.deletions (
  merchant_id uuid not null,
  id uuid not null,                          -- of the record that is gone
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 1),
  noun text not null check (noun in ('category', 'product', 'variant', 'barcode', 'tax rate')),
  parent_id uuid,
  deleted_at timestamptz not null default clock_timestamp(),
  primary key (merchant_id, noun, id)        -- a product and the variant that it is have one id
);
create index deletions_since on app.deletions (merchant_id, store_id, deleted_at, id);

-- Processes that do durable work. What one of them was doing is taken over by the others when its lease has run out.
create table app.workers (
  id text primary key,                       -- of this process alone: the engine's executor
  node text not null,                        -- whose process it is, for people
  started_at timestamptz not null default now(),
  leased_until timestamptz not null
);
