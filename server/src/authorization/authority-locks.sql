-- Writers share these locks and revocations take them exclusively, so nothing that relied on a permission
-- commits after its revocation has been answered. Advisory locks: reading permissions writes no row.
create or replace function app.authority_key(p_id uuid) returns bigint language sql immutable parallel safe
  return hashtextextended(p_id::text, 0);

-- Taken before permissions change (label, membership, session, block, suspension). Once that is committed,
-- processes that send events check their holders again.
create or replace function app.lock_authority(p_id uuid) returns void
  language sql volatile
  set search_path = pg_catalog, pg_temp
as $$
  select pg_advisory_xact_lock(app.authority_key(p_id));
  select pg_notify('mostrador_authority', p_id::text);
$$;

grant execute on function app.authority_key(uuid), app.lock_authority(uuid) to mostrador_api, mostrador_worker;
