-- The lines of carts: how they are returned, and how they are made from goods.

-- The lines of a cart or of its order. Answers are built as json, which is text. As jsonb they took three times as long,
-- because each level is sorted and copied again.
create or replace function selling.lines_json(p_merchant uuid, p_cart uuid) returns json
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select coalesce(json_agg(x), '[]')
      from (select l.id, l.position, l.product_id as "productId", l.variant_id as "variantId",
                   l.product_name as "productName", l.variant_name as "variantName", l.sku, l.kind, l.unit, l.quantity,
                   l.amount_centavos as "amountCentavos", l.unit_price_centavos as "unitPriceCentavos",
                   l.tax_rate_bps as "taxRateBps", l.is_tax_exempt as "isTaxExempt", l.is_tax_included as "isTaxIncluded",
                   l.gross_centavos as "grossCentavos", l.discount_centavos as "discountCentavos",
                   l.tax_centavos as "taxCentavos", l.total_centavos as "totalCentavos", l.note,
                   l.is_price_open as "isPriceOpen"
              from selling.line_items l where l.merchant_id = p_merchant and l.cart_id = p_cart
             order by l.position, l.id) x);
end $$;

-- The catalog entries of the requested goods. Goods with an open price have the price and name of the request.
create or replace function selling.goods_of(p_merchant uuid, p_store uuid, p_lines jsonb) returns setof selling.goods
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  return query
  select w.line_no::int, g.variant_id, g.product_id,
         case when g.is_price_open then coalesce(w.entered_name, g.product_name) else g.product_name end, g.variant_name, g.sku,
         g.kind, g.unit, g.tracks_stock, coalesce(w.quantity, selling.quantity_for(w.amount_centavos, g.price_centavos)),
         w.amount_centavos, case when g.is_price_open then w.entered_price else g.price_centavos end::bigint,
         g.cost_centavos, g.rate_bps, g.is_exempt, g.is_tax_included, w.note, g.is_active, g.is_price_open
    from rows from (jsonb_to_recordset(p_lines) as ("variantId" uuid, barcode text, quantity numeric, "amountCentavos" bigint, note text,
                                                    "unitPriceCentavos" bigint, "productName" text))
         with ordinality w (variant_id, barcode, quantity, amount_centavos, note, entered_price, entered_name, line_no)
    left join lateral (
      select v.id as variant_id, p.id as product_id, p.name as product_name, v.name as variant_name,
             coalesce(v.sku, p.sku) as sku, p.kind, p.unit, p.tracks_stock,
             coalesce(v.price_centavos, p.price_centavos)::bigint as price_centavos,
             coalesce(v.cost_centavos, p.cost_centavos)::bigint as cost_centavos, t.rate_bps, t.is_exempt, p.is_tax_included,
             v.is_active and p.is_active as is_active, p.is_price_open
        from catalog.variants v
        left join catalog.products p on p.merchant_id = p_merchant and p.id = v.product_id
        left join catalog.tax_rates t on t.merchant_id = p_merchant and t.store_id = p_store and t.id = coalesce(p.tax_rate_id, (
          select d.id from catalog.tax_rates d where d.merchant_id = p_merchant and d.store_id = p_store and d.is_default))
       where v.merchant_id = p_merchant and v.store_id = p_store and v.id = coalesce(w.variant_id, (
         select b.variant_id from catalog.barcodes b
          where b.merchant_id = p_merchant and b.store_id = p_store and b.code = w.barcode))
       -- The limit makes PostgreSQL look up one line at a time by its key. In a plain join it expects few goods in the store,
       -- and reads them all.
       limit 1) g on true;
end $$;

-- Whether goods can be asked for by amount: they are measured, and the amount includes their tax.
create or replace function selling.has_amount(p_goods selling.goods) returns boolean
  language sql immutable
  return p_goods.unit <> 'PIECE' and p_goods.kind = 'GOODS' and p_goods.unit_price_centavos > 0
     and (p_goods.is_tax_included or coalesce(p_goods.tax_rate_bps, 0) = 0);

-- Refuses goods that cannot be sold: unknown ones, a fraction of a chip or a piece, an amount of what is not measured,
-- a price that is missing or fixed, ones taken off sale. `p_path` is the line's place in the request, with %s for its index from 0.
create or replace function selling.assert_sellable(p_goods selling.goods[], p_lines jsonb, p_path text) returns void
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_faults jsonb;
begin
  select jsonb_agg(case when g.variant_id is null then jsonb_build_object(
           'path', format(p_path, g.line_no - 1) || case when p_lines -> g.line_no - 1 ? 'barcode' then '/barcode' else '/variantId' end,
           'message', 'does not exist in this store')
         when selling.has_price_fault(g, p_lines) then jsonb_build_object('path', format(p_path, g.line_no - 1) || '/unitPriceCentavos',
           'message', case when g.is_price_open then 'is required: the price of these goods is open'
                           else 'is only for goods with an open price' end)
         when g.amount_centavos is not null then jsonb_build_object('path', format(p_path, g.line_no - 1) || '/amountCentavos',
           'message', 'is only for goods sold by measure, at a price that includes tax')
         else jsonb_build_object('path', format(p_path, g.line_no - 1) || '/quantity',
           'message', case g.kind when 'CHIP' then 'must be whole: chips are sold one by one'
                                  else 'must be a whole number: it is sold by the piece' end) end order by g.line_no)
    into v_faults
    from unnest(p_goods) g
   where g.variant_id is null or selling.has_price_fault(g, p_lines)
      or case when g.amount_centavos is null then (g.kind = 'CHIP' or g.unit = 'PIECE') and g.quantity % 1 <> 0
              else not selling.has_amount(g) end;
  if v_faults is not null then
    perform app.refuse('invalid_request', null, jsonb_build_object('errors', v_faults));
  end if;
  select jsonb_agg(jsonb_build_object('variantId', g.variant_id, 'productName', g.product_name) order by g.line_no)
    into v_faults from unnest(p_goods) g where not g.is_sold or g.tax_rate_bps is null;
  if v_faults is not null then
    perform app.refuse('product_unavailable', 'Put the product back on sale, or set a default tax rate for the store.',
      jsonb_build_object('lines', v_faults));
  end if;
end $$;

-- The lines that goods become in a cart, priced without discount, at positions after `p_after`. What is asked for several
-- times is one line, unless a note, a changed price or an amount separates it.
create or replace function selling.new_lines(p_cart selling.carts, p_lines jsonb, p_path text, p_after int)
  returns selling.line_items[]
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_goods selling.goods[];
begin
  select array_agg(g) into v_goods from selling.goods_of(p_cart.merchant_id, p_cart.store_id, p_lines) g;
  perform selling.assert_sellable(v_goods, p_lines, p_path);
  perform selling.assert_may_enter_prices(p_cart, v_goods);
  return (
    select array_agg(row(p_cart.merchant_id, w.id, p_cart.store_id, p_cart.permission_set, p_cart.id, p_after + w.no,
             w.product_id, w.variant_id, w.product_name, w.variant_name, w.sku, w.kind, w.unit, w.tracks_stock, w.quantity,
             w.amount_centavos, w.unit_price_centavos, w.unit_cost_centavos, w.tax_rate_bps, w.is_tax_exempt,
             w.is_tax_included, g.gross, 0, t.tax, g.gross + case when w.is_tax_included then 0 else t.tax end, w.note,
             w.is_price_open, now(), now())::selling.line_items order by w.no)
      from (select app.uuid_v7() as id, (row_number() over (order by o.line_no))::int as no, o.*
              from (select min(g.line_no) as line_no, sum(g.quantity) as quantity, g.variant_id, g.product_id,
                           g.product_name, g.variant_name, g.sku, g.kind, g.unit, g.tracks_stock, g.unit_price_centavos,
                           g.unit_cost_centavos, g.tax_rate_bps, g.is_tax_exempt, g.is_tax_included, g.note,
                           g.amount_centavos, g.is_price_open
                      from unnest(v_goods) g
                     group by g.variant_id, g.product_id, g.product_name, g.variant_name, g.sku, g.kind, g.unit,
                              g.tracks_stock, g.unit_price_centavos, g.unit_cost_centavos, g.tax_rate_bps, g.is_tax_exempt,
                              g.is_tax_included, g.note, g.amount_centavos, g.is_price_open,
                              case when g.amount_centavos is not null then g.line_no end) o) w
     cross join lateral (select selling.line_gross(w.quantity, w.unit_price_centavos, w.amount_centavos) as gross) g
     cross join lateral (select selling.tax_of(g.gross, w.tax_rate_bps, w.is_tax_included) as tax) t);
end $$;

-- Stores lines of a cart together: one by one they take PostgreSQL longer.
create or replace function selling.write_lines(p_merchant uuid, p_lines selling.line_items[]) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  insert into selling.line_items (
    merchant_id, id, store_id, permission_set, cart_id, position, product_id, variant_id, product_name, variant_name, sku,
    kind, unit, tracks_stock, quantity, amount_centavos, unit_price_centavos, unit_cost_centavos, tax_rate_bps,
    is_tax_exempt, is_tax_included, gross_centavos, discount_centavos, tax_centavos, total_centavos, note, is_price_open,
    created_at, updated_at)
  select p_merchant, l.id, l.store_id, l.permission_set, l.cart_id, l.position, l.product_id, l.variant_id, l.product_name,
         l.variant_name, l.sku, l.kind, l.unit, l.tracks_stock, l.quantity, l.amount_centavos, l.unit_price_centavos,
         l.unit_cost_centavos, l.tax_rate_bps, l.is_tax_exempt, l.is_tax_included, l.gross_centavos, l.discount_centavos,
         l.tax_centavos, l.total_centavos, l.note, l.is_price_open, l.created_at, l.updated_at
    from unnest(p_lines) l;
end $$;

-- Audits goods that were taken out of a locked cart: some of them, or all (`p_left` null).
create or replace function selling.note_less_goods(p_cart selling.carts, p_variant uuid, p_quantity numeric, p_total bigint,
    p_left numeric)
  returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  if p_left is null then
    perform audit.record('cart.line_removed', 'cart', p_cart.id::text, jsonb_build_object(
      'variantId', p_variant, 'quantity', p_quantity, 'totalCentavos', p_total), null, p_cart.merchant_id, p_cart.store_id);
  else
    perform audit.record('cart.line_reduced', 'cart', p_cart.id::text,
      jsonb_build_object('variantId', p_variant, 'quantity', p_quantity),
      jsonb_build_object('variantId', p_variant, 'quantity', p_left), p_cart.merchant_id, p_cart.store_id);
  end if;
end $$;

-- Adds a line to a locked, open cart. Goods scanned again are added to their line, unless a note, a changed price, an
-- amount or a discount separates them.
create or replace function selling.put_line(p_cart selling.carts, p_line jsonb) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_last int;
  v_new selling.line_items;
begin
  select coalesce(max(l.position), 0) into v_last
    from selling.line_items l where l.merchant_id = p_cart.merchant_id and l.cart_id = p_cart.id;
  v_new := (selling.new_lines(p_cart, jsonb_build_array(p_line), '', v_last))[1];
  perform selling.note_open_prices(p_cart, array[v_new]);
  update selling.line_items l set quantity = l.quantity + v_new.quantity, updated_at = app.clock()
   where l.merchant_id = p_cart.merchant_id and l.id = (
     select i.id from selling.line_items i
      where i.merchant_id = p_cart.merchant_id and i.cart_id = p_cart.id and i.variant_id = v_new.variant_id
        and (not v_new.is_price_open or i.product_name = v_new.product_name)
        and i.note is not distinct from v_new.note and i.amount_centavos is null and v_new.amount_centavos is null
        and (i.unit_price_centavos, i.tax_rate_bps, i.is_tax_exempt, i.is_tax_included)
            = (v_new.unit_price_centavos, v_new.tax_rate_bps, v_new.is_tax_exempt, v_new.is_tax_included)
        and not exists (select 1 from selling.discounts d where d.merchant_id = p_cart.merchant_id
                           and d.cart_id = p_cart.id and d.line_item_id = i.id)
      order by i.position, i.id limit 1);
  if not found then
    perform selling.write_lines(p_cart.merchant_id, array[v_new]);
  end if;
end $$;

grant execute on function selling.lines_json(uuid, uuid) to mostrador_api;
