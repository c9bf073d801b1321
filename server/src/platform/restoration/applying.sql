-- Applying acts of authority again that a restore has lost.

-- Applies what an act took away. Returns APPLIED, or NOTHING when the database has it already; PROPOSED when it
-- gave something that an administrator can give again here; TO_REPEAT when it has to be done again where it was
-- done: its secret is lost, it belongs to a device, or only the bank knows what became of it.
create or replace function platform.apply_act(p_event jsonb) returns text
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_action text := p_event ->> 'action';
  v_entity text := p_event ->> 'entity';
begin
  if v_action = 'keys.rotated' then
    -- The restored secrets are sealed with the old key again. Only the command has both keys.
    return 'TO_REPEAT';
  elsif v_action = 'session.ended' then
    -- Every session of every person has ended. Most lost acts are these, each time a till is locked: a lock on the authority of
    -- each account would exhaust those that PostgreSQL has room for.
    return 'NOTHING';
  elsif v_entity = 'settlement' then
    -- Only the bank knows whether the transfer was sent, so people compare its statement and record the payout again.
    return 'TO_REPEAT';
  elsif v_entity in ('account', 'setting') then
    return platform.apply_to_account(v_action, p_event);
  elsif v_entity in ('merchant', 'psp_credentials') then
    return platform.apply_to_merchant(v_action, p_event);
  elsif v_entity in ('membership', 'invite', 'employee') then
    return platform.apply_to_team(v_action, p_event);
  end if;
  return platform.apply_to_device(v_action, p_event);
end $$;

create or replace function platform.outcome_of(p_is_changed boolean) returns text
  language sql immutable
  set search_path = pg_catalog, pg_temp
as $$ select case when p_is_changed then 'APPLIED' else 'NOTHING' end $$;

-- Labels, assignments, passwords and second factors; settings of the platform.
create or replace function platform.apply_to_account(p_action text, p_event jsonb) returns text
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_account identity.accounts;
  v_merchant uuid := coalesce(p_event -> 'after' ->> 'merchantId', p_event -> 'before' ->> 'merchantId', p_event ->> 'merchantId')::uuid;
  v_label text := coalesce(p_event -> 'after' ->> 'label', p_event -> 'before' ->> 'label');
  v_had_factor boolean;
  v_had_password boolean;
begin
  if p_action = 'setting.changed' then
    return case when exists (select 1 from settings.settings s
                              where s.key = p_event ->> 'entityId' and s.value = p_event -> 'after' -> 'value')
                then 'NOTHING' else 'PROPOSED' end;
  end if;
  if p_event -> 'after' ->> 'by' = 'setup link' then
    perform identity.spend_setup_links();
  end if;
  select * into v_account from identity.accounts a where a.id = (p_event ->> 'entityId')::uuid;
  if not found then
    return case when p_action in ('label.granted', 'account.unblocked') then 'TO_REPEAT' else 'NOTHING' end;
  end if;
  perform app.lock_authority(v_account.id);
  case p_action
    when 'label.granted' then
      return case when exists (select 1 from identity.labels l where l.account_id = v_account.id and l.label = v_label)
                  then 'NOTHING' else 'PROPOSED' end;
    when 'label.revoked' then
      return platform.outcome_of(platform.take_label(v_account.id, v_label));
    when 'admin.assigned' then
      return platform.outcome_of(platform.confine_admin(v_account.id, v_merchant, (p_event ->> 'userId')::uuid));
    when 'admin.unassigned' then
      if not exists (select 1 from platform.admin_assignments a where a.account_id = v_account.id and a.merchant_id = v_merchant) then
        return 'NOTHING';
      end if;
      -- Without the last assignment the administrator oversees everybody again: that is given, not taken.
      return case when (select count(*) from platform.admin_assignments a where a.account_id = v_account.id) = 1
                  then 'PROPOSED' else platform.outcome_of(platform.drop_assignment(v_account.id, v_merchant)) end;
    when 'account.blocked' then
      if v_account.status = 'BLOCKED' then
        return 'NOTHING';
      end if;
      perform platform.shut_out(v_account.id);
      return 'APPLIED';
    when 'account.unblocked' then
      return case when v_account.status = 'BLOCKED' then 'PROPOSED' else 'NOTHING' end;
    when 'password.changed' then
      return platform.outcome_of(identity.forget_password(v_account.id));
    when 'second_factor.enabled' then
      -- A factor of the database is an earlier one, whose phone may be lost; without a factor the password alone would be
      -- enough again.
      v_had_factor := identity.remove_factor(v_account.id);
      v_had_password := identity.forget_password(v_account.id);
      return platform.outcome_of(v_had_factor or v_had_password);
    when 'second_factor.disabled' then
      return case when identity.has_second_factor(v_account.id) then 'TO_REPEAT' else 'NOTHING' end;
    when 'second_factor.reset' then
      -- Otherwise the lost phone works again. A factor enrolled afterwards is an act of its own.
      return platform.outcome_of(identity.remove_factor(v_account.id));
    when 'recovery_code.used', 'recovery_codes.renewed' then
      return platform.outcome_of(identity.forget_recovery_codes(v_account.id));
    else
      -- Every pending reset of a second factor is cancelled.
      return 'NOTHING';
  end case;
end $$;

-- Merchants as a whole, and credentials at a payment provider.
create or replace function platform.apply_to_merchant(p_action text, p_event jsonb) returns text
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_merchant platform.merchants;
  v_id uuid := (p_event ->> 'entityId')::uuid;
begin
  if p_action in ('psp_credentials.created', 'psp_credentials.changed') then
    if not exists (select 1 from platform.psp_credentials c where c.id = v_id) then
      return 'TO_REPEAT';
    end if;
    return platform.outcome_of(platform.deactivate_psp_credentials(v_id, p_event -> 'after' ->> 'secretFingerprint'));
  end if;
  select * into v_merchant from platform.merchants m where m.id = v_id;
  if not found then
    return case when p_action = 'merchant.created' then 'TO_REPEAT' else 'NOTHING' end;
  end if;
  case p_action
    when 'merchant.created' then
      return 'NOTHING';
    when 'merchant.suspended' then
      return platform.outcome_of(platform.suspend_again(v_id, p_event -> 'after' ->> 'reason'));
    when 'merchant.activated' then
      return case v_merchant.status when 'SUSPENDED' then 'PROPOSED' else 'NOTHING' end;
    when 'merchant.closed' then
      return platform.outcome_of(platform.vacate_merchant(v_id, p_event -> 'after' ->> 'reason'));
    when 'merchant.owner_changed' then
      return platform.outcome_of(platform.change_owner_again(v_id, (p_event -> 'after' ->> 'ownerId')::uuid));
    when 'verification.revoked' then
      return platform.outcome_of(platform.revoke_verification_again(v_id, p_event -> 'after' ->> 'reason'));
    else
      return 'TO_REPEAT';
  end case;
end $$;

-- Memberships, invitations, codes and PINs.
create or replace function platform.apply_to_team(p_action text, p_event jsonb) returns text
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_member shop.memberships;
  v_id uuid := (p_event ->> 'entityId')::uuid;
  v_merchant uuid := (p_event ->> 'merchantId')::uuid;
  v_store uuid := (p_event ->> 'storeId')::uuid;
  v_role text := p_event -> 'after' ->> 'role';
begin
  case
    when p_action = 'invite.created' then
      return platform.outcome_of(shop.withdraw_invites_to(v_merchant, v_store, p_event -> 'after' ->> 'email'));
    when p_action like 'invite.%' then
      return platform.outcome_of(shop.spend_invite(v_merchant, v_id));
    when p_action like 'employee_pin.%' then
      return platform.outcome_of(shop.forget_pin(v_merchant, v_id));
    when p_action = 'employee.updated' then
      return platform.outcome_of(p_event -> 'after' ->> 'status' = 'INACTIVE' and shop.retire_employee(v_merchant, v_id));
    when p_action = 'membership.created' then
      return case when exists (select 1 from shop.memberships m where m.merchant_id = v_merchant and m.id = v_id) then 'NOTHING'
                  when exists (select 1 from shop.teams t where t.merchant_id = v_merchant and t.id = v_store)
                   and exists (select 1 from identity.accounts a where a.id = (p_event -> 'after' ->> 'accountId')::uuid)
                  then 'PROPOSED' else 'TO_REPEAT' end;
    else
      null;
  end case;

  select m.* into v_member from shop.memberships m
   where m.merchant_id = v_merchant and m.id = v_id and m.ended_at is null;
  if not found then
    return 'NOTHING';
  end if;
  perform app.lock_authority(v_member.account_id);
  if p_action = 'membership.ended' then
    -- An owner's membership moves with the merchant only.
    perform shop.finish_membership(v_member);
    return 'APPLIED';
  elsif v_member.role = v_role then
    return 'NOTHING';
  elsif array_position(array['cashier', 'supervisor', 'manager'], v_role)
      > array_position(array['cashier', 'supervisor', 'manager'], v_member.role) then
    return 'PROPOSED';
  end if;
  perform shop.set_role(v_member, v_role);
  return 'APPLIED';
end $$;

-- Terminals, API keys, webhooks and connections.
create or replace function platform.apply_to_device(p_action text, p_event jsonb) returns text
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_key shop.api_keys;
  v_id uuid := (p_event ->> 'entityId')::uuid;
  v_merchant uuid := (p_event ->> 'merchantId')::uuid;
begin
  case
    when p_action = 'terminal.updated' then
      return platform.outcome_of(p_event -> 'after' ->> 'status' = 'DISABLED' and shop.forget_device(v_merchant, v_id));
    when p_action in ('terminal.enabled', 'terminal.disabled', 'terminal.deleted') then
      return platform.outcome_of(shop.forget_device(v_merchant, v_id));
    when p_action = 'api_key.revoked' then
      select k.* into v_key from shop.api_keys k where k.merchant_id = v_merchant and k.id = v_id and k.revoked_at is null;
      if not found then
        return 'NOTHING';
      end if;
      perform shop.end_api_key(v_key, coalesce(p_event -> 'after' ->> 'reason', 'revoked'));
      return 'APPLIED';
    when p_action in ('webhook.updated', 'webhook.deleted', 'webhook.paused', 'webhook.disabled', 'webhook.secret_rotated') then
      return platform.outcome_of(events.pause_webhook(v_merchant, v_id, 'restored'));
    when p_action in ('connection.deleted', 'connection.paused') then
      return platform.outcome_of(shop.pause_connection(v_merchant, v_id, 'restored'));
    when p_action = 'connection.resumed' then
      return case when exists (select 1 from shop.connections c where c.merchant_id = v_merchant and c.id = v_id
                                  and c.paused_at is not null) then 'TO_REPEAT' else 'NOTHING' end;
    else
      return 'TO_REPEAT';
  end case;
end $$;
