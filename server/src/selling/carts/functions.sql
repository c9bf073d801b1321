-- Locks a cart: a concurrent caller waits here and then reads the result.
create or replace function selling.hold_cart(p_merchant uuid, p_id uuid) returns selling.carts
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  return app.held((select c from selling.carts c where c.merchant_id = p_merchant and c.id = p_id for no key update));
end $$;

-- Locks the cart of a command. A cart that the caller may not see is not found.
create or replace function selling.hold_readable_cart(p_merchant uuid, p_id uuid) returns selling.carts
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_cart selling.carts := selling.hold_cart(p_merchant, p_id);
begin
  if not v_cart.permission_set = any (app.readable_sets()) then
    perform app.refuse('not_found');
  elsif not v_cart.permission_set = any (app.updatable_sets()) then
    raise exception 'the caller may not sell in this store' using errcode = '42501';
  end if;
  return v_cart;
end $$;

-- The same, for a cart that still accepts changes.
create or replace function selling.hold_open_cart(p_merchant uuid, p_id uuid) returns selling.carts
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_cart selling.carts := selling.hold_readable_cart(p_merchant, p_id);
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
  -- For any unique key: two concurrent requests with the same id may conflict in either of the two keys.
  on conflict do nothing;
  return selling.hold_cart(p_cart.merchant_id, p_cart.id);
end $$;

-- Ends a locked cart: FINALIZED or CANCELED.
create or replace function selling.end_cart(p_merchant uuid, p_id uuid, p_status text) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  update selling.carts c set status = p_status, version = c.version + 1, updated_at = app.clock()
   where c.merchant_id = p_merchant and c.id = p_id;
end $$;

-- A cart as returned, with its discounts and its order.
create or replace function selling.cart_json(p_cart selling.carts, p_discounts json, p_order uuid) returns json
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_coin int;
begin
  select s.cash_rounding_centavos into v_coin from shop.stores s
   where s.merchant_id = p_cart.merchant_id and s.id = p_cart.store_id;
  return json_build_object(
    'id', p_cart.id, 'storeId', p_cart.store_id, 'membershipId', p_cart.membership_id, 'terminalId', p_cart.terminal_id,
    'customerId', p_cart.customer_id, 'status', p_cart.status, 'label', p_cart.label, 'version', p_cart.version,
    'grossCentavos', p_cart.gross_centavos, 'discountCentavos', p_cart.discount_centavos,
    'taxCentavos', p_cart.tax_centavos, 'totalCentavos', p_cart.total_centavos,
    'cashTotalCentavos', selling.in_coins(p_cart.total_centavos, v_coin),
    'lines', selling.lines_json(p_cart.merchant_id, p_cart.id), 'discounts', p_discounts, 'orderId', p_order,
    'createdAt', app.instant(p_cart.created_at), 'updatedAt', app.instant(p_cart.updated_at));
end $$;

-- A cart as returned: filtered by the caller's row permissions when a client reads it, and complete for the
-- commands of this file.
-- place: tenant
create or replace function selling.cart_view(p_merchant uuid, p_cart uuid) returns json
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_cart selling.carts;
begin
  select c.* into v_cart from selling.carts c where c.merchant_id = p_merchant and c.id = p_cart;
  if not found then
    return null;
  end if;
  return selling.cart_json(v_cart, coalesce((
      select json_agg(json_build_object(
               'id', d.id, 'scope', d.scope, 'lineItemId', d.line_item_id, 'amountCentavos', d.amount_centavos,
               'percentageBps', d.percentage_bps, 'reason', d.reason, 'approvalId', d.approval_id,
               'approvalStatus', case when a.status in ('PENDING', 'APPROVED') and a.expires_at <= now() then 'EXPIRED'
                                      else a.status end,
               -- Evaluated once, and only for a cart that has discounts.
               'isCounted', d.id = any ((select selling.counted_discounts(p_merchant, p_cart))::uuid[]))
             order by d.created_at, d.id)
        from selling.discounts d join selling.approvals a on a.merchant_id = d.merchant_id and a.id = d.approval_id
       where d.merchant_id = p_merchant and d.cart_id = p_cart), '[]'),
    case v_cart.status when 'FINALIZED' then (
      select o.id from selling.sales_orders o where o.merchant_id = p_merchant and o.cart_id = p_cart) end);
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
  if p_customer is not null and not exists (select 1 from selling.customers c
       where c.merchant_id = p_merchant and c.id = p_customer and c.store_id = p_store) then
    perform app.refuse_field('invalid_request', '/customerId', 'does not exist in this store');
  end if;
end $$;

-- Opens a cart with its first lines. An id created by the caller's device is used once: a repeated request
-- returns the current state of the cart with that id.
--
-- This function and the three below use generic plans. PostgreSQL would otherwise plan their statements again for each
-- call, which took a quarter of the time.
-- place: tenant
create or replace function selling.open_cart(p_merchant uuid, p_store uuid, p_id uuid, p_terminal uuid, p_customer uuid,
    p_label text, p_lines jsonb)
  returns json
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
  set plan_cache_mode = force_generic_plan
as $$
declare
  v_set int := authz.set_of(p_merchant, p_store, 'sales');
  v_id uuid := coalesce(p_id, app.uuid_v7());
  v_cart selling.carts;
  v_lines selling.line_items[];
  v_total record;
begin
  if not coalesce(v_set = any (app.creatable_sets()), false) then
    raise exception 'the caller may not sell in this store' using errcode = '42501';
  end if;
  p_terminal := coalesce(p_terminal, app.terminal_id());
  if p_id is null or not exists (select 1 from selling.carts c where c.merchant_id = p_merchant and c.id = v_id) then
    perform selling.assert_cart_parties(p_merchant, p_store, p_terminal, p_customer);
    v_cart.merchant_id := p_merchant;
    v_cart.id := v_id;
    v_cart.store_id := p_store;
    v_cart.permission_set := v_set;
    v_lines := selling.new_lines(v_cart, p_lines, '/lines/%s', 0);
    -- Priced before it is written: there is no discount yet.
    select coalesce(sum(l.gross_centavos), 0) as gross, coalesce(sum(l.tax_centavos), 0) as tax,
           coalesce(sum(l.total_centavos), 0) as total, max(l.quantity) as quantity
      into v_total from unnest(v_lines) l;
    insert into selling.carts (merchant_id, id, store_id, permission_set, membership_id, account_id, terminal_id,
                           customer_id, label, gross_centavos, tax_centavos, total_centavos)
    values (p_merchant, v_id, p_store, v_set, (shop.acting_membership(p_merchant, p_store)).id, app.account_id(),
            p_terminal, p_customer, p_label, v_total.gross, v_total.tax, v_total.total)
    -- For any unique key, as above.
    on conflict do nothing
    returning * into v_cart;
    if found then
      perform selling.write_lines(p_merchant, v_lines);
      perform selling.note_open_prices(v_cart, v_lines);
      perform selling.assert_size(cardinality(v_lines), v_total.quantity, v_cart.gross_centavos);
      return json_build_object('isNew', true, 'cart', selling.cart_json(v_cart, '[]', null));
    end if;
  end if;
  if not exists (select 1 from selling.carts c where c.merchant_id = p_merchant and c.id = v_id and c.store_id = p_store
                    and c.account_id = app.account_id()) then
    perform app.refuse_field('duplicate_value', '/id', 'is taken by another record', 'Use a new id for a new cart.');
  end if;
  return json_build_object('isNew', false, 'cart', selling.cart_view(p_merchant, v_id));
end $$;

-- Adds goods to an open cart, joining a line with the same goods.
-- place: tenant
create or replace function selling.add_cart_line(p_merchant uuid, p_id uuid, p_line jsonb) returns json
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
  set plan_cache_mode = force_generic_plan
as $$
declare
  v_cart selling.carts := selling.hold_open_cart(p_merchant, p_id);
begin
  perform selling.put_line(v_cart, p_line);
  perform selling.reprice_cart(p_merchant, p_id);
  return selling.cart_view(p_merchant, p_id);
end $$;

-- Changes quantity and note, if given. More of something is added as it is sold now: where price or tax have changed since,
-- the line keeps its quantity, and the rest becomes a line of its own. An open price was entered, and stays. Removing goods
-- from a cart is audited.
-- place: tenant
create or replace function selling.change_cart_line(p_merchant uuid, p_id uuid, p_line uuid, p_change jsonb) returns json
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
  set plan_cache_mode = force_generic_plan
as $$
declare
  v_cart selling.carts := selling.hold_open_cart(p_merchant, p_id);
  v_line selling.line_items;
  v_quantity numeric := (p_change ->> 'quantity')::numeric;
  v_note text;
  v_more jsonb;
  v_new selling.line_items;
begin
  select l.* into v_line from selling.line_items l
   where l.merchant_id = p_merchant and l.cart_id = p_id and l.id = p_line;
  if not found then
    perform app.refuse('not_found');
  elsif (v_line.kind = 'CHIP' or v_line.unit = 'PIECE') and v_quantity % 1 <> 0 then
    perform app.refuse_field('invalid_request', '/quantity',
      case v_line.kind when 'CHIP' then 'must be whole: chips are sold one by one' else 'must be a whole number: it is sold by the piece' end);
  end if;
  v_note := case when p_change ? 'note' then p_change ->> 'note' else v_line.note end;
  if v_quantity > v_line.quantity and not v_line.is_price_open then
    v_more := jsonb_build_object('variantId', v_line.variant_id, 'quantity', v_quantity - v_line.quantity, 'note', v_note);
    v_new := (selling.new_lines(v_cart, jsonb_build_array(v_more), '', 0))[1];
    if (v_line.unit_price_centavos, v_line.tax_rate_bps, v_line.is_tax_exempt, v_line.is_tax_included)
       <> (v_new.unit_price_centavos, v_new.tax_rate_bps, v_new.is_tax_exempt, v_new.is_tax_included) then
      perform selling.put_line(v_cart, v_more);
      v_quantity := null;
    end if;
  end if;
  update selling.line_items l
     set quantity = coalesce(v_quantity, l.quantity), updated_at = app.clock(),
         amount_centavos = case when v_quantity is null then l.amount_centavos end, note = v_note
   where l.merchant_id = p_merchant and l.id = p_line;
  if v_quantity < v_line.quantity then
    perform selling.note_less_goods(v_cart, v_line.variant_id, v_line.quantity, v_line.total_centavos, v_quantity);
  end if;
  perform selling.reprice_cart(p_merchant, p_id);
  return selling.cart_view(p_merchant, p_id);
end $$;

-- Removes a line with its discount.
-- place: tenant
create or replace function selling.remove_cart_line(p_merchant uuid, p_id uuid, p_line uuid) returns json
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
  set plan_cache_mode = force_generic_plan
as $$
declare
  v_cart selling.carts := selling.hold_open_cart(p_merchant, p_id);
  v_line selling.line_items;
begin
  delete from selling.discounts d
   where d.merchant_id = p_merchant and d.cart_id = p_id and d.line_item_id = p_line;
  delete from selling.line_items l
   where l.merchant_id = p_merchant and l.cart_id = p_id and l.id = p_line returning l.* into v_line;
  if not found then
    perform app.refuse('not_found');
  end if;
  perform selling.note_less_goods(v_cart, v_line.variant_id, v_line.quantity, v_line.total_centavos, null);
  perform selling.reprice_cart(p_merchant, p_id);
  return selling.cart_view(p_merchant, p_id);
end $$;

-- Changes customer, label and terminal, if given.
-- place: tenant
create or replace function selling.change_cart(p_merchant uuid, p_id uuid, p_change jsonb) returns json
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_cart selling.carts := selling.hold_open_cart(p_merchant, p_id);
begin
  perform selling.assert_cart_parties(p_merchant, v_cart.store_id, (p_change ->> 'terminalId')::uuid,
                                  (p_change ->> 'customerId')::uuid);
  update selling.carts c
     set customer_id = case when p_change ? 'customerId' then (p_change ->> 'customerId')::uuid else c.customer_id end,
         terminal_id = case when p_change ? 'terminalId' then (p_change ->> 'terminalId')::uuid else c.terminal_id end,
         label = case when p_change ? 'label' then p_change ->> 'label' else c.label end
   where c.merchant_id = p_merchant and c.id = p_id;
  perform selling.reprice_cart(p_merchant, p_id);
  return selling.cart_view(p_merchant, p_id);
end $$;

-- Parks an open cart, recalls a parked one to the caller's till, or cancels either. Repeating a command
-- returns the same answer; a cart recalled by another member cannot be recalled again. The terminal that parked it does
-- not sell it: without a terminal of the caller, the sale is at that of the shift.
-- place: tenant
create or replace function selling.move_cart(p_merchant uuid, p_id uuid, p_status text, p_change jsonb) returns json
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_cart selling.carts := selling.hold_readable_cart(p_merchant, p_id);
  v_member uuid := (shop.acting_membership(p_merchant, v_cart.store_id)).id;
  v_terminal uuid := coalesce((p_change ->> 'terminalId')::uuid, app.terminal_id());
begin
  if v_cart.status = p_status and (p_status <> 'OPEN' or v_cart.membership_id = v_member) then
    return selling.cart_view(p_merchant, p_id);
  elsif (v_cart.status, p_status) not in (('OPEN', 'PARKED'), ('PARKED', 'OPEN'), ('OPEN', 'CANCELED'), ('PARKED', 'CANCELED')) then
    perform app.refuse('invalid_transition',
      case v_cart.status
        when 'OPEN' then 'Another till has recalled this cart.'
        else 'This cart accepts no more changes.' end,
      jsonb_build_object('cartStatus', v_cart.status));
  end if;
  if p_status = 'OPEN' then
    perform selling.assert_cart_parties(p_merchant, v_cart.store_id, v_terminal, null);
    update selling.carts c set membership_id = v_member, account_id = app.account_id(), terminal_id = v_terminal
     where c.merchant_id = p_merchant and c.id = p_id;
  elsif p_status = 'CANCELED' then
    perform audit.record('cart.canceled', 'cart', p_id::text, jsonb_build_object('status', v_cart.status),
      jsonb_build_object('status', 'CANCELED', 'totalCentavos', v_cart.total_centavos), p_merchant, v_cart.store_id);
  end if;
  update selling.carts c set status = p_status, version = c.version + 1, updated_at = app.clock(),
                         label = coalesce(p_change ->> 'label', c.label)
   where c.merchant_id = p_merchant and c.id = p_id;
  return selling.cart_view(p_merchant, p_id);
end $$;

grant execute on function
  selling.cart_view(uuid, uuid), selling.cart_json(selling.carts, json, uuid), selling.open_cart(uuid, uuid, uuid, uuid, uuid, text, jsonb), selling.add_cart_line(uuid, uuid, jsonb),
  selling.change_cart_line(uuid, uuid, uuid, jsonb), selling.remove_cart_line(uuid, uuid, uuid),
  selling.change_cart(uuid, uuid, jsonb), selling.move_cart(uuid, uuid, text, jsonb) to mostrador_api;
