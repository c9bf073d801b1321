-- Sessions from opening to end, and the recent confirmation that dangerous actions require.

-- The same for a signed-in caller who confirms: charged to the account, from any address.
create or replace function identity.begin_confirmation()
  returns table (wait_seconds int, charged text[], password_hash text, totp_secret bytea, has_totp boolean)
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  charged := array['session:' || app.account_id()];
  wait_seconds := identity.charge_attempt(charged[1]);
  select c.password_hash, c.totp_secret, c.totp_enabled_at is not null into password_hash, totp_secret, has_totp
    from identity.credentials c where c.account_id = app.account_id() and wait_seconds = 0;
  return next;
end $$;

-- Records that this session has just been confirmed; with a code, its second factor too. `p_old_hash` is the
-- hash that the password was checked against: if it changed meanwhile, nothing is confirmed.
create or replace function identity.confirm_session(p_session uuid, p_old_hash text, p_second_factor boolean) returns timestamptz
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform app.assert_password();
  update identity.sessions s
     set confirmed_at = now(), second_factor_at = case when p_second_factor then now() else s.second_factor_at end
    from identity.credentials c
   where s.id = p_session and s.account_id = app.account_id() and s.ended_at is null
     and c.account_id = s.account_id and c.password_hash = p_old_hash and (c.totp_enabled_at is null or p_second_factor);
  if not found then
    perform app.refuse('reauthentication_required');
  end if;
  perform audit.record('session.confirmed', 'account', app.account_id()::text, null, jsonb_build_object(
    'sessionId', p_session, 'secondFactor', p_second_factor));
  return now() + interval '10 minutes';
end $$;

-- Opens a session for an account whose password, invitation or set-up link has just been checked.
-- `p_password_hash` is the hash that was checked, and `p_second_factor` whether a code was: a password changed, or a second
-- factor removed or enrolled meanwhile, opens nothing. The shared lock makes a block, a removal or a sign-out everywhere
-- wait and then see this session. From here on the transaction runs as this account, so its audit rows do too.
create or replace function identity.open_session(p_account uuid, p_password_hash text, p_token_hash bytea,
    p_second_factor boolean, p_address inet, p_user_agent text)
  returns uuid
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_id uuid := app.uuid_v7();
begin
  perform pg_advisory_xact_lock_shared(app.authority_key(p_account));
  perform from identity.accounts a left join identity.credentials c on c.account_id = a.id
    where a.id = p_account and a.status = 'ACTIVE' and c.password_hash is not distinct from p_password_hash
      and p_second_factor = (c.totp_enabled_at is not null);
  if not found then
    perform app.refuse('invalid_credentials');
  end if;
  if identity.is_staff(p_account) and app.is_restored() and not exists (
    select 1 from identity.labels l where l.account_id = p_account and l.label = 'platformAdmin')
  then
    perform app.refuse('restored', 'Until then only administrators of the platform sign in here.');
  end if;
  -- Sessions that ended long ago no longer make an address known to this account.
  delete from identity.sessions s where s.account_id = p_account and s.expires_at < now() - interval '30 days';
  insert into identity.sessions
    (id, account_id, token_hash, idle_until, expires_at, second_factor_at, address, user_agent)
  values (v_id, p_account, p_token_hash, now() + interval '12 hours', now() + interval '30 days',
          case when p_second_factor then now() end, p_address, left(p_user_agent, 300));
  perform set_config('app.account_id', p_account::text, true);
  perform audit.record('session.opened', 'account', p_account::text, null, jsonb_build_object(
    'sessionId', v_id, 'secondFactor', p_second_factor, 'address', host(p_address)));
  return v_id;
end $$;

-- The same at a terminal, for an employee whose PIN has just been checked and whose locks are held: half an
-- hour idle and a working day in total, without password or second factor. Returns when it expires.
create or replace function identity.open_session_at(p_merchant uuid, p_store uuid, p_terminal uuid, p_membership uuid,
    p_account uuid, p_token_hash bytea, p_address inet, p_user_agent text) returns timestamptz
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_id uuid := app.uuid_v7();
begin
  insert into identity.sessions (id, account_id, token_hash, idle_until, expires_at, confirmed_at, merchant_id, terminal_id,
                                 membership_id, address, user_agent)
  values (v_id, p_account, p_token_hash, now() + interval '30 minutes', now() + interval '16 hours', null, p_merchant,
          p_terminal, p_membership, p_address, left(p_user_agent, 300));
  perform set_config('app.account_id', p_account::text, true);
  perform audit.record('session.opened', 'account', p_account::text, null, jsonb_build_object(
    'sessionId', v_id, 'terminalId', p_terminal, 'address', host(p_address)), p_merchant, p_store);
  return now() + interval '16 hours';
end $$;

-- Adds a machine account for an API key, with its only session: valid until the key expires, and never
-- confirmed. Until its first use, `last_seen_at` is -infinity.
create or replace function identity.open_machine(p_name text, p_token_hash bytea, p_expires_at timestamptz) returns uuid
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_id uuid := app.uuid_v7();
begin
  insert into identity.accounts (id, kind, name) values (v_id, 'MACHINE', p_name);
  perform authz.keep_caller(v_id);
  insert into identity.sessions (id, account_id, token_hash, last_seen_at, idle_until, expires_at, confirmed_at)
  values (app.uuid_v7(), v_id, p_token_hash, '-infinity', p_expires_at, p_expires_at, null);
  return v_id;
end $$;

-- Gives a machine account another name.
create or replace function identity.rename_machine(p_id uuid, p_name text) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  update identity.accounts a set name = p_name where a.id = p_id and a.kind = 'MACHINE';
  perform authz.keep_caller(p_id) where found;
end $$;

-- When an account's sessions were last seen, with a precision of two minutes; null: never.
create or replace function identity.last_used_at(p_account uuid) returns timestamptz
  language sql stable
  set search_path = pg_catalog, pg_temp
as $$
  select nullif(max(s.last_seen_at), '-infinity') from identity.sessions s where s.account_id = p_account
$$;

-- Extends the idle time of a session in use. Never revives one that has ended.
create or replace function identity.touch_session(p_token_hash bytea) returns void
  language sql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
  update identity.sessions s
     set last_seen_at = now(),
         idle_until = case
           when exists (select 1 from authz.callers a where a.account_id = s.account_id and a.kind = 'MACHINE') then s.expires_at
           else least(now() + case when s.terminal_id is null then interval '12 hours' else interval '30 minutes' end,
                      s.expires_at) end
   where s.token_hash = p_token_hash and s.ended_at is null and s.idle_until > now() and s.expires_at > now()
     and s.last_seen_at < now() - interval '2 minutes'
$$;

-- Writes the caller's session as it is, which fails in a database that takes no writes: before something outside is
-- asked for what has to be written. Raises 28000 when the session has ended.
create or replace function identity.prove_writing() returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  update identity.sessions s set last_seen_at = s.last_seen_at where s.id = app.session_id() and s.ended_at is null;
  if not found then
    raise exception 'unauthenticated' using errcode = '28000';
  end if;
end $$;

-- Ends live sessions of an account whose authority lock is held: one, all, or all but one.
create or replace function identity.end_sessions_of(p_account uuid, p_only uuid, p_except uuid, p_reason text) returns int
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_ended int;
begin
  update identity.sessions s set ended_at = clock_timestamp(), ended_reason = p_reason
   where s.account_id = p_account and s.ended_at is null and s.expires_at > now()
     and (p_only is null or s.id = p_only) and s.id is distinct from p_except;
  get diagnostics v_ended = row_count;
  return v_ended;
end $$;

-- Ends live sessions at terminals: those of a membership, or those at a terminal. The caller holds the lock
-- on their authority.
create or replace function identity.end_till_sessions(p_merchant uuid, p_membership uuid, p_terminal uuid, p_reason text)
  returns void
  language sql volatile
  set search_path = pg_catalog, pg_temp
as $$
  update identity.sessions s set ended_at = clock_timestamp(), ended_reason = p_reason
   where s.merchant_id = p_merchant and s.ended_at is null
     and (s.membership_id = p_membership or s.terminal_id = p_terminal)
$$;

-- The caller signs out of one of their sessions, or of all.
create or replace function identity.sign_out(p_session uuid) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_ended int;
begin
  -- A terminal session can end only itself.
  if p_session is null then
    perform app.assert_password();
  end if;
  perform app.lock_authority(app.account_id());
  v_ended := identity.end_sessions_of(app.account_id(), p_session, null, 'signed_out');
  perform audit.record('session.ended', 'account', app.account_id()::text, null, jsonb_build_object(
    'reason', 'signed_out', 'sessionId', p_session, 'sessions', v_ended));
end $$;

-- Deletes a batch of till sessions that expired long ago. Those of a password are deleted when their account signs in again,
-- which an employee without an e-mail never does.
create or replace function identity.forget_till_sessions() returns int
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_count int;
begin
  delete from identity.sessions s where s.id in (
    select o.id from identity.sessions o
     where o.terminal_id is not null and o.expires_at < now() - interval '30 days' order by o.expires_at limit 1000);
  get diagnostics v_count = row_count;
  return v_count;
end $$;

grant execute on function identity.forget_till_sessions() to mostrador_worker;
