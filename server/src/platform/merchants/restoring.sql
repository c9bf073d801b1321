-- What a restored database has to take away again from merchants, and give back.

create or replace function platform.suspend_again(p_merchant uuid, p_reason text) returns boolean
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_before platform.merchants;
begin
  perform app.lock_authority(p_merchant);
  v_before := platform.hold_merchant(p_merchant);
  if v_before.status <> 'ACTIVE' then
    return false;
  end if;
  perform platform.store_status(v_before, 'SUSPENDED', coalesce(p_reason, 'restored'));
  return true;
end $$;

create or replace function platform.lift_suspension(p_merchant uuid, p_reason text) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_before platform.merchants;
begin
  perform app.lock_authority(p_merchant);
  v_before := platform.hold_merchant(p_merchant);
  if v_before.status <> 'SUSPENDED' then
    perform app.refuse('invalid_transition', 'The merchant is not suspended.');
  end if;
  perform platform.store_status(v_before, 'ACTIVE', coalesce(p_reason, 'restored'));
end $$;

-- Applies what closing a merchant took from people: it is suspended, and every membership ends. It is not closed,
-- because the payout that emptied its wallet is not in these books; an administrator closes it again.
create or replace function platform.vacate_merchant(p_merchant uuid, p_reason text) returns boolean
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  if exists (select 1 from platform.merchants m where m.id = p_merchant and m.status = 'CLOSED') then
    return false;
  end if;
  perform shop.lock_api_keys(p_merchant);
  perform platform.suspend_again(p_merchant, p_reason);
  perform shop.withdraw_merchant_invites(p_merchant, null);
  perform shop.revoke_all_api_keys(p_merchant, 'merchant_closed');
  perform shop.finish_memberships(p_merchant);
  return true;
end $$;

-- Moves a merchant to the owner that it had. A merchant has one owner, so taking it from the former one and
-- giving it to the next are one act. Without that account the merchant is suspended until somebody decides.
create or replace function platform.change_owner_again(p_merchant uuid, p_owner uuid) returns boolean
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_before platform.merchants;
  v_owner identity.accounts;
begin
  select * into v_before from platform.merchants m where m.id = p_merchant;
  if v_before.owner_id = p_owner or v_before.status = 'CLOSED' then
    return false;
  end if;
  -- Without the e-mail that was added since the backup nobody could sign in as the owner.
  select * into v_owner from identity.accounts a where a.id = p_owner and a.status = 'ACTIVE' and a.email is not null;
  if not found then
    return platform.suspend_again(p_merchant, 'restored: its owner is another person, whose account is lost');
  end if;
  perform identity.assert_may_own(v_owner.id);
  perform app.lock_authority(v_before.owner_id);
  perform shop.lock_api_keys(p_merchant);
  perform app.lock_authority(p_merchant);
  perform platform.transfer_merchant(platform.hold_merchant(p_merchant), v_owner, 'restored');
  return true;
end $$;
