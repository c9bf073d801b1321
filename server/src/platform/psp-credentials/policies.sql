alter table platform.psp_credentials enable row level security;
alter table platform.psp_credentials force row level security;

-- Administrators can see which credentials exist, for every merchant; the sealed columns are not readable by
-- this login.
grant select (id, merchant_id, provider, environment, public_key, secret_last_four, secret_fingerprint,
              webhook_last_four, webhook_fingerprint, is_active, created_at, updated_at)
  on platform.psp_credentials to mostrador_api;
create policy psp_credentials_read on platform.psp_credentials for select to mostrador_api
  using (app.is_admin() and (merchant_id is null or app.oversees(merchant_id)));

-- The sealed columns are read to call the provider, on behalf of no account.
grant select on platform.psp_credentials to mostrador_worker;
create policy psp_credentials_worker_read on platform.psp_credentials for select to mostrador_worker using (true);

-- Written by functions, and sealed again when the key changes.
create policy psp_credentials_owner on platform.psp_credentials to mostrador_owner using (true) with check (true);
