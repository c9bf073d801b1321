-- Quantity times price before discounts, rounded half up. Only the functions at the head of this file round what
-- customers pay; the till rounds by itself when it is offline, and vectors/rounding.json tests both.
create or replace function selling.gross_of(p_quantity numeric, p_unit_price bigint) returns bigint
  language sql immutable parallel safe
  return round(p_quantity * p_unit_price)::bigint;

-- The quantity that an amount buys, in thousandths of the unit and at least one.
create or replace function selling.quantity_for(p_amount bigint, p_unit_price bigint) returns numeric
  language sql immutable parallel safe
  return greatest(round(p_amount::numeric / nullif(p_unit_price, 0), 3), 0.001);

-- A line before discounts: the amount that was asked for, or that its label says, is never computed again.
create or replace function selling.line_gross(p_quantity numeric, p_unit_price bigint, p_amount bigint) returns bigint
  language sql immutable parallel safe
  return coalesce(p_amount, selling.gross_of(p_quantity, p_unit_price));

-- An amount rounded half up to the store's coins; a coin of 0 does not round.
create or replace function selling.in_coins(p_amount bigint, p_coin int) returns bigint
  language sql immutable parallel safe
  return case when p_coin > 0 then round(p_amount / p_coin::numeric)::bigint * p_coin else p_amount end;

-- The tax of an amount, rounded half up: included in the price, or added to it.
create or replace function selling.tax_of(p_net numeric, p_rate_bps int, p_is_included boolean) returns bigint
  language sql immutable parallel safe
  return round(p_net * p_rate_bps / (case when p_is_included then p_rate_bps else 0 end + 10000.0))::bigint;

-- Whether a discount counts: it is approved, and the approval matches the current cart. A used approval
-- belongs to a finalized cart, which does not change.
create or replace function selling.is_counted(p_discount selling.discounts) returns boolean
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  return exists (
    select 1 from selling.approvals a
     where a.merchant_id = p_discount.merchant_id and a.id = p_discount.approval_id
       and (a.status = 'USED'
            or a.status = 'APPROVED' and a.expires_at > now()
               and a.subject = selling.discount_subject(p_discount.merchant_id, p_discount.cart_id, p_discount.line_item_id,
                                                    p_discount.amount_centavos, p_discount.percentage_bps)));
end $$;

-- The ids of the discounts of a cart that count.
create or replace function selling.counted_discounts(p_merchant uuid, p_cart uuid) returns uuid[]
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_discount selling.discounts;
  v_counted uuid[] := '{}';
begin
  for v_discount in
    select d.* from selling.discounts d where d.merchant_id = p_merchant and d.cart_id = p_cart
  loop
    if selling.is_counted(v_discount) then
      v_counted := v_counted || v_discount.id;
    end if;
  end loop;
  return v_counted;
end $$;

-- The lines of a cart with their own discounts, before the cart's discount is distributed.
create or replace function selling.discounted_lines(p_merchant uuid, p_cart uuid)
  returns table (line_id uuid, line_position int, gross bigint, line_discount bigint)
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_counted uuid[] := selling.counted_discounts(p_merchant, p_cart);
begin
  return query
  select l.id, l.position, g.gross,
         case when d.id is null then 0
              else least(g.gross, d.amount_centavos, round(g.gross * d.percentage_bps / 10000.0)) end::bigint
    from selling.line_items l
   cross join lateral (select selling.line_gross(l.quantity, l.unit_price_centavos, l.amount_centavos) as gross) g
    left join selling.discounts d
      on d.merchant_id = p_merchant and d.cart_id = p_cart and d.line_item_id = l.id
     and d.id = any (v_counted)
   where l.merchant_id = p_merchant and l.cart_id = p_cart;
end $$;

-- The amount that a discount applies to: a line, or the whole cart after the discounts of its lines. Null: the line
-- is not in the cart.
create or replace function selling.discount_base(p_merchant uuid, p_cart uuid, p_line uuid) returns bigint
  language sql stable
  set search_path = pg_catalog, pg_temp
as $$
  select sum(b.gross - case when p_line is null then b.line_discount else 0 end)::bigint
    from selling.discounted_lines(p_merchant, p_cart) b where p_line is null or b.line_id = p_line
$$;

-- The totals of every line of a cart. Gross is quantity times price, rounded half up. A discount is at most
-- the amount that it applies to; the cart's is distributed in proportion, and leftover centavos go to the
-- largest remainders, so that the shares add up exactly. Tax is computed line by line, included in the price
-- or added to it, and rounded half up. The cart is the sum of its lines.
create or replace function selling.priced_lines(p_merchant uuid, p_cart uuid)
  returns table (line_id uuid, gross bigint, discount bigint, tax bigint, total bigint)
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  v_counted uuid[] := selling.counted_discounts(p_merchant, p_cart);
begin
  return query
  with bases as (
    select b.*, b.gross - b.line_discount as base, sum(b.gross - b.line_discount) over () as all_bases
      from selling.discounted_lines(p_merchant, p_cart) b),
  given as (
    select least(s.all_bases, d.amount_centavos, round(s.all_bases * d.percentage_bps / 10000.0)) as amount
      from selling.discounts d, (select sum(b.base) as all_bases from bases b) s
     where d.merchant_id = p_merchant and d.cart_id = p_cart and d.line_item_id is null
       and d.id = any (v_counted)),
  shares as (
    select b.*, coalesce(div(g.amount * b.base, nullif(b.all_bases, 0)), 0) as share,
           coalesce(mod(g.amount * b.base, nullif(b.all_bases, 0)), 0) as remainder, coalesce(g.amount, 0) as amount
      from bases b left join given g on true),
  nets as (
    select s.line_id, s.gross,
           s.base - s.share - case when row_number() over (order by s.remainder desc, s.line_position, s.line_id)
                                        <= s.amount - sum(s.share) over () then 1 else 0 end as net
      from shares s)
  select n.line_id, n.gross, (n.gross - n.net)::bigint, t.tax, (n.net + case when l.is_tax_included then 0 else t.tax end)::bigint
    from nets n
    join selling.line_items l on l.merchant_id = p_merchant and l.id = n.line_id
   cross join lateral (select selling.tax_of(n.net, l.tax_rate_bps, l.is_tax_included) as tax) t;
end $$;

-- Prices the lines of a cart again, by the rules above. Most carts have no discount. Their lines are priced one by one,
-- and only where the quantity has changed or a discount was removed: a line's unit price and tax rate never change.
create or replace function selling.price_lines(p_merchant uuid, p_cart uuid) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  if exists (select 1 from selling.discounts d where d.merchant_id = p_merchant and d.cart_id = p_cart) then
    update selling.line_items l
       set gross_centavos = p.gross, discount_centavos = p.discount, tax_centavos = p.tax, total_centavos = p.total
      from selling.priced_lines(p_merchant, p_cart) p
     where l.merchant_id = p_merchant and l.id = p.line_id
       and (l.gross_centavos, l.discount_centavos, l.tax_centavos, l.total_centavos)
           is distinct from (p.gross, p.discount, p.tax, p.total);
  else
    update selling.line_items l
       set gross_centavos = p.gross, discount_centavos = 0, tax_centavos = t.tax,
           total_centavos = p.gross + case when p.is_tax_included then 0 else t.tax end
      from (select i.id, i.tax_rate_bps, i.is_tax_included, selling.line_gross(i.quantity, i.unit_price_centavos, i.amount_centavos) as gross
              from selling.line_items i
             where i.merchant_id = p_merchant and i.cart_id = p_cart
               and (i.gross_centavos <> selling.line_gross(i.quantity, i.unit_price_centavos, i.amount_centavos) or i.discount_centavos <> 0)) p
     cross join lateral (select selling.tax_of(p.gross, p.tax_rate_bps, p.is_tax_included) as tax) t
     where l.merchant_id = p_merchant and l.id = p.id;
  end if;
end $$;

-- Refuses a cart that is larger than amounts, payments and receipts are made for.
create or replace function selling.assert_size(p_lines bigint, p_most numeric, p_gross bigint) returns void
  language plpgsql immutable
  set search_path = pg_catalog, pg_temp
as $$
begin
  if p_lines > 500 or p_most > 999999.999 or p_gross > 5000000000 then
    perform app.refuse_field('invalid_request', '/lines',
      'make the cart too large: 500 of them, 999,999.999 of each, 50,000,000 pesos at most');
  end if;
end $$;

-- Prices a cart again, makes it the sum of its lines, and raises its version. The caller has locked the cart; deciding
-- on a discount locks the cart first, then the approval, and then calls this.
create or replace function selling.reprice_cart(p_merchant uuid, p_cart uuid) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_sum record;
begin
  perform selling.price_lines(p_merchant, p_cart);
  update selling.carts c
     set version = c.version + 1, updated_at = app.clock(),
         gross_centavos = t.gross, discount_centavos = t.discount, tax_centavos = t.tax, total_centavos = t.total
    from (select coalesce(sum(l.gross_centavos), 0)::bigint as gross, coalesce(sum(l.discount_centavos), 0)::bigint as discount,
                 coalesce(sum(l.tax_centavos), 0)::bigint as tax, coalesce(sum(l.total_centavos), 0)::bigint as total,
                 count(*) as lines, coalesce(max(l.quantity), 0) as quantity
            from selling.line_items l where l.merchant_id = p_merchant and l.cart_id = p_cart) t
   where c.merchant_id = p_merchant and c.id = p_cart
  returning t.* into v_sum;
  perform selling.assert_size(v_sum.lines, v_sum.quantity, v_sum.gross);
end $$;

-- Adds a discount to a cart or one of its lines. With an approval requested beforehand, it takes the values
-- of that request; otherwise a supervisor or manager grants it directly, and a cashier's becomes a request,
-- which is in the cart and counts once it is approved.
-- place: tenant
create or replace function selling.add_discount(p_merchant uuid, p_id uuid, p_line uuid, p_amount bigint, p_percentage int,
    p_reason text, p_approval uuid)
  returns json
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_cart selling.carts := selling.hold_open_cart(p_merchant, p_id);
  v_approval selling.approvals;
begin
  perform selling.assert_discountable(v_cart, p_line, p_amount);
  if exists (select 1 from selling.discounts d where d.merchant_id = p_merchant and d.cart_id = p_id
                and d.line_item_id is not distinct from p_line) then
    perform app.refuse('duplicate_value', 'Remove the existing discount first.');
  end if;
  v_approval.merchant_id := p_merchant;
  v_approval.store_id := v_cart.store_id;
  v_approval.type := 'DISCOUNT';
  v_approval.scope := case when p_line is null then 'CART' else 'LINE' end;
  v_approval.cart_id := p_id;
  v_approval.line_item_id := p_line;
  v_approval.amount_centavos := p_amount;
  v_approval.percentage_bps := p_percentage;
  v_approval.reason := p_reason;
  v_approval.subject := selling.discount_subject(p_merchant, p_id, p_line, p_amount, p_percentage);
  if p_approval is not null then
    v_approval := selling.standing_approval(v_approval, p_approval);
  elsif authz.set_of(p_merchant, v_cart.store_id, 'approvals') = any (app.updatable_sets()) then
    v_approval := selling.direct_approval(v_approval);
  else
    v_approval := selling.request_approval(v_approval);
  end if;
  insert into selling.discounts (merchant_id, id, store_id, permission_set, cart_id, line_item_id, amount_centavos,
                             percentage_bps, reason, approval_id)
  values (p_merchant, app.uuid_v7(), v_cart.store_id, v_approval.permission_set, p_id, p_line, p_amount,
          p_percentage, p_reason, v_approval.id);
  perform selling.reprice_cart(p_merchant, p_id);
  return selling.cart_view(p_merchant, p_id);
end $$;

-- Validates the target and the size of a discount that is given or asked for. Its base is null when the target is not
-- in the cart.
create or replace function selling.assert_discountable(p_cart selling.carts, p_line uuid, p_amount bigint) returns void
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_base bigint := selling.discount_base(p_cart.merchant_id, p_cart.id, p_line);
  v_fault jsonb := case
    when v_base is null and p_line is not null then jsonb_build_object('path', '/lineItemId', 'message', 'is not in this cart')
    when coalesce(v_base, 0) = 0 then jsonb_build_object('path', '', 'message', 'there is nothing to discount')
    when p_amount > v_base then jsonb_build_object('path', '/amountCentavos', 'message', 'is more than the ' || v_base || ' available')
  end;
begin
  if v_fault is not null then
    perform app.refuse('invalid_request', null, jsonb_build_object('errors', jsonb_build_array(v_fault)));
  end if;
end $$;

-- The approval requested for exactly this discount that is or may still become approved; refuses any other.
create or replace function selling.standing_approval(p_wanted selling.approvals, p_id uuid) returns selling.approvals
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_approval selling.approvals;
  v_code text;
begin
  select a.* into v_approval from selling.approvals a
   where a.merchant_id = p_wanted.merchant_id and a.store_id = p_wanted.store_id and a.id = p_id
     and a.type = 'DISCOUNT' and a.subject = p_wanted.subject;
  if found then
    v_approval := selling.hold_approval(v_approval.merchant_id, p_id);
  end if;
  v_code := case
    when v_approval.id is null then 'approval_mismatch'
    when v_approval.status = 'USED' then 'approval_used'
    when v_approval.status in ('REJECTED', 'CANCELED') then 'approval_rejected'
    when v_approval.expires_at <= clock_timestamp() then 'approval_expired'
  end;
  if v_code is not null then
    perform app.refuse(v_code, 'Request this discount again for the current cart.', jsonb_build_object('approvalId', p_id));
  end if;
  return v_approval;
end $$;

-- Removes a discount from an open cart, which is priced again.
-- place: tenant
create or replace function selling.remove_discount(p_merchant uuid, p_id uuid, p_discount uuid) returns json
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_cart selling.carts := selling.hold_open_cart(p_merchant, p_id);
begin
  delete from selling.discounts d
   where d.merchant_id = p_merchant and d.cart_id = p_id and d.id = p_discount;
  if not found then
    perform app.refuse('not_found');
  end if;
  perform selling.reprice_cart(p_merchant, p_id);
  return selling.cart_view(p_merchant, p_id);
end $$;

grant execute on function
  selling.is_counted(selling.discounts), selling.counted_discounts(uuid, uuid),
  selling.discount_subject(uuid, uuid, uuid, bigint, int), selling.in_coins(bigint, int),
  selling.add_discount(uuid, uuid, uuid, bigint, int, text, uuid), selling.remove_discount(uuid, uuid, uuid) to mostrador_api;
