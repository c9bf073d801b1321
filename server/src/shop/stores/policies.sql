alter table shop.stores enable row level security;
alter table shop.stores force row level security;

-- Everybody in the store can see it; managers change it. The columns that place a row (merchant, store, set)
-- cannot be updated by anybody.
grant select on shop.stores to mostrador_api;
grant update (name, code, phone, address, time_zone, tax_region, cash_rounding_centavos, label_layouts,
              open_price_limit_centavos, cashiers_sell_open_prices, cashiers_count_blind, shift_report_emails, status, updated_at)
  on shop.stores to mostrador_api;
create policy store_read on shop.stores for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy store_update on shop.stores for update to mostrador_api
  using (permission_set = any ((select app.updatable_sets())::int[]));
create policy store_owner on shop.stores to mostrador_owner using (true) with check (true);
