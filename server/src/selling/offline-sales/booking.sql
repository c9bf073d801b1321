-- Booking a sale as it was made.

-- Locks the cart that an offline sale becomes: the one that was open on the server when the network failed,
-- or a new one. A finalized cart is returned as it is. A cart that another person has recalled stays theirs; the sale
-- gets one under another id.
create or replace function selling.offline_cart(p_sale selling.offline_sales) returns selling.carts
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_cart selling.carts := selling.hold_or_open_cart(jsonb_populate_record(null::selling.carts, to_jsonb(p_sale)));
begin
  if v_cart.store_id <> p_sale.store_id then
    perform app.refuse_field('duplicate_value', '/id', 'is taken by another record', 'Use a new id for a new sale.');
  elsif v_cart.account_id <> p_sale.account_id then
    p_sale.id := app.uuid_v7();
    v_cart := selling.hold_or_open_cart(jsonb_populate_record(null::selling.carts, to_jsonb(p_sale)));
  end if;
  return v_cart;
end $$;

-- Goods that were counted after they were sold must not be taken again: they are brought back first, or the level of the open
-- sheet is lowered.
create or replace function selling.keep_counted_goods(p_sale selling.offline_sales, p_cart selling.carts, p_membership uuid) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_goods record;
begin
  select array_agg(g.variant_id order by g.variant_id) as variants, array_agg(g.quantity order by g.variant_id) as quantities
    into v_goods
    from (select l.variant_id, sum(l.quantity) as quantity from selling.line_items l
           where l.merchant_id = p_cart.merchant_id and l.cart_id = p_cart.id and l.tracks_stock group by l.variant_id) g;
  if v_goods.variants is not null then
    perform stock.settle_late_sale(p_sale.merchant_id, p_sale.store_id, p_sale.sold_at, v_goods.variants, v_goods.quantities,
                                   p_membership);
  end if;
end $$;

-- Goods that left the shop although their level does not cover them: found by an adjustment, so that the
-- level does not fall below zero.
create or replace function selling.find_missing_goods(p_sale selling.offline_sales, p_membership uuid) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_missing record;
begin
  select array_agg((r ->> 'variantId')::uuid order by r ->> 'variantId') as variants,
         array_agg((r ->> 'wanted')::numeric - (r ->> 'available')::numeric order by r ->> 'variantId') as quantities
    into v_missing
    from jsonb_array_elements(p_sale.reasons) r where r ->> 'code' = 'insufficient_stock';
  if v_missing.variants is not null then
    perform stock.move_stock(p_sale.merchant_id, p_sale.store_id, 'ADJUSTMENT', p_sale.id, null, v_missing.variants,
                           v_missing.quantities, null, p_membership);
  end if;
end $$;

-- Creates an order for an offline sale, in the name of the person who sold it. Locks in the order that all
-- functions share: cart, shift, stock, folio.
create or replace function selling.book_offline_sale(p_sale selling.offline_sales, p_cart selling.carts, p_shift shop.shifts)
  returns selling.offline_sales
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_member uuid := (shop.acting_membership(p_sale.merchant_id, p_sale.store_id)).id;
  v_order_id uuid := app.uuid_v7();
  v_cart selling.carts;
  v_order selling.sales_orders;
  v_sale selling.offline_sales;
begin
  v_cart := selling.fill_cart_as_sold(p_cart, p_sale.lines, p_sale.terminal_id);
  perform selling.keep_counted_goods(p_sale, v_cart, v_member);
  perform selling.find_missing_goods(p_sale, v_member);
  perform selling.hand_over(v_cart, v_order_id, v_member);
  -- The receipt names the seller, whichever drawer the sale is booked to.
  p_shift.account_id := p_sale.account_id;
  p_shift.cashier_name := p_sale.cashier_name;
  -- The payments were valid when they were taken, even if the store's cash rounding has changed since.
  v_order := (selling.write_order(v_cart, v_order_id, p_shift, p_sale.membership_id,
    selling.paid_centavos(p_sale.payments) - v_cart.total_centavos,
    p_sale.payments, p_sale.sold_at)).written;
  perform selling.end_cart(v_cart.merchant_id, v_cart.id, 'FINALIZED');
  update selling.offline_sales s
     set status = 'BOOKED', order_id = v_order.id, folio = v_order.folio, updated_at = app.clock()
   where s.merchant_id = p_sale.merchant_id and s.id = p_sale.id
  returning s.* into v_sale;
  perform audit.record('sale.completed', 'sales_order', v_order.id::text, null, jsonb_build_object(
    'folio', v_order.folio, 'cartId', v_order.cart_id, 'totalCentavos', v_order.total_centavos,
    'discountCentavos', v_order.discount_centavos, 'soldAt', app.instant(p_sale.sold_at),
    'differenceCentavos', p_sale.difference_centavos), v_order.merchant_id, v_order.store_id);
  perform events.emit(v_order.merchant_id, v_order.store_id, v_order.permission_set, 'sale.completed',
    jsonb_build_object('orderId', v_order.id, 'cartId', v_order.cart_id, 'shiftId', v_order.shift_id,
                       'terminalId', v_order.terminal_id));
  perform events.emit(v_sale.merchant_id, v_sale.store_id, v_sale.permission_set, 'offline_sale.booked',
    jsonb_build_object('offlineSaleId', v_sale.id, 'orderId', v_order.id));
  return v_sale;
end $$;

-- The sale was made before the network failed: its cart was finalized, and the answer was lost.
create or replace function selling.link_offline_sale(p_sale selling.offline_sales) returns selling.offline_sales
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_sale selling.offline_sales;
begin
  update selling.offline_sales s
     set status = 'BOOKED', order_id = o.id, folio = o.folio, reasons = '[]', updated_at = app.clock()
    from selling.sales_orders o
   where s.merchant_id = p_sale.merchant_id and s.id = p_sale.id
     and o.merchant_id = s.merchant_id and o.cart_id = s.id
  returning s.* into strict v_sale;
  perform events.emit(v_sale.merchant_id, v_sale.store_id, v_sale.permission_set, 'offline_sale.booked',
    jsonb_build_object('offlineSaleId', v_sale.id, 'orderId', v_sale.order_id));
  return v_sale;
end $$;
