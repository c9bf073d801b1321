alter table catalog.merchant_themes enable row level security;
alter table catalog.merchant_themes force row level security;

-- A merchant's theme is readable by everybody who works in any of its stores.
grant select on catalog.merchant_themes to mostrador_api;
create policy theme_read on catalog.merchant_themes for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));

-- Platform staff who help to set it up can read it, if they oversee the merchant.
create policy theme_platform_read on catalog.merchant_themes for select to mostrador_api
  using (app.oversees(merchant_id));

-- Only a function that runs as the owner changes it.
create policy theme_owner on catalog.merchant_themes to mostrador_owner using (true) with check (true);
