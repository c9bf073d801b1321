-- Locks the order of a refund until the transaction ends: concurrent refunds wait for each other, so none
-- refunds what another one has. An order that the caller may not see is not found.
create or replace function selling.hold_order(p_id uuid) returns selling.sales_orders
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_order selling.sales_orders := app.held((
    select o from selling.sales_orders o
     where o.merchant_id = any (app.merchant_ids()) and o.id = p_id and o.permission_set = any (app.readable_sets())
       for no key update));
begin
  if not v_order.permission_set = any (app.creatable_sets()) then
    raise exception 'the caller may not refund in this store' using errcode = '42501';
  end if;
  return v_order;
end $$;

-- An order as it was sold, with its lines and chips. It never changes.
create or replace function selling.order_json(p_merchant uuid, p_order uuid) returns jsonb
  language sql stable
  set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object(
    'id', o.id, 'storeId', o.store_id, 'cartId', o.cart_id, 'folio', o.folio, 'customerId', o.customer_id,
    'shiftId', o.shift_id, 'terminalId', o.terminal_id, 'membershipId', o.membership_id, 'cashierName', o.cashier_name,
    'grossCentavos', o.gross_centavos, 'discountCentavos', o.discount_centavos, 'taxCentavos', o.tax_centavos,
    'totalCentavos', o.total_centavos, 'roundingCentavos', o.rounding_centavos, 'soldOn', o.sold_on,
    'createdAt', app.instant(o.created_at),
    'lines', (
      select jsonb_agg(jsonb_build_object(
               'id', l.id, 'position', l.position, 'productId', l.product_id, 'variantId', l.variant_id,
               'productName', l.product_name, 'variantName', l.variant_name, 'sku', l.sku, 'kind', l.kind,
               'unit', l.unit, 'quantity', l.quantity, 'amountCentavos', l.amount_centavos,
               'unitPriceCentavos', l.unit_price_centavos,
               'taxRateBps', l.tax_rate_bps, 'isTaxExempt', l.is_tax_exempt, 'isTaxIncluded', l.is_tax_included,
               'grossCentavos', l.gross_centavos, 'discountCentavos', l.discount_centavos,
               'taxCentavos', l.tax_centavos, 'totalCentavos', l.total_centavos, 'note', l.note)
             order by l.position, l.id)
        from selling.line_items l where l.merchant_id = o.merchant_id and l.cart_id = o.cart_id),
    'chips', coalesce((
      select jsonb_agg(jsonb_build_object('id', u.id, 'productId', u.product_id, 'iccid', u.iccid, 'msisdn', u.msisdn)
             order by u.product_id, u.imported_at, u.import_row, u.id)
        from stock.chip_units u where u.merchant_id = o.merchant_id and u.order_id = o.id), '[]'))
    from selling.sales_orders o where o.merchant_id = p_merchant and o.id = p_order
$$;

create or replace function selling.payments_json(p_merchant uuid, p_order uuid) returns jsonb
  language sql stable
  set search_path = pg_catalog, pg_temp
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
           'id', p.id, 'method', p.method, 'amountCentavos', p.amount_centavos, 'tenderedCentavos', p.tendered_centavos,
           'changeCentavos', p.change_centavos, 'reference', p.reference) order by p.position), '[]')
    from selling.order_payments p where p.merchant_id = p_merchant and p.order_id = p_order
$$;

create or replace function selling.receipt_json(p_receipt selling.receipts) returns jsonb
  language sql stable
  set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object('id', p_receipt.id, 'storeId', p_receipt.store_id, 'kind', p_receipt.kind,
    'folio', p_receipt.folio, 'orderId', p_receipt.order_id, 'refundId', p_receipt.refund_id,
    'membershipId', p_receipt.membership_id, 'createdAt', app.instant(p_receipt.created_at), 'content', p_receipt.content)
$$;

-- An order with everything that followed, as far as the caller may read it.
create or replace function selling.order_view(p_merchant uuid, p_order uuid) returns jsonb
  language sql stable
  set search_path = pg_catalog, pg_temp
as $$
  select selling.order_json(p_merchant, p_order) || jsonb_build_object(
    'payments', selling.payments_json(p_merchant, p_order),
    'refundedCentavos', (select coalesce(sum(r.amount_centavos), 0) from selling.refunds r
                          where r.merchant_id = p_merchant and r.order_id = p_order),
    'refunds', (
      select coalesce(jsonb_agg(jsonb_build_object(
               'id', r.id, 'type', r.type, 'scope', r.scope, 'folio', r.folio, 'amountCentavos', r.amount_centavos,
               'taxCentavos', r.tax_centavos, 'reason', r.reason, 'cashierName', r.cashier_name,
               'createdAt', app.instant(r.created_at)) order by r.id), '[]')
        from selling.refunds r where r.merchant_id = p_merchant and r.order_id = p_order),
    'receiptId', (select e.id from selling.receipts e
                   where e.merchant_id = p_merchant and e.order_id = p_order and e.kind = 'SALE'))
$$;

-- The header of every receipt: merchant, store and the person who handed it out.
create or replace function selling.receipt_head(p_merchant uuid, p_store uuid, p_terminal uuid, p_customer uuid,
    p_cashier_name text)
  returns jsonb
  language sql stable
  set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object(
    'merchant', jsonb_build_object('name', m.name, 'tradeName', m.trade_name, 'rfc', m.rfc),
    'store', jsonb_build_object('name', s.name, 'code', s.code, 'address', s.address, 'phone', s.phone),
    'timeZone', s.time_zone, 'soldAt', app.instant(now()), 'cashierName', p_cashier_name,
    'terminalName', (select t.name from shop.terminals t where t.merchant_id = p_merchant and t.id = p_terminal),
    'customer', (select jsonb_build_object('name', c.name, 'rfc', c.rfc) from selling.customers c
                  where c.merchant_id = p_merchant and c.id = p_customer))
    from shop.stores s join platform.merchants m on m.id = s.merchant_id
   where s.merchant_id = p_merchant and s.id = p_store
$$;

-- The contents of a sale's receipt, stored as printed: later changes of the store do not affect it.
create or replace function selling.sale_receipt(p_order selling.sales_orders) returns jsonb
  language sql stable
  set search_path = pg_catalog, pg_temp
as $$
  select selling.receipt_head(p_order.merchant_id, p_order.store_id, p_order.terminal_id, p_order.customer_id, p_order.cashier_name)
    || jsonb_build_object('folio', p_order.folio, 'grossCentavos', p_order.gross_centavos,
         'discountCentavos', p_order.discount_centavos, 'taxCentavos', p_order.tax_centavos,
         'totalCentavos', p_order.total_centavos, 'roundingCentavos', p_order.rounding_centavos)
    || (select jsonb_build_object(
          'lines', jsonb_agg(jsonb_build_object(
            'productName', l.product_name, 'variantName', l.variant_name, 'sku', l.sku, 'quantity', l.quantity,
            'unit', l.unit, 'unitPriceCentavos', l.unit_price_centavos, 'grossCentavos', l.gross_centavos,
            'discountCentavos', l.discount_centavos, 'totalCentavos', l.total_centavos, 'taxRateBps', l.tax_rate_bps,
            'isTaxExempt', l.is_tax_exempt, 'note', l.note) order by l.position, l.id))
          from selling.line_items l where l.merchant_id = p_order.merchant_id and l.cart_id = p_order.cart_id)
    || (select jsonb_build_object('taxes', jsonb_agg(jsonb_build_object('rateBps', t.rate, 'isExempt', t.is_exempt,
            'baseCentavos', t.base, 'taxCentavos', t.tax) order by t.is_exempt, t.rate desc))
          from (select l.tax_rate_bps as rate, l.is_tax_exempt as is_exempt, sum(l.total_centavos - l.tax_centavos) as base,
                       sum(l.tax_centavos) as tax
                  from selling.line_items l where l.merchant_id = p_order.merchant_id and l.cart_id = p_order.cart_id
                 group by l.tax_rate_bps, l.is_tax_exempt) t)
    || (select jsonb_build_object('changeCentavos', coalesce(sum(p.change_centavos), 0),
          'payments', coalesce(jsonb_agg(jsonb_build_object('method', p.method, 'amountCentavos', p.amount_centavos,
            'tenderedCentavos', p.tendered_centavos, 'changeCentavos', p.change_centavos, 'reference', p.reference)
            order by p.position), '[]'))
          from selling.order_payments p where p.merchant_id = p_order.merchant_id and p.order_id = p_order.id)
    || (select jsonb_build_object('chips', coalesce(jsonb_agg(jsonb_build_object('productName', d.name, 'iccid', u.iccid,
            'msisdn', u.msisdn) order by u.product_id, u.imported_at, u.import_row, u.id), '[]'))
          from stock.chip_units u join catalog.products d on d.merchant_id = u.merchant_id and d.id = u.product_id
         where u.merchant_id = p_order.merchant_id and u.order_id = p_order.id)
$$;

-- The answer to finalizing: order, payments, receipt. The same for the first request and for replays.
create or replace function selling.sale_view(p_order selling.sales_orders) returns jsonb
  language sql stable
  set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object('order', selling.order_json(p_order.merchant_id, p_order.id),
           'payments', selling.payments_json(p_order.merchant_id, p_order.id), 'receipt', selling.receipt_json(r))
    from selling.receipts r
   where r.merchant_id = p_order.merchant_id and r.order_id = p_order.id and r.kind = 'SALE'
$$;

-- The result of a finalized cart. Only its cashier gets the receipt: another one gets cart_closed.
create or replace function selling.earlier_sale(p_cart selling.carts) returns jsonb
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_order selling.sales_orders;
begin
  select o.* into strict v_order from selling.sales_orders o
   where o.merchant_id = p_cart.merchant_id and o.cart_id = p_cart.id;
  if not exists (select from selling.receipts r
       where r.merchant_id = v_order.merchant_id and r.order_id = v_order.id and r.kind = 'SALE'
         and r.permission_set = any (app.readable_sets())) then
    perform app.refuse('cart_closed', 'Another till has finalized this cart.',
      jsonb_build_object('cartStatus', p_cart.status, 'orderId', v_order.id));
  end if;
  return selling.sale_view(v_order);
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
  elsif not exists (select from selling.line_items l where l.merchant_id = p_cart.merchant_id and l.cart_id = p_cart.id) then
    perform app.refuse('cart_empty', 'Add goods to the cart first, or cancel it.');
  end if;
end $$;

-- The difference that cash rounding makes to a total; refuses payments that do not add up to exactly that.
-- Only the part left for cash after all other payments is rounded, half up to the nearest coin.
create or replace function selling.settle_payments(p_total bigint, p_coin int, p_payments jsonb) returns bigint
  language plpgsql immutable
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_paid bigint;
  v_cash bigint;                             -- null: none of the payments is cash
  v_due bigint;
  v_rounding bigint := 0;
begin
  select coalesce(sum(p.amount), 0), sum(p.amount) filter (where p.method = 'CASH') into v_paid, v_cash
    from jsonb_to_recordset(p_payments) as r (method text, "amountCentavos" bigint)
   cross join lateral (select r.method, r."amountCentavos") p (method, amount);
  v_due := p_total - (v_paid - coalesce(v_cash, 0));
  if v_cash is not null and p_coin > 0 and v_due > 0 then
    v_rounding := selling.in_coins(v_due, p_coin) - v_due;
  end if;
  if v_paid <> p_total + v_rounding then
    perform app.refuse('payment_mismatch',
      'The payments must add up to the total, with the cash part rounded to the store’s coins.',
      jsonb_build_object('totalCentavos', p_total, 'roundingCentavos', v_rounding,
        'expectedCentavos', p_total + v_rounding, 'paidCentavos', v_paid));
  end if;
  return v_rounding;
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

-- Takes the goods of a cart out of stock, all or nothing, and binds its chips.
create or replace function selling.hand_over(p_cart selling.carts, p_order uuid, p_membership uuid) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_goods record;
  v_chips record;
begin
  select array_agg(g.variant_id order by g.variant_id) as variants, array_agg(-g.quantity order by g.variant_id) as quantities,
         array_agg(g.cost order by g.variant_id) as costs
    into v_goods
    from (select l.variant_id, sum(l.quantity) as quantity, max(l.unit_cost_centavos)::bigint as cost
            from selling.line_items l
           where l.merchant_id = p_cart.merchant_id and l.cart_id = p_cart.id and l.tracks_stock
           group by l.variant_id) g;
  if v_goods.variants is not null then
    perform stock.move_stock(p_cart.merchant_id, p_cart.store_id, 'SALE', p_order, null, v_goods.variants,
                           v_goods.quantities, v_goods.costs, p_membership);
  end if;
  for v_chips in
    select l.product_id, sum(l.quantity)::int as wanted from selling.line_items l
     where l.merchant_id = p_cart.merchant_id and l.cart_id = p_cart.id and l.kind = 'CHIP'
     group by l.product_id order by l.product_id
  loop
    perform from stock.bind_chips(p_cart.merchant_id, p_cart.store_id, v_chips.product_id, v_chips.wanted, p_order);
  end loop;
end $$;

-- Stores the receipt of an order, or of a refund of it (`p_refund`), as printed.
create or replace function selling.write_receipt(p_order selling.sales_orders, p_kind text, p_folio text, p_member uuid,
    p_refund uuid, p_content jsonb) returns void
  language sql volatile
  set search_path = pg_catalog, pg_temp
as $$
  insert into selling.receipts (merchant_id, id, store_id, permission_set, kind, folio, order_id, refund_id, membership_id, content)
  values (p_order.merchant_id, app.uuid_v7(), p_order.store_id,
          authz.set_of(p_order.merchant_id, p_order.store_id, 'receipts', p_member), p_kind, p_folio, p_order.id, p_refund,
          p_member, p_content)
$$;

-- The refunded money of an order, by original payment.
create or replace function selling.pay_back(p_order selling.sales_orders, p_refund uuid, p_shift uuid, p_legs jsonb) returns void
  language sql volatile
  set search_path = pg_catalog, pg_temp
as $$
  insert into selling.transactions (merchant_id, store_id, permission_set, kind, method, amount_centavos, order_id,
                                refund_id, shift_id, order_payment_id)
  select p_order.merchant_id, p_order.store_id, p_order.permission_set, 'REFUND', b.method, -b.amount, p_order.id,
         p_refund, p_shift, b.payment_id
    from jsonb_to_recordset(p_legs) b (payment_id uuid, method text, amount bigint)
$$;

-- Writes an order, its payments and its receipt. The folio is taken here, as the last lock. Offline sales
-- belong to the business day on which they were made.
create or replace function selling.write_order(p_cart selling.carts, p_order uuid, p_shift shop.shifts, p_member uuid,
    p_rounding bigint, p_payments jsonb, p_sold_at timestamptz)
  returns selling.sales_orders
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_order selling.sales_orders;
begin
  insert into selling.sales_orders (
    merchant_id, id, store_id, permission_set, cart_id, folio, customer_id, shift_id, terminal_id, membership_id,
    account_id, cashier_name, gross_centavos, discount_centavos, tax_centavos, total_centavos, rounding_centavos, sold_on)
  select p_cart.merchant_id, p_order, p_cart.store_id, p_cart.permission_set, p_cart.id,
         shop.next_folio(p_cart.merchant_id, p_cart.store_id, 'A'), p_cart.customer_id, p_shift.id,
         coalesce(p_cart.terminal_id, p_shift.terminal_id), p_member, p_shift.account_id, p_shift.cashier_name,
         p_cart.gross_centavos, p_cart.discount_centavos, p_cart.tax_centavos, p_cart.total_centavos, p_rounding,
         (p_sold_at at time zone s.time_zone)::date
    from shop.stores s where s.merchant_id = p_cart.merchant_id and s.id = p_cart.store_id
  returning * into v_order;
  with paid as (
    insert into selling.order_payments (merchant_id, id, store_id, permission_set, order_id, position, method,
                                    amount_centavos, tendered_centavos, reference)
    select v_order.merchant_id, app.uuid_v7(), v_order.store_id, v_order.permission_set, v_order.id, p.position, p.method,
           p.amount, p.tendered, p.reference
      from rows from (jsonb_to_recordset(p_payments) as (
             method text, "amountCentavos" bigint, "tenderedCentavos" bigint, reference text))
           with ordinality p (method, amount, tendered, reference, position)
    returning method, amount_centavos, position)
  insert into selling.transactions (merchant_id, store_id, permission_set, kind, method, amount_centavos, order_id, shift_id)
  select v_order.merchant_id, v_order.store_id, v_order.permission_set, 'PAYMENT', p.method, p.amount_centavos,
         v_order.id, v_order.shift_id
    from paid p order by p.position;
  perform selling.write_receipt(v_order, 'SALE', v_order.folio, p_member, null,
    selling.sale_receipt(v_order) || jsonb_build_object('soldAt', app.instant(p_sold_at)));
  return v_order;
end $$;

-- Turns an open cart into a sale: goods, chips, money and receipt, all in this transaction or nothing. A cart
-- finalized before returns the same order. Locks in the order that all functions share: cart, shift,
-- approvals, stock, chips, folio.
create or replace function selling.finalize_cart(p_id uuid, p_version int, p_payments jsonb) returns jsonb
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_cart selling.carts := selling.hold_cart(p_id);
  v_member uuid;
  v_coin int;
  v_rounding bigint;
  v_shift shop.shifts;
  v_order_id uuid := app.uuid_v7();
  v_order selling.sales_orders;
begin
  if v_cart.status = 'FINALIZED' then
    return jsonb_build_object('isNew', false, 'sale', selling.earlier_sale(v_cart));
  elsif v_cart.status <> 'OPEN' then
    v_cart := selling.hold_open_cart(p_id);
  end if;
  perform selling.assert_shown(v_cart, p_version);
  select s.cash_rounding_centavos into v_coin from shop.stores s
   where s.merchant_id = v_cart.merchant_id and s.id = v_cart.store_id;
  v_rounding := selling.settle_payments(v_cart.total_centavos, v_coin, p_payments);
  v_member := (shop.acting_membership(v_cart.merchant_id, v_cart.store_id)).id;
  v_shift := shop.share_open_shift(v_cart.merchant_id, v_member);
  perform selling.use_discounts(v_cart);
  perform selling.hand_over(v_cart, v_order_id, v_member);
  v_order := selling.write_order(v_cart, v_order_id, v_shift, v_member, v_rounding, p_payments, now());
  perform selling.end_cart(v_cart.merchant_id, v_cart.id, 'FINALIZED');
  perform audit.record('sale.completed', 'sales_order', v_order.id::text, null, jsonb_build_object(
    'folio', v_order.folio, 'cartId', v_order.cart_id, 'totalCentavos', v_order.total_centavos,
    'discountCentavos', v_order.discount_centavos), v_order.merchant_id, v_order.store_id);
  perform events.emit(v_order.merchant_id, v_order.store_id, v_order.permission_set, 'sale.completed',
    jsonb_build_object('orderId', v_order.id, 'cartId', v_order.cart_id, 'shiftId', v_order.shift_id,
                       'terminalId', v_order.terminal_id));
  return jsonb_build_object('isNew', true, 'sale', selling.sale_view(v_order));
end $$;

-- Audits that a receipt was printed again, and by whom.
create or replace function selling.reprint_receipt(p_id uuid) returns jsonb
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_receipt selling.receipts;
begin
  select r.* into v_receipt from selling.receipts r
   where r.merchant_id = any (app.merchant_ids()) and r.id = p_id and r.permission_set = any (app.readable_sets());
  if not found then
    perform app.refuse('not_found');
  end if;
  perform audit.record('receipt.reprinted', 'receipt', p_id::text, null,
    jsonb_build_object('folio', v_receipt.folio, 'orderId', v_receipt.order_id), v_receipt.merchant_id, v_receipt.store_id);
  return selling.receipt_json(v_receipt);
end $$;

-- Mails a receipt to a customer, audited. A few times at most, so that nobody is pestered with it.
create or replace function selling.mail_receipt(p_id uuid, p_mail uuid, p_address text, p_text text) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_receipt selling.receipts;
begin
  select r.* into v_receipt from selling.receipts r
   where r.merchant_id = any (app.merchant_ids()) and r.id = p_id and r.permission_set = any (app.readable_sets());
  if not found then
    perform app.refuse('not_found');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('mails of ' || p_id, 0));
  if (select count(*) from audit.log l
       where l.entity = 'receipt' and l.entity_id = p_id::text and l.action = 'receipt.mailed') >= 5 then
    perform app.refuse('too_many_attempts', 'This receipt was mailed five times. Print it instead.');
  end if;
  perform audit.record('receipt.mailed', 'receipt', p_id::text, null,
    jsonb_build_object('folio', v_receipt.folio, 'orderId', v_receipt.order_id, 'address', p_address),
    v_receipt.merchant_id, v_receipt.store_id);
  perform identity.write_mail(p_mail, 'receipt', p_address, 'es', jsonb_build_object(
    'shop', coalesce(v_receipt.content -> 'merchant' ->> 'tradeName', v_receipt.content -> 'merchant' ->> 'name'),
    'folio', v_receipt.folio, 'text', p_text), null, null);
end $$;

grant execute on function
  selling.order_json(uuid, uuid), selling.payments_json(uuid, uuid), selling.receipt_json(selling.receipts), selling.order_view(uuid, uuid),
  selling.finalize_cart(uuid, int, jsonb), selling.reprint_receipt(uuid), selling.mail_receipt(uuid, uuid, text, text) to mostrador_api;
