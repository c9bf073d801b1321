-- The state machine of settlements: every step, who takes it, and how it moves the money. Everything that
-- follows from a status (possible next steps, whether money is held, whether it is final) is read from here.
create or replace function money.settlement_steps()
  returns table (from_status text, to_status text, is_merchants boolean, posting text)
  language sql immutable
  set search_path = pg_catalog, pg_temp
as $$
  values ('REQUESTED', 'APPROVED', false, null),
         ('REQUESTED', 'REJECTED', false, 'settlement_release'),
         ('REQUESTED', 'CANCELED', true, 'settlement_release'),
         ('APPROVED', 'PROCESSING', false, null),
         ('APPROVED', 'REJECTED', false, 'settlement_release'),
         ('PROCESSING', 'PAID', false, 'settlement_capture'),
         ('PROCESSING', 'FAILED', false, 'settlement_release'),
         ('PAID', 'RETURNED', false, 'settlement_return')
$$;

-- While a step can still pay the money out or return it, the wallet holds it.
create or replace function money.settlement_holds(p_status text) returns boolean
  language sql immutable
  set search_path = pg_catalog, pg_temp
as $$
  select exists (select 1 from money.settlement_steps() s
    where s.from_status = p_status and s.posting in ('settlement_release', 'settlement_capture'))
$$;

-- The steps that the platform can take next.
create or replace function money.next_settlement_statuses(p_status text) returns text[]
  language sql immutable
  set search_path = pg_catalog, pg_temp
as $$
  select coalesce(array_agg(s.to_status order by s.to_status), '{}') from money.settlement_steps() s
   where s.from_status = p_status and not s.is_merchants
$$;

-- How many settlements of a merchant are not final.
create or replace function money.open_settlements(p_merchant uuid) returns bigint
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  return (select count(*) from money.settlements s where s.merchant_id = p_merchant and money.settlement_holds(s.status));
end $$;

-- Books a step of a settlement. It locks the wallet's row, so it is the last thing that a step does.
create or replace function money.book_settlement(p_settlement money.settlements, p_kind text) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_accounts text[] := case p_kind
    when 'settlement_reserve' then array['wallet', 'wallet_held']
    when 'settlement_release' then array['wallet_held', 'wallet']
    when 'settlement_capture' then array['wallet_held', 'settlements_in_transit']
    when 'settlement_return' then array['settlements_in_transit', 'wallet'] end;
begin
  perform money.post(p_settlement.merchant_id, p_kind, p_settlement.id, v_accounts,
    array[-p_settlement.amount_centavos, p_settlement.amount_centavos]::bigint[], 'SPEI ' || p_settlement.tracking_key);
end $$;

-- Refuses a payout to a merchant that is not verified, whatever it may sell, or to an account without a
-- current verification. Neither can be lost before the transaction ends.
create or replace function money.assert_may_be_paid(p_merchant uuid, p_bank_account uuid, p_may_wait boolean) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_is_verified boolean;
  v_status text;
begin
  -- Shared with all that rely on the verification; whoever withdraws it holds this lock alone, before any row.
  perform pg_advisory_xact_lock_shared(app.authority_key(p_merchant));
  select money.bank_account_status(a.status, a.expires_at) into v_status from money.bank_accounts a
   where a.merchant_id = p_merchant and a.id = p_bank_account for share;
  if not found then
    perform app.refuse('not_found', 'The bank account does not exist.');
  end if;
  select m.is_verified into v_is_verified from platform.merchants m where m.id = p_merchant;
  if not v_is_verified then
    perform app.refuse('merchant_unverified', 'The merchant has to be verified before payouts.');
  elsif v_status <> 'VERIFIED' and not (p_may_wait and v_status = 'PENDING') then
    perform app.refuse('bank_account_unverified',
      'Payouts need a verified bank account. Add another, or have this one verified again.',
      jsonb_build_object('bankAccountStatus', v_status));
  end if;
end $$;

-- Refuses a payout to a suspended merchant. A suspension waits for this transaction.
create or replace function money.assert_not_suspended(p_merchant uuid) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform pg_advisory_xact_lock_shared(app.authority_key(p_merchant));
  if exists (select 1 from platform.merchants m where m.id = p_merchant and m.status <> 'ACTIVE') then
    perform app.refuse('merchant_suspended', 'Lift the suspension first, or end the settlement without paying it.');
  end if;
end $$;

-- A manager requests a payout; the wallet holds its amount from now on. Returns it, with what its manager may know of the
-- account.
create or replace function money.request_settlement(p_new money.settlements)
  returns table (made money.settlements, holder text, bank_code text, clabe_last_four text, account_status text)
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  v_made money.settlements;
begin
  perform app.assert_password();
  perform app.assert_not_restored('The wallet may lack what was sold since.');
  perform app.assert_manages_store(p_new.merchant_id, p_new.store_id);
  perform money.assert_may_be_paid(p_new.merchant_id, p_new.bank_account_id, true);
  insert into money.settlements as s (merchant_id, id, store_id, permission_set, amount_centavos, bank_account_id,
                                    requested_by, updated_by)
  values (p_new.merchant_id, p_new.id, p_new.store_id, authz.open_portfolio(p_new.merchant_id, p_new.store_id),
          p_new.amount_centavos, p_new.bank_account_id, app.account_id(), app.account_id())
  returning s.* into v_made;
  perform audit.record('settlement.requested', 'settlement', v_made.id::text, null, jsonb_build_object(
    'amountCentavos', v_made.amount_centavos, 'bankAccountId', v_made.bank_account_id), v_made.merchant_id, v_made.store_id);
  perform events.emit(v_made.merchant_id, null, null, 'settlement.requested',
    jsonb_build_object('settlementId', v_made.id));
  perform money.book_settlement(v_made, 'settlement_reserve');
  return query
  select v_made, a.holder, a.bank_code, a.clabe_last_four, money.bank_account_status(a.status, a.expires_at)
    from money.bank_accounts a where a.merchant_id = p_new.merchant_id and a.id = p_new.bank_account_id;
end $$;

-- Takes one step of a settlement whose row is locked, so that a concurrent caller has read the new state. Returns the new one.
create or replace function money.step_settlement(p_before money.settlements, p_status text, p_by_merchant boolean,
    p_reason text, p_tracking_key text) returns money.settlements
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_posting text;
  v_used money.used_transfers;
  v_after money.settlements;
  v_caller uuid := app.account_id();
  v_now timestamptz;
begin
  select s.posting into v_posting from money.settlement_steps() s
   where s.from_status = p_before.status and s.to_status = p_status and s.is_merchants = p_by_merchant;
  if not found then
    perform app.refuse('invalid_transition',
      'A settlement that is ' || p_before.status || ' cannot become ' || p_status || ' this way.',
      jsonb_build_object('settlementStatus', p_before.status,
        'nextStatuses', money.next_settlement_statuses(p_before.status)));
  end if;
  -- Not at PAID: the transfer is with the bank by then, and refusing to record it would leave only the step that releases the
  -- money, and so pays it twice.
  if p_status in ('APPROVED', 'PROCESSING') then
    perform money.assert_may_be_paid(p_before.merchant_id, p_before.bank_account_id, false);
  end if;
  if p_status = 'PAID' then
    v_used := money.use_transfer('SETTLEMENT', p_tracking_key, p_before.merchant_id, p_before.id);
    if v_used.id is not null then
      perform app.refuse('tracking_key_used', 'The transfer with this tracking key has paid another settlement.',
        jsonb_strip_nulls(jsonb_build_object('settlementId', case when app.oversees(v_used.merchant_id) then v_used.id end)));
    end if;
  end if;
  v_now := clock_timestamp();
  update money.settlements s
     set status = p_status, status_reason = p_reason, updated_by = v_caller, updated_at = v_now,
         approved_by = case when p_status = 'APPROVED' then v_caller else s.approved_by end,
         approved_at = case when p_status = 'APPROVED' then v_now else s.approved_at end,
         tracking_key = case when p_status = 'PAID' then p_tracking_key else s.tracking_key end,
         paid_at = case when p_status = 'PAID' then v_now else s.paid_at end
   where s.merchant_id = p_before.merchant_id and s.id = p_before.id
  returning s.* into v_after;
  perform audit.record('settlement.' || lower(p_status), 'settlement', v_after.id::text,
    jsonb_build_object('status', p_before.status), jsonb_strip_nulls(jsonb_build_object('status', p_status,
      'reason', p_reason, 'claveRastreo', v_after.tracking_key, 'amountCentavos', v_after.amount_centavos)),
    v_after.merchant_id, case when p_by_merchant then v_after.store_id end);
  perform events.emit(v_after.merchant_id, null, v_after.permission_set, case p_status
      when 'APPROVED' then 'settlement.approved' when 'REJECTED' then 'settlement.rejected'
      when 'CANCELED' then 'settlement.canceled' when 'PROCESSING' then 'settlement.processing'
      when 'PAID' then 'settlement.paid' when 'FAILED' then 'settlement.failed'
      when 'RETURNED' then 'settlement.returned' end,
    jsonb_build_object('settlementId', v_after.id, 'status', p_status));
  if v_posting is not null then
    perform money.book_settlement(v_after, v_posting);
  end if;
  return v_after;
end $$;

-- Locks a settlement.
create or replace function money.hold_settlement(p_id uuid) returns money.settlements
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_merchant uuid := (select s.merchant_id from money.settlements s where s.id = p_id);
begin
  return app.held((select s from money.settlements s where s.merchant_id = v_merchant and s.id = p_id for update));
end $$;

-- The merchant cancels a request that is still undecided. `p_store` is a store where the caller is a manager.
create or replace function money.cancel_settlement(p_merchant uuid, p_store uuid, p_id uuid) returns money.settlements
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_settlement money.settlements;
begin
  perform app.assert_password();
  perform app.assert_manages_store(p_merchant, p_store);
  v_settlement := money.hold_settlement(p_id);
  if v_settlement.merchant_id <> p_merchant then
    perform app.refuse('not_found');
  end if;
  return money.step_settlement(v_settlement, 'CANCELED', true, null, null);
end $$;

-- An operator's step. Nobody decides on their own request, and no payout starts while the merchant is suspended or without a
-- verification; the outcome of a transfer that is already with the bank can always be recorded.
create or replace function money.decide_settlement(p_id uuid, p_status text, p_reason text, p_tracking_key text)
  returns money.settlements
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_settlement money.settlements;
begin
  perform app.assert_operator();
  v_settlement := money.hold_settlement(p_id);
  perform app.assert_judges(v_settlement.merchant_id);
  if v_settlement.requested_by = app.account_id() then
    perform app.refuse('forbidden', 'Another person has to decide on a settlement that you requested.');
  elsif p_status in ('APPROVED', 'PROCESSING') then
    perform money.assert_not_suspended(v_settlement.merchant_id);
  end if;
  return money.step_settlement(v_settlement, p_status, false, p_reason, p_tracking_key);
end $$;

-- The sealed CLABE of a payout in processing, for the operator who sends it; it is opened outside the
-- database. Refused when the payout must not be paid now; every reading is audited.
create or replace function money.read_payout_clabe(p_id uuid)
  returns table (bank_account_id uuid, holder text, bank_code text, sealed bytea, sealed_key bytea, amount_centavos app.centavos)
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  v_merchant uuid := (select s.merchant_id from money.settlements s where s.id = p_id);
  v_settlement money.settlements;
  v_account money.bank_accounts;
begin
  perform app.assert_operator();
  select * into v_settlement from money.settlements s where s.merchant_id = v_merchant and s.id = p_id for share;
  perform app.assert_judges(v_settlement.merchant_id);
  if v_settlement.requested_by = app.account_id() then
    perform app.refuse('forbidden', 'Another person has to pay a settlement that you requested.');
  elsif v_settlement.status <> 'PROCESSING' then
    perform app.refuse('settlement_not_processing', 'The whole CLABE is shown only while the settlement is in processing.',
      jsonb_build_object('settlementStatus', v_settlement.status));
  end if;
  perform money.assert_not_suspended(v_settlement.merchant_id);
  perform money.assert_may_be_paid(v_settlement.merchant_id, v_settlement.bank_account_id, false);
  select * into v_account from money.bank_accounts a
   where a.merchant_id = v_settlement.merchant_id and a.id = v_settlement.bank_account_id;
  perform audit.record('settlement.clabe_read', 'settlement', p_id::text, null, jsonb_build_object(
    'bankAccountId', v_account.id, 'clabeLastFour', v_account.clabe_last_four), v_settlement.merchant_id);
  return query select v_account.id, v_account.holder, v_account.bank_code, v_account.sealed, v_account.sealed_key,
    v_settlement.amount_centavos;
end $$;

grant execute on function
  money.read_payout_clabe(uuid), money.settlement_steps(), money.next_settlement_statuses(text), money.request_settlement(money.settlements),
  money.cancel_settlement(uuid, uuid, uuid), money.decide_settlement(uuid, text, text, text) to mostrador_api;
