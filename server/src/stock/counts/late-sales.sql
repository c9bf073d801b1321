-- Sales that are booked after a count, and were made before it: the count has found their goods gone already.

-- Locks the open sheets on which these goods are, and all lines of these goods, counted or not: whoever counts, closes or
-- cancels waits for the booking, or came first. Locks in the order of counting and closing, and before the levels.
create or replace function stock.hold_lines_to_count(p_merchant uuid, p_store uuid, p_variants uuid[]) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_counts uuid[] := array(
    select l.count_id from stock.stock_count_lines l
     where l.merchant_id = p_merchant and l.store_id = p_store and l.is_open and l.variant_id = any (p_variants)
     group by l.count_id order by l.count_id);
  v_count uuid;
begin
  perform from stock.stock_counts c
    where c.merchant_id = p_merchant and c.id = any (v_counts) order by c.id for share;
  foreach v_count in array v_counts loop
    perform stock.hold_count_lines(p_merchant, v_count, p_variants);
  end loop;
end $$;

-- For each of these goods that a closed sheet has counted since a moment, the first such sheet: it has booked what was gone.
create or replace function stock.counted_since(p_merchant uuid, p_store uuid, p_variants uuid[], p_since timestamptz)
  returns table (variant_id uuid, count_id uuid)
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  return query
  select distinct on (l.variant_id) l.variant_id, l.count_id
    from stock.stock_counts c
    join stock.stock_count_lines l on l.merchant_id = p_merchant and l.count_id = c.id
   where c.merchant_id = p_merchant and c.store_id = p_store and c.status = 'CLOSED' and c.ended_at > p_since
     and l.variant_id = any (p_variants) and l.counted_at > p_since
   order by l.variant_id, l.counted_at;
end $$;

-- Keeps a sale from taking goods that a later count has found gone, before it moves them. A closed sheet has booked them:
-- a movement that names it brings them back. On an open sheet the level of the moment of counting falls as much as the level
-- will; what the level does not cover is found by an adjustment, and was on the shelf. The caller has locked lines and levels.
-- A variant occurs at most once.
create or replace function stock.settle_late_sale(p_merchant uuid, p_store uuid, p_sold_at timestamptz, p_variants uuid[],
    p_quantities numeric[], p_membership uuid)
  returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_sold record;
begin
  for v_sold in
    select s.count_id, array_agg(g.id order by g.id) as variants, array_agg(g.quantity order by g.id) as quantities,
           array_agg(least(g.quantity, coalesce(l.on_hand, 0)) order by g.id) as taken
      from unnest(p_variants, p_quantities) g (id, quantity)
      left join stock.counted_since(p_merchant, p_store, p_variants, p_sold_at) s on s.variant_id = g.id
      left join stock.stock_levels l on l.merchant_id = p_merchant and l.id = g.id
     group by s.count_id order by s.count_id
  loop
    if v_sold.count_id is not null then
      perform stock.move_stock(p_merchant, p_store, 'COUNT', v_sold.count_id, null, v_sold.variants, v_sold.quantities, null,
                             p_membership);
    else
      update stock.stock_count_lines c set on_hand_then = c.on_hand_then - g.taken, updated_at = app.clock()
        from unnest(v_sold.variants, v_sold.taken) g (id, taken)
       where c.merchant_id = p_merchant and c.store_id = p_store and c.is_open and c.variant_id = g.id
         and c.counted_at > p_sold_at;
    end if;
  end loop;
end $$;
