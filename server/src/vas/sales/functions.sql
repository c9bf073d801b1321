-- Opens a sale: the duplicate check, the folio, the wallet's reservation and the audit row, in the caller's
-- transaction and before anything is sent.
-- place: tenant
create or replace function vas.open_sale(p_merchant uuid, p_sale vas.sales, p_confirm_duplicate boolean,
    p_duplicate_window interval) returns vas.sales
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_earlier record;
  v_shift shop.shifts;
  v_day vas.day_totals;
  v_since timestamptz;
  v_set int := authz.set_of(p_merchant, p_sale.store_id, 'sales');
begin
  p_sale.merchant_id := p_merchant;
  if not coalesce(v_set = any (app.creatable_sets()), false) or p_sale.account_id is distinct from app.account_id() then
    raise exception 'the caller may not sell in this store' using errcode = '42501';
  end if;

  perform app.assert_not_restored('Services are sold again once the platform has compared its books with the provider''s.');
  v_shift := vas.shift_of(p_sale);
  p_sale.shift_id := v_shift.id;
  p_sale.terminal_id := coalesce(p_sale.terminal_id, app.terminal_id());
  if p_sale.terminal_id is not null then
    perform shop.assert_terminal(p_sale.merchant_id, p_sale.store_id, p_sale.terminal_id);
  end if;
  if p_sale.connection_id is not null then
    perform vas.assert_connection(p_sale.merchant_id, p_sale.store_id, p_sale.connection_id, p_sale.mode);
  end if;

  -- From here on the sales of a store are serialized, so the counts behind the limits do not change until
  -- this commits.
  p_sale.folio := vas.next_folio(p_sale.merchant_id, p_sale.store_id);
  v_day := vas.add_to_store(p_sale, now());
  -- While this waited, the store's next day or the shift may have begun. The sale belongs to the day and the shift that count it.
  p_sale.created_at := greatest(now(), v_day.begins_at, v_shift.opened_at);
  perform vas.assert_velocity(p_sale, v_day);

  -- Two tills, or two requests with different keys: the second waits for the first and then finds it.
  perform pg_advisory_xact_lock(hashtextextended(
    concat_ws('|', 'vas sale', p_sale.store_id, p_sale.product_id, p_sale.reference, p_sale.amount_centavos), 0));
  if not p_confirm_duplicate and p_sale.reference is not null then
    -- A variable bounds the index: only these minutes of sales_reference are read.
    v_since := clock_timestamp() - p_duplicate_window;
    select s.id, s.folio, s.status, s.created_at into v_earlier
      from vas.sales s
     where s.merchant_id = p_merchant and s.store_id = p_sale.store_id
       and s.product_id = p_sale.product_id and s.reference = p_sale.reference
       and s.amount_centavos = p_sale.amount_centavos
       and s.created_at > v_since and s.status in ('PENDING', 'COMPLETED')
     order by s.created_at desc limit 1;
    if found then
      perform vas.refuse_duplicate(v_earlier.id, v_earlier.folio, v_earlier.status);
    end if;
  end if;
  perform vas.assert_owed(p_sale, p_confirm_duplicate);

  if p_sale.mode = 'off' then
    perform app.refuse('aggregator_unavailable', 'Nothing was sent and nothing was charged.');
  end if;

  p_sale.sold_in_session := app.session_id();
  p_sale.sold_at_terminal := app.terminal_id();
  p_sale.trace_parent := app.trace_parent();
  p_sale.permission_set := v_set;
  p_sale.status := 'PENDING';
  p_sale.phase := 'RESERVED';
  p_sale.fence := 1;
  p_sale.checks := 0;
  -- The server decides how long the lease is, and the database when it begins, because their clocks differ.
  p_sale.leased_until := clock_timestamp() + (p_sale.leased_until - p_sale.next_check_at);
  p_sale.next_check_at := clock_timestamp();
  p_sale.updated_at := p_sale.created_at;
  -- Column by column: of a whole row Citus does not see the merchant.
  insert into vas.sales (
    merchant_id, id, store_id, permission_set, folio, membership_id, account_id, cashier_name, terminal_id, product_id, kind,
    product_name, provider_name, provider_slug, provider_product_ref, is_ranged, reference, amount_centavos, fee_centavos,
    commission_centavos, cost_centavos, wholesale_centavos, payment_method, tendered_centavos, mode, status, phase, fence,
    leased_until, next_check_at, checks, expected_by, created_at, updated_at, quote_id, statement_reference, statement_due_on,
    posting_period, connection_id, shift_id, sold_in_session, sold_at_terminal, trace_parent)
  values (
    p_merchant, p_sale.id, p_sale.store_id, v_set, p_sale.folio, p_sale.membership_id, p_sale.account_id, p_sale.cashier_name,
    p_sale.terminal_id, p_sale.product_id, p_sale.kind, p_sale.product_name, p_sale.provider_name, p_sale.provider_slug,
    p_sale.provider_product_ref, p_sale.is_ranged, p_sale.reference, p_sale.amount_centavos, p_sale.fee_centavos,
    p_sale.commission_centavos, p_sale.cost_centavos, p_sale.wholesale_centavos, p_sale.payment_method, p_sale.tendered_centavos,
    p_sale.mode, p_sale.status, p_sale.phase, p_sale.fence, p_sale.leased_until, p_sale.next_check_at, p_sale.checks,
    p_sale.expected_by, p_sale.created_at, p_sale.updated_at, p_sale.quote_id, p_sale.statement_reference,
    p_sale.statement_due_on, p_sale.posting_period, p_sale.connection_id, p_sale.shift_id, p_sale.sold_in_session,
    p_sale.sold_at_terminal, p_sale.trace_parent);
  update vas.quotes q set has_sale = true
   where q.merchant_id = p_merchant and q.id = p_sale.quote_id and not q.has_sale;
  perform vas.enqueue(p_sale);
  perform audit.record('vas.sale.opened', 'vas_sale', p_sale.id::text, null, jsonb_build_object(
    'folio', p_sale.folio, 'product', p_sale.product_name, 'amountCentavos', p_sale.amount_centavos,
    'costCentavos', p_sale.cost_centavos), p_merchant, p_sale.store_id);
  if p_sale.connection_id is null then
    perform money.post(p_merchant, 'reserve', p_sale.id, array['wallet', 'wallet_held'],
      array[-p_sale.cost_centavos, p_sale.cost_centavos]);
  end if;
  return p_sale;
end $$;

-- Refuses a sale that looks like an earlier one, which the refusal names.
create or replace function vas.refuse_duplicate(p_earlier uuid, p_folio text, p_status text) returns void
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform app.refuse('duplicate_suspected',
    'Check the earlier sale. To sell again, send confirmDuplicate with a new Idempotency-Key.',
    jsonb_build_object('saleId', p_earlier, 'folio', p_folio, 'saleStatus', p_status));
end $$;

-- The shift of a sale, locked open until the sale is stored: the named one, which must be the seller's own,
-- or the seller's open one. Without an open shift nothing is sold, whatever the payment method, as with a
-- cart.
create or replace function vas.shift_of(p_sale vas.sales) returns shop.shifts
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
    perform app.refuse('not_found', 'You have no open shift with this id in this store.');
  elsif v_shift.id is null then
    perform shop.refuse_closed_shift();
  end if;
  return v_shift;
end $$;

-- Checks the connection that pays: it belongs to the store, is neither deleted nor paused until the sale is
-- opened, and was created for the provider that sells.
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
    perform app.refuse('not_found', 'The connection does not exist in this store.');
  elsif v_connection.deleted_at is not null then
    perform app.refuse('connection_disabled', 'It was deleted. Fund the sale from the wallet, or use another connection.');
  elsif v_connection.paused_at is not null then
    perform app.refuse('connection_paused',
      'The person responsible for it may no longer connect accounts. A manager can resume it with POST /pos/connections/{id}/resume. '
      'Until then fund the sale from the wallet, or use another connection.');
  elsif p_mode <> 'off' and v_connection.environment <> p_mode then
    perform app.refuse('connection_disabled', 'It was created for ' || v_connection.environment || '.');
  end if;
end $$;

-- Consecutive per store, without gaps: a sale that is refused gives its number back. Numbers are set aside in
-- blocks, in the journal outside the database: after a restore they continue after the last block.
create or replace function vas.next_folio(p_merchant uuid, p_store uuid) returns text
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_no bigint;
begin
  insert into vas.folios as f (merchant_id, store_id, last_no) values (p_merchant, p_store, 1)
  on conflict (merchant_id, store_id) do update set last_no = f.last_no + 1
  returning last_no into v_no;
  if v_no % 100 = 1 then
    perform audit.set_folios_aside(p_merchant, p_store, 'V', v_no + 99);
  end if;
  return 'V-' || lpad(v_no::text, 6, '0');
end $$;

-- Continues the numbers of a store after those that were set aside in a time that a restore has lost.
create or replace function vas.continue_folios(p_merchant uuid, p_store uuid, p_through bigint) returns boolean
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  if not exists (select 1 from shop.teams t where t.merchant_id = p_merchant and t.id = p_store) then
    return false;
  end if;
  insert into vas.folios as f (merchant_id, store_id, last_no) values (p_merchant, p_store, p_through)
  on conflict (merchant_id, store_id) do update set last_no = p_through where f.last_no < p_through;
  return found;
end $$;

-- Locks a sale, after its shift, as a refund of its cash does; no row: there is none with this id. On a cluster the shift's
-- lock is taken on the node where this runs.
create or replace function vas.hold_sale(p_id uuid) returns vas.sales
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_sale vas.sales;
begin
  select s.* into v_sale from vas.sales s where s.id = p_id;
  perform shop.share_shift(v_sale.merchant_id, v_sale.shift_id);
  select s.* into v_sale from vas.sales s where s.merchant_id = v_sale.merchant_id and s.id = p_id for no key update;
  return v_sale;
end $$;

-- A notification that a sale has changed: it becomes due, but no sooner than `p_interval_ms` after the last
-- check. A completed one is checked again, since the provider may have reversed it; a failed one as well,
-- since a late success costs money that nobody was charged for, until the provider has reversed that.
create or replace function vas.wake(p_id uuid, p_interval_ms int) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_sale vas.sales := vas.hold_sale(p_id);
  v_now timestamptz := clock_timestamp();
  v_due_at timestamptz := greatest(v_now, v_sale.updated_at + p_interval_ms * interval '1 millisecond');
  v_watched_until timestamptz := v_now + interval '10 minutes';
begin
  update vas.sales s
     set next_check_at = least(s.next_check_at, v_due_at),
         sweep_until = case when s.status = 'PENDING' then s.sweep_until else coalesce(s.sweep_until, v_watched_until) end
   where s.merchant_id = v_sale.merchant_id and s.id = p_id and (s.status = 'PENDING'
      or s.status = 'COMPLETED' and (s.sweep_until is null or s.next_check_at > v_due_at)
      or s.status = 'FAILED' and s.incident is distinct from 'late_reversal')
  returning * into v_sale;
  if found then
    perform vas.requeue(v_sale);
  end if;
end $$;

-- Moves a sale from one phase to another, once: compare-and-set on phase and fence. Money and audit row are
-- written in the same transaction. No row: another process was first.
-- place: tenant
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
  v_hold_expires_at timestamptz := p_facts ->> 'holdExpiresAt';
  v_sweep_until timestamptz := p_facts ->> 'sweepUntil';
  v_now timestamptz;
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
    raise exception 'a sale cannot go from % to %', p_from, p_to;
  end if;

  if p_to in ('FAILED', 'REVERSED') then
    -- The count of a shift that is being closed comes before this or after it, and the time has to say which. The shift is
    -- locked before the sale, as by a refund of its cash.
    perform shop.share_shift(s.merchant_id, s.shift_id) from vas.sales s where s.merchant_id = p_merchant and s.id = p_id;
  end if;
  v_now := clock_timestamp();

  update vas.sales s
     set phase = p_to,
         status = case when is_final then p_to else 'PENDING' end,
         provider_transaction_ref = coalesce(p_facts ->> 'providerTransactionRef', s.provider_transaction_ref),
         hold_expires_at = coalesce(v_hold_expires_at, s.hold_expires_at),
         authorization_code = coalesce(p_facts ->> 'authorizationCode', s.authorization_code),
         failure_code = coalesce(p_facts ->> 'failureCode', s.failure_code),
         provider_code = coalesce(p_facts ->> 'providerCode', s.provider_code),
         -- The price that a connection paid is known when the provider returns it; until then our own price
         -- is used.
         wholesale_centavos = coalesce(v_paid, s.wholesale_centavos),
         cost_centavos = coalesce(v_paid, s.cost_centavos),
         commission_centavos = case when v_paid is null then s.commission_centavos
                                    else greatest(0, s.amount_centavos + s.fee_centavos - v_paid) end,
         incident = coalesce(p_facts ->> 'incident', s.incident),
         -- A person's earlier decision was about what was known then.
         review_closed_at = case when p_facts ? 'incident' or p_to = 'REVIEW' and p_from <> 'REVIEW' then null else s.review_closed_at end,
         sweep_until = case when p_facts ? 'sweepUntil' then v_sweep_until else s.sweep_until end,
         next_check_at = coalesce(p_next_check_at, s.next_check_at),
         leased_until = p_leased_until,
         updated_at = v_now,
         completed_at = case when is_final and s.status = 'PENDING' then v_now else s.completed_at end
   where s.merchant_id = p_merchant and s.id = p_id and s.phase = p_from and s.fence = p_fence
  returning * into v_sale;
  if not found then
    return;
  elsif v_paid is not null and v_sale.connection_id is null then
    raise exception 'the provider does not set the price of a sale on our own account';
  end if;
  perform vas.requeue(v_sale);

  if p_from <> p_to or p_facts ? 'incident' then
    perform audit.record('vas.sale.' || lower(coalesce(p_facts ->> 'incident', p_to)), 'vas_sale', p_id::text,
      jsonb_build_object('phase', p_from), jsonb_build_object('phase', p_to) || (p_facts - 'sweepUntil'),
      v_sale.merchant_id, v_sale.store_id);
  end if;
  if p_from <> p_to and is_final then
    perform events.emit(v_sale.merchant_id, v_sale.store_id, v_sale.permission_set,
      case p_to when 'COMPLETED' then 'vas.sale.completed' when 'FAILED' then 'vas.sale.failed' else 'vas.sale.reversed' end,
      jsonb_build_object('saleId', p_id, 'status', v_sale.status, 'terminalId', v_sale.terminal_id));
    if p_to <> 'COMPLETED' then
      perform vas.take_off_day(v_sale);
    end if;
    perform vas.book(v_sale);
  elsif p_from <> p_to and p_to = 'REVIEW' then
    perform events.emit(v_sale.merchant_id, v_sale.store_id, null, 'vas.sale.review', jsonb_build_object('saleId', p_id));
  end if;
  return next v_sale;
end $$;

-- The posting of a final phase. See docs/ledger.md.
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

-- The provider completed a sale that we had given up: nobody paid, and the aggregator has to be paid. The
-- amount stays in suspense, and is booked once. What a restored wallet was lent for the sale is a correction too.
-- place: tenant
create or replace function vas.book_late_completion(p_merchant uuid, p_id uuid) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform money.post(s.merchant_id, 'correction', s.id,
    case when s.connection_id is null then array['suspense', 'aggregator_payable'] else array['connection_balance', 'suspense'] end,
    array[-s.wholesale_centavos, s.wholesale_centavos]::bigint[], 'completed at the provider after it had failed here')
    from vas.sales s where s.merchant_id = p_merchant and s.id = p_id
     and not exists (select 1 from money.postings p
                       join money.entries e on e.merchant_id = p.merchant_id and e.posting_id = p.id
                      where p.merchant_id = p_merchant and p.reference = p_id and p.kind = 'correction'
                        and e.account in ('aggregator_payable', 'connection_balance'));
end $$;

-- The provider reversed a late completion, so it charges nothing: what the completion has booked is booked back, once.
-- place: tenant
create or replace function vas.book_late_reversal(p_merchant uuid, p_id uuid) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_account text;
  v_booked bigint;
begin
  select e.account, sum(e.amount_centavos) into v_account, v_booked
    from money.postings p
    join money.entries e on e.merchant_id = p.merchant_id and e.posting_id = p.id
   where p.merchant_id = p_merchant and p.reference = p_id and p.kind = 'correction'
     and e.account = any ('{aggregator_payable,connection_balance}')
   group by e.account having sum(e.amount_centavos) <> 0;
  if found then
    perform money.post(p_merchant, 'correction', p_id, array[v_account, 'suspense'], array[-v_booked, v_booked],
      'reversed at the provider after it was completed late');
  end if;
end $$;

-- A sale that needs a decision, fenced off from the process that was settling it; no row: it needs none.
create or replace function vas.take_for_review(p_id uuid) returns vas.sales
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_sale vas.sales := vas.hold_sale(p_id);
begin
  if not app.oversees(v_sale.merchant_id) then
    return null;
  end if;
  update vas.sales s set fence = s.fence + 1
   where s.merchant_id = v_sale.merchant_id and s.id = p_id and (s.phase = 'REVIEW' or s.incident is not null)
     and s.review_closed_at is null
  returning s.* into v_sale;
  return v_sale;
end $$;

-- Ends a review. The provider may still refuse a sale that a person has completed, so it is asked for thirty more days, until
-- its answer is final. The incident of such a sale is cleared, so that a later refusal is a new one.
create or replace function vas.close_review(p_id uuid, p_decision text) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_sale vas.sales;
  v_watched_until timestamptz := now() + interval '30 days';
begin
  update vas.sales s
     set review_closed_at = now(),
         sweep_until = case when p_decision = 'COMPLETED' then v_watched_until else s.sweep_until end,
         incident = case when p_decision <> 'COMPLETED' then s.incident end
   where s.id = p_id returning * into v_sale;
  perform vas.requeue(v_sale);
end $$;

grant execute on function vas.open_sale(uuid, vas.sales, boolean, interval) to mostrador_api;
grant execute on function
  vas.transition(uuid, uuid, int, text, text, jsonb, timestamptz, timestamptz),
  vas.wake(uuid, int), vas.book_late_completion(uuid, uuid), vas.book_late_reversal(uuid, uuid) to mostrador_worker;

