-- Checks that a terminal belongs to the store and may be used.
create or replace function shop.assert_terminal(p_merchant uuid, p_store uuid, p_terminal uuid) returns void
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_status text;
begin
  select t.status into v_status from shop.terminals t
   where t.merchant_id = p_merchant and t.id = p_terminal and t.store_id = p_store;
  if not found then
    perform app.refuse('not_found', 'The terminal does not exist in this store.');
  elsif p_terminal is distinct from coalesce(app.terminal_id(), p_terminal) then
    perform app.refuse('forbidden', 'This session was opened at another terminal.');
  elsif v_status <> 'ENABLED' then
    perform app.refuse('terminal_disabled', 'A manager can enable it again.');
  end if;
end $$;

-- Locks a terminal.
create or replace function shop.hold_terminal(p_merchant uuid, p_id uuid) returns shop.terminals
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  return app.held((select t from shop.terminals t where t.merchant_id = p_merchant and t.id = p_id for no key update));
end $$;

-- Locks a terminal's authority exclusively: when this returns, no transaction still relies on a session at
-- it, and its sessions have ended.
create or replace function shop.vacate_terminal(p_merchant uuid, p_id uuid, p_reason text) returns shop.terminals
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_terminal shop.terminals;
begin
  perform app.lock_authority(p_id);
  v_terminal := shop.hold_terminal(p_merchant, p_id);
  perform identity.end_till_sessions(p_merchant, null, p_id, p_reason);
  return v_terminal;
end $$;

create or replace function shop.assert_keeps_terminals(p_terminal shop.terminals) returns void
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform app.assert_password();
  if not coalesce(p_terminal.permission_set = any (app.updatable_sets()), false) then
    raise exception 'the caller may not change this terminal' using errcode = '42501';
  end if;
end $$;

-- Sets the device of a terminal whose authority is locked exclusively. The previous device stops being it.
create or replace function shop.make_terminal(p_terminal shop.terminals, p_token_hash bytea, p_enabled_by uuid) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  insert into shop.terminal_devices as d (merchant_id, terminal_id, token_hash, enabled_by)
  values (p_terminal.merchant_id, p_terminal.id, p_token_hash, p_enabled_by)
  on conflict (merchant_id, terminal_id) do update
     set token_hash = excluded.token_hash, enabled_by = excluded.enabled_by, enabled_at = excluded.enabled_at;
  delete from shop.terminal_enabling_codes c
   where c.merchant_id = p_terminal.merchant_id and c.terminal_id = p_terminal.id;
  update shop.terminals t set status = 'ENABLED', device_enabled_at = now(), updated_at = app.clock()
   where t.merchant_id = p_terminal.merchant_id and t.id = p_terminal.id;
  perform audit.record_as(p_enabled_by, 'terminal.enabled', 'terminal', p_terminal.id::text,
    jsonb_build_object('status', p_terminal.status, 'deviceEnabledAt', p_terminal.device_enabled_at),
    jsonb_build_object('status', 'ENABLED', 'deviceEnabledAt', now(), 'enabledBy', p_enabled_by),
    p_terminal.merchant_id, p_terminal.store_id);
end $$;

-- Enables a device as the terminal.
create or replace function shop.enable_terminal(p_merchant uuid, p_id uuid, p_token_hash bytea) returns timestamptz
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_terminal shop.terminals := shop.vacate_terminal(p_merchant, p_id, 'terminal_enabled_anew');
begin
  perform shop.assert_keeps_terminals(v_terminal);
  perform shop.make_terminal(v_terminal, p_token_hash, app.account_id());
  return now();
end $$;

-- A code with which a device elsewhere becomes the terminal; it replaces the previous code.
create or replace function shop.open_enabling(p_merchant uuid, p_id uuid, p_code_hash bytea) returns timestamptz
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_terminal shop.terminals := shop.hold_terminal(p_merchant, p_id);
  v_expires_at timestamptz := now() + interval '15 minutes';
begin
  perform shop.assert_keeps_terminals(v_terminal);
  insert into shop.terminal_enabling_codes as c (merchant_id, terminal_id, code_hash, created_by, expires_at)
  values (p_merchant, p_id, p_code_hash, app.account_id(), v_expires_at)
  on conflict (merchant_id, terminal_id) do update
     set code_hash = excluded.code_hash, created_by = excluded.created_by, expires_at = excluded.expires_at;
  perform audit.record('terminal.enabling_opened', 'terminal', p_id::text, null,
    jsonb_build_object('expiresAt', v_expires_at), p_merchant, v_terminal.store_id);
  return v_expires_at;
end $$;

-- Enables the device at which the code was typed, on behalf of the manager who created the code and still is
-- one. A code works once, also for concurrent requests.
create or replace function shop.enable_terminal_by_code(p_code_hash bytea, p_token_hash bytea)
  returns table (id uuid, name text, store_id uuid, store_name text)
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  v_code shop.terminal_enabling_codes;
  v_terminal shop.terminals;
  v_status text;
begin
  delete from shop.terminal_enabling_codes c where c.code_hash = p_code_hash returning c.* into v_code;
  perform pg_advisory_xact_lock_shared(app.authority_key(v_code.created_by)) where v_code.created_by is not null;
  select t.* into v_terminal from shop.terminals t
    join shop.stores s on s.merchant_id = t.merchant_id and s.id = t.store_id and s.status = 'ACTIVE'
    join shop.memberships m on m.merchant_id = t.merchant_id and m.store_id = t.store_id
     and m.account_id = v_code.created_by and m.role = 'manager' and m.ended_at is null
    join identity.accounts a on a.id = m.account_id and a.status = 'ACTIVE'
   where t.merchant_id = v_code.merchant_id and t.id = v_code.terminal_id and v_code.expires_at > clock_timestamp();
  if not found then
    perform app.refuse('enabling_code_spent',
      'A code works once, for 15 minutes. A manager of the store can create another.');
  end if;
  select m.status into v_status from platform.merchants m where m.id = v_code.merchant_id;
  if v_status <> 'ACTIVE' then
    perform app.refuse('merchant_suspended');
  end if;
  v_terminal := shop.vacate_terminal(v_code.merchant_id, v_code.terminal_id, 'terminal_enabled_anew');
  perform shop.make_terminal(v_terminal, p_token_hash, v_code.created_by);
  return query select t.id, t.name, s.id, s.name from shop.terminals t
    join shop.stores s on s.merchant_id = t.merchant_id and s.id = t.store_id
   where t.merchant_id = v_terminal.merchant_id and t.id = v_terminal.id;
end $$;

-- Invalidates codes whose creator could not create them now. One that is being used at this moment is left to
-- `enable_terminal_by_code`, which waits for the creator's authority and finds that it has ended.
create or replace function shop.withdraw_enabling_codes(p_merchant uuid, p_account uuid) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_code record;
begin
  for v_code in
    select c.terminal_id, t.store_id from shop.terminal_enabling_codes c
      join shop.terminals t on t.merchant_id = c.merchant_id and t.id = c.terminal_id
     where c.merchant_id = p_merchant and c.created_by = p_account
  loop
    continue when app.may_answer(p_account, p_merchant, v_code.store_id);
    delete from shop.terminal_enabling_codes c
     using (select o.merchant_id, o.terminal_id from shop.terminal_enabling_codes o
             where o.merchant_id = p_merchant and o.terminal_id = v_code.terminal_id and o.created_by = p_account
               for update skip locked) lost
     where c.merchant_id = lost.merchant_id and c.terminal_id = lost.terminal_id;
  end loop;
end $$;

-- The terminal of a device, including a disabled one; no row: none.
create or replace function shop.terminal_known(p_device_hash bytea)
  returns table (id uuid, name text, status text, store_id uuid, store_name text)
  language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  return query
  select t.id, t.name, t.status, s.id, s.name
    from shop.terminal_devices d
    join shop.terminals t on t.merchant_id = d.merchant_id and t.id = d.terminal_id
    join shop.stores s on s.merchant_id = t.merchant_id and s.id = t.store_id and s.status = 'ACTIVE'
    join platform.merchants m on m.id = t.merchant_id and m.status <> 'CLOSED'
   where d.token_hash = p_device_hash;
end $$;

-- Ends all work at the terminal until it is enabled again.
create or replace function shop.disable_terminal(p_merchant uuid, p_id uuid) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_terminal shop.terminals := shop.vacate_terminal(p_merchant, p_id, 'terminal_disabled');
begin
  perform shop.assert_keeps_terminals(v_terminal);
  delete from shop.terminal_enabling_codes c where c.merchant_id = p_merchant and c.terminal_id = p_id;
  update shop.terminals t set status = 'DISABLED', updated_at = app.clock()
   where t.merchant_id = p_merchant and t.id = p_id and t.status <> 'DISABLED';
  perform audit.record('terminal.disabled', 'terminal', p_id::text, jsonb_build_object('status', v_terminal.status),
    jsonb_build_object('status', 'DISABLED'), p_merchant, v_terminal.store_id);
end $$;

-- Runs before a client changes a terminal's record to disabled, and ends what `disable_terminal` ends: sessions, and the code
-- that would enable it again. It neither runs afterwards nor changes the record or the audit log: a cluster refuses two users
-- who change the same rows in a transaction, and the client's own statements do both.
create or replace function shop.end_terminal_work(p_merchant uuid, p_id uuid) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform from shop.terminals t
    where t.merchant_id = p_merchant and t.id = p_id and t.permission_set = any (app.updatable_sets());
  if found then
    perform app.lock_authority(p_id);
    perform identity.end_till_sessions(p_merchant, null, p_id, 'terminal_disabled');
    delete from shop.terminal_enabling_codes c where c.merchant_id = p_merchant and c.terminal_id = p_id;
  end if;
end $$;

-- An operator helps a store whose terminal was disabled: the same device may be used again, and its employees
-- sign in again. No token is created, so nobody on the platform gets one.
create or replace function shop.assist_terminal(p_id uuid, p_reason text)
  returns table (id uuid, store_id uuid, name text, status text, device_enabled_at timestamptz)
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  v_merchant uuid;
  v_terminal shop.terminals;
begin
  perform app.assert_operator();
  select t.merchant_id into v_merchant from shop.terminals t where t.id = p_id;
  perform app.assert_oversees(v_merchant);
  v_terminal := shop.vacate_terminal(v_merchant, p_id, 'terminal_enabled_anew');
  update shop.terminals t set status = 'ENABLED', updated_at = app.clock()
   where t.merchant_id = v_merchant and t.id = p_id;
  perform audit.record('terminal.assisted', 'terminal', p_id::text, jsonb_build_object('status', v_terminal.status),
    jsonb_build_object('status', 'ENABLED', 'reason', p_reason), v_merchant, v_terminal.store_id);
  return query select t.id, t.store_id, t.name, t.status, t.device_enabled_at from shop.terminals t
   where t.merchant_id = v_merchant and t.id = p_id;
end $$;

-- The terminal of a device, if it may be used now.
create or replace function shop.terminal_of(p_device_hash bytea) returns shop.terminals
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_terminal shop.terminals;
  v_status text;
begin
  select t.* into v_terminal
    from shop.terminal_devices d
    join shop.terminals t on t.merchant_id = d.merchant_id and t.id = d.terminal_id and t.status = 'ENABLED'
    join shop.stores s on s.merchant_id = t.merchant_id and s.id = t.store_id and s.status = 'ACTIVE'
   where d.token_hash = p_device_hash;
  if not found then
    perform app.refuse('terminal_not_enabled', 'A manager of the store can enable this device as a terminal.');
  end if;
  select m.status into v_status from platform.merchants m where m.id = v_terminal.merchant_id;
  if v_status <> 'ACTIVE' then
    perform app.refuse('merchant_suspended');
  end if;
  return v_terminal;
end $$;

-- Charges an attempt with code and PIN at a device, and returns what judging it needs.
create or replace function shop.begin_terminal_sign_in(p_device_hash bytea, p_code text)
  returns table (wait_seconds int, source_id uuid, merchant_id uuid, store_id uuid, employee_id uuid,
                 membership_id uuid, account_id uuid, name text, role text, pin_hash text, pin_state text)
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_terminal shop.terminals := shop.terminal_of(p_device_hash);
begin
  return query select * from shop.begin_code_check(v_terminal.merchant_id, v_terminal.store_id, p_code, v_terminal.id);
end $$;

-- Opens a session at a terminal for an employee whose PIN was just checked against `p_pin_hash`. The shared
-- locks make disabling the terminal, blocking the account and ending the membership wait, and then see this
-- session. It expires after half an hour idle or after a working day, and counts as signed in without
-- password and second factor.
create or replace function shop.open_terminal_session(p_device_hash bytea, p_membership uuid, p_pin_hash text,
    p_token_hash bytea, p_address inet, p_user_agent text)
  returns table (terminal_id uuid, terminal_name text, store_id uuid, expires_at timestamptz)
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  v_terminal shop.terminals := shop.terminal_of(p_device_hash);
  v_account uuid;
begin
  select m.account_id into v_account from shop.memberships m
   where m.merchant_id = v_terminal.merchant_id and m.id = p_membership;
  perform pg_advisory_xact_lock_shared(app.authority_key(v_account));
  perform pg_advisory_xact_lock_shared(app.authority_key(v_terminal.id));
  v_terminal := shop.terminal_of(p_device_hash);
  perform from shop.employees e
     join shop.memberships m on m.merchant_id = e.merchant_id and m.id = e.membership_id and m.ended_at is null
     join identity.accounts a on a.id = m.account_id and a.status = 'ACTIVE'
     join shop.employee_pins p on p.merchant_id = e.merchant_id and p.employee_id = e.id and p.pin_hash = p_pin_hash
      and p.one_time_until is null
    where e.merchant_id = v_terminal.merchant_id and e.store_id = v_terminal.store_id
      and e.membership_id = p_membership and e.status = 'ACTIVE';
  if not found then
    perform app.refuse('invalid_employee_code');
  end if;
  expires_at := identity.open_session_at(v_terminal.merchant_id, v_terminal.store_id, v_terminal.id, p_membership,
    v_account, p_token_hash, p_address, p_user_agent);
  terminal_id := v_terminal.id;
  terminal_name := v_terminal.name;
  store_id := v_terminal.store_id;
  return next;
end $$;

-- The same for an employee who replaces the PIN that was just checked against `p_pin_hash` with their own.
create or replace function shop.choose_pin_at_terminal(p_device_hash bytea, p_membership uuid, p_pin_hash text,
    p_new_pin_hash text, p_token_hash bytea, p_address inet, p_user_agent text)
  returns table (terminal_id uuid, terminal_name text, store_id uuid, expires_at timestamptz)
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform shop.choose_pin((shop.terminal_of(p_device_hash)).merchant_id, p_membership, p_pin_hash, p_new_pin_hash);
  return query select * from shop.open_terminal_session(p_device_hash, p_membership, p_new_pin_hash, p_token_hash,
    p_address, p_user_agent);
end $$;

grant execute on function
  shop.enable_terminal(uuid, uuid, bytea), shop.disable_terminal(uuid, uuid), shop.assist_terminal(uuid, text),
  shop.begin_terminal_sign_in(bytea, text), shop.open_terminal_session(bytea, uuid, text, bytea, inet, text),
  shop.choose_pin_at_terminal(bytea, uuid, text, text, bytea, inet, text),
  shop.end_terminal_work(uuid, uuid), shop.open_enabling(uuid, uuid, bytea), shop.enable_terminal_by_code(bytea, bytea),
  shop.terminal_known(bytea) to mostrador_api;
