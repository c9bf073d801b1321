-- Counts a file's bytes against its merchant's quota, in the transaction that stores the file. Concurrent
-- uploads wait for the row, so that together they cannot exceed the quota.
create or replace function catalog.take_file_storage(p_merchant uuid, p_bytes int) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_quota bigint := settings.setting_integer(p_merchant, 'files.max_megabytes') * 1000000;
begin
  if not p_merchant = any (app.merchant_ids()) then
    raise exception 'files can be stored only for a merchant of the caller' using errcode = '42501';
  end if;
  insert into catalog.file_storage (merchant_id) values (p_merchant) on conflict do nothing;
  update catalog.file_storage s set used_bytes = s.used_bytes + p_bytes
   where s.merchant_id = p_merchant and s.used_bytes + p_bytes <= v_quota;
  if not found then
    perform app.refuse('storage_quota_exceeded',
      format('A merchant may store %s MB of pictures. Ask the platform for more.', v_quota / 1000000),
      jsonb_build_object('quotaBytes', v_quota));
  end if;
end $$;
grant execute on function catalog.take_file_storage(uuid, int) to mostrador_api;
