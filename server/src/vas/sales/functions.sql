-- Opens a sale: the record of its idempotency key, the duplicate guard, the folio, the wallet's reservation
-- and the audit row, in the caller's own transaction and before anything is sent to anybody.
-- Answers no row when the key is already taken: the caller then reads what the first request became.
create or replace function vas.open_sale(p_sale vas.sales, p_key text, p_route text, p_fingerprint bytea,
    p_lock_ms int, p_confirm_duplicate boolean, p_duplicate_window interval)
  returns setof vas.sales
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_earlier record;
  v_set int := authz.set_of(p_sale.merchant_id, p_sale.store_id, 'sales');
begin
  if not coalesce(v_set = any (app.creatable_sets()), false) or p_sale.account_id is distinct from app.account_id() then
    raise exception 'the caller may not sell in this store' using errcode = '42501';
  end if;

  if p_key is not null and not app.take_key(p_sale.account_id, p_route, p_key, p_fingerprint, p_sale.merchant_id, p_sale.id,
       now() + p_lock_ms * interval '1 millisecond', null) then
    return;
  end if;

  p_sale.shift_id := vas.shift_of(p_sale);
  p_sale.terminal_id := coalesce(p_sale.terminal_id, app.terminal_id());
  if p_sale.terminal_id is not null then
    perform shop.assert_terminal(p_sale.merchant_id, p_sale.store_id, p_sale.terminal_id);
  end if;
  if p_sale.connection_id is not null then
    perform vas.assert_connection(p_sale.merchant_id, p_sale.store_id, p_sale.connection_id, p_sale.mode);
  end if;

  -- From here on the sales of a store follow each other, so what the limits count stays as it is until this is committed.
  p_sale.folio := vas.next_folio(p_sale.merchant_id, p_sale.store_id);
  perform vas.assert_velocity(p_sale);

  -- Two tills, or two taps with different keys: the second waits for the first and then finds it.
  perform pg_advisory_xact_lock(hashtextextended(
    concat_ws('|', 'vas sale', p_sale.store_id, p_sale.product_id, p_sale.reference, p_sale.amount_centavos), 0));
  if not p_confirm_duplicate and p_sale.reference <> '' then
    select s.id, s.folio, s.status, s.created_at into v_earlier
      from vas.sales s
     where s.merchant_id = p_sale.merchant_id and s.store_id = p_sale.store_id
       and s.product_id = p_sale.product_id and s.reference = p_sale.reference
       and s.amount_centavos = p_sale.amount_centavos
       and s.created_at > clock_timestamp() - p_duplicate_window and s.status in ('PENDING', 'COMPLETED')
     order by s.created_at desc limit 1;
    if found then
      perform app.refuse('duplicate_suspected',
        'Look at the earlier sale; to sell again, send confirmDuplicate with a new Idempotency-Key.',
        jsonb_build_object('saleId', v_earlier.id, 'folio', v_earlier.folio, 'saleStatus', v_earlier.status));
    end if;
  end if;

  if p_sale.mode = 'off' then
    perform app.refuse('aggregator_unavailable', 'Nothing was sent and nothing was charged.');
  end if;

  p_sale.sold_in_session := app.session_id();
  p_sale.sold_at_terminal := app.terminal_id();
  p_sale.permission_set := v_set;
  p_sale.status := 'PENDING';
  p_sale.phase := 'RESERVED';
  p_sale.fence := 1;
  p_sale.checks := 0;
  -- How long is the server's to say; from when, the database's: two clocks never agree.
  p_sale.leased_until := clock_timestamp() + (p_sale.leased_until - p_sale.next_check_at);
  p_sale.next_check_at := clock_timestamp();
  p_sale.created_at := now();
  p_sale.updated_at := now();
  insert into vas.sales values (p_sale.*);
  perform audit.record('vas.sale.opened', 'vas_sale', p_sale.id::text, null, jsonb_build_object(
    'folio', p_sale.folio, 'product', p_sale.product_name, 'amountCentavos', p_sale.amount_centavos,
    'costCentavos', p_sale.cost_centavos), p_sale.merchant_id, p_sale.store_id);
  if p_sale.connection_id is null then
    perform money.post(p_sale.merchant_id, 'reserve', p_sale.id, array['wallet', 'wallet_held'],
      array[-p_sale.cost_centavos, p_sale.cost_centavos]);
  end if;
  return next p_sale;
end $$;

-- The day of a store that it is now, by its own clock on the wall.
create or replace function vas.store_day(p_merchant uuid, p_store uuid, out begins_at timestamptz, out ends_at timestamptz)
  language sql stable
  set search_path = pg_catalog, pg_temp
as $$
  select date_trunc('day', now() at time zone t.time_zone) at time zone t.time_zone,
         (date_trunc('day', now() at time zone t.time_zone) + interval '1 day') at time zone t.time_zone
    from shop.stores t where t.merchant_id = p_merchant and t.id = p_store
$$;

-- Refuses what goes beyond a limit of a store's day: which, and when again. No time helps with what exceeds it alone.
create or replace function vas.refuse_velocity(p_key text, p_limit bigint, p_detail text, p_again_at timestamptz) returns void
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform app.refuse('velocity_exceeded', p_detail, jsonb_build_object('limit', p_key, 'limitValue', p_limit,
      'againAt', to_char(p_again_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
      'retryAfterSeconds', ceil(extract(epoch from p_again_at - now()))::int));
end $$;

-- Refuses a sale with which its cashier, its store or its reference would come to more than is usual in a day of the
-- store. What came to nothing does not count. The caller holds the store's folio, so nobody sells meanwhile.
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

  select l.key, l.value::bigint as most, w.adds > l.value::bigint as alone into v_over
    from (values (1, 'vas.cashier_day_max_sales', v_sold.cashier_sales, 1),
                 (2, 'vas.cashier_day_max_centavos', v_sold.cashier_centavos, v_total),
                 (3, 'vas.store_day_max_sales', v_sold.store_sales, 1),
                 (4, 'vas.store_day_max_centavos', v_sold.store_centavos, v_total),
                 (5, 'vas.reference_day_max_sales', v_sold.reference_sales, 1),
                 (6, 'vas.reference_day_max_centavos', v_sold.reference_centavos, v_total)) w (place, key, sold, adds)
    join settings.settings_of(p_sale.merchant_id, array[
           'vas.cashier_day_max_sales', 'vas.cashier_day_max_centavos', 'vas.store_day_max_sales',
           'vas.store_day_max_centavos', 'vas.reference_day_max_sales', 'vas.reference_day_max_centavos']) l on l.key = w.key
   where w.sold + w.adds > l.value::bigint and (p_sale.reference <> '' or w.key not like 'vas.reference%')
   order by w.place limit 1;
  if found then
    perform vas.refuse_velocity(v_over.key, v_over.most, case when v_over.alone
        then 'This sale alone is more than the limit of a day. The owner of the merchant or the platform sets it.'
        else 'The limit of this day is reached. Sell again tomorrow, or ask the owner of the merchant or the platform to raise it.' end,
      case when not v_over.alone then v_day.ends_at end);
  end if;
end $$;

-- The shift that a sale belongs to, held open until the sale is: the one that it names, which has to be the
-- seller's own, or the one that the seller has open. Whatever it is paid with, there is none without: as with a cart.
create or replace function vas.shift_of(p_sale vas.sales) returns uuid
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_id uuid;
  v_shift shop.shifts;
begin
  select s.id into v_id from shop.shifts s
   where s.merchant_id = p_sale.merchant_id and s.membership_id = p_sale.membership_id
     and case when p_sale.shift_id is null then s.status = 'OPEN' else s.id = p_sale.shift_id end;
  if v_id is not null then
    v_shift := shop.share_shift(p_sale.merchant_id, v_id);
  end if;
  if p_sale.shift_id is not null and v_id is null then
    perform app.refuse('not_found', 'You have no such shift in this store.');
  elsif v_shift.id is null then
    perform shop.refuse_closed_shift();
  end if;
  return v_shift.id;
end $$;

-- The connection that is to pay is the store's, is neither deleted nor paused and stays so until the sale is opened, and was
-- made for the provider that sells.
create or replace function vas.assert_connection(p_merchant uuid, p_store uuid, p_connection uuid, p_mode text) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_connection shop.connections;
begin
  select c.* into v_connection from shop.connections c
   where c.merchant_id = p_merchant and c.id = p_connection and c.store_id = p_store for share;
  if not found then
    perform app.refuse('not_found', 'There is no such connection in this store.');
  elsif v_connection.deleted_at is not null then
    perform app.refuse('connection_disabled', 'It was deleted; fund the sale from the wallet, or name another.');
  elsif v_connection.paused_at is not null then
    perform app.refuse('connection_paused',
      'Who answered for it may not connect accounts any more: a manager resumes it by POST /pos/connections/{id}/resume. '
      'Until then fund the sale from the wallet, or name another.');
  elsif p_mode <> 'off' and v_connection.environment <> p_mode then
    perform app.refuse('connection_disabled', 'It was made for ' || v_connection.environment || '.');
  end if;
end $$;

-- Consecutive per store, without gaps: a sale that is refused takes its number back.
create or replace function vas.next_folio(p_merchant uuid, p_store uuid) returns text
  language sql volatile
  set search_path = pg_catalog, pg_temp
as $$
  insert into vas.folios as f (merchant_id, store_id, last_no) values (p_merchant, p_store, 1)
  on conflict (merchant_id, store_id) do update set last_no = f.last_no + 1
  returning 'V-' || lpad(f.last_no::text, 6, '0')
$$;

-- Takes ownership of sales that are due and whose owner is gone: a lease, and a fence that refuses the
-- owner before, should it wake up. Each sale goes to exactly one process.
create or replace function vas.claim_due(p_modes text[], p_limit int, p_lease_ms int) returns setof vas.sales
  language sql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
  update vas.sales s
     set fence = s.fence + 1, checks = s.checks + 1,
         leased_until = clock_timestamp() + p_lease_ms * interval '1 millisecond'
    from (select merchant_id, id from vas.sales
           where (status = 'PENDING' or sweep_until is not null) and next_check_at <= clock_timestamp()
             and coalesce(leased_until <= clock_timestamp(), true) and mode = any (p_modes)
           order by next_check_at limit p_limit for update skip locked) due
   where s.merchant_id = due.merchant_id and s.id = due.id
  returning s.*
$$;

-- The same for one sale that somebody is looking at: at most one owner every `p_interval_ms`.
create or replace function vas.claim_one(p_merchant uuid, p_id uuid, p_modes text[], p_interval_ms int, p_lease_ms int)
  returns setof vas.sales
  language sql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
  update vas.sales s
     set fence = s.fence + 1, checks = s.checks + 1,
         leased_until = clock_timestamp() + p_lease_ms * interval '1 millisecond'
   where s.merchant_id = p_merchant and s.id = p_id and s.status = 'PENDING' and s.mode = any (p_modes)
     and coalesce(s.leased_until <= clock_timestamp(), true)
     and s.updated_at <= clock_timestamp() - p_interval_ms * interval '1 millisecond'
  returning s.*
$$;

-- Somebody says that a sale has moved: it becomes due, though no sooner than `p_interval_ms` after it was last
-- looked at. One that had completed is looked at once more, since the provider may have taken it back; one that had
-- failed as well, since a success after a refusal costs money that nobody was asked for.
create or replace function vas.wake(p_id uuid, p_interval_ms int) returns void
  language sql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
  update vas.sales s
     set next_check_at = least(s.next_check_at, greatest(clock_timestamp(), s.updated_at + p_interval_ms * interval '1 millisecond')),
         sweep_until = case when s.status = 'PENDING' then s.sweep_until
                            else coalesce(s.sweep_until, clock_timestamp() + interval '10 minutes') end
   where s.id = p_id and (s.status = 'PENDING'
      or s.status = 'COMPLETED' and s.sweep_until is null
      or s.status = 'FAILED' and s.incident is distinct from 'late_completion')
$$;

-- What the provider's list says of sales that have ended otherwise here: each is due at once, and the provider is asked
-- about it by whoever settles. Answers how many there were. A sale that is still open is asked about anyway.
create or replace function vas.heed_list(p_mode text, p_records jsonb) returns int
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_heeded int;
begin
  update vas.sales s
     set next_check_at = clock_timestamp(), sweep_until = coalesce(s.sweep_until, clock_timestamp() + interval '1 hour')
    from jsonb_to_recordset(p_records) r (id uuid, outcome text)
   where s.id = r.id and s.mode = p_mode
     and (s.status = 'COMPLETED' and r.outcome = 'reversed'
       or s.status = 'FAILED' and r.outcome = 'completed' and s.incident is distinct from 'late_completion');
  get diagnostics v_heeded = row_count;
  return v_heeded;
end $$;

-- Whose lists are read, and from when on: our own account, and those of merchants that paid for sales of the last thirty
-- days. A reversal may come long after its sale, so the list of what was taken back starts that much earlier.
create or replace function vas.lists_to_read(p_mode text)
  returns table (merchant_id uuid, connection_id uuid, listed_until timestamptz, first_sale_at timestamptz, now timestamptz)
  language sql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
  select a.merchant_id, a.connection_id, l.listed_until, a.first_sale_at, clock_timestamp()
    from (select null::uuid as merchant_id, null::uuid as connection_id, (
                   select s.created_at from vas.sales s
                    where s.mode = p_mode and s.connection_id is null and s.created_at > now() - interval '30 days'
                    order by s.created_at limit 1) as first_sale_at
          union all
          select c.merchant_id, c.id, (
                   select min(s.created_at) from vas.sales s
                    where s.merchant_id = c.merchant_id and s.connection_id = c.id and s.mode = p_mode
                      and s.created_at > now() - interval '30 days')
            from shop.connections c where c.environment = p_mode and c.sealed is not null) a
    left join vas.provider_lists l on l.mode = p_mode
      and l.connection_id = coalesce(a.connection_id, '00000000-0000-0000-0000-000000000000')
   where a.first_sale_at is not null
$$;

-- Notes how far an account's list has been read and heeded; it never goes back.
create or replace function vas.note_list_read(p_mode text, p_connection uuid, p_until timestamptz) returns void
  language sql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
  insert into vas.provider_lists as l (mode, connection_id, listed_until)
  values (p_mode, coalesce(p_connection, '00000000-0000-0000-0000-000000000000'), p_until)
  on conflict (mode, connection_id) do update set listed_until = greatest(l.listed_until, excluded.listed_until)
$$;
grant execute on function vas.heed_list(text, jsonb), vas.lists_to_read(text), vas.note_list_read(text, uuid, timestamptz)
  to mostrador_worker;

-- Moves a sale from one phase to another, once: compare-and-set on phase and fence. The money moves, and
-- the audit row is written, in the same statement's transaction. No row: somebody else was first.
create or replace function vas.transition(
  p_merchant uuid, p_id uuid, p_fence int, p_from text, p_to text, p_facts jsonb, p_next_check_at timestamptz,
  p_leased_until timestamptz)
  returns setof vas.sales
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_sale vas.sales;
  v_paid bigint := case when p_to = 'COMPLETED' and p_from <> p_to then (p_facts ->> 'wholesaleCentavos')::bigint end;
  is_final boolean := p_to in ('COMPLETED', 'FAILED', 'REVERSED');
begin
  if not (p_from || '>' || p_to) = any (array[
    'RESERVED>HOLDING', 'RESERVED>HELD', 'RESERVED>CONFIRMING', 'RESERVED>FAILED', 'RESERVED>REVIEW',
    'HOLDING>HOLDING', 'HOLDING>HELD', 'HOLDING>CONFIRMING', 'HOLDING>FAILED', 'HOLDING>REVIEW',
    'HELD>HELD', 'HELD>CONFIRMING', 'HELD>FAILED', 'HELD>REVIEW',
    'CONFIRMING>CONFIRMING', 'CONFIRMING>SUBMITTED', 'CONFIRMING>COMPLETED', 'CONFIRMING>FAILED', 'CONFIRMING>REVIEW',
    'SUBMITTED>SUBMITTED', 'SUBMITTED>COMPLETED', 'SUBMITTED>FAILED', 'SUBMITTED>REVIEW',
    'REVIEW>REVIEW', 'REVIEW>COMPLETED', 'REVIEW>FAILED',
    'COMPLETED>REVERSED', 'COMPLETED>COMPLETED', 'FAILED>FAILED']) then
    raise exception 'a sale does not go from % to %', p_from, p_to;
  end if;

  update vas.sales s
     set phase = p_to,
         status = case when is_final then p_to else 'PENDING' end,
         provider_transaction_ref = coalesce(p_facts ->> 'providerTransactionRef', s.provider_transaction_ref),
         hold_expires_at = coalesce((p_facts ->> 'holdExpiresAt')::timestamptz, s.hold_expires_at),
         authorization_code = coalesce(p_facts ->> 'authorizationCode', s.authorization_code),
         failure_code = coalesce(p_facts ->> 'failureCode', s.failure_code),
         provider_code = coalesce(p_facts ->> 'providerCode', s.provider_code),
         -- What a connection paid is known when the provider says it; until then it was our own price for it.
         wholesale_centavos = coalesce(v_paid, s.wholesale_centavos),
         cost_centavos = coalesce(v_paid, s.cost_centavos),
         commission_centavos = case when v_paid is null then s.commission_centavos
                                    else greatest(0, s.amount_centavos + s.fee_centavos - v_paid) end,
         incident = coalesce(p_facts ->> 'incident', s.incident),
         -- What a person has decided was about what was known then.
         review_closed_at = case when p_facts ? 'incident' then null else s.review_closed_at end,
         sweep_until = case when p_facts ? 'sweepUntil' then (p_facts ->> 'sweepUntil')::timestamptz else s.sweep_until end,
         next_check_at = coalesce(p_next_check_at, s.next_check_at),
         leased_until = p_leased_until,
         updated_at = clock_timestamp(),
         completed_at = case when is_final and s.status = 'PENDING' then clock_timestamp() else s.completed_at end
   where s.merchant_id = p_merchant and s.id = p_id and s.phase = p_from and s.fence = p_fence
  returning * into v_sale;
  if not found then
    return;
  elsif v_paid is not null and v_sale.connection_id is null then
    raise exception 'what our own account pays is not the provider''s to say with a sale';
  end if;

  if p_from <> p_to or p_facts ? 'incident' then
    perform audit.record('vas.sale.' || lower(coalesce(p_facts ->> 'incident', p_to)), 'vas_sale', p_id::text,
      jsonb_build_object('phase', p_from), jsonb_build_object('phase', p_to) || (p_facts - 'sweepUntil'),
      v_sale.merchant_id, v_sale.store_id);
  end if;
  if p_from <> p_to and is_final then
    perform events.emit(v_sale.merchant_id, v_sale.store_id, v_sale.permission_set,
      case p_to when 'COMPLETED' then 'vas.sale.completed' when 'FAILED' then 'vas.sale.failed' else 'vas.sale.reversed' end,
      jsonb_build_object('saleId', p_id, 'status', v_sale.status, 'terminalId', v_sale.terminal_id));
    perform vas.book(v_sale);
  elsif p_from <> p_to and p_to = 'REVIEW' then
    perform events.emit(v_sale.merchant_id, v_sale.store_id, null, 'vas.sale.review', jsonb_build_object('saleId', p_id));
  end if;
  return next v_sale;
end $$;

-- What a final phase does to the books. See docs/ledger.md.
create or replace function vas.book(p_sale vas.sales) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_cost bigint := p_sale.cost_centavos;
  v_wholesale bigint := p_sale.wholesale_centavos;
  v_income bigint := p_sale.cost_centavos - p_sale.wholesale_centavos;
begin
  if p_sale.connection_id is not null then
    -- Nothing was reserved, so there is nothing to release.
    if p_sale.phase <> 'FAILED' then
      perform money.post(p_sale.merchant_id,
        case p_sale.phase when 'COMPLETED' then 'connection_capture' else 'connection_reverse' end, p_sale.id,
        array['connection_balance', 'connection_spent'],
        case p_sale.phase when 'COMPLETED' then array[-v_wholesale, v_wholesale] else array[v_wholesale, -v_wholesale] end);
    end if;
  elsif p_sale.phase = 'FAILED' then
    perform money.post(p_sale.merchant_id, 'release', p_sale.id, array['wallet_held', 'wallet'], array[-v_cost, v_cost]);
  elsif v_income = 0 then
    perform money.post(p_sale.merchant_id, case p_sale.phase when 'COMPLETED' then 'capture' else 'reverse' end, p_sale.id,
      case p_sale.phase when 'COMPLETED' then array['wallet_held', 'aggregator_payable'] else array['aggregator_payable', 'wallet'] end,
      array[-v_cost, v_cost]);
  elsif p_sale.phase = 'COMPLETED' then
    perform money.post(p_sale.merchant_id, 'capture', p_sale.id,
      array['wallet_held', 'aggregator_payable', 'commission_income'], array[-v_cost, v_wholesale, v_income]);
  else
    perform money.post(p_sale.merchant_id, 'reverse', p_sale.id,
      array['aggregator_payable', 'commission_income', 'wallet'], array[-v_wholesale, -v_income, v_cost]);
  end if;
end $$;

-- The provider completed what we had given up: nobody paid, and the aggregator will be. The money waits in
-- suspense until a person decides.
create or replace function vas.book_late_completion(p_merchant uuid, p_id uuid) returns void
  language sql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
  select money.post(s.merchant_id, 'correction', s.id,
    case when s.connection_id is null then array['suspense', 'aggregator_payable'] else array['connection_balance', 'suspense'] end,
    array[-s.wholesale_centavos, s.wholesale_centavos]::bigint[], 'completed at the provider after it had failed here')
    from vas.sales s where s.merchant_id = p_merchant and s.id = p_id
     and not exists (select from money.postings p
                      where p.merchant_id = p_merchant and p.reference = p_id and p.kind = 'correction')
$$;

-- Sales of a day as the reconciliation needs them: what their status demands of the books, and what the books say.
-- What waits in suspense was corrected by hand or by an incident, and is no part of the sale's own postings.
create or replace function vas.day_of_sales(p_day date, p_mode text)
  returns table (id uuid, merchant_id uuid, folio text, status text, phase text, amount_centavos bigint,
    connection_id uuid, demanded jsonb, booked jsonb)
  language sql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
  select s.id, s.merchant_id, s.folio, s.status, s.phase, s.amount_centavos, s.connection_id,
         case
           when s.connection_id is not null and s.status = 'COMPLETED' then
             jsonb_build_object('connection_balance', -s.wholesale_centavos, 'connection_spent', s.wholesale_centavos)
           when s.connection_id is null and s.status = 'COMPLETED' then
             jsonb_strip_nulls(jsonb_build_object('wallet', -s.cost_centavos, 'aggregator_payable', s.wholesale_centavos,
               'commission_income', nullif(s.cost_centavos - s.wholesale_centavos, 0)))
           when s.connection_id is null and s.status = 'PENDING' then
             jsonb_build_object('wallet', -s.cost_centavos, 'wallet_held', s.cost_centavos)
           else '{}' end,
         coalesce((select jsonb_object_agg(b.account, b.centavos)
            from (select e.account, sum(e.amount_centavos)::bigint as centavos
                    from money.postings p
                    join money.entries e on e.merchant_id = p.merchant_id and e.posting_id = p.id
                   where p.merchant_id = s.merchant_id and p.reference = s.id and p.kind <> 'correction'
                   group by e.account having sum(e.amount_centavos) <> 0) b), '{}')
    from vas.sales s
   where s.mode = p_mode
     and s.created_at >= p_day::timestamp at time zone 'America/Mexico_City'
     and s.created_at < (p_day + 1)::timestamp at time zone 'America/Mexico_City'
   order by s.id
$$;
grant execute on function vas.day_of_sales(date, text) to mostrador_worker;

grant execute on function vas.open_sale(vas.sales, text, text, bytea, int, boolean, interval) to mostrador_api;
grant execute on function
  vas.claim_due(text[], int, int), vas.claim_one(uuid, uuid, text[], int, int),
  vas.transition(uuid, uuid, int, text, text, jsonb, timestamptz, timestamptz),
  vas.wake(uuid, int), vas.book_late_completion(uuid, uuid) to mostrador_worker;

-- Makes the catalog what the aggregator's whole product list says: adds, changes, and switches off what is
-- gone, which is never deleted because sales refer to it. What merchants earn and charge is said by the terms.
create or replace function vas.sync_catalog(p_products jsonb)
  returns table (added int, changed int, deactivated int)
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('vas catalog', 0));

  -- Two carriers may be written alike; the later one's logo is then named by its id as well.
  insert into vas.providers as v (id, provider_ref, name, slug)
  select app.uuid_v7(), n.ref, n.name,
         case when row_number() over (partition by n.slug order by n.ref) > 1
                or exists (select from vas.providers o where o.slug = n.slug and o.provider_ref <> n.ref)
              then n.slug || '-' || n.ref else n.slug end
    from (select distinct on (p ->> 'providerRef') p ->> 'providerRef' as ref, p ->> 'providerName' as name,
                 p ->> 'providerSlug' as slug
            from jsonb_array_elements(p_products) p order by p ->> 'providerRef') n
  on conflict (provider_ref) do update set name = excluded.name, updated_at = now()
   where v.name <> excluded.name;

  create temporary table incoming on commit drop as
  select x.*, v.id as provider_id
    from jsonb_to_recordset(p_products) as x (
           "productRef" text, "providerRef" text, kind text, subkind text, name text, description text,
           amount bigint, min bigint, max bigint, increment bigint, wholesale bigint, "wholesaleBps" int,
           "referenceRule" text, validity jsonb, lookup boolean, modes text[],
           posting jsonb, notes text, "usageInfo" text[], terms text)
    join vas.providers v on v.provider_ref = x."providerRef";

  insert into vas.price_history (product_id, at, before, after)
  select p.id, clock_timestamp(),
         jsonb_build_object('amount', p.amount_centavos, 'min', p.min_centavos, 'max', p.max_centavos,
                            'wholesale', p.wholesale_centavos, 'wholesaleBps', p.wholesale_bps),
         jsonb_build_object('amount', i.amount, 'min', i.min, 'max', i.max, 'wholesale', i.wholesale, 'wholesaleBps', i."wholesaleBps")
    from vas.products p join pg_temp.incoming i on i."productRef" = p.provider_product_ref
   where (p.amount_centavos, p.min_centavos, p.max_centavos, p.wholesale_centavos, p.wholesale_bps)
         is distinct from (i.amount, i.min, i.max, i.wholesale, i."wholesaleBps");

  with gone as (
    update vas.products p set is_active = false, updated_at = now()
     where p.is_active and not exists (select from pg_temp.incoming i where i."productRef" = p.provider_product_ref)
    returning 1)
  select count(*) into deactivated from gone;

  with moved as (
    update vas.products p
       set name = i.name, description = i.description, provider_id = i.provider_id, amount_centavos = i.amount,
           min_centavos = i.min, max_centavos = i.max, increment_centavos = i.increment,
           wholesale_centavos = i.wholesale, wholesale_bps = i."wholesaleBps",
           validity = i.validity, lookup = i.lookup,
           payment_modes = i.modes, posting_period = i.posting, notes = i.notes,
           usage_info = i."usageInfo", terms = i.terms, is_active = true, updated_at = now()
      from pg_temp.incoming i
     where i."productRef" = p.provider_product_ref
       and (p.name, p.description, p.provider_id, p.amount_centavos, p.min_centavos, p.max_centavos, p.increment_centavos,
            p.wholesale_centavos, p.wholesale_bps, p.validity, p.lookup, p.payment_modes, p.posting_period, p.notes, p.usage_info, p.terms, p.is_active)
           is distinct from
           (i.name, i.description, i.provider_id, i.amount, i.min, i.max, i.increment, i.wholesale, i."wholesaleBps",
            i.validity, i.lookup, i.modes, i.posting, i.notes, i."usageInfo", i.terms, true)
    returning 1)
  select count(*) into changed from moved;

  with new as (
    insert into vas.products (id, provider_product_ref, provider_id, kind, subkind, name, description, amount_centavos,
      min_centavos, max_centavos, increment_centavos, wholesale_centavos, wholesale_bps,
      reference_rule, validity, lookup, payment_modes, posting_period, notes, usage_info, terms)
    select app.uuid_v7(), i."productRef", i.provider_id, i.kind, i.subkind, i.name, i.description, i.amount, i.min, i.max,
           i.increment, i.wholesale, i."wholesaleBps", i."referenceRule", i.validity, i.lookup,
           i.modes, i.posting, i.notes, i."usageInfo", i.terms
      from pg_temp.incoming i
     where not exists (select from vas.products p where p.provider_product_ref = i."productRef")
    returning 1)
  select count(*) into added from new;

  perform audit.record('vas.catalog.synced', 'vas_catalog', null, null,
    jsonb_build_object('added', added, 'changed', changed, 'deactivated', deactivated));
  return next;
end $$;
grant execute on function vas.sync_catalog(jsonb) to mostrador_worker;

-- Forgets quotes that ran out a day ago and were never paid, some at a time; what a sale was made from is kept with it.
create or replace function vas.forget_quotes(p_count int) returns int
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_forgotten int;
begin
  delete from vas.quotes q using (
    select o.merchant_id, o.id from vas.quotes o
     where o.expires_at < now() - interval '1 day'
       and not exists (select from vas.sales s where s.merchant_id = o.merchant_id and s.quote_id = o.id)
     order by o.expires_at limit p_count) old
   where q.merchant_id = old.merchant_id and q.id = old.id;
  get diagnostics v_forgotten = row_count;
  return v_forgotten;
end $$;
grant execute on function vas.forget_quotes(int) to mostrador_worker;
