-- Goods whose price is entered at the till.

-- Whether an open price is missing, or a price is given for goods that have their own.
create or replace function selling.has_price_fault(p_goods selling.goods, p_lines jsonb) returns boolean
  language sql immutable
  return p_goods.is_price_open <> (p_lines -> p_goods.line_no - 1 ? 'unitPriceCentavos');

-- Refuses open prices from a cashier, unless the store allows them, and from everybody above the store's limit.
create or replace function selling.assert_may_enter_prices(p_cart selling.carts, p_goods selling.goods[]) returns void
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_store shop.stores;
  v_highest bigint := (select max(g.unit_price_centavos) from unnest(p_goods) g where g.is_price_open);
begin
  if v_highest is null then
    return;
  end if;
  select s.* into strict v_store from shop.stores s where s.merchant_id = p_cart.merchant_id and s.id = p_cart.store_id;
  if not v_store.cashiers_sell_open_prices
     and (shop.acting_membership(p_cart.merchant_id, p_cart.store_id)).role = 'cashier' then
    perform app.refuse('forbidden', 'A supervisor or manager sells at an open price.');
  elsif v_highest > v_store.open_price_limit_centavos then
    perform app.refuse('open_price_above_limit', 'Add it to the catalog, or ask a manager to raise the limit.',
      jsonb_build_object('limitCentavos', v_store.open_price_limit_centavos));
  end if;
end $$;

-- Audits the open prices of lines that were added to a cart.
create or replace function selling.note_open_prices(p_cart selling.carts, p_added selling.line_items[]) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_lines jsonb := (select jsonb_agg(jsonb_build_object('variantId', l.variant_id, 'productName', l.product_name,
                             'quantity', l.quantity, 'unitPriceCentavos', l.unit_price_centavos) order by l.position)
                      from unnest(p_added) l where l.is_price_open);
begin
  if v_lines is not null then
    perform audit.record('cart.open_price_added', 'cart', p_cart.id::text, null, jsonb_build_object('lines', v_lines),
      p_cart.merchant_id, p_cart.store_id);
  end if;
end $$;
