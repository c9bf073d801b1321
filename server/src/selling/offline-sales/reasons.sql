-- Why a sale is held.

-- The coins in which a sale was paid: the store's, unless its payments fit only others that a store can have. The
-- store may have changed its coins since.
create or replace function selling.coin_paid_in(p_sale selling.offline_sales) returns int
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_coin int := (select s.cash_rounding_centavos from shop.stores s
                  where s.merchant_id = p_sale.merchant_id and s.id = p_sale.store_id);
  v_paid bigint := selling.paid_centavos(p_sale.payments);
begin
  return coalesce((
    select c.coin from unnest(array[v_coin, 0, 10, 50, 100]) with ordinality c (coin, no)
     where selling.payments_due(p_sale.total_centavos, c.coin, p_sale.payments) = v_paid order by c.no limit 1), v_coin);
end $$;

-- Why a sale needs a decision, independent of its goods: whose it is, which device it comes from, who has its cart, its
-- total, and how it was paid.
create or replace function selling.offline_reasons_of_sale(p_sale selling.offline_sales) returns jsonb
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_largest bigint := settings.setting_integer(p_sale.merchant_id, 'offline_sales.largest_sale_centavos');
  v_is_open boolean := exists (select 1 from shop.shifts s where s.merchant_id = p_sale.merchant_id and s.id = p_sale.shift_id
                                  and s.status = 'OPEN');
  v_is_by_another boolean := p_sale.handed_in_by <> p_sale.account_id;
  v_is_other_coin boolean := selling.coin_paid_in(p_sale) <> (
    select s.cash_rounding_centavos from shop.stores s where s.merchant_id = p_sale.merchant_id and s.id = p_sale.store_id);
  v_cart_account uuid := (select c.account_id from selling.carts c
                           where c.merchant_id = p_sale.merchant_id and c.id = p_sale.id and c.account_id <> p_sale.account_id);
  v_cart_person text := (select a.name from identity.accounts a where a.id = v_cart_account);
begin
  return (
    select coalesce(jsonb_agg(r.reason order by r.reason ->> 'code'), '[]')
      from (select jsonb_build_object('code', 'shift_closed') as reason where not v_is_open
            union all
            select jsonb_build_object('code', 'handed_in_by_another', 'personName', p_sale.handed_in_name) where v_is_by_another
            union all
            select jsonb_build_object('code', 'drawer_of_another', 'personName', p_sale.cashier_name)
             where v_is_by_another and v_is_open
            union all
            select jsonb_build_object('code', 'another_device') where p_sale.is_other_device
            union all
            select jsonb_build_object('code', 'cart_of_another', 'personName', v_cart_person) where v_cart_account is not null
            union all
            select jsonb_build_object('code', 'amount_above_limit', 'totalCentavos', p_sale.total_centavos,
                     'limitCentavos', v_largest) where p_sale.total_centavos > v_largest
            union all
            select jsonb_build_object('code', 'rounding_changed', 'totalCentavos', p_sale.total_centavos,
                     'shownCentavos', selling.paid_centavos(p_sale.payments)) where v_is_other_coin) r);
end $$;

-- The highest open price that the seller of a sale was allowed to enter, by today's settings, as for the largest
-- sale.
create or replace function selling.open_price_limit(p_sale selling.offline_sales) returns bigint
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select case when m.role = 'cashier' and not s.cashiers_sell_open_prices then 0 else s.open_price_limit_centavos end
      from shop.stores s
      join shop.memberships m on m.merchant_id = s.merchant_id and m.id = p_sale.membership_id
     where s.merchant_id = p_sale.merchant_id and s.id = p_sale.store_id);
end $$;

-- Why a sale needs a decision. The stock levels that it uses and the lines on which they are counted stay locked, in the
-- order that all functions share, so the result is valid until the sale is booked. Prices are compared with those at the
-- time of the sale: later changes do not matter. Goods that a closed sheet has counted since the sale are not lacking:
-- their level is without them already.
create or replace function selling.offline_reasons(p_sale selling.offline_sales) returns jsonb
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_tolerance bigint := settings.setting_integer(p_sale.merchant_id, 'offline_sales.price_tolerance_bps');
  v_limit bigint := selling.open_price_limit(p_sale);
  v_variants uuid[] := array(select (x ->> 'variantId')::uuid from jsonb_array_elements(p_sale.lines) x);
  v_counted uuid[];
  v_reasons jsonb;
begin
  perform stock.hold_lines_to_count(p_sale.merchant_id, p_sale.store_id, v_variants);
  perform stock.hold_levels(p_sale.merchant_id, v_variants);
  v_counted := array(
    select c.variant_id from stock.counted_since(p_sale.merchant_id, p_sale.store_id, v_variants, p_sale.sold_at) c);
  with sold as (
    select x.no, (x.line ->> 'variantId')::uuid as variant_id, x.line ->> 'productName' as name,
           (x.line ->> 'quantity')::numeric as quantity, (x.line ->> 'amountCentavos')::bigint as amount,
           (x.line ->> 'unitPriceCentavos')::bigint as shown, (x.line ->> 'discountCentavos')::bigint as discount,
           (x.line ->> 'taxRateBps')::int as rate,
           (x.line ->> 'isTaxExempt')::boolean as is_exempt, (x.line ->> 'isTaxIncluded')::boolean as is_included
      from jsonb_array_elements(p_sale.lines) with ordinality x (line, no)
  ), known as (
    select s.*, g.product_id, g.kind, g.unit, g.is_sold, g.tracks_stock, g.tax_rate_bps as catalog_rate,
           g.is_tax_exempt as catalog_exempt, g.is_tax_included as catalog_included, g.is_price_open,
           catalog.price_at(p_sale.merchant_id, p_sale.store_id, s.variant_id, p_sale.sold_at, g.unit_price_centavos) as catalog
      from sold s
      left join selling.goods_of(p_sale.merchant_id, p_sale.store_id, p_sale.lines) g on g.line_no = s.no
  ), found as (
    select k.no, jsonb_build_object('code', 'product_gone', 'variantId', k.variant_id, 'productName', k.name) as reason
      from known k where k.product_id is null
    union all
    select k.no, jsonb_build_object('code', 'product_unavailable', 'variantId', k.variant_id, 'productName', k.name)
      from known k where k.product_id is not null and not k.is_sold
    union all
    select k.no, jsonb_build_object('code', case when k.shown < k.catalog then 'price_lower' else 'price_higher' end,
             'variantId', k.variant_id, 'productName', k.name, 'shownCentavos', k.shown, 'catalogCentavos', k.catalog)
      from known k where k.product_id is not null and not k.is_price_open and abs(k.shown - k.catalog) * 10000::numeric > k.catalog * v_tolerance::numeric
    union all
    select k.no, jsonb_build_object('code', 'open_price', 'variantId', k.variant_id, 'productName', k.name,
             'shownCentavos', k.shown)
      from known k where k.is_price_open and k.shown > v_limit
    union all
    select k.no, jsonb_build_object('code', 'tax_changed', 'variantId', k.variant_id, 'productName', k.name)
      from known k
     where (k.rate, k.is_exempt, k.is_included) is distinct from (k.catalog_rate, k.catalog_exempt, k.catalog_included)
       and k.product_id is not null
    union all
    -- Only the server can bind chips, so a till sells none offline: the product was no chip then.
    select k.no, jsonb_build_object('code', 'kind_changed', 'variantId', k.variant_id, 'productName', k.name)
      from known k where k.kind = 'CHIP'
    union all
    -- Pieces are whole, and not sold by amount: the product was sold by measure then.
    select k.no, jsonb_build_object('code', 'unit_changed', 'variantId', k.variant_id, 'productName', k.name)
      from known k where k.unit = 'PIECE' and (k.quantity % 1 <> 0 or k.amount is not null)
    union all
    select k.no, jsonb_build_object('code', 'discounted', 'variantId', k.variant_id, 'productName', k.name)
      from known k where k.discount > 0
    union all
    select min(k.no), jsonb_build_object('code', 'insufficient_stock', 'variantId', k.variant_id,
             'productName', min(k.name), 'available', coalesce(max(l.on_hand), 0), 'wanted', sum(k.quantity))
      from known k
      left join stock.stock_levels l on l.merchant_id = p_sale.merchant_id and l.id = k.variant_id
     where k.tracks_stock and k.variant_id <> all (v_counted)
     group by k.variant_id having sum(k.quantity) > coalesce(max(l.on_hand), 0)
  )
  select coalesce(jsonb_agg(f.reason order by f.no, f.reason ->> 'code'), '[]') into v_reasons from found f;
  return selling.offline_reasons_of_sale(p_sale) || v_reasons;
end $$;

-- Whether a sale comes from another device than the one that sold it: compares the terminals of the shift's
-- drawer, of the sale, and of the device that hands it in, by its session or its own token. An enabled device names itself
-- in its sales, so it has not made one that names no terminal. Without an enabled device there is nothing to compare.
create or replace function selling.is_other_device(p_shift shop.shifts, p_terminal uuid, p_device_hash bytea) returns boolean
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_sold_at uuid := coalesce(p_terminal, p_shift.terminal_id);
  v_here uuid := coalesce(app.terminal_id(), (select k.id from shop.terminal_known(p_device_hash) k));
begin
  return p_terminal <> p_shift.terminal_id
      or v_here is not null and v_here is distinct from v_sold_at
      or v_here is null and exists (select 1 from shop.terminal_devices d
                                     where d.merchant_id = p_shift.merchant_id and d.terminal_id = v_sold_at);
end $$;
