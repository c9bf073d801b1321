-- Gift cards sold by all merchants that the caller oversees, newest first, one page. Codes stay sealed: only
-- the mask is returned. Reading across merchants is audited with its filters.
create or replace function vas.gift_cards(p_merchant uuid, p_status text, p_before uuid, p_limit int)
  returns table (id uuid, merchant_id uuid, merchant_name text, store_name text, folio text, product text, provider text,
    amount_centavos bigint, status text, last_four text, is_revealed boolean, reprints int, sold_at timestamptz)
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform app.assert_operator();
  perform audit.record('gift_cards.read', 'gift_cards', null, null, jsonb_strip_nulls(jsonb_build_object(
    'merchantId', p_merchant, 'status', p_status, 'isFurther', case when p_before is not null then true end)), p_merchant);
  return query
    select s.id, s.merchant_id, coalesce(m.trade_name, m.name), t.name, s.folio, s.product_name, s.provider_name,
           s.amount_centavos::bigint, s.status, p.last_four, coalesce(p.revealed_at is not null, false),
           coalesce(p.reprints, 0)::int, s.created_at
      from vas.sales s
      join platform.merchants m on m.id = s.merchant_id and app.oversees(m.id)
      join shop.stores t on t.merchant_id = s.merchant_id and t.id = s.store_id
      left join vas.sale_pins p on p.merchant_id = s.merchant_id and p.sale_id = s.id
     where s.kind = 'pin' and (p_merchant is null or s.merchant_id = p_merchant)
       and (p_status is null or s.status = p_status) and (p_before is null or s.id < p_before)
     order by s.id desc limit p_limit;
end $$;

grant execute on function vas.gift_cards(uuid, text, uuid, int) to mostrador_api;
