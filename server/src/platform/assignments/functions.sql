-- Confines an administrator to a merchant, or to one more. Returns after everything that relied on overseeing
-- others has ended, open invitations too. At least one administrator of all merchants must remain.
create or replace function platform.assign_admin(p_email text, p_merchant uuid) returns uuid
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_account uuid;
begin
  perform app.assert_admin();
  perform app.assert_oversees_all();
  perform app.assert_oversees(p_merchant);
  perform identity.lock_administrators();
  select a.id into v_account from identity.accounts a where lower(a.email) = lower(p_email);
  if not found then
    perform app.refuse('not_found', 'No account has this e-mail.');
  elsif not exists (select 1 from identity.labels l where l.account_id = v_account and l.label = 'platformAdmin') then
    perform app.refuse('label_not_held', 'Only administrators can be assigned. Make the account one first.');
  elsif not identity.has_administrator(v_account) then
    perform app.refuse('last_admin', 'One administrator has to oversee all merchants. Make another person an administrator first.');
  end if;
  perform app.lock_authority(v_account);
  insert into platform.admin_assignments (account_id, merchant_id, assigned_by)
  values (v_account, p_merchant, app.account_id()) on conflict do nothing;
  if not found then
    perform app.refuse('duplicate_value', 'The administrator is assigned to this merchant already.',
      jsonb_build_object('field', 'merchantId'));
  end if;
  perform shop.withdraw_invites(null, v_account);
  perform audit.record('admin.assigned', 'account', v_account::text, null,
    jsonb_build_object('merchantId', p_merchant), p_merchant);
  return v_account;
end $$;

-- Assigns a confined administrator to a merchant that they have just created, from this transaction on.
create or replace function platform.assign_maker(p_merchant uuid) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  insert into platform.admin_assignments values (app.account_id(), p_merchant, app.account_id());
  perform set_config('app.overseen', rtrim(current_setting('app.overseen'), '}') || ',' || p_merchant || '}', true);
end $$;

-- Removes an assignment of an account whose authority lock is held; false: there is none. Open invitations that the
-- account has sent into the merchant are withdrawn, unless it oversees all merchants again.
create or replace function platform.drop_assignment(p_account uuid, p_merchant uuid) returns boolean
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  delete from platform.admin_assignments a where a.account_id = p_account and a.merchant_id = p_merchant;
  if not found then
    return false;
  end if;
  perform shop.withdraw_invites(null, p_account);
  return true;
end $$;

-- Confines an administrator again, after a restore that has lost it; false: it is, or there is nobody to confine.
create or replace function platform.confine_admin(p_account uuid, p_merchant uuid, p_by uuid) returns boolean
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  insert into platform.admin_assignments (account_id, merchant_id, assigned_by)
  select p_account, m.id, coalesce((select a.id from identity.accounts a where a.id = p_by), p_account)
    from platform.merchants m
   where m.id = p_merchant
     and exists (select 1 from identity.labels l where l.account_id = p_account and l.label = 'platformAdmin')
  on conflict do nothing;
  if not found then
    return false;
  end if;
  perform shop.withdraw_invites(null, p_account);
  return true;
end $$;

-- Removes an assignment. Without any, an administrator who owns no merchant oversees every merchant again.
create or replace function platform.unassign_admin(p_account uuid, p_merchant uuid) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform app.assert_admin();
  perform app.assert_oversees_all();
  perform identity.lock_administrators();
  perform app.lock_authority(p_account);
  if not platform.drop_assignment(p_account, p_merchant) then
    perform app.refuse('not_found');
  end if;
  perform audit.record('admin.unassigned', 'account', p_account::text,
    jsonb_build_object('merchantId', p_merchant), null, p_merchant);
end $$;

-- The merchants that administrators are confined to, with names: those assigned to them and those they own, as
-- identity.confines decides. Nobody has assigned one that is only owned. Confined staff see only their merchants.
create or replace function platform.admin_assignments_seen(p_account uuid, p_merchant uuid)
  returns table (account_id uuid, email text, name text, merchant_id uuid, merchant_name text, is_owner boolean,
    assigned_by uuid, assigned_at timestamptz)
  language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  return query
  select c.account_id, a.email, a.name, c.merchant_id, coalesce(m.trade_name, m.name), m.owner_id is not distinct from c.account_id,
         s.assigned_by, s.assigned_at
    from (select d.account_id, d.merchant_id from platform.admin_assignments d
           union
          select l.account_id, o.id from platform.merchants o join identity.labels l on l.account_id = o.owner_id
           where l.label = 'platformAdmin') c
    join identity.accounts a on a.id = c.account_id
    join platform.merchants m on m.id = c.merchant_id
    left join platform.admin_assignments s on s.account_id = c.account_id and s.merchant_id = c.merchant_id
   where app.is_admin() and app.oversees(c.merchant_id)
     and (p_account is null or c.account_id = p_account) and (p_merchant is null or c.merchant_id = p_merchant);
end $$;

grant execute on function
  platform.assign_admin(text, uuid), platform.unassign_admin(uuid, uuid),
  platform.admin_assignments_seen(uuid, uuid)
  to mostrador_api;
