-- Daily limits.

-- The business day of a store at a moment, in its time zone.
create or replace function vas.store_day(p_merchant uuid, p_store uuid, p_at timestamptz,
    out begins_at timestamptz, out ends_at timestamptz)
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  select date_trunc('day', p_at at time zone t.time_zone) at time zone t.time_zone,
         (date_trunc('day', p_at at time zone t.time_zone) + interval '1 day') at time zone t.time_zone
    into begins_at, ends_at
    from shop.stores t where t.merchant_id = p_merchant and t.id = p_store;
end $$;

-- The day that a store is counting, with its total so far; a new one begins if the last has ended. Days follow each other: one
-- that has begun keeps its end, and the next one begins there, also when the store's time zone changes. So no change of the time
-- zone empties a day, for any limit.
create or replace function vas.counted_day(p_merchant uuid, p_store uuid, p_at timestamptz) returns vas.day_totals
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_total vas.day_totals;
  v_day record;
begin
  loop
    select d.* into v_total from vas.day_totals d
     where d.merchant_id = p_merchant and d.store_id = p_store and d.seller_id = p_store and d.ends_at > p_at;
    exit when found;
    v_day := vas.store_day(p_merchant, p_store, p_at);
    -- If another transaction has begun the day meanwhile, nothing is written, and it is read.
    insert into vas.day_totals as d (merchant_id, store_id, seller_id, begins_at, ends_at, sales, centavos)
    values (p_merchant, p_store, p_store, v_day.begins_at, v_day.ends_at, 0, 0)
    on conflict (merchant_id, store_id, seller_id) do update
       set begins_at = greatest(excluded.begins_at, d.ends_at), ends_at = excluded.ends_at, sales = 0, centavos = 0
     where d.ends_at <= p_at;
  end loop;
  return v_total;
end $$;

-- Adds a sale to the day that its store is counting, and returns the store's total. The caller holds the store's folio, so there
-- are no concurrent sales.
create or replace function vas.add_to_store(p_sale vas.sales, p_at timestamptz) returns vas.day_totals
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_amount bigint := p_sale.amount_centavos + p_sale.fee_centavos;
  v_total vas.day_totals;
begin
  loop
    update vas.day_totals d set sales = d.sales + 1, centavos = d.centavos + v_amount
     where d.merchant_id = p_sale.merchant_id and d.store_id = p_sale.store_id and d.seller_id = p_sale.store_id
       and d.ends_at > p_at
    returning * into v_total;
    exit when found;
    perform vas.counted_day(p_sale.merchant_id, p_sale.store_id, p_at);
  end loop;
  return v_total;
end $$;

-- Adds a sale to what its cashier has sold in the day that the store is counting, and returns the cashier's total.
create or replace function vas.add_to_cashier(p_sale vas.sales, p_day vas.day_totals) returns vas.day_totals
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_amount bigint := p_sale.amount_centavos + p_sale.fee_centavos;
  v_total vas.day_totals;
begin
  update vas.day_totals d set sales = d.sales + 1, centavos = d.centavos + v_amount
   where d.merchant_id = p_sale.merchant_id and d.store_id = p_sale.store_id and d.seller_id = p_sale.membership_id
     and d.begins_at = p_day.begins_at
  returning * into v_total;
  if not found then
    insert into vas.day_totals as d (merchant_id, store_id, seller_id, begins_at, ends_at, sales, centavos)
    values (p_sale.merchant_id, p_sale.store_id, p_sale.membership_id, p_day.begins_at, p_day.ends_at, 1, v_amount)
    on conflict (merchant_id, store_id, seller_id) do update
       set begins_at = excluded.begins_at, ends_at = excluded.ends_at, sales = 1, centavos = excluded.centavos
    returning * into v_total;
  end if;
  return v_total;
end $$;

-- Takes a sale that failed or was reversed off the day that counted it. An earlier day has no total any more. The
-- store's row is locked before the cashier's, as it is by a new sale, and both before the wallet.
create or replace function vas.take_off_day(p_sale vas.sales) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_seller uuid;
begin
  foreach v_seller in array array[p_sale.store_id, p_sale.membership_id] loop
    update vas.day_totals d
       set sales = d.sales - 1, centavos = d.centavos - (p_sale.amount_centavos + p_sale.fee_centavos)
     where d.merchant_id = p_sale.merchant_id and d.store_id = p_sale.store_id and d.seller_id = v_seller
       and p_sale.created_at >= d.begins_at and p_sale.created_at < d.ends_at;
  end loop;
end $$;

-- Counts a sale that a restore had lost, unless the store counts a later day already.
create or replace function vas.count_found(p_sale vas.sales) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  if not exists (select 1 from vas.day_totals d
                  where d.merchant_id = p_sale.merchant_id and d.store_id = p_sale.store_id and d.seller_id = p_sale.store_id
                    and d.begins_at > p_sale.created_at) then
    perform vas.add_to_cashier(p_sale, vas.add_to_store(p_sale, p_sale.created_at));
  end if;
end $$;

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

-- Refuses a new sale, which the store's day has counted, if with it a daily limit of its cashier, its store or its number is
-- exceeded. What one number has bought is read from its sales of the day, which its own limit keeps few.
create or replace function vas.assert_velocity(p_sale vas.sales, p_day vas.day_totals) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_cashier vas.day_totals := vas.add_to_cashier(p_sale, p_day);
  v_amount bigint := p_sale.amount_centavos + p_sale.fee_centavos;
  v_number_sales int;
  v_number_centavos bigint;
  v_over record;
begin
  if p_sale.reference is not null then
    select count(*) + 1, coalesce(sum(s.amount_centavos + s.fee_centavos), 0) + v_amount
      into v_number_sales, v_number_centavos
      from vas.sales s
     where s.merchant_id = p_sale.merchant_id and s.store_id = p_sale.store_id and s.reference = p_sale.reference
       and s.created_at >= p_day.begins_at and s.created_at < p_day.ends_at and s.status in ('PENDING', 'COMPLETED');
  end if;
  -- Without a number the totals are null, and null exceeds no limit.
  select w.key, l.most, w.adds > l.most as alone into v_over
    from (values (1, 'vas.cashier_day_max_sales', v_cashier.sales, 1),
                 (2, 'vas.cashier_day_max_centavos', v_cashier.centavos, v_amount),
                 (3, 'vas.store_day_max_sales', p_day.sales, 1),
                 (4, 'vas.store_day_max_centavos', p_day.centavos, v_amount),
                 (5, 'vas.reference_day_max_sales', v_number_sales, 1),
                 (6, 'vas.reference_day_max_centavos', v_number_centavos, v_amount)) w (place, key, sold, adds)
   cross join lateral (select settings.setting_integer(p_sale.merchant_id, w.key) as most) l
   where w.sold > l.most
   order by w.place limit 1;
  if found then
    perform vas.refuse_velocity(v_over.key, v_over.most, case when v_over.alone
        then 'This sale alone exceeds the daily limit, which is set by the owner of the merchant or the platform.'
        else 'The daily limit is reached. Sell again tomorrow, or ask the owner of the merchant or the platform to raise the limit.' end,
      case when not v_over.alone then p_day.ends_at end);
  end if;
end $$;
