-- Cash put into a drawer and taken out, besides sales and refunds.

-- Refuses to refund the cash of a service when it is not owed: the sale is completed or still pending, was
-- not paid in cash, or failed before its shift was closed, so that the count never included it.
create or replace function shop.assert_cash_owed(p_shift shop.shifts, p_kind text, p_amount bigint, p_sale uuid) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_sale vas.sales;
  v_closed_at timestamptz;
  v_is_counted boolean;
  v_is_refunded boolean;
  v_why text;
begin
  select s.* into v_sale from vas.sales s
   where s.merchant_id = p_shift.merchant_id and s.store_id = p_shift.store_id and s.id = p_sale for share;
  if not found then
    perform app.refuse('not_found', 'The sale does not exist in this store.');
  end if;
  select h.closed_at into v_closed_at from shop.shifts h
   where h.merchant_id = v_sale.merchant_id and h.id = v_sale.shift_id;
  v_is_counted := coalesce(
    case v_sale.status when 'FAILED' then v_sale.completed_at else v_sale.updated_at end >= v_closed_at, false);
  v_is_refunded := exists (
    select 1 from shop.cash_movements m where m.merchant_id = v_sale.merchant_id and m.vas_sale_id = v_sale.id);
  v_why := case
    when p_kind <> 'CASH_OUT' then 'A refund takes cash out of the drawer: send CASH_OUT.'
    when v_sale.status not in ('FAILED', 'REVERSED') then 'The sale is completed or still pending: nothing is owed for it.'
    when v_sale.payment_method <> 'CASH' then 'The sale was not paid in cash.'
    when not v_is_counted then 'The drawer that took the money never counted it. Refund it without a movement.'
    when p_amount <> v_sale.amount_centavos + v_sale.fee_centavos then 'Refund exactly what was paid.'
    when v_is_refunded then 'It has been refunded already.'
  end;
  if v_why is not null then
    perform app.refuse('invalid_transition', v_why, jsonb_build_object(
      'owedCentavos', v_sale.amount_centavos + v_sale.fee_centavos, 'isCounted', v_is_counted, 'isRefunded', v_is_refunded));
  end if;
end $$;

-- Refuses to take more cash from a drawer than its calculated balance. Withdrawals wait for each other and
-- then see what is left; deposits wait for nobody.
create or replace function shop.assert_drawer_holds(p_shift shop.shifts, p_amount bigint) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_holds bigint;
begin
  if p_amount > 0 then
    perform pg_advisory_xact_lock(hashtextextended('drawer of ' || p_shift.id, 0));
    v_holds := (shop.shift_totals(p_shift.merchant_id, p_shift.id) ->> 'expectedCentavos')::bigint;
    if p_amount > v_holds then
      perform app.refuse('insufficient_cash', 'Take less, or record the cash put in first (CASH_IN).',
        jsonb_strip_nulls(jsonb_build_object('wantedCentavos', p_amount,
          'heldCentavos', case when not shop.is_counted_blind(p_shift.merchant_id, p_shift.id) then v_holds end)));
    end if;
  end if;
end $$;

-- Records cash put into or taken out of a drawer. The caller has checked the permission.
create or replace function shop.write_cash_movement(p_shift shop.shifts, p_kind text, p_amount bigint, p_reason text,
    p_vas_sale uuid) returns shop.cash_movements
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_person text := (select a.name from identity.accounts a where a.id = app.account_id());
  v_made shop.cash_movements;
begin
  insert into shop.cash_movements as m
    (merchant_id, id, store_id, permission_set, shift_id, kind, amount_centavos, reason, account_id, person_name,
     vas_sale_id)
  values (p_shift.merchant_id, app.uuid_v7(), p_shift.store_id, p_shift.permission_set, p_shift.id, p_kind, p_amount,
          p_reason, app.account_id(), v_person, p_vas_sale)
  returning m.* into v_made;
  return v_made;
end $$;

-- Refuses a cashier who opens the drawer without a sale, unless the merchant's owner allows it.
create or replace function shop.assert_may_open_drawer(p_shift shop.shifts) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  if (shop.acting_membership(p_shift.merchant_id, p_shift.store_id)).role = 'cashier'
     and not settings.setting_boolean(p_shift.merchant_id, 'shifts.cashiers_open_drawer') then
    perform app.refuse('forbidden', 'A supervisor or manager opens the drawer without a sale.');
  end if;
end $$;

-- Puts cash into the drawer of an open shift, or takes some out; a refund of a service names its sale. NO_SALE
-- records that it is opened for another reason: the till opens it after this has committed.
-- place: tenant
create or replace function shop.add_cash_movement(p_merchant uuid, p_shift uuid, p_kind text, p_amount bigint, p_reason text,
    p_vas_sale uuid)
  returns setof shop.cash_movements
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_shift shop.shifts := shop.share_shift(p_merchant, p_shift);
  v_made shop.cash_movements;
begin
  if v_shift.id is null then
    perform shop.refuse_closed_shift();
  elsif not coalesce(v_shift.permission_set = any (app.creatable_sets()), false) then
    raise exception 'the caller may not move cash in this shift' using errcode = '42501';
  end if;
  if (p_amount = 0) <> (p_kind = 'NO_SALE') then
    perform app.refuse_field('invalid_request', '/amountCentavos',
      case p_kind when 'NO_SALE' then 'must be 0: nothing is moved' else 'must be more than 0' end);
  elsif p_kind = 'NO_SALE' then
    perform shop.assert_may_open_drawer(v_shift);
  end if;
  if p_vas_sale is not null then
    -- Two tills may refund the same customer: the second waits, and then sees what the first has paid.
    perform pg_advisory_xact_lock(hashtextextended('cash of ' || p_vas_sale, 0));
    perform shop.assert_cash_owed(v_shift, p_kind, p_amount, p_vas_sale);
  end if;
  if p_kind <> 'CASH_IN' then
    perform shop.assert_drawer_holds(v_shift, p_amount);
  end if;
  v_made := shop.write_cash_movement(v_shift, p_kind, p_amount, p_reason, p_vas_sale);
  perform audit.record(case p_kind when 'NO_SALE' then 'drawer.opened_without_sale' else 'cash.moved' end,
    'shift', p_shift::text, null, jsonb_build_object('kind', p_kind, 'amountCentavos', p_amount, 'reason', p_reason)
      || jsonb_strip_nulls(jsonb_build_object('vasSaleId', p_vas_sale)), p_merchant, v_shift.store_id);
  return next v_made;
end $$;
