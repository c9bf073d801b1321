-- The merchant whose API keys the caller may see and revoke: the given one, or the only one that they own. A suspended merchant
-- is included, because a leaked key must not work again when the suspension ends.
create or replace function shop.merchant_of_api_keys(p_merchant uuid) returns uuid
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_owned uuid[];
begin
  perform app.assert_password();
  v_owned := array(select m.id from platform.merchants m
                    where m.owner_id = app.account_id() and (p_merchant is null or m.id = p_merchant));
  if cardinality(v_owned) = 0 then
    perform app.refuse_not_owner();
  elsif cardinality(v_owned) > 1 then
    perform app.refuse_field('invalid_request', '/merchantId', 'is required: you own more than one merchant');
  end if;
  return v_owned[1];
end $$;

-- An API key as its owner sees it.
create or replace function shop.api_keys_of(p_merchant uuid)
  returns table (id uuid, "merchantId" uuid, name text, prefix text, scopes text[], "allStores" boolean, "storeIds" uuid[],
    status text, "createdByName" text, "createdAt" timestamptz, "expiresAt" timestamptz, "lastUsedAt" timestamptz,
    "revokedAt" timestamptz, "revokedReason" text)
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  return query
  select k.id, k.merchant_id, a.name, k.prefix, k.scopes, k.all_stores,
         case when k.all_stores then '{}' else array(
           select distinct m.store_id from shop.memberships m
            where m.merchant_id = k.merchant_id and m.account_id = k.id order by 1) end,
         case when k.revoked_at is not null then 'REVOKED' when k.expires_at <= now() then 'EXPIRED' else 'ACTIVE' end,
         maker.name, k.created_at, k.expires_at, identity.last_used_at(k.id), k.revoked_at, k.revoked_reason
    from shop.api_keys k
    join identity.accounts a on a.id = k.id
    join identity.accounts maker on maker.id = k.created_by
   where k.merchant_id = p_merchant;
end $$;

-- A page of the merchant's API keys: valid ones first, then the newest. Includes revoked and expired keys. `p_after_valid` and
-- `p_after` are the last row of the previous page.
create or replace function shop.list_api_keys(p_merchant uuid, p_limit int, p_after_valid boolean, p_after uuid)
  returns table (id uuid, "merchantId" uuid, name text, prefix text, scopes text[], "allStores" boolean, "storeIds" uuid[],
    status text, "createdByName" text, "createdAt" timestamptz, "expiresAt" timestamptz, "lastUsedAt" timestamptz,
    "revokedAt" timestamptz, "revokedReason" text)
  language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  return query select * from shop.api_keys_of(shop.merchant_of_api_keys(p_merchant)) k
    where p_after is null or (k.status = 'ACTIVE', k.id) < (p_after_valid, p_after)
    order by k.status = 'ACTIVE' desc, k.id desc limit p_limit;
end $$;

-- The API key of a merchant that the caller owns, also while it is suspended.
create or replace function shop.owned_api_key(p_id uuid) returns shop.api_keys
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_key shop.api_keys;
begin
  perform app.assert_password();
  if not exists (select 1 from platform.merchants m where m.owner_id = app.account_id()) then
    perform app.refuse_not_owner();
  end if;
  select k.* into v_key from shop.api_keys k join platform.merchants m on m.id = k.merchant_id
   where k.id = p_id and m.owner_id = app.account_id();
  if not found then
    perform app.refuse('not_found');
  end if;
  return v_key;
end $$;

-- One API key of a merchant that the caller owns.
create or replace function shop.api_key(p_id uuid)
  returns table (id uuid, "merchantId" uuid, name text, prefix text, scopes text[], "allStores" boolean, "storeIds" uuid[],
    status text, "createdByName" text, "createdAt" timestamptz, "expiresAt" timestamptz, "lastUsedAt" timestamptz,
    "revokedAt" timestamptz, "revokedReason" text)
  language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  return query select k.* from shop.api_keys_of((shop.owned_api_key(p_id)).merchant_id) k where k.id = p_id;
end $$;

-- The fields of an API key that are written to the audit log; its secret is not.
create or replace function shop.api_key_facts(p_key shop.api_keys) returns jsonb
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select jsonb_build_object('name', a.name, 'prefix', p_key.prefix, 'scopes', p_key.scopes, 'allStores', p_key.all_stores,
             'storeIds', array(
               select m.store_id from shop.memberships m
                where m.merchant_id = p_key.merchant_id and m.account_id = p_key.id order by 1),
             'expiresAt', p_key.expires_at)
      from identity.accounts a where a.id = p_key.id);
end $$;

-- Audits an action on an API key: one row for each of its stores, so that their managers can read it, or one row for a key
-- without a store.
create or replace function shop.record_api_key(p_action text, p_key shop.api_keys, p_before jsonb, p_after jsonb) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform audit.record(p_action, 'api_key', p_key.id::text, p_before, p_after, p_key.merchant_id, s.store_id)
     from (select distinct m.store_id from shop.memberships m
            where m.merchant_id = p_key.merchant_id and m.account_id = p_key.id order by 1) s;
  if not found then
    perform audit.record(p_action, 'api_key', p_key.id::text, p_before, p_after, p_key.merchant_id);
  end if;
end $$;

-- Creates an API key for a merchant that the caller owns, for the given stores or for all (null). The owner is manager of every
-- store, so no scope exceeds the owner's rights.
create or replace function shop.create_api_key(p_merchant uuid, p_name text, p_prefix text, p_token_hash bytea, p_scopes text[],
    p_stores uuid[], p_expires_at timestamptz)
  returns uuid
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_merchant uuid;
  v_key shop.api_keys;
  v_most int;
  v_days int;
begin
  perform app.assert_password();
  v_merchant := app.owned_merchant(p_merchant);
  v_days := settings.setting_integer(v_merchant, 'api_keys.max_days');
  if p_expires_at <= now() then
    perform app.refuse_field('invalid_request', '/expiresAt', 'must be in the future');
  elsif p_expires_at > now() + make_interval(days => v_days) then
    perform app.refuse_field('invalid_request', '/expiresAt', format('must be at most %s days ahead', v_days));
  elsif exists (select 1 from unnest(p_scopes) s where s not in (select c.scope from authz.scopes c)) then
    perform app.refuse_field('invalid_request', '/scopes', 'contains a scope that API keys cannot have');
  elsif exists (select 1 from unnest(p_stores) s
                 where s not in (select t.id from shop.teams t where t.merchant_id = v_merchant)) then
    perform app.refuse_field('invalid_request', '/storeIds', 'contains a store of another merchant');
  end if;

  perform pg_advisory_xact_lock(hashtextextended('API keys of ' || v_merchant, 0));
  v_most := settings.setting_integer(v_merchant, 'api_keys.max_keys');
  if (select count(*) from shop.api_keys k
       where k.merchant_id = v_merchant and k.revoked_at is null and k.expires_at > now()) >= v_most then
    perform app.refuse('too_many_api_keys', 'Revoke one that is not needed any more.', jsonb_build_object('most', v_most));
  end if;

  insert into shop.api_keys (merchant_id, id, prefix, scopes, all_stores, created_by, expires_at)
  values (v_merchant, identity.open_machine(p_name, p_token_hash, p_expires_at), p_prefix, p_scopes, p_stores is null,
          app.account_id(), p_expires_at)
  returning * into v_key;
  perform shop.add_membership(v_merchant, t.id, v_key.id, 'manager') from shop.teams t
    where t.merchant_id = v_merchant and (p_stores is null or t.id = any (p_stores)) order by t.id;
  perform shop.record_api_key('api_key.created', v_key, null, shop.api_key_facts(v_key));
  return v_key.id;
end $$;

-- The owner gives a key another name, whether it still works or not.
create or replace function shop.rename_api_key(p_id uuid, p_name text) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_key shop.api_keys := shop.owned_api_key(p_id);
  v_before jsonb := shop.api_key_facts(v_key);
begin
  perform app.owned_merchant(v_key.merchant_id);
  perform identity.rename_machine(p_id, p_name);
  perform shop.record_api_key('api_key.renamed', v_key, v_before, shop.api_key_facts(v_key));
end $$;

-- Gives keys for all stores access to a store that was just opened.
create or replace function shop.admit_api_keys(p_merchant uuid, p_store uuid) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_key uuid;
begin
  for v_key in
    select k.id from shop.api_keys k
     where k.merchant_id = p_merchant and k.all_stores and k.revoked_at is null order by k.id
  loop
    perform shop.add_membership(p_merchant, p_store, v_key, 'manager');
  end loop;
end $$;

-- Ends an API key permanently, with its session and memberships. Once this has committed, nothing that relied on the key is
-- still running. A key that is already revoked does not change.
create or replace function shop.end_api_key(p_key shop.api_keys, p_reason text) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform app.lock_authority(p_key.id);
  update shop.api_keys k set revoked_at = now(), revoked_by = app.account_id(), revoked_reason = p_reason
   where k.merchant_id = p_key.merchant_id and k.id = p_key.id and k.revoked_at is null;
  if not found then
    return;
  end if;
  perform identity.end_sessions_of(p_key.id, null, null, 'api_key_revoked');
  perform shop.end_machine_memberships(p_key.merchant_id, p_key.id);
  perform shop.record_api_key('api_key.revoked', p_key, shop.api_key_facts(p_key), jsonb_build_object('reason', p_reason));
end $$;

-- The owner revokes a key.
create or replace function shop.revoke_api_key(p_id uuid) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform shop.end_api_key(shop.owned_api_key(p_id), 'revoked');
end $$;

-- Revokes the keys that an account created for a merchant and could not create now. They are revoked and not paused, because
-- that person may have kept a copy. Returns their names.
create or replace function shop.revoke_api_keys_of(p_merchant uuid, p_account uuid, p_reason text) returns text[]
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_key shop.api_keys;
  v_names text[] := '{}';
begin
  if app.may_answer(p_account, p_merchant, null) then
    return v_names;
  end if;
  for v_key in
    select k.* from shop.api_keys k
     where k.merchant_id = p_merchant and k.created_by = p_account and k.revoked_at is null order by k.id
  loop
    perform shop.end_api_key(v_key, p_reason);
    v_names := v_names || (select a.name from identity.accounts a where a.id = v_key.id);
  end loop;
  return v_names;
end $$;

-- Revokes all keys of a merchant that is being closed.
create or replace function shop.revoke_all_api_keys(p_merchant uuid, p_reason text) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_key shop.api_keys;
begin
  for v_key in
    select k.* from shop.api_keys k where k.merchant_id = p_merchant and k.revoked_at is null order by k.id
  loop
    perform shop.end_api_key(v_key, p_reason);
  end loop;
end $$;

-- Waits for requests of a merchant's keys. Accounts are locked before merchants, as in every request, so call this before
-- locking a merchant to end its keys.
create or replace function shop.lock_api_keys(p_merchant uuid) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_key uuid;
begin
  for v_key in
    select k.id from shop.api_keys k where k.merchant_id = p_merchant and k.revoked_at is null order by k.id
  loop
    perform app.lock_authority(v_key);
  end loop;
end $$;

grant execute on function
  shop.list_api_keys(uuid, int, boolean, uuid), shop.api_key(uuid), shop.rename_api_key(uuid, text), shop.revoke_api_key(uuid),
  shop.create_api_key(uuid, text, text, bytea, text[], uuid[], timestamptz)
  to mostrador_api;
