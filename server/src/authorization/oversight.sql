-- Who may act on a merchant as a whole: the platform's staff that oversees it, and its owner.

-- Programmer's fault when it raises: the route's guard has settled the caller before.
create or replace function app.assert_admin() returns void
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  if not app.is_admin() then
    raise exception 'the caller is no administrator' using errcode = '42501';
  end if;
end $$;

-- A merchant that the caller does not oversee is not there for it. Every function of the platform that touches a
-- merchant begins here.
create or replace function app.assert_oversees(p_merchant uuid) returns void
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  if not app.oversees(p_merchant) or not exists (select from platform.merchants m where m.id = p_merchant) then
    perform app.refuse('not_found');
  end if;
end $$;

-- Nobody of the platform judges a merchant of their own: its money, its verification, its suspension. An administrator
-- who owns it is confined to it, and would else be the only one who does.
create or replace function app.assert_judges(p_merchant uuid) returns void
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform app.assert_oversees(p_merchant);
  if exists (select from platform.merchants m where m.id = p_merchant and m.owner_id = app.account_id()) then
    perform app.refuse('forbidden', 'You own this merchant, so somebody else of the platform has to decide.');
  end if;
end $$;

-- What concerns every merchant is for those who oversee them all.
create or replace function app.assert_oversees_all() returns void
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  if not app.oversees(null) then
    perform app.refuse('forbidden', 'You oversee some merchants alone; this is for administrators of all.');
  end if;
end $$;

-- The merchant that the caller owns and means: the one that is named, or the only one. Sharing its authority makes a
-- suspension wait for what follows, or this find it suspended.
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
    perform app.refuse('forbidden', 'Only the owner of the merchant may do this.',
      jsonb_build_object('requiredRole', 'owner'));
  end if;

  perform pg_advisory_xact_lock_shared(app.authority_key(v_merchant.id));
  select * into v_merchant from platform.merchants m where m.id = v_merchant.id and m.owner_id = v_owner;
  if not found then
    perform app.refuse('forbidden', 'Only the owner of the merchant may do this.',
      jsonb_build_object('requiredRole', 'owner'));
  elsif v_merchant.status = 'SUSPENDED' then
    perform app.refuse('merchant_suspended');
  elsif v_merchant.status = 'CLOSED' then
    perform app.refuse('merchant_closed');
  end if;
  return v_merchant.id;
end $$;

-- Whether an account could make now what sends a store's news out, spends its money or opens its till: a manager of the
-- store; for what is of the whole merchant (no store), its owner.
create or replace function app.may_answer(p_account uuid, p_merchant uuid, p_store uuid) returns boolean
  language sql stable
  set search_path = pg_catalog, pg_temp
as $$
  select exists (select from identity.accounts a where a.id = p_account and a.status = 'ACTIVE')
     and case when p_store is null
              then exists (select from platform.merchants c where c.id = p_merchant and c.owner_id = p_account)
              else exists (select from shop.memberships m
                            where m.account_id = p_account and m.merchant_id = p_merchant and m.store_id = p_store
                              and m.role = 'manager' and m.ended_at is null) end
$$;

grant execute on function app.assert_oversees_all() to mostrador_api;
