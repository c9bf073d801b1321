-- Remembers what an administrator has set. That the key exists and the value has its type is checked against
-- the registry before.
create or replace function platform.put_setting(p_key text, p_value jsonb) returns timestamptz
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_before jsonb;
begin
  perform identity.assert_admin();
  perform platform.assert_oversees_all();
  perform pg_advisory_xact_lock(hashtextextended('setting ' || p_key, 0));
  select s.value into v_before from platform.settings s where s.key = p_key;
  insert into platform.settings as s (key, value, updated_by) values (p_key, p_value, app.account_id())
  on conflict (key) do update set value = p_value, updated_by = app.account_id(), updated_at = now();
  perform platform.audit('setting.changed', 'setting', p_key,
    case when v_before is not null then jsonb_build_object('value', v_before) end, jsonb_build_object('value', p_value));
  return now();
end $$;
grant execute on function platform.put_setting(text, jsonb) to mostrador_api;
