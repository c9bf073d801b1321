-- Locks the order of a refund until the transaction ends: concurrent refunds wait for each other, so none
-- refunds what another one has. An order that the caller may not see is not found.
create or replace function selling.hold_order(p_merchant uuid, p_id uuid) returns selling.sales_orders
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_order selling.sales_orders := app.held((
    select o from selling.sales_orders o
     where o.merchant_id = p_merchant and o.id = p_id and o.permission_set = any (app.readable_sets()) for no key update));
begin
  if not v_order.permission_set = any (app.creatable_sets()) then
    raise exception 'the caller may not refund in this store' using errcode = '42501';
  end if;
  return v_order;
end $$;

-- The result of a finalized cart. Only its cashier gets the receipt: another one gets cart_closed.
create or replace function selling.earlier_sale(p_cart selling.carts) returns json
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_order selling.sales_orders;
  v_receipt selling.receipts;
begin
  select o.* into strict v_order from selling.sales_orders o
   where o.merchant_id = p_cart.merchant_id and o.cart_id = p_cart.id;
  select r.* into v_receipt from selling.receipts r
   where r.merchant_id = v_order.merchant_id and r.order_id = v_order.id and r.kind = 'SALE'
     and r.permission_set = any (app.readable_sets());
  if not found then
    perform app.refuse('cart_closed', 'Another till has finalized this cart.',
      jsonb_build_object('cartStatus', p_cart.status, 'orderId', v_order.id));
  end if;
  return selling.sale_view(v_order, v_receipt);
end $$;

-- Refuses to finalize a cart that differs from the one shown: by its version, or because a discount has
-- started or stopped counting since it was priced.
create or replace function selling.assert_shown(p_cart selling.carts, p_version int) returns void
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  if p_cart.version <> p_version then
    perform app.refuse('cart_changed', 'Show the cart again, and finalize the version shown.',
      jsonb_build_object('version', p_cart.version, 'grossCentavos', p_cart.gross_centavos,
        'discountCentavos', p_cart.discount_centavos, 'taxCentavos', p_cart.tax_centavos,
        'totalCentavos', p_cart.total_centavos));
  elsif not exists (select 1 from selling.line_items l where l.merchant_id = p_cart.merchant_id and l.cart_id = p_cart.id) then
    perform app.refuse('cart_empty', 'Add goods to the cart first, or cancel it.');
  end if;
end $$;

-- What payments must add up to: only the part of a total that is left for cash after all other payments is rounded, half
-- up to the nearest coin.
create or replace function selling.payments_due(p_total bigint, p_coin int, p_payments jsonb) returns bigint
  language plpgsql immutable
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_others bigint;
  v_is_in_cash boolean;
begin
  select coalesce(sum(p.amount) filter (where p.method <> 'CASH'), 0), coalesce(bool_or(p.method = 'CASH'), false)
    into v_others, v_is_in_cash
    from jsonb_to_recordset(p_payments) as r (method text, "amountCentavos" bigint)
   cross join lateral (select r.method, r."amountCentavos") p (method, amount);
  if v_is_in_cash and p_coin > 0 and p_total > v_others then
    return v_others + selling.in_coins(p_total - v_others, p_coin);
  end if;
  return p_total;
end $$;

-- What a customer has paid in total.
create or replace function selling.paid_centavos(p_payments jsonb) returns bigint
  language plpgsql immutable
  set search_path = pg_catalog, pg_temp
as $$
begin
  return (select coalesce(sum((x ->> 'amountCentavos')::bigint), 0) from jsonb_array_elements(p_payments) x);
end $$;

-- The difference that cash rounding makes to a total; refuses payments that do not add up to exactly that.
create or replace function selling.settle_payments(p_total bigint, p_coin int, p_payments jsonb) returns bigint
  language plpgsql immutable
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_paid bigint := selling.paid_centavos(p_payments);
  v_due bigint := selling.payments_due(p_total, p_coin, p_payments);
begin
  if v_paid <> v_due then
    perform app.refuse('payment_mismatch',
      'The payments must add up to the total, with the cash part rounded to the store’s coins.',
      jsonb_build_object('totalCentavos', p_total, 'roundingCentavos', v_due - p_total, 'expectedCentavos', v_due,
        'paidCentavos', v_paid));
  end if;
  return v_due - p_total;
end $$;

-- Uses the approvals of a cart's discounts, in order of id; refuses when one is not valid.
create or replace function selling.use_discounts(p_cart selling.carts) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_discount record;
  v_total bigint;
begin
  for v_discount in
    select d.approval_id, selling.discount_subject(d.merchant_id, d.cart_id, d.line_item_id, d.amount_centavos::bigint, d.percentage_bps) as subject
      from selling.discounts d
     where d.merchant_id = p_cart.merchant_id and d.cart_id = p_cart.id order by d.approval_id
  loop
    perform selling.use_approval(p_cart.merchant_id, v_discount.approval_id, 'DISCOUNT', v_discount.subject);
  end loop;
  if found then
    select sum(p.total) into v_total from selling.priced_lines(p_cart.merchant_id, p_cart.id) p;
    if v_total <> p_cart.total_centavos then
      perform app.refuse('cart_changed',
        'A discount was decided since the cart was priced. Change the cart, and show it again.',
        jsonb_build_object('version', p_cart.version, 'totalCentavos', v_total));
    end if;
  end if;
end $$;

-- Refuses parts of a piece: the goods were sold by measure when they were added, and are by the piece since.
create or replace function selling.assert_whole_pieces(p_cart selling.carts) returns void
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_parts jsonb;
begin
  select jsonb_agg(jsonb_build_object('variantId', l.variant_id, 'productName', l.product_name) order by l.position)
    into v_parts
    from selling.line_items l
    join catalog.products p on p.merchant_id = p_cart.merchant_id and p.id = l.product_id
   where l.merchant_id = p_cart.merchant_id and l.cart_id = p_cart.id and l.quantity % 1 <> 0 and p.unit = 'PIECE';
  if v_parts is not null then
    perform app.refuse('product_unavailable', 'It is sold by the piece now. Remove the line, and add whole pieces.',
      jsonb_build_object('lines', v_parts));
  end if;
end $$;

-- Takes the goods of a cart out of stock, all or nothing, and binds its chips.
create or replace function selling.hand_over(p_cart selling.carts, p_order uuid, p_membership uuid) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_goods record;
  v_chips record;
begin
  select array_agg(g.variant_id order by g.variant_id) filter (where g.tracks_stock) as variants,
         array_agg(-g.quantity order by g.variant_id) filter (where g.tracks_stock) as quantities,
         array_agg(g.cost order by g.variant_id) filter (where g.tracks_stock) as costs,
         bool_or(g.has_chips) as has_chips
    into v_goods
    from (select l.variant_id, l.tracks_stock, sum(l.quantity) as quantity, max(l.unit_cost_centavos)::bigint as cost,
                 bool_or(l.kind = 'CHIP') as has_chips
            from selling.line_items l
           where l.merchant_id = p_cart.merchant_id and l.cart_id = p_cart.id
           group by l.variant_id, l.tracks_stock) g;
  if v_goods.variants is not null then
    perform stock.move_stock(p_cart.merchant_id, p_cart.store_id, 'SALE', p_order, null, v_goods.variants,
                           v_goods.quantities, v_goods.costs, p_membership);
  end if;
  if v_goods.has_chips then
    for v_chips in
      select l.product_id, sum(l.quantity)::int as wanted from selling.line_items l
       where l.merchant_id = p_cart.merchant_id and l.cart_id = p_cart.id and l.kind = 'CHIP'
       group by l.product_id order by l.product_id
    loop
      perform from stock.bind_chips(p_cart.merchant_id, p_cart.store_id, v_chips.product_id, v_chips.wanted, p_order);
    end loop;
  end if;
end $$;

-- Stores the receipt of an order, or of a refund of it (`p_refund`), as printed.
create or replace function selling.write_receipt(p_order selling.sales_orders, p_kind text, p_folio text, p_member uuid,
    p_refund uuid, p_content jsonb) returns selling.receipts
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_receipt selling.receipts;
begin
  insert into selling.receipts (merchant_id, id, store_id, permission_set, kind, folio, order_id, refund_id, membership_id, content)
  values (p_order.merchant_id, app.uuid_v7(), p_order.store_id,
          authz.set_of(p_order.merchant_id, p_order.store_id, 'receipts', p_member), p_kind, p_folio, p_order.id, p_refund,
          p_member, p_content)
  returning * into v_receipt;
  return v_receipt;
end $$;

-- The refunded money of an order, by original payment.
create or replace function selling.pay_back(p_order selling.sales_orders, p_refund uuid, p_shift uuid, p_legs jsonb) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_leg record;
begin
  for v_leg in
    select b.* from jsonb_to_recordset(p_legs) b (payment_id uuid, method text, amount bigint)
  loop
    insert into selling.transactions (merchant_id, store_id, permission_set, kind, method, amount_centavos, order_id,
                                  refund_id, shift_id, order_payment_id)
    values (p_order.merchant_id, p_order.store_id, p_order.permission_set, 'REFUND', v_leg.method, -v_leg.amount, p_order.id,
            p_refund, p_shift, v_leg.payment_id);
  end loop;
end $$;

-- Writes an order, its payments and its receipt. The folio is taken here, as the last lock. Offline sales
-- belong to the moment and the business day at which they were made.
create or replace function selling.write_order(p_cart selling.carts, p_order uuid, p_shift shop.shifts, p_member uuid,
    p_rounding bigint, p_payments jsonb, p_sold_at timestamptz,
    out written selling.sales_orders, out receipt selling.receipts)
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_sold_on date := (select (p_sold_at at time zone s.time_zone)::date from shop.stores s
                      where s.merchant_id = p_cart.merchant_id and s.id = p_cart.store_id);
  v_payment jsonb;
begin
  insert into selling.sales_orders (
    merchant_id, id, store_id, permission_set, cart_id, folio, customer_id, shift_id, terminal_id, membership_id,
    account_id, cashier_name, gross_centavos, discount_centavos, tax_centavos, total_centavos, rounding_centavos, sold_at,
    sold_on)
  values (
    p_cart.merchant_id, p_order, p_cart.store_id, p_cart.permission_set, p_cart.id,
    shop.next_folio(p_cart.merchant_id, p_cart.store_id, 'A'), p_cart.customer_id, p_shift.id,
    coalesce(p_cart.terminal_id, p_shift.terminal_id), p_member, p_shift.account_id, p_shift.cashier_name,
    p_cart.gross_centavos, p_cart.discount_centavos, p_cart.tax_centavos, p_cart.total_centavos, p_rounding, p_sold_at,
    v_sold_on)
  returning * into written;
  for i in 1 .. jsonb_array_length(p_payments) loop
    v_payment := p_payments -> i - 1;
    insert into selling.order_payments (merchant_id, id, store_id, permission_set, order_id, position, method,
                                    amount_centavos, tendered_centavos, reference)
    values (written.merchant_id, app.uuid_v7(), written.store_id, written.permission_set, written.id, i,
            v_payment ->> 'method', (v_payment ->> 'amountCentavos')::bigint, (v_payment ->> 'tenderedCentavos')::bigint,
            v_payment ->> 'reference');
    insert into selling.transactions (merchant_id, store_id, permission_set, kind, method, amount_centavos, order_id, shift_id)
    values (written.merchant_id, written.store_id, written.permission_set, 'PAYMENT', v_payment ->> 'method',
            (v_payment ->> 'amountCentavos')::bigint, written.id, written.shift_id);
  end loop;
  receipt := selling.write_receipt(written, 'SALE', written.folio, p_member, null, selling.sale_receipt(written, p_sold_at));
end $$;

-- Turns an open cart into a sale: goods, chips, money and receipt, all in this transaction or nothing. A cart
-- finalized before returns the same order. Locks in the order that all functions share: cart, shift,
-- approvals, stock, chips, folio.
-- place: tenant
create or replace function selling.finalize_cart(p_merchant uuid, p_id uuid, p_version int, p_payments jsonb) returns json
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_cart selling.carts := selling.hold_readable_cart(p_merchant, p_id);
  v_member uuid;
  v_coin int;
  v_rounding bigint;
  v_shift shop.shifts;
  v_order_id uuid := app.uuid_v7();
  v_order selling.sales_orders;
  v_sale record;
begin
  if v_cart.status = 'FINALIZED' then
    return json_build_object('isNew', false, 'sale', selling.earlier_sale(v_cart));
  elsif v_cart.status <> 'OPEN' then
    v_cart := selling.hold_open_cart(p_merchant, p_id);
  end if;
  perform selling.assert_shown(v_cart, p_version);
  perform selling.assert_whole_pieces(v_cart);
  select s.cash_rounding_centavos into v_coin from shop.stores s
   where s.merchant_id = p_merchant and s.id = v_cart.store_id;
  v_rounding := selling.settle_payments(v_cart.total_centavos, v_coin, p_payments);
  v_member := (shop.acting_membership(p_merchant, v_cart.store_id)).id;
  v_shift := shop.share_open_shift(p_merchant, v_member);
  perform selling.use_discounts(v_cart);
  perform selling.hand_over(v_cart, v_order_id, v_member);
  v_sale := selling.write_order(v_cart, v_order_id, v_shift, v_member, v_rounding, p_payments, now());
  v_order := v_sale.written;
  perform selling.end_cart(p_merchant, p_id, 'FINALIZED');
  perform audit.record('sale.completed', 'sales_order', v_order.id::text, null, jsonb_build_object(
    'folio', v_order.folio, 'cartId', v_order.cart_id, 'totalCentavos', v_order.total_centavos,
    'discountCentavos', v_order.discount_centavos), p_merchant, v_order.store_id);
  perform events.emit(p_merchant, v_order.store_id, v_order.permission_set, 'sale.completed',
    jsonb_build_object('orderId', v_order.id, 'cartId', v_order.cart_id, 'shiftId', v_order.shift_id,
                       'terminalId', v_order.terminal_id));
  return json_build_object('isNew', true, 'sale', selling.sale_view(v_order, v_sale.receipt));
end $$;

-- A receipt that the caller may read.
create or replace function selling.readable_receipt(p_merchant uuid, p_id uuid) returns selling.receipts
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_receipt selling.receipts;
begin
  select r.* into v_receipt from selling.receipts r
   where r.merchant_id = p_merchant and r.id = p_id and r.permission_set = any (app.readable_sets());
  if not found then
    perform app.refuse('not_found');
  end if;
  return v_receipt;
end $$;

-- Audits that a receipt was printed again, and by whom.
-- place: tenant
create or replace function selling.reprint_receipt(p_merchant uuid, p_id uuid) returns json
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_receipt selling.receipts := selling.readable_receipt(p_merchant, p_id);
begin
  perform audit.record('receipt.reprinted', 'receipt', p_id::text, null,
    jsonb_build_object('folio', v_receipt.folio, 'orderId', v_receipt.order_id), p_merchant, v_receipt.store_id);
  return selling.receipt_json(v_receipt);
end $$;

-- Mails a receipt to a customer, audited; a few times at most.
create or replace function selling.mail_receipt(p_merchant uuid, p_id uuid, p_mail uuid, p_address text, p_text text) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_receipt selling.receipts := selling.readable_receipt(p_merchant, p_id);
begin
  perform identity.mail_receipt(p_mail, p_address, jsonb_build_object(
    'shop', coalesce(v_receipt.content -> 'merchant' ->> 'tradeName', v_receipt.content -> 'merchant' ->> 'name'),
    'folio', v_receipt.folio, 'text', p_text), 'receipt', p_id, jsonb_build_object('orderId', v_receipt.order_id),
    p_merchant, v_receipt.store_id);
end $$;

grant execute on function
  selling.finalize_cart(uuid, uuid, int, jsonb), selling.reprint_receipt(uuid, uuid),
  selling.mail_receipt(uuid, uuid, uuid, text, text) to mostrador_api;
