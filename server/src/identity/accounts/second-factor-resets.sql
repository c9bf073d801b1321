-- Resets of a lost second factor. An administrator requests one, the person is notified, and after a delay the factor is
-- removed. Until then the person, and every administrator who may reset it, can cancel.

create or replace function identity.pending_factor_resets() returns setof identity.second_factor_resets
  language sql stable
  set search_path = pg_catalog, pg_temp
as $$ select r.* from identity.second_factor_resets r where r.done_at is null and r.cancelled_at is null $$;

-- Requests a reset, and queues the mail with the link that cancels it. `p_language` null: this installation sends
-- no mail.
create or replace function identity.request_factor_reset(p_email text, p_reason text, p_hours int, p_language text,
    p_mail uuid, p_token_hash bytea, p_token_sealed bytea) returns uuid
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_account identity.accounts;
  v_has_factor boolean;
  v_reset identity.second_factor_resets;
begin
  perform app.assert_admin();
  select a.* into v_account from identity.accounts a
   where lower(a.email) = lower(p_email) and a.kind = 'PERSON' and a.status = 'ACTIVE';
  -- The row lock orders this with a removal, which updates the row: no reset is requested for a removed factor.
  perform from identity.credentials c where c.account_id = v_account.id and c.totp_enabled_at is not null for share;
  v_has_factor := found;
  if v_account.id = app.account_id() then
    perform app.refuse('forbidden',
      'Another administrator has to reset your second factor. With a recovery code you can disable it yourself.');
  elsif v_account.id is null or not identity.oversees_person(app.account_id(), v_account.id) then
    -- A confined administrator gets one answer for everybody out of reach, known or not.
    perform app.assert_oversees_all();
    perform app.refuse('not_found', 'No active account has this e-mail.');
  elsif not v_has_factor then
    perform app.refuse('second_factor_not_enrolled', 'The account has no second factor.');
  end if;

  insert into identity.second_factor_resets (id, account_id, requested_by, reason, token_hash, takes_effect_at)
  values (app.uuid_v7(), v_account.id, app.account_id(), p_reason, p_token_hash, now() + p_hours * interval '1 hour')
  on conflict (account_id) where done_at is null and cancelled_at is null do nothing
  returning * into v_reset;
  if not found then
    perform app.refuse('invalid_transition', 'A reset of this second factor is already pending. Cancel it to request another one.');
  end if;
  if p_language is not null then
    perform identity.write_mail(p_mail, 'second_factor_reset', v_account.email, p_language, jsonb_build_object(
      'name', v_account.name,
      'administrator', (select a.name from identity.accounts a where a.id = app.account_id()),
      'takesEffectAt', to_char(v_reset.takes_effect_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')),
      p_token_hash, p_token_sealed);
  end if;
  perform audit.record('second_factor.reset_requested', 'account', v_account.id::text,
    jsonb_build_object('secondFactor', true),
    jsonb_build_object('resetId', v_reset.id, 'takesEffectAt', v_reset.takes_effect_at, 'reason', p_reason));
  return v_reset.id;
end $$;

-- The pending resets that the caller may cancel as an administrator, the next one first; or the one with this id.
create or replace function identity.factor_resets(p_id uuid default null)
  returns table (id uuid, account_id uuid, email text, name text, requested_by text, reason text,
                 created_at timestamptz, takes_effect_at timestamptz)
  language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  return query
  select r.id, a.id, a.email, a.name, b.name, r.reason, r.created_at, r.takes_effect_at
    from identity.pending_factor_resets() r
    join identity.accounts a on a.id = r.account_id
    join identity.accounts b on b.id = r.requested_by
   where app.is_admin() and (p_id is null or r.id = p_id) and identity.oversees_person(app.account_id(), r.account_id)
   order by r.takes_effect_at, r.id;
end $$;

-- When the caller's second factor will be removed; null: no reset is pending.
create or replace function identity.own_factor_reset_at() returns timestamptz
  language sql stable security definer
  set search_path = pg_catalog, pg_temp
as $$ select r.takes_effect_at from identity.pending_factor_resets() r where r.account_id = app.account_id() $$;

-- Cancels those of these resets that are still pending, and returns how many. When a reset is cancelled and takes effect
-- at the same time, the first to update its row wins.
create or replace function identity.cancel_factor_resets(p_resets uuid[], p_by text) returns int
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_reset identity.second_factor_resets;
  v_count int := 0;
begin
  for v_reset in
    update identity.second_factor_resets r set cancelled_at = now()
     where r.id = any (p_resets) and r.done_at is null and r.cancelled_at is null
    returning r.*
  loop
    v_count := v_count + 1;
    perform audit.record('second_factor.reset_cancelled', 'account', v_reset.account_id::text,
      jsonb_build_object(
        'resetId', v_reset.id, 'requestedBy', v_reset.requested_by, 'takesEffectAt', v_reset.takes_effect_at),
      jsonb_build_object('by', p_by));
  end loop;
  return v_count;
end $$;

-- Cancels a reset that an administrator has requested, before it takes effect.
create or replace function identity.cancel_factor_reset_as_admin(p_id uuid) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform app.assert_admin();
  if identity.cancel_factor_resets(
       array(select r.id from identity.factor_resets(p_id) r where r.id = p_id), 'administrator') = 0 then
    perform app.refuse('not_found', 'The reset was cancelled, or has taken effect.');
  end if;
end $$;

-- Cancels the reset of the caller's own second factor, which is not needed while they still have it.
create or replace function identity.cancel_own_factor_reset() returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform app.assert_password();
  if identity.cancel_factor_resets(
       array(select r.id from identity.pending_factor_resets() r where r.account_id = app.account_id()), 'person') = 0 then
    perform app.refuse('invalid_transition', 'No reset is pending. It was cancelled, or has taken effect.');
  end if;
end $$;

-- Cancels with the mailed link, without signing in.
create or replace function identity.cancel_factor_reset_by_link(p_token_hash bytea) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_reset identity.second_factor_resets;
begin
  select * into v_reset from identity.pending_factor_resets() r where r.token_hash = p_token_hash;
  if found then
    -- From here on the transaction runs as this account, so its audit row does too.
    perform set_config('app.account_id', v_reset.account_id::text, true);
  end if;
  if identity.cancel_factor_resets(array[v_reset.id], 'link') = 0 then
    perform app.refuse('reset_link_spent', 'The reset was cancelled, or has taken effect.');
  end if;
end $$;

-- Removes the second factor of an account and ends its sessions; returns false when it has none. The caller holds the
-- account's authority lock.
create or replace function identity.reset_factor(p_account uuid, p_facts jsonb) returns boolean
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_before jsonb := jsonb_build_object('secondFactor', true, 'recoveryCodes',
    (select count(*) from identity.recovery_codes c where c.account_id = p_account and c.used_at is null));
begin
  if not identity.remove_factor(p_account) then
    return false;
  end if;
  perform audit.record('second_factor.reset', 'account', p_account::text, v_before, p_facts || jsonb_build_object(
    'secondFactor', false, 'endedSessions', identity.end_sessions_of(p_account, null, null, 'second_factor_reset')));
  return true;
end $$;

-- Finishes one reset whose delay is over; returns false when there is none. The factor is removed, unless the
-- administrator who requested it has lost the right to: then the reset is cancelled. A restored database finishes none.
create or replace function identity.finish_factor_reset() returns boolean
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_reset identity.second_factor_resets;
begin
  select * into v_reset from identity.pending_factor_resets() r
   where r.takes_effect_at <= now() and not app.is_restored() order by r.takes_effect_at, r.id limit 1;
  if not found then
    return false;
  end if;
  perform app.lock_authority(v_reset.account_id);
  perform pg_advisory_xact_lock_shared(app.authority_key(v_reset.requested_by));
  if not identity.oversees_person(v_reset.requested_by, v_reset.account_id) then
    perform identity.cancel_factor_resets(array[v_reset.id], 'permission_missing');
    return true;
  end if;
  update identity.second_factor_resets r set done_at = now()
   where r.id = v_reset.id and r.done_at is null and r.cancelled_at is null;
  if found then
    perform identity.reset_factor(v_reset.account_id, jsonb_build_object(
      'resetId', v_reset.id, 'requestedBy', v_reset.requested_by, 'reason', v_reset.reason));
  end if;
  return true;
end $$;

-- The last resort, for an operator with the login of `migrate`: removes a second factor without a delay. Returns false
-- when no active account with a second factor has this address.
create or replace function identity.reset_factor_on_machine(p_email text) returns boolean
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_account uuid;
begin
  select a.id into v_account from identity.accounts a where lower(a.email) = lower(p_email) and a.status = 'ACTIVE';
  if v_account is null then
    return false;
  end if;
  perform app.lock_authority(v_account);
  return identity.reset_factor(v_account, jsonb_build_object('by', 'machine'));
end $$;

grant execute on function
  identity.request_factor_reset(text, text, int, text, uuid, bytea, bytea), identity.factor_resets(uuid),
  identity.own_factor_reset_at(), identity.cancel_factor_reset_as_admin(uuid), identity.cancel_own_factor_reset(),
  identity.cancel_factor_reset_by_link(bytea)
  to mostrador_api;
grant execute on function identity.finish_factor_reset() to mostrador_worker;
