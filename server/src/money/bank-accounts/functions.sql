-- The current status of an account: verification expires after twelve months, whether or not the nightly job
-- has run.
create or replace function money.bank_account_status(p_status text, p_expires_at timestamptz) returns text
  language sql stable parallel safe
  set search_path = pg_catalog, pg_temp
as $$ select case when p_status = 'VERIFIED' and p_expires_at <= now() then 'EXPIRED' else p_status end $$;

-- Sets the status of an account and emits the event. The caller has checked the permission. Returns the account as it is now.
create or replace function money.settle_bank_account(p_before money.bank_accounts, p_status text, p_reason text,
    p_is_attested boolean) returns money.bank_accounts
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_verified_at timestamptz := case when p_status = 'VERIFIED' then now() end;
  v_after money.bank_accounts;
begin
  begin
    update money.bank_accounts a
       set status = p_status, decided_by = app.account_id(), decided_at = app.clock(), reason = p_reason,
           is_attested = p_is_attested, verified_at = v_verified_at, expires_at = v_verified_at + interval '12 months'
     where a.merchant_id = p_before.merchant_id and a.id = p_before.id
    returning a.* into v_after;
  exception when unique_violation then
    perform app.refuse('duplicate_value',
      'The merchant has added this account again since it was rejected. Decide on the new one.',
      jsonb_build_object('field', 'clabe'));
  end;
  perform audit.record('bank_account.' || case when p_is_attested then 'attested' else lower(p_status) end, 'bank_account',
    p_before.id::text, jsonb_build_object('status', p_before.status),
    jsonb_strip_nulls(jsonb_build_object('status', p_status, 'reason', p_reason)), p_before.merchant_id);
  perform events.emit(p_before.merchant_id, null, p_before.permission_set,
    case p_status when 'VERIFIED' then 'bank_account.verified' else 'bank_account.rejected' end,
    jsonb_build_object('bankAccountId', p_before.id, 'status', p_status));
  return v_after;
end $$;

-- Locks an account for a decision, with its current status and its merchant's facts. Nobody decides on an
-- account that they added.
create or replace function money.hold_bank_account(p_merchant uuid, p_id uuid) returns money.bank_accounts
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_account money.bank_accounts := app.held((
    select a from money.bank_accounts a where a.merchant_id = p_merchant and a.id = p_id for update));
begin
  if v_account.added_by = app.account_id() then
    perform app.refuse('forbidden', 'Another person has to decide on an account that you added.');
  end if;
  v_account.status := money.bank_account_status(v_account.status, v_account.expires_at);
  return v_account;
end $$;

-- An administrator attests an account on external evidence: it becomes verified, whatever was decided before.
create or replace function money.attest_bank_account(p_merchant uuid, p_id uuid, p_evidence text) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_account money.bank_accounts := money.hold_bank_account(p_merchant, p_id);
begin
  if v_account.status = 'VERIFIED' then
    perform app.refuse('already_verified', 'If the merchant is not shown as verified, run resync.');
  end if;
  perform money.settle_bank_account(v_account, 'VERIFIED', p_evidence, true);
end $$;

-- Sets a verified account back to pending, so that it has to be verified again.
create or replace function money.withdraw_bank_accounts(p_merchant uuid) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  update money.bank_accounts a
     set status = 'PENDING', decided_by = null, decided_at = null, reason = null, is_attested = false,
         verified_at = null, expires_at = null
   where a.merchant_id = p_merchant and a.status in ('VERIFIED', 'EXPIRED');
end $$;

-- Adds an account, and returns it. The caller has checked the permission.
create or replace function money.open_bank_account(p_merchant uuid, p_store uuid, p_id uuid, p_holder text, p_bank_code text,
    p_last_four text, p_fingerprint bytea, p_sealed bytea, p_sealed_key bytea) returns money.bank_accounts
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_made money.bank_accounts;
begin
  insert into money.bank_accounts as a (merchant_id, id, permission_set, holder, bank_code, clabe_last_four, fingerprint, sealed,
                                 sealed_key, added_by)
  values (p_merchant, p_id, authz.open_portfolio(p_merchant, p_store), p_holder, p_bank_code, p_last_four, p_fingerprint,
          p_sealed, p_sealed_key, app.account_id())
  returning a.* into v_made;
  perform audit.record('bank_account.added', 'bank_account', p_id::text, null, jsonb_build_object(
    'holder', p_holder, 'bankCode', p_bank_code, 'clabeLastFour', p_last_four), p_merchant, p_store);
  perform events.emit(p_merchant, null, null, 'bank_account.added', jsonb_build_object('bankAccountId', p_id));
  return v_made;
end $$;

-- Expires an account past its twelve months. Returns false when it was not due.
create or replace function money.expire_bank_account(p_merchant uuid, p_id uuid) returns boolean
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  update money.bank_accounts a set status = 'EXPIRED'
   where a.merchant_id = p_merchant and a.id = p_id and a.status = 'VERIFIED' and a.expires_at <= now();
  if not found then
    return false;
  end if;
  perform audit.record('bank_account.expired', 'bank_account', p_id::text,
    jsonb_build_object('status', 'VERIFIED'), jsonb_build_object('status', 'EXPIRED'), p_merchant);
  return true;
end $$;

grant execute on function money.bank_account_status(text, timestamptz) to mostrador_api;
