-- Limits on sign-in attempts, and the pauses after failures.

-- The unit that attempts from an address are counted by: a host for IPv4, a customer's network for IPv6.
create or replace function identity.network_of(p_address inet) returns inet
  language sql immutable parallel safe
  set search_path = pg_catalog, pg_temp
as $$ select network(set_masklen(p_address, case family(p_address) when 4 then 32 else 64 end)) $$;

-- How many failures are free: an address may be a whole shop.
create or replace function identity.free_attempts(p_subject text) returns int
  language sql immutable parallel safe
  set search_path = pg_catalog, pg_temp
as $$ select case when p_subject like 'address:%' or p_subject like 'reset-address:%' then 10 else 5 end $$;

-- Counts an attempt before it is judged, so that parallel attempts cannot bypass the limit; a right one is
-- refunded. After the free failures each further one doubles the pause, from 1 second to 15 minutes; an hour
-- without failure clears them. Returns how many seconds to wait, 0 when the attempt may be made.
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

-- The attempt was right, or not wrong yet: the password was right and the code is still to come. A pause
-- caused by other failures stays.
create or replace function identity.return_attempts(p_subjects text[]) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_subject text;
begin
  -- In the order in which they were charged, so that concurrent callers wait instead of deadlocking.
  foreach v_subject in array p_subjects loop
    update identity.sign_in_attempts a
       set failures = a.failures - 1,
           blocked_until = case when a.failures - 1 >= identity.free_attempts(a.subject) then a.blocked_until end
     where a.subject = v_subject and a.failures > 0;
  end loop;
end $$;

-- A successful sign-in clears the failures of the account, but not those of the address, which others share.
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

-- Charges an attempt and returns what judging its password needs. A `wait_seconds` above 0 means not now, and
-- nothing else is returned. An unknown or blocked account returns nulls and is charged alike. An address from
-- which this account has signed in within 30 days counts for itself only, so that strangers cannot lock its
-- people out. Once such an address is spent, every wrong answer is that of the spent address
-- (`spent_seconds`), by the same path and after the same work, also for accounts that do not exist; only a
-- right password gets through.
create or replace function identity.begin_sign_in(p_email text, p_address inet)
  returns table (wait_seconds int, spent_seconds int, charged text[], account_id uuid, email text, name text, password_hash text,
                 totp_secret bytea)
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_account record;
  v_network inet := identity.network_of(p_address);
  v_person text := encode(sha256(convert_to(lower(p_email), 'UTF8')), 'hex');
  v_subject text;
  v_is_judged boolean;
begin
  delete from identity.sign_in_attempts old using (
    select a.subject from identity.sign_in_attempts a
     where a.last_failed_at < now() - interval '1 day' limit 20 for update skip locked) gone
   where old.subject = gone.subject;

  select a.id, a.email, a.name, a.status, c.password_hash, c.totp_secret, c.totp_enabled_at into v_account
    from identity.accounts a left join identity.credentials c on c.account_id = a.id
   where lower(a.email) = lower(p_email);
  if exists (select 1 from identity.sessions s where s.account_id = v_account.id
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

-- A wrong attempt: the charge stays and is audited. Nothing of what was typed is recorded.
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
