alter table catalog.merchant_themes enable row level security;
alter table catalog.merchant_themes force row level security;

-- How a merchant's screens look is read by everybody who works in any of its stores.
grant select on catalog.merchant_themes to mostrador_api;
create policy theme_read on catalog.merchant_themes for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));

-- The platform's staff help to set it up, so they see it, as far as they oversee the merchant.
create policy theme_platform_read on catalog.merchant_themes for select to mostrador_api
  using (app.oversees(merchant_id));

-- Changes go through a function, which runs as the owner.
create policy theme_owner on catalog.merchant_themes to mostrador_owner using (true) with check (true);
