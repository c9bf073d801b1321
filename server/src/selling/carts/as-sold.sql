-- Audits what a locked cart has on the server and the offline sale that takes it over has not, as if it had been taken out
-- of the cart on the server. The same goods at another open price are other goods. A canceled cart has lost its goods before.
create or replace function selling.note_goods_left_out(p_cart selling.carts, p_sold jsonb) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_goods record;
begin
  for v_goods in
    select l.variant_id, l.quantity, l.total, s.quantity as sold
      from (select i.variant_id, case when i.is_price_open then i.unit_price_centavos end as open_price,
                   sum(i.quantity) as quantity, sum(i.total_centavos)::bigint as total
              from selling.line_items i
             where i.merchant_id = p_cart.merchant_id and i.cart_id = p_cart.id and p_cart.status in ('OPEN', 'PARKED')
             group by 1, 2) l
     cross join lateral (
       select sum((x ->> 'quantity')::numeric) as quantity from jsonb_array_elements(p_sold) x
        where (x ->> 'variantId')::uuid = l.variant_id
          and coalesce((x ->> 'unitPriceCentavos')::bigint = l.open_price, true)) s
     where l.quantity > coalesce(s.quantity, 0)
     order by l.variant_id, l.open_price
  loop
    perform selling.note_less_goods(p_cart, v_goods.variant_id, v_goods.quantity, v_goods.total, v_goods.sold);
  end loop;
end $$;

-- Replaces the contents of a locked cart with what was sold offline.
create or replace function selling.fill_cart_as_sold(p_cart selling.carts, p_lines jsonb, p_terminal uuid) returns selling.carts
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_goods selling.goods[] := array(select g from selling.goods_of(p_cart.merchant_id, p_cart.store_id, p_lines) g);
  v_cart selling.carts;
  v_sold record;
  v_line selling.line_items;
  v_lines selling.line_items[];
begin
  delete from selling.discounts d where d.merchant_id = p_cart.merchant_id and d.cart_id = p_cart.id;
  delete from selling.line_items l where l.merchant_id = p_cart.merchant_id and l.cart_id = p_cart.id;
  for v_sold in
    select g.*, s.*, selling.line_gross(g.quantity, s.price, g.amount_centavos) as gross
      from unnest(v_goods) g
     cross join lateral (
       select (x ->> 'unitPriceCentavos')::bigint as price, (x ->> 'taxRateBps')::int as rate,
              (x ->> 'isTaxExempt')::boolean as was_exempt, (x ->> 'isTaxIncluded')::boolean as was_included,
              (x ->> 'discountCentavos')::bigint as discount, (x ->> 'totalCentavos')::bigint as total
         from (select p_lines -> g.line_no - 1 as x) l) s
     order by g.line_no
  loop
    insert into selling.line_items (
      merchant_id, id, store_id, permission_set, cart_id, position, product_id, variant_id, product_name, variant_name,
      sku, kind, unit, tracks_stock, quantity, unit_price_centavos, unit_cost_centavos, tax_rate_bps, is_tax_exempt,
      is_tax_included, gross_centavos, discount_centavos, tax_centavos, total_centavos, note, amount_centavos, is_price_open)
    values (
      p_cart.merchant_id, app.uuid_v7(), p_cart.store_id, p_cart.permission_set, p_cart.id, v_sold.line_no, v_sold.product_id,
      v_sold.variant_id, v_sold.product_name, v_sold.variant_name, v_sold.sku, v_sold.kind, v_sold.unit, v_sold.tracks_stock,
      v_sold.quantity, v_sold.price, v_sold.unit_cost_centavos, v_sold.rate, v_sold.was_exempt, v_sold.was_included,
      v_sold.gross, v_sold.discount, selling.tax_of(v_sold.gross - v_sold.discount, v_sold.rate, v_sold.was_included),
      v_sold.total, v_sold.note, v_sold.amount_centavos, v_sold.is_price_open)
    returning * into v_line;
    v_lines := v_lines || v_line;
  end loop;
  perform selling.note_open_prices(p_cart, v_lines);
  update selling.carts c
     set version = c.version + 1, updated_at = app.clock(), gross_centavos = t.gross, discount_centavos = t.discount,
         tax_centavos = t.tax, total_centavos = t.total, terminal_id = p_terminal
    from (select sum(l.gross_centavos)::bigint as gross, sum(l.discount_centavos)::bigint as discount,
                 sum(l.tax_centavos)::bigint as tax, sum(l.total_centavos)::bigint as total
            from selling.line_items l where l.merchant_id = p_cart.merchant_id and l.cart_id = p_cart.id) t
   where c.merchant_id = p_cart.merchant_id and c.id = p_cart.id
  returning c.* into v_cart;
  return v_cart;
end $$;
