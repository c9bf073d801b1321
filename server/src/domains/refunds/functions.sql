-- The order that something is given back of, held until the transaction ends: two refunds wait for each other, so
-- neither gives back what the other one did. What the caller may not see is not there.
create or replace function pos.hold_order(p_id uuid) returns pos.sales_orders
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_order pos.sales_orders;
begin
  select o.* into v_order from pos.sales_orders o
   where o.merchant_id = any (app.merchant_ids()) and o.id = p_id and o.permission_set = any (app.readable_sets())
     for no key update;
  if not found then
    raise exception 'not_found' using errcode = 'MO001';
  elsif not v_order.permission_set = any (app.creatable_sets()) then
    raise exception 'the caller may not give anything back in this store' using errcode = '42501';
  end if;
  return v_order;
end $$;

-- What is left of each line of an order after all that was given back.
create or replace function pos.lines_left(p_order pos.sales_orders)
  returns table (line_id uuid, line_position int, quantity numeric, quantity_left numeric, total bigint, amount_left bigint,
    tax bigint, tax_left bigint)
  language sql stable
  set search_path = pg_catalog, pg_temp
as $$
  select l.id, l.position, l.quantity, l.quantity - coalesce(g.quantity, 0), l.total_centavos,
         (l.total_centavos - coalesce(g.amount, 0))::bigint, l.tax_centavos, (l.tax_centavos - coalesce(g.tax, 0))::bigint
    from pos.line_items l
    left join lateral (
      select sum(r.quantity) as quantity, sum(r.amount_centavos) as amount, sum(r.tax_centavos) as tax
        from pos.refund_lines r where r.merchant_id = l.merchant_id and r.line_item_id = l.id) g on true
   where l.merchant_id = p_order.merchant_id and l.cart_id = p_order.cart_id
$$;

-- What would be given back of each line: a whole order (`p_lines` null) or the lines named. Returned goods bring
-- their share of the price back, and the last of them whatever is left of it, so that nothing is lost by rounding.
create or replace function pos.refund_plan(p_order pos.sales_orders, p_type text, p_lines jsonb)
  returns table (line_no bigint, line_id uuid, quantity numeric, quantity_left numeric, amount bigint, amount_left bigint,
    tax bigint, disposition text, chip_ids uuid[])
  language sql stable
  set search_path = pg_catalog, pg_temp
as $$
  with wanted as (
    select w.no, w.line ->> 'lineItemId' as line_id, (w.line ->> 'quantity')::numeric as quantity,
           (w.line ->> 'amountCentavos')::bigint as amount, w.line ->> 'disposition' as disposition,
           array(select jsonb_array_elements_text(coalesce(w.line -> 'chipIds', '[]'))::uuid) as chip_ids
      from jsonb_array_elements(p_lines) with ordinality w (line, no)
    union all
    select f.line_position, f.line_id::text, null, null, null, '{}' from pos.lines_left(p_order) f
     where p_lines is null and case p_type when 'RETURN' then f.quantity_left > 0 else f.amount_left > 0 end),
  goods as (
    select w.no, f.*, w.amount as wanted_amount, w.disposition, w.chip_ids,
           case p_type when 'RETURN' then coalesce(w.quantity, f.quantity_left) else 0 end as back
      from wanted w left join pos.lines_left(p_order) f on f.line_id::text = w.line_id),
  money as (
    select g.*, coalesce(g.wanted_amount, case
             when p_type = 'REFUND' or g.back = g.quantity_left then g.amount_left
             else least(g.amount_left, round(g.total * g.back / g.quantity)) end)::bigint as amount
      from goods g)
  select m.no, m.line_id, m.back, m.quantity_left, m.amount, m.amount_left,
         case when m.amount = m.amount_left then m.tax_left else round(m.tax * m.amount / nullif(m.total, 0)::numeric) end::bigint,
         case when p_type = 'RETURN' then coalesce(m.disposition, 'STOCK') end, m.chip_ids
    from money m
$$;

-- Refuses a plan for more than is left, or for lines that are not in the order.
create or replace function pos.assert_refundable(p_order pos.sales_orders, p_type text, p_lines jsonb) returns void
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_faults jsonb;
  v_count int;
begin
  select jsonb_agg(jsonb_build_object('path', format('/lines/%s/lineItemId', p.line_no - 1), 'message',
           case when p.line_id is null then 'is not in this order' else 'is named twice' end) order by p.line_no), count(*)
    into v_faults, v_count
    from (select r.*, row_number() over (partition by r.line_id order by r.line_no) as time
            from pos.refund_plan(p_order, p_type, p_lines) r) p
   where p.line_id is null or p.time > 1;
  if v_faults is not null then
    raise exception 'invalid_request' using errcode = 'MO001', detail = jsonb_build_object('errors', v_faults)::text;
  end if;
  select jsonb_agg(jsonb_build_object('lineItemId', p.line_id, 'quantityLeft', p.quantity_left,
           'amountLeftCentavos', p.amount_left) order by p.line_no) filter (
           where p.quantity > p.quantity_left or p.amount > p.amount_left
              or p.quantity = 0 and p.amount = 0), count(*)
    into v_faults, v_count from pos.refund_plan(p_order, p_type, p_lines) p;
  if v_faults is not null or v_count = 0 then
    raise exception 'refund_exceeds' using errcode = 'MO001', detail = jsonb_build_object(
      'detail', 'Less is left of this order than that; look at what may still be given back.',
      'lines', coalesce(v_faults, '[]'))::text;
  end if;
end $$;

-- What an approval of a refund or return speaks of: just these lines, quantities and amounts.
create or replace function pos.refund_subject(p_order pos.sales_orders, p_type text, p_lines jsonb) returns jsonb
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform pos.assert_refundable(p_order, p_type, p_lines);
  return (
    select jsonb_build_object('orderId', p_order.id, 'type', p_type, 'amountCentavos', sum(p.amount),
             'lines', jsonb_agg(jsonb_build_array(p.line_id, p.quantity, p.amount) order by p.line_id))
      from pos.refund_plan(p_order, p_type, p_lines) p);
end $$;

-- What was paid by each way of paying and not given back by it.
create or replace function pos.methods_left(p_order pos.sales_orders)
  returns table (method text, place int, left_centavos bigint)
  language sql stable
  set search_path = pg_catalog, pg_temp
as $$
  select t.method, p.place, sum(t.amount_centavos)::bigint
    from pos.transactions t
    join (select q.method, min(q.position) as place from pos.order_payments q
           where q.merchant_id = p_order.merchant_id and q.order_id = p_order.id group by q.method) p on p.method = t.method
   where t.merchant_id = p_order.merchant_id and t.order_id = p_order.id
   group by t.method, p.place
$$;

-- How an amount goes back: the way it came, in the order in which it was paid, and what is then left in cash.
create or replace function pos.refund_payments(p_order pos.sales_orders, p_amount bigint, p_wanted jsonb)
  returns table (method text, amount bigint)
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_over record;
  v_sum bigint;
begin
  if p_wanted is null then
    return query
    with shares as (
      select m.method, m.place, least(greatest(m.left_centavos, 0), greatest(p_amount - coalesce(sum(greatest(m.left_centavos, 0))
               over (order by m.place rows between unbounded preceding and 1 preceding), 0), 0))::bigint as share
        from pos.methods_left(p_order) m)
    select s.method, sum(s.share)::bigint
      from (select s.method, s.share from shares s
            union all
            select 'CASH', p_amount - coalesce((select sum(s.share) from shares s), 0)) s
     group by s.method having sum(s.share) > 0;
    return;
  end if;
  select sum(w."amountCentavos") into v_sum from jsonb_to_recordset(p_wanted) w (method text, "amountCentavos" bigint);
  if v_sum <> p_amount then
    raise exception 'payment_mismatch' using errcode = 'MO001', detail = jsonb_build_object(
      'detail', 'What goes back must come to the amount of the refund.', 'expectedCentavos', p_amount,
      'paidCentavos', v_sum)::text;
  end if;
  select w.method, coalesce(max(m.left_centavos), 0) as left_centavos into v_over
    from jsonb_to_recordset(p_wanted) w (method text, "amountCentavos" bigint)
    left join pos.methods_left(p_order) m on m.method = w.method
   where w.method <> 'CASH' group by w.method having sum(w."amountCentavos") > coalesce(max(m.left_centavos), 0) limit 1;
  if found then
    raise exception 'refund_exceeds' using errcode = 'MO001', detail = jsonb_build_object(
      'detail', 'Less was paid this way; give the rest back in cash.', 'method', v_over.method,
      'leftCentavos', v_over.left_centavos)::text;
  end if;
  return query
  select w.method, sum(w."amountCentavos")::bigint
    from jsonb_to_recordset(p_wanted) w (method text, "amountCentavos" bigint)
   group by w.method having sum(w."amountCentavos") > 0;
end $$;

-- Puts returned goods back on the shelf. What is not fit to be sold comes back too, and is thrown away at once.
create or replace function pos.take_back(p_order pos.sales_orders, p_refund uuid, p_lines jsonb, p_reason text, p_membership uuid)
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
            from pos.refund_plan(p_order, 'RETURN', p_lines) p
            join pos.line_items l on l.merchant_id = p_order.merchant_id and l.id = p.line_id
           where l.tracks_stock and p.quantity > 0 group by l.variant_id) b;
  if v_all.variants is not null then
    perform pos.move_stock(p_order.merchant_id, p_order.store_id, 'RETURN', p_refund, p_reason, v_all.variants,
                           v_all.quantities, null, p_membership);
  end if;
  select array_agg(b.variant_id order by b.variant_id) as variants, array_agg(-b.quantity order by b.variant_id) as quantities
    into v_waste
    from (select l.variant_id, sum(p.quantity) as quantity
            from pos.refund_plan(p_order, 'RETURN', p_lines) p
            join pos.line_items l on l.merchant_id = p_order.merchant_id and l.id = p.line_id
           where l.tracks_stock and p.quantity > 0 and p.disposition = 'WASTE' group by l.variant_id) b;
  if v_waste.variants is not null then
    perform pos.move_stock(p_order.merchant_id, p_order.store_id, 'WASTE', p_refund, p_reason, v_waste.variants,
                           v_waste.quantities, null, p_membership);
  end if;
end $$;

-- Returns the chips of an order that come back. As many units are named as chips of the line are returned, as far as
-- units were bound to the order at all.
create or replace function pos.take_chips_back(p_order pos.sales_orders, p_lines jsonb) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_line record;
  v_bound int;
begin
  for v_line in
    select p.*, l.product_id from pos.refund_plan(p_order, 'RETURN', p_lines) p
      join pos.line_items l on l.merchant_id = p_order.merchant_id and l.id = p.line_id
     where l.kind = 'CHIP' and p.quantity > 0 order by l.product_id, p.line_id
  loop
    select count(*) into v_bound from pos.chip_units u
     where u.merchant_id = p_order.merchant_id and u.order_id = p_order.id and u.product_id = v_line.product_id;
    if v_bound > 0 then
      -- All that are left need not be named.
      if cardinality(v_line.chip_ids) = 0 and v_bound = v_line.quantity then
        v_line.chip_ids := array(select u.id from pos.chip_units u where u.merchant_id = p_order.merchant_id
                                    and u.order_id = p_order.id and u.product_id = v_line.product_id);
      end if;
      if cardinality(v_line.chip_ids) <> v_line.quantity then
        raise exception 'invalid_request' using errcode = 'MO001', detail = jsonb_build_object('errors', jsonb_build_array(
          jsonb_build_object('path', format('/lines/%s/chipIds', v_line.line_no - 1), 'message',
            'must name each of the ' || trim_scale(v_line.quantity) || ' chips that come back')))::text;
      elsif v_line.disposition = 'WASTE' then
        raise exception 'invalid_request' using errcode = 'MO001', detail = jsonb_build_object('errors', jsonb_build_array(
          jsonb_build_object('path', format('/lines/%s/disposition', v_line.line_no - 1), 'message',
            'must be STOCK: a chip goes back into stock or stays sold')))::text;
      end if;
      perform pos.return_chips(p_order.merchant_id, p_order.store_id, v_line.product_id, p_order.id, v_line.chip_ids);
    end if;
  end loop;
end $$;

-- Writes down a refund with its lines, the money that went back and its receipt; the folio is the last lock of all.
create or replace function pos.write_refund(p_order pos.sales_orders, p_refund pos.refunds, p_lines jsonb, p_payments jsonb)
  returns pos.refunds
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  p_refund.folio := pos.next_folio(p_order.merchant_id, p_order.store_id, 'D');
  insert into pos.refunds values (p_refund.*);
  insert into pos.refund_lines (merchant_id, id, store_id, permission_set, refund_id, line_item_id, quantity,
                                amount_centavos, tax_centavos, disposition)
  select p_order.merchant_id, app.uuid_v7(), p_order.store_id, p_order.permission_set, p_refund.id, p.line_id, p.quantity,
         p.amount, coalesce(p.tax, 0), p.disposition
    from pos.refund_plan(p_order, p_refund.type, p_lines) p order by p.line_no;
  insert into pos.transactions (merchant_id, store_id, permission_set, kind, method, amount_centavos, order_id,
                                refund_id, shift_id)
  select p_order.merchant_id, p_order.store_id, p_order.permission_set, 'REFUND', b.method, -b.amount, p_order.id,
         p_refund.id, p_refund.shift_id
    from jsonb_to_recordset(p_payments) b (method text, amount bigint);
  insert into pos.receipts (merchant_id, id, store_id, permission_set, kind, folio, order_id, refund_id, membership_id, content)
  values (p_order.merchant_id, app.uuid_v7(), p_order.store_id,
          authz.set_of(p_order.merchant_id, p_order.store_id, 'receipts', p_refund.membership_id), p_refund.type,
          p_refund.folio, p_order.id, p_refund.id, p_refund.membership_id, pos.refund_receipt(p_order, p_refund));
  return p_refund;
end $$;

-- Gives back money, or goods and their money: order, shift, approval, stock, chips and paper in one transaction.
create or replace function pos.refund_order(p_order uuid, p_request jsonb) returns jsonb
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_order pos.sales_orders := pos.hold_order(p_order);
  v_lines jsonb := p_request -> 'lines';
  v_member uuid := (identity.acting_membership(v_order.merchant_id, v_order.store_id)).id;
  v_shift pos.shifts := pos.hold_shift(v_order.merchant_id, v_member);
  v_subject jsonb := pos.refund_subject(v_order, p_request ->> 'type', v_lines);
  v_refund pos.refunds;
  v_payments jsonb;
begin
  v_refund := jsonb_populate_record(null::pos.refunds, jsonb_build_object(
    'merchant_id', v_order.merchant_id, 'id', app.uuid_v7(), 'store_id', v_order.store_id,
    'permission_set', v_order.permission_set, 'order_id', v_order.id, 'type', p_request ->> 'type',
    'scope', case when v_lines is null then 'CART' else 'LINE' end, 'shift_id', v_shift.id, 'membership_id', v_member,
    'account_id', app.account_id(), 'cashier_name', v_shift.cashier_name, 'reason', p_request ->> 'reason',
    'created_at', now()));
  select sum(p.tax), (now() at time zone s.time_zone)::date into v_refund.tax_centavos, v_refund.refunded_on
    from pos.refund_plan(v_order, v_refund.type, v_lines) p, pos.stores s
   where s.merchant_id = v_order.merchant_id and s.id = v_order.store_id group by s.time_zone;
  v_refund.tax_centavos := coalesce(v_refund.tax_centavos, 0);
  v_refund.amount_centavos := pos.refund_amount(v_order, (v_subject ->> 'amountCentavos')::bigint);
  select jsonb_agg(to_jsonb(b)) into v_payments
    from pos.refund_payments(v_order, v_refund.amount_centavos::bigint, p_request -> 'payments') b;

  v_refund.approval_id := pos.refund_approval(v_order, v_refund, v_subject, (p_request ->> 'approvalId')::uuid);
  if v_refund.type = 'RETURN' then
    perform pos.take_back(v_order, v_refund.id, v_lines, v_refund.reason, v_member);
    perform pos.take_chips_back(v_order, v_lines);
  end if;
  v_refund := pos.write_refund(v_order, v_refund, v_lines, coalesce(v_payments, '[]'));
  perform platform.audit('sale.refunded', 'refund', v_refund.id::text, null, jsonb_build_object(
    'type', v_refund.type, 'orderId', v_order.id, 'folio', v_refund.folio, 'amountCentavos', v_refund.amount_centavos,
    'approvalId', v_refund.approval_id, 'reason', v_refund.reason), v_order.merchant_id, v_order.store_id);
  perform platform.emit(v_order.merchant_id, v_order.store_id, v_order.permission_set, 'sale.refunded',
    jsonb_build_object('orderId', v_order.id, 'refundId', v_refund.id, 'type', v_refund.type));
  return pos.refund_view(v_refund);
end $$;

-- Lines come to their amounts; what the coins of a cash payment added or took goes with the last of them, so that a
-- whole order gives back just what was paid.
create or replace function pos.refund_amount(p_order pos.sales_orders, p_of_lines bigint) returns bigint
  language sql stable
  set search_path = pg_catalog, pg_temp
as $$
  select case when p_of_lines = (select sum(f.amount_left) from pos.lines_left(p_order) f) then b.paid
              else least(p_of_lines, b.paid) end
    from (select coalesce(sum(t.amount_centavos), 0)::bigint as paid from pos.transactions t
           where t.merchant_id = p_order.merchant_id and t.order_id = p_order.id) b
$$;

-- Spends the approval named, or lets a supervisor or manager act without one.
create or replace function pos.refund_approval(p_order pos.sales_orders, p_refund pos.refunds, p_subject jsonb, p_approval uuid)
  returns uuid
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_approval pos.approvals;
begin
  if p_approval is null then
    v_approval.merchant_id := p_order.merchant_id;
    v_approval.store_id := p_order.store_id;
    v_approval.type := p_refund.type;
    v_approval.scope := p_refund.scope;
    v_approval.order_id := p_order.id;
    v_approval.amount_centavos := nullif((p_subject ->> 'amountCentavos')::bigint, 0);
    v_approval.subject := p_subject;
    v_approval.reason := p_refund.reason;
    p_approval := (pos.direct_approval(v_approval)).id;
  end if;
  perform pos.use_approval(p_order.merchant_id, p_approval, p_refund.type, p_subject);
  return p_approval;
end $$;

-- A refund as it was made, its paper with it. (In plpgsql, since the papers are the sales' and declared after this.)
create or replace function pos.refund_view(p_refund pos.refunds) returns jsonb
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select jsonb_build_object(
    'id', p_refund.id, 'storeId', p_refund.store_id, 'orderId', p_refund.order_id, 'type', p_refund.type,
    'scope', p_refund.scope, 'folio', p_refund.folio, 'approvalId', p_refund.approval_id, 'shiftId', p_refund.shift_id,
    'cashierName', p_refund.cashier_name, 'reason', p_refund.reason, 'amountCentavos', p_refund.amount_centavos,
    'taxCentavos', p_refund.tax_centavos, 'refundedOn', p_refund.refunded_on, 'createdAt', app.instant(p_refund.created_at),
    'lines', (select jsonb_agg(jsonb_build_object('lineItemId', l.line_item_id, 'quantity', l.quantity,
                'amountCentavos', l.amount_centavos, 'taxCentavos', l.tax_centavos, 'disposition', l.disposition) order by l.id)
                from pos.refund_lines l where l.merchant_id = p_refund.merchant_id and l.refund_id = p_refund.id),
    'payments', (select coalesce(jsonb_agg(jsonb_build_object('method', t.method, 'amountCentavos', -t.amount_centavos)
                   order by t.method), '[]')
                   from pos.transactions t where t.merchant_id = p_refund.merchant_id and t.refund_id = p_refund.id),
    'receipt', (select pos.receipt_json(r) from pos.receipts r
                 where r.merchant_id = p_refund.merchant_id and r.refund_id = p_refund.id)));
end $$;

-- What the paper of a refund says.
create or replace function pos.refund_receipt(p_order pos.sales_orders, p_refund pos.refunds) returns jsonb
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select pos.receipt_head(p_order.merchant_id, p_order.store_id, p_order.terminal_id, p_order.customer_id, p_refund.cashier_name)
    || jsonb_build_object('folio', p_refund.folio, 'saleFolio', p_order.folio, 'reason', p_refund.reason,
         'taxCentavos', p_refund.tax_centavos, 'totalCentavos', p_refund.amount_centavos,
         'lines', (select jsonb_agg(jsonb_build_object('productName', l.product_name, 'variantName', l.variant_name,
                     'sku', l.sku, 'quantity', r.quantity, 'unit', l.unit, 'unitPriceCentavos', l.unit_price_centavos,
                     'grossCentavos', r.amount_centavos, 'discountCentavos', 0, 'totalCentavos', r.amount_centavos,
                     'taxRateBps', l.tax_rate_bps, 'isTaxExempt', l.is_tax_exempt, 'note', null) order by l.position, l.id)
                     from pos.refund_lines r join pos.line_items l on l.merchant_id = r.merchant_id and l.id = r.line_item_id
                    where r.merchant_id = p_refund.merchant_id and r.refund_id = p_refund.id),
         'payments', (select coalesce(jsonb_agg(jsonb_build_object('method', t.method, 'amountCentavos', -t.amount_centavos,
                        'tenderedCentavos', null, 'changeCentavos', 0, 'reference', null) order by t.method), '[]')
                        from pos.transactions t where t.merchant_id = p_refund.merchant_id and t.refund_id = p_refund.id)));
end $$;

-- What may still be given back of an order: by line, and by way of paying.
create or replace function pos.refundable(p_order pos.sales_orders) returns jsonb
  language sql stable
  set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object('orderId', p_order.id,
    'amountLeftCentavos', (select coalesce(sum(t.amount_centavos), 0) from pos.transactions t
                            where t.merchant_id = p_order.merchant_id and t.order_id = p_order.id),
    'lines', (select coalesce(jsonb_agg(jsonb_build_object('lineItemId', f.line_id, 'quantityLeft', f.quantity_left,
                'amountLeftCentavos', f.amount_left) order by f.line_position, f.line_id), '[]') from pos.lines_left(p_order) f),
    'payments', (select coalesce(jsonb_agg(jsonb_build_object('method', m.method, 'amountLeftCentavos',
                   greatest(m.left_centavos, 0)) order by m.place), '[]') from pos.methods_left(p_order) m))
$$;

grant execute on function
  pos.refund_order(uuid, jsonb), pos.refundable(pos.sales_orders), pos.lines_left(pos.sales_orders),
  pos.methods_left(pos.sales_orders) to mostrador_api;
