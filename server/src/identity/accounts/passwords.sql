-- Passwords, as the hashes that the server makes of them.

-- Locks what an account signs in with; null: it has not joined.
create or replace function identity.hold_credentials(p_account uuid) returns identity.credentials
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  return (select c from identity.credentials c where c.account_id = p_account for update);
end $$;

-- Whether an account can sign in with a password.
create or replace function identity.has_password(p_account uuid) returns boolean
  language sql stable
  set search_path = pg_catalog, pg_temp
as $$
  select exists (select 1 from identity.credentials c where c.account_id = p_account and c.password_hash is not null)
$$;

-- Whether a person has chosen a password before, also one that a restored database has taken away: a link may set the next
-- one. The first one is set by an invitation.
create or replace function identity.has_joined(p_account uuid) returns boolean
  language sql stable
  set search_path = pg_catalog, pg_temp
as $$ select exists (select 1 from identity.credentials c where c.account_id = p_account) $$;

-- Refuses to give rights of an owner, or of the platform, to an account whose address is not proved: its password was set with
-- a link of a store, which the sender has seen, so anybody there could have joined with an address that is not theirs. The
-- caller holds the lock on the account's authority.
create or replace function identity.assert_proved(p_account uuid) returns void
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  if exists (select 1 from identity.credentials c where c.account_id = p_account and c.address_proved_at is null) then
    perform app.refuse('email_unproved',
      'This person''s password was set with a link that others have seen. They use "Forgot your password?" once; without mail, an administrator or `mostrador accounts recover` gives them the link.');
  end if;
end $$;

-- Sets the password of an account that has an e-mail to sign in with, ends its open links for a new one, and returns whether it
-- did. A first password replaces none, not even one that a restored database has taken away: of several people who set it at
-- the same time one does. `p_proves` is whether only the mailbox, the platform and the server's operator have seen the link
-- that sets it.
create or replace function identity.set_password(p_account uuid, p_password_hash text, p_is_first boolean, p_proves boolean)
  returns boolean
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  insert into identity.credentials as c (account_id, password_hash, address_proved_at)
  select a.id, p_password_hash, case when p_proves then now() end
    from identity.accounts a where a.id = p_account and a.email is not null
  on conflict (account_id) do update
     set password_hash = excluded.password_hash, password_changed_at = now(), address_proved_at = excluded.address_proved_at
   where not p_is_first;
  if not found then
    return false;
  end if;
  perform identity.end_links_of(p_account, null);
  return true;
end $$;

-- Changes the caller's password, and ends every other session and the open links for a new one. `p_old_hash` is the hash
-- that the current password was checked against.
create or replace function identity.change_password(p_old_hash text, p_new_hash text, p_session uuid) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_ended int;
begin
  perform app.assert_password();
  perform app.lock_authority(app.account_id());
  update identity.credentials c set password_hash = p_new_hash, password_changed_at = now()
   where c.account_id = app.account_id() and c.password_hash = p_old_hash;
  if not found then
    perform app.refuse('reauthentication_required');
  end if;
  perform identity.end_links_of(app.account_id(), null);
  v_ended := identity.end_sessions_of(app.account_id(), null, p_session, 'password_changed');
  perform audit.record('password.changed', 'account', app.account_id()::text, null,
    jsonb_build_object('endedSessions', v_ended));
end $$;
