-- The status that follows from the facts; defined only here. docs/verification.md shows it as a table.
create or replace function platform.verification_status_of(p_is_revoked boolean, p_is_locked boolean, p_is_confirmed boolean,
    p_has_verified_account boolean, p_has_pending_account boolean, p_was_verified boolean) returns text
  language sql immutable parallel safe
  set search_path = pg_catalog, pg_temp
as $$
  select case
    when p_is_revoked then 'REVOKED'
    when p_is_locked then 'LOCKED'
    when p_is_confirmed and p_has_verified_account then 'VERIFIED'
    when p_was_verified then 'LAPSED'
    when p_is_confirmed or p_has_verified_account or p_has_pending_account then 'PENDING'
    else 'UNVERIFIED' end
$$;

-- Locks a merchant's facts: concurrent changes wait. A caller that also locks the merchant's authority
-- exclusively does that first.
create or replace function platform.hold_verification(p_merchant uuid) returns platform.verifications
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  insert into platform.verifications (merchant_id) values (p_merchant) on conflict do nothing;
  return app.held((select v from platform.verifications v where v.merchant_id = p_merchant for update));
end $$;

-- Derives the status from the facts and stores it when it differs. The caller holds the merchant's authority
-- exclusively: once a withdrawal has been answered, nothing that relied on the verification commits.
create or replace function platform.derive_verification(p_merchant uuid)
  returns table (before_status text, before_is_verified boolean, after_status text, after_is_verified boolean)
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_facts platform.verifications := platform.hold_verification(p_merchant);
begin
  select m.verification_status, m.is_verified into before_status, before_is_verified from platform.hold_merchant(p_merchant) m;
  select platform.verification_status_of(v_facts.revoked_at is not null, v_facts.locked_at is not null,
           v_facts.business_confirmed_at is not null, coalesce(bool_or(a.status = 'VERIFIED'), false),
           coalesce(bool_or(a.status = 'PENDING'), false), v_facts.verified_at is not null)
    into after_status
    from (select money.bank_account_status(b.status, b.expires_at) as status
            from money.bank_accounts b where b.merchant_id = p_merchant) a;
  after_is_verified := after_status = 'VERIFIED';

  update platform.verifications v
     set derived_at = clock_timestamp(),
         verified_at = case when after_is_verified then coalesce(v.verified_at, clock_timestamp()) else v.verified_at end
   where v.merchant_id = p_merchant;
  if (before_status, before_is_verified) is distinct from (after_status, after_is_verified) then
    perform platform.set_verification(p_merchant, after_status);
    perform audit.record('verification.changed', 'merchant', p_merchant::text,
      jsonb_build_object('status', before_status, 'isVerified', before_is_verified),
      jsonb_build_object('status', after_status, 'isVerified', after_is_verified), p_merchant);
    perform events.emit(p_merchant, null, authz.open_portfolio(p_merchant, null), 'verification.changed',
      jsonb_build_object('merchantId', p_merchant, 'status', after_status));
  end if;
  return next;
end $$;

-- Queues a recomputation that runs when the transaction has committed, and never if it does not.
create or replace function platform.queue_recompute(p_merchant uuid) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform app.enqueue_work('verification.recompute', 'verification.recompute:' || app.uuid_v7(),
    jsonb_build_object('merchantId', p_merchant));
end $$;

-- The queued work.
create or replace function platform.recompute_verification(p_merchant uuid) returns table (before text, after text)
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform app.lock_authority(p_merchant);
  return query select d.before_status, d.after_status from platform.derive_verification(p_merchant) d;
end $$;

-- The same immediately, for an operator. It does not depend on workflows, and none can block it.
create or replace function platform.resync_verification(p_merchant uuid)
  returns table (before_status text, before_is_verified boolean, after_status text, after_is_verified boolean)
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_done record;
begin
  perform app.assert_operator();
  perform app.assert_oversees(p_merchant);
  perform app.lock_authority(p_merchant);
  select * into v_done from platform.derive_verification(p_merchant);
  perform audit.record('verification.resynced', 'merchant', p_merchant::text,
    jsonb_build_object('status', v_done.before_status, 'isVerified', v_done.before_is_verified),
    jsonb_build_object('status', v_done.after_status, 'isVerified', v_done.after_is_verified), p_merchant);
  return query select v_done.before_status, v_done.before_is_verified, v_done.after_status, v_done.after_is_verified;
end $$;

-- Locks the merchant's facts for a change. Facts of a closed merchant do not change.
create or replace function platform.begin_verification(p_merchant uuid) returns platform.verifications
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform app.assert_judges(p_merchant);
  perform app.lock_authority(p_merchant);
  if exists (select 1 from platform.merchants m where m.id = p_merchant and m.status = 'CLOSED') then
    perform app.refuse('merchant_closed');
  end if;
  return platform.hold_verification(p_merchant);
end $$;

-- An operator has confirmed the business; confirming again stores the newer evidence.
create or replace function platform.confirm_business(p_merchant uuid, p_evidence text) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_facts platform.verifications;
begin
  perform app.assert_operator();
  v_facts := platform.begin_verification(p_merchant);
  update platform.verifications v
     set business_evidence = p_evidence, business_confirmed_by = app.account_id(), business_confirmed_at = clock_timestamp()
   where v.merchant_id = p_merchant;
  perform audit.record('verification.business_confirmed', 'merchant', p_merchant::text,
    jsonb_build_object('evidence', v_facts.business_evidence), jsonb_build_object('evidence', p_evidence), p_merchant);
  perform platform.derive_verification(p_merchant);
end $$;

-- An administrator attests an account. It does not outweigh a revocation.
create or replace function platform.attest_verification(p_merchant uuid, p_account uuid, p_evidence text) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform app.assert_admin();
  perform platform.begin_verification(p_merchant);
  perform money.attest_bank_account(p_merchant, p_account, p_evidence);
  perform platform.derive_verification(p_merchant);
end $$;

-- Revokes all facts: each has to be given again.
create or replace function platform.withdraw_facts(p_merchant uuid) returns void
  language sql volatile
  set search_path = pg_catalog, pg_temp
as $$
  update platform.verifications v
     set business_evidence = null, business_confirmed_by = null, business_confirmed_at = null, verified_at = null
   where v.merchant_id = p_merchant;
  select money.withdraw_bank_accounts(p_merchant);
$$;

-- Withdraws the facts of a merchant, which are locked, until somebody lifts the revocation.
create or replace function platform.store_revocation(p_merchant uuid, p_reason text) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform platform.withdraw_facts(p_merchant);
  update platform.verifications v set revoked_at = clock_timestamp(), revoke_reason = p_reason where v.merchant_id = p_merchant;
  perform audit.record('verification.revoked', 'merchant', p_merchant::text, null,
    jsonb_build_object('reason', p_reason), p_merchant);
  perform platform.derive_verification(p_merchant);
end $$;

-- The same after a restore that has lost it; false: it is revoked.
create or replace function platform.revoke_verification_again(p_merchant uuid, p_reason text) returns boolean
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform app.lock_authority(p_merchant);
  if (platform.hold_verification(p_merchant)).revoked_at is not null then
    return false;
  end if;
  perform platform.store_revocation(p_merchant, coalesce(p_reason, 'restored'));
  return true;
end $$;

-- Revokes a verification by hand. Only an administrator may.
create or replace function platform.revoke_verification(p_merchant uuid, p_reason text) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_facts platform.verifications;
begin
  perform app.assert_admin();
  v_facts := platform.begin_verification(p_merchant);
  if v_facts.revoked_at is not null then
    perform app.refuse('invalid_transition', 'The verification is revoked already.',
      jsonb_build_object('verificationStatus', 'REVOKED'));
  end if;
  perform platform.store_revocation(p_merchant, p_reason);
end $$;

-- Ends a revocation or a lock. Facts given meanwhile are withdrawn too, so that verification starts from the
-- beginning.
create or replace function platform.unlock_verification(p_merchant uuid, p_reason text) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_facts platform.verifications;
begin
  perform app.assert_admin();
  v_facts := platform.begin_verification(p_merchant);
  if v_facts.revoked_at is null and v_facts.locked_at is null then
    perform app.refuse('invalid_transition', 'The verification is neither revoked nor locked.');
  end if;
  perform platform.withdraw_facts(p_merchant);
  update platform.verifications v
     set revoked_at = null, revoke_reason = null, locked_at = null, rejections = 0
   where v.merchant_id = p_merchant;
  perform audit.record('verification.unlocked', 'merchant', p_merchant::text,
    jsonb_build_object('revokeReason', v_facts.revoke_reason, 'rejections', v_facts.rejections),
    jsonb_build_object('reason', p_reason), p_merchant);
  perform platform.derive_verification(p_merchant);
end $$;

-- A manager adds an account of the merchant; sending the same one again returns the existing one. It also
-- queues the recomputation of the verification.
create or replace function platform.add_bank_account(p_merchant uuid, p_store uuid, p_id uuid, p_holder text, p_bank_code text,
    p_last_four text, p_fingerprint bytea, p_sealed bytea, p_sealed_key bytea)
  returns table (account money.bank_accounts, is_new boolean)
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  v_facts platform.verifications;
  v_known money.bank_accounts;
begin
  perform app.assert_password();
  perform app.assert_manages_store(p_merchant, p_store);
  v_facts := platform.hold_verification(p_merchant);
  select * into v_known from money.bank_accounts a
   where a.merchant_id = p_merchant and a.fingerprint = p_fingerprint and a.status <> 'REJECTED';
  if found then
    if v_known.holder <> p_holder then
      perform app.refuse('duplicate_value', 'This account exists with another holder''s name.',
        jsonb_build_object('field', 'clabe', 'bankAccountId', v_known.id));
    end if;
    return query select v_known, false;
    return;
  end if;
  if v_facts.locked_at is not null then
    perform app.refuse('verification_locked',
      'Too many accounts were rejected. Ask the platform to unlock the verification.');
  elsif (select count(*) from money.bank_accounts a where a.merchant_id = p_merchant and a.status = 'PENDING') >= 5 then
    perform app.refuse('bank_accounts_pending', 'Wait until the platform has decided on the pending accounts.');
  end if;

  v_known := money.open_bank_account(p_merchant, p_store, p_id, p_holder, p_bank_code, p_last_four, p_fingerprint, p_sealed,
    p_sealed_key);
  perform platform.queue_recompute(p_merchant);
  return query select v_known, true;
end $$;

-- An operator's decision on an account. The fifth rejection since the last unlock locks the merchant's
-- verification. Returns the account as it is now.
create or replace function platform.decide_bank_account(p_id uuid, p_status text, p_reason text) returns money.bank_accounts
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_merchant uuid;
  v_facts platform.verifications;
  v_account money.bank_accounts;
begin
  if p_status not in ('VERIFIED', 'REJECTED') then
    raise exception 'a bank account is verified or rejected' using errcode = '22023';
  end if;
  perform app.assert_operator();
  select a.merchant_id into v_merchant from money.bank_accounts a where a.id = p_id;
  perform app.assert_judges(v_merchant);
  v_facts := platform.hold_verification(v_merchant);
  v_account := money.hold_bank_account(v_merchant, p_id);
  if v_facts.locked_at is not null then
    perform app.refuse('verification_locked', 'An administrator has to unlock the merchant''s verification first.');
  elsif v_account.status = 'VERIFIED' and p_status = 'VERIFIED' then
    perform app.refuse('already_verified', 'If the merchant is not shown as verified, run resync.');
  elsif v_account.status = 'REJECTED' then
    perform app.refuse('invalid_transition', 'The account was rejected. The merchant may add it again.',
      jsonb_build_object('bankAccountStatus', v_account.status));
  end if;
  v_account := money.settle_bank_account(v_account, p_status, p_reason, false);
  if p_status = 'REJECTED' then
    update platform.verifications v
       set rejections = v.rejections + 1, locked_at = case when v.rejections + 1 >= 5 then clock_timestamp() end
     where v.merchant_id = v_merchant;
  end if;
  perform platform.queue_recompute(v_merchant);
  return v_account;
end $$;

-- Expires accounts past their twelve months, in batches; returns how many. The verification of each merchant
-- follows.
create or replace function platform.expire_bank_accounts(p_limit int) returns int
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
    perform platform.hold_verification(v_due.merchant_id);
    if money.expire_bank_account(v_due.merchant_id, v_due.id) then
      v_count := v_count + 1;
      perform platform.queue_recompute(v_due.merchant_id);
    end if;
  end loop;
  return v_count;
end $$;

grant execute on function platform.recompute_verification(uuid) to mostrador_worker;
grant execute on function
  platform.resync_verification(uuid), platform.confirm_business(uuid, text),
  platform.attest_verification(uuid, uuid, text), platform.revoke_verification(uuid, text),
  platform.unlock_verification(uuid, text)
  to mostrador_api;
grant execute on function
  platform.add_bank_account(uuid, uuid, uuid, text, text, text, bytea, bytea, bytea),
  platform.decide_bank_account(uuid, text, text) to mostrador_api;
grant execute on function platform.expire_bank_accounts(int) to mostrador_worker;
