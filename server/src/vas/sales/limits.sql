-- Daily limits.

-- The current business day of a store, in its time zone.
create or replace function vas.store_day(p_merchant uuid, p_store uuid, out begins_at timestamptz, out ends_at timestamptz)
  language sql stable
  set search_path = pg_catalog, pg_temp
as $$
  select date_trunc('day', now() at time zone t.time_zone) at time zone t.time_zone,
         (date_trunc('day', now() at time zone t.time_zone) + interval '1 day') at time zone t.time_zone
    from shop.stores t where t.merchant_id = p_merchant and t.id = p_store
$$;

-- Refuses what exceeds a limit of a store's day: which limit, and when to try again. A sale that exceeds the
-- limit by itself gets no time.
create or replace function vas.refuse_velocity(p_key text, p_limit bigint, p_detail text, p_again_at timestamptz) returns void
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform app.refuse('velocity_exceeded', p_detail, jsonb_build_object('limit', p_key, 'limitValue', p_limit,
      'againAt', to_char(p_again_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
      'retryAfterSeconds', ceil(extract(epoch from p_again_at - now()))::int));
end $$;

-- Refuses a sale that would exceed a daily limit of its cashier, its store or its reference. Failed sales do
-- not count. The caller holds the store's folio, so there are no concurrent sales.
create or replace function vas.assert_velocity(p_sale vas.sales) returns void
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_day record;
  v_sold record;
  v_total bigint := p_sale.amount_centavos + p_sale.fee_centavos;
  v_over record;
begin
  v_day := vas.store_day(p_sale.merchant_id, p_sale.store_id);
  select count(*) as store_sales, coalesce(sum(s.amount_centavos + s.fee_centavos), 0) as store_centavos,
         count(*) filter (where s.membership_id = p_sale.membership_id) as cashier_sales,
         coalesce(sum(s.amount_centavos + s.fee_centavos) filter (where s.membership_id = p_sale.membership_id), 0) as cashier_centavos,
         count(*) filter (where s.reference = p_sale.reference) as reference_sales,
         coalesce(sum(s.amount_centavos + s.fee_centavos) filter (where s.reference = p_sale.reference), 0) as reference_centavos
    into v_sold
    from vas.sales s
   where s.merchant_id = p_sale.merchant_id and s.store_id = p_sale.store_id
     and s.created_at >= v_day.begins_at and s.created_at < v_day.ends_at and s.status in ('PENDING', 'COMPLETED');

  select w.key, l.most, w.adds > l.most as alone into v_over
    from (values (1, 'vas.cashier_day_max_sales', v_sold.cashier_sales, 1),
                 (2, 'vas.cashier_day_max_centavos', v_sold.cashier_centavos, v_total),
                 (3, 'vas.store_day_max_sales', v_sold.store_sales, 1),
                 (4, 'vas.store_day_max_centavos', v_sold.store_centavos, v_total),
                 (5, 'vas.reference_day_max_sales', v_sold.reference_sales, 1),
                 (6, 'vas.reference_day_max_centavos', v_sold.reference_centavos, v_total)) w (place, key, sold, adds)
   cross join lateral (select settings.setting_integer(p_sale.merchant_id, w.key) as most) l
   where w.sold + w.adds > l.most and (p_sale.reference is not null or w.key not like 'vas.reference%')
   order by w.place limit 1;
  if found then
    perform vas.refuse_velocity(v_over.key, v_over.most, case when v_over.alone
        then 'This sale alone exceeds the daily limit, which is set by the owner of the merchant or the platform.'
        else 'The daily limit is reached. Sell again tomorrow, or ask the owner of the merchant or the platform to raise the limit.' end,
      case when not v_over.alone then v_day.ends_at end);
  end if;
end $$;
