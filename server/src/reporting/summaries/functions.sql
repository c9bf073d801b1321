-- The rollup of a merchant's business day, computed only from stored history: the same history always gives
-- the same lines. Sales, deposits and settlements count for the day on which they were requested, with their
-- current status; the wallet and the platform's income for the day on which they were booked.
create or replace function reporting.day_lines(p_merchant uuid, p_from timestamptz, p_to timestamptz) returns jsonb
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  return (with found (topic, kind, status, count, amount, fee, commission, cost) as (
    select 'vas', s.kind, s.status, count(*), sum(s.amount_centavos), sum(s.fee_centavos), sum(s.commission_centavos),
           sum(s.cost_centavos)
      from vas.sales s
     where s.merchant_id = p_merchant and s.created_at >= p_from and s.created_at < p_to
     group by s.kind, s.status
    union all
    select 'deposit', null, d.status, count(*), sum(d.amount_centavos), null, null, null
      from money.deposits d
     where d.merchant_id = p_merchant and d.reported_at >= p_from and d.reported_at < p_to
     group by d.status
    union all
    select 'settlement', null, s.status, count(*), sum(s.amount_centavos), null, null, null
      from money.settlements s
     where s.merchant_id = p_merchant and s.requested_at >= p_from and s.requested_at < p_to
     group by s.status
    union all
    select case e.account when 'wallet' then 'wallet' else 'commission' end, p.kind, null, count(*), sum(e.amount_centavos),
           null, null, null
      from money.entries e join money.postings p on p.merchant_id = e.merchant_id and p.id = e.posting_id
     where e.merchant_id = p_merchant and e.account in ('wallet', 'commission_income')
       and e.posted_at >= p_from and e.posted_at < p_to
     group by e.account, p.kind)
  select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('topic', topic, 'kind', kind, 'status', status,
           'count', count, 'amountCentavos', amount, 'feeCentavos', fee, 'commissionCentavos', commission,
           'costCentavos', cost)) order by topic collate "C", kind collate "C", status collate "C"), '[]')
    from found);
end $$;

-- Rolls up some days of a merchant. A concurrent caller waits, finds no difference and writes nothing;
-- differences from the last version make a new version. Returns how many rows it has written. What the wallet had when the
-- first day began is what it has now less all that was booked since; each day adds its lines. So a balance agrees with the
-- lines also when an entry was booked at midnight in another order than that of posted_at, and no older entry is read.
create or replace function reporting.roll_up(p_merchant uuid, p_from date, p_to date) returns int
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_zone text;
  v_day date;
  v_begins timestamptz;
  v_ends timestamptz;
  v_lines jsonb;
  v_closing bigint;
  v_last reporting.settlement_rollups;
  v_made int := 0;
begin
  perform pg_advisory_xact_lock(hashtextextended('rollup of ' || p_merchant, 0));
  select m.time_zone into strict v_zone from platform.merchants m where m.id = p_merchant;
  v_begins := p_from::timestamp at time zone v_zone;
  select w.available_centavos - coalesce(sum(e.amount_centavos), 0) into v_closing
    from money.wallets w
    left join money.entries e on e.merchant_id = w.merchant_id and e.account = 'wallet' and e.posted_at >= v_begins
   where w.merchant_id = p_merchant group by w.available_centavos;
  for v_day in select d::date from generate_series(p_from, p_to, interval '1 day') d loop
    v_begins := v_day::timestamp at time zone v_zone;
    v_ends := (v_day + 1)::timestamp at time zone v_zone;
    v_lines := reporting.day_lines(p_merchant, v_begins, v_ends);
    v_closing := v_closing + (select coalesce(sum((l ->> 'amountCentavos')::bigint), 0)
                                from jsonb_array_elements(v_lines) l where l ->> 'topic' = 'wallet');
    select * into v_last from reporting.settlement_rollups r
     where r.merchant_id = p_merchant and r.day = v_day order by r.version desc limit 1;
    -- A day without any history has no row.
    if (v_last.version is null and v_lines <> '[]')
       or (v_last.version is not null and (v_last.lines, v_last.closing_centavos::bigint) is distinct from (v_lines, v_closing)) then
      insert into reporting.settlement_rollups (merchant_id, day, version, lines, closing_centavos)
      values (p_merchant, v_day, coalesce(v_last.version, 0) + 1, v_lines, v_closing);
      v_made := v_made + 1;
    end if;
  end loop;
  return v_made;
end $$;

-- Whether an account that started platform work may still do it for this merchant.
create or replace function reporting.may_still_roll_up(p_account uuid, p_merchant uuid) returns boolean
  language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  return exists (select 1 from identity.accounts a where a.id = p_account and a.status = 'ACTIVE')
     and identity.is_staff(p_account)
     and (not exists (select 1 from identity.labels l where l.account_id = p_account and l.label = 'platformAdmin')
          or not exists (select 1 from identity.confines(p_account))
          or p_merchant in (select c from identity.confines(p_account) c));
end $$;


-- Every read across merchants is audited with its filters. Returns aggregates, never rows of a store.
create or replace function reporting.begin_summary(p_name text, p_from date, p_to date, p_merchant uuid) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform app.assert_operator();
  perform audit.record('summary.read', 'summary', p_name, null, jsonb_strip_nulls(jsonb_build_object(
    'from', p_from, 'to', p_to, 'merchantId', p_merchant)), p_merchant);
end $$;

-- Value-added services by merchant, day (in the merchant's time zone), kind and status.
create or replace function reporting.vas_summary(p_from date, p_to date, p_merchant uuid)
  returns table (merchant_id uuid, day date, kind text, status text, count bigint, amount_centavos bigint,
                 fee_centavos bigint, commission_centavos bigint, cost_centavos bigint)
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  perform reporting.begin_summary('vas', p_from, p_to, p_merchant);
  return query
    select s.merchant_id, (s.created_at at time zone m.time_zone)::date, s.kind, s.status, count(*),
           sum(s.amount_centavos)::bigint, sum(s.fee_centavos)::bigint, sum(s.commission_centavos)::bigint,
           sum(s.cost_centavos)::bigint
      from vas.sales s join platform.merchants m on m.id = s.merchant_id and app.oversees(m.id)
     where (p_merchant is null or s.merchant_id = p_merchant)
       -- A day of any time zone lies within these bounds, which can use the index.
       and s.created_at >= (p_from - 1)::timestamp at time zone 'UTC'
       and s.created_at < (p_to + 2)::timestamp at time zone 'UTC'
       and (s.created_at at time zone m.time_zone)::date between p_from and p_to
     group by 1, 2, 3, 4;
end $$;

-- Till sales and refunds by merchant and business day (in the store's time zone).
create or replace function reporting.sales_summary(p_from date, p_to date, p_merchant uuid)
  returns table (merchant_id uuid, day date, orders bigint, total_centavos bigint, discount_centavos bigint,
                 tax_centavos bigint, refunds bigint, refunded_centavos bigint)
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  perform reporting.begin_summary('sales', p_from, p_to, p_merchant);
  return query
    select f.merchant_id, f.day, sum(f.orders)::bigint, sum(f.total)::bigint, sum(f.discount)::bigint, sum(f.tax)::bigint,
           sum(f.refunds)::bigint, sum(f.refunded)::bigint
      from (select o.merchant_id, o.sold_on as day, 1 as orders, o.total_centavos as total, o.discount_centavos as discount,
                   o.tax_centavos as tax, 0 as refunds, 0 as refunded
              from selling.sales_orders o where o.sold_on between p_from and p_to
            union all
            select r.merchant_id, r.refunded_on, 0, 0, 0, 0, 1, r.amount_centavos
              from selling.refunds r where r.refunded_on between p_from and p_to) f
      join platform.merchants m on m.id = f.merchant_id and app.oversees(m.id)
     where p_merchant is null or f.merchant_id = p_merchant
     group by 1, 2;
end $$;

-- Merchants by the totals of their rolled-up days, largest first. Only the last version of each day counts.
create or replace function reporting.merchants_summary(p_from date, p_to date, p_limit int, p_amount bigint, p_after uuid)
  returns table (merchant_id uuid, days bigint, last_day date, vas_count bigint, vas_centavos bigint,
                 commission_centavos bigint, deposited_centavos bigint, settled_centavos bigint,
                 wallet_change_centavos bigint, closing_centavos bigint)
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  perform reporting.begin_summary('merchants', p_from, p_to, null);
  return query
    with latest as (
      select distinct on (r.merchant_id, r.day) r.* from reporting.settlement_rollups r
       where r.day between p_from and p_to and app.oversees(r.merchant_id)
       order by r.merchant_id, r.day, r.version desc),
    told as (
      select l.merchant_id, l.day, l.closing_centavos,
             sum(t.count) filter (where t.topic = 'vas' and t.status = 'COMPLETED') as vas_count,
             sum(t."amountCentavos") filter (where t.topic = 'vas' and t.status = 'COMPLETED') as vas,
             sum(t."amountCentavos") filter (where t.topic = 'commission') as commission,
             sum(t."amountCentavos") filter (where t.topic = 'deposit' and t.status = 'CREDITED') as deposited,
             sum(t."amountCentavos") filter (where t.topic = 'settlement' and t.status = 'PAID') as settled,
             sum(t."amountCentavos") filter (where t.topic = 'wallet') as wallet
        from latest l
        left join lateral jsonb_to_recordset(l.lines)
          as t (topic text, kind text, status text, count bigint, "amountCentavos" bigint) on true
       group by l.merchant_id, l.day, l.closing_centavos),
    totals as (
      select t.merchant_id, count(*) as days, max(t.day) as last_day, coalesce(sum(t.vas_count), 0)::bigint as vas_count,
             coalesce(sum(t.vas), 0)::bigint as vas_centavos, coalesce(sum(t.commission), 0)::bigint as commission,
             coalesce(sum(t.deposited), 0)::bigint as deposited, coalesce(sum(t.settled), 0)::bigint as settled,
             coalesce(sum(t.wallet), 0)::bigint as wallet,
             (array_agg(t.closing_centavos order by t.day desc))[1]::bigint as closing
        from told t group by t.merchant_id)
    select * from totals t
     where p_after is null or (t.vas_centavos, t.merchant_id) < (p_amount, p_after)
     order by t.vas_centavos desc, t.merchant_id desc limit p_limit;
end $$;

-- Queues a rollup of days, of one merchant or of all, and audits who requested it.
create or replace function reporting.request_rollup(p_workflow text, p_from date, p_to date, p_merchant uuid) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_asked jsonb := jsonb_build_object('from', p_from, 'to', p_to, 'merchantId', p_merchant);
begin
  perform app.assert_operator();
  if p_merchant is null then
    perform app.assert_oversees_all();
  elsif not app.oversees(p_merchant) then
    perform app.refuse('not_found');
  end if;
  perform audit.record_at(coalesce(p_merchant, app.platform_id()), null, 'settlements.rollup_requested', 'workflow', p_workflow,
    null, v_asked);
  perform app.enqueue_work('settlements.rollup', p_workflow, v_asked || jsonb_build_object('startedBy', app.account_id()),
    'mostrador');
end $$;

grant execute on function reporting.roll_up(uuid, date, date),
  reporting.may_still_roll_up(uuid, uuid) to mostrador_worker;
grant execute on function reporting.vas_summary(date, date, uuid), reporting.sales_summary(date, date, uuid),
  reporting.merchants_summary(date, date, int, bigint, uuid),
  reporting.request_rollup(text, date, date, uuid) to mostrador_api;
