create or replace function selling.offline_sale_json(p_sale selling.offline_sales) returns jsonb
  language sql stable
  set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object(
    'id', p_sale.id, 'storeId', p_sale.store_id, 'membershipId', p_sale.membership_id, 'accountId', p_sale.account_id, 'cashierName', p_sale.cashier_name,
    'handedInBy', p_sale.handed_in_by, 'handedInName', p_sale.handed_in_name,
    'terminalId', p_sale.terminal_id, 'shiftId', p_sale.shift_id, 'soldAt', app.instant(p_sale.sold_at),
    'status', p_sale.status, 'totalCentavos', p_sale.total_centavos, 'differenceCentavos', p_sale.difference_centavos,
    'lines', p_sale.lines, 'payments', p_sale.payments, 'reasons', p_sale.reasons, 'orderId', p_sale.order_id,
    'folio', p_sale.folio, 'deciderName', p_sale.decider_name, 'decisionReason', p_sale.decision_reason,
    'decidedAt', app.instant(p_sale.decided_at), 'createdAt', app.instant(p_sale.created_at),
    'updatedAt', app.instant(p_sale.updated_at))
$$;

-- The lines as shown, each with its totals by the rules of every cart and with the current catalog price.
create or replace function selling.offline_lines(p_merchant uuid, p_store uuid, p_lines jsonb) returns jsonb
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_lines jsonb;
  v_faults jsonb;
begin
  select jsonb_agg(jsonb_build_object(
           'variantId', w.variant_id, 'productName', w.name, 'quantity', w.quantity, 'amountCentavos', w.amount,
           'unitPriceCentavos', w.price,
           'catalogPriceCentavos', case when p.is_price_open then w.price else p.price_centavos end,
           'taxRateBps', w.rate, 'isTaxExempt', w.is_exempt,
           'isTaxIncluded', w.is_included, 'discountCentavos', m.discount,
           'totalCentavos', m.gross - m.discount + case when w.is_included then 0 else selling.tax_of(m.gross - m.discount, w.rate, false) end,
           'note', w.note) order by w.no),
         jsonb_agg(jsonb_build_object('path', format('/lines/%s/amountCentavos', w.no - 1), 'message',
             'is only for a price that includes tax, and the quantity follows from it') order by w.no)
           filter (where w.amount is not null and (not w.is_included and w.rate > 0
                           or w.quantity is distinct from selling.quantity_for(w.amount, w.price)))
    into v_lines, v_faults
    from rows from (jsonb_to_recordset(p_lines) as (
           "variantId" uuid, "productName" text, quantity numeric, "amountCentavos" bigint, "unitPriceCentavos" bigint, "taxRateBps" int,
           "isTaxExempt" boolean, "isTaxIncluded" boolean, "discountCentavos" bigint, note text))
         with ordinality w (variant_id, name, quantity, amount, price, rate, is_exempt, is_included, discount, note, no)
   cross join lateral (select g.gross, least(g.gross, coalesce(w.discount, 0)) as discount
                         from (select selling.line_gross(w.quantity, w.price, w.amount) as gross) g) m
    left join lateral (
      select coalesce(v.price_centavos, p.price_centavos) as price_centavos, p.is_price_open
        from catalog.variants v join catalog.products p on p.merchant_id = p_merchant and p.id = v.product_id
       where v.merchant_id = p_merchant and v.store_id = p_store and v.id = w.variant_id
       -- One line at a time, by its key: see selling.goods_of.
       limit 1) p on true;
  if v_faults is not null then
    perform app.refuse('invalid_request', null, jsonb_build_object('errors', v_faults));
  elsif (select sum((x ->> 'totalCentavos')::numeric) from jsonb_array_elements(v_lines) x) > 5000000000 then
    perform app.refuse_field('invalid_request', '/lines', 'total more than 50,000,000 pesos');
  end if;
  return v_lines;
end $$;

-- Whose sale it is: that of the shift that was open. Supervisors and managers hand in sales of others, which
-- another person then has to accept.
create or replace function selling.offline_shift(p_merchant uuid, p_store uuid, p_shift uuid) returns shop.shifts
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_shift shop.shifts;
begin
  select s.* into v_shift from shop.shifts s where s.merchant_id = p_merchant and s.store_id = p_store and s.id = p_shift;
  if v_shift.account_id is distinct from app.account_id()
     and not coalesce(authz.set_of(p_merchant, p_store, 'approvals') = any (app.updatable_sets()), false)
     or v_shift.id is null then
    perform app.refuse_field('invalid_request', '/shiftId', 'is not your shift in this store');
  end if;
  return v_shift;
end $$;

-- Receives a sale that was made offline: stores it first, once per id, and books it if there are no
-- conflicts. Sending it again, concurrently or later, returns its current state.
-- place: tenant
create or replace function selling.receive_offline_sale(p_merchant uuid, p_store uuid, p_id uuid, p_terminal uuid,
    p_shift uuid, p_sold_at timestamptz, p_lines jsonb, p_payments jsonb, p_device_hash bytea)
  returns jsonb
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_set int := authz.set_of(p_merchant, p_store, 'sales');
  v_shift shop.shifts;
  v_lines jsonb;
  v_total bigint;
  v_difference bigint;
  v_terminal uuid := (
    select t.id from shop.terminals t where t.merchant_id = p_merchant and t.store_id = p_store and t.id = p_terminal);
  v_name text := (select a.name from identity.accounts a where a.id = app.account_id());
  v_sale selling.offline_sales;
  v_cart selling.carts;
begin
  if not coalesce(v_set = any (app.creatable_sets()), false) then
    raise exception 'the caller may not sell in this store' using errcode = '42501';
  end if;
  v_shift := selling.offline_shift(p_merchant, p_store, p_shift);
  v_lines := selling.offline_lines(p_merchant, p_store, p_lines);
  select sum((x ->> 'totalCentavos')::bigint),
         coalesce(sum(round((x ->> 'quantity')::numeric * ((x ->> 'unitPriceCentavos')::bigint - (x ->> 'catalogPriceCentavos')::bigint))), 0)
    into v_total, v_difference from jsonb_array_elements(v_lines) x;
  insert into selling.offline_sales as s (
    merchant_id, id, store_id, permission_set, membership_id, account_id, cashier_name, terminal_id, shift_id, sold_at,
    lines, payments, total_centavos, difference_centavos, status, handed_in_by, handed_in_name, is_other_device)
  values (p_merchant, p_id, p_store, v_set, v_shift.membership_id, v_shift.account_id, v_shift.cashier_name, v_terminal,
          p_shift, greatest(v_shift.opened_at, least(p_sold_at, now())), v_lines, p_payments, v_total, v_difference,
          'HELD', app.account_id(), v_name, coalesce(selling.is_other_device(v_shift, p_terminal, p_device_hash), false))
  on conflict (merchant_id, id) do nothing
  returning s.* into v_sale;
  if not found then
    return jsonb_build_object('isNew', false, 'sale', selling.offline_sale_json(
      selling.known_offline_sale(p_merchant, p_store, p_id, p_shift, v_lines, p_payments)));
  end if;
  v_cart := selling.offline_cart(v_sale);
  if v_cart.status = 'FINALIZED' then
    return jsonb_build_object('isNew', true, 'sale', selling.offline_sale_json(selling.link_offline_sale(v_sale)));
  end if;
  perform selling.note_goods_left_out(v_cart, v_lines);
  perform selling.settle_payments(v_total, selling.coin_paid_in(v_sale), p_payments);
  -- The shift keeps its state until the transaction ends: a concurrent close waits, or was first.
  perform shop.share_shift(p_merchant, p_shift);
  v_sale.reasons := selling.offline_reasons(v_sale);
  if v_sale.reasons = '[]' then
    v_sale := selling.book_offline_sale(v_sale, v_cart, v_shift);
  else
    update selling.offline_sales s set reasons = v_sale.reasons where s.merchant_id = p_merchant and s.id = p_id;
    -- The cart is taken over: a late request to finalize it is refused.
    perform selling.end_cart(p_merchant, v_cart.id, 'CANCELED');
    perform audit.record('offline_sale.held', 'offline_sale', p_id::text, null, jsonb_build_object(
      'totalCentavos', v_sale.total_centavos, 'reasons', v_sale.reasons), p_merchant, p_store);
    perform events.emit(p_merchant, p_store, v_set, 'offline_sale.held', jsonb_build_object('offlineSaleId', p_id));
  end if;
  return jsonb_build_object('isNew', true, 'sale', selling.offline_sale_json(v_sale));
end $$;

-- Returns the sale that was received under this id before; refuses a different sale with the same id.
create or replace function selling.known_offline_sale(p_merchant uuid, p_store uuid, p_id uuid, p_shift uuid, p_lines jsonb,
    p_payments jsonb)
  returns selling.offline_sales
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_sale selling.offline_sales;
  v_face text[] := array['catalogPriceCentavos', 'note'];
begin
  select s.* into strict v_sale from selling.offline_sales s where s.merchant_id = p_merchant and s.id = p_id;
  if v_sale.store_id <> p_store then
    perform app.refuse_field('duplicate_value', '/id', 'is taken by another record', 'Use a new id for a new sale.');
  elsif v_sale.shift_id <> p_shift or v_sale.payments <> p_payments
     -- Sales of earlier versions lack fields that are null now.
     or (select jsonb_agg(jsonb_strip_nulls(x) - v_face) from jsonb_array_elements(v_sale.lines) x)
        <> (select jsonb_agg(jsonb_strip_nulls(x) - v_face) from jsonb_array_elements(p_lines) x) then
    perform app.refuse('idempotency_key_reused',
      'Another sale was handed in with this id. Use a new id for a new sale.');
  end if;
  return v_sale;
end $$;

-- Locks a held sale for a decision: by another person than the seller and the one who handed it in. It is
-- locked before its cart, in the same order as when it is received.
create or replace function selling.hold_offline_sale(p_merchant uuid, p_id uuid, p_is_accepted boolean)
  returns selling.offline_sales
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_sale selling.offline_sales := app.held((
    select s from selling.offline_sales s
     where s.merchant_id = p_merchant and s.id = p_id and s.permission_set = any (app.readable_sets()) for no key update));
begin
  if not coalesce(authz.set_of(p_merchant, v_sale.store_id, 'approvals') = any (app.updatable_sets()), false) then
    raise exception 'the caller may not decide about sales of this store' using errcode = '42501';
  elsif v_sale.status = 'HELD' and app.account_id() in (v_sale.account_id, v_sale.handed_in_by)
    and (p_is_accepted or selling.has_other_decider(v_sale)) then
    perform app.refuse('self_approval', 'Another supervisor or manager has to decide on sales that you made or handed in.');
  end if;
  return v_sale;
end $$;

-- Whether another person could decide on a sale. If not, the seller may at least discard it, and sell the
-- goods again online.
create or replace function selling.has_other_decider(p_sale selling.offline_sales) returns boolean
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  return exists (
    select 1 from shop.memberships m
      join identity.accounts a on a.id = m.account_id and a.status = 'ACTIVE' and a.kind = 'PERSON'
     where m.merchant_id = p_sale.merchant_id and m.store_id = p_sale.store_id and m.ended_at is null
       and m.role in ('supervisor', 'manager') and m.account_id <> p_sale.account_id
       and m.account_id <> p_sale.handed_in_by);
end $$;

-- The open shift that takes a sale whose own shift may be closed: its own, the seller's, or the caller's.
create or replace function selling.shift_for_offline_sale(p_sale selling.offline_sales, p_caller uuid) returns shop.shifts
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_shift shop.shifts := shop.share_shift(p_sale.merchant_id, p_sale.shift_id);
begin
  if v_shift.id is null then
    select held.* into v_shift
      from (select s.id from shop.shifts s
             where s.merchant_id = p_sale.merchant_id and s.status = 'OPEN'
               and s.membership_id in (p_sale.membership_id, p_caller)
             order by s.membership_id = p_sale.membership_id desc limit 1) s
     cross join lateral shop.share_shift(p_sale.merchant_id, s.id) held;
  end if;
  if v_shift.id is null then
    perform shop.refuse_closed_shift();
  end if;
  return v_shift;
end $$;

-- The cash of a sale that was counted with a closed shift: at most, over all sales accepted this way, the
-- surplus of that count. Serialized, so that two sales cannot use the same surplus.
create or replace function selling.take_from_surplus(p_sale selling.offline_sales, p_report shop.shift_reports) returns bigint
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_cash bigint;
  v_left bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('surplus of ' || p_sale.shift_id, 0));
  select coalesce(sum(p."amountCentavos"), 0) into v_cash
    from jsonb_to_recordset(p_sale.payments) p (method text, "amountCentavos" bigint) where p.method = 'CASH';
  select greatest(0, p_report.difference_centavos - coalesce(sum(s.counted_centavos), 0)) into v_left
    from selling.offline_sales s where s.merchant_id = p_sale.merchant_id and s.shift_id = p_sale.shift_id;
  if v_cash > v_left then
    perform app.refuse('surplus_exceeded',
      'The count of that shift does not include this cash. Put the cash into the open drawer and send isCashInDrawer, or '
        'discard the sale.',
      jsonb_build_object('reportFolio', p_report.folio, 'cashCentavos', v_cash, 'leftCentavos', v_left));
  end if;
  return v_cash;
end $$;

-- Books a held sale as it was made. If its cash was counted with a closed shift, a movement that names the
-- count takes it out of the drawer that takes the sale, so that both agree with their contents. Otherwise the
-- cash goes into the open drawer, whose own count will include it.
-- place: tenant
create or replace function selling.accept_offline_sale(p_merchant uuid, p_id uuid, p_is_cash_in_drawer boolean) returns jsonb
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_sale selling.offline_sales := selling.hold_offline_sale(p_merchant, p_id, true);
  v_member shop.memberships := shop.acting_membership(p_merchant, v_sale.store_id);
  v_cart selling.carts;
  v_shift shop.shifts;
  v_report shop.shift_reports;
  v_counted bigint := 0;
  v_name text := (select a.name from identity.accounts a where a.id = v_member.account_id);
begin
  if v_sale.status = 'BOOKED' then
    return selling.offline_sale_json(v_sale);
  elsif v_sale.status <> 'HELD' then
    perform app.refuse('invalid_transition', 'This sale has been decided already.',
      jsonb_build_object('status', v_sale.status));
  end if;
  v_cart := selling.offline_cart(v_sale);
  if v_cart.status = 'FINALIZED' then
    return selling.offline_sale_json(selling.link_offline_sale(v_sale));
  end if;
  v_shift := selling.shift_for_offline_sale(v_sale, v_member.id);
  select r.* into v_report from shop.shift_reports r join shop.shifts s on s.merchant_id = r.merchant_id and s.id = r.shift_id
   where r.merchant_id = p_merchant and r.shift_id = v_sale.shift_id and v_sale.sold_at <= s.closed_at;
  if v_report.id is not null and not p_is_cash_in_drawer then
    v_counted := selling.take_from_surplus(v_sale, v_report);
  end if;
  -- The conflicts may have been resolved since, or new ones may have arisen.
  v_sale.reasons := selling.offline_reasons(v_sale);
  if exists (select 1 from jsonb_array_elements(v_sale.reasons) r
              where r ->> 'code' in ('product_gone', 'kind_changed', 'unit_changed')) then
    perform app.refuse('product_unavailable',
      'One of its products has been deleted from the catalog, or can no longer be sold like this. Sell the goods as another '
        'product, and discard this sale.');
  end if;
  update selling.offline_sales s
     set decided_by = v_member.account_id, decided_at = app.clock(), counted_centavos = nullif(v_counted, 0),
         decider_name = v_name
   where s.merchant_id = p_merchant and s.id = p_id;
  v_sale := selling.book_offline_sale(v_sale, v_cart, v_shift);
  if v_counted > 0 then
    perform shop.write_cash_movement(v_shift, 'CASH_OUT', v_counted, v_sale.folio || ' · ' || v_report.folio, null);
  end if;
  perform audit.record('offline_sale.accepted', 'offline_sale', p_id::text, jsonb_build_object('status', 'HELD',
    'reasons', v_sale.reasons), jsonb_build_object('status', 'BOOKED', 'folio', v_sale.folio,
    'countedCentavos', v_counted), p_merchant, v_sale.store_id);
  return selling.offline_sale_json(v_sale);
end $$;

-- Discards a held sale: the reason records what became of the goods and the money. Repeating it returns the
-- same answer.
-- place: tenant
create or replace function selling.discard_offline_sale(p_merchant uuid, p_id uuid, p_reason text) returns jsonb
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_sale selling.offline_sales := selling.hold_offline_sale(p_merchant, p_id, false);
  v_name text := (select a.name from identity.accounts a where a.id = app.account_id());
begin
  if v_sale.status = 'BOOKED' then
    perform app.refuse('invalid_transition', 'This sale is booked. Refund its order.',
      jsonb_build_object('status', v_sale.status));
  elsif v_sale.status = 'HELD' then
    update selling.offline_sales s
       set status = 'DISCARDED', decision_reason = p_reason, decided_by = app.account_id(), decided_at = app.clock(),
           updated_at = app.clock(), decider_name = v_name
     where s.merchant_id = p_merchant and s.id = p_id
    returning s.* into v_sale;
    perform audit.record('offline_sale.discarded', 'offline_sale', p_id::text, jsonb_build_object('status', 'HELD'),
      jsonb_build_object('status', 'DISCARDED', 'totalCentavos', v_sale.total_centavos, 'reason', p_reason),
      p_merchant, v_sale.store_id);
    perform events.emit(p_merchant, v_sale.store_id, v_sale.permission_set, 'offline_sale.discarded',
      jsonb_build_object('offlineSaleId', p_id));
  end if;
  return selling.offline_sale_json(v_sale);
end $$;

grant execute on function
  selling.receive_offline_sale(uuid, uuid, uuid, uuid, uuid, timestamptz, jsonb, jsonb, bytea),
  selling.accept_offline_sale(uuid, uuid, boolean),
  selling.discard_offline_sale(uuid, uuid, text) to mostrador_api;
