-- Cash that a customer gets back for a service that fell after its shift was closed: it leaves the drawer that is open
-- now, once, and names the sale.
alter table shop.cash_movements
  add column vas_sale_id uuid,               -- null: about no sale
  add foreign key (merchant_id, vas_sale_id) references vas.sales (merchant_id, id) not valid;
alter table shop.cash_movements validate constraint cash_movements_merchant_id_vas_sale_id_fkey;
-- The table is as yet small everywhere.
-- squawk-ignore require-concurrent-index-creation
create unique index cash_movements_vas_sale on shop.cash_movements (merchant_id, vas_sale_id) where vas_sale_id is not null;

drop function if exists shop.add_cash_movement(uuid, uuid, text, bigint, text);
