-- Refuses a plan for more than is left, for lines that are not in the order, or for a fraction of a piece.
create or replace function selling.assert_refundable(p_order selling.sales_orders, p_type text, p_lines jsonb) returns void
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_faults jsonb;
  v_count int;
begin
  select jsonb_agg(jsonb_build_object('path', format('/lines/%s/lineItemId', p.line_no - 1), 'message',
           case when p.line_id is null then 'is not in this order' else 'occurs twice' end) order by p.line_no)
    into v_faults
    from (select r.*, row_number() over (partition by r.line_id order by r.line_no) as time
            from selling.refund_plan(p_order, p_type, p_lines) r) p
   where p.line_id is null or p.time > 1;
  if v_faults is not null then
    perform app.refuse('invalid_request', null, jsonb_build_object('errors', v_faults));
  end if;
  -- What is left of a line may be less than a piece, where a fraction was sold before.
  select jsonb_agg(jsonb_build_object('path', format('/lines/%s/quantity', p.line_no - 1), 'message',
           'must be a whole number: it is sold by the piece') order by p.line_no)
    into v_faults
    from selling.refund_plan(p_order, p_type, p_lines) p join selling.line_items l on l.merchant_id = p_order.merchant_id and l.id = p.line_id
   where l.unit = 'PIECE' and p.quantity % 1 <> 0 and p.quantity <> p.quantity_left;
  if v_faults is not null then
    perform app.refuse('invalid_request', null, jsonb_build_object('errors', v_faults));
  end if;
  select jsonb_agg(jsonb_build_object('lineItemId', p.line_id, 'quantityLeft', p.quantity_left,
           'amountLeftCentavos', p.amount_left) order by p.line_no) filter (
           where p.quantity > p.quantity_left or p.amount > p.amount_left
              or p.quantity = 0 and p.amount = 0), count(*)
    into v_faults, v_count from selling.refund_plan(p_order, p_type, p_lines) p;
  if v_faults is not null or v_count = 0 then
    perform app.refuse('refund_exceeds', 'Less than that is left of this order. Check what may still be refunded.',
      jsonb_build_object('lines', coalesce(v_faults, '[]')));
  end if;
end $$;

-- The subject of an approval for a refund or return: exactly these lines, quantities and amounts, and what becomes of the goods.
create or replace function selling.refund_subject(p_order selling.sales_orders, p_type text, p_lines jsonb) returns jsonb
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform selling.assert_refundable(p_order, p_type, p_lines);
  return (
    select jsonb_build_object('orderId', p_order.id, 'type', p_type, 'amountCentavos', sum(p.amount),
             'lines', jsonb_agg(jsonb_build_array(p.line_id, p.quantity, p.amount, p.disposition) order by p.line_id))
      from selling.refund_plan(p_order, p_type, p_lines) p);
end $$;

-- Returns goods to stock. Unsellable goods come back as well, and are written off immediately.
create or replace function selling.take_back(p_order selling.sales_orders, p_refund uuid, p_lines jsonb, p_reason text, p_membership uuid)
  returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_all record;
  v_waste record;
begin
  select array_agg(b.variant_id order by b.variant_id) as variants, array_agg(b.quantity order by b.variant_id) as quantities
    into v_all
    from (select l.variant_id, sum(p.quantity) as quantity
            from selling.refund_plan(p_order, 'RETURN', p_lines) p
            join selling.line_items l on l.merchant_id = p_order.merchant_id and l.id = p.line_id
           where l.tracks_stock and p.quantity > 0 group by l.variant_id) b;
  if v_all.variants is not null then
    perform stock.move_stock(p_order.merchant_id, p_order.store_id, 'RETURN', p_refund, p_reason, v_all.variants,
                           v_all.quantities, null, p_membership);
  end if;
  select array_agg(b.variant_id order by b.variant_id) as variants, array_agg(-b.quantity order by b.variant_id) as quantities
    into v_waste
    from (select l.variant_id, sum(p.quantity) as quantity
            from selling.refund_plan(p_order, 'RETURN', p_lines) p
            join selling.line_items l on l.merchant_id = p_order.merchant_id and l.id = p.line_id
           where l.tracks_stock and p.quantity > 0 and p.disposition = 'WASTE' group by l.variant_id) b;
  if v_waste.variants is not null then
    perform stock.move_stock(p_order.merchant_id, p_order.store_id, 'WASTE', p_refund, p_reason, v_waste.variants,
                           v_waste.quantities, null, p_membership);
  end if;
end $$;

-- Returns the chips of an order to stock. As many units must be given as chips of the line are returned, if
-- units were bound to the order at all.
create or replace function selling.take_chips_back(p_order selling.sales_orders, p_lines jsonb) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_line record;
  v_bound int;
begin
  for v_line in
    select p.*, l.product_id from selling.refund_plan(p_order, 'RETURN', p_lines) p
      join selling.line_items l on l.merchant_id = p_order.merchant_id and l.id = p.line_id
     where l.kind = 'CHIP' and p.quantity > 0 order by l.product_id, p.line_id
  loop
    select count(*) into v_bound from stock.chip_units u
     where u.merchant_id = p_order.merchant_id and u.order_id = p_order.id and u.product_id = v_line.product_id;
    if v_bound > 0 then
      -- If all remaining ones are returned, they need not be listed.
      if cardinality(v_line.chip_ids) = 0 and v_bound = v_line.quantity then
        v_line.chip_ids := array(select u.id from stock.chip_units u where u.merchant_id = p_order.merchant_id
                                    and u.order_id = p_order.id and u.product_id = v_line.product_id);
      end if;
      if cardinality(v_line.chip_ids) <> v_line.quantity then
        perform app.refuse_field('invalid_request', format('/lines/%s/chipIds', v_line.line_no - 1),
          'must list each of the ' || trim_scale(v_line.quantity) || ' returned chips');
      elsif v_line.disposition = 'WASTE' then
        perform app.refuse_field('invalid_request', format('/lines/%s/disposition', v_line.line_no - 1),
          'must be STOCK: a chip returns to stock or stays sold');
      end if;
      perform stock.return_chips(p_order.merchant_id, p_order.store_id, v_line.product_id, p_order.id, v_line.chip_ids);
    end if;
  end loop;
end $$;

-- Writes a refund with its lines, its payments and its receipt; the folio is the last lock.
create or replace function selling.write_refund(p_order selling.sales_orders, p_refund selling.refunds, p_lines jsonb, p_legs jsonb)
  returns selling.refunds
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_line record;
begin
  p_refund.folio := shop.next_folio(p_order.merchant_id, p_order.store_id, 'D');
  -- Column by column: of a whole row Citus does not see the merchant.
  insert into selling.refunds (
    merchant_id, id, store_id, permission_set, order_id, type, scope, folio, approval_id, shift_id, membership_id, account_id,
    cashier_name, reason, amount_centavos, tax_centavos, refunded_on, created_at)
  values (
    p_order.merchant_id, p_refund.id, p_refund.store_id, p_refund.permission_set, p_refund.order_id, p_refund.type,
    p_refund.scope, p_refund.folio, p_refund.approval_id, p_refund.shift_id, p_refund.membership_id, p_refund.account_id,
    p_refund.cashier_name, p_refund.reason, p_refund.amount_centavos, p_refund.tax_centavos, p_refund.refunded_on,
    p_refund.created_at);
  for v_line in
    select p.* from selling.refund_plan(p_order, p_refund.type, p_lines) p order by p.line_no
  loop
    insert into selling.refund_lines (merchant_id, id, store_id, permission_set, refund_id, line_item_id, quantity,
                                  amount_centavos, tax_centavos, disposition)
    values (p_order.merchant_id, app.uuid_v7(), p_order.store_id, p_order.permission_set, p_refund.id, v_line.line_id,
            v_line.quantity, v_line.amount, coalesce(v_line.tax, 0), v_line.disposition);
  end loop;
  perform selling.pay_back(p_order, p_refund.id, p_refund.shift_id, p_legs);
  perform selling.write_receipt(p_order, p_refund.type, p_refund.folio, p_refund.membership_id, p_refund.id,
    selling.refund_receipt(p_order, p_refund));
  return p_refund;
end $$;

-- Refunds money, or returns goods with their money: order, shift, approval, drawer, stock, chips and receipt
-- in one transaction.
-- place: tenant
create or replace function selling.refund_order(p_merchant uuid, p_order uuid, p_request jsonb) returns jsonb
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_order selling.sales_orders := selling.hold_order(p_merchant, p_order);
  v_lines jsonb := p_request -> 'lines';
  v_member uuid := (shop.acting_membership(p_merchant, v_order.store_id)).id;
  v_shift shop.shifts := shop.share_open_shift(p_merchant, v_member);
  v_subject jsonb := selling.refund_subject(v_order, p_request ->> 'type', v_lines);
  v_refund selling.refunds;
  v_amount bigint;
  v_wanted jsonb := p_request -> 'payments';
  v_rounding bigint;
  v_legs jsonb;
begin
  v_refund := jsonb_populate_record(null::selling.refunds, jsonb_build_object(
    'merchant_id', p_merchant, 'id', app.uuid_v7(), 'store_id', v_order.store_id,
    'permission_set', v_order.permission_set, 'order_id', v_order.id, 'type', p_request ->> 'type',
    'scope', case when v_lines is null then 'CART' else 'LINE' end, 'shift_id', v_shift.id, 'membership_id', v_member,
    'account_id', app.account_id(), 'cashier_name', v_shift.cashier_name, 'reason', p_request ->> 'reason',
    'created_at', now()));
  select sum(p.tax), (now() at time zone s.time_zone)::date into v_refund.tax_centavos, v_refund.refunded_on
    from selling.refund_plan(v_order, v_refund.type, v_lines) p, shop.stores s
   where s.merchant_id = p_merchant and s.id = v_order.store_id group by s.time_zone;
  v_refund.tax_centavos := coalesce(v_refund.tax_centavos, 0);
  v_amount := selling.amount_to_refund(v_order, (v_subject ->> 'amountCentavos')::bigint);
  if p_request ? 'refundMethod' then
    v_wanted := jsonb_build_array(jsonb_build_object('method', p_request -> 'refundMethod', 'amountCentavos', v_amount));
  end if;
  v_rounding := selling.refund_rounding(v_order, v_amount, v_wanted);
  v_amount := v_amount + v_rounding;
  if p_request ? 'refundMethod' then
    v_wanted := jsonb_set(v_wanted, '{0,amountCentavos}', to_jsonb(v_amount));
  end if;
  v_refund.amount_centavos := v_amount;
  select coalesce(jsonb_agg(to_jsonb(b)), '[]') into v_legs from selling.refund_legs(v_order, v_amount, v_wanted) b;

  -- Before the drawer is asked: without an approval the answer would tell a cashier who counts blind what it holds.
  v_refund.approval_id := selling.use_refund_approval(v_order, v_refund, v_subject, v_legs, (p_request ->> 'approvalId')::uuid);
  perform shop.assert_drawer_holds(v_shift, (select coalesce(sum(b.amount), 0)::bigint
    from jsonb_to_recordset(v_legs) b (method text, amount bigint) where b.method = 'CASH'));
  if v_refund.type = 'RETURN' then
    perform selling.take_back(v_order, v_refund.id, v_lines, v_refund.reason, v_member);
    perform selling.take_chips_back(v_order, v_lines);
  end if;
  v_refund := selling.write_refund(v_order, v_refund, v_lines, v_legs);
  perform audit.record('sale.refunded', 'refund', v_refund.id::text, null, jsonb_build_object(
    'type', v_refund.type, 'orderId', v_order.id, 'folio', v_refund.folio, 'amountCentavos', v_refund.amount_centavos,
    'approvalId', v_refund.approval_id, 'reason', v_refund.reason, 'methods', (
      select coalesce(jsonb_agg(distinct b ->> 'method'), '[]') from jsonb_array_elements(v_legs) b)), p_merchant, v_order.store_id);
  perform events.emit(p_merchant, v_order.store_id, v_order.permission_set, 'sale.refunded',
    jsonb_build_object('orderId', v_order.id, 'refundId', v_refund.id, 'type', v_refund.type));
  return selling.refund_view(v_refund);
end $$;

-- Uses the given approval, or lets a supervisor or manager act without one. Money goes to another method than
-- the original payment only if the approval names it; a caller who needs none chooses it, or several, in the requested
-- payments.
create or replace function selling.use_refund_approval(p_order selling.sales_orders, p_refund selling.refunds, p_subject jsonb,
    p_legs jsonb, p_approval uuid)
  returns uuid
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_is_direct boolean := p_approval is null;
  v_approval selling.approvals;
  v_others text[] := array(select distinct b.method from jsonb_to_recordset(p_legs) b (method text, is_other_way boolean)
                            where b.is_other_way order by 1);
begin
  if v_is_direct then
    v_approval.merchant_id := p_order.merchant_id;
    v_approval.store_id := p_order.store_id;
    v_approval.type := p_refund.type;
    v_approval.scope := p_refund.scope;
    v_approval.order_id := p_order.id;
    v_approval.amount_centavos := nullif((p_subject ->> 'amountCentavos')::bigint, 0);
    v_approval.refund_method := case when cardinality(v_others) = 1 then v_others[1] end;
    v_approval.subject := p_subject;
    v_approval.reason := p_refund.reason;
    p_approval := (selling.direct_approval(v_approval)).id;
  end if;
  perform selling.use_approval(p_order.merchant_id, p_approval, p_refund.type, p_subject);
  select a.* into strict v_approval from selling.approvals a where a.merchant_id = p_order.merchant_id and a.id = p_approval;
  if not v_is_direct and v_others <> '{}' and v_others is distinct from array[v_approval.refund_method] then
    perform app.refuse('refund_method_not_approved',
      'Refund it to the original payments, or request an approval that names the other method (refundMethod).',
      jsonb_build_object('approvedMethod', v_approval.refund_method, 'otherMethods', v_others));
  end if;
  return p_approval;
end $$;

-- A refund with its receipt. (In plpgsql, because the receipt functions belong to orders and are declared
-- later.)
create or replace function selling.refund_view(p_refund selling.refunds) returns jsonb
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_receipt selling.receipts;
begin
  select r.* into strict v_receipt from selling.receipts r
   where r.merchant_id = p_refund.merchant_id and r.refund_id = p_refund.id;
  return jsonb_build_object(
    'id', p_refund.id, 'storeId', p_refund.store_id, 'orderId', p_refund.order_id, 'type', p_refund.type,
    'scope', p_refund.scope, 'folio', p_refund.folio, 'approvalId', p_refund.approval_id, 'shiftId', p_refund.shift_id,
    'cashierName', p_refund.cashier_name, 'reason', p_refund.reason, 'amountCentavos', p_refund.amount_centavos,
    'taxCentavos', p_refund.tax_centavos, 'refundedOn', p_refund.refunded_on, 'createdAt', app.instant(p_refund.created_at),
    'lines', (select jsonb_agg(jsonb_build_object('lineItemId', l.line_item_id, 'quantity', l.quantity,
                'amountCentavos', l.amount_centavos, 'taxCentavos', l.tax_centavos, 'disposition', l.disposition) order by l.id)
                from selling.refund_lines l where l.merchant_id = p_refund.merchant_id and l.refund_id = p_refund.id),
    'payments', (select coalesce(jsonb_agg(jsonb_build_object('method', t.method, 'amountCentavos', -t.amount_centavos,
                   'orderPaymentId', t.order_payment_id) order by t.method, p.position), '[]')
                   from selling.transactions t
                   join selling.order_payments p on p.merchant_id = t.merchant_id and p.id = t.order_payment_id
                  where t.merchant_id = p_refund.merchant_id and t.refund_id = p_refund.id),
    'receipt', selling.receipt_json(v_receipt));
end $$;

-- The contents of a refund's receipt. The drawer that pays is the refund's, not the sale's. Cash is rounded after the lines are
-- added up, so the rounding is a line of its own, as in a sale.
create or replace function selling.refund_receipt(p_order selling.sales_orders, p_refund selling.refunds) returns jsonb
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_terminal uuid := (select h.terminal_id from shop.shifts h
                       where h.merchant_id = p_refund.merchant_id and h.id = p_refund.shift_id);
  v_total bigint := (select sum(r.amount_centavos) from selling.refund_lines r
                      where r.merchant_id = p_refund.merchant_id and r.refund_id = p_refund.id);
begin
  return (
    select selling.receipt_head(p_order.merchant_id, p_order.store_id, v_terminal, p_order.customer_id, p_refund.cashier_name, now())
    || jsonb_build_object('folio', p_refund.folio, 'saleFolio', p_order.folio, 'reason', p_refund.reason,
         'taxCentavos', p_refund.tax_centavos, 'totalCentavos', v_total,
         'roundingCentavos', p_refund.amount_centavos - v_total,
         'lines', (select jsonb_agg(jsonb_build_object('productName', l.product_name, 'variantName', l.variant_name,
                     'sku', l.sku, 'quantity', r.quantity, 'unit', l.unit, 'unitPriceCentavos', l.unit_price_centavos,
                     'grossCentavos', r.amount_centavos, 'discountCentavos', 0, 'totalCentavos', r.amount_centavos,
                     'taxRateBps', l.tax_rate_bps, 'isTaxExempt', l.is_tax_exempt, 'note', null) order by l.position, l.id)
                     from selling.refund_lines r join selling.line_items l on l.merchant_id = r.merchant_id and l.id = r.line_item_id
                    where r.merchant_id = p_refund.merchant_id and r.refund_id = p_refund.id),
         'payments', (select coalesce(jsonb_agg(jsonb_build_object('method', t.method, 'amountCentavos', -t.amount_centavos,
                        'tenderedCentavos', null, 'changeCentavos', 0,
                        'reference', case when p.method = t.method then p.reference end) order by t.method, p.position), '[]')
                        from selling.transactions t
                        join selling.order_payments p on p.merchant_id = t.merchant_id and p.id = t.order_payment_id
                       where t.merchant_id = p_refund.merchant_id and t.refund_id = p_refund.id)));
end $$;

-- What may still be refunded of an order: by line, and by payment.
-- place: tenant
create or replace function selling.refundable(p_merchant uuid, p_order uuid) returns jsonb
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_order selling.sales_orders;
begin
  select o.* into v_order from selling.sales_orders o where o.merchant_id = p_merchant and o.id = p_order;
  return jsonb_build_object('orderId', v_order.id,
    'amountLeftCentavos', (select coalesce(sum(t.amount_centavos), 0) from selling.transactions t
                            where t.merchant_id = p_merchant and t.order_id = p_order),
    'lines', (select coalesce(jsonb_agg(jsonb_build_object('lineItemId', f.line_id, 'quantityLeft', f.quantity_left,
                'amountLeftCentavos', f.amount_left) order by f.line_position, f.line_id), '[]') from selling.lines_left(v_order) f),
    'payments', (select coalesce(jsonb_agg(jsonb_build_object('orderPaymentId', m.payment_id, 'method', m.method,
                   'reference', m.reference, 'amountLeftCentavos', m.left_centavos) order by m.place), '[]')
                   from selling.payments_left(v_order) m));
end $$;

grant execute on function
  selling.refund_order(uuid, uuid, jsonb), selling.refundable(uuid, uuid), selling.lines_left(selling.sales_orders),
  selling.payments_left(selling.sales_orders) to mostrador_api;
