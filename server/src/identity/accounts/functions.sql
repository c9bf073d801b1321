-- Accounts, sessions and labels carry no row permissions: the API's role cannot read them at all, and
-- does with them what these functions do.

-- Staff of the platform: an account with an operator's or an administrator's label.
create or replace function identity.is_staff(p_account uuid) returns boolean
  language sql stable
  set search_path = pg_catalog, pg_temp
as $$
  select exists (select from identity.labels l
    where l.account_id = p_account and l.label in ('platformOperator', 'platformAdmin'))
$$;

-- The merchants that an administrator is confined to: those that it was assigned to, and those that it owns, closed
-- ones too. None: it oversees every merchant.
create or replace function identity.confines(p_account uuid) returns setof uuid
  language sql stable
  set search_path = pg_catalog, pg_temp
as $$
  select a.merchant_id from platform.admin_assignments a where a.account_id = p_account
   union
  select m.id from platform.merchants m where m.owner_id = p_account
$$;

-- An account is staff of the platform or works in stores, never both. The one exception is an administrator who owns
-- merchants: it is their manager, and confined to them.
create or replace function identity.is_employable(p_account uuid, p_merchant uuid) returns boolean
  language sql stable
  set search_path = pg_catalog, pg_temp
as $$
  select not exists (select from identity.labels l
    where l.account_id = p_account
      and (l.label = 'platformOperator'
           or l.label = 'platformAdmin' and not exists (
             select from platform.merchants m where m.id = p_merchant and m.owner_id = p_account)))
$$;

-- The same, for whoever puts an account to work. Its authority is shared here and locked alone by whoever grants it a
-- label, so of the two at once one comes first, and the other is refused.
create or replace function identity.assert_employable(p_account uuid, p_merchant uuid) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform pg_advisory_xact_lock_shared(app.authority_key(p_account));
  if not identity.is_employable(p_account, p_merchant) then
    perform app.refuse('platform_staff',
      'People of the platform do not work in stores. Use another e-mail address of this person, or have an administrator take the label back first.');
  end if;
end $$;

-- Where an address counts as one: a host of IPv4, a customer's network of IPv6.
create or replace function identity.network_of(p_address inet) returns inet
  language sql immutable parallel safe
  set search_path = pg_catalog, pg_temp
as $$ select network(set_masklen(p_address, case family(p_address) when 4 then 32 else 64 end)) $$;

-- How many failures cost nothing: an address may be a whole shop.
create or replace function identity.free_attempts(p_subject text) returns int
  language sql immutable parallel safe
  set search_path = pg_catalog, pg_temp
as $$ select case when p_subject like 'address:%' then 10 else 5 end $$;

-- Counts an attempt before it is judged, so that a thousand at once are not judged for the price of one; what
-- turns out right is taken back. After the free failures each one more doubles the pause, from 1 second to
-- 15 minutes; an hour without failure forgets them. Answers how long to wait, 0 when the attempt may be made.
create or replace function identity.charge_attempt(p_subject text) returns int
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_now timestamptz := clock_timestamp();
  v_free int := identity.free_attempts(p_subject);
begin
  insert into identity.sign_in_attempts as a (subject, failures, first_failed_at, last_failed_at)
  values (p_subject, 1, v_now, v_now)
  on conflict (subject) do update
     set failures = case when a.last_failed_at < v_now - interval '1 hour' then 1 else a.failures + 1 end,
         first_failed_at = case when a.last_failed_at < v_now - interval '1 hour' then v_now else a.first_failed_at end,
         last_failed_at = v_now,
         blocked_until = case when a.last_failed_at >= v_now - interval '1 hour' and a.failures + 1 >= v_free
           then v_now + least(900, power(2, least(a.failures + 1 - v_free, 10))) * interval '1 second' end
   where coalesce(a.blocked_until <= v_now, true);
  if found then
    return 0;
  end if;
  return (select greatest(1, ceil(extract(epoch from a.blocked_until - v_now)))
            from identity.sign_in_attempts a where a.subject = p_subject);
end $$;

-- The attempt was right, or not yet wrong: the password alone was, and the code is still to come. A pause that
-- other failures have earned stays.
create or replace function identity.return_attempts(p_subjects text[]) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_subject text;
begin
  -- In the order in which they were charged, so that two who do this at once wait and do not deadlock.
  foreach v_subject in array p_subjects loop
    update identity.sign_in_attempts a
       set failures = a.failures - 1,
           blocked_until = case when a.failures - 1 >= identity.free_attempts(a.subject) then a.blocked_until end
     where a.subject = v_subject and a.failures > 0;
  end loop;
end $$;

-- Whoever signs in has nothing left to answer for; the address has, for the others who tried from it.
create or replace function identity.forget_attempts(p_subjects text[]) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  delete from identity.sign_in_attempts a where a.subject = any (p_subjects) and a.subject not like 'address:%';
  perform identity.return_attempts(array(select s from unnest(p_subjects) s where s like 'address:%'));
end $$;

-- Seconds until the last of these subjects may try again; 0: now.
create or replace function identity.pause_of(p_subjects text[]) returns int
  language sql volatile
  set search_path = pg_catalog, pg_temp
as $$
  select coalesce(max(ceil(extract(epoch from a.blocked_until - clock_timestamp()))), 0)::int
    from identity.sign_in_attempts a where a.subject = any (p_subjects) and a.blocked_until > clock_timestamp()
$$;

-- What judging a password needs, and the price of trying: `wait_seconds` above 0 means not now, and tells
-- nothing else. An unknown or blocked account answers nulls, and is charged alike. An address from which this
-- account has signed in within 30 days answers for itself only, so that strangers cannot lock its people out. Once such
-- an address is spent, a right password is all that tells its people from everybody: whatever is wrong gets the answer
-- of the spent address (`spent_seconds`), on the same way and after the same work, also for accounts that do not exist.
create or replace function identity.begin_sign_in(p_email text, p_address inet)
  returns table (wait_seconds int, spent_seconds int, charged text[], account_id uuid, email text, name text, password_hash text,
                 totp_secret bytea)
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_account identity.accounts;
  v_network inet := identity.network_of(p_address);
  v_person text := encode(sha256(convert_to(lower(p_email), 'UTF8')), 'hex');
  v_subject text;
  v_is_judged boolean;
begin
  delete from identity.sign_in_attempts old using (
    select a.subject from identity.sign_in_attempts a
     where a.last_failed_at < now() - interval '1 day' limit 20 for update skip locked) gone
   where old.subject = gone.subject;

  select * into v_account from identity.accounts a where lower(a.email) = lower(p_email);
  if exists (select from identity.sessions s where s.account_id = v_account.id
              and s.address <<= v_network and s.created_at > now() - interval '30 days' and s.terminal_id is null) then
    charged := array['known:' || v_person || '@' || v_network];
  else
    charged := array['account:' || v_person, 'address:' || v_network];
  end if;

  wait_seconds := identity.pause_of(charged);
  spent_seconds := identity.pause_of(array['address:' || v_network]);
  v_is_judged := wait_seconds = 0;
  if v_is_judged then
    foreach v_subject in array charged loop
      wait_seconds := greatest(wait_seconds, identity.charge_attempt(v_subject));
    end loop;
    v_is_judged := wait_seconds = 0;
  else
    charged := '{}';
  end if;
  if spent_seconds > 0 then
    wait_seconds := 0;
  end if;
  if v_is_judged and v_account.status = 'ACTIVE' then
    account_id := v_account.id;
    email := v_account.email;
    name := v_account.name;
    password_hash := v_account.password_hash;
    totp_secret := case when v_account.totp_enabled_at is not null then v_account.totp_secret end;
  end if;
  return next;
end $$;

-- An attempt was wrong: its price stays, and the record says so. Nothing of what was typed is written down.
create or replace function identity.refuse_sign_in(p_account uuid, p_reason text, p_address inet, p_charged text[])
  returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_pause int;
begin
  perform audit.record('session.refused', 'account', p_account::text, null,
    jsonb_build_object('reason', p_reason, 'address', host(p_address)));
  select ceil(extract(epoch from max(a.blocked_until) - clock_timestamp())) into v_pause
    from identity.sign_in_attempts a where a.subject = any (p_charged) and a.blocked_until > clock_timestamp();
  if v_pause is not null then
    perform audit.record('session.throttled', 'account', p_account::text, null,
      jsonb_build_object('pauseSeconds', v_pause, 'address', host(p_address)));
  end if;
end $$;

-- The same for somebody who is signed in and confirms it: charged to the account, wherever it sits.
create or replace function identity.begin_confirmation()
  returns table (wait_seconds int, charged text[], password_hash text, totp_secret bytea, has_totp boolean)
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  charged := array['session:' || app.account_id()];
  wait_seconds := identity.charge_attempt(charged[1]);
  select a.password_hash, a.totp_secret, a.totp_enabled_at is not null into password_hash, totp_secret, has_totp
    from identity.accounts a where a.id = app.account_id() and wait_seconds = 0;
  return next;
end $$;

-- This session has shown, just now, what signing in takes; with a code it has shown its second factor too. `p_old_hash`
-- is what the password was checked against: one that changed meanwhile confirms nothing.
create or replace function identity.confirm_session(p_session uuid, p_old_hash text, p_second_factor boolean) returns timestamptz
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform app.assert_password();
  update identity.sessions s
     set confirmed_at = now(), second_factor_at = case when p_second_factor then now() else s.second_factor_at end
    from identity.accounts a
   where s.id = p_session and s.account_id = app.account_id() and s.ended_at is null
     and a.id = s.account_id and a.password_hash = p_old_hash and (a.totp_enabled_at is null or p_second_factor);
  if not found then
    perform app.refuse('reauthentication_required');
  end if;
  perform audit.record('session.confirmed', 'account', app.account_id()::text, null, jsonb_build_object(
    'sessionId', p_session, 'secondFactor', p_second_factor));
  return now() + interval '10 minutes';
end $$;

-- A code of the second factor is good once: false when this time step, or a later one, was used before.
create or replace function identity.use_totp_step(p_account uuid, p_step bigint) returns boolean
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  update identity.accounts a set totp_last_step = p_step
   where a.id = p_account and coalesce(a.totp_last_step < p_step, true);
  return found;
end $$;

-- False when there is no such code, or it was used before.
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

-- Opens a session for an account whose password, invitation or set-up link has just been checked.
-- `p_password_hash` is the hash that was checked, so a password that changed meanwhile opens nothing;
-- the shared lock makes a block or a sign-out everywhere wait, and then see this session.
-- From here on the transaction is this account's, so its audit rows are too.
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
  perform from identity.accounts a
    where a.id = p_account and a.status = 'ACTIVE' and a.password_hash is not distinct from p_password_hash;
  if not found then
    perform app.refuse('invalid_credentials');
  end if;
  -- What ended long ago no longer tells where this account is known.
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

-- The same at a terminal, for an employee whose PIN has just been checked and whose locks are held: for half an hour
-- of rest and a working day in all, with neither password nor second factor shown. Answers when it dies.
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

-- Keeps a session that is in use from falling asleep. Never wakes one that has ended.
create or replace function identity.touch_session(p_token_hash bytea) returns void
  language sql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
  update identity.sessions s
     set last_seen_at = now(),
         idle_until = least(now() + case when s.terminal_id is null then interval '12 hours' else interval '30 minutes' end,
                            s.expires_at)
   where s.token_hash = p_token_hash and s.ended_at is null and s.idle_until > now() and s.expires_at > now()
     and s.last_seen_at < now() - interval '2 minutes'
$$;

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

-- The caller signs out: of one of the own sessions, or everywhere.
create or replace function identity.sign_out(p_session uuid) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_ended int;
begin
  -- A session at a terminal ends itself alone.
  if p_session is null then
    perform app.assert_password();
  end if;
  perform app.lock_authority(app.account_id());
  v_ended := identity.end_sessions_of(app.account_id(), p_session, null, 'signed_out');
  perform audit.record('session.ended', 'account', app.account_id()::text, null, jsonb_build_object(
    'reason', 'signed_out', 'sessionId', p_session, 'sessions', v_ended));
end $$;

-- Changes the caller's password and ends every session but the one that did it. `p_old_hash` is what the
-- present password was checked against.
create or replace function identity.change_password(p_old_hash text, p_new_hash text, p_session uuid) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_ended int;
begin
  perform app.assert_password();
  perform app.lock_authority(app.account_id());
  update identity.accounts a set password_hash = p_new_hash, password_changed_at = now()
   where a.id = app.account_id() and a.password_hash = p_old_hash;
  if not found then
    perform app.refuse('reauthentication_required');
  end if;
  v_ended := identity.end_sessions_of(app.account_id(), null, p_session, 'password_changed');
  perform audit.record('password.changed', 'account', app.account_id()::text, null,
    jsonb_build_object('endedSessions', v_ended));
end $$;

-- Second factor: a sealed secret waits for its first code; a new one replaces it until then.
create or replace function identity.begin_totp(p_secret bytea) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform app.assert_password();
  update identity.accounts a set totp_secret = p_secret, totp_last_step = null
   where a.id = app.account_id() and a.totp_enabled_at is null;
  if not found then
    perform app.refuse('second_factor_enabled', 'Disable the present one first.');
  end if;
end $$;

-- The first code was right: the factor is on, this session has shown it, and recovery codes exist.
create or replace function identity.confirm_totp(p_secret bytea, p_step bigint, p_session uuid, p_code_hashes bytea[])
  returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform app.assert_password();
  update identity.accounts a set totp_enabled_at = now(), totp_last_step = p_step
   where a.id = app.account_id() and a.totp_secret = p_secret and a.totp_enabled_at is null;
  if not found then
    perform app.refuse('second_factor_not_enrolled');
  end if;
  delete from identity.recovery_codes c where c.account_id = app.account_id();
  insert into identity.recovery_codes (account_id, code_hash) select app.account_id(), unnest(p_code_hashes);
  update identity.sessions s set second_factor_at = now() where s.id = p_session and s.account_id = app.account_id();
  perform audit.record('second_factor.enabled', 'account', app.account_id()::text, null, null);
end $$;

-- Without the factor no session has shown one, so labels stop acting on the next request.
create or replace function identity.disable_totp() returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform app.assert_password();
  perform app.lock_authority(app.account_id());
  update identity.accounts a set totp_secret = null, totp_enabled_at = null, totp_last_step = null
   where a.id = app.account_id() and a.totp_enabled_at is not null;
  if not found then
    perform app.refuse('second_factor_not_enrolled');
  end if;
  delete from identity.recovery_codes c where c.account_id = app.account_id();
  update identity.sessions s set second_factor_at = null where s.account_id = app.account_id();
  perform audit.record('second_factor.disabled', 'account', app.account_id()::text, null, null);
end $$;

-- Whoever changes who is an administrator waits here for the others, so that there is always one left, and one who
-- oversees every merchant.
create or replace function identity.lock_administrators() returns void
  language sql volatile
  set search_path = pg_catalog, pg_temp
as $$ select pg_advisory_xact_lock(hashtextextended('platform administrators', 0)) $$;

create or replace function identity.has_administrator(p_besides uuid default null) returns boolean
  language sql volatile
  set search_path = pg_catalog, pg_temp
as $$
  select exists (select from identity.labels l join identity.accounts a on a.id = l.account_id
    where l.label = 'platformAdmin' and a.status = 'ACTIVE' and a.id is distinct from p_besides
      and not exists (select from identity.confines(a.id)))
$$;

-- Before an account becomes the owner of a merchant: an operator never does, and an administrator is confined by it,
-- which is for those to decide who oversee every merchant, and not done to the last one of them. When this returns,
-- nothing that the account had under way relies on what it may do no longer.
create or replace function identity.assert_may_own(p_account uuid) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform identity.lock_administrators();
  perform app.lock_authority(p_account);
  if exists (select from identity.labels l where l.account_id = p_account and l.label = 'platformOperator') then
    perform app.refuse('platform_staff',
      'Operators own no merchant. Use another e-mail address of this person, or take the label back first.');
  elsif identity.is_staff(p_account) then
    perform app.assert_oversees_all();
    if not identity.has_administrator(p_account) then
      perform app.refuse('last_admin',
        'Whoever owns a merchant is confined to it, and somebody has to oversee them all; make somebody else an administrator first.');
    end if;
  end if;
end $$;

create or replace function identity.setup_needed() returns boolean
  language sql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$ select not identity.has_administrator() $$;

-- Remembers a set-up link; false when there is an administrator already, and so nothing to set up.
create or replace function identity.mint_setup_link(p_token_hash bytea) returns boolean
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  if identity.has_administrator() then
    return false;
  end if;
  insert into identity.setup_links (token_hash) values (p_token_hash);
  return true;
end $$;

-- Makes the first administrator, once. Links die with their use, after a day, and when an administrator exists.
create or replace function identity.make_first_admin(p_token_hash bytea, p_email text, p_name text, p_password_hash text)
  returns uuid
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_account uuid;
begin
  perform identity.lock_administrators();
  update identity.setup_links l set used_at = now()
   where l.token_hash = p_token_hash and l.used_at is null and l.created_at > now() - interval '24 hours'
     and not identity.has_administrator();
  if not found then
    perform app.refuse('setup_link_spent', 'Sign in as the administrator there is, or restart the server for a new link.');
  end if;
  insert into identity.accounts (id, email, name, password_hash, password_changed_at)
  values (app.uuid_v7(), p_email, p_name, p_password_hash, now())
  on conflict (lower(email)) do nothing
  returning id into v_account;
  if v_account is null then
    perform app.refuse('email_taken');
  end if;
  update identity.setup_links l set account_id = v_account where l.token_hash = p_token_hash;
  insert into identity.labels (account_id, label) values (v_account, 'platformAdmin');
  perform set_config('app.account_id', v_account::text, true);
  perform audit.record('label.granted', 'account', v_account::text, null,
    jsonb_build_object('label', 'platformAdmin', 'by', 'setup link'));
  return v_account;
end $$;

-- Names of people whom the caller may know: itself, everybody for the platform's staff, and whoever works or
-- has worked where the caller reads the staff.
create or replace function identity.names_seen(p_accounts uuid[]) returns table (id uuid, name text)
  language sql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
  select a.id, a.name from identity.accounts a
   where a.id = any (p_accounts)
     and (a.id = app.account_id() or app.is_operator()
          or exists (select from shop.memberships m
                      where m.account_id = a.id and m.permission_set = any (app.readable_sets())))
$$;

-- Who owns what, for the platform's directory.
create or replace function identity.contacts(p_accounts uuid[]) returns table (id uuid, email text, name text)
  language sql stable security definer
  set search_path = pg_catalog, pg_temp
as $$ select a.id, a.email, a.name from identity.accounts a where a.id = any (p_accounts) and app.is_operator() $$;

create or replace function identity.account_of(p_email text) returns uuid
  language sql stable security definer
  set search_path = pg_catalog, pg_temp
as $$ select a.id from identity.accounts a where lower(a.email) = lower(p_email) and app.is_operator() $$;

-- Ends live sessions at terminals: those of a membership, or those at a terminal. Their authority is held.
create or replace function identity.end_till_sessions(p_merchant uuid, p_membership uuid, p_terminal uuid, p_reason text)
  returns void
  language sql volatile
  set search_path = pg_catalog, pg_temp
as $$
  update identity.sessions s set ended_at = clock_timestamp(), ended_reason = p_reason
   where s.merchant_id = p_merchant and s.ended_at is null
     and (s.membership_id = p_membership or s.terminal_id = p_terminal)
$$;

-- The account with this address, made when there is none: it cannot sign in before it was invited.
create or replace function identity.open_account(p_email text, p_name text) returns identity.accounts
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_account identity.accounts;
begin
  insert into identity.accounts (id, email, name) values (app.uuid_v7(), p_email, p_name)
  on conflict (lower(email)) do nothing;
  select * into v_account from identity.accounts a where lower(a.email) = lower(p_email);
  return v_account;
end $$;

-- The account of whoever accepts an invitation: a new one, or one without a password that gets its first, where the
-- invitation may give it one. Null when there is an account that it may not.
create or replace function identity.open_invited_account(p_email text, p_name text, p_password_hash text, p_may_exist boolean)
  returns uuid
  language sql volatile
  set search_path = pg_catalog, pg_temp
as $$
  insert into identity.accounts as a (id, email, name, password_hash, password_changed_at)
  values (app.uuid_v7(), p_email, p_name, p_password_hash, now())
  on conflict (lower(email)) do update
     set name = excluded.name, password_hash = excluded.password_hash, password_changed_at = now()
   where a.password_hash is null and p_may_exist
  returning a.id
$$;

-- Gives a label, or takes one. Answers whether that changed anything; whoever calls has decided that it may be done.
create or replace function identity.add_label(p_account uuid, p_label text) returns boolean
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  insert into identity.labels (account_id, label, granted_by) values (p_account, p_label, app.account_id())
  on conflict do nothing;
  return found;
end $$;
create or replace function identity.remove_label(p_account uuid, p_label text) returns boolean
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  delete from identity.labels l where l.account_id = p_account and l.label = p_label;
  return found;
end $$;

-- Blocks an account, which ends its sessions, or lets it sign in again. Its authority is held.
create or replace function identity.set_status(p_account uuid, p_status text) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  update identity.accounts a set status = p_status where a.id = p_account;
  if p_status = 'BLOCKED' then
    perform identity.end_sessions_of(p_account, null, null, 'blocked');
  end if;
end $$;

grant execute on function
  identity.return_attempts(text[]), identity.forget_attempts(text[]),
  identity.begin_sign_in(text, inet), identity.refuse_sign_in(uuid, text, inet, text[]), identity.begin_confirmation(),
  identity.use_totp_step(uuid, bigint), identity.use_recovery_code(uuid, bytea),
  identity.open_session(uuid, text, bytea, boolean, inet, text), identity.touch_session(bytea),
  identity.sign_out(uuid), identity.change_password(text, text, uuid),
  identity.confirm_session(uuid, text, boolean),
  identity.begin_totp(bytea), identity.confirm_totp(bytea, bigint, uuid, bytea[]), identity.disable_totp(),
  
  identity.setup_needed(), identity.mint_setup_link(bytea), identity.make_first_admin(bytea, text, text, text),
  identity.names_seen(uuid[]), identity.contacts(uuid[]), identity.account_of(text)
  to mostrador_api;
