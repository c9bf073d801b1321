-- Ids made by functions keep their order within a millisecond too: the twelve bits after the version hold the
-- microseconds (RFC 9562, section 6.2, method 3), so rows of one transaction read in the order of their making.
create or replace function app.uuid_v7() returns uuid
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
