-- Erases the credentials of connections that were deleted a week ago and have nothing left to settle: no sale
-- is open or watched for a reversal. Returns how many. Until then settling and the reconciliation of the last
-- days need them.
create or replace function shop.erase_credentials() returns int
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_erased int;
begin
  update shop.connections c set sealed = null, sealed_key = null
   where c.sealed is not null and c.deleted_at < now() - interval '7 days'
     and not exists (
       select 1 from vas.sales s
        where s.merchant_id = c.merchant_id and s.connection_id = c.id
          and (s.status = 'PENDING' or s.sweep_until > now() or s.created_at > now() - interval '7 days'));
  get diagnostics v_erased = row_count;
  return v_erased;
end $$;
grant execute on function shop.erase_credentials() to mostrador_worker;

-- Records that a connection was paused, and tells the merchant's owner.
create or replace function shop.tell_paused(p_connection shop.connections, p_reason text) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_merchant uuid := p_connection.merchant_id;
begin
  perform audit.record('connection.paused', 'connection', p_connection.id::text, null, jsonb_build_object(
    'name', p_connection.name, 'reason', p_reason, 'answerableId', coalesce(p_connection.answerable_id, p_connection.created_by)),
    v_merchant, p_connection.store_id);
  perform events.emit(v_merchant, null, authz.open_portfolio(v_merchant, null), 'connection.paused', jsonb_build_object(
    'connectionId', p_connection.id, 'storeId', p_connection.store_id, 'reason', p_reason));
end $$;

-- Pauses connections whose responsible account could not create them now; they pay for no new sale. The
-- caller has changed the account's permissions, and holds the lock on its authority. Returns their names.
create or replace function shop.pause_connections(p_merchant uuid, p_account uuid, p_reason text) returns text[]
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_connection shop.connections;
  v_names text[] := '{}';
begin
  for v_connection in
    select c.* from shop.connections c
     where c.merchant_id = p_merchant and c.deleted_at is null and c.paused_at is null
       and coalesce(c.answerable_id, c.created_by) = p_account
  loop
    continue when app.may_answer(p_account, p_merchant, v_connection.store_id)
      or not shop.pause_connection(p_merchant, v_connection.id, p_reason);
    perform shop.tell_paused(v_connection, p_reason);
    v_names := v_names || v_connection.name;
  end loop;
  return v_names;
end $$;

-- Locks a connection that is not deleted.
create or replace function shop.hold_connection(p_merchant uuid, p_id uuid) returns shop.connections
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  return app.held((
    select c from shop.connections c where c.merchant_id = p_merchant and c.id = p_id and c.deleted_at is null for update));
end $$;

-- A manager of the store resumes a paused connection, and becomes responsible for it.
-- place: tenant
create or replace function shop.resume_connection(p_merchant uuid, p_id uuid) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_connection shop.connections;
begin
  perform app.assert_password();
  v_connection := shop.hold_connection(p_merchant, p_id);
  if not coalesce(v_connection.permission_set = any (app.updatable_sets()), false) then
    raise exception 'the caller may not resume this connection' using errcode = '42501';
  elsif v_connection.paused_at is null then
    perform app.refuse('invalid_transition', 'The connection is not paused.');
  end if;
  update shop.connections c set paused_at = null, paused_reason = null, answerable_id = app.account_id()
   where c.merchant_id = p_merchant and c.id = p_id;
  perform audit.record('connection.resumed', 'connection', p_id::text,
    jsonb_build_object('name', v_connection.name, 'reason', v_connection.paused_reason,
      'answerableId', v_connection.answerable_id),
    jsonb_build_object('name', v_connection.name, 'answerableId', app.account_id()), p_merchant, v_connection.store_id);
end $$;
grant execute on function shop.resume_connection(uuid, uuid) to mostrador_api;
