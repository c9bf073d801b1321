-- Locks a store.
create or replace function shop.hold_store(p_merchant uuid, p_id uuid) returns shop.stores
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  return app.held((select s from shop.stores s where s.merchant_id = p_merchant and s.id = p_id for no key update));
end $$;

-- The lock that keeps a store open: opening a shift shares it.
create or replace function shop.closing_key(p_store uuid) returns bigint
  language plpgsql immutable
  set search_path = pg_catalog, pg_temp
as $$
begin
  return hashtextextended('closing store ' || p_store, 0);
end $$;

-- Runs when a store is closed: nothing is sold there any more, so no shift may be open. Carried to the merchant's node, where
-- shifts are opened.
-- place: tenant
create or replace function shop.assert_no_open_shift(p_merchant uuid, p_store uuid) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_shift shop.shifts;
begin
  if not coalesce(authz.set_of(p_merchant, p_store, 'stores') = any (app.updatable_sets()), false) then
    raise exception 'the caller may not close this store' using errcode = '42501';
  end if;
  perform pg_advisory_xact_lock(shop.closing_key(p_store));
  select s.* into v_shift from shop.shifts s
   where s.merchant_id = p_merchant and s.store_id = p_store and s.status = 'OPEN' order by s.opened_at limit 1;
  if found then
    perform app.refuse('shifts_open', 'Close the shift of ' || v_shift.cashier_name || ' first.',
      jsonb_build_object('shiftId', v_shift.id));
  end if;
end $$;

-- Removes a person's own address from those to which a store mails Z reports, where their membership ends. The owners of the
-- other addresses are unknown, so these stay. The removal is audited as a change of the store.
create or replace function shop.stop_shift_reports(p_merchant uuid, p_store uuid, p_account uuid) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_email text := (select lower(a.email) from identity.accounts a where a.id = p_account);
  v_before text[];
  v_after text[];
begin
  v_before := (shop.hold_store(p_merchant, p_store)).shift_report_emails;
  v_after := array(select u.email from unnest(v_before) with ordinality u (email, no)
                    where lower(u.email) is distinct from v_email order by u.no);
  if v_after = v_before then
    return;
  end if;
  update shop.stores s set shift_report_emails = v_after, updated_at = now()
   where s.merchant_id = p_merchant and s.id = p_store;
  perform audit.record('store.updated', 'store', p_store::text, jsonb_build_object('shiftReportEmails', v_before),
    jsonb_build_object('shiftReportEmails', v_after), p_merchant, p_store);
end $$;

-- Creates a store of the caller's merchant: the store, its team, the team's permission sets, and the owner as
-- its manager.
create or replace function shop.create_store(
  p_merchant uuid, p_name text, p_code text, p_phone text, p_address text, p_time_zone text, p_tax_region text)
  returns setof shop.stores
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_owner uuid := app.account_id();
  v_owned uuid;
  v_merchant platform.merchants;
  v_store shop.stores;
  v_id uuid := app.uuid_v7();
begin
  perform app.assert_password();
  v_owned := app.owned_merchant(p_merchant);
  select * into v_merchant from platform.merchants m where m.id = v_owned;

  insert into shop.teams (merchant_id, id) values (v_merchant.id, v_id);
  perform authz.create_sets(v_merchant.id, v_id, null);
  perform authz.open_portfolio(v_merchant.id, v_id);
  perform catalog.open_theme(v_merchant.id, v_id);
  insert into shop.stores (merchant_id, id, permission_set, name, code, phone, address, time_zone, tax_region)
  values (v_merchant.id, v_id, authz.set_of(v_merchant.id, v_id, 'stores'), p_name, p_code, p_phone, p_address,
          coalesce(p_time_zone, v_merchant.time_zone), coalesce(p_tax_region, 'GENERAL'))
  returning * into v_store;
  perform catalog.open_tax_rates(v_merchant.id, v_id, v_store.tax_region);
  perform audit.record('store.created', 'store', v_id::text, null,
    jsonb_build_object('name', p_name, 'code', p_code), v_merchant.id, v_id);
  perform shop.admit_member(v_merchant.id, v_id, v_owner, 'manager');
  perform shop.admit_api_keys(v_merchant.id, v_id);
  return next v_store;
end $$;
grant execute on function
  shop.create_store(uuid, text, text, text, text, text, text), shop.assert_no_open_shift(uuid, uuid) to mostrador_api;
