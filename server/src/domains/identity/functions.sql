-- Accounts, sessions and labels carry no row permissions: the API's role cannot read them at all, and
-- does with them what these functions do.

-- Opens a session for an account whose password, invitation or set-up link has just been checked.
-- `p_password_hash` is the hash that was checked, so a password that changed meanwhile opens nothing;
-- the shared lock makes a block or a sign-out everywhere wait, and then see this session.
-- From here on the transaction is this account's, so its audit rows are too.
create or replace function identity.open_session(p_account uuid, p_password_hash text, p_token_hash bytea,
    p_second_factor boolean, p_address inet, p_user_agent text)
  returns uuid
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_id uuid := app.uuid_v7();
begin
  perform pg_advisory_xact_lock_shared(app.authority_key(p_account));
  perform from identity.accounts a
    where a.id = p_account and a.status = 'ACTIVE' and a.password_hash is not distinct from p_password_hash;
  if not found then
    raise exception 'invalid_credentials' using errcode = 'MO001';
  end if;
  insert into identity.sessions
    (id, account_id, token_hash, idle_until, expires_at, second_factor_at, address, user_agent)
  values (v_id, p_account, p_token_hash, now() + interval '12 hours', now() + interval '30 days',
          case when p_second_factor then now() end, p_address, left(p_user_agent, 300));
  perform set_config('app.account_id', p_account::text, true);
  perform platform.audit('session.opened', 'account', p_account::text, null, jsonb_build_object(
    'sessionId', v_id, 'secondFactor', p_second_factor, 'address', host(p_address)));
  return v_id;
end $$;

grant execute on function
  identity.open_session(uuid, text, bytea, boolean, inet, text)
  to mostrador_api;
