-- Any request may depend on a setting, so all can read them; functions write them, and the migration updates
-- the definitions.
grant select on settings.settings, settings.setting_definitions to mostrador_api, mostrador_worker;

alter table settings.merchant_settings enable row level security;
alter table settings.merchant_settings force row level security;

-- A merchant's values are readable by its people, and by platform staff who oversee it.
grant select on settings.merchant_settings to mostrador_api;
create policy merchant_setting_own on settings.merchant_settings for select to mostrador_api
  using (merchant_id = any (app.merchant_ids()));
create policy merchant_setting_platform on settings.merchant_settings for select to mostrador_api
  using (app.oversees(merchant_id));

-- Background work acts for every merchant.
grant select on settings.merchant_settings to mostrador_worker;
create policy merchant_setting_worker on settings.merchant_settings for select to mostrador_worker using (true);

-- Functions write them, and read them on behalf of callers without a store.
create policy merchant_setting_owner on settings.merchant_settings to mostrador_owner using (true) with check (true);
