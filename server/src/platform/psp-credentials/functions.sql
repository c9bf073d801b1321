-- The audited facts about credentials: never a secret, sealed or not.
create or replace function platform.psp_credentials_facts(p platform.psp_credentials) returns jsonb
  language sql stable
  set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object('provider', p.provider, 'environment', p.environment, 'merchantId', p.merchant_id,
    'publicKey', p.public_key, 'secretFingerprint', p.secret_fingerprint, 'webhookFingerprint', p.webhook_fingerprint,
    'isActive', p.is_active)
$$;

-- Stores credentials set by an administrator, already sealed. One set per merchant, provider and environment.
create or replace function platform.add_psp_credentials(p_new platform.psp_credentials) returns uuid
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_made platform.psp_credentials;
  v_status text;
begin
  perform app.assert_admin();
  if p_new.merchant_id is null then
    perform app.assert_oversees_all();
  else
    perform app.assert_oversees(p_new.merchant_id);
    select m.status into v_status from platform.merchants m where m.id = p_new.merchant_id for share;
    if not found then
      perform app.refuse('not_found', 'The merchant does not exist.');
    elsif v_status = 'CLOSED' then
      perform app.refuse('merchant_closed');
    end if;
  end if;
  insert into platform.psp_credentials as c (id, merchant_id, provider, environment, public_key, secret_sealed,
    secret_last_four, secret_fingerprint, webhook_sealed, webhook_last_four, webhook_fingerprint, created_by, updated_by)
  values (p_new.id, p_new.merchant_id, p_new.provider, p_new.environment, p_new.public_key, p_new.secret_sealed,
    p_new.secret_last_four, p_new.secret_fingerprint, p_new.webhook_sealed, p_new.webhook_last_four,
    p_new.webhook_fingerprint, app.account_id(), app.account_id())
  on conflict (merchant_id, provider, environment) do nothing
  returning c.* into v_made;
  if not found then
    perform app.refuse('duplicate_value',
      'Credentials for this provider, environment and merchant exist already. Update those.',
      jsonb_build_object('field', 'provider',
        'credentialsId', (
          select c.id from platform.psp_credentials c
           where c.merchant_id is not distinct from p_new.merchant_id and c.provider = p_new.provider
             and c.environment = p_new.environment)));
  end if;
  perform audit.record('psp_credentials.created', 'psp_credentials', v_made.id::text, null,
    platform.psp_credentials_facts(v_made), v_made.merchant_id);
  return v_made.id;
end $$;

-- Locks credentials.
create or replace function platform.hold_psp_credentials(p_id uuid) returns platform.psp_credentials
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  return app.held((select c from platform.psp_credentials c where c.id = p_id for update));
end $$;

-- Updates the given columns; null leaves a column unchanged, including secrets.
create or replace function platform.change_psp_credentials(p_change platform.psp_credentials) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_before platform.psp_credentials;
  v_after platform.psp_credentials;
begin
  perform app.assert_admin();
  v_before := platform.hold_psp_credentials(p_change.id);
  if v_before.merchant_id is not null and not app.oversees(v_before.merchant_id) then
    perform app.refuse('not_found');
  elsif v_before.merchant_id is null then
    perform app.assert_oversees_all();
  end if;
  update platform.psp_credentials as c
     set public_key = coalesce(p_change.public_key, c.public_key),
         is_active = coalesce(p_change.is_active, c.is_active),
         secret_sealed = coalesce(p_change.secret_sealed, c.secret_sealed),
         secret_last_four = coalesce(p_change.secret_last_four, c.secret_last_four),
         secret_fingerprint = coalesce(p_change.secret_fingerprint, c.secret_fingerprint),
         webhook_sealed = coalesce(p_change.webhook_sealed, c.webhook_sealed),
         webhook_last_four = coalesce(p_change.webhook_last_four, c.webhook_last_four),
         webhook_fingerprint = coalesce(p_change.webhook_fingerprint, c.webhook_fingerprint),
         updated_by = app.account_id(), updated_at = now()
   where c.id = p_change.id
  returning c.* into v_after;
  perform audit.record('psp_credentials.changed', 'psp_credentials', v_after.id::text,
    platform.psp_credentials_facts(v_before), platform.psp_credentials_facts(v_after), v_after.merchant_id);
end $$;

-- Switches off credentials that were replaced in a time that a restore has lost: the provider may have revoked
-- them. Whoever has the new ones enters them again.
create or replace function platform.deactivate_psp_credentials(p_id uuid, p_fingerprint text) returns boolean
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  update platform.psp_credentials c set is_active = false, updated_at = now()
   where c.id = p_id and c.is_active and c.secret_fingerprint is distinct from p_fingerprint;
  return found;
end $$;

grant execute on function
  platform.add_psp_credentials(platform.psp_credentials), platform.change_psp_credentials(platform.psp_credentials)
  to mostrador_api;
