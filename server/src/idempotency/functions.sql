-- Claims a key of the caller's for the operation that this transaction does. Null when it is the caller's to do;
-- otherwise what the first request with the key said and was told. While the first still runs, the second waits.
create or replace function app.claim_key(p_route text, p_key text, p_fingerprint bytea) returns jsonb
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_kept app.idempotency_keys;
begin
  insert into app.idempotency_keys (account_id, route, key, fingerprint, locked_until)
  values (app.account_id(), p_route, p_key, p_fingerprint, now())
  on conflict do nothing;
  if found then
    return null;
  end if;
  select k.* into strict v_kept from app.idempotency_keys k
   where k.account_id = app.account_id() and k.route = p_route and k.key = p_key;
  return jsonb_build_object('isSame', v_kept.fingerprint = p_fingerprint,
    'answer', case when v_kept.fingerprint = p_fingerprint then v_kept.body::jsonb end);
end $$;

-- Keeps the answer of an operation whose key this transaction has claimed.
create or replace function app.keep_answer(p_route text, p_key text, p_body text) returns void
  language sql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
  update app.idempotency_keys k set status = 200, body = p_body
   where k.account_id = app.account_id() and k.route = p_route and k.key = p_key and k.status is null
$$;

grant execute on function app.claim_key(text, text, bytea), app.keep_answer(text, text, text) to mostrador_api;
