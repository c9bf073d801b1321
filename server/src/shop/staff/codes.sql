-- Counts an attempt before it is judged, so that parallel attempts cannot bypass the limit; a right one
-- clears the count. The fifth within 15 minutes locks the code at this source for 15 minutes. Returns how
-- many seconds are left of a lock, 0 when the attempt may be made.
create or replace function shop.charge_code(p_merchant uuid, p_store uuid, p_code text, p_source uuid) returns int
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_now timestamptz := clock_timestamp();
  v_forgotten_at timestamptz := v_now - interval '15 minutes';
  v_free_at timestamptz := v_now + interval '15 minutes';
begin
  delete from shop.code_attempts old using (
    select a.merchant_id, a.store_id, a.code, a.source_id from shop.code_attempts a
     where a.merchant_id = p_merchant and a.last_failed_at < v_now - interval '1 day' limit 20 for update skip locked) gone
   where (old.merchant_id, old.store_id, old.code, old.source_id)
       = (gone.merchant_id, gone.store_id, gone.code, gone.source_id);
  insert into shop.code_attempts as a (merchant_id, store_id, code, source_id, failures, last_failed_at)
  values (p_merchant, p_store, p_code, p_source, 1, v_now)
  on conflict (merchant_id, store_id, code, source_id) do update
     set failures = case when a.last_failed_at < v_forgotten_at then 1 else a.failures + 1 end,
         last_failed_at = v_now,
         locked_until = case when a.last_failed_at >= v_forgotten_at and a.failures + 1 >= 5 then v_free_at end
   where coalesce(a.locked_until <= v_now, true);
  if found then
    return 0;
  end if;
  return (select greatest(1, ceil(extract(epoch from a.locked_until - v_now))) from shop.code_attempts a
           where (a.merchant_id, a.store_id, a.code, a.source_id) = (p_merchant, p_store, p_code, p_source));
end $$;

-- Charges an attempt and returns what judging the PIN needs. `pin_state` is CHOSEN when its holder has chosen
-- it, MINTED when another person generated it, EXPIRED when that was too long ago. Nulls: the code belongs to
-- no person who may work here now; the shape is the same.
create or replace function shop.begin_code_check(p_merchant uuid, p_store uuid, p_code text, p_source uuid)
  returns table (wait_seconds int, source_id uuid, merchant_id uuid, store_id uuid, employee_id uuid,
                 membership_id uuid, account_id uuid, name text, role text, pin_hash text, pin_state text)
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  wait_seconds := shop.charge_code(p_merchant, p_store, p_code, p_source);
  source_id := p_source;
  merchant_id := p_merchant;
  store_id := p_store;
  if wait_seconds = 0 then
    select e.id, m.id, m.account_id, a.name, m.role, p.pin_hash,
           case when p.one_time_until is null then 'CHOSEN'
                when p.one_time_until > clock_timestamp() then 'MINTED' else 'EXPIRED' end
      into employee_id, membership_id, account_id, name, role, pin_hash, pin_state
      from shop.employees e
      join shop.memberships m on m.merchant_id = e.merchant_id and m.id = e.membership_id and m.ended_at is null
      join identity.accounts a on a.id = m.account_id and a.status = 'ACTIVE'
      join shop.employee_pins p on p.merchant_id = e.merchant_id and p.employee_id = e.id
     where e.merchant_id = p_merchant and e.store_id = p_store and e.code = p_code and e.status = 'ACTIVE';
  end if;
  return next;
end $$;

-- The same for a signed-in caller, such as a cashier at whose till a supervisor authorizes.
create or replace function shop.check_employee(p_merchant uuid, p_store uuid, p_code text)
  returns table (wait_seconds int, source_id uuid, merchant_id uuid, store_id uuid, employee_id uuid,
                 membership_id uuid, account_id uuid, name text, role text, pin_hash text, pin_state text)
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_member shop.memberships := shop.acting_membership(p_merchant, p_store);
begin
  return query select * from shop.begin_code_check(p_merchant, p_store, p_code,
    coalesce(app.terminal_id(), v_member.account_id));
end $$;

-- Records the outcome of an attempt: a right one clears the count; a wrong one stays counted and is audited,
-- without what was typed.
create or replace function shop.settle_code_check(p_merchant uuid, p_store uuid, p_code text, p_source uuid,
    p_employee uuid, p_is_right boolean) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_failures int;
begin
  if p_is_right then
    delete from shop.code_attempts a
     where (a.merchant_id, a.store_id, a.code, a.source_id) = (p_merchant, p_store, p_code, p_source);
    return;
  end if;
  perform audit.record('employee_code.refused', 'employee', p_employee::text, null,
    jsonb_build_object('sourceId', p_source), p_merchant, p_store);
  select a.failures into v_failures from shop.code_attempts a
   where (a.merchant_id, a.store_id, a.code, a.source_id) = (p_merchant, p_store, p_code, p_source)
     and a.locked_until > clock_timestamp();
  if found then
    perform audit.record('employee_code.locked', 'employee', p_employee::text, null,
      jsonb_build_object('sourceId', p_source, 'failures', v_failures, 'minutes', 15), p_merchant, p_store);
  end if;
end $$;

-- Locks an employee.
create or replace function shop.hold_employee(p_merchant uuid, p_id uuid) returns shop.employees
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  return app.held((select e from shop.employees e where e.merchant_id = p_merchant and e.id = p_id for no key update));
end $$;

-- Why the caller may not give a member a PIN; null: they may. Supervisors give them to cashiers, managers to everybody except
-- the owner of the merchant, and the owner to themselves: a PIN for the owner would let another person sign in as the owner.
create or replace function shop.pin_refusal(p_caller_role text, p_role text, p_account uuid, p_owner uuid) returns text
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  return case
    when not coalesce(shop.may_invite(p_caller_role, p_role), false) then 'role_too_low'
    when p_account = p_owner and p_owner <> app.account_id() then 'owner_only' end;
end $$;

-- Locks an employee that the caller may give a PIN to.
create or replace function shop.employee_for_pin(p_merchant uuid, p_id uuid) returns shop.employees
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_employee shop.employees;
  v_caller shop.memberships;
  v_member shop.memberships;
begin
  perform app.assert_password();
  v_employee := shop.hold_employee(p_merchant, p_id);
  v_caller := shop.acting_membership(p_merchant, v_employee.store_id);
  select m.* into v_member from shop.memberships m
   where m.merchant_id = p_merchant and m.id = v_employee.membership_id and m.ended_at is null;
  if shop.pin_refusal(v_caller.role, coalesce(v_member.role, 'cashier'), v_member.account_id,
       (select c.owner_id from platform.merchants c where c.id = p_merchant)) is not null
  then
    perform app.refuse('forbidden',
      'Supervisors do this for cashiers, managers for everybody except the owner, and only the owner for the owner.',
      jsonb_build_object('requiredRole', 'store:manager'));
  elsif v_member.id is null or v_employee.status <> 'ACTIVE' then
    perform app.refuse('invalid_transition',
      'This person has no active account in this store. Invite them first.');
  end if;
  return v_employee;
end $$;

-- Sets the PIN of an employee, and the code if one is given or there is none yet. Ends sessions opened with
-- the previous PIN and clears failed attempts. The person who generates a PIN knows it, so it opens nothing:
-- its holder replaces it with a PIN of their own, once and within three days.
create or replace function shop.mint_pin(p_merchant uuid, p_employee uuid, p_code text, p_pin_hash text)
  returns table (code text, expires_at timestamptz)
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  v_account uuid;
  v_employee shop.employees;
  v_code text;
begin
  -- The authority first, as when a PIN is chosen: a change of the member's role in progress is waited for, because it decides
  -- who may generate one. A caller from another store locks nobody's.
  select m.account_id into v_account
    from shop.employees e
    join shop.memberships m on m.merchant_id = e.merchant_id and m.id = e.membership_id and m.ended_at is null
    join shop.memberships c on c.merchant_id = e.merchant_id and c.store_id = e.store_id and c.ended_at is null
   where e.merchant_id = p_merchant and e.id = p_employee and c.account_id = app.account_id();
  perform app.lock_authority(v_account) where v_account is not null;
  v_employee := shop.employee_for_pin(p_merchant, p_employee);
  v_code := coalesce(p_code, v_employee.code);
  while v_code is null loop
    select c.code into v_code
      from (select lpad(floor(random() * 9000 + 1000)::text, 4, '0') as code
             union all select lpad(floor(random() * 900000 + 100000)::text, 6, '0')) c
     where not exists (select 1 from shop.employees e
                        where e.merchant_id = p_merchant and e.store_id = v_employee.store_id and e.code = c.code)
     order by length(c.code) limit 1;
  end loop;
  begin
    update shop.employees e set code = v_code, updated_at = app.clock()
     where e.merchant_id = p_merchant and e.id = p_employee and e.code is distinct from v_code;
  exception when unique_violation then
    perform app.refuse_field('duplicate_value', '/code', 'is taken by another employee',
      'Another employee of the store already has this code.');
  end;
  insert into shop.employee_pins as p (merchant_id, employee_id, pin_hash, minted_by, one_time_until)
  values (p_merchant, p_employee, p_pin_hash, app.account_id(), now() + interval '3 days')
  on conflict (merchant_id, employee_id) do update
     set pin_hash = excluded.pin_hash, minted_by = excluded.minted_by, set_at = excluded.set_at,
         one_time_until = excluded.one_time_until;
  delete from shop.code_attempts a
   where a.merchant_id = p_merchant and a.store_id = v_employee.store_id and a.code = v_code;
  perform identity.end_till_sessions(p_merchant, v_employee.membership_id, null, 'pin_changed');
  perform audit.record('employee_pin.minted', 'employee', p_employee::text,
    jsonb_build_object('code', v_employee.code), jsonb_build_object('code', v_code, 'expiresAt', now() + interval '3 days'),
    p_merchant, v_employee.store_id);
  return query select v_code, now() + interval '3 days';
end $$;

-- Replaces the PIN that was just checked against `p_old_hash` with one that only its holder knows. Sessions
-- opened with the old one end; a generated PIN that was not used in time can no longer be replaced.
create or replace function shop.choose_pin(p_merchant uuid, p_membership uuid, p_old_hash text, p_new_hash text) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_employee shop.employees;
  v_account uuid;
begin
  select m.account_id into v_account from shop.memberships m
    join identity.accounts a on a.id = m.account_id and a.status = 'ACTIVE'
   where m.merchant_id = p_merchant and m.id = p_membership and m.ended_at is null;
  perform app.lock_authority(v_account) where v_account is not null;
  select e.* into v_employee from shop.employees e
    join shop.memberships m on m.merchant_id = e.merchant_id and m.id = e.membership_id and m.ended_at is null
   where e.merchant_id = p_merchant and e.membership_id = p_membership;
  if found then
    v_employee := shop.hold_employee(p_merchant, v_employee.id);
  end if;
  if v_employee.status is distinct from 'ACTIVE' then
    perform app.refuse('invalid_employee_code');
  end if;
  update shop.employee_pins p
     set pin_hash = p_new_hash, set_at = now(), one_time_until = null
   where p.merchant_id = p_merchant and p.employee_id = v_employee.id and p.pin_hash = p_old_hash
     and (p.one_time_until is null or p.one_time_until > app.clock());
  if not found then
    perform app.refuse('invalid_employee_code');
  end if;
  perform identity.end_till_sessions(p_merchant, p_membership, null, 'pin_changed');
  perform audit.record_as(v_account, 'employee_pin.chosen', 'employee', v_employee.id::text, null,
    jsonb_build_object('code', v_employee.code), p_merchant, v_employee.store_id);
end $$;

-- Whether this account may know a member's PIN: it generated the PIN, so it could also have chosen the one that replaced it.
-- Always false for the owner, who may give the people of their stores a link for a new password anyway.
create or replace function shop.may_know_pin(p_account uuid, p_merchant uuid, p_membership uuid) returns boolean
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  if exists (select 1 from platform.merchants c where c.id = p_merchant and c.owner_id = p_account) then
    return false;
  end if;
  return exists (
    select 1 from shop.employees e
      join shop.employee_pins p on p.merchant_id = e.merchant_id and p.employee_id = e.id
     where e.merchant_id = p_merchant and e.membership_id = p_membership and p.minted_by = p_account);
end $$;

-- Deletes a member's PIN and ends its sessions: at the end of the membership, and when the member gets a role
-- for which the person who generated a still unused PIN, and so knows it, could not have generated one.
create or replace function shop.withdraw_pin(p_member shop.memberships, p_role text) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  delete from shop.employee_pins p using shop.employees e
   where e.merchant_id = p_member.merchant_id and e.membership_id = p_member.id
     and p.merchant_id = e.merchant_id and p.employee_id = e.id
     and (p_role is null or p.one_time_until is not null and not exists (
           select 1 from shop.memberships m
            where m.merchant_id = p_member.merchant_id and m.store_id = p_member.store_id and m.account_id = p.minted_by
              and m.ended_at is null and shop.may_invite(m.role, p_role)));
  if found or p_role is null then
    perform identity.end_till_sessions(p_member.merchant_id, p_member.id, null, 'pin_withdrawn');
  end if;
end $$;

-- Deletes the still unused PINs that this account generated, and so knows, and could not generate any more by its current
-- role in the store. A PIN that its holder chooses at the same moment is either chosen, and stays, or is gone.
create or replace function shop.withdraw_minted_pins(p_merchant uuid, p_account uuid) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  delete from shop.employee_pins p using shop.employees e
   where p.merchant_id = p_merchant and p.minted_by = p_account and p.one_time_until is not null
     and e.merchant_id = p.merchant_id and e.id = p.employee_id
     and not exists (
       select 1 from shop.memberships m join identity.accounts a on a.id = m.account_id and a.status = 'ACTIVE'
                     join shop.memberships h on h.merchant_id = m.merchant_id and h.store_id = m.store_id
        where m.merchant_id = p_merchant and m.store_id = e.store_id and m.account_id = p_account and m.ended_at is null
          and h.id = e.membership_id and shop.may_invite(m.role, h.role));
end $$;

-- Clears failed attempts at an employee's code, at every terminal of the store.
create or replace function shop.unlock_employee(p_merchant uuid, p_employee uuid) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_employee shop.employees := shop.employee_for_pin(p_merchant, p_employee);
  v_forgiven int;
  v_failures bigint := 0;
begin
  for v_forgiven in
    delete from shop.code_attempts a
     where a.merchant_id = p_merchant and a.store_id = v_employee.store_id and a.code = v_employee.code
    returning a.failures
  loop
    v_failures := v_failures + v_forgiven;
  end loop;
  perform audit.record('employee_code.unlocked', 'employee', p_employee::text, jsonb_build_object('failures', v_failures),
    jsonb_build_object('failures', 0), p_merchant, v_employee.store_id);
end $$;

grant execute on function
  shop.check_employee(uuid, uuid, text), shop.settle_code_check(uuid, uuid, text, uuid, uuid, boolean),
  shop.mint_pin(uuid, uuid, text, text), shop.unlock_employee(uuid, uuid) to mostrador_api;
