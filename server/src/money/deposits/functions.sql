-- Records a deposit reported by a manager.
create or replace function money.report_deposit(p_deposit money.deposits) returns money.deposits
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_made money.deposits;
  v_earlier money.deposits;
begin
  perform app.assert_password();
  perform app.assert_manages_store(p_deposit.merchant_id, p_deposit.store_id);
  p_deposit.permission_set := authz.open_portfolio(p_deposit.merchant_id, p_deposit.store_id);
  insert into money.deposits as d (merchant_id, id, store_id, permission_set, amount_centavos, tracking_key, paid_on,
                                    bank, note, proof, reported_by)
  values (p_deposit.merchant_id, p_deposit.id, p_deposit.store_id, p_deposit.permission_set, p_deposit.amount_centavos,
          p_deposit.tracking_key, p_deposit.paid_on, p_deposit.bank, p_deposit.note, p_deposit.proof, app.account_id())
  on conflict (merchant_id, tracking_key) where status <> 'REJECTED' do nothing
  returning d.* into v_made;
  if not found then
    select * into v_earlier from money.deposits d
     where d.merchant_id = p_deposit.merchant_id and d.tracking_key = p_deposit.tracking_key and d.status <> 'REJECTED';
    perform app.refuse('deposit_already_reported', 'A deposit with this tracking key has been reported already.',
      jsonb_build_object('depositId', v_earlier.id, 'depositStatus', v_earlier.status));
  end if;
  perform audit.record('deposit.reported', 'deposit', v_made.id::text, null, jsonb_build_object(
    'amountCentavos', v_made.amount_centavos, 'claveRastreo', v_made.tracking_key, 'paidOn', v_made.paid_on),
    v_made.merchant_id, v_made.store_id);
  perform events.emit(v_made.merchant_id, null, null, 'deposit.reported', jsonb_build_object('depositId', v_made.id));
  return v_made;
end $$;

-- Locks a deposit.
create or replace function money.hold_deposit(p_id uuid) returns money.deposits
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_merchant uuid := (select d.merchant_id from money.deposits d where d.id = p_id);
begin
  return app.held((select d from money.deposits d where d.merchant_id = v_merchant and d.id = p_id for update));
end $$;

-- An operator's decision on a deposit: the money was found, or it was not. Made once. A credit is booked and
-- audited in the same transaction; the wallet's row is locked last. What the wallet was lent is given back from it at once.
create or replace function money.review_deposit(p_id uuid, p_status text, p_reason text) returns money.deposits
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_deposit money.deposits;
  v_used money.used_transfers;
begin
  if p_status not in ('CREDITED', 'REJECTED') then
    raise exception 'a deposit is credited or rejected' using errcode = '22023';
  end if;
  perform app.assert_operator();
  -- A concurrent caller waits here, and then reads the new state.
  v_deposit := money.hold_deposit(p_id);
  perform app.assert_judges(v_deposit.merchant_id);
  if v_deposit.reported_by = app.account_id() then
    perform app.refuse('forbidden', 'Another person has to review a deposit that you reported.');
  elsif v_deposit.status <> 'REPORTED' then
    perform app.refuse('invalid_transition', 'This deposit has been reviewed already.',
      jsonb_build_object('depositStatus', v_deposit.status));
  end if;
  if p_status = 'CREDITED' then
    v_used := money.use_transfer('DEPOSIT', v_deposit.tracking_key, v_deposit.merchant_id, p_id);
    if v_used.id is not null then
      perform app.refuse('tracking_key_credited', 'Reject this one: another deposit with its tracking key has been credited.',
        jsonb_strip_nulls(jsonb_build_object('depositId', case when app.oversees(v_used.merchant_id) then v_used.id end)));
    end if;
  end if;
  update money.deposits d
     set status = p_status, reviewed_by = app.account_id(), reviewed_at = app.clock(), review_reason = p_reason
   where d.merchant_id = v_deposit.merchant_id and d.id = p_id
  returning d.* into v_deposit;
  perform audit.record('deposit.' || lower(p_status), 'deposit', p_id::text,
    jsonb_build_object('status', 'REPORTED'), jsonb_build_object('status', p_status, 'reason', p_reason,
      'amountCentavos', v_deposit.amount_centavos, 'claveRastreo', v_deposit.tracking_key), v_deposit.merchant_id);
  perform events.emit(v_deposit.merchant_id, null, v_deposit.permission_set,
    case p_status when 'CREDITED' then 'deposit.credited' else 'deposit.rejected' end,
    jsonb_build_object('depositId', p_id, 'status', p_status));
  if p_status = 'CREDITED' then
    perform money.post(v_deposit.merchant_id, 'deposit', p_id, array['deposits_clearing', 'wallet'],
      array[-v_deposit.amount_centavos, v_deposit.amount_centavos]::bigint[], 'SPEI ' || v_deposit.tracking_key);
    perform money.repay_lent(v_deposit.merchant_id, p_id, v_deposit.amount_centavos);
  end if;
  return v_deposit;
end $$;

grant execute on function
  money.report_deposit(money.deposits), money.review_deposit(uuid, text, text) to mostrador_api;
