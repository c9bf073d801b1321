-- What a restored database has to take away again. The callers hold the lock on the authority concerned.

-- Ends every session of a person; API keys keep theirs, and their revocations are applied one by one. Live screens
-- are notified and check their viewers again. Returns how many have ended.
create or replace function identity.end_all_sessions(p_reason text) returns int
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_account uuid;
  v_ended int := 0;
begin
  for v_account in
    update identity.sessions s set ended_at = clock_timestamp(), ended_reason = p_reason
      from authz.callers a
     where a.account_id = s.account_id and a.kind = 'PERSON' and s.ended_at is null
    returning s.account_id
  loop
    perform pg_notify('mostrador_authority', v_account::text);
    v_ended := v_ended + 1;
  end loop;
  return v_ended;
end $$;

-- Removes a password that was replaced by one that is lost. The person needs a new one.
create or replace function identity.forget_password(p_account uuid) returns boolean
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  update identity.credentials c set password_hash = null, password_changed_at = now()
   where c.account_id = p_account and c.password_hash is not null;
  return found;
end $$;

-- Marks all recovery codes of an account as used: which of them were is lost.
create or replace function identity.forget_recovery_codes(p_account uuid) returns boolean
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  update identity.recovery_codes c set used_at = now() where c.account_id = p_account and c.used_at is null;
  return found;
end $$;

-- Spends the links that create the first administrator.
create or replace function identity.spend_setup_links() returns boolean
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  update identity.setup_links l set used_at = now() where l.used_at is null;
  return found;
end $$;

-- Ends every open link for a new password: which of them was used is lost.
create or replace function identity.end_reset_links() returns void
  language sql volatile
  set search_path = pg_catalog, pg_temp
as $$
  update identity.password_resets r set ended_at = now() where r.used_at is null and r.ended_at is null
$$;

-- Cancels every pending reset of a second factor: the restored database may have lost that one was cancelled.
create or replace function identity.end_factor_resets() returns void
  language sql volatile
  set search_path = pg_catalog, pg_temp
as $$
  select identity.cancel_factor_resets(array(select r.id from identity.pending_factor_resets() r), 'restored')
$$;
