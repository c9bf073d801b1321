-- Holders of labels, for administrators only.
create or replace function platform.label_holders()
  returns table (account_id uuid, email text, name text, label text, granted_at timestamptz, granted_by text)
  language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  return query
  select l.account_id, a.email, a.name, l.label, l.granted_at, g.name
    from identity.labels l
    join identity.accounts a on a.id = l.account_id
    left join identity.accounts g on g.id = l.granted_by
   where app.is_admin();
end $$;

-- An account that works in a store gets no platform label: its memberships have to end first. An owner may
-- become an administrator, who is then confined to the merchants that they own, and manages nothing else.
create or replace function platform.assert_unemployed(p_account uuid, p_label text) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  if p_label not in ('platformOperator', 'platformAdmin') then
    return;
  end if;
  if exists (
    select 1 from shop.memberships m join platform.merchants c on c.id = m.merchant_id
     where m.account_id = p_account and m.ended_at is null and c.owner_id <> p_account)
  then
    perform app.refuse('store_staff',
      'Platform staff do not work in stores. End the account''s memberships first, or give the label to an account that works only for the platform.');
  elsif exists (select 1 from platform.merchants m where m.owner_id = p_account and m.status <> 'CLOSED')
        and (p_label = 'platformOperator' or exists (
          select 1 from identity.labels l where l.account_id = p_account and l.label = 'platformOperator'))
  then
    perform app.refuse('store_staff',
      'The account owns a merchant, and operators cannot. Move the merchant to another owner first, or give the label to another account.');
  end if;
end $$;

-- Gives an account a label of the platform. Only an administrator of all merchants may.
create or replace function platform.grant_label(p_email text, p_label text)
  returns table (account_id uuid, email text, name text, label text, granted_at timestamptz, granted_by text)
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  v_account identity.accounts;
begin
  perform app.assert_admin();
  perform app.assert_oversees_all();
  select * into v_account from identity.accounts a where lower(a.email) = lower(p_email);
  if not found then
    perform app.refuse('not_found', 'No account has this e-mail.');
  end if;
  -- A concurrent joining of a store has either completed, or finds the label.
  perform app.lock_authority(v_account.id);
  perform platform.assert_unemployed(v_account.id, p_label);
  perform identity.assert_proved(v_account.id);
  if not identity.add_label(v_account.id, p_label) then
    perform app.refuse('label_held');
  end if;
  perform audit.record('label.granted', 'account', v_account.id::text, null, jsonb_build_object('label', p_label));
  return query select v_account.id, v_account.email, v_account.name, p_label, now(),
    (select a.name from identity.accounts a where a.id = app.account_id());
end $$;

-- Removes a label from an account whose authority lock is held; false: it has none. Open invitations that an
-- administrator has sent are withdrawn with the label.
create or replace function platform.take_label(p_account uuid, p_label text) returns boolean
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  if not identity.remove_label(p_account, p_label) then
    return false;
  end if;
  if p_label = 'platformAdmin' then
    perform shop.withdraw_invites(null, p_account);
  end if;
  return true;
end $$;

-- Returns after everything that relied on the label has ended.
create or replace function platform.revoke_label(p_account uuid, p_label text) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform app.assert_admin();
  perform app.assert_oversees_all();
  perform identity.lock_administrators();
  perform app.lock_authority(p_account);
  perform from identity.accounts a where a.id = p_account;
  if not found then
    perform app.refuse('not_found');
  end if;
  if p_label = 'platformAdmin' and not identity.has_administrator(p_account) then
    perform app.refuse('last_admin', 'Make another person an administrator first.');
  end if;
  if not platform.take_label(p_account, p_label) then
    perform app.refuse('label_not_held');
  end if;
  perform audit.record('label.revoked', 'account', p_account::text, jsonb_build_object('label', p_label), null);
end $$;

-- Blocks an account whose authority lock is held, which ends its sessions, and closes what it created.
create or replace function platform.shut_out(p_account uuid, p_language text default null) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform identity.set_status(p_account, 'BLOCKED');
  perform shop.close_doors(d.merchant_id, p_account, 'account_blocked', p_language)
     from (select m.merchant_id from shop.memberships m where m.account_id = p_account and m.ended_at is null
            union select c.id from platform.merchants c where c.owner_id = p_account
            union select i.merchant_id from shop.invites i
                   where i.invited_by = p_account and i.accepted_at is null and i.revoked_at is null
            order by 1) d;
end $$;

-- Blocks an account, which ends its sessions and closes what it created, or unblocks it.
create or replace function platform.set_account_status(p_account uuid, p_status text, p_reason text,
    p_language text default null)
  returns table (account_id uuid, email text, name text, status text)
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  v_before text;
begin
  perform app.assert_admin();
  perform app.assert_oversees_all();
  perform identity.lock_administrators();
  perform app.lock_authority(p_account);
  select a.status into v_before from identity.accounts a where a.id = p_account;
  if not found then
    perform app.refuse('not_found');
  end if;
  if p_status = 'BLOCKED' and not identity.has_administrator(p_account) then
    perform app.refuse('last_admin', 'Make another person an administrator first.');
  end if;
  if p_status = 'BLOCKED' then
    perform platform.shut_out(p_account, p_language);
  else
    perform identity.set_status(p_account, p_status);
  end if;
  perform audit.record('account.' || case p_status when 'BLOCKED' then 'blocked' else 'unblocked' end, 'account',
    p_account::text, jsonb_build_object('status', v_before), jsonb_build_object('status', p_status, 'reason', p_reason));
  return query select a.id, a.email, a.name, a.status from identity.accounts a where a.id = p_account;
end $$;

grant execute on function
  platform.label_holders(), platform.grant_label(text, text), platform.revoke_label(uuid, text),
  platform.set_account_status(uuid, text, text, text)
  to mostrador_api;
