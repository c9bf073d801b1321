-- Claims a key for an operation that creates a known record. Returns false when the key was used before.
create or replace function app.take_key(p_account uuid, p_route text, p_key text, p_fingerprint bytea, p_merchant uuid,
    p_resource uuid, p_locked_until timestamptz, p_status int) returns boolean
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  insert into app.idempotency_keys
    (account_id, route, key, fingerprint, merchant_id, resource_id, locked_until, status)
  values (p_account, p_route, p_key, p_fingerprint, p_merchant, p_resource, p_locked_until, p_status)
  on conflict do nothing;
  return found;
end $$;

-- Claims the caller's key for the operation of this transaction. Returns null when the caller may go on;
-- otherwise the request and the answer of the first use. While the first request still runs, the second
-- waits.
create or replace function app.claim_key(p_route text, p_key text, p_fingerprint bytea) returns jsonb
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_kept app.idempotency_keys;
begin
  if app.take_key(app.account_id(), p_route, p_key, p_fingerprint, null, null, now(), null) then
    return null;
  end if;
  select k.* into strict v_kept from app.idempotency_keys k
   where k.account_id = app.account_id() and k.route = p_route and k.key = p_key;
  return jsonb_build_object('isSame', v_kept.fingerprint = p_fingerprint,
    'answer', case when v_kept.fingerprint = p_fingerprint then v_kept.body::jsonb end);
end $$;

-- Stores the answer of an operation whose key this transaction has claimed.
create or replace function app.keep_answer(p_route text, p_key text, p_body text) returns void
  language sql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
  update app.idempotency_keys k set status = 200, body = p_body
   where k.account_id = app.account_id() and k.route = p_route and k.key = p_key and k.status is null
$$;

grant execute on function app.claim_key(text, text, bytea), app.keep_answer(text, text, text) to mostrador_api;
