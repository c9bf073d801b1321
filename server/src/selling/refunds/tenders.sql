-- How the money of a refund is distributed over the original payments.

-- What is left of each payment of an order after all refunds.
create or replace function selling.payments_left(p_order selling.sales_orders)
  returns table (payment_id uuid, place int, method text, reference text, left_centavos bigint)
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  return query
  select p.id, p.position, p.method, p.reference, p.amount_centavos + coalesce((
           select sum(t.amount_centavos) from selling.transactions t
            where t.merchant_id = p_order.merchant_id and t.order_id = p_order.id and t.order_payment_id = p.id), 0)::bigint
    from selling.order_payments p where p.merchant_id = p_order.merchant_id and p.order_id = p_order.id;
end $$;

-- Distributes an amount over the original payments, in the order in which they were made.
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

-- The difference that cash rounding makes to a cash refund: to the nearest coin, and never more than is left.
-- The last refund of an order is not rounded, so that a complete refund equals exactly what was paid.
create or replace function selling.refund_rounding(p_order selling.sales_orders, p_amount bigint, p_wanted jsonb) returns bigint
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_coin int;
  v_left bigint;                             -- of the whole order
  v_left_cash bigint;                        -- of the cash payments
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
  elsif p_wanted is null and v_due = v_left_cash and v_due < p_amount then
    -- The refund takes all the cash that is left and continues with a card or transfer, which would bear the difference.
    return 0;
  end if;
  v_rounding := selling.in_coins(v_due, v_coin) - v_due;
  if v_rounding > least(v_left - p_amount, case when v_due <= v_left_cash then v_left_cash - v_due end) then
    v_rounding := v_rounding - v_coin;
  end if;
  return v_rounding;
end $$;

-- How an amount is refunded: each leg refunds one payment, to its own method unless requested otherwise. A
-- card gets at most what it paid.
create or replace function selling.refund_legs(p_order selling.sales_orders, p_amount bigint, p_wanted jsonb)
  returns table (payment_id uuid, method text, amount bigint, is_other_way boolean)
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  v_payments uuid[];
  v_methods text[];
  v_left bigint[];
  v_rests bigint[];
  v_wanted record;
  v_no int;
  v_part bigint;
begin
  p_wanted := coalesce(p_wanted, selling.original_way(p_order, p_amount));
  perform selling.assert_refund_payments(p_order, p_amount, p_wanted);
  select array_agg(l.payment_id order by l.place), array_agg(l.method order by l.place), array_agg(l.left_centavos order by l.place)
    into v_payments, v_methods, v_left from selling.payments_left(p_order) l;
  select array_agg((w ->> 'amountCentavos')::bigint order by no) into v_rests from jsonb_array_elements(p_wanted) with ordinality w (w, no);
  -- First the legs that name their payment, then those to the original method, and last those to another
  -- method.
  for v_wanted in
    select w.no, w.entry ->> 'method' as method, (w.entry ->> 'orderPaymentId')::uuid as pinned, turn
      from generate_series(1, 3) turn cross join jsonb_array_elements(p_wanted) with ordinality w (entry, no)
     where turn = 1 and w.entry ? 'orderPaymentId' or turn > 1 and not w.entry ? 'orderPaymentId' order by turn, w.no
  loop
    -- Goods that cost nothing have no payments.
    for v_no in 1 .. coalesce(cardinality(v_payments), 0) loop
      v_part := least(v_rests[v_wanted.no], v_left[v_no]);
      if v_part > 0 and (case v_wanted.turn when 1 then v_payments[v_no] = v_wanted.pinned
                           when 2 then v_methods[v_no] = v_wanted.method else v_wanted.method <> 'CARD' end) then
        v_left[v_no] := v_left[v_no] - v_part;
        v_rests[v_wanted.no] := v_rests[v_wanted.no] - v_part;
        payment_id := v_payments[v_no];
        method := v_wanted.method;
        amount := v_part;
        is_other_way := v_wanted.method <> v_methods[v_no];
        return next;
      end if;
    end loop;
    if v_rests[v_wanted.no] > 0 and (v_wanted.turn <> 2 or v_wanted.method = 'CARD') then
      perform app.refuse('refund_exceeds', 'Less was paid this way. Request an approval to refund the rest to another method.',
        jsonb_build_object('method', v_wanted.method,
          'leftCentavos', (p_wanted -> (v_wanted.no::int - 1) ->> 'amountCentavos')::bigint - v_rests[v_wanted.no]));
    end if;
  end loop;
end $$;

-- Refuses refund payments that do not add up to the amount, or that name an unknown payment or method.
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
     select 'orderPaymentId' as field, 'is not a payment of this order' as message where w.entry ? 'orderPaymentId' and p.id is null
     union all
     select 'method', 'must be the original method, CASH or TRANSFER: a card can only be refunded what it paid'
      where w.entry ->> 'method' = 'CARD' and p.method <> 'CARD') f;
  if v_faults is not null then
    perform app.refuse('invalid_request', null, jsonb_build_object('errors', v_faults));
  end if;
  select coalesce(sum((w ->> 'amountCentavos')::bigint), 0) into v_sum from jsonb_array_elements(p_wanted) w;
  if v_sum <> p_amount then
    perform app.refuse('payment_mismatch',
      'The payments must add up to the amount of the refund, with the cash part rounded to the store’s coins.',
      jsonb_build_object('expectedCentavos', p_amount, 'paidCentavos', v_sum));
  end if;
end $$;

-- Lines add up to their amounts; the difference made by cash rounding goes with the last of them, so that a
-- complete refund equals exactly what was paid.
create or replace function selling.amount_to_refund(p_order selling.sales_orders, p_of_lines bigint) returns bigint
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_paid bigint := (select coalesce(sum(t.amount_centavos), 0) from selling.transactions t
                     where t.merchant_id = p_order.merchant_id and t.order_id = p_order.id);
begin
  if p_of_lines = (select sum(f.amount_left) from selling.lines_left(p_order) f) then
    return v_paid;
  end if;
  return least(p_of_lines, v_paid);
end $$;
