-- How an account stands now: what was verified more than twelve months ago counts no more, whether or not the
-- nightly work has come to it.
create or replace function money.bank_account_status(p_status text, p_expires_at timestamptz) returns text
  language sql stable parallel safe
  set search_path = pg_catalog, pg_temp
as $$ select case when p_status = 'VERIFIED' and p_expires_at <= now() then 'EXPIRED' else p_status end $$;

-- A manager gives an account of the merchant; the same one again is the one that is there. With the row goes what
-- derives the verification anew.
create or replace function money.add_bank_account(p_merchant uuid, p_store uuid, p_id uuid, p_holder text, p_bank_code text,
    p_last_four text, p_fingerprint bytea, p_sealed bytea, p_sealed_key bytea)
  returns table (id uuid, is_new boolean)
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  v_facts platform.verifications;
  v_known money.bank_accounts;
begin
  perform app.assert_password();
  -- Whoever may change the store is its manager.
  if not coalesce(authz.set_of(p_merchant, p_store, 'stores') = any (app.updatable_sets()), false) then
    raise exception 'the caller is no manager of this store' using errcode = '42501';
  end if;
  v_facts := platform.facts_of(p_merchant);
  select * into v_known from money.bank_accounts a
   where a.merchant_id = p_merchant and a.fingerprint = p_fingerprint and a.status <> 'REJECTED';
  if found then
    if v_known.holder <> p_holder then
      raise exception 'duplicate_value' using errcode = 'MO001', detail = jsonb_build_object(
        'detail', 'This account is there under another holder''s name.', 'field', 'clabe', 'bankAccountId', v_known.id)::text;
    end if;
    return query select v_known.id, false;
    return;
  end if;
  if v_facts.locked_at is not null then
    raise exception 'verification_locked' using errcode = 'MO001', detail = jsonb_build_object(
      'detail', 'Too many accounts were rejected; ask the platform to unlock the verification.')::text;
  elsif (select count(*) from money.bank_accounts a where a.merchant_id = p_merchant and a.status = 'PENDING') >= 5 then
    raise exception 'bank_accounts_pending' using errcode = 'MO001', detail = jsonb_build_object(
      'detail', 'Wait until the platform has looked at the accounts that are there.')::text;
  end if;

  insert into money.bank_accounts (merchant_id, id, permission_set, holder, bank_code, clabe_last_four, fingerprint, sealed,
                                 sealed_key, added_by)
  values (p_merchant, p_id, authz.open_portfolio(p_merchant, p_store), p_holder, p_bank_code, p_last_four, p_fingerprint,
          p_sealed, p_sealed_key, app.account_id());
  perform audit.record('bank_account.added', 'bank_account', p_id::text, null, jsonb_build_object(
    'holder', p_holder, 'bankCode', p_bank_code, 'clabeLastFour', p_last_four), p_merchant, p_store);
  perform events.emit(p_merchant, null, null, 'bank_account.added', jsonb_build_object('bankAccountId', p_id));
  perform platform.queue_recompute(p_merchant);
  return query select p_id, true;
end $$;

-- Writes down how an account stands from now on, and tells it. Whoever calls this has decided that it may be done.
create or replace function money.settle_bank_account(p_before money.bank_accounts, p_status text, p_reason text,
    p_is_attested boolean) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  begin
    update money.bank_accounts a
       set status = p_status, decided_by = app.account_id(), decided_at = clock_timestamp(), reason = p_reason,
           is_attested = p_is_attested,
           verified_at = case when p_status = 'VERIFIED' then now() end,
           expires_at = case when p_status = 'VERIFIED' then now() + interval '12 months' end
     where a.merchant_id = p_before.merchant_id and a.id = p_before.id;
  exception when unique_violation then
    raise exception 'duplicate_value' using errcode = 'MO001', detail = jsonb_build_object(
      'detail', 'The merchant has sent this account again since it was rejected; decide about that one.',
      'field', 'clabe')::text;
  end;
  perform audit.record('bank_account.' || case when p_is_attested then 'attested' else lower(p_status) end, 'bank_account',
    p_before.id::text, jsonb_build_object('status', p_before.status),
    jsonb_strip_nulls(jsonb_build_object('status', p_status, 'reason', p_reason)), p_before.merchant_id);
  perform events.emit(p_before.merchant_id, null, p_before.permission_set,
    case p_status when 'VERIFIED' then 'bank_account.verified' else 'bank_account.rejected' end,
    jsonb_build_object('bankAccountId', p_before.id, 'status', p_status));
end $$;

-- An account for a decision, with how it stands now, and its merchant's facts in hand. Nobody decides about an
-- account of their own giving.
create or replace function money.hold_bank_account(p_merchant uuid, p_id uuid) returns money.bank_accounts
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_account money.bank_accounts;
begin
  select * into v_account from money.bank_accounts a where a.merchant_id = p_merchant and a.id = p_id for update;
  if not found then
    raise exception 'not_found' using errcode = 'MO001';
  elsif v_account.added_by = app.account_id() then
    raise exception 'forbidden' using errcode = 'MO001', detail = jsonb_build_object(
      'detail', 'Somebody else has to decide about an account that you gave.')::text;
  end if;
  v_account.status := money.bank_account_status(v_account.status, v_account.expires_at);
  return v_account;
end $$;

-- An operator's word on an account. The fifth rejection since the last unlock locks the merchant's verification.
create or replace function money.decide_bank_account(p_id uuid, p_status text, p_reason text) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_merchant uuid;
  v_facts platform.verifications;
  v_account money.bank_accounts;
begin
  if not app.is_operator() then
    raise exception 'only the platform decides about bank accounts' using errcode = '42501';
  end if;
  select a.merchant_id into v_merchant from money.bank_accounts a where a.id = p_id;
  perform app.assert_judges(v_merchant);
  v_facts := platform.facts_of(v_merchant);
  v_account := money.hold_bank_account(v_merchant, p_id);
  if v_facts.locked_at is not null then
    raise exception 'verification_locked' using errcode = 'MO001', detail = jsonb_build_object(
      'detail', 'An administrator has to unlock the merchant''s verification first.')::text;
  elsif v_account.status = 'VERIFIED' and p_status = 'VERIFIED' then
    raise exception 'already_verified' using errcode = 'MO001', detail = jsonb_build_object(
      'detail', 'If the merchant does not count as verified, run resync.')::text;
  elsif v_account.status = 'REJECTED' then
    raise exception 'invalid_transition' using errcode = 'MO001', detail = jsonb_build_object(
      'detail', 'It was rejected; the merchant may send it again.', 'bankAccountStatus', v_account.status)::text;
  end if;
  perform money.settle_bank_account(v_account, p_status, p_reason, false);
  if p_status = 'REJECTED' then
    update platform.verifications v
       set rejections = v.rejections + 1, locked_at = case when v.rejections + 1 >= 5 then clock_timestamp() end
     where v.merchant_id = v_merchant;
  end if;
  perform platform.queue_recompute(v_merchant);
end $$;

-- An administrator's own word, on evidence from outside: verified, whatever was decided before.
create or replace function money.attest_bank_account(p_merchant uuid, p_id uuid, p_evidence text) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_account money.bank_accounts := money.hold_bank_account(p_merchant, p_id);
begin
  if v_account.status = 'VERIFIED' then
    raise exception 'already_verified' using errcode = 'MO001', detail = jsonb_build_object(
      'detail', 'If the merchant does not count as verified, run resync.')::text;
  end if;
  perform money.settle_bank_account(v_account, 'VERIFIED', p_evidence, true);
end $$;

-- What was verified has to be verified anew.
create or replace function money.withdraw_bank_accounts(p_merchant uuid) returns void
  language sql volatile
  set search_path = pg_catalog, pg_temp
as $$
  update money.bank_accounts a
     set status = 'PENDING', decided_by = null, decided_at = null, reason = null, is_attested = false,
         verified_at = null, expires_at = null
   where a.merchant_id = p_merchant and a.status in ('VERIFIED', 'EXPIRED')
$$;

-- Accounts past their twelve months, some at a time; answers how many. Each merchant's verification follows.
create or replace function money.expire_bank_accounts(p_limit int) returns int
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_due record;
  v_count int := 0;
begin
  for v_due in
    select a.merchant_id, a.id from money.bank_accounts a
     where a.status = 'VERIFIED' and a.expires_at <= now() order by a.merchant_id, a.id limit p_limit
  loop
    perform platform.facts_of(v_due.merchant_id);
    update money.bank_accounts a set status = 'EXPIRED'
     where a.merchant_id = v_due.merchant_id and a.id = v_due.id and a.status = 'VERIFIED' and a.expires_at <= now();
    if found then
      v_count := v_count + 1;
      perform audit.record('bank_account.expired', 'bank_account', v_due.id::text,
        jsonb_build_object('status', 'VERIFIED'), jsonb_build_object('status', 'EXPIRED'), v_due.merchant_id);
      perform platform.queue_recompute(v_due.merchant_id);
    end if;
  end loop;
  return v_count;
end $$;

grant execute on function money.bank_account_status(text, timestamptz),
  money.add_bank_account(uuid, uuid, uuid, text, text, text, bytea, bytea, bytea),
  money.decide_bank_account(uuid, text, text) to mostrador_api;
grant execute on function money.expire_bank_accounts(int) to mostrador_worker;
