-- Locks a cart: a concurrent caller waits here and then reads the result.
create or replace function selling.hold_cart(p_merchant uuid, p_id uuid) returns selling.carts
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  return app.held((select c from selling.carts c where c.merchant_id = p_merchant and c.id = p_id for no key update));
end $$;

-- Locks the cart of a command. A cart that the caller may not see is not found.
create or replace function selling.hold_cart(p_id uuid) returns selling.carts
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_cart selling.carts := app.held((
    select c from selling.carts c
     where c.merchant_id = any (app.merchant_ids()) and c.id = p_id and c.permission_set = any (app.readable_sets())
       for no key update));
begin
  if not v_cart.permission_set = any (app.updatable_sets()) then
    raise exception 'the caller may not sell in this store' using errcode = '42501';
  end if;
  return v_cart;
end $$;

-- The same, for a cart that still accepts changes.
create or replace function selling.hold_open_cart(p_id uuid) returns selling.carts
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_cart selling.carts := selling.hold_cart(p_id);
begin
  if v_cart.status <> 'OPEN' then
    perform app.refuse('cart_closed',
      case v_cart.status when 'PARKED' then 'Recall the cart first.' else 'Start a new cart.' end,
      jsonb_build_object('cartStatus', v_cart.status));
  end if;
  return v_cart;
end $$;

-- Locks a cart whose id and owner are known before it is stored: the existing one, or a new one.
create or replace function selling.hold_or_open_cart(p_cart selling.carts) returns selling.carts
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  insert into selling.carts (merchant_id, id, store_id, permission_set, membership_id, account_id, terminal_id, version)
  values (p_cart.merchant_id, p_cart.id, p_cart.store_id, p_cart.permission_set, p_cart.membership_id, p_cart.account_id,
          p_cart.terminal_id, 0)
  on conflict (merchant_id, id) do nothing;
  return selling.hold_cart(p_cart.merchant_id, p_cart.id);
end $$;

-- Ends a locked cart: FINALIZED or CANCELED.
create or replace function selling.end_cart(p_merchant uuid, p_id uuid, p_status text) returns void
  language sql volatile
  set search_path = pg_catalog, pg_temp
as $$
  update selling.carts c set status = p_status, version = c.version + 1, updated_at = clock_timestamp()
   where c.merchant_id = p_merchant and c.id = p_id
$$;

-- A cart as returned: filtered by the caller's row permissions when a client reads it, and complete for the
-- commands of this file.
create or replace function selling.cart_view(p_merchant uuid, p_cart uuid) returns jsonb
  language sql stable
  set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object(
    'id', c.id, 'storeId', c.store_id, 'membershipId', c.membership_id, 'terminalId', c.terminal_id,
    'customerId', c.customer_id, 'status', c.status, 'label', c.label, 'version', c.version,
    'grossCentavos', c.gross_centavos, 'discountCentavos', c.discount_centavos, 'taxCentavos', c.tax_centavos,
    'totalCentavos', c.total_centavos,
    'cashTotalCentavos', selling.in_coins(c.total_centavos, s.cash_rounding_centavos),
    'lines', coalesce((
      select jsonb_agg(jsonb_build_object(
               'id', l.id, 'position', l.position, 'productId', l.product_id, 'variantId', l.variant_id,
               'productName', l.product_name, 'variantName', l.variant_name, 'sku', l.sku, 'kind', l.kind,
               'unit', l.unit, 'quantity', l.quantity, 'amountCentavos', l.amount_centavos,
               'unitPriceCentavos', l.unit_price_centavos,
               'taxRateBps', l.tax_rate_bps, 'isTaxExempt', l.is_tax_exempt, 'isTaxIncluded', l.is_tax_included,
               'grossCentavos', l.gross_centavos, 'discountCentavos', l.discount_centavos,
               'taxCentavos', l.tax_centavos, 'totalCentavos', l.total_centavos, 'note', l.note)
             order by l.position, l.id)
        from selling.line_items l where l.merchant_id = c.merchant_id and l.cart_id = c.id), '[]'),
    'discounts', coalesce((
      select jsonb_agg(jsonb_build_object(
               'id', d.id, 'scope', d.scope, 'lineItemId', d.line_item_id, 'amountCentavos', d.amount_centavos,
               'percentageBps', d.percentage_bps, 'reason', d.reason, 'approvalId', d.approval_id,
               'approvalStatus', case when a.status in ('PENDING', 'APPROVED') and a.expires_at <= now() then 'EXPIRED'
                                      else a.status end,
               'isCounted', selling.is_counted(d))
             order by d.created_at, d.id)
        from selling.discounts d join selling.approvals a on a.merchant_id = d.merchant_id and a.id = d.approval_id
       where d.merchant_id = c.merchant_id and d.cart_id = c.id), '[]'),
    'orderId', case c.status when 'FINALIZED' then (
      select o.id from selling.sales_orders o where o.merchant_id = c.merchant_id and o.cart_id = c.id) end,
    'createdAt', app.instant(c.created_at), 'updatedAt', app.instant(c.updated_at))
    from selling.carts c join shop.stores s on s.merchant_id = c.merchant_id and s.id = c.store_id
   where c.merchant_id = p_merchant and c.id = p_cart
$$;

-- The catalog entries of the requested goods.
create or replace function selling.goods_of(p_merchant uuid, p_store uuid, p_lines jsonb) returns setof selling.goods
  language sql stable
  set search_path = pg_catalog, pg_temp
as $$
  select w.line_no::int, v.id, p.id, p.name, v.name, coalesce(v.sku, p.sku), p.kind, p.unit, p.tracks_stock,
         coalesce(w.quantity, selling.quantity_for(w.amount_centavos, coalesce(v.price_centavos, p.price_centavos))),
         w.amount_centavos, coalesce(v.price_centavos, p.price_centavos)::bigint, coalesce(v.cost_centavos, p.cost_centavos)::bigint,
         t.rate_bps, t.is_exempt, p.is_tax_included, w.note, v.is_active and p.is_active
    from rows from (jsonb_to_recordset(p_lines) as ("variantId" uuid, barcode text, quantity numeric, "amountCentavos" bigint, note text))
         with ordinality w (variant_id, barcode, quantity, amount_centavos, note, line_no)
    left join catalog.barcodes b on b.merchant_id = p_merchant and b.store_id = p_store and b.code = w.barcode
    left join catalog.variants v
      on v.merchant_id = p_merchant and v.store_id = p_store and v.id = coalesce(w.variant_id, b.variant_id)
    left join catalog.products p on p.merchant_id = p_merchant and p.id = v.product_id
    left join catalog.tax_rates t on t.merchant_id = p_merchant and t.store_id = p_store and t.id = coalesce(p.tax_rate_id, (
      select d.id from catalog.tax_rates d where d.merchant_id = p_merchant and d.store_id = p_store and d.is_default))
$$;

-- Whether goods can be asked for by amount: they are measured, and the amount includes their tax.
create or replace function selling.has_amount(p_goods selling.goods) returns boolean
  language sql immutable
  return p_goods.unit <> 'PIECE' and p_goods.kind = 'GOODS' and p_goods.unit_price_centavos > 0
     and (p_goods.is_tax_included or coalesce(p_goods.tax_rate_bps, 0) = 0);

-- Refuses goods that cannot be sold: unknown ones, a fraction of a chip or a piece, an amount of what is not measured,
-- ones taken off sale. `p_path` is the line's place in the request, with %s for its index from 0.
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
         when g.amount_centavos is not null then jsonb_build_object('path', format(p_path, g.line_no - 1) || '/amountCentavos',
           'message', 'is only for goods sold by measure, at a price that includes tax')
         else jsonb_build_object('path', format(p_path, g.line_no - 1) || '/quantity',
           'message', case g.kind when 'CHIP' then 'must be whole: chips are sold one by one'
                                  else 'must be a whole number: it is sold by the piece' end) end order by g.line_no)
    into v_faults
    from unnest(p_goods) g
   where g.variant_id is null
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

-- Adds goods to a locked, open cart. Goods scanned again are added to their line, unless a note, a changed
-- price, an amount or a discount separates them. New lines are priced without discount.
create or replace function selling.put_lines(p_cart selling.carts, p_lines jsonb, p_path text) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_goods selling.goods[];
  v_last int;
begin
  select array_agg(g) into v_goods from selling.goods_of(p_cart.merchant_id, p_cart.store_id, p_lines) g;
  perform selling.assert_sellable(v_goods, p_lines, p_path);
  select coalesce(max(l.position), 0) into v_last
    from selling.line_items l where l.merchant_id = p_cart.merchant_id and l.cart_id = p_cart.id;
  with wanted as (
    select min(g.line_no) as line_no, sum(g.quantity) as quantity, g.variant_id, g.product_id, g.product_name,
           g.variant_name, g.sku, g.kind, g.unit, g.tracks_stock, g.unit_price_centavos, g.unit_cost_centavos,
           g.tax_rate_bps, g.is_tax_exempt, g.is_tax_included, g.note, g.amount_centavos
      from unnest(v_goods) g
     group by g.variant_id, g.product_id, g.product_name, g.variant_name, g.sku, g.kind, g.unit, g.tracks_stock,
              g.unit_price_centavos, g.unit_cost_centavos, g.tax_rate_bps, g.is_tax_exempt, g.is_tax_included, g.note,
              g.amount_centavos, case when g.amount_centavos is not null then g.line_no end),
  placed as (
    select w.*, (
      select l.id from selling.line_items l
       where l.merchant_id = p_cart.merchant_id and l.cart_id = p_cart.id and l.variant_id = w.variant_id
         and l.note is not distinct from w.note and l.amount_centavos is null and w.amount_centavos is null
         and (l.unit_price_centavos, l.tax_rate_bps, l.is_tax_exempt, l.is_tax_included)
             = (w.unit_price_centavos, w.tax_rate_bps, w.is_tax_exempt, w.is_tax_included)
         and not exists (select from selling.discounts d where d.merchant_id = p_cart.merchant_id
                            and d.cart_id = p_cart.id and d.line_item_id = l.id)
       order by l.position, l.id limit 1) as line_id
      from wanted w),
  added as (
    update selling.line_items l set quantity = l.quantity + p.quantity, updated_at = clock_timestamp()
      from placed p where l.merchant_id = p_cart.merchant_id and l.id = p.line_id)
  insert into selling.line_items (
    merchant_id, id, store_id, permission_set, cart_id, position, product_id, variant_id, product_name, variant_name,
    sku, kind, unit, tracks_stock, quantity, unit_price_centavos, unit_cost_centavos, tax_rate_bps, is_tax_exempt,
    is_tax_included, gross_centavos, tax_centavos, total_centavos, note, amount_centavos)
  select p_cart.merchant_id, app.uuid_v7(), p_cart.store_id, p_cart.permission_set, p_cart.id,
         v_last + row_number() over (order by p.line_no), p.product_id, p.variant_id, p.product_name, p.variant_name,
         p.sku, p.kind, p.unit, p.tracks_stock, p.quantity, p.unit_price_centavos, p.unit_cost_centavos, p.tax_rate_bps,
         p.is_tax_exempt, p.is_tax_included, g.gross, t.tax, g.gross + case when p.is_tax_included then 0 else t.tax end, p.note,
         p.amount_centavos
    from placed p
   cross join lateral (select selling.line_gross(p.quantity, p.unit_price_centavos, p.amount_centavos) as gross) g
   cross join lateral (select selling.tax_of(g.gross, p.tax_rate_bps, p.is_tax_included) as tax) t
   where p.line_id is null order by p.line_no;
end $$;

-- A terminal and a customer of a cart must belong to its store.
create or replace function selling.assert_cart_parties(p_merchant uuid, p_store uuid, p_terminal uuid, p_customer uuid)
  returns void
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  if p_terminal is not null then
    perform shop.assert_terminal(p_merchant, p_store, p_terminal);
  end if;
  if p_customer is not null and not exists (select from selling.customers c
       where c.merchant_id = p_merchant and c.id = p_customer and c.store_id = p_store) then
    perform app.refuse_field('invalid_request', '/customerId', 'does not exist in this store');
  end if;
end $$;

-- Opens a cart with its first lines. An id created by the caller's device is used once: a repeated request
-- returns the current state of the cart with that id.
-- Commands that put lines keep their plans: otherwise PostgreSQL plans anew for each number of lines, a quarter of the work.
create or replace function selling.open_cart(p_merchant uuid, p_store uuid, p_id uuid, p_terminal uuid, p_customer uuid,
    p_label text, p_lines jsonb)
  returns jsonb
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
  set plan_cache_mode = force_generic_plan
as $$
declare
  v_set int := authz.set_of(p_merchant, p_store, 'sales');
  v_id uuid := coalesce(p_id, app.uuid_v7());
  v_cart selling.carts;
begin
  if not coalesce(v_set = any (app.creatable_sets()), false) then
    raise exception 'the caller may not sell in this store' using errcode = '42501';
  end if;
  p_terminal := coalesce(p_terminal, app.terminal_id());
  if not exists (select from selling.carts c where c.merchant_id = p_merchant and c.id = v_id) then
    perform selling.assert_cart_parties(p_merchant, p_store, p_terminal, p_customer);
    insert into selling.carts (merchant_id, id, store_id, permission_set, membership_id, account_id, terminal_id,
                           customer_id, label, version)
    values (p_merchant, v_id, p_store, v_set, (shop.acting_membership(p_merchant, p_store)).id, app.account_id(),
            p_terminal, p_customer, p_label, 0)
    on conflict (merchant_id, id) do nothing
    returning * into v_cart;
    if found then
      -- New lines are priced, and there is no discount yet.
      perform selling.put_lines(v_cart, p_lines, '/lines/%s');
      perform selling.total_cart(p_merchant, v_id);
      return jsonb_build_object('isNew', true, 'cart', selling.cart_view(p_merchant, v_id));
    end if;
  end if;
  if not exists (select from selling.carts c where c.merchant_id = p_merchant and c.id = v_id and c.store_id = p_store
                    and c.account_id = app.account_id()) then
    perform app.refuse_field('duplicate_value', '/id', 'is taken by another record', 'Use a new id for a new cart.');
  end if;
  return jsonb_build_object('isNew', false, 'cart', selling.cart_view(p_merchant, v_id));
end $$;

create or replace function selling.add_cart_line(p_id uuid, p_line jsonb) returns jsonb
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
  set plan_cache_mode = force_generic_plan
as $$
declare
  v_cart selling.carts := selling.hold_open_cart(p_id);
begin
  perform selling.put_lines(v_cart, jsonb_build_array(p_line), '');
  perform selling.reprice_cart(v_cart.merchant_id, v_cart.id);
  return selling.cart_view(v_cart.merchant_id, v_cart.id);
end $$;

-- Changes quantity and note, if given. Removing goods from a cart is audited.
create or replace function selling.change_cart_line(p_id uuid, p_line uuid, p_change jsonb) returns jsonb
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
  set plan_cache_mode = force_generic_plan
as $$
declare
  v_cart selling.carts := selling.hold_open_cart(p_id);
  v_line selling.line_items;
  v_quantity numeric := (p_change ->> 'quantity')::numeric;
begin
  select l.* into v_line from selling.line_items l
   where l.merchant_id = v_cart.merchant_id and l.cart_id = v_cart.id and l.id = p_line;
  if not found then
    perform app.refuse('not_found');
  elsif (v_line.kind = 'CHIP' or v_line.unit = 'PIECE') and v_quantity % 1 <> 0 then
    perform app.refuse_field('invalid_request', '/quantity',
      case v_line.kind when 'CHIP' then 'must be whole: chips are sold one by one' else 'must be a whole number: it is sold by the piece' end);
  end if;
  update selling.line_items l
     set quantity = coalesce(v_quantity, l.quantity), updated_at = clock_timestamp(),
         amount_centavos = case when v_quantity is null then l.amount_centavos end,
         note = case when p_change ? 'note' then p_change ->> 'note' else l.note end
   where l.merchant_id = v_cart.merchant_id and l.id = p_line;
  if v_quantity < v_line.quantity then
    perform audit.record('cart.line_reduced', 'cart', v_cart.id::text,
      jsonb_build_object('variantId', v_line.variant_id, 'quantity', v_line.quantity),
      jsonb_build_object('variantId', v_line.variant_id, 'quantity', v_quantity), v_cart.merchant_id, v_cart.store_id);
  end if;
  perform selling.reprice_cart(v_cart.merchant_id, v_cart.id);
  return selling.cart_view(v_cart.merchant_id, v_cart.id);
end $$;

-- Removes a line with its discount.
create or replace function selling.remove_cart_line(p_id uuid, p_line uuid) returns jsonb
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
  set plan_cache_mode = force_generic_plan
as $$
declare
  v_cart selling.carts := selling.hold_open_cart(p_id);
  v_line selling.line_items;
begin
  delete from selling.discounts d
   where d.merchant_id = v_cart.merchant_id and d.cart_id = v_cart.id and d.line_item_id = p_line;
  delete from selling.line_items l
   where l.merchant_id = v_cart.merchant_id and l.cart_id = v_cart.id and l.id = p_line returning l.* into v_line;
  if not found then
    perform app.refuse('not_found');
  end if;
  perform audit.record('cart.line_removed', 'cart', v_cart.id::text, jsonb_build_object(
    'variantId', v_line.variant_id, 'quantity', v_line.quantity, 'totalCentavos', v_line.total_centavos), null,
    v_cart.merchant_id, v_cart.store_id);
  perform selling.reprice_cart(v_cart.merchant_id, v_cart.id);
  return selling.cart_view(v_cart.merchant_id, v_cart.id);
end $$;

-- Changes customer, label and terminal, if given.
create or replace function selling.change_cart(p_id uuid, p_change jsonb) returns jsonb
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_cart selling.carts := selling.hold_open_cart(p_id);
begin
  perform selling.assert_cart_parties(v_cart.merchant_id, v_cart.store_id, (p_change ->> 'terminalId')::uuid,
                                  (p_change ->> 'customerId')::uuid);
  update selling.carts c
     set customer_id = case when p_change ? 'customerId' then (p_change ->> 'customerId')::uuid else c.customer_id end,
         terminal_id = case when p_change ? 'terminalId' then (p_change ->> 'terminalId')::uuid else c.terminal_id end,
         label = case when p_change ? 'label' then p_change ->> 'label' else c.label end
   where c.merchant_id = v_cart.merchant_id and c.id = v_cart.id;
  perform selling.reprice_cart(v_cart.merchant_id, v_cart.id);
  return selling.cart_view(v_cart.merchant_id, v_cart.id);
end $$;

-- Parks an open cart, recalls a parked one to the caller's till, or cancels either. Repeating a command
-- returns the same answer; a cart recalled by another member cannot be recalled again.
create or replace function selling.move_cart(p_id uuid, p_status text, p_change jsonb) returns jsonb
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_cart selling.carts := selling.hold_cart(p_id);
  v_member uuid := (shop.acting_membership(v_cart.merchant_id, v_cart.store_id)).id;
begin
  if v_cart.status = p_status and (p_status <> 'OPEN' or v_cart.membership_id = v_member) then
    return selling.cart_view(v_cart.merchant_id, v_cart.id);
  elsif (v_cart.status, p_status) not in (('OPEN', 'PARKED'), ('PARKED', 'OPEN'), ('OPEN', 'CANCELED'), ('PARKED', 'CANCELED')) then
    perform app.refuse('invalid_transition',
      case v_cart.status
        when 'OPEN' then 'Another till has recalled this cart.'
        else 'This cart accepts no more changes.' end,
      jsonb_build_object('cartStatus', v_cart.status));
  end if;
  if p_status = 'OPEN' then
    perform selling.assert_cart_parties(v_cart.merchant_id, v_cart.store_id, (p_change ->> 'terminalId')::uuid, null);
    update selling.carts c set membership_id = v_member, account_id = app.account_id(),
                           terminal_id = coalesce((p_change ->> 'terminalId')::uuid, c.terminal_id)
     where c.merchant_id = v_cart.merchant_id and c.id = v_cart.id;
  elsif p_status = 'CANCELED' then
    perform audit.record('cart.canceled', 'cart', v_cart.id::text, jsonb_build_object('status', v_cart.status),
      jsonb_build_object('status', 'CANCELED', 'totalCentavos', v_cart.total_centavos), v_cart.merchant_id, v_cart.store_id);
  end if;
  update selling.carts c set status = p_status, version = c.version + 1, updated_at = clock_timestamp(),
                         label = coalesce(p_change ->> 'label', c.label)
   where c.merchant_id = v_cart.merchant_id and c.id = v_cart.id;
  return selling.cart_view(v_cart.merchant_id, v_cart.id);
end $$;

grant execute on function
  selling.cart_view(uuid, uuid), selling.open_cart(uuid, uuid, uuid, uuid, uuid, text, jsonb), selling.add_cart_line(uuid, jsonb),
  selling.change_cart_line(uuid, uuid, jsonb), selling.remove_cart_line(uuid, uuid), selling.change_cart(uuid, jsonb),
  selling.move_cart(uuid, text, jsonb) to mostrador_api;
