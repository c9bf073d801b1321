-- Authentication by API key: what its scopes allow, and why a key no longer works.

-- The permission sets, comma-separated, whose domain the scopes of an API key allow for a verb.
create or replace function authz.within_scopes(p_sets text, p_scopes text[], p_verb text)
  returns text
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  return (select string_agg(s, ',') from unnest(string_to_array(p_sets, ',')) s
           where s::int & 15 in (select c.domain_no from authz.scopes c where c.scope = any (p_scopes) and c.verb = p_verb));
end $$;

-- Refuses an API key that has expired or was revoked, and says so. Every other failed authentication is refused
-- without a reason.
create or replace function app.refuse_dead_key(p_token_hash bytea) returns void
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_key shop.api_keys;
begin
  select k.* into v_key from identity.sessions s join shop.api_keys k on k.id = s.account_id where s.token_hash = p_token_hash;
  if v_key.revoked_at is not null then
    perform app.refuse('unauthenticated', format('This API key was revoked on %s.', app.instant(v_key.revoked_at)));
  elsif v_key.expires_at <= now() then
    perform app.refuse('unauthenticated', format('This API key expired on %s. The owner can create another one.',
      app.instant(v_key.expires_at)));
  end if;
end $$;
