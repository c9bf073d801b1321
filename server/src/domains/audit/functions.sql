-- Writes one audit row in the transaction of what it records. The user is the transaction's caller, so
-- nobody can write in another's name; rows of a store are read by its managers and supervisors.
create or replace function platform.audit(
  p_action text, p_entity text, p_entity_id text, p_before jsonb, p_after jsonb,
  p_merchant uuid default null, p_store uuid default null)
  returns void
  language sql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
  insert into platform.audit_log
    (action, entity, entity_id, before, after, user_id, merchant_id, store_id, permission_set, request_id)
  values (p_action, p_entity, p_entity_id, p_before, p_after, app.account_id(), p_merchant, p_store,
          authz.set_of(p_merchant, p_store, 'audit'), app.request_id())
$$;
grant execute on function platform.audit(text, text, text, jsonb, jsonb, uuid, uuid) to mostrador_api, mostrador_worker;
