-- What people do with an invitation.

-- What an invitation token gives access to; no row when it is no longer valid. `person_name` is the member whom it names, and
-- who adds the e-mail to their account. A store's invitation can create an account. It sets a password on an existing one only
-- for that member, who also shows their PIN: the inviter knows the token, and must not take over another person's account.
create or replace function shop.invite_of(p_token_hash bytea)
  returns table (email text, merchant_name text, store_name text, role text, needs_password boolean, person_name text,
                 expires_at timestamptz)
  language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  return query
  select i.email, coalesce(m.trade_name, m.name), s.name, i.role,
         p.id is not null or a.id is null or (i.store_id is null and not identity.has_joined(a.id)), p.name, i.expires_at
    from shop.invites i
    join platform.merchants m on m.id = i.merchant_id
    left join shop.stores s on s.merchant_id = i.merchant_id and s.id = i.store_id
    left join identity.accounts p on p.id = i.account_id
    left join identity.accounts a on lower(a.email) = lower(i.email)
   where i.token_hash = p_token_hash and i.accepted_at is null and i.revoked_at is null and i.expires_at > now();
end $$;

-- Charges an attempt at the PIN of the member whom an invitation names; no row when it names nobody who works here
-- any more. It counts at the member's own account, so a new invitation gives no new attempts.
create or replace function shop.check_invited(p_token_hash bytea)
  returns table (wait_seconds int, source_id uuid, merchant_id uuid, store_id uuid, employee_id uuid,
                 membership_id uuid, account_id uuid, name text, role text, pin_hash text, pin_state text, code text)
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  v_invited record;
begin
  select i.merchant_id, i.store_id, i.account_id, coalesce(e.code, '') as code into v_invited
    from shop.invites i
    join shop.memberships m on m.merchant_id = i.merchant_id and m.store_id = i.store_id and m.account_id = i.account_id
                           and m.ended_at is null
    join shop.employees e on e.merchant_id = m.merchant_id and e.membership_id = m.id
   where i.token_hash = p_token_hash and i.accepted_at is null and i.revoked_at is null and i.expires_at > now();
  if found then
    return query select c.*, v_invited.code
      from shop.begin_code_check(v_invited.merchant_id, v_invited.store_id, v_invited.code, v_invited.account_id) c;
  end if;
end $$;

-- Adds the e-mail of an invitation to the account that it names, and a first password. The inviter knows the token, so the
-- person must also show the PIN that they chose themselves. Refused when the inviter generated that PIN, before or after the
-- invitation, because then the inviter may know it.
create or replace function shop.add_invited_email(p_invite shop.invites, p_password_hash text, p_pin_hash text) returns uuid
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_employee uuid;
  v_membership uuid;
begin
  select e.id, m.id into v_employee, v_membership
    from shop.memberships m
    join shop.employees e on e.merchant_id = m.merchant_id and e.membership_id = m.id and e.status = 'ACTIVE'
    join shop.employee_pins p on p.merchant_id = e.merchant_id and p.employee_id = e.id
   where m.merchant_id = p_invite.merchant_id and m.store_id = p_invite.store_id and m.account_id = p_invite.account_id
     and m.ended_at is null and p.pin_hash = p_pin_hash and p.one_time_until is null;
  if not found or p_password_hash is null then
    perform app.refuse('invalid_employee_code');
  elsif shop.may_know_pin(p_invite.invited_by, p_invite.merchant_id, v_membership) then
    perform app.refuse('inviter_gave_pin', 'Somebody else in the store, or the owner, invites you to add your e-mail.');
  end if;
  perform identity.add_email(p_invite.account_id, p_invite.email, p_password_hash);
  update shop.employees e set email = p_invite.email, updated_at = app.clock()
   where e.merchant_id = p_invite.merchant_id and e.id = v_employee and e.email is null;
  return p_invite.account_id;
end $$;

-- Uses an invitation. With a password hash: for an account that gets its first password here, created if
-- there is none, or named by the invitation and proved by `p_pin_hash`. Without: for an account whose password was
-- just checked.
create or replace function shop.accept_invite(p_token_hash bytea, p_name text, p_password_hash text, p_pin_hash text)
  returns uuid
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_invite shop.invites;
  v_account uuid;
  v_status text;
begin
  -- Locks the account's authority, then the merchant, in the order that every request uses: granting a label
  -- and suspending a merchant then exclude people who are joining. A first password takes it exclusively. The inviter
  -- comes first, as in a request of theirs: they do not lose their rights before this ends.
  perform pg_advisory_xact_lock_shared(app.authority_key(i.invited_by)) from shop.invites i where i.token_hash = p_token_hash;
  perform app.lock_authority(i.account_id) from shop.invites i where i.token_hash = p_token_hash and i.account_id is not null;
  perform pg_advisory_xact_lock_shared(app.authority_key(a.id))
     from shop.invites i join identity.accounts a on lower(a.email) = lower(i.email) where i.token_hash = p_token_hash;
  perform pg_advisory_xact_lock_shared(app.authority_key(i.merchant_id))
     from shop.invites i where i.token_hash = p_token_hash;
  select h.* into v_invite from shop.invites i cross join lateral shop.hold_invite(i.merchant_id, i.id) h
   where i.token_hash = p_token_hash and h.accepted_at is null and h.revoked_at is null and h.expires_at > now();
  if not found then
    perform app.refuse('invite_spent', 'Ask for a new one.');
  end if;
  select m.status into v_status from platform.merchants m where m.id = v_invite.merchant_id;
  -- The merchant is not closed: closing withdraws its invitations, under the same lock.
  if v_status <> 'ACTIVE' then
    perform app.refuse('merchant_suspended');
  end if;

  if v_invite.account_id is not null then
    v_account := shop.add_invited_email(v_invite, p_password_hash, p_pin_hash);
  elsif p_password_hash is null then
    select a.id into v_account from identity.accounts a where lower(a.email) = lower(v_invite.email);
  else
    -- The sender knows the token, and must not get into what the person was given since.
    if v_invite.store_id is null and exists (
      select 1 from identity.accounts a where lower(a.email) = lower(v_invite.email)
        and not identity.has_joined(a.id) and not identity.oversees_person(v_invite.invited_by, a.id))
    then
      perform app.refuse('invite_spent', 'Ask for a new one.');
    end if;
    v_account := identity.open_invited_account(v_invite.email, p_name, p_password_hash, v_invite.store_id is null);
  end if;
  if v_account is null then
    perform app.refuse('invalid_credentials');
  end if;

  update shop.invites i set accepted_at = now() where i.merchant_id = v_invite.merchant_id and i.id = v_invite.id;
  perform set_config('app.account_id', v_account::text, true);
  perform audit.record('invite.accepted', 'invite', v_invite.id::text, null,
    jsonb_build_object('accountId', v_account, 'role', v_invite.role), v_invite.merchant_id, v_invite.store_id);
  if v_invite.store_id is not null and v_invite.account_id is null then
    perform shop.admit_member(v_invite.merchant_id, v_invite.store_id, v_account, v_invite.role);
  end if;
  return v_account;
end $$;

grant execute on function
  shop.invite_of(bytea), shop.check_invited(bytea), shop.accept_invite(bytea, text, text, text) to mostrador_api;
