-- The effective value of a stored one: the value itself if it has the right type and is within bounds,
-- otherwise null.
create or replace function settings.sound_setting(p_definition settings.setting_definitions, p_value jsonb) returns jsonb
  language plpgsql immutable parallel safe
  set search_path = pg_catalog, pg_temp
as $$
begin
  return case concat_ws(' ', p_definition.type, jsonb_typeof(p_value))
    when 'boolean boolean' then p_value
    when 'integer number' then
      case when p_value::numeric between p_definition.minimum and p_definition.maximum and p_value::numeric = trunc(p_value::numeric)
        then p_value end
    when 'text string' then
      case when length(p_value #>> '{}') between p_definition.minimum and p_definition.maximum then p_value end end;
end $$;

-- What a setting's stored values come to. `allowed` is the platform's value, for this merchant or for all; the
-- owner's value applies unless it is laxer. JSON compares numbers by value, and false is less than true.
create or replace function settings.resolved(
  p_definition settings.setting_definitions, p_platform jsonb, p_merchant jsonb, p_owner jsonb,
  out platform_value jsonb, out merchant_value jsonb, out owner_value jsonb, out allowed jsonb, out value jsonb)
  language plpgsql immutable parallel safe
  set search_path = pg_catalog, pg_temp
as $$
begin
  platform_value := p_definition.default_value;
  if p_platform is not null then
    platform_value := coalesce(settings.sound_setting(p_definition, p_platform), platform_value);
  end if;
  if p_merchant is not null then
    merchant_value := settings.sound_setting(p_definition, p_merchant);
  end if;
  if p_owner is not null then
    owner_value := settings.sound_setting(p_definition, p_owner);
  end if;
  allowed := coalesce(merchant_value, platform_value);
  value := case when owner_value is null then allowed
                when p_definition.stricter = 'lower' then least(allowed, owner_value)
                when p_definition.stricter = 'higher' then greatest(allowed, owner_value)
                else owner_value end;
end $$;

-- Effective settings: of a merchant, or of the platform if none is given. Row-level security shows an API
-- caller only its own merchants' values.
create or replace function settings.settings_of(p_merchant uuid, p_keys text[] default null)
  returns table (key text, scope text, default_value jsonb, platform_value jsonb, merchant_value jsonb, owner_value jsonb,
                 allowed jsonb, value jsonb, updated_at timestamptz)
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  return query
  select d.key, d.scope, d.default_value, r.*, case when p_merchant is null then s.updated_at else m.updated_at end
    from settings.setting_definitions d
    left join settings.settings s on s.key = d.key
    left join settings.merchant_settings m on m.merchant_id = p_merchant and m.key = d.key and d.scope = 'merchant'
   cross join lateral settings.resolved(
    row(d.key, d.type, d.scope, d.default_value, d.minimum, d.maximum, d.stricter)::settings.setting_definitions,
    s.value, m.platform_value, m.owner_value) r
   where p_keys is null or d.key = any (p_keys);
end $$;

-- One effective setting. Requesting one that does not exist, or with the wrong type, is an internal error.
-- Every request reads one and a sale reads nine. The platform's value is read by itself: PostgreSQL would plan a
-- statement with row-level security anew whenever it runs as another role than before.
create or replace function settings.setting(p_merchant uuid, p_key text) returns jsonb
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_definition settings.setting_definitions;
  v_platform jsonb;
  v_merchant record;
begin
  select d.key, d.type, d.scope, d.default_value, d.minimum, d.maximum, d.stricter, s.value
    into v_definition.key, v_definition.type, v_definition.scope, v_definition.default_value, v_definition.minimum,
         v_definition.maximum, v_definition.stricter, v_platform
    from settings.setting_definitions d left join settings.settings s on s.key = d.key
   where d.key = p_key;
  if not found then
    raise exception 'setting % does not exist', p_key;
  end if;
  if p_merchant is not null and v_definition.scope = 'merchant' then
    select m.platform_value, m.owner_value into v_merchant
      from settings.merchant_settings m where m.merchant_id = p_merchant and m.key = p_key;
    if found then
      return (settings.resolved(v_definition, v_platform, v_merchant.platform_value, v_merchant.owner_value)).value;
    end if;
  end if;
  return case when v_platform is null then v_definition.default_value
              else coalesce(settings.sound_setting(v_definition, v_platform), v_definition.default_value) end;
end $$;
create or replace function settings.setting_boolean(p_merchant uuid, p_key text) returns boolean
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$ begin return settings.setting(p_merchant, p_key)::boolean; end $$;
create or replace function settings.setting_integer(p_merchant uuid, p_key text) returns bigint
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$ begin return settings.setting(p_merchant, p_key)::bigint; end $$;
create or replace function settings.setting_text(p_key text) returns text
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$ begin return settings.setting(null, p_key) #>> '{}'; end $$;

-- The definition of a setting that may have this value here; JSON null removes a merchant's value.
create or replace function settings.assert_setting(p_key text, p_is_of_merchant boolean, p_value jsonb)
  returns settings.setting_definitions
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_definition settings.setting_definitions;
begin
  select d.* into v_definition from settings.setting_definitions d
   where d.key = p_key and (d.scope = 'merchant' or not p_is_of_merchant);
  if not found then
    perform app.refuse('setting_not_found',
      case when p_is_of_merchant then 'GET /pos/settings lists the settings of a merchant.'
      else 'GET /platform/settings lists the settings.' end);
  elsif not (p_is_of_merchant and p_value = 'null') and settings.sound_setting(v_definition, p_value) is null then
    perform app.refuse_field('invalid_request', '/value',
      case v_definition.type
        when 'boolean' then 'must be boolean'
        when 'integer' then format('must be a whole number from %s to %s', v_definition.minimum, v_definition.maximum)
        else format('must be a text of at most %s characters', v_definition.maximum) end);
  end if;
  return v_definition;
end $$;

-- Stores a value for all merchants, and records it. The caller has checked the permission.
create or replace function settings.store_setting(p_key text, p_value jsonb) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_before jsonb;
begin
  perform settings.assert_setting(p_key, false, p_value);
  perform pg_advisory_xact_lock(hashtextextended('setting ' || p_key, 0));
  select s.value into v_before from settings.settings s where s.key = p_key;
  insert into settings.settings as s (key, value, updated_by) values (p_key, p_value, app.account_id())
  on conflict (key) do update
     set value = excluded.value, updated_by = excluded.updated_by, updated_at = excluded.updated_at;
  perform audit.record('setting.changed', 'setting', p_key,
    case when v_before is not null then jsonb_build_object('value', v_before) end, jsonb_build_object('value', p_value));
end $$;

-- Stores an administrator's value for all merchants.
create or replace function settings.put_setting(p_key text, p_value jsonb) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform app.assert_admin();
  perform app.assert_oversees_all();
  perform settings.store_setting(p_key, p_value);
end $$;

-- Stores an administrator's value for one merchant; it overrides the value for all.
create or replace function settings.put_merchant_setting(p_merchant uuid, p_key text, p_value jsonb) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_before settings.merchant_settings;
  v_value jsonb := nullif(p_value, 'null');
begin
  perform app.assert_admin();
  -- It may be laxer than the value for all, so nobody sets it for a merchant that they own.
  perform app.assert_judges(p_merchant);
  perform settings.assert_setting(p_key, true, p_value);
  perform pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'setting', p_merchant, p_key), 0));
  select s.* into v_before from settings.merchant_settings s where s.merchant_id = p_merchant and s.key = p_key;
  insert into settings.merchant_settings as s (merchant_id, key, platform_value, updated_by)
  values (p_merchant, p_key, v_value, app.account_id())
  on conflict (merchant_id, key) do update
     set platform_value = excluded.platform_value, updated_by = excluded.updated_by, updated_at = excluded.updated_at;
  perform audit.record('merchant.setting.changed', 'merchant_setting', p_key,
    jsonb_build_object('platformValue', v_before.platform_value), jsonb_build_object('platformValue', v_value), p_merchant);
end $$;

-- Stores an owner's value for their own merchant: never laxer than the platform allows.
create or replace function settings.put_own_setting(p_merchant uuid, p_key text, p_value jsonb) returns uuid
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_merchant uuid := app.owned_merchant(p_merchant);
  v_definition settings.setting_definitions := settings.assert_setting(p_key, true, p_value);
  v_allowed jsonb;
  v_before jsonb;
  v_value jsonb := nullif(p_value, 'null');
begin
  perform pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'setting', v_merchant, p_key), 0));
  select s.allowed into v_allowed from settings.settings_of(v_merchant, array[p_key]) s;
  if v_definition.stricter = 'lower' and v_value > v_allowed or v_definition.stricter = 'higher' and v_value < v_allowed then
    perform app.refuse('setting_not_allowed',
      format('The platform allows %s %s for this merchant.',
        case v_definition.stricter when 'lower' then 'at most' else 'at least' end, v_allowed),
      jsonb_build_object('allowedValue', v_allowed));
  end if;
  select s.owner_value into v_before from settings.merchant_settings s where s.merchant_id = v_merchant and s.key = p_key;
  insert into settings.merchant_settings as s (merchant_id, key, owner_value, updated_by)
  values (v_merchant, p_key, v_value, app.account_id())
  on conflict (merchant_id, key) do update
     set owner_value = excluded.owner_value, updated_by = excluded.updated_by, updated_at = excluded.updated_at;
  perform audit.record('merchant.setting.changed', 'merchant_setting', p_key,
    jsonb_build_object('ownerValue', v_before), jsonb_build_object('ownerValue', v_value), v_merchant);
  return v_merchant;
end $$;

-- The settings of the caller's own merchant; its owner can see them before it has a store.
create or replace function settings.own_settings(p_merchant uuid, p_keys text[] default null)
  returns table (key text, scope text, default_value jsonb, platform_value jsonb, merchant_value jsonb, owner_value jsonb,
                 allowed jsonb, value jsonb, updated_at timestamptz)
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  return query select * from settings.settings_of(app.owned_merchant(p_merchant), p_keys);
end $$;

grant execute on function
  settings.sound_setting(settings.setting_definitions, jsonb),
  settings.resolved(settings.setting_definitions, jsonb, jsonb, jsonb), settings.settings_of(uuid, text[]),
  settings.setting(uuid, text), settings.setting_boolean(uuid, text), settings.setting_integer(uuid, text),
  settings.setting_text(text)
  to mostrador_api, mostrador_worker;
grant execute on function
  settings.put_setting(text, jsonb), settings.put_merchant_setting(uuid, text, jsonb),
  settings.put_own_setting(uuid, text, jsonb), settings.own_settings(uuid, text[])
  to mostrador_api;
