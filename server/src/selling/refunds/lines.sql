-- What can still be refunded of an order, by line.

-- What is left of each line of an order after all refunds.
create or replace function selling.lines_left(p_order selling.sales_orders)
  returns table (line_id uuid, line_position int, quantity numeric, quantity_left numeric, total bigint, amount_left bigint,
    tax bigint, tax_left bigint)
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  return query
  select l.id, l.position, l.quantity, l.quantity - coalesce(g.quantity, 0), l.total_centavos::bigint,
         (l.total_centavos - coalesce(g.amount, 0))::bigint, l.tax_centavos::bigint, (l.tax_centavos - coalesce(g.tax, 0))::bigint
    from selling.line_items l
    left join lateral (
      select sum(r.quantity) as quantity, sum(r.amount_centavos) as amount, sum(r.tax_centavos) as tax
        from selling.refund_lines r where r.merchant_id = p_order.merchant_id and r.line_item_id = l.id) g on true
   where l.merchant_id = p_order.merchant_id and l.cart_id = p_order.cart_id;
end $$;

-- The amounts and quantities to refund by line: of a whole order (`p_lines` null) or of the given lines.
-- Returned goods get their share of the price, and the last of them whatever is left, so that rounding loses
-- nothing.
create or replace function selling.refund_plan(p_order selling.sales_orders, p_type text, p_lines jsonb)
  returns table (line_no bigint, line_id uuid, quantity numeric, quantity_left numeric, amount bigint, amount_left bigint,
    tax bigint, disposition text, chip_ids uuid[])
  language sql stable
  set search_path = pg_catalog, pg_temp
as $$
  with wanted as (
    select w.no, w.line ->> 'lineItemId' as line_id, (w.line ->> 'quantity')::numeric as quantity,
           (w.line ->> 'amountCentavos')::bigint as amount, w.line ->> 'disposition' as disposition,
           array(select jsonb_array_elements_text(coalesce(w.line -> 'chipIds', '[]'))::uuid) as chip_ids
      from jsonb_array_elements(p_lines) with ordinality w (line, no)
    union all
    select f.line_position, f.line_id::text, null, null, null, '{}' from selling.lines_left(p_order) f
     where p_lines is null and case p_type when 'RETURN' then f.quantity_left > 0 else f.amount_left > 0 end),
  goods as (
    select w.no, f.*, w.amount as wanted_amount, w.disposition, w.chip_ids,
           case p_type when 'RETURN' then coalesce(w.quantity, f.quantity_left) else 0 end as back
      from wanted w left join selling.lines_left(p_order) f on f.line_id::text = w.line_id),
  money as (
    select g.*, coalesce(g.wanted_amount, case
             when p_type = 'REFUND' or g.back = g.quantity_left then g.amount_left
             else least(g.amount_left, round(g.total * g.back / g.quantity)) end)::bigint as amount
      from goods g)
  select m.no, m.line_id, m.back, m.quantity_left, m.amount, m.amount_left,
         case when m.amount = m.amount_left then m.tax_left
              else least(m.tax_left, round(m.tax * m.amount / nullif(m.total, 0)::numeric)) end::bigint,
         case when p_type = 'RETURN' then coalesce(m.disposition, 'STOCK') end, m.chip_ids
    from money m
$$;
