-- Links that set a new password: sent by mail, or issued by the owner, an administrator or the command on the server.

-- Ends the account's open links, except this one: when there is a newer link, or a new password.
create or replace function identity.end_links_of(p_account uuid, p_except bytea) returns void
  language sql volatile
  set search_path = pg_catalog, pg_temp
as $$
  update identity.password_resets r set ended_at = now()
   where r.account_id = p_account and r.token_hash is distinct from p_except and r.used_at is null and r.ended_at is null
$$;

-- Issues a link, valid for half an hour; it replaces the account's open one. The link of a mail that is tried again is issued
-- again; null if it was replaced or used since, so that an earlier request does not end the link of a later one. The caller has
-- checked who may.
create or replace function identity.issue_reset(p_account uuid, p_token_hash bytea, p_by text) returns timestamptz
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_until timestamptz := now() + interval '30 minutes';
begin
  -- Of two links at the same time the later one ends the other, and none outlasts a new password.
  perform identity.hold_credentials(p_account);
  if exists (select 1 from identity.password_resets r
              where r.token_hash = p_token_hash and (r.used_at is not null or r.ended_at is not null)) then
    return null;
  end if;
  perform identity.end_links_of(p_account, p_token_hash);
  insert into identity.password_resets (token_hash, account_id, issued_by, expires_at)
  values (p_token_hash, p_account, app.account_id(), v_until)
  on conflict (token_hash) do update set expires_at = excluded.expires_at;
  perform audit.record('password_reset.issued', 'account', p_account::text, null,
    jsonb_build_object('by', p_by, 'expiresAt', v_until));
  return v_until;
end $$;

-- A person asks for a link by mail. Counted by address typed and by network, and otherwise the same for every
-- address: whether there is an account is looked up when the mail is sent. Returns seconds to wait; 0: queued.
create or replace function identity.ask_password_reset(p_email text, p_address inet, p_language text, p_mail uuid,
    p_token_hash bytea, p_token_sealed bytea) returns int
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_charged text[] := array['reset:' || encode(sha256(convert_to(lower(p_email), 'UTF8')), 'hex'),
                            'reset-address:' || identity.network_of(p_address)];
  v_wait int := identity.pause_of(v_charged);
  v_subject text;
begin
  if v_wait > 0 then
    return v_wait;
  end if;
  foreach v_subject in array v_charged loop
    v_wait := greatest(v_wait, identity.charge_attempt(v_subject));
  end loop;
  if v_wait = 0 then
    perform identity.write_mail(p_mail, 'password_reset', p_email, p_language, '{}', p_token_hash, p_token_sealed);
  end if;
  return v_wait;
end $$;

-- Issues the link of a mail, for the account with this address; nulls when nobody has joined with it, and when the link was
-- replaced or used before the mail could be sent.
create or replace function identity.mail_reset_link(p_email text, p_token_hash bytea, out email text, out name text)
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_account uuid;
begin
  select a.id, a.email, a.name into v_account, email, name from identity.accounts a
   where lower(a.email) = lower(p_email) and a.status = 'ACTIVE' and identity.has_joined(a.id);
  if found and identity.issue_reset(v_account, p_token_hash, 'mail') is null then
    email := null;
    name := null;
  end if;
end $$;

-- The account whose password a link sets; no row when the link was used or replaced, or has expired.
create or replace function identity.reset_of(p_token_hash bytea)
  returns table (email text, name text, has_second_factor boolean, expires_at timestamptz)
  language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  return query
  select a.email, a.name, identity.has_second_factor(a.id), r.expires_at
    from identity.password_resets r join identity.accounts a on a.id = r.account_id and a.status = 'ACTIVE'
   where r.token_hash = p_token_hash and r.used_at is null and r.ended_at is null and r.expires_at > now();
end $$;

-- Whether an administrator may issue a link to this person: to everybody whom they oversee, except other administrators,
-- to whom only the command on the server issues links. Otherwise one administrator could sign in as another.
create or replace function identity.may_issue_reset_as_admin(p_admin uuid, p_account uuid) returns boolean
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  return identity.oversees_person(p_admin, p_account)
     and not exists (select 1 from identity.labels l where l.account_id = p_account and l.label = 'platformAdmin');
end $$;

-- Whether an owner may issue a link to this person: who works in their stores and nowhere else. Otherwise the owner could
-- use the person's rights elsewhere.
create or replace function identity.may_issue_reset_as_owner(p_owner uuid, p_account uuid) returns boolean
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  return p_owner <> p_account and not identity.is_staff(p_account)
     and exists (select 1 from identity.accounts a where a.id = p_owner and a.status = 'ACTIVE')
     and exists (select 1 from identity.works_for(p_account) w join platform.merchants c on c.id = w.merchant_id
                  where c.owner_id = p_owner and c.status = 'ACTIVE')
     and not exists (select 1 from identity.works_for(p_account) w join platform.merchants c on c.id = w.merchant_id
                      where c.owner_id <> p_owner);
end $$;

-- Sets the password of an open link, once, and ends every session of the account. Its second factor stays. The issuer
-- has seen the link, so they must still be allowed to issue it. Links that were mailed, or issued on the server, have no issuer.
create or replace function identity.redeem_reset(p_token_hash bytea, p_password_hash text) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_reset identity.password_resets;
  v_is_of_platform boolean;
  v_ended int;
begin
  select r.* into v_reset from identity.password_resets r where r.token_hash = p_token_hash;
  if v_reset.issued_by is not null then
    -- The issuer comes first, as in a request of theirs: they do not lose their rights before this ends.
    perform pg_advisory_xact_lock_shared(app.authority_key(v_reset.issued_by));
  end if;
  if v_reset.account_id is not null then
    perform app.lock_authority(v_reset.account_id);
  end if;
  v_is_of_platform := v_reset.issued_by is null
    or identity.may_issue_reset_as_admin(v_reset.issued_by, v_reset.account_id);
  if not v_is_of_platform and not identity.may_issue_reset_as_owner(v_reset.issued_by, v_reset.account_id) then
    perform app.refuse('reset_link_spent', 'Ask for a new one.');
  end if;
  -- Before its links, in the order in which one is issued.
  perform identity.hold_credentials(v_reset.account_id);
  update identity.password_resets r set used_at = now()
   where r.token_hash = p_token_hash and r.used_at is null and r.ended_at is null and r.expires_at > now()
     and exists (select 1 from authz.callers a where a.account_id = r.account_id and a.status = 'ACTIVE');
  if not found then
    perform app.refuse('reset_link_spent', 'Ask for a new one.');
  end if;
  perform identity.set_password(v_reset.account_id, p_password_hash, false, v_is_of_platform);
  v_ended := identity.end_sessions_of(v_reset.account_id, null, null, 'password_reset');
  -- From here on the transaction runs as this account, so its audit row does too.
  perform set_config('app.account_id', v_reset.account_id::text, true);
  perform audit.record('password.changed', 'account', v_reset.account_id::text, null,
    jsonb_build_object('by', 'link', 'endedSessions', v_ended));
end $$;

-- An administrator issues a link. A refusal tells a confined one nothing of merchants out of their reach.
create or replace function identity.issue_reset_as_admin(p_account uuid, p_token_hash bytea) returns timestamptz
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform app.assert_admin();
  perform from identity.accounts a
    where a.id = p_account and a.kind = 'PERSON' and a.status = 'ACTIVE' and identity.has_joined(a.id);
  if not found then
    perform app.refuse('not_found');
  end if;
  if not identity.may_issue_reset_as_admin(app.account_id(), p_account) then
    perform app.assert_oversees(w.merchant_id) from identity.works_for(p_account) w;
    perform app.assert_oversees_all() where not exists (select 1 from identity.works_for(p_account));
    perform app.refuse('forbidden', 'Administrators recover by mail, or with `mostrador accounts recover` on the server.');
  end if;
  return identity.issue_reset(p_account, p_token_hash, 'admin');
end $$;

-- An owner issues a link for somebody of their stores.
create or replace function identity.issue_reset_as_owner(p_account uuid, p_token_hash bytea) returns timestamptz
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_merchant uuid;
begin
  perform app.assert_password();
  if not exists (select 1 from platform.merchants c where c.owner_id = app.account_id()) then
    perform app.refuse_not_owner();
  end if;
  select c.id into v_merchant
    from shop.memberships m join platform.merchants c on c.id = m.merchant_id and c.owner_id = app.account_id()
                 join identity.accounts a on a.id = m.account_id
   where m.account_id = p_account and m.ended_at is null and a.kind = 'PERSON' and a.status = 'ACTIVE'
     and identity.has_joined(a.id)
   order by c.status <> 'ACTIVE', c.id limit 1;
  if v_merchant is null or p_account = app.account_id() then
    perform app.refuse('not_found');
  end if;
  perform app.owned_merchant(v_merchant);
  if not identity.may_issue_reset_as_owner(app.account_id(), p_account) then
    perform app.refuse('forbidden', 'This person also works elsewhere. Ask the platform for the link.');
  end if;
  return identity.issue_reset(p_account, p_token_hash, 'owner');
end $$;

-- The last resort, for an operator with the login of `migrate`: a link for any person. Returns null when
-- nobody can sign in with this address.
create or replace function identity.recover_account(p_email text, p_token_hash bytea) returns timestamptz
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_account uuid;
begin
  select a.id into v_account from identity.accounts a where lower(a.email) = lower(p_email) and a.status = 'ACTIVE';
  return case when v_account is not null then identity.issue_reset(v_account, p_token_hash, 'machine') end;
end $$;

grant execute on function
  identity.ask_password_reset(text, inet, text, uuid, bytea, bytea), identity.reset_of(bytea),
  identity.redeem_reset(bytea, text), identity.issue_reset_as_admin(uuid, bytea), identity.issue_reset_as_owner(uuid, bytea)
  to mostrador_api;
