-- Counts a file's bytes against its merchant's quota, in the transaction that stores the file. Concurrent
-- uploads wait for the row, so that together they cannot exceed the quota.
-- place: tenant
create or replace function catalog.take_file_storage(p_merchant uuid, p_bytes int) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_quota bigint := settings.setting_integer(p_merchant, 'files.max_megabytes') * 1000000;
begin
  perform app.assert_own_merchant(p_merchant);
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

-- Whether the caller can see this picture in the store's catalog. It is then not deleted before the transaction that
-- refers to it has ended.
-- place: tenant
create or replace function catalog.hold_photo(p_merchant uuid, p_store uuid, p_id uuid) returns boolean
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform from catalog.files f
    where f.merchant_id = p_merchant and f.store_id = p_store and f.id = p_id and f.permission_set = any (app.readable_sets())
    for key share;
  return found;
end $$;

-- Whether a picture was uploaded for the theme with this permission set. It is then not deleted before the transaction that
-- refers to it has ended.
create or replace function catalog.hold_logo(p_merchant uuid, p_set int, p_id uuid) returns boolean
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform from catalog.files f where f.merchant_id = p_merchant and f.id = p_id and f.permission_set = p_set for key share;
  return found;
end $$;

-- Locks a file.
create or replace function catalog.hold_file(p_merchant uuid, p_id uuid) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform from catalog.files f where f.merchant_id = p_merchant and f.id = p_id for update;
end $$;

-- Deletes a picture and frees its storage, unless the theme or something in the catalog besides this product shows it; returns
-- whether it was deleted. A transaction that starts to show it locks it first, so this one waits for it and sees the result.
create or replace function catalog.delete_unshown(p_merchant uuid, p_id uuid, p_product uuid default null) returns boolean
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_file record;
begin
  perform catalog.hold_file(p_merchant, p_id);
  select f.store_id, f.purpose, f.content_type, length(f.content) as bytes into v_file
    from catalog.files f where f.merchant_id = p_merchant and f.id = p_id;
  if not found
    or exists (select 1 from catalog.products p
                where p.merchant_id = p_merchant and p.store_id = v_file.store_id and p.id is distinct from p_product
                  and lower(p.picture) = p_id::text)
    or exists (select 1 from catalog.categories c
                where c.merchant_id = p_merchant and c.store_id = v_file.store_id and lower(c.picture) = p_id::text)
    or exists (select 1 from catalog.merchant_themes t where t.merchant_id = p_merchant and t.logo_file_id = p_id)
  then
    return false;
  end if;
  delete from catalog.files f where f.merchant_id = p_merchant and f.id = p_id;
  update catalog.file_storage s set used_bytes = s.used_bytes - v_file.bytes where s.merchant_id = p_merchant;
  perform audit.record('file.deleted', 'file', p_id::text,
    jsonb_build_object('purpose', v_file.purpose, 'contentType', v_file.content_type, 'bytes', v_file.bytes), null,
    p_merchant, v_file.store_id);
  return true;
end $$;

-- Deletes the photo that a product is about to stop showing, unless something else shows it. `p_next` is what the product
-- shows from then on: null, a drawing, or a photo. Only for those who may upload there.
-- place: tenant
create or replace function catalog.drop_photo(p_merchant uuid, p_product uuid, p_next text) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  c_id constant text := '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
  v_photo uuid;
begin
  -- Products are locked before files, as when a product changes, so the photo read here is the one that it stops showing.
  perform catalog.hold_products(p_merchant, array[p_product]);
  select f.id into v_photo
    from catalog.products p
    join catalog.files f on f.merchant_id = p.merchant_id and f.store_id = p.store_id
                        and f.id = case when p.picture ~* c_id then p.picture::uuid end
   where p.merchant_id = p_merchant and p.id = p_product and lower(p.picture) is distinct from lower(p_next)
     and f.permission_set = any (app.creatable_sets());
  if found then
    perform catalog.delete_unshown(p_merchant, v_photo, p_product);
  end if;
end $$;

-- Deletes pictures of a merchant that were uploaded at least a day ago and that nothing shows: the product that a photo was
-- taken for was not saved, or the theme has another logo. Returns how many.
create or replace function catalog.erase_unshown_pictures(p_merchant uuid, p_count int) returns int
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_unshown record;
  v_erased int := 0;
begin
  for v_unshown in
    select f.id from catalog.files f
     where f.merchant_id = p_merchant and f.created_at < now() - interval '1 day'
       and not exists (select 1 from catalog.products p
                        where p.merchant_id = p_merchant and p.store_id = f.store_id and lower(p.picture) = f.id::text)
       and not exists (select 1 from catalog.categories c
                        where c.merchant_id = p_merchant and c.store_id = f.store_id and lower(c.picture) = f.id::text)
       and not exists (select 1 from catalog.merchant_themes t where t.merchant_id = p_merchant and t.logo_file_id = f.id)
     order by f.id limit p_count
  loop
    if catalog.delete_unshown(p_merchant, v_unshown.id) then
      v_erased := v_erased + 1;
    end if;
  end loop;
  return v_erased;
end $$;
grant execute on function catalog.hold_photo(uuid, uuid, uuid), catalog.drop_photo(uuid, uuid, text) to mostrador_api;
grant execute on function catalog.erase_unshown_pictures(uuid, int) to mostrador_worker;
