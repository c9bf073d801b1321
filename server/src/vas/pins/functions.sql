-- Stores the code of a sale that completes in this transaction, with a copy of the redemption instructions.
-- place: tenant
create or replace function vas.keep_pin(p_merchant uuid, p_sale uuid, p_sealed bytea, p_sealed_key bytea, p_last_four text)
  returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_sale record;
  v_product record;
begin
  select s.store_id, s.permission_set, s.product_id into v_sale from vas.sales s
   where s.merchant_id = p_merchant and s.id = p_sale and s.kind = 'pin' and s.status = 'COMPLETED';
  if found then
    select p.usage_info, p.terms into v_product from vas.products p where p.id = v_sale.product_id;
    insert into vas.sale_pins (merchant_id, sale_id, store_id, permission_set, sealed, sealed_key, last_four, usage_info, terms)
    values (p_merchant, p_sale, v_sale.store_id, v_sale.permission_set, p_sealed, p_sealed_key, p_last_four,
            v_product.usage_info, v_product.terms);
  end if;
end $$;

-- Whether the caller is the seller, in the session or at the terminal of the sale: a till that was locked and
-- unlocked has another session, but is the same till.
create or replace function vas.is_seller_here(p_account uuid, p_session uuid, p_terminal uuid) returns boolean
  language sql stable parallel safe
  set search_path = pg_catalog, pg_temp
as $$
  select coalesce(p_account = app.account_id() and (p_session = app.session_id() or p_terminal = app.terminal_id()), false)
$$;

-- Shows a code, audited: to its seller, where it was sold, and once. Everybody else who may see the sale, and
-- everybody afterwards, gets it masked.
-- place: tenant
create or replace function vas.show_pin(p_merchant uuid, p_sale uuid)
  returns table (sealed bytea, sealed_key bytea, last_four text, usage_info text[], terms text, is_revealed boolean)
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_sale vas.sales;
  v_pin vas.sale_pins;
begin
  select s.* into v_sale from vas.sales s
   where s.merchant_id = p_merchant and s.id = p_sale and s.permission_set = any (app.creatable_sets());
  if not found then
    raise exception 'the caller does not sell in this store' using errcode = '42501';
  end if;
  if v_sale.status = 'COMPLETED' and vas.is_seller_here(v_sale.account_id, v_sale.sold_in_session, v_sale.sold_at_terminal) then
    update vas.sale_pins p set revealed_at = app.clock(), revealed_by = app.account_id()
     where p.merchant_id = p_merchant and p.sale_id = p_sale and p.revealed_at is null
    returning p.* into v_pin;
    if found then
      perform audit.record('vas.pin.shown', 'vas_sale', p_sale::text, null, jsonb_build_object(
        'folio', v_sale.folio, 'terminalId', app.terminal_id()), p_merchant, v_sale.store_id);
      return query select v_pin.sealed, v_pin.sealed_key, v_pin.last_four, v_pin.usage_info, v_pin.terms, true;
      return;
    end if;
  end if;
  return query select null::bytea, null::bytea, p.last_four, p.usage_info, p.terms, p.revealed_at is not null
    from vas.sale_pins p where p.merchant_id = p_merchant and p.sale_id = p_sale;
end $$;

-- Refuses reprints beyond a store's daily limit; reprints of a store are serialized. Returns the time at which a new one
-- counts: while this waited, the next day may have begun.
create or replace function vas.assert_reprint_velocity(p_merchant uuid, p_store uuid) returns timestamptz
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_day vas.day_totals;
  v_most bigint := settings.setting_integer(p_merchant, 'vas.store_day_max_pin_reprints');
begin
  perform pg_advisory_xact_lock(hashtextextended(concat_ws('|', 'pin reprints', p_store), 0));
  v_day := vas.counted_day(p_merchant, p_store, now());
  if (select count(*) from vas.pin_reprints r
       where r.merchant_id = p_merchant and r.store_id = p_store
         and r.reprinted_at >= v_day.begins_at and r.reprinted_at < v_day.ends_at) >= v_most then
    perform vas.refuse_velocity('vas.store_day_max_pin_reprints', v_most,
      'The daily limit is reached. Print it again tomorrow, or ask the owner of the merchant or the platform to raise the limit.',
      v_day.ends_at);
  end if;
  return greatest(now(), v_day.begins_at);
end $$;

-- Shows a code again, for supervisors: counted, and audited in the same transaction. It counts as the
-- showing: a code that nobody had seen is then shown to no one else.
-- place: tenant
create or replace function vas.reprint_pin(p_merchant uuid, p_sale uuid, p_reason text)
  returns table (sealed bytea, sealed_key bytea, last_four text, usage_info text[], terms text, reprints smallint)
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_sale vas.sales;
  v_pin vas.sale_pins;
  v_caller uuid := app.account_id();
  v_now timestamptz;
  v_counts_at timestamptz;
begin
  select * into v_sale from vas.sales s where s.merchant_id = p_merchant and s.id = p_sale;
  -- A caller who may decide on approvals is a supervisor or above.
  if not coalesce(authz.set_of(p_merchant, v_sale.store_id, 'approvals') = any (app.updatable_sets()), false) then
    raise exception 'the caller is not a supervisor of this store' using errcode = '42501';
  end if;
  if v_sale.status <> 'COMPLETED'
     or not exists (select 1 from vas.sale_pins p where p.merchant_id = p_merchant and p.sale_id = p_sale) then
    perform app.refuse('pin_not_available', 'Only the PIN of a completed sale can be printed again.');
  end if;
  v_counts_at := vas.assert_reprint_velocity(p_merchant, v_sale.store_id);
  v_now := clock_timestamp();
  update vas.sale_pins p
     set reprints = p.reprints + 1, revealed_at = coalesce(p.revealed_at, v_now),
         revealed_by = coalesce(p.revealed_by, v_caller)
   where p.merchant_id = p_merchant and p.sale_id = p_sale and p.reprints < 3
  returning p.* into v_pin;
  if not found then
    perform app.refuse('reprint_limit', 'This PIN has been reprinted three times already.');
  end if;
  insert into vas.pin_reprints (merchant_id, sale_id, no, store_id, reprinted_by, reprinted_at)
  values (p_merchant, p_sale, v_pin.reprints, v_sale.store_id, v_caller, v_counts_at);
  perform audit.record('vas.pin.reprinted', 'vas_sale', p_sale::text, null, jsonb_build_object(
    'folio', v_sale.folio, 'reason', p_reason, 'reprint', v_pin.reprints), p_merchant, v_sale.store_id);
  return query select v_pin.sealed, v_pin.sealed_key, v_pin.last_four, v_pin.usage_info, v_pin.terms, v_pin.reprints;
end $$;

grant execute on function vas.keep_pin(uuid, uuid, bytea, bytea, text) to mostrador_worker;
grant execute on function vas.is_seller_here(uuid, uuid, uuid), vas.show_pin(uuid, uuid), vas.reprint_pin(uuid, uuid, text)
  to mostrador_api;
