-- Invitations into a store's team, or to own a merchant.

-- Nobody invites above itself, and supervisors invite cashiers only.
create or replace function shop.may_invite(p_inviter text, p_role text) returns boolean
  language sql immutable
  set search_path = pg_catalog, pg_temp
as $$ select p_inviter = 'manager' or (p_inviter = 'supervisor' and p_role = 'cashier') $$;

-- Withdraws open invitations into a merchant's stores, or all merchants', that somebody sent and, as they stand there now,
-- could not send any more.
create or replace function shop.withdraw_invites(p_merchant uuid, p_account uuid) returns void
  language sql volatile
  set search_path = pg_catalog, pg_temp
as $$
  update shop.invites i set revoked_at = now()
   where (p_merchant is null or i.merchant_id = p_merchant) and i.store_id is not null
     and i.invited_by = p_account and i.accepted_at is null and i.revoked_at is null
     and not exists (select from shop.memberships m join identity.accounts a on a.id = m.account_id and a.status = 'ACTIVE'
                      where m.account_id = p_account and m.merchant_id = i.merchant_id and m.store_id = i.store_id
                        and m.ended_at is null and shop.may_invite(m.role, i.role))
$$;

-- The caller's role in a store, or a refusal when it does not reach far enough to invite `p_role`.
create or replace function shop.assert_may_invite(p_merchant uuid, p_store uuid, p_role text) returns void
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform app.assert_password();
  if not exists (
    select from shop.memberships m
     where m.account_id = app.account_id() and m.merchant_id = p_merchant and m.store_id = p_store
       and m.ended_at is null and shop.may_invite(m.role, p_role))
  then
    perform app.refuse('forbidden', 'Supervisors invite cashiers; every other role is invited by a manager.',
      jsonb_build_object('requiredRole', 'store:manager'));
  end if;
end $$;

-- Writes an invitation into a store. A newer one takes the place of open ones to the same address, as far as whoever
-- invites could have sent them. Whoever calls this has decided that it may be done.
create or replace function shop.write_invite(
  p_merchant uuid, p_store uuid, p_email text, p_role text, p_token_hash bytea)
  returns shop.invites
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_invite shop.invites;
begin
  if exists (
    select from shop.memberships m join identity.accounts a on a.id = m.account_id
     where m.merchant_id = p_merchant and m.store_id = p_store and m.ended_at is null
       and lower(a.email) = lower(p_email))
  then
    perform app.refuse('already_member');
  end if;
  perform identity.assert_employable(a.id, p_merchant) from identity.accounts a where lower(a.email) = lower(p_email);
  update shop.invites i set revoked_at = now()
   where i.merchant_id = p_merchant and i.store_id = p_store and lower(i.email) = lower(p_email)
     and i.accepted_at is null and i.revoked_at is null
     and (app.is_admin() and app.oversees(p_merchant)
          or exists (select from shop.memberships m
                      where m.account_id = app.account_id() and m.merchant_id = p_merchant and m.store_id = p_store
                        and m.ended_at is null and shop.may_invite(m.role, i.role)));
  insert into shop.invites
    (merchant_id, id, store_id, permission_set, email, role, token_hash, invited_by, expires_at)
  values (p_merchant, app.uuid_v7(), p_store, authz.set_of(p_merchant, p_store, 'staff'), p_email, p_role,
          p_token_hash, app.account_id(), now() + interval '7 days')
  returning * into v_invite;
  perform audit.record('invite.created', 'invite', v_invite.id::text, null,
    jsonb_build_object('email', p_email, 'role', p_role, 'expiresAt', v_invite.expires_at), p_merchant, p_store);
  return v_invite;
end $$;

-- Somebody of the store invites an e-mail address into it.
create or replace function shop.create_invite(
  p_merchant uuid, p_store uuid, p_email text, p_role text, p_token_hash bytea)
  returns setof shop.invites
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform shop.assert_may_invite(p_merchant, p_store, p_role);
  return next shop.write_invite(p_merchant, p_store, p_email, p_role, p_token_hash);
end $$;

-- An administrator invites a manager, for a store whose people cannot: the invitation is like one of theirs, stands in
-- their list and in their audit log, and can be withdrawn by them.
create or replace function shop.invite_manager(
  p_merchant uuid, p_store uuid, p_email text, p_reason text, p_token_hash bytea)
  returns setof shop.invites
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_status text;
  v_invite shop.invites;
begin
  perform app.assert_admin();
  perform app.assert_oversees(p_merchant);
  perform pg_advisory_xact_lock_shared(app.authority_key(p_merchant));
  select m.status into v_status from platform.merchants m where m.id = p_merchant;
  if v_status <> 'ACTIVE' then
    perform app.refuse(case v_status when 'CLOSED' then 'merchant_closed' else 'merchant_suspended' end);
  elsif not exists (select from shop.teams t where t.merchant_id = p_merchant and t.id = p_store) then
    perform app.refuse('not_found', 'The merchant has no such store.');
  end if;
  v_invite := shop.write_invite(p_merchant, p_store, p_email, 'manager', p_token_hash);
  perform audit.record('merchant.manager_invited', 'merchant', p_merchant::text, null, jsonb_build_object(
    'inviteId', v_invite.id, 'storeId', p_store, 'email', p_email, 'reason', p_reason), p_merchant);
  return next v_invite;
end $$;

create or replace function shop.revoke_invite(p_merchant uuid, p_id uuid) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_invite shop.invites;
begin
  select * into v_invite from shop.invites i
   where i.merchant_id = p_merchant and i.id = p_id and i.store_id is not null for update;
  if not found then
    perform app.refuse('not_found');
  end if;
  perform shop.assert_may_invite(p_merchant, v_invite.store_id, v_invite.role);
  if v_invite.accepted_at is not null or v_invite.revoked_at is not null then
    perform app.refuse('invite_spent');
  end if;
  update shop.invites set revoked_at = now() where merchant_id = p_merchant and id = p_id;
  perform audit.record('invite.revoked', 'invite', p_id::text,
    jsonb_build_object('email', v_invite.email, 'role', v_invite.role), null, p_merchant, v_invite.store_id);
end $$;

-- An operator helps somebody whose invitation has expired: the link that was sent opens it for another seven days. No
-- token is made, so nobody of the platform comes by one.
create or replace function shop.resend_invite(p_id uuid, p_reason text) returns setof shop.invites
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_invite shop.invites;
begin
  if not app.is_operator() then
    raise exception 'only the platform assists' using errcode = '42501';
  end if;
  select i.* into v_invite from shop.invites i where i.id = p_id for update;
  if not found or not app.oversees(v_invite.merchant_id) then
    perform app.refuse('not_found');
  elsif v_invite.accepted_at is not null or v_invite.revoked_at is not null then
    perform app.refuse('invite_spent', 'It was used or withdrawn; somebody of the store can write another one.');
  end if;
  update shop.invites i set expires_at = now() + interval '7 days'
   where i.merchant_id = v_invite.merchant_id and i.id = p_id;
  perform audit.record('invite.resent', 'invite', p_id::text, jsonb_build_object('expiresAt', v_invite.expires_at),
    jsonb_build_object('expiresAt', now() + interval '7 days', 'reason', p_reason), v_invite.merchant_id, v_invite.store_id);
  v_invite.expires_at := now() + interval '7 days';
  return next v_invite;
end $$;

-- Withdraws every open invitation of a merchant; with the address of its next owner, those to own it and those to that address.
create or replace function shop.withdraw_merchant_invites(p_merchant uuid, p_next_owner text) returns void
  language sql volatile
  set search_path = pg_catalog, pg_temp
as $$
  update shop.invites i set revoked_at = now()
   where i.merchant_id = p_merchant and i.accepted_at is null and i.revoked_at is null
     and (p_next_owner is null or i.store_id is null or lower(i.email) = lower(p_next_owner))
$$;

-- Writes an invitation to own a merchant. Answers when it expires.
create or replace function shop.write_owner_invite(p_merchant uuid, p_email text, p_token_hash bytea) returns timestamptz
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_invite shop.invites;
begin
  insert into shop.invites (merchant_id, id, email, token_hash, invited_by, expires_at)
  values (p_merchant, app.uuid_v7(), p_email, p_token_hash, app.account_id(), now() + interval '7 days')
  returning * into v_invite;
  perform audit.record('invite.created', 'invite', v_invite.id::text, null,
    jsonb_build_object('email', p_email, 'role', 'owner'), p_merchant);
  return v_invite.expires_at;
end $$;

-- What a token of an invitation opens, to whoever holds it; no row when it opens nothing any more.
-- A store's invitation makes an account but never gives a password to one that exists: whoever wrote the
-- invitation knows the token, and must not come by somebody else's account with it.
create or replace function shop.invite_of(p_token_hash bytea)
  returns table (email text, merchant_name text, store_name text, role text, needs_password boolean,
                 expires_at timestamptz)
  language sql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
  select i.email, coalesce(m.trade_name, m.name), s.name, i.role,
         a.id is null or (a.password_hash is null and i.store_id is null), i.expires_at
    from shop.invites i
    join platform.merchants m on m.id = i.merchant_id
    left join shop.stores s on s.merchant_id = i.merchant_id and s.id = i.store_id
    left join identity.accounts a on lower(a.email) = lower(i.email)
   where i.token_hash = p_token_hash and i.accepted_at is null and i.revoked_at is null and i.expires_at > now()
$$;

-- Spends an invitation. With a password hash: for an account that gets its first password here, made when there
-- is none. Without: for an account whose own password was just checked.
create or replace function shop.accept_invite(p_token_hash bytea, p_name text, p_password_hash text) returns uuid
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_invite shop.invites;
  v_account uuid;
  v_status text;
begin
  -- A label that is granted and a suspension that has answered find nobody joining after them, and those that come
  -- wait for this. The account before the merchant, as in every request.
  perform pg_advisory_xact_lock_shared(app.authority_key(a.id))
     from shop.invites i join identity.accounts a on lower(a.email) = lower(i.email) where i.token_hash = p_token_hash;
  perform pg_advisory_xact_lock_shared(app.authority_key(i.merchant_id))
     from shop.invites i where i.token_hash = p_token_hash;
  select * into v_invite from shop.invites i
   where i.token_hash = p_token_hash and i.accepted_at is null and i.revoked_at is null and i.expires_at > now()
     for update;
  if not found then
    perform app.refuse('invite_spent', 'Ask for a new one.');
  end if;
  select m.status into v_status from platform.merchants m where m.id = v_invite.merchant_id;
  if v_status <> 'ACTIVE' then
    perform app.refuse(case v_status when 'CLOSED' then 'merchant_closed' else 'merchant_suspended' end);
  end if;

  if p_password_hash is null then
    select a.id into v_account from identity.accounts a where lower(a.email) = lower(v_invite.email);
  else
    v_account := identity.open_invited_account(v_invite.email, p_name, p_password_hash, v_invite.store_id is null);
  end if;
  if v_account is null then
    perform app.refuse('invalid_credentials');
  end if;

  update shop.invites i set accepted_at = now() where i.merchant_id = v_invite.merchant_id and i.id = v_invite.id;
  perform set_config('app.account_id', v_account::text, true);
  perform audit.record('invite.accepted', 'invite', v_invite.id::text, null,
    jsonb_build_object('accountId', v_account, 'role', v_invite.role), v_invite.merchant_id, v_invite.store_id);
  if v_invite.store_id is not null then
    perform shop.admit_member(v_invite.merchant_id, v_invite.store_id, v_account, v_invite.role);
  end if;
  return v_account;
end $$;
