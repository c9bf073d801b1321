-- Generated from server/src/settings/values/registry.ts by `npm run generate`; do not edit.
delete from settings.setting_definitions;
insert into settings.setting_definitions (key, type, scope, default_value, minimum, maximum, stricter) values
  ('platform.second_factor_required', 'boolean', 'platform', 'true', null, null, null),
  ('merchant.unverifiedCanOperate', 'boolean', 'platform', 'false', null, null, null),
  ('vas_adeudo_lookup', 'boolean', 'platform', 'false', null, null, null),
  ('vas_chips', 'boolean', 'platform', 'false', null, null, null),
  ('giftcards_admin_list_web', 'boolean', 'platform', 'false', null, null, null),
  ('vas.cashier_day_max_sales', 'integer', 'merchant', '300', 1, 20000, 'lower'),
  ('vas.cashier_day_max_centavos', 'integer', 'merchant', '10000000', 1, 100000000000, 'lower'),
  ('vas.store_day_max_sales', 'integer', 'merchant', '1500', 1, 20000, 'lower'),
  ('vas.store_day_max_centavos', 'integer', 'merchant', '30000000', 1, 1000000000000, 'lower'),
  ('vas.reference_day_max_sales', 'integer', 'merchant', '10', 1, 20000, 'lower'),
  ('vas.reference_day_max_centavos', 'integer', 'merchant', '3000000', 1, 100000000000, 'lower'),
  ('vas.store_day_max_pin_reprints', 'integer', 'merchant', '20', 1, 10000, 'lower'),
  ('offline_sales.largest_sale_centavos', 'integer', 'merchant', '300000', 0, 5000000000, 'lower'),
  ('offline_sales.price_tolerance_bps', 'integer', 'merchant', '0', 0, 10000, 'lower'),
  ('shifts.cashiers_open_drawer', 'boolean', 'merchant', 'false', null, null, null),
  ('files.max_megabytes', 'integer', 'merchant', '200', 1, 100000, 'lower'),
  ('api_keys.max_keys', 'integer', 'merchant', '25', 1, 1000, 'lower'),
  ('api_keys.max_days', 'integer', 'merchant', '365', 1, 730, 'lower'),
  ('deposits.clabe', 'text', 'platform', '""', 0, 18, null),
  ('deposits.beneficiary', 'text', 'platform', '""', 0, 80, null),
  ('webhooks.other_port', 'integer', 'platform', '443', 1, 65535, null);
