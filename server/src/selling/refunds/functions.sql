-- The order that something is given back of, held until the transaction ends: two refunds wait for each other, so
-- neither gives back what the other one did. What the caller may not see is not there.
create or replace function selling.hold_order(p_id uuid) returns selling.sales_orders
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_order selling.sales_orders;
begin
  select o.* into v_order from selling.sales_orders o
   where o.merchant_id = any (app.merchant_ids()) and o.id = p_id and o.permission_set = any (app.readable_sets())
     for no key update;
  if not found then
    perform app.refuse('not_found');
  elsif not v_order.permission_set = any (app.creatable_sets()) then
    raise exception 'the caller may not give anything back in this store' using errcode = '42501';
  end if;
  return v_order;
end $$;

-- What is left of each line of an order after all that was given back.
create or replace function selling.lines_left(p_order selling.sales_orders)
  returns table (line_id uuid, line_position int, quantity numeric, quantity_left numeric, total bigint, amount_left bigint,
    tax bigint, tax_left bigint)
  language sql stable
  set search_path = pg_catalog, pg_temp
as $$
  select l.id, l.position, l.quantity, l.quantity - coalesce(g.quantity, 0), l.total_centavos,
         (l.total_centavos - coalesce(g.amount, 0))::bigint, l.tax_centavos, (l.tax_centavos - coalesce(g.tax, 0))::bigint
    from selling.line_items l
    left join lateral (
      select sum(r.quantity) as quantity, sum(r.amount_centavos) as amount, sum(r.tax_centavos) as tax
        from selling.refund_lines r where r.merchant_id = l.merchant_id and r.line_item_id = l.id) g on true
   where l.merchant_id = p_order.merchant_id and l.cart_id = p_order.cart_id
$$;

-- What would be given back of each line: a whole order (`p_lines` null) or the lines named. Returned goods bring
-- their share of the price back, and the last of them whatever is left of it, so that nothing is lost by rounding.
create or replace function selling.refund_plan(p_order selling.sales_orders, p_type text, p_lines jsonb)
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
    select f.line_position, f.line_id::text, null, null, null, '{}' from selling.lines_left(p_order) f
     where p_lines is null and case p_type when 'RETURN' then f.quantity_left > 0 else f.amount_left > 0 end),
  goods as (
    select w.no, f.*, w.amount as wanted_amount, w.disposition, w.chip_ids,
           case p_type when 'RETURN' then coalesce(w.quantity, f.quantity_left) else 0 end as back
      from wanted w left join selling.lines_left(p_order) f on f.line_id::text = w.line_id),
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

-- Refuses a plan for more than is left, for lines that are not in the order, or for a part of a piece.
create or replace function selling.assert_refundable(p_order selling.sales_orders, p_type text, p_lines jsonb) returns void
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_faults jsonb;
  v_count int;
begin
  select jsonb_agg(jsonb_build_object('path', format('/lines/%s/lineItemId', p.line_no - 1), 'message',
           case when p.line_id is null then 'is not in this order' else 'is named twice' end) order by p.line_no)
    into v_faults
    from (select r.*, row_number() over (partition by r.line_id order by r.line_no) as time
            from selling.refund_plan(p_order, p_type, p_lines) r) p
   where p.line_id is null or p.time > 1;
  if v_faults is not null then
    perform app.refuse('invalid_request', null, jsonb_build_object('errors', v_faults));
  end if;
  -- What is left of a line may be less than a piece where it was sold so once.
  select jsonb_agg(jsonb_build_object('path', format('/lines/%s/quantity', p.line_no - 1), 'message',
           'is a whole number, since it is sold by the piece') order by p.line_no)
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
    perform app.refuse('refund_exceeds', 'Less is left of this order than that; look at what may still be given back.',
      jsonb_build_object('lines', coalesce(v_faults, '[]')));
  end if;
end $$;

-- What an approval of a refund or return speaks of: just these lines, quantities and amounts.
create or replace function selling.refund_subject(p_order selling.sales_orders, p_type text, p_lines jsonb) returns jsonb
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform selling.assert_refundable(p_order, p_type, p_lines);
  return (
    select jsonb_build_object('orderId', p_order.id, 'type', p_type, 'amountCentavos', sum(p.amount),
             'lines', jsonb_agg(jsonb_build_array(p.line_id, p.quantity, p.amount) order by p.line_id))
      from selling.refund_plan(p_order, p_type, p_lines) p);
end $$;

-- What is left of each payment of an order after all that was given back of it.
create or replace function selling.payments_left(p_order selling.sales_orders)
  returns table (payment_id uuid, place int, method text, reference text, left_centavos bigint)
  language sql stable
  set search_path = pg_catalog, pg_temp
as $$
  select p.id, p.position, p.method, p.reference, p.amount_centavos + coalesce((
           select sum(t.amount_centavos) from selling.transactions t
            where t.merchant_id = p.merchant_id and t.order_id = p.order_id and t.order_payment_id = p.id), 0)::bigint
    from selling.order_payments p where p.merchant_id = p_order.merchant_id and p.order_id = p_order.id
$$;

-- The way the money came: an amount spread over the payments in the order in which they were made.
create or replace function selling.original_way(p_order selling.sales_orders, p_amount bigint) returns jsonb
  language sql stable
  set search_path = pg_catalog, pg_temp
as $$
  select coalesce(jsonb_agg(jsonb_build_object('method', s.method, 'amountCentavos', s.share, 'orderPaymentId', s.payment_id)
           order by s.place), '[]')
    from (select l.*, least(l.left_centavos, greatest(0, p_amount - coalesce(sum(l.left_centavos) over (
                   order by l.place rows between unbounded preceding and 1 preceding), 0)))::bigint as share
            from selling.payments_left(p_order) l) s
   where s.share > 0
$$;

-- What the coins of the store add to the cash that goes back, or take from it: to the nearest coin, and never past what
-- is left. The last of an order goes back as it is, so that all of it gives back just what was paid.
create or replace function selling.refund_rounding(p_order selling.sales_orders, p_amount bigint, p_wanted jsonb) returns bigint
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_coin int;
  v_left bigint;                             -- of the whole order
  v_left_cash bigint;                        -- of what was paid in cash
  v_due bigint;                              -- in cash
  v_rounding bigint;
begin
  select s.cash_rounding_centavos into v_coin from shop.stores s
   where s.merchant_id = p_order.merchant_id and s.id = p_order.store_id;
  select coalesce(sum(p.left_centavos), 0), coalesce(sum(p.left_centavos) filter (where p.method = 'CASH'), 0)
    into v_left, v_left_cash from selling.payments_left(p_order) p;
  select case when bool_or(w.method = 'CASH') then p_amount - coalesce(sum(w.amount) filter (where w.method <> 'CASH'), 0) end
    into v_due
    from jsonb_to_recordset(coalesce(p_wanted, selling.original_way(p_order, p_amount))) as r (method text, "amountCentavos" bigint)
   cross join lateral (select r.method, r."amountCentavos") w (method, amount);
  if v_coin = 0 or v_due is null or v_due <= 0 or p_amount >= v_left or v_due % v_coin = 0 then
    return 0;
  end if;
  v_rounding := selling.in_coins(v_due, v_coin) - v_due;
  if v_rounding > least(v_left - p_amount, case when v_due <= v_left_cash then v_left_cash - v_due end) then
    v_rounding := v_rounding - v_coin;
  end if;
  return v_rounding;
end $$;

-- How an amount goes back, tender by tender: each leg gives back one payment, by its own way of paying unless asked
-- otherwise. A card takes back no more than it paid.
create or replace function selling.refund_legs(p_order selling.sales_orders, p_amount bigint, p_wanted jsonb)
  returns table (payment_id uuid, method text, amount bigint, is_other_way boolean)
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  v_payments selling.order_payments[];
  v_left bigint[];
  v_rests bigint[];
  v_wanted record;
  v_no int;
  v_part bigint;
begin
  p_wanted := coalesce(p_wanted, selling.original_way(p_order, p_amount));
  perform selling.assert_refund_payments(p_order, p_amount, p_wanted);
  select array_agg(p order by p.position), array_agg(l.left_centavos order by p.position) into v_payments, v_left
    from selling.payments_left(p_order) l join selling.order_payments p on p.merchant_id = p_order.merchant_id and p.id = l.payment_id;
  select array_agg((w ->> 'amountCentavos')::bigint order by no) into v_rests from jsonb_array_elements(p_wanted) with ordinality w (w, no);
  -- What names its payment first, then what goes the way it came, and at last what goes another way.
  for v_wanted in
    select w.no, w.entry ->> 'method' as method, (w.entry ->> 'orderPaymentId')::uuid as pinned, turn
      from generate_series(1, 3) turn cross join jsonb_array_elements(p_wanted) with ordinality w (entry, no)
     where turn = 1 and w.entry ? 'orderPaymentId' or turn > 1 and not w.entry ? 'orderPaymentId' order by turn, w.no
  loop
    for v_no in 1 .. cardinality(v_payments) loop
      v_part := least(v_rests[v_wanted.no], v_left[v_no]);
      if v_part > 0 and (case v_wanted.turn when 1 then v_payments[v_no].id = v_wanted.pinned
                           when 2 then v_payments[v_no].method = v_wanted.method else v_wanted.method <> 'CARD' end) then
        v_left[v_no] := v_left[v_no] - v_part;
        v_rests[v_wanted.no] := v_rests[v_wanted.no] - v_part;
        payment_id := v_payments[v_no].id;
        method := v_wanted.method;
        amount := v_part;
        is_other_way := v_wanted.method <> v_payments[v_no].method;
        return next;
      end if;
    end loop;
    if v_rests[v_wanted.no] > 0 and (v_wanted.turn <> 2 or v_wanted.method = 'CARD') then
      perform app.refuse('refund_exceeds', 'Less was paid this way; ask for leave to give the rest back another way.',
        jsonb_build_object('method', v_wanted.method,
          'leftCentavos', (p_wanted -> (v_wanted.no::int - 1) ->> 'amountCentavos')::bigint - v_rests[v_wanted.no]));
    end if;
  end loop;
end $$;

-- Refuses payments back that do not come to the amount, or name what is no payment of the order or no way of giving it back.
create or replace function selling.assert_refund_payments(p_order selling.sales_orders, p_amount bigint, p_wanted jsonb) returns void
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_sum bigint;
  v_faults jsonb;
begin
  select jsonb_agg(jsonb_build_object('path', format('/payments/%s/%s', w.no - 1, f.field), 'message', f.message) order by w.no)
    into v_faults
    from jsonb_array_elements(p_wanted) with ordinality w (entry, no)
    left join selling.order_payments p on p.merchant_id = p_order.merchant_id and p.order_id = p_order.id
     and p.id = (w.entry ->> 'orderPaymentId')::uuid
   cross join lateral (
     select 'orderPaymentId' as field, 'is no payment of this order' as message where w.entry ? 'orderPaymentId' and p.id is null
     union all
     select 'method', 'must be how it was paid, CASH or TRANSFER: a card takes back only what it paid'
      where w.entry ->> 'method' = 'CARD' and p.method <> 'CARD') f;
  if v_faults is not null then
    perform app.refuse('invalid_request', null, jsonb_build_object('errors', v_faults));
  end if;
  select coalesce(sum((w ->> 'amountCentavos')::bigint), 0) into v_sum from jsonb_array_elements(p_wanted) w;
  if v_sum <> p_amount then
    perform app.refuse('payment_mismatch',
      'What goes back must come to the amount of the refund, with its cash in coins of the store.',
      jsonb_build_object('expectedCentavos', p_amount, 'paidCentavos', v_sum));
  end if;
end $$;

-- Puts returned goods back on the shelf. What is not fit to be sold comes back too, and is thrown away at once.
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

-- Returns the chips of an order that come back. As many units are named as chips of the line are returned, as far as
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
      -- All that are left need not be named.
      if cardinality(v_line.chip_ids) = 0 and v_bound = v_line.quantity then
        v_line.chip_ids := array(select u.id from stock.chip_units u where u.merchant_id = p_order.merchant_id
                                    and u.order_id = p_order.id and u.product_id = v_line.product_id);
      end if;
      if cardinality(v_line.chip_ids) <> v_line.quantity then
        perform app.refuse_field('invalid_request', format('/lines/%s/chipIds', v_line.line_no - 1),
          'must name each of the ' || trim_scale(v_line.quantity) || ' chips that come back');
      elsif v_line.disposition = 'WASTE' then
        perform app.refuse_field('invalid_request', format('/lines/%s/disposition', v_line.line_no - 1),
          'must be STOCK: a chip goes back into stock or stays sold');
      end if;
      perform stock.return_chips(p_order.merchant_id, p_order.store_id, v_line.product_id, p_order.id, v_line.chip_ids);
    end if;
  end loop;
end $$;

-- Writes down a refund with its lines, the money that went back and its receipt; the folio is the last lock of all.
create or replace function selling.write_refund(p_order selling.sales_orders, p_refund selling.refunds, p_lines jsonb, p_legs jsonb)
  returns selling.refunds
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  p_refund.folio := shop.next_folio(p_order.merchant_id, p_order.store_id, 'D');
  insert into selling.refunds values (p_refund.*);
  insert into selling.refund_lines (merchant_id, id, store_id, permission_set, refund_id, line_item_id, quantity,
                                amount_centavos, tax_centavos, disposition)
  select p_order.merchant_id, app.uuid_v7(), p_order.store_id, p_order.permission_set, p_refund.id, p.line_id, p.quantity,
         p.amount, coalesce(p.tax, 0), p.disposition
    from selling.refund_plan(p_order, p_refund.type, p_lines) p order by p.line_no;
  insert into selling.transactions (merchant_id, store_id, permission_set, kind, method, amount_centavos, order_id,
                                refund_id, shift_id, order_payment_id)
  select p_order.merchant_id, p_order.store_id, p_order.permission_set, 'REFUND', b.method, -b.amount, p_order.id,
         p_refund.id, p_refund.shift_id, b.payment_id
    from jsonb_to_recordset(p_legs) b (payment_id uuid, method text, amount bigint);
  insert into selling.receipts (merchant_id, id, store_id, permission_set, kind, folio, order_id, refund_id, membership_id, content)
  values (p_order.merchant_id, app.uuid_v7(), p_order.store_id,
          authz.set_of(p_order.merchant_id, p_order.store_id, 'receipts', p_refund.membership_id), p_refund.type,
          p_refund.folio, p_order.id, p_refund.id, p_refund.membership_id, selling.refund_receipt(p_order, p_refund));
  return p_refund;
end $$;

-- Gives back money, or goods and their money: order, shift, drawer, approval, stock, chips and paper in one transaction.
create or replace function selling.refund_order(p_order uuid, p_request jsonb) returns jsonb
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_order selling.sales_orders := selling.hold_order(p_order);
  v_lines jsonb := p_request -> 'lines';
  v_member uuid := (shop.acting_membership(v_order.merchant_id, v_order.store_id)).id;
  v_shift shop.shifts := shop.hold_shift(v_order.merchant_id, v_member);
  v_subject jsonb := selling.refund_subject(v_order, p_request ->> 'type', v_lines);
  v_refund selling.refunds;
  v_amount bigint;
  v_wanted jsonb := p_request -> 'payments';
  v_rounding bigint;
  v_legs jsonb;
begin
  v_refund := jsonb_populate_record(null::selling.refunds, jsonb_build_object(
    'merchant_id', v_order.merchant_id, 'id', app.uuid_v7(), 'store_id', v_order.store_id,
    'permission_set', v_order.permission_set, 'order_id', v_order.id, 'type', p_request ->> 'type',
    'scope', case when v_lines is null then 'CART' else 'LINE' end, 'shift_id', v_shift.id, 'membership_id', v_member,
    'account_id', app.account_id(), 'cashier_name', v_shift.cashier_name, 'reason', p_request ->> 'reason',
    'created_at', now()));
  select sum(p.tax), (now() at time zone s.time_zone)::date into v_refund.tax_centavos, v_refund.refunded_on
    from selling.refund_plan(v_order, v_refund.type, v_lines) p, shop.stores s
   where s.merchant_id = v_order.merchant_id and s.id = v_order.store_id group by s.time_zone;
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

  perform shop.assert_drawer_holds(v_shift, (select coalesce(sum(b.amount), 0)::bigint
    from jsonb_to_recordset(v_legs) b (method text, amount bigint) where b.method = 'CASH'));
  v_refund.approval_id := selling.use_refund_approval(v_order, v_refund, v_subject, v_legs, (p_request ->> 'approvalId')::uuid);
  if v_refund.type = 'RETURN' then
    perform selling.take_back(v_order, v_refund.id, v_lines, v_refund.reason, v_member);
    perform selling.take_chips_back(v_order, v_lines);
  end if;
  v_refund := selling.write_refund(v_order, v_refund, v_lines, v_legs);
  perform audit.record('sale.refunded', 'refund', v_refund.id::text, null, jsonb_build_object(
    'type', v_refund.type, 'orderId', v_order.id, 'folio', v_refund.folio, 'amountCentavos', v_refund.amount_centavos,
    'approvalId', v_refund.approval_id, 'reason', v_refund.reason), v_order.merchant_id, v_order.store_id);
  perform events.emit(v_order.merchant_id, v_order.store_id, v_order.permission_set, 'sale.refunded',
    jsonb_build_object('orderId', v_order.id, 'refundId', v_refund.id, 'type', v_refund.type));
  return selling.refund_view(v_refund);
end $$;

-- Lines come to their amounts; what the coins of a cash payment added or took goes with the last of them, so that a
-- whole order gives back just what was paid.
create or replace function selling.amount_to_refund(p_order selling.sales_orders, p_of_lines bigint) returns bigint
  language sql stable
  set search_path = pg_catalog, pg_temp
as $$
  select case when p_of_lines = (select sum(f.amount_left) from selling.lines_left(p_order) f) then b.paid
              else least(p_of_lines, b.paid) end
    from (select coalesce(sum(t.amount_centavos), 0)::bigint as paid from selling.transactions t
           where t.merchant_id = p_order.merchant_id and t.order_id = p_order.id) b
$$;

-- Spends the approval named, or lets a supervisor or manager act without one. Money goes back another way than it came
-- only by the one that the approval names; whoever needs none names it by the payments asked for.
create or replace function selling.use_refund_approval(p_order selling.sales_orders, p_refund selling.refunds, p_subject jsonb,
    p_legs jsonb, p_approval uuid)
  returns uuid
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_approval selling.approvals;
  v_others text[] := array(select distinct b.method from jsonb_to_recordset(p_legs) b (method text, is_other_way boolean)
                            where b.is_other_way order by 1);
begin
  if p_approval is null then
    v_approval.merchant_id := p_order.merchant_id;
    v_approval.store_id := p_order.store_id;
    v_approval.type := p_refund.type;
    v_approval.scope := p_refund.scope;
    v_approval.order_id := p_order.id;
    v_approval.amount_centavos := nullif((p_subject ->> 'amountCentavos')::bigint, 0);
    v_approval.refund_method := v_others[1];
    v_approval.subject := p_subject;
    v_approval.reason := p_refund.reason;
    p_approval := (selling.direct_approval(v_approval)).id;
  end if;
  perform selling.use_approval(p_order.merchant_id, p_approval, p_refund.type, p_subject);
  select a.* into strict v_approval from selling.approvals a where a.merchant_id = p_order.merchant_id and a.id = p_approval;
  if v_others <> '{}' and v_others is distinct from array[v_approval.refund_method] then
    perform app.refuse('refund_method_not_approved',
      'Give it back as it was paid, or ask for an approval that names the other way (refundMethod).',
      jsonb_build_object('approvedMethod', v_approval.refund_method, 'otherMethods', v_others));
  end if;
  return p_approval;
end $$;

-- A refund as it was made, its paper with it. (In plpgsql, since the papers are the sales' and declared after this.)
create or replace function selling.refund_view(p_refund selling.refunds) returns jsonb
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
                from selling.refund_lines l where l.merchant_id = p_refund.merchant_id and l.refund_id = p_refund.id),
    'payments', (select coalesce(jsonb_agg(jsonb_build_object('method', t.method, 'amountCentavos', -t.amount_centavos,
                   'orderPaymentId', t.order_payment_id) order by t.method, p.position), '[]')
                   from selling.transactions t
                   join selling.order_payments p on p.merchant_id = t.merchant_id and p.id = t.order_payment_id
                  where t.merchant_id = p_refund.merchant_id and t.refund_id = p_refund.id),
    'receipt', (select selling.receipt_json(r) from selling.receipts r
                 where r.merchant_id = p_refund.merchant_id and r.refund_id = p_refund.id)));
end $$;

-- What the paper of a refund says.
create or replace function selling.refund_receipt(p_order selling.sales_orders, p_refund selling.refunds) returns jsonb
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select selling.receipt_head(p_order.merchant_id, p_order.store_id, p_order.terminal_id, p_order.customer_id, p_refund.cashier_name)
    || jsonb_build_object('folio', p_refund.folio, 'saleFolio', p_order.folio, 'reason', p_refund.reason,
         'taxCentavos', p_refund.tax_centavos, 'totalCentavos', p_refund.amount_centavos,
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

-- What may still be given back of an order: by line, and payment by payment.
create or replace function selling.refundable(p_order selling.sales_orders) returns jsonb
  language sql stable
  set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object('orderId', p_order.id,
    'amountLeftCentavos', (select coalesce(sum(t.amount_centavos), 0) from selling.transactions t
                            where t.merchant_id = p_order.merchant_id and t.order_id = p_order.id),
    'lines', (select coalesce(jsonb_agg(jsonb_build_object('lineItemId', f.line_id, 'quantityLeft', f.quantity_left,
                'amountLeftCentavos', f.amount_left) order by f.line_position, f.line_id), '[]') from selling.lines_left(p_order) f),
    'payments', (select coalesce(jsonb_agg(jsonb_build_object('orderPaymentId', m.payment_id, 'method', m.method,
                   'reference', m.reference, 'amountLeftCentavos', m.left_centavos) order by m.place), '[]')
                   from selling.payments_left(p_order) m))
$$;

grant execute on function
  selling.refund_order(uuid, jsonb), selling.refundable(selling.sales_orders), selling.lines_left(selling.sales_orders),
  selling.payments_left(selling.sales_orders) to mostrador_api;
