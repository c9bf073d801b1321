-- The next folio of a store: A for sales, D for refunds, Z for closed shifts. Consecutive and without gaps: a
-- transaction that is refused afterwards gives its number back. It serializes the store's tills, so it is the
-- last thing that a transaction does.
create or replace function shop.next_folio(p_merchant uuid, p_store uuid, p_series text) returns text
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_no bigint;
begin
  insert into shop.folios as f (merchant_id, store_id, series, last_no) values (p_merchant, p_store, p_series, 1)
  on conflict (merchant_id, store_id, series) do update set last_no = f.last_no + 1
  returning last_no into v_no;
  if v_no % 100 = 1 then
    perform audit.set_folios_aside(p_merchant, p_store, p_series, v_no + 99);
  end if;
  return p_series || '-' || lpad(v_no::text, 6, '0');
end $$;

-- Continues the numbers of a store after those that were set aside in a time that a restore has lost.
create or replace function shop.continue_folios(p_merchant uuid, p_store uuid, p_series text, p_through bigint) returns boolean
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  if not exists (select 1 from shop.teams t where t.merchant_id = p_merchant and t.id = p_store) then
    return false;
  end if;
  insert into shop.folios as f (merchant_id, store_id, series, last_no) values (p_merchant, p_store, p_series, p_through)
  on conflict (merchant_id, store_id, series) do update set last_no = p_through where f.last_no < p_through;
  return found;
end $$;

-- Locks a shift so that it stays open until this transaction ends: sales share the lock, and closing takes it
-- exclusively. Selling writes no row. Returns nothing when the shift is closed or does not exist.
create or replace function shop.share_shift(p_merchant uuid, p_id uuid) returns shop.shifts
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_shift shop.shifts;
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('shift ' || p_id, 0));
  -- Read after locking: the previous holder of the lock may have closed the shift.
  select s.* into v_shift from shop.shifts s
   where s.merchant_id = p_merchant and s.id = p_id and s.status = 'OPEN';
  return v_shift;
end $$;

create or replace function shop.refuse_closed_shift() returns void
  language plpgsql immutable
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform app.refuse('shift_closed', 'Open a shift first. A closed shift accepts nothing more.');
end $$;

-- Locks a shift exclusively, for closing it: everything that shares the lock has ended.
create or replace function shop.hold_shift(p_merchant uuid, p_id uuid) returns shop.shifts
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('shift ' || p_id, 0));
  return app.held((select s from shop.shifts s where s.merchant_id = p_merchant and s.id = p_id for no key update));
end $$;

-- The open shift of a member, with a shared lock as above.
create or replace function shop.share_open_shift(p_merchant uuid, p_membership uuid) returns shop.shifts
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_shift shop.shifts;
begin
  select held.* into v_shift
    from shop.shifts s cross join lateral shop.share_shift(s.merchant_id, s.id) held
   where s.merchant_id = p_merchant and s.membership_id = p_membership and s.status = 'OPEN';
  if v_shift.id is null then
    perform shop.refuse_closed_shift();
  end if;
  return v_shift;
end $$;

-- Opens a drawer for the caller. One at a time per member and per terminal, also for concurrent requests.
-- place: tenant
create or replace function shop.open_shift(p_merchant uuid, p_store uuid, p_terminal uuid, p_float bigint)
  returns setof shop.shifts
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_member shop.memberships := shop.acting_membership(p_merchant, p_store);
  v_set int := authz.set_of(p_merchant, p_store, 'shifts', v_member.id);
  v_name text := (select a.name from identity.accounts a where a.id = v_member.account_id);
  v_status text;
  v_shift shop.shifts;
  v_other shop.shifts;
begin
  p_terminal := coalesce(p_terminal, app.terminal_id());
  if not coalesce(v_set = any (app.creatable_sets()), false) then
    raise exception 'the caller may not open a shift in this store' using errcode = '42501';
  end if;
  if p_terminal is not null then
    perform shop.assert_terminal(p_merchant, p_store, p_terminal);
  end if;
  -- Closing the store waits for this transaction and finds the shift; after the closing, the store is found closed. The store's
  -- row is not locked, because its nightly figures are written under that lock.
  perform pg_advisory_xact_lock_shared(shop.closing_key(p_store));
  select s.status into v_status from shop.stores s where s.merchant_id = p_merchant and s.id = p_store;
  if v_status <> 'ACTIVE' then
    perform app.refuse('invalid_transition', 'The store is closed.');
  end if;
  insert into shop.shifts as s (merchant_id, id, store_id, permission_set, membership_id, account_id, cashier_name,
                               terminal_id, opening_float_centavos)
  values (p_merchant, app.uuid_v7(), p_store, v_set, v_member.id, v_member.account_id, v_name, p_terminal, p_float)
  on conflict do nothing
  returning s.* into v_shift;
  if not found then
    select s.* into v_other from shop.shifts s
     where s.merchant_id = p_merchant and s.status = 'OPEN'
       and (s.membership_id = v_member.id or s.terminal_id = p_terminal)
     order by s.membership_id = v_member.id desc limit 1;
    if v_other.membership_id = v_member.id then
      perform app.refuse('shift_open',
        'Close your open shift first.',
        jsonb_build_object('shiftId', v_other.id));
    end if;
    perform app.refuse('terminal_in_use', 'Close the shift that is open at this terminal first, or use another terminal.');
  end if;
  perform audit.record('shift.opened', 'shift', v_shift.id::text, null, jsonb_build_object(
    'terminalId', p_terminal, 'openingFloatCentavos', p_float), p_merchant, p_store);
  perform events.emit(p_merchant, p_store, v_set, 'shift.opened', jsonb_build_object(
    'shiftId', v_shift.id, 'membershipId', v_member.id, 'terminalId', p_terminal));
  return next v_shift;
end $$;

-- Totals of a drawer so far, in one snapshot: the X report, and at the close the Z report. It runs under the
-- caller's row permissions. A sale with an unknown outcome counts, because its money is in the drawer.
create or replace function shop.shift_totals(p_merchant uuid, p_shift uuid) returns jsonb
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  return (with money as (
    select k.kind, x.method, coalesce(sum(abs(t.amount_centavos)), 0) as centavos
      from (values ('PAYMENT'), ('REFUND')) k (kind)
     cross join (values (1, 'CASH'), (2, 'CARD'), (3, 'TRANSFER')) x (position, method)
      left join selling.transactions t on t.merchant_id = p_merchant and t.shift_id = p_shift
       and t.kind = k.kind and t.method = x.method
     group by k.kind, x.position, x.method order by k.kind, x.position
  ), by_method as (
    select m.kind, jsonb_agg(jsonb_build_object('method', m.method, 'amountCentavos', m.centavos)) as lines,
           sum(m.centavos) filter (where m.method = 'CASH') as cash
      from money m group by m.kind
  ), orders as (
    select jsonb_build_object('count', count(*), 'grossCentavos', coalesce(sum(o.gross_centavos), 0),
             'discountCentavos', coalesce(sum(o.discount_centavos), 0), 'taxCentavos', coalesce(sum(o.tax_centavos), 0),
             'totalCentavos', coalesce(sum(o.total_centavos), 0),
             'roundingCentavos', coalesce(sum(o.rounding_centavos), 0)) as line
      from selling.sales_orders o where o.merchant_id = p_merchant and o.shift_id = p_shift
  ), taxes as (
    select l.tax_rate_bps as bps, l.is_tax_exempt as exempt, sum(l.total_centavos - l.tax_centavos) as net,
           sum(l.tax_centavos) as tax
      from selling.sales_orders o join selling.line_items l on l.merchant_id = o.merchant_id and l.cart_id = o.cart_id
     where o.merchant_id = p_merchant and o.shift_id = p_shift group by 1, 2
  ), refunds as (
    select jsonb_build_object('count', count(*), 'amountCentavos', coalesce(sum(r.amount_centavos), 0),
             'taxCentavos', coalesce(sum(r.tax_centavos), 0)) as line
      from selling.refunds r where r.merchant_id = p_merchant and r.shift_id = p_shift
  ), vas as (
    -- What customers paid, without failed and reversed sales, whose money they get back. A sale is never opened before its shift;
    -- the extra day after the shift's end allows for a clock that was set back.
    select s.kind, s.payment_method as method, count(*) as count,
           sum(s.amount_centavos + s.fee_centavos)::bigint as amount_centavos,
           count(*) filter (where s.status = 'PENDING') as pending_count,
           coalesce(sum(s.amount_centavos + s.fee_centavos) filter (where s.status = 'PENDING'), 0)::bigint as pending_centavos
      from shop.shifts h
      join vas.sales s on s.merchant_id = h.merchant_id and s.store_id = h.store_id
       and s.created_at >= h.opened_at and s.created_at < coalesce(h.closed_at + interval '1 day', 'infinity')
     where h.merchant_id = p_merchant and h.id = p_shift and s.shift_id = p_shift and s.status in ('COMPLETED', 'PENDING')
     group by s.kind, s.payment_method
  ), vas_cash as (
    select coalesce(sum(v.amount_centavos), 0) as total, coalesce(sum(v.pending_centavos), 0) as pending
      from vas v where v.method = 'CASH'
  ), drawer as (
    select coalesce(sum(m.amount_centavos) filter (where m.kind = 'CASH_IN'), 0) as cash_in,
           coalesce(sum(m.amount_centavos) filter (where m.kind = 'CASH_OUT'), 0) as cash_out,
           coalesce(sum(m.amount_centavos) filter (where m.kind = 'DROP'), 0) as drops,
           count(*) filter (where m.kind = 'NO_SALE') as no_sales
      from shop.cash_movements m where m.merchant_id = p_merchant and m.shift_id = p_shift
  )
  select jsonb_build_object(
    'openingFloatCentavos', s.opening_float_centavos,
    'sales', o.line || jsonb_build_object('byMethod', paid.lines),
    'refunds', r.line || jsonb_build_object('byMethod', returned.lines),
    'taxes', coalesce((select jsonb_agg(jsonb_build_object('rateBps', t.bps, 'isExempt', t.exempt,
      'netCentavos', t.net, 'taxCentavos', t.tax) order by t.bps desc, t.exempt) from taxes t), '[]'),
    'vas', coalesce((select jsonb_agg(jsonb_build_object('kind', v.kind, 'method', v.method, 'count', v.count,
      'amountCentavos', v.amount_centavos, 'pendingCount', v.pending_count, 'pendingCentavos', v.pending_centavos)
      order by v.kind, v.method) from vas v), '[]'),
    'cash', jsonb_build_object('cashInCentavos', d.cash_in, 'cashOutCentavos', d.cash_out, 'dropCentavos', d.drops,
      'noSaleCount', d.no_sales),
    'pendingVasCashCentavos', c.pending,
    'expectedCentavos', s.opening_float_centavos + paid.cash - returned.cash + c.total
      + d.cash_in - d.cash_out - d.drops)
    from shop.shifts s, orders o, refunds r, vas_cash c, drawer d, by_method paid, by_method returned
   where s.merchant_id = p_merchant and s.id = p_shift and paid.kind = 'PAYMENT' and returned.kind = 'REFUND');
end $$;

-- Whether the caller counts an open drawer without knowing its expected cash: a cashier, where the store wants it. People who may
-- read all shifts of the store know the expected cash.
create or replace function shop.is_counted_blind(p_merchant uuid, p_shift uuid) returns boolean
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_store uuid;
  v_is_blind boolean;
begin
  select s.store_id into v_store
    from shop.shifts s where s.merchant_id = p_merchant and s.id = p_shift and s.status = 'OPEN';
  select t.cashiers_count_blind into v_is_blind from shop.stores t where t.merchant_id = p_merchant and t.id = v_store;
  return coalesce(v_is_blind, false) and not coalesce(authz.set_of(p_merchant, v_store, 'shifts') = any (app.readable_sets()), false);
end $$;

-- Closes a drawer with its count, by coins and notes or as one total: the Z report. A difference needs a reason, except
-- from a cashier who counts blind, and would learn of the difference by being asked. The exclusive lock excludes concurrent
-- sales, refunds and movements, so the report contains everything before the close and nothing comes after it.
-- place: tenant
create or replace function shop.close_shift(p_merchant uuid, p_id uuid, p_denominations jsonb, p_counted bigint, p_reason text)
  returns setof shop.shift_reports
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_closer text := (select a.name from identity.accounts a where a.id = app.account_id());
  v_shift shop.shifts;
  v_totals jsonb;
  v_expected bigint;
  v_counted bigint := p_counted;
  v_report shop.shift_reports;
begin
  v_shift := shop.hold_shift(p_merchant, p_id);
  if not coalesce(v_shift.permission_set = any (app.updatable_sets()), false) then
    raise exception 'the caller may not close this shift' using errcode = '42501';
  elsif v_shift.status <> 'OPEN' then
    perform app.refuse('shift_closed', 'This shift is closed already. Read its report.');
  end if;

  v_totals := shop.shift_totals(p_merchant, p_id);
  v_expected := (v_totals ->> 'expectedCentavos')::bigint;
  if p_denominations is not null then
    select coalesce(sum(d.key::bigint * d.value::bigint), 0) into v_counted from jsonb_each_text(p_denominations) d;
  end if;
  if v_counted <> v_expected and p_reason is null and not shop.is_counted_blind(p_merchant, p_id) then
    perform app.refuse('difference_reason_required', 'Count again, or send differenceReason.',
      jsonb_build_object('expectedCentavos', v_expected, 'countedCentavos', v_counted,
        'differenceCentavos', v_counted - v_expected));
  end if;
  update shop.shifts s
     set status = 'CLOSED', closed_at = app.clock(), closed_by = app.account_id(),
         closed_by_name = v_closer, updated_at = app.clock()
   where s.merchant_id = p_merchant and s.id = p_id;
  insert into shop.shift_reports as r
    (merchant_id, id, store_id, permission_set, shift_id, folio, expected_centavos, counted_centavos,
     difference_centavos, difference_reason, denominations, totals)
  values (p_merchant, app.uuid_v7(), v_shift.store_id,
          authz.set_of(p_merchant, v_shift.store_id, 'reporting', v_shift.membership_id), p_id,
          shop.next_folio(p_merchant, v_shift.store_id, 'Z'), v_expected, v_counted, v_counted - v_expected,
          case when v_counted <> v_expected then p_reason end, p_denominations, v_totals)
  returning r.* into v_report;
  perform audit.record('shift.closed', 'shift', p_id::text, jsonb_build_object('status', 'OPEN'), jsonb_build_object(
    'status', 'CLOSED', 'folio', v_report.folio, 'ofAccountId', v_shift.account_id, 'expectedCentavos', v_expected,
    'countedCentavos', v_counted, 'differenceCentavos', v_report.difference_centavos,
    'differenceReason', v_report.difference_reason), p_merchant, v_shift.store_id);
  perform events.emit(p_merchant, v_shift.store_id, v_shift.permission_set, 'shift.closed', jsonb_build_object(
    'shiftId', p_id, 'membershipId', v_shift.membership_id, 'terminalId', v_shift.terminal_id));
  return next v_report;
end $$;

-- Mails the Z report of a shift that the caller has just closed to the addresses that the store has given, and returns them.
-- Whoever may close a shift of the store may mail there. The report itself is not read: mails are of the coordinator, and
-- the transaction has written the report where the merchant's rows are.
create or replace function shop.mail_shift_report(p_merchant uuid, p_store uuid, p_folio text, p_cashier text, p_text text)
  returns text[]
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_member shop.memberships := shop.acting_membership(p_merchant, p_store);
  v_store record;
begin
  if not coalesce(authz.set_of(p_merchant, p_store, 'shifts', v_member.id) = any (app.updatable_sets()), false) then
    raise exception 'the caller may not close a shift in this store' using errcode = '42501';
  end if;
  select t.name, t.shift_report_emails as emails into v_store
    from shop.stores t where t.merchant_id = p_merchant and t.id = p_store;
  perform identity.write_mail(app.uuid_v7(), 'shift_report', e.address, 'es', jsonb_build_object(
            'shop', v_store.name, 'folio', p_folio, 'cashier', p_cashier, 'text', p_text), null, null)
     from unnest(v_store.emails) e (address);
  return v_store.emails;
end $$;

grant execute on function
  shop.open_shift(uuid, uuid, uuid, bigint), shop.add_cash_movement(uuid, uuid, text, bigint, text, uuid),
  shop.shift_totals(uuid, uuid), shop.is_counted_blind(uuid, uuid), shop.close_shift(uuid, uuid, jsonb, bigint, text),
  shop.mail_shift_report(uuid, uuid, text, text, text) to mostrador_api;
