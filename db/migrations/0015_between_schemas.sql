-- Foreign keys to a schema whose file comes later. The tables are still empty when it runs.
-- squawk-ignore-file adding-foreign-key-constraint, constraint-missing-not-valid

alter table app.deletions
  add foreign key (merchant_id, store_id) references shop.stores (merchant_id, id),
  add foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id);

alter table authz.standings
  add foreign key (merchant_id, membership_id) references shop.memberships (merchant_id, id);

alter table identity.sessions
  add foreign key (merchant_id, terminal_id) references shop.terminals (merchant_id, id),
  add foreign key (merchant_id, membership_id) references shop.memberships (merchant_id, id);

alter table shop.cash_movements
  add foreign key (merchant_id, vas_sale_id) references vas.sales (merchant_id, id);
