-- Who may act on a merchant as a whole: platform staff who oversee it, and its owner.

-- These two raise only on a programming error: the route's guard has checked the caller before.
create or replace function app.assert_operator() returns void
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  if not app.is_operator() then
    raise exception 'the caller is not an operator' using errcode = '42501';
  end if;
end $$;

create or replace function app.assert_admin() returns void
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  if not app.is_admin() then
    raise exception 'the caller is not an administrator' using errcode = '42501';
  end if;
end $$;

-- A merchant that the caller does not oversee is not found. Every platform function that touches a merchant
-- begins with this.
create or replace function app.assert_oversees(p_merchant uuid) returns void
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  if not app.oversees(p_merchant) or not exists (select 1 from platform.merchants m where m.id = p_merchant) then
    perform app.refuse('not_found');
  end if;
end $$;

-- Platform staff cannot decide on a merchant that they own: its money, its verification, its suspension. An
-- administrator who owns it is confined to it, and would otherwise be the one to decide.
create or replace function app.assert_judges(p_merchant uuid) returns void
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform app.assert_oversees(p_merchant);
  if exists (select 1 from platform.merchants m where m.id = p_merchant and m.owner_id = app.account_id()) then
    perform app.refuse('forbidden', 'You own this merchant, so another person on the platform has to decide.');
  end if;
end $$;

-- What concerns every merchant requires overseeing all of them.
create or replace function app.assert_oversees_all() returns void
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  if not app.oversees(null) then
    perform app.refuse('forbidden', 'You oversee only some merchants. This requires an administrator of all merchants.');
  end if;
end $$;

-- Refuses a caller who does not own the merchant.
create or replace function app.refuse_not_owner() returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform app.refuse('forbidden', 'Only the owner of the merchant may do this.', jsonb_build_object('requiredRole', 'owner'));
end $$;

-- Refuses a caller who is not a manager of the store: one who may not change it.
create or replace function app.assert_manages_store(p_merchant uuid, p_store uuid) returns void
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  if not coalesce(authz.set_of(p_merchant, p_store, 'stores') = any (app.updatable_sets()), false) then
    raise exception 'the caller is not a manager of this store' using errcode = '42501';
  end if;
end $$;

-- The caller's own merchant: the given one, or the only one. The shared lock on its authority makes a
-- suspension wait for the rest of the transaction, or this find it suspended.
create or replace function app.owned_merchant(p_merchant uuid) returns uuid
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_owner uuid := app.account_id();
  v_merchant platform.merchants;
begin
  if p_merchant is null
     and (select count(*) from platform.merchants m where m.owner_id = v_owner and m.status <> 'CLOSED') > 1 then
    perform app.refuse_field('invalid_request', '/merchantId', 'is required: you own more than one merchant');
  end if;
  select * into v_merchant from platform.merchants m
   where m.owner_id = v_owner and (p_merchant is null or m.id = p_merchant)
   order by m.status = 'CLOSED', m.id limit 1;
  if not found then
    perform app.refuse_not_owner();
  end if;

  perform pg_advisory_xact_lock_shared(app.authority_key(v_merchant.id));
  select * into v_merchant from platform.merchants m where m.id = v_merchant.id and m.owner_id = v_owner;
  if not found then
    perform app.refuse_not_owner();
  elsif v_merchant.status = 'SUSPENDED' then
    perform app.refuse('merchant_suspended');
  elsif v_merchant.status = 'CLOSED' then
    perform app.refuse('merchant_closed');
  end if;
  return v_merchant.id;
end $$;

-- Whether an account could now create what sends a store's events, spends its money or enables its till: a
-- manager of the store; for the whole merchant (no store), its owner.
create or replace function app.may_answer(p_account uuid, p_merchant uuid, p_store uuid) returns boolean
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  return exists (select 1 from identity.accounts a where a.id = p_account and a.status = 'ACTIVE')
     and case when p_store is null
              then exists (select 1 from platform.merchants c where c.id = p_merchant and c.owner_id = p_account)
              else exists (select 1 from shop.memberships m
                            where m.account_id = p_account and m.merchant_id = p_merchant and m.store_id = p_store
                              and m.role = 'manager' and m.ended_at is null) end;
end $$;

grant execute on function app.assert_oversees_all(), app.assert_manages_store(uuid, uuid) to mostrador_api;
