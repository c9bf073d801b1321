-- Authenticator codes and recovery codes.

create or replace function identity.has_second_factor(p_account uuid) returns boolean
  language sql stable
  set search_path = pg_catalog, pg_temp
as $$
  select exists (select 1 from identity.credentials c where c.account_id = p_account and c.totp_enabled_at is not null)
$$;

-- Starts enrolment: a sealed secret waits for its first code; starting again replaces it.
create or replace function identity.begin_totp(p_secret bytea) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform app.assert_password();
  update identity.credentials c set totp_secret = p_secret, totp_last_step = null
   where c.account_id = app.account_id() and c.totp_enabled_at is null;
  if not found then
    perform app.refuse('second_factor_enabled', 'Disable the current one first.');
  end if;
end $$;

-- Replaces the caller's recovery codes, used and unused.
create or replace function identity.replace_recovery_codes(p_code_hashes bytea[]) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  delete from identity.recovery_codes c where c.account_id = app.account_id();
  insert into identity.recovery_codes (account_id, code_hash) select app.account_id(), unnest(p_code_hashes);
end $$;

-- Completes enrolment: the factor is on, this session counts as signed in with it, and recovery codes exist.
create or replace function identity.confirm_totp(p_secret bytea, p_step bigint, p_session uuid, p_code_hashes bytea[])
  returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform app.assert_password();
  update identity.credentials c set totp_enabled_at = now(), totp_last_step = p_step
   where c.account_id = app.account_id() and c.totp_secret = p_secret and c.totp_enabled_at is null;
  if not found then
    perform app.refuse('second_factor_not_enrolled');
  end if;
  perform identity.replace_recovery_codes(p_code_hashes);
  update identity.sessions s set second_factor_at = now() where s.id = p_session and s.account_id = app.account_id();
  perform audit.record('second_factor.enabled', 'account', app.account_id()::text, null, null);
end $$;

-- A code works once: returns false when this time step, or a later one, was used before.
create or replace function identity.use_totp_step(p_account uuid, p_step bigint) returns boolean
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  update identity.credentials c set totp_last_step = p_step
   where c.account_id = p_account and coalesce(c.totp_last_step < p_step, true);
  return found;
end $$;

-- Returns false when there is no such code, or it was used before.
create or replace function identity.use_recovery_code(p_account uuid, p_code_hash bytea) returns boolean
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  update identity.recovery_codes c set used_at = now()
   where c.account_id = p_account and c.code_hash = p_code_hash and c.used_at is null;
  if found then
    perform audit.record('recovery_code.used', 'account', p_account::text, null, jsonb_build_object('left',
      (select count(*) from identity.recovery_codes c where c.account_id = p_account and c.used_at is null)));
    return true;
  end if;
  return false;
end $$;

-- New recovery codes for a caller with a second factor.
create or replace function identity.renew_recovery_codes(p_code_hashes bytea[]) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform app.assert_password();
  -- Of two at the same time the later one replaces the codes of the other.
  if (identity.hold_credentials(app.account_id())).totp_enabled_at is null then
    perform app.refuse('second_factor_not_enrolled');
  end if;
  perform identity.replace_recovery_codes(p_code_hashes);
  perform audit.record('recovery_codes.renewed', 'account', app.account_id()::text, null, null);
end $$;

-- Removes the second factor of an account and its recovery codes; returns false when it has none. The caller holds the
-- account's authority lock. A pending reset is cancelled, so that it does not remove a factor that is enrolled later.
create or replace function identity.remove_factor(p_account uuid) returns boolean
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  update identity.credentials c set totp_secret = null, totp_enabled_at = null, totp_last_step = null
   where c.account_id = p_account and c.totp_enabled_at is not null;
  if not found then
    return false;
  end if;
  delete from identity.recovery_codes c where c.account_id = p_account;
  perform identity.cancel_factor_resets(
    array(select r.id from identity.pending_factor_resets() r where r.account_id = p_account), 'removed');
  return true;
end $$;

-- Without the factor no session counts as signed in with one, so labels stop working on the next request.
create or replace function identity.disable_totp() returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform app.assert_password();
  perform app.lock_authority(app.account_id());
  if not identity.remove_factor(app.account_id()) then
    perform app.refuse('second_factor_not_enrolled');
  end if;
  update identity.sessions s set second_factor_at = null where s.account_id = app.account_id();
  perform audit.record('second_factor.disabled', 'account', app.account_id()::text, null, null);
end $$;
