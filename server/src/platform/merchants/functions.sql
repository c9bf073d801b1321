-- The account of a future owner, created if there is none: checks that it may own a merchant and that the address is
-- proved, and locks its authority.
create or replace function platform.hold_owner(p_email text, p_name text) returns identity.accounts
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_owner identity.accounts := identity.open_account(p_email, p_name);
begin
  perform identity.assert_may_own(v_owner.id);
  perform identity.assert_proved(v_owner.id);
  return v_owner;
end $$;

-- Invites an owner who has not joined yet; returns when the invitation expires, null when none was needed. The caller
-- learns its token, with which they could set the password themselves: of an owner who also has merchants that the
-- caller does not oversee they would get into those.
create or replace function platform.invite_owner(p_merchant uuid, p_owner identity.accounts, p_token_hash bytea)
  returns timestamptz
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  if identity.has_joined(p_owner.id) then
    return null;
  end if;
  perform app.assert_oversees_all() where not identity.oversees_person(app.account_id(), p_owner.id);
  return shop.write_owner_invite(p_merchant, p_owner.email, p_token_hash);
end $$;

-- Creates a merchant with its wallet and its owner, at a place: null for the one with the most room. An owner who has
-- not joined yet is invited; `invite_expires_at` is null when that was not needed.
create or replace function platform.create_merchant(p_name text, p_trade_name text, p_rfc text, p_time_zone text,
    p_database text, p_owner_email text, p_owner_name text, p_invite_token_hash bytea)
  returns table (merchant_id uuid, invite_expires_at timestamptz)
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  v_merchant uuid;
  v_database text;
  v_owner identity.accounts;
begin
  perform app.assert_admin();
  select c.merchant_id, c.place into v_merchant, v_database from platform.choose_place(p_database) c;
  v_owner := platform.hold_owner(p_owner_email, p_owner_name);
  insert into platform.merchants (id, name, trade_name, rfc, owner_id, database_id, time_zone)
  values (v_merchant, p_name, p_trade_name, p_rfc, v_owner.id, v_database, coalesce(p_time_zone, 'America/Mexico_City'));
  -- An administrator who becomes an owner is confined by it.
  perform shop.withdraw_invites(null, v_owner.id);
  perform money.open_wallet(v_merchant);
  perform catalog.open_theme(v_merchant, null);
  -- Confined staff also oversee merchants that they create, from this transaction on.
  if current_setting('app.overseen', true) <> '' then
    perform platform.assign_maker(v_merchant);
  end if;
  perform audit.record('merchant.created', 'merchant', v_merchant::text, null, jsonb_build_object(
    'name', p_name, 'tradeName', p_trade_name, 'rfc', p_rfc, 'ownerId', v_owner.id, 'databaseId', v_database), v_merchant);

  return query select v_merchant, platform.invite_owner(v_merchant, v_owner, p_invite_token_hash);
end $$;

-- Locks a merchant. A caller that also locks its authority exclusively does that first.
create or replace function platform.hold_merchant(p_id uuid) returns platform.merchants
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  return app.held((select m from platform.merchants m where m.id = p_id for no key update));
end $$;

-- Gives a merchant, whose authority and row are locked, to another owner.
create or replace function platform.transfer_merchant(p_before platform.merchants, p_owner identity.accounts, p_reason text,
    p_language text default null)
  returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_mail uuid := app.uuid_v7();
begin
  update platform.merchants m set owner_id = p_owner.id, updated_at = now() where m.id = p_before.id;
  perform authz.keep_merchant(p_before.id);
  perform shop.withdraw_merchant_invites(p_before.id, p_owner.email);
  -- An administrator who becomes an owner is confined by it.
  perform shop.withdraw_invites(null, p_owner.id);
  perform shop.close_doors(p_before.id, p_before.owner_id, 'owner_changed', p_language, v_mail);
  perform shop.finish_memberships(p_before.id, p_before.owner_id, p_language, v_mail);
  perform shop.make_manager(p_before.id, t.id, p_owner.id) from shop.teams t
    where t.merchant_id = p_before.id order by t.id;
  perform platform.hold_verification(p_before.id);
  perform money.withdraw_bank_accounts(p_before.id);
  perform platform.derive_verification(p_before.id);
  perform audit.record('merchant.owner_changed', 'merchant', p_before.id::text,
    jsonb_build_object('ownerId', p_before.owner_id),
    jsonb_build_object('ownerId', p_owner.id, 'reason', p_reason), p_before.id);
  perform events.emit(p_before.id, null, authz.open_portfolio(p_before.id, null), 'merchant.owner_changed',
    jsonb_build_object('merchantId', p_before.id, 'ownerId', p_owner.id));
end $$;

-- Moves a merchant to another owner. The former owner's memberships in its stores end, and the new owner
-- manages each of them: when this returns, nothing that relied on the former ownership is in progress.
-- Pending payouts would go to the former owner's account, so they have to be decided first; the bank accounts
-- have to be verified again. Returns when the invitation of a new owner who has not joined yet expires.
create or replace function platform.change_owner(p_merchant uuid, p_email text, p_name text, p_reason text,
    p_invite_token_hash bytea, p_language text default null) returns timestamptz
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_owner identity.accounts;
  v_before platform.merchants;
  v_open bigint;
begin
  perform app.assert_admin();
  perform app.assert_judges(p_merchant);
  v_owner := platform.hold_owner(p_email, p_name);
  -- From here on changes of owner are serialized; accounts are locked before merchants, as in every request.
  select * into v_before from platform.merchants m where m.id = p_merchant;
  if v_before.owner_id = v_owner.id then
    perform app.refuse('already_owner');
  elsif v_owner.id = app.account_id() then
    perform app.refuse('forbidden', 'You cannot make yourself an owner. Another administrator has to do it.');
  elsif v_owner.status <> 'ACTIVE' then
    perform app.refuse_field('invalid_request', '/owner/email', 'belongs to an account that is blocked');
  end if;
  -- An administrator who owns it is confined by that, and the move would lift it.
  if identity.is_staff(v_before.owner_id) then
    perform app.assert_oversees_all();
  end if;
  perform app.lock_authority(v_before.owner_id);
  perform shop.lock_api_keys(p_merchant);
  perform app.lock_authority(p_merchant);
  v_before := platform.hold_merchant(p_merchant);
  if v_before.status = 'CLOSED' then
    perform app.refuse('merchant_closed');
  end if;
  v_open := money.open_settlements(p_merchant);
  if v_open > 0 then
    perform app.refuse('merchant_not_settled',
      'Decide its settlements first: they would pay the current owner from the next one''s wallet.',
      jsonb_build_object('openSettlements', v_open));
  end if;

  perform platform.transfer_merchant(v_before, v_owner, p_reason, p_language);
  return platform.invite_owner(p_merchant, v_owner, p_invite_token_hash);
end $$;

-- Renews the invitation of an owner who has not joined yet: earlier ones to own the merchant end. Returns when it expires. An
-- owner whose password a restore has taken away gets a password link instead: an invitation asks for no second factor.
create or replace function platform.renew_owner_invite(p_merchant uuid, p_token_hash bytea) returns timestamptz
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_merchant platform.merchants;
  v_owner identity.accounts;
begin
  perform app.assert_admin();
  perform app.assert_oversees(p_merchant);
  -- A move to another owner, and another invitation, wait for this.
  v_merchant := platform.hold_merchant(p_merchant);
  if v_merchant.status <> 'ACTIVE' then
    perform app.refuse(case v_merchant.status when 'CLOSED' then 'merchant_closed' else 'merchant_suspended' end);
  end if;
  select * into v_owner from identity.accounts a where a.id = v_merchant.owner_id;
  if identity.has_joined(v_owner.id) then
    perform app.refuse('invalid_transition', 'The owner has joined already. Issue a link for a new password instead.');
  end if;
  perform shop.withdraw_owner_invites(p_merchant);
  return platform.invite_owner(p_merchant, v_owner, p_token_hash);
end $$;

-- Stores the verification status that follows from the facts.
create or replace function platform.set_verification(p_merchant uuid, p_status text) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  update platform.merchants m
     set verification_status = p_status, is_verified = p_status = 'VERIFIED', updated_at = now()
   where m.id = p_merchant;
end $$;

-- Writes a merchant's status. The caller holds the lock on its authority.
create or replace function platform.write_status(p_merchant uuid, p_status text, p_reason text default null) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  update platform.merchants m set status = p_status, status_reason = p_reason, updated_at = now() where m.id = p_merchant;
  perform authz.keep_merchant(p_merchant);
end $$;

-- Writes where a merchant's rows are. Its row is locked.
create or replace function platform.write_database(p_merchant uuid, p_place text) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  update platform.merchants m set database_id = p_place, updated_at = now() where m.id = p_merchant;
end $$;

-- Suspends a merchant whose authority and row are locked, or lifts the suspension.
create or replace function platform.store_status(p_before platform.merchants, p_status text, p_reason text) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform platform.write_status(p_before.id, p_status, p_reason);
  perform audit.record('merchant.' || case p_status when 'SUSPENDED' then 'suspended' else 'activated' end, 'merchant',
    p_before.id::text, jsonb_build_object('status', p_before.status, 'reason', p_before.status_reason),
    jsonb_build_object('status', p_status, 'reason', p_reason), p_before.id);
  if p_status <> p_before.status then
    perform events.emit(p_before.id, null, authz.open_portfolio(p_before.id, null),
      case p_status when 'SUSPENDED' then 'merchant.suspended' else 'merchant.reactivated' end,
      jsonb_build_object('merchantId', p_before.id, 'status', p_status));
  end if;
end $$;

-- Suspends a merchant, or lifts the suspension. Returns after every write of its teams in progress has ended,
-- and none can start; sales already sent to a provider still settle, since settling does not depend on the
-- team.
create or replace function platform.set_merchant_status(p_merchant uuid, p_status text, p_reason text) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_before platform.merchants;
begin
  if p_status not in ('ACTIVE', 'SUSPENDED') then
    raise exception 'a merchant is activated or suspended here, and closed by platform.close_merchant' using errcode = '22023';
  end if;
  perform app.assert_admin();
  perform app.assert_judges(p_merchant);
  perform app.lock_authority(p_merchant);
  v_before := platform.hold_merchant(p_merchant);
  if v_before.status = 'CLOSED' then
    perform app.refuse('merchant_closed', 'A closed merchant cannot be reopened. Create another.');
  end if;
  perform platform.store_status(v_before, p_status, p_reason);
end $$;

-- Money and work of a merchant that are not final.
create or replace function platform.loose_ends(p_merchant uuid)
  returns table (pending_sales bigint, reported_deposits bigint, open_settlements bigint, wallet_centavos bigint)
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  select count(*) into pending_sales
    from vas.open_sales o join vas.sales s on s.merchant_id = o.merchant_id and s.id = o.sale_id
   where o.merchant_id = p_merchant and s.status = 'PENDING';
  -- Before the wallet: a deposit credited in between is then found there.
  select count(*) into reported_deposits from money.deposits d where d.merchant_id = p_merchant and d.status = 'REPORTED';
  open_settlements := money.open_settlements(p_merchant);
  select coalesce(sum(w.available_centavos + w.held_centavos), 0) into wallet_centavos
    from money.wallets w where w.merchant_id = p_merchant;
  return next;
end $$;

-- When money can no longer come back to a merchant's wallet: thirty days after its last payout, which the bank may return, and
-- its last service on our account, whose reversal is searched for that long; and while the provider is still asked about one that
-- a person has completed. Null: it cannot now.
create or replace function platform.money_may_return_until(p_merchant uuid) returns timestamptz
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_since timestamptz := now() - interval '30 days';
  v_paid_at timestamptz;
  v_sold_at timestamptz;
  v_watched_until timestamptz;
begin
  select max(s.paid_at) into v_paid_at
    from money.settlements s where s.merchant_id = p_merchant and s.status = 'PAID' and s.paid_at > v_since;
  select s.created_at into v_sold_at
    from vas.sales s
   where s.merchant_id = p_merchant and s.id >= app.first_uuid_at(v_since) and s.created_at > v_since
     and s.status = 'COMPLETED' and s.connection_id is null
   order by s.id desc limit 1;
  select max(s.sweep_until) into v_watched_until
    from vas.open_sales o join vas.sales s on s.merchant_id = o.merchant_id and s.id = o.sale_id
   where o.merchant_id = p_merchant and s.status = 'COMPLETED' and s.connection_id is null and s.sweep_until > now();
  return greatest(v_paid_at + interval '30 days', v_sold_at + interval '30 days', v_watched_until);
end $$;

-- Closes a merchant for good: nobody works in its stores any more, and its history is kept. The name is a
-- confirmation that the right merchant is closed.
create or replace function platform.close_merchant(p_merchant uuid, p_name text, p_reason text) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_before platform.merchants;
  v_ends record;
begin
  perform app.assert_admin();
  perform app.assert_oversees(p_merchant);
  perform shop.lock_api_keys(p_merchant);
  perform app.lock_authority(p_merchant);
  v_before := platform.hold_merchant(p_merchant);
  if v_before.name <> p_name then
    perform app.refuse_field('invalid_request', '/name', 'is not the name of this merchant');
  elsif v_before.status = 'CLOSED' then
    perform app.refuse('merchant_closed');
  end if;
  -- In one statement, so at one moment: a payout returned between two would be seen neither as paid nor in the wallet.
  select e.*, platform.money_may_return_until(p_merchant) as closable_from into v_ends from platform.loose_ends(p_merchant) e;
  if v_ends.pending_sales + v_ends.reported_deposits + v_ends.open_settlements > 0 or v_ends.wallet_centavos <> 0 then
    perform app.refuse('merchant_not_settled',
      'Suspend it, let its sales end, review its deposits and settlements, and empty its wallet.',
      jsonb_build_object('pendingSales', v_ends.pending_sales, 'reportedDeposits', v_ends.reported_deposits,
        'openSettlements', v_ends.open_settlements, 'walletCentavos', v_ends.wallet_centavos));
  end if;
  if v_ends.closable_from is not null then
    perform app.refuse('money_may_return',
      'A bank may return its last payout, and the provider reverse its last services, for thirty days. Suspend it until then.',
      jsonb_build_object('closableFrom', app.instant(v_ends.closable_from)));
  end if;

  perform platform.write_status(p_merchant, 'CLOSED', p_reason);
  -- Invitations before memberships: a concurrent acceptance has either created the membership, or finds the
  -- invitation withdrawn.
  perform shop.withdraw_merchant_invites(p_merchant, null);
  perform shop.revoke_all_api_keys(p_merchant, 'merchant_closed');
  perform shop.finish_memberships(p_merchant);
  perform audit.record('merchant.closed', 'merchant', p_merchant::text,
    jsonb_build_object('status', v_before.status, 'reason', v_before.status_reason),
    jsonb_build_object('status', 'CLOSED', 'reason', p_reason), p_merchant);
  perform events.emit(p_merchant, null, null, 'merchant.closed',
    jsonb_build_object('merchantId', p_merchant, 'status', 'CLOSED'));
end $$;

-- The conditions that decide whether a merchant can operate, with one store and one terminal if given.
-- Platform staff get facts only, and no rows. Each table is read by itself, because Citus refuses the join.
-- No row: one of the three does not exist, or belongs to another merchant.
create or replace function platform.operating_facts(p_merchant uuid, p_store uuid, p_terminal uuid)
  returns table (merchant_status text, is_verified boolean, unverified_can_operate boolean, owner_can_sign_in boolean,
    open_stores bigint, available_centavos bigint, store_status text, store_people bigint, store_terminals bigint,
    store_connections bigint, terminal_status text)
  language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_merchant platform.merchants;
  v_store uuid := p_store;
begin
  select * into v_merchant from platform.merchants m where m.id = p_merchant and app.oversees(m.id);
  if not found then return; end if;
  if p_terminal is not null then
    select t.status, t.store_id into terminal_status, v_store
      from shop.terminals t where t.merchant_id = p_merchant and t.id = p_terminal;
    if not found or v_store <> p_store then return; end if;
  end if;
  if v_store is not null then
    select s.status into store_status from shop.stores s where s.merchant_id = p_merchant and s.id = v_store;
    if not found then return; end if;
  end if;

  merchant_status := v_merchant.status;
  is_verified := v_merchant.is_verified;
  unverified_can_operate := coalesce(
    (select s.value = 'true' from settings.settings s where s.key = 'merchant.unverifiedCanOperate'), false);
  owner_can_sign_in := exists (select 1 from identity.accounts a
    where a.id = v_merchant.owner_id and a.status = 'ACTIVE' and identity.has_password(a.id));
  select count(*) into open_stores from shop.stores s where s.merchant_id = p_merchant and s.status = 'ACTIVE';
  select w.available_centavos into available_centavos from money.wallets w where w.merchant_id = p_merchant;
  select count(*) into store_people
    from shop.memberships m join identity.accounts a on a.id = m.account_id and a.status = 'ACTIVE' and a.kind = 'PERSON'
   where m.merchant_id = p_merchant and m.store_id = v_store and m.ended_at is null;
  select count(*) into store_terminals from shop.terminals t
   where t.merchant_id = p_merchant and t.store_id = v_store and t.status = 'ENABLED';
  select count(*) into store_connections from shop.connections c
   where c.merchant_id = p_merchant and c.store_id = v_store and c.deleted_at is null and c.paused_at is null;
  return next;
end $$;

grant execute on function
  platform.close_merchant(uuid, text, text), platform.operating_facts(uuid, uuid, uuid),
  platform.create_merchant(text, text, text, text, text, text, text, bytea),
  platform.change_owner(uuid, text, text, text, bytea, text), platform.renew_owner_invite(uuid, bytea),
  platform.set_merchant_status(uuid, text, text)
  to mostrador_api;
