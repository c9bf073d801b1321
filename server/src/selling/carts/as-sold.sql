-- Replaces the contents of a locked cart with what was sold offline.
create or replace function selling.fill_cart_as_sold(p_cart selling.carts, p_lines jsonb, p_terminal uuid) returns selling.carts
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_goods selling.goods[] := array(select g from selling.goods_of(p_cart.merchant_id, p_cart.store_id, p_lines) g);
  v_cart selling.carts;
begin
  delete from selling.discounts d where d.merchant_id = p_cart.merchant_id and d.cart_id = p_cart.id;
  delete from selling.line_items l where l.merchant_id = p_cart.merchant_id and l.cart_id = p_cart.id;
  insert into selling.line_items (
    merchant_id, id, store_id, permission_set, cart_id, position, product_id, variant_id, product_name, variant_name,
    sku, kind, unit, tracks_stock, quantity, unit_price_centavos, unit_cost_centavos, tax_rate_bps, is_tax_exempt,
    is_tax_included, gross_centavos, discount_centavos, tax_centavos, total_centavos, note, amount_centavos, is_price_open)
  select p_cart.merchant_id, app.uuid_v7(), p_cart.store_id, p_cart.permission_set, p_cart.id, g.line_no, g.product_id,
         g.variant_id, g.product_name, g.variant_name, g.sku, g.kind, g.unit, g.tracks_stock, g.quantity, s.price,
         g.unit_cost_centavos, s.rate, s.is_exempt, s.is_included, m.gross, s.discount,
         selling.tax_of(m.gross - s.discount, s.rate, s.is_included), s.total, g.note, g.amount_centavos, g.is_price_open
    from unnest(v_goods) g
   cross join lateral (
     select (x ->> 'unitPriceCentavos')::bigint as price, (x ->> 'taxRateBps')::int as rate,
            (x ->> 'isTaxExempt')::boolean as is_exempt, (x ->> 'isTaxIncluded')::boolean as is_included,
            (x ->> 'discountCentavos')::bigint as discount, (x ->> 'totalCentavos')::bigint as total
       from (select p_lines -> g.line_no - 1 as x) l) s
   cross join lateral (select selling.line_gross(g.quantity, s.price, g.amount_centavos) as gross) m
   order by g.line_no;
  perform selling.note_open_prices(p_cart, array(
    select l from selling.line_items l where l.merchant_id = p_cart.merchant_id and l.cart_id = p_cart.id));
  update selling.carts c
     set version = c.version + 1, updated_at = clock_timestamp(), gross_centavos = t.gross, discount_centavos = t.discount,
         tax_centavos = t.tax, total_centavos = t.total, terminal_id = p_terminal
    from (select sum(l.gross_centavos)::bigint as gross, sum(l.discount_centavos)::bigint as discount,
                 sum(l.tax_centavos)::bigint as tax, sum(l.total_centavos)::bigint as total
            from selling.line_items l where l.merchant_id = p_cart.merchant_id and l.cart_id = p_cart.id) t
   where c.merchant_id = p_cart.merchant_id and c.id = p_cart.id
  returning c.* into v_cart;
  return v_cart;
end $$;
