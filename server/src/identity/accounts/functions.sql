-- Accounts, credentials, sessions and labels have no row permissions: the API's role cannot read them, and changes them
-- only through these functions.

-- Platform staff: an account with an operator's or an administrator's label.
create or replace function identity.is_staff(p_account uuid) returns boolean
  language sql stable
  set search_path = pg_catalog, pg_temp
as $$
  select exists (select 1 from identity.labels l
    where l.account_id = p_account and l.label in ('platformOperator', 'platformAdmin'))
$$;

-- An account is platform staff or works in stores, never both. The one exception is an administrator who owns
-- merchants: it is their manager, and confined to them.
create or replace function identity.is_employable(p_account uuid, p_merchant uuid) returns boolean
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  return not exists (select 1 from identity.labels l
    where l.account_id = p_account
      and (l.label = 'platformOperator'
           or l.label = 'platformAdmin' and not exists (
             select 1 from platform.merchants m where m.id = p_merchant and m.owner_id = p_account)));
end $$;

-- The same check when an account is given a store role. It takes a shared lock on the account's authority,
-- and granting a label takes an exclusive one, so of two at the same time one goes first and the other is
-- refused.
create or replace function identity.assert_employable(p_account uuid, p_merchant uuid) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform pg_advisory_xact_lock_shared(app.authority_key(p_account));
  if not identity.is_employable(p_account, p_merchant) then
    perform app.refuse('platform_staff',
      'Platform staff do not work in stores. Use another e-mail address of this person, or ask an administrator to remove the label first.');
  end if;
end $$;

-- Serializes changes to the set of administrators, so that there is always one left, and one who oversees
-- every merchant.
create or replace function identity.lock_administrators() returns void
  language sql volatile
  set search_path = pg_catalog, pg_temp
as $$ select pg_advisory_xact_lock(hashtextextended('platform administrators', 0)) $$;

create or replace function identity.has_administrator(p_besides uuid default null) returns boolean
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  return exists (select 1 from identity.labels l join identity.accounts a on a.id = l.account_id
    where l.label = 'platformAdmin' and a.status = 'ACTIVE' and a.id is distinct from p_besides
      and not exists (select 1 from identity.confines(a.id)));
end $$;

-- Checks made before an account becomes the owner of a merchant. An operator cannot. An administrator becomes
-- confined by it: only administrators who oversee every merchant may decide that, and not for the last of
-- them. When this returns, no transaction still relies on the account's previous permissions.
create or replace function identity.assert_may_own(p_account uuid) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform identity.lock_administrators();
  perform app.lock_authority(p_account);
  if exists (select 1 from identity.labels l where l.account_id = p_account and l.label = 'platformOperator') then
    perform app.refuse('platform_staff',
      'Operators cannot own a merchant. Use another e-mail address of this person, or remove the label first.');
  elsif identity.is_staff(p_account) then
    perform app.assert_oversees_all();
    if not identity.has_administrator(p_account) then
      perform app.refuse('last_admin',
        'Owning a merchant confines an administrator to it, and one administrator has to oversee all merchants. Make another person an administrator first.');
    end if;
  end if;
end $$;

-- Whether nobody administers the platform yet: asked before anybody can sign in.
create or replace function identity.setup_needed() returns boolean
  language sql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$ select not identity.has_administrator() $$;

-- Stores a set-up link; returns false when an administrator exists already.
create or replace function identity.mint_setup_link(p_token_hash bytea) returns boolean
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  if identity.has_administrator() then
    return false;
  end if;
  insert into identity.setup_links (token_hash) values (p_token_hash);
  return true;
end $$;

-- Creates the first administrator, once. Links expire when used, after a day, or when an administrator
-- exists.
create or replace function identity.make_first_admin(p_token_hash bytea, p_email text, p_name text, p_password_hash text)
  returns uuid
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_account uuid;
begin
  perform identity.lock_administrators();
  update identity.setup_links l set used_at = now()
   where l.token_hash = p_token_hash and l.used_at is null and l.created_at > now() - interval '24 hours'
     and not identity.has_administrator();
  if not found then
    perform app.refuse('setup_link_spent', 'Sign in as the existing administrator, or restart the server for a new link.');
  end if;
  insert into identity.accounts (id, email, name) values (app.uuid_v7(), p_email, p_name)
  on conflict (lower(email)) do nothing
  returning id into v_account;
  if v_account is null then
    perform app.refuse('email_taken');
  end if;
  perform authz.keep_caller(v_account);
  perform identity.set_password(v_account, p_password_hash, true, true);
  update identity.setup_links l set account_id = v_account where l.token_hash = p_token_hash;
  insert into identity.labels (account_id, label) values (v_account, 'platformAdmin');
  perform set_config('app.account_id', v_account::text, true);
  perform audit.record('label.granted', 'account', v_account::text, null,
    jsonb_build_object('label', 'platformAdmin', 'by', 'setup link'));
  return v_account;
end $$;

-- Names of people that the caller may see: itself, everybody for platform staff, and current and former staff
-- of stores where the caller reads the staff.
create or replace function identity.names_seen(p_accounts uuid[]) returns table (id uuid, name text)
  language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  return query
  select a.id, a.name from identity.accounts a
   where a.id = any (p_accounts)
     and (a.id = app.account_id() or app.is_operator()
          or exists (select 1 from shop.memberships m
                      where m.account_id = a.id and m.permission_set = any ((select app.readable_sets())::int[])));
end $$;

-- The addresses with which people sign in whose membership the caller may see; null: at tills only.
create or replace function identity.emails_seen(p_accounts uuid[]) returns table (id uuid, email text)
  language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  return query
  select a.id, a.email from identity.accounts a
   where a.id = any (p_accounts)
     and (a.id = app.account_id()
          or exists (select 1 from shop.memberships m
                      where m.account_id = a.id and m.permission_set = any ((select app.readable_sets())::int[])));
end $$;

-- Owners by merchant, for the platform's directory.
create or replace function identity.contacts(p_accounts uuid[]) returns table (id uuid, email text, name text)
  language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  return query select a.id, a.email, a.name from identity.accounts a where a.id = any (p_accounts) and app.is_operator();
end $$;

-- The account with this address, for the platform's staff, who find merchants by their owner.
create or replace function identity.account_of(p_email text) returns uuid
  language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  return (select a.id from identity.accounts a where lower(a.email) = lower(p_email) and app.is_operator());
end $$;

-- The account with this address, created if there is none. A new account cannot sign in until it is invited.
create or replace function identity.open_account(p_email text, p_name text) returns identity.accounts
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_account identity.accounts;
begin
  insert into identity.accounts (id, email, name) values (app.uuid_v7(), p_email, p_name)
  on conflict (lower(email)) do nothing
  returning * into v_account;
  if found then
    perform authz.keep_caller(v_account.id);
  else
    select * into v_account from identity.accounts a where lower(a.email) = lower(p_email);
  end if;
  return v_account;
end $$;

-- The account of the person who accepts an invitation: a new one, or, if the platform invites an owner, also one that
-- has not joined yet. Null when the account exists and the invitation may not set its password.
create or replace function identity.open_invited_account(p_email text, p_name text, p_password_hash text, p_is_owner boolean)
  returns uuid
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_account uuid;
begin
  insert into identity.accounts (id, email, name) values (app.uuid_v7(), p_email, p_name)
  on conflict (lower(email)) do nothing
  returning id into v_account;
  if v_account is not null then
    perform authz.keep_caller(v_account);
  elsif p_is_owner then
    select a.id into v_account from identity.accounts a where lower(a.email) = lower(p_email);
  end if;
  if not identity.set_password(v_account, p_password_hash, true, p_is_owner) then
    return null;
  end if;
  update identity.accounts a set name = p_name where a.id = v_account and a.name <> p_name;
  perform authz.keep_caller(v_account) where found;
  return v_account;
end $$;

-- The account of a person who only sells: it has no e-mail, so its only way in is its membership's code and PIN.
create or replace function identity.open_account_without_email(p_name text) returns uuid
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_id uuid := app.uuid_v7();
begin
  insert into identity.accounts (id, name) values (v_id, p_name);
  perform authz.keep_caller(v_id);
  return v_id;
end $$;

-- Gives such an account its e-mail and first password.
create or replace function identity.add_email(p_account uuid, p_email text, p_password_hash text) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  begin
    update identity.accounts a set email = p_email
     where a.id = p_account and a.kind = 'PERSON' and a.status = 'ACTIVE' and a.email is null;
  exception when unique_violation then
    perform app.refuse('email_taken', 'Ask for an invitation to another address.');
  end;
  if not found then
    perform app.refuse('invite_spent', 'Ask for a new one.');
  end if;
  perform authz.keep_caller(p_account);
  perform identity.set_password(p_account, p_password_hash, true, false);
end $$;

-- Supervisors and managers work in the back office, where people sign in with an e-mail.
create or replace function identity.assert_has_email(p_account uuid) returns void
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  if exists (select 1 from identity.accounts a where a.id = p_account and a.kind = 'PERSON' and a.email is null) then
    perform app.refuse('email_required', 'Supervisors and managers sign in with an e-mail. Add it to this person first.');
  end if;
end $$;

-- Grants or removes a label. Returns whether anything changed; the caller has checked the permission.
create or replace function identity.add_label(p_account uuid, p_label text) returns boolean
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  insert into identity.labels (account_id, label, granted_by) values (p_account, p_label, app.account_id())
  on conflict do nothing;
  return found;
end $$;
create or replace function identity.remove_label(p_account uuid, p_label text) returns boolean
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  delete from identity.labels l where l.account_id = p_account and l.label = p_label;
  return found;
end $$;

-- Blocks an account, which ends its sessions, or unblocks it. The caller holds the lock on its authority.
create or replace function identity.set_status(p_account uuid, p_status text) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  update identity.accounts a set status = p_status where a.id = p_account;
  perform authz.keep_caller(p_account);
  if p_status = 'BLOCKED' then
    perform identity.end_sessions_of(p_account, null, null, 'blocked');
  end if;
end $$;

grant execute on function
  identity.return_attempts(text[]), identity.forget_attempts(text[]),
  identity.begin_sign_in(text, inet), identity.refuse_sign_in(uuid, text, inet, text[]), identity.begin_confirmation(),
  identity.use_totp_step(uuid, bigint), identity.use_recovery_code(uuid, bytea),
  identity.open_session(uuid, text, bytea, boolean, inet, text), identity.touch_session(bytea),
  identity.prove_writing(),
  identity.sign_out(uuid), identity.change_password(text, text, uuid),
  identity.confirm_session(uuid, text, boolean),
  identity.begin_totp(bytea), identity.confirm_totp(bytea, bigint, uuid, bytea[]), identity.disable_totp(),
  identity.renew_recovery_codes(bytea[]),
  identity.setup_needed(), identity.mint_setup_link(bytea), identity.make_first_admin(bytea, text, text, text),
  identity.names_seen(uuid[]), identity.emails_seen(uuid[]), identity.contacts(uuid[]), identity.account_of(text)
  to mostrador_api;
