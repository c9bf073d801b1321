-- Creates the theme of a merchant and lets the team of a store read it; calling it again changes nothing.
create or replace function catalog.open_theme(p_merchant uuid, p_store uuid) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_set int := authz.open_merchant_set(p_merchant, p_store, 'themes');
begin
  insert into catalog.merchant_themes (merchant_id, id, permission_set) values (p_merchant, app.uuid_v7(), v_set)
  on conflict (merchant_id) do nothing;
end $$;

-- Locks the theme of a merchant.
create or replace function catalog.hold_theme(p_merchant uuid) returns catalog.merchant_themes
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  return app.held((select t from catalog.merchant_themes t where t.merchant_id = p_merchant for no key update));
end $$;

-- Applies the fields in `p_changes`: for a manager of any of the merchant's stores, or for platform staff who
-- help. With versions, only if the theme has one of them.
-- place: tenant
create or replace function catalog.change_theme(p_merchant uuid, p_id uuid, p_changes jsonb, p_versions text[])
  returns setof catalog.merchant_themes
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_before catalog.merchant_themes;
  v_after catalog.merchant_themes;
  v_version text;
  v_may boolean;
begin
  v_before := catalog.hold_theme(p_merchant);
  v_may := app.oversees(p_merchant) or coalesce(v_before.permission_set = any (app.updatable_sets()), false);
  if v_before.id <> p_id or app.is_operator() and not v_may then
    perform app.refuse('not_found');
  elsif not v_may then
    raise exception 'the caller may not change this theme' using errcode = '42501';
  end if;
  select app.row_version(t.id, t.xmin) into v_version from catalog.merchant_themes t
   where t.merchant_id = p_merchant;
  if v_version <> all (p_versions) then
    perform app.refuse('version_mismatch', 'Read the theme again and repeat the change.');
  end if;
  if p_changes ->> 'logoFileId' is not null
     and not catalog.hold_logo(p_merchant, v_before.permission_set, (p_changes ->> 'logoFileId')::uuid) then
    perform app.refuse_field('invalid_request', '/logoFileId', 'is not a picture uploaded for the theme');
  end if;
  update catalog.merchant_themes t
     set colors = coalesce(p_changes -> 'colors', t.colors),
         typography = coalesce(p_changes ->> 'typography', t.typography),
         dark_mode = coalesce(p_changes ->> 'darkMode', t.dark_mode),
         logo_file_id = case when p_changes ? 'logoFileId' then (p_changes ->> 'logoFileId')::uuid else t.logo_file_id end,
         updated_at = app.clock()
   where t.merchant_id = p_merchant
  returning * into v_after;
  perform audit.record('theme.changed', 'merchant_theme', v_after.id::text,
    to_jsonb(v_before) - array['merchant_id', 'id', 'permission_set', 'updated_at'],
    to_jsonb(v_after) - array['merchant_id', 'id', 'permission_set', 'updated_at'], p_merchant);
  perform events.emit(p_merchant, null, v_after.permission_set, 'theme.changed',
    jsonb_build_object('themeId', v_after.id));
  return next v_after;
end $$;
grant execute on function catalog.change_theme(uuid, uuid, jsonb, text[]) to mostrador_api;

-- Merchants and stores older than themes.
select catalog.open_theme(m.id, t.id) from platform.merchants m left join shop.teams t on t.merchant_id = m.id;
