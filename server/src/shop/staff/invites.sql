-- Invitations into a store's team, or to own a merchant.

-- Nobody may invite to a role above their own, and supervisors may invite only cashiers.
create or replace function shop.may_invite(p_inviter text, p_role text) returns boolean
  language sql immutable
  set search_path = pg_catalog, pg_temp
as $$ select p_inviter = 'manager' or (p_inviter = 'supervisor' and p_role = 'cashier') $$;

-- Spends an open invitation; false: it was spent before.
create or replace function shop.spend_invite(p_merchant uuid, p_id uuid) returns boolean
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  update shop.invites i set revoked_at = now()
   where i.merchant_id = p_merchant and i.id = p_id and i.accepted_at is null and i.revoked_at is null;
  return found;
end $$;

-- Withdraws open invitations into a merchant, or into all, that this account sent and could not send any more: neither by
-- its current role in the store, nor as an administrator, who invites managers and owners. Called after everything that
-- takes rights from the account, with its authority locked: what it was sending at that moment is found here, or refused.
create or replace function shop.withdraw_invites(p_merchant uuid, p_account uuid) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform shop.spend_invite(i.merchant_id, i.id) from shop.invites i
    where (p_merchant is null or i.merchant_id = p_merchant)
      and i.invited_by = p_account and i.accepted_at is null and i.revoked_at is null
      and not exists (select 1 from shop.memberships m join identity.accounts a on a.id = m.account_id and a.status = 'ACTIVE'
                       where m.account_id = p_account and m.merchant_id = i.merchant_id and m.store_id = i.store_id
                         and m.ended_at is null and shop.may_invite(m.role, i.role))
      and not (coalesce(i.role, 'manager') = 'manager' and identity.administers(p_account, i.merchant_id));
end $$;

-- Withdraws the open invitations to add an e-mail to this account.
create or replace function shop.withdraw_email_invites(p_merchant uuid, p_account uuid) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  update shop.invites i set revoked_at = now()
   where i.merchant_id = p_merchant and i.account_id = p_account and i.accepted_at is null and i.revoked_at is null;
end $$;

-- Withdraws the open invitations of an address to a store; without a store, those to own the merchant. False: there was none.
create or replace function shop.withdraw_invites_to(p_merchant uuid, p_store uuid, p_email text) returns boolean
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  update shop.invites i set revoked_at = now()
   where i.merchant_id = p_merchant and i.store_id is not distinct from p_store and lower(i.email) = lower(p_email)
     and i.accepted_at is null and i.revoked_at is null;
  return found;
end $$;

-- Withdraws what still invites a member whose membership ends: to add an e-mail, or to the same store. An earlier invitation to
-- a higher role would bring them back.
create or replace function shop.withdraw_member_invites(p_member shop.memberships) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform shop.withdraw_email_invites(p_member.merchant_id, p_member.account_id);
  perform shop.withdraw_invites_to(p_member.merchant_id, p_member.store_id, a.email)
     from identity.accounts a where a.id = p_member.account_id and a.email is not null;
end $$;

-- The caller's role in a store; refused when it may not invite `p_role`.
create or replace function shop.assert_may_invite(p_merchant uuid, p_store uuid, p_role text) returns void
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform app.assert_password();
  if not exists (
    select 1 from shop.memberships m
     where m.account_id = app.account_id() and m.merchant_id = p_merchant and m.store_id = p_store
       and m.ended_at is null and shop.may_invite(m.role, p_role))
  then
    perform app.refuse('forbidden', 'Supervisors may invite cashiers; all other roles are invited by a manager.',
      jsonb_build_object('requiredRole', 'store:manager'));
  end if;
end $$;

-- Creates an invitation into a store. It replaces open ones to the same address that the inviter could have
-- sent, but none with which a member adds this address. The caller has checked the permission.
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
    select 1 from shop.memberships m join identity.accounts a on a.id = m.account_id
     where m.merchant_id = p_merchant and m.store_id = p_store and m.ended_at is null
       and lower(a.email) = lower(p_email))
  then
    perform app.refuse('already_member');
  end if;
  perform identity.assert_employable(a.id, p_merchant) from identity.accounts a where lower(a.email) = lower(p_email);
  update shop.invites i set revoked_at = now()
   where i.merchant_id = p_merchant and i.store_id = p_store and lower(i.email) = lower(p_email)
     and i.account_id is null and i.accepted_at is null and i.revoked_at is null
     and (app.is_admin() and app.oversees(p_merchant)
          or exists (select 1 from shop.memberships m
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

-- A member of the store invites an e-mail address.
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

-- Invites a member without an e-mail to add this one: accepting it sets e-mail and first password of that account. It
-- replaces an open one for the same person. Refused if the address has an account: one person with two could decide on
-- their own requests. Refused to the person who gave the member their PIN, because the PIN has to prove that the member
-- accepts.
create or replace function shop.invite_to_add_email(p_merchant uuid, p_membership uuid, p_email text, p_token_hash bytea)
  returns setof shop.invites
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_member shop.memberships := shop.hold_membership(p_merchant, p_membership);
  v_invite shop.invites;
begin
  perform shop.assert_may_invite(p_merchant, v_member.store_id, v_member.role);
  if exists (select 1 from identity.accounts a where a.id = v_member.account_id and a.email is not null) then
    perform app.refuse('invalid_transition', 'This person has an e-mail already.');
  elsif shop.may_know_pin(app.account_id(), p_merchant, p_membership) then
    perform app.refuse('inviter_gave_pin', 'Somebody else in the store, or the owner, invites them to add it.');
  elsif exists (select 1 from identity.accounts a where lower(a.email) = lower(p_email)) then
    perform app.refuse_field('email_taken', '/email', 'has an account already', 'Use another address of this person.');
  end if;
  perform shop.withdraw_email_invites(p_merchant, v_member.account_id);
  insert into shop.invites
    (merchant_id, id, store_id, permission_set, email, role, account_id, token_hash, invited_by, expires_at)
  values (p_merchant, app.uuid_v7(), v_member.store_id, authz.set_of(p_merchant, v_member.store_id, 'staff'), p_email,
          v_member.role, v_member.account_id, p_token_hash, app.account_id(), now() + interval '7 days')
  returning * into v_invite;
  perform audit.record('invite.created', 'invite', v_invite.id::text, null, jsonb_build_object(
    'email', p_email, 'role', v_member.role, 'accountId', v_member.account_id, 'expiresAt', v_invite.expires_at),
    p_merchant, v_member.store_id);
  return next v_invite;
end $$;

-- An administrator invites a manager into a store whose people cannot. The invitation is like one of the
-- store's: it is in its list and in its audit log, and its people can withdraw it.
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
  elsif not exists (select 1 from shop.teams t where t.merchant_id = p_merchant and t.id = p_store) then
    perform app.refuse('not_found', 'The merchant has no store with this id.');
  end if;
  v_invite := shop.write_invite(p_merchant, p_store, p_email, 'manager', p_token_hash);
  perform audit.record('merchant.manager_invited', 'merchant', p_merchant::text, null, jsonb_build_object(
    'inviteId', v_invite.id, 'storeId', p_store, 'email', p_email, 'reason', p_reason), p_merchant);
  return next v_invite;
end $$;

-- Locks an invitation.
create or replace function shop.hold_invite(p_merchant uuid, p_id uuid) returns shop.invites
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  return app.held((select i from shop.invites i where i.merchant_id = p_merchant and i.id = p_id for update));
end $$;

-- Revokes an invitation that the caller could have made, before it is accepted.
create or replace function shop.revoke_invite(p_merchant uuid, p_id uuid) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_invite shop.invites;
begin
  v_invite := shop.hold_invite(p_merchant, p_id);
  if v_invite.store_id is null then
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

-- An operator renews an expired invitation: the link that was sent works for another seven days. No token is
-- created, so nobody on the platform gets one.
create or replace function shop.resend_invite(p_id uuid, p_reason text) returns setof shop.invites
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_invite shop.invites;
begin
  perform app.assert_operator();
  select h.* into v_invite from shop.invites i cross join lateral shop.hold_invite(i.merchant_id, i.id) h where i.id = p_id;
  if not found or not app.oversees(v_invite.merchant_id) then
    perform app.refuse('not_found');
  elsif v_invite.accepted_at is not null or v_invite.revoked_at is not null then
    perform app.refuse('invite_spent', 'It was used or withdrawn. A member of the store can send a new one.');
  end if;
  update shop.invites i set expires_at = now() + interval '7 days'
   where i.merchant_id = v_invite.merchant_id and i.id = p_id;
  perform audit.record('invite.resent', 'invite', p_id::text, jsonb_build_object('expiresAt', v_invite.expires_at),
    jsonb_build_object('expiresAt', now() + interval '7 days', 'reason', p_reason), v_invite.merchant_id, v_invite.store_id);
  v_invite.expires_at := now() + interval '7 days';
  return next v_invite;
end $$;

-- Withdraws every open invitation of a merchant; with the address of its next owner, only ownership
-- invitations and those to that address.
create or replace function shop.withdraw_merchant_invites(p_merchant uuid, p_next_owner text) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  update shop.invites i set revoked_at = now()
   where i.merchant_id = p_merchant and i.accepted_at is null and i.revoked_at is null
     and (p_next_owner is null or i.store_id is null or lower(i.email) = lower(p_next_owner));
end $$;

-- Withdraws the open invitations to own a merchant.
create or replace function shop.withdraw_owner_invites(p_merchant uuid) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  update shop.invites i set revoked_at = now()
   where i.merchant_id = p_merchant and i.store_id is null and i.accepted_at is null and i.revoked_at is null;
end $$;

-- Mails the invitation that the caller has just created, in the same transaction.
create or replace function shop.mail_invite(p_token_hash bytea, p_mail uuid, p_token_sealed bytea, p_language text) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_invite record;
begin
  select i.email, i.role, coalesce(m.trade_name, m.name) as merchant_name, s.name as store_name into v_invite
    from shop.invites i join platform.merchants m on m.id = i.merchant_id
         left join shop.stores s on s.merchant_id = i.merchant_id and s.id = i.store_id
   where i.token_hash = p_token_hash and i.invited_by = app.account_id() and i.created_at = now();
  if not found then
    raise exception 'only the transaction that creates an invitation mails it' using errcode = '42501';
  end if;
  perform identity.write_mail(p_mail, 'invite', v_invite.email, p_language, jsonb_build_object(
    'merchantName', v_invite.merchant_name, 'storeName', v_invite.store_name, 'role', v_invite.role),
    p_token_hash, p_token_sealed);
end $$;

-- Creates an invitation to own a merchant. Returns when it expires.
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
