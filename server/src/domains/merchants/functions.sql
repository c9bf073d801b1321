-- A merchant that the caller does not oversee is not there for it. Every function of the platform that touches a
-- merchant begins here.
create or replace function platform.assert_oversees(p_merchant uuid) returns void
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  if not app.oversees(p_merchant) or not exists (select from platform.merchants m where m.id = p_merchant) then
    raise exception 'not_found' using errcode = 'MO001';
  end if;
end $$;

-- Makes a merchant with its wallet and its owner. An owner who cannot sign in yet gets an invitation;
-- `invite_expires_at` is null when none was made.
create or replace function platform.create_merchant(p_name text, p_trade_name text, p_rfc text, p_time_zone text,
    p_owner_email text, p_owner_name text, p_invite_token_hash bytea)
  returns table (merchant_id uuid, invite_expires_at timestamptz)
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  v_merchant uuid := app.uuid_v7();
  v_owner identity.accounts;
  v_invite uuid := app.uuid_v7();
  v_expires timestamptz;
begin
  perform identity.assert_admin();
  insert into identity.accounts (id, email, name) values (app.uuid_v7(), p_owner_email, p_owner_name)
  on conflict (lower(email)) do nothing;
  select * into v_owner from identity.accounts a where lower(a.email) = lower(p_owner_email);

  insert into platform.merchants (id, name, trade_name, rfc, owner_id, time_zone)
  values (v_merchant, p_name, p_trade_name, p_rfc, v_owner.id, coalesce(p_time_zone, 'America/Mexico_City'));
  perform ledger.open_wallet(v_merchant);
  perform platform.audit('merchant.created', 'merchant', v_merchant::text, null, jsonb_build_object(
    'name', p_name, 'tradeName', p_trade_name, 'rfc', p_rfc, 'ownerId', v_owner.id), v_merchant);

  if v_owner.password_hash is null then
    insert into identity.invites (merchant_id, id, email, token_hash, invited_by, expires_at)
    values (v_merchant, v_invite, v_owner.email, p_invite_token_hash, app.account_id(), now() + interval '7 days')
    returning expires_at into v_expires;
    perform platform.audit('invite.created', 'invite', v_invite::text, null,
      jsonb_build_object('email', v_owner.email, 'role', 'owner'), v_merchant);
  end if;
  return query select v_merchant, v_expires;
end $$;

-- Suspends a merchant, or lifts it. Answers after every write of its teams that began before has ended, and
-- none begins after; what a sale has already sent still settles, since settling is not the team's.
create or replace function platform.set_merchant_status(p_merchant uuid, p_status text, p_reason text) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_before platform.merchants;
begin
  perform identity.assert_admin();
  perform app.lock_authority(p_merchant);
  select * into v_before from platform.merchants m where m.id = p_merchant for update;
  if not found then
    raise exception 'not_found' using errcode = 'MO001';
  elsif v_before.status = 'CLOSED' then
    raise exception 'merchant_closed' using errcode = 'MO001', detail = jsonb_build_object(
      'detail', 'A closed merchant stays closed; create another.')::text;
  end if;
  update platform.merchants m set status = p_status, status_reason = p_reason, updated_at = now() where m.id = p_merchant;
  perform platform.audit('merchant.' || case p_status when 'SUSPENDED' then 'suspended' else 'activated' end, 'merchant',
    p_merchant::text, jsonb_build_object('status', v_before.status, 'reason', v_before.status_reason),
    jsonb_build_object('status', p_status, 'reason', p_reason), p_merchant);
  if p_status <> v_before.status then
    perform platform.emit(p_merchant, null, authz.open_portfolio(p_merchant, null),
      case p_status when 'SUSPENDED' then 'merchant.suspended' else 'merchant.reactivated' end,
      jsonb_build_object('merchantId', p_merchant, 'status', p_status));
  end if;
end $$;

grant execute on function
  platform.create_merchant(text, text, text, text, text, text, bytea),
  platform.set_merchant_status(uuid, text, text)
  to mostrador_api;
