-- Refuses keys of a merchant where the caller does not work. An act of the platform has no merchant: its keys are kept under
-- the caller's own account instead.
create or replace function app.assert_own_keys(p_merchant uuid) returns void
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  if p_merchant is distinct from app.account_id() then
    perform app.assert_own_merchant(p_merchant);
  end if;
end $$;

-- The owner of an idempotency key: a person's account, or the merchant when an API key sends it. Each API key is an account of
-- its own, and the one that replaces it must be able to repeat a request that got no answer.
create or replace function app.key_owner(p_merchant uuid) returns uuid
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  return case when app.acts_by_key() then p_merchant else app.account_id() end;
end $$;

-- Claims the caller's key for the operation that this transaction does or begins at a merchant of the caller. Returns null when the caller may go
-- on; otherwise the request and the answer of the first use. While the transaction of the first request is open, the second
-- waits. An operation that ends with its transaction writes its key once, with its answer (app.keep_answer). One that
-- continues after it names the record it creates (p_resource); it counts as running until its answer is stored, for
-- p_lock_ms at most.
-- place: tenant
create or replace function app.claim_key(
  p_merchant uuid, p_route text, p_key text, p_fingerprint bytea, p_resource uuid, p_lock_ms int) returns jsonb
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_account uuid := app.key_owner(p_merchant);
  v_kept app.idempotency_keys;
begin
  perform app.assert_own_keys(p_merchant);
  if p_resource is null then
    perform pg_advisory_xact_lock(hashtextextended(concat_ws('|', 'idempotency key', p_merchant, v_account, p_route, p_key), 0));
  else
    insert into app.idempotency_keys (merchant_id, account_id, route, key, fingerprint, resource_id, locked_until)
    values (p_merchant, v_account, p_route, p_key, p_fingerprint, p_resource, now() + p_lock_ms * interval '1 millisecond')
    on conflict do nothing;
    if found then
      return null;
    end if;
  end if;
  select k.* into v_kept from app.idempotency_keys k
   where k.merchant_id = p_merchant and k.account_id = v_account and k.route = p_route and k.key = p_key;
  if not found then
    return null;
  elsif v_kept.fingerprint <> p_fingerprint then
    return jsonb_build_object('isSame', false);
  end if;
  return jsonb_build_object('isSame', true, 'resourceId', v_kept.resource_id, 'status', v_kept.status,
    'answer', v_kept.body::jsonb, 'isRunning', v_kept.status is null and v_kept.locked_until > clock_timestamp());
end $$;

-- Stores the answer of an operation whose key this transaction has claimed.
-- place: tenant
create or replace function app.keep_answer(p_merchant uuid, p_route text, p_key text, p_fingerprint bytea, p_body text)
  returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform app.assert_own_keys(p_merchant);
  insert into app.idempotency_keys (merchant_id, account_id, route, key, fingerprint, locked_until, status, body)
  values (p_merchant, app.key_owner(p_merchant), p_route, p_key, p_fingerprint, now(), 200, p_body);
end $$;

-- Claims a key on the coordinator, for an operation whose functions write a merchant's rows from there, as their owner: of one
-- transaction only one user may change them. The operation then keeps its answer there as well, and always claims its keys
-- there, since the lock is where the function runs. On a single PostgreSQL there is no difference.
create or replace function app.claim_key_at_coordinator(p_merchant uuid, p_route text, p_key text, p_fingerprint bytea)
  returns jsonb
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  return app.claim_key(p_merchant, p_route, p_key, p_fingerprint, null, 0);
end $$;

-- Stores the answer of an operation whose key this transaction has claimed at the coordinator.
create or replace function app.keep_answer_at_coordinator(
  p_merchant uuid, p_route text, p_key text, p_fingerprint bytea, p_body text) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform app.keep_answer(p_merchant, p_route, p_key, p_fingerprint, p_body);
end $$;

-- Lets a key of the caller, whose operation has no answer yet, lead to another record: the one that the same
-- request made before a restore lost it. It is no longer running.
-- place: tenant
create or replace function app.lead_key_to(p_merchant uuid, p_route text, p_key text, p_resource uuid) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform app.assert_own_merchant(p_merchant);
  update app.idempotency_keys k set resource_id = p_resource, locked_until = now()
   where k.merchant_id = p_merchant and k.account_id = app.key_owner(p_merchant) and k.route = p_route and k.key = p_key
     and k.status is null;
end $$;

grant execute on function app.claim_key(uuid, text, text, bytea, uuid, int),
  app.keep_answer(uuid, text, text, bytea, text), app.claim_key_at_coordinator(uuid, text, text, bytea),
  app.keep_answer_at_coordinator(uuid, text, text, bytea, text), app.lead_key_to(uuid, text, text, uuid) to mostrador_api;
