-- Adds a membership of an account in a store, with the sets of its own rows.
create or replace function shop.add_membership(p_merchant uuid, p_store uuid, p_account uuid, p_role text)
  returns shop.memberships
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_id uuid := app.uuid_v7();
  v_member shop.memberships;
begin
  perform authz.create_sets(p_merchant, p_store, v_id);
  insert into shop.memberships (merchant_id, id, store_id, permission_set, account_id, role)
  values (p_merchant, v_id, p_store, authz.set_of(p_merchant, p_store, 'staff', v_id), p_account, p_role)
  on conflict (account_id, store_id) where ended_at is null do nothing
  returning * into v_member;
  if not found then
    perform app.refuse('already_member');
  end if;
  perform authz.keep_standing(p_merchant, v_id);
  return v_member;
end $$;

-- Adds an account to a store's team: the membership, the sets of its own rows, and the staff record. The
-- caller has checked the permission; login roles cannot call it. Platform staff are refused, and people without
-- an e-mail in every role but cashier.
create or replace function shop.admit_member(p_merchant uuid, p_store uuid, p_account uuid, p_role text) returns uuid
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_member shop.memberships;
  v_account record;
begin
  perform identity.assert_employable(p_account, p_merchant);
  perform identity.assert_has_email(p_account) where p_role <> 'cashier';
  v_member := shop.add_membership(p_merchant, p_store, p_account, p_role);
  select a.name, a.email into strict v_account from identity.accounts a where a.id = p_account;
  insert into shop.employees (merchant_id, id, store_id, permission_set, membership_id, name, email)
  values (p_merchant, app.uuid_v7(), p_store, v_member.permission_set, v_member.id, v_account.name, v_account.email);
  perform audit.record('membership.created', 'membership', v_member.id::text, null,
    jsonb_build_object('accountId', p_account, 'role', p_role), p_merchant, p_store);
  perform events.emit(p_merchant, p_store, v_member.permission_set, 'membership.created',
    jsonb_build_object('membershipId', v_member.id, 'accountId', p_account, 'role', p_role));
  return v_member.id;
end $$;

-- Locks a membership that has not ended.
create or replace function shop.hold_membership(p_merchant uuid, p_id uuid) returns shop.memberships
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  return app.held((
    select m from shop.memberships m where m.merchant_id = p_merchant and m.id = p_id and m.ended_at is null for update));
end $$;

-- Locks a membership that the caller may change, with its account's authority: when this returns, no
-- transaction still relies on the membership.
create or replace function shop.membership_to_change(p_merchant uuid, p_id uuid) returns shop.memberships
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_member shop.memberships;
begin
  perform app.assert_password();
  select * into v_member from shop.memberships m
   where m.merchant_id = p_merchant and m.id = p_id and m.ended_at is null;
  if not found then
    perform app.refuse('not_found');
  end if;
  if not coalesce(v_member.permission_set = any (app.updatable_sets()), false) then
    raise exception 'the caller may not change this membership' using errcode = '42501';
  end if;
  if exists (select 1 from platform.merchants c where c.id = p_merchant and c.owner_id = v_member.account_id) then
    perform app.refuse('owner_membership', 'It changes only when the merchant changes owner.');
  end if;
  perform app.lock_authority(v_member.account_id);
  -- The previous holder of the lock may have ended it.
  return shop.hold_membership(p_merchant, p_id);
end $$;

-- Ends access through anything that an account created for a merchant and could not create now: webhooks and
-- connections pause until an authorized person resumes them, and API keys, enabling codes, invitations and unused PINs
-- become invalid. Called after everything that ends or lowers an account's permissions, with the account's authority
-- locked: what the account was creating at that moment is either finished and found here, or refused. The merchant's owner
-- gets a mail about what worked until then: an act that ends several memberships passes the same `p_mail` for all. The
-- owner of a suspended or closed merchant gets none, because nothing of it works. `p_language` null: no mail, because this
-- installation sends none, or because a restore does again what was mailed then.
create or replace function shop.close_doors(p_merchant uuid, p_account uuid, p_reason text, p_language text default null,
    p_mail uuid default app.uuid_v7()) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_merchant platform.merchants;
  v_keys text[];
  v_webhooks text[];
  v_connections text[];
  v_closed jsonb;
begin
  perform shop.withdraw_invites(p_merchant, p_account);
  perform shop.withdraw_enabling_codes(p_merchant, p_account);
  perform shop.withdraw_minted_pins(p_merchant, p_account);
  -- One after another: a cluster may refuse functions that ask spread tables side by side in a query (decision 76).
  v_keys := shop.revoke_api_keys_of(p_merchant, p_account, p_reason);
  v_webhooks := events.pause_webhooks(p_merchant, p_account, p_reason);
  v_connections := shop.pause_connections(p_merchant, p_account, p_reason);
  v_closed := jsonb_strip_nulls(jsonb_build_object('apiKeys', identity.names_in_mail(v_keys),
    'webhooks', identity.names_in_mail(v_webhooks), 'connections', identity.names_in_mail(v_connections)));
  select m.* into v_merchant from platform.merchants m where m.id = p_merchant;
  if p_language is not null and v_closed <> '{}' and v_merchant.status = 'ACTIVE' then
    perform identity.mail_closed_access(p_mail, v_merchant.owner_id, coalesce(v_merchant.trade_name, v_merchant.name), p_account,
      p_reason, v_closed, p_language);
  end if;
end $$;

-- Writes a member's role. Whatever else follows from it is the caller's.
create or replace function shop.write_role(p_merchant uuid, p_membership uuid, p_role text) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  update shop.memberships set role = p_role where merchant_id = p_merchant and id = p_membership;
  perform authz.keep_standing(p_merchant, p_membership);
end $$;

-- Writes that a membership has ended. Whatever else follows from it is the caller's.
create or replace function shop.write_end(p_merchant uuid, p_membership uuid) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  update shop.memberships set ended_at = now() where merchant_id = p_merchant and id = p_membership;
  perform authz.keep_standing(p_merchant, p_membership);
end $$;

-- Gives a member another role. The caller has checked the permission, and holds the lock on the member's
-- authority.
create or replace function shop.set_role(p_member shop.memberships, p_role text, p_language text default null) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  if p_member.role = p_role then
    return;
  end if;
  perform identity.assert_has_email(p_member.account_id) where p_role <> 'cashier';
  perform shop.write_role(p_member.merchant_id, p_member.id, p_role);
  perform shop.withdraw_pin(p_member, p_role);
  perform shop.close_doors(p_member.merchant_id, p_member.account_id, 'role_lowered', p_language);
  perform audit.record('membership.role_changed', 'membership', p_member.id::text,
    jsonb_build_object('role', p_member.role), jsonb_build_object('role', p_role), p_member.merchant_id, p_member.store_id);
  perform events.emit(p_member.merchant_id, p_member.store_id, p_member.permission_set, 'membership.role_changed',
    jsonb_build_object('membershipId', p_member.id, 'accountId', p_member.account_id, 'role', p_role));
end $$;

-- Changes the role of a member that the caller may change.
create or replace function shop.change_role(p_merchant uuid, p_membership uuid, p_role text, p_language text default null)
  returns void
  language sql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$ select shop.set_role(shop.membership_to_change(p_merchant, p_membership), p_role, p_language) $$;

-- Makes an account manager of a store, whether or not it works there already. The caller has checked the
-- permission, and holds the lock on the account's authority.
create or replace function shop.make_manager(p_merchant uuid, p_store uuid, p_account uuid) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_id uuid;
begin
  select m.id into v_id from shop.memberships m
   where m.merchant_id = p_merchant and m.store_id = p_store and m.account_id = p_account and m.ended_at is null;
  if found then
    perform shop.set_role(shop.hold_membership(p_merchant, v_id), 'manager');
  else
    perform shop.admit_member(p_merchant, p_store, p_account, 'manager');
  end if;
end $$;

-- Ends a membership, and with it all access to its own rows. Its code at the till is free for somebody else; the audit log
-- keeps whose it was. The caller has checked the permission, and holds the lock on the authority.
create or replace function shop.finish_membership(p_member shop.memberships, p_language text default null,
    p_mail uuid default app.uuid_v7()) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_code text;
begin
  perform shop.write_end(p_member.merchant_id, p_member.id);
  select e.code into v_code from shop.employees e
   where e.merchant_id = p_member.merchant_id and e.membership_id = p_member.id;
  update shop.employees set status = 'INACTIVE', code = null, updated_at = now()
   where merchant_id = p_member.merchant_id and membership_id = p_member.id;
  perform shop.withdraw_pin(p_member, null);
  perform shop.withdraw_member_invites(p_member);
  perform shop.stop_shift_reports(p_member.merchant_id, p_member.store_id, p_member.account_id);
  perform shop.close_doors(p_member.merchant_id, p_member.account_id, 'membership_ended', p_language, p_mail);
  perform audit.record('membership.ended', 'membership', p_member.id::text,
    jsonb_strip_nulls(jsonb_build_object('accountId', p_member.account_id, 'role', p_member.role, 'code', v_code)), null,
    p_member.merchant_id, p_member.store_id);
  perform events.emit(p_member.merchant_id, p_member.store_id, p_member.permission_set, 'membership.ended',
    jsonb_build_object('membershipId', p_member.id, 'accountId', p_member.account_id));
end $$;

-- Ends the memberships of a merchant, or those of one account there.
create or replace function shop.finish_memberships(p_merchant uuid, p_account uuid default null,
    p_language text default null, p_mail uuid default app.uuid_v7()) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_member shop.memberships;
begin
  for v_member in
    select m.* from shop.memberships m
     where m.merchant_id = p_merchant and (p_account is null or m.account_id = p_account) and m.ended_at is null order by m.id
  loop
    perform shop.finish_membership(v_member, p_language, p_mail);
  end loop;
end $$;

-- Dismisses a member that the caller may change.
create or replace function shop.end_membership(p_merchant uuid, p_membership uuid, p_language text default null)
  returns void
  language sql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$ select shop.finish_membership(shop.membership_to_change(p_merchant, p_membership), p_language) $$;

-- Ends the memberships of a machine, which is no employee and has no PIN. The caller holds its authority.
create or replace function shop.end_machine_memberships(p_merchant uuid, p_account uuid) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform shop.write_end(p_merchant, m.id) from shop.memberships m
    where m.merchant_id = p_merchant and m.account_id = p_account and m.ended_at is null;
end $$;

-- The caller's membership in a store; for functions that record who did something.
create or replace function shop.acting_membership(p_merchant uuid, p_store uuid) returns shop.memberships
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_member shop.memberships;
begin
  select m.* into v_member from shop.memberships m
   where m.merchant_id = p_merchant and m.store_id = p_store and m.account_id = app.account_id() and m.ended_at is null;
  if not found then
    raise exception 'the caller has no membership in this store' using errcode = '42501';
  end if;
  return v_member;
end $$;

grant execute on function
  shop.may_invite(text, text), shop.pin_refusal(text, text, uuid, uuid),
  shop.change_role(uuid, uuid, text, text), shop.end_membership(uuid, uuid, text),
  shop.create_invite(uuid, uuid, text, text, bytea), shop.revoke_invite(uuid, uuid),
  shop.mail_invite(bytea, uuid, bytea, text), shop.resend_invite(uuid, text), shop.invite_manager(uuid, uuid, text, text, bytea),
  shop.invite_to_add_email(uuid, uuid, text, bytea)
  to mostrador_api;
