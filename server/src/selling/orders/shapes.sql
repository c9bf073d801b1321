-- Orders and receipts as they are returned and printed.

-- An order as it was sold, with its lines and chips. It never changes.
create or replace function selling.order_json(p_order selling.sales_orders) returns json
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  return json_build_object(
    'id', p_order.id, 'storeId', p_order.store_id, 'cartId', p_order.cart_id, 'folio', p_order.folio,
    'customerId', p_order.customer_id, 'shiftId', p_order.shift_id, 'terminalId', p_order.terminal_id,
    'membershipId', p_order.membership_id, 'cashierName', p_order.cashier_name,
    'grossCentavos', p_order.gross_centavos, 'discountCentavos', p_order.discount_centavos,
    'taxCentavos', p_order.tax_centavos, 'totalCentavos', p_order.total_centavos,
    'roundingCentavos', p_order.rounding_centavos, 'soldAt', app.instant(p_order.sold_at), 'soldOn', p_order.sold_on,
    'createdAt', app.instant(p_order.created_at), 'lines', selling.lines_json(p_order.merchant_id, p_order.cart_id),
    'chips', (select coalesce(json_agg(x), '[]')
                from (select u.id, u.product_id as "productId", u.iccid, u.msisdn from stock.chip_units u
                       where u.merchant_id = p_order.merchant_id and u.order_id = p_order.id
                       order by u.product_id, u.imported_at, u.import_row, u.id) x));
end $$;

create or replace function selling.payments_json(p_merchant uuid, p_order uuid) returns json
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select coalesce(json_agg(x), '[]')
      from (select p.id, p.method, p.amount_centavos as "amountCentavos", p.tendered_centavos as "tenderedCentavos",
                   p.change_centavos as "changeCentavos", p.reference
              from selling.order_payments p where p.merchant_id = p_merchant and p.order_id = p_order
             order by p.position) x);
end $$;

create or replace function selling.receipt_json(p_receipt selling.receipts) returns json
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  return json_build_object('id', p_receipt.id, 'storeId', p_receipt.store_id, 'kind', p_receipt.kind,
    'folio', p_receipt.folio, 'orderId', p_receipt.order_id, 'refundId', p_receipt.refund_id,
    'membershipId', p_receipt.membership_id, 'createdAt', app.instant(p_receipt.created_at), 'content', p_receipt.content);
end $$;

-- An order with everything that followed, as far as the caller may read it.
-- place: tenant
create or replace function selling.order_view(p_merchant uuid, p_order uuid) returns jsonb
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_order selling.sales_orders;
begin
  select o.* into v_order from selling.sales_orders o where o.merchant_id = p_merchant and o.id = p_order;
  if not found then
    return null;
  end if;
  return selling.order_json(v_order)::jsonb || jsonb_build_object(
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
                   where e.merchant_id = p_merchant and e.order_id = p_order and e.kind = 'SALE'));
end $$;

-- The header of every receipt: merchant, store and the person who handed it out.
create or replace function selling.receipt_head(p_merchant uuid, p_store uuid, p_terminal uuid, p_customer uuid,
    p_cashier_name text, p_at timestamptz)
  returns jsonb
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_customer jsonb;
begin
  if p_customer is not null then
    select jsonb_build_object('name', c.name, 'rfc', c.rfc) into v_customer
      from selling.customers c where c.merchant_id = p_merchant and c.id = p_customer;
  end if;
  return (select jsonb_build_object(
    'merchant', jsonb_build_object('name', m.name, 'tradeName', m.trade_name, 'rfc', m.rfc),
    'store', jsonb_build_object('name', s.name, 'code', s.code, 'address', s.address, 'phone', s.phone),
    'timeZone', s.time_zone, 'soldAt', app.instant(p_at), 'cashierName', p_cashier_name,
    'terminalName', (select t.name from shop.terminals t where t.merchant_id = p_merchant and t.id = p_terminal),
    'customer', v_customer)
    from shop.stores s join platform.merchants m on m.id = s.merchant_id
   where s.merchant_id = p_merchant and s.id = p_store);
end $$;

-- The contents of a sale's receipt, stored as printed: later changes of the store do not affect it.
create or replace function selling.sale_receipt(p_order selling.sales_orders, p_sold_at timestamptz) returns jsonb
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  return selling.receipt_head(p_order.merchant_id, p_order.store_id, p_order.terminal_id, p_order.customer_id,
                              p_order.cashier_name, p_sold_at)
    || json_build_object('folio', p_order.folio, 'grossCentavos', p_order.gross_centavos,
         'discountCentavos', p_order.discount_centavos, 'taxCentavos', p_order.tax_centavos,
         'totalCentavos', p_order.total_centavos, 'roundingCentavos', p_order.rounding_centavos,
         'lines', (
           select json_agg(x)
             from (select l.product_name as "productName", l.variant_name as "variantName", l.sku, l.quantity, l.unit,
                          l.unit_price_centavos as "unitPriceCentavos", l.gross_centavos as "grossCentavos",
                          l.discount_centavos as "discountCentavos", l.total_centavos as "totalCentavos",
                          l.tax_rate_bps as "taxRateBps", l.is_tax_exempt as "isTaxExempt", l.note
                     from selling.line_items l where l.merchant_id = p_order.merchant_id and l.cart_id = p_order.cart_id
                    order by l.position, l.id) x),
         'taxes', (
           select json_agg(x)
             from (select l.tax_rate_bps as "rateBps", l.is_tax_exempt as "isExempt",
                          sum(l.total_centavos - l.tax_centavos) as "baseCentavos", sum(l.tax_centavos) as "taxCentavos"
                     from selling.line_items l where l.merchant_id = p_order.merchant_id and l.cart_id = p_order.cart_id
                    group by l.tax_rate_bps, l.is_tax_exempt order by l.is_tax_exempt, l.tax_rate_bps desc) x),
         'changeCentavos', (select coalesce(sum(p.change_centavos), 0) from selling.order_payments p
                             where p.merchant_id = p_order.merchant_id and p.order_id = p_order.id),
         'payments', (
           select coalesce(json_agg(x), '[]')
             from (select p.method, p.amount_centavos as "amountCentavos", p.tendered_centavos as "tenderedCentavos",
                          p.change_centavos as "changeCentavos", p.reference
                     from selling.order_payments p where p.merchant_id = p_order.merchant_id and p.order_id = p_order.id
                    order by p.position) x),
         'chips', (
           select coalesce(json_agg(x), '[]')
             from (select d.name as "productName", u.iccid, u.msisdn
                     from stock.chip_units u join catalog.products d on d.merchant_id = u.merchant_id and d.id = u.product_id
                    where u.merchant_id = p_order.merchant_id and u.order_id = p_order.id
                    order by u.product_id, u.imported_at, u.import_row, u.id) x))::jsonb;
end $$;

-- The answer to finalizing: order, payments, receipt. The same for the first request and for replays.
create or replace function selling.sale_view(p_order selling.sales_orders, p_receipt selling.receipts) returns json
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  return json_build_object('order', selling.order_json(p_order),
    'payments', selling.payments_json(p_order.merchant_id, p_order.id), 'receipt', selling.receipt_json(p_receipt));
end $$;

grant execute on function
  selling.order_json(selling.sales_orders), selling.payments_json(uuid, uuid), selling.receipt_json(selling.receipts),
  selling.order_view(uuid, uuid) to mostrador_api;
