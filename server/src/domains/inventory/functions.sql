-- Moves stock, in (positive) or out (negative), and writes down why; for functions that sell, receive, count and
-- take back, each of which has settled who may do that. A variant is named at most once. Rows are locked in the
-- order of their ids, so that two carts with the same goods wait for each other and neither for ever; callers
-- that hold other locks take these before the folio. What the shelf does not hold refuses the whole of it.
create or replace function pos.move_stock(p_merchant uuid, p_store uuid, p_kind text, p_document uuid, p_reason text,
    p_variants uuid[], p_quantities numeric[], p_costs bigint[] default null, p_membership uuid default null)
  returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_set int := authz.set_of(p_merchant, p_store, 'inventory');
  v_lacking jsonb;
begin
  insert into pos.stock_levels (merchant_id, id, store_id, permission_set)
  select p_merchant, v.id, p_store, v_set from unnest(p_variants) v (id)
   where not exists (select from pos.stock_levels l where l.merchant_id = p_merchant and l.id = v.id)
   order by v.id
  on conflict do nothing;
  perform from pos.stock_levels l
    where l.merchant_id = p_merchant and l.id = any (p_variants) order by l.id for no key update;

  select jsonb_agg(jsonb_build_object('variantId', l.id, 'available', l.on_hand, 'wanted', -m.quantity) order by l.id)
    into v_lacking
    from unnest(p_variants, p_quantities) m (id, quantity)
    join pos.stock_levels l on l.merchant_id = p_merchant and l.id = m.id
   where l.on_hand + m.quantity < 0;
  if v_lacking is not null then
    raise exception 'insufficient_stock' using errcode = 'MO001', detail = jsonb_build_object(
      'detail', 'There is less on the shelf than this takes; receive, count or transfer goods first.',
      'lines', v_lacking)::text;
  end if;

  with moved as (
    update pos.stock_levels l set on_hand = l.on_hand + m.quantity, updated_at = clock_timestamp()
      from unnest(p_variants, p_quantities, coalesce(p_costs, array_fill(null::bigint, array[cardinality(p_variants)])))
           m (id, quantity, cost)
     where l.merchant_id = p_merchant and l.id = m.id and l.store_id = p_store
    returning l.id, l.on_hand, m.quantity, m.cost)
  insert into pos.stock_movements (merchant_id, store_id, permission_set, variant_id, kind, quantity, on_hand_after,
                                   unit_cost_centavos, reason, document_id, membership_id, account_id)
  select p_merchant, p_store, v_set, m.id, p_kind, m.quantity, m.on_hand, m.cost, p_reason, p_document, p_membership,
         app.account_id()
    from moved m order by m.id;
end $$;
