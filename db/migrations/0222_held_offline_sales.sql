-- Who handed a sale in and whether from the device that sold it, and the cash that was counted with a closed shift.
alter table selling.offline_sales
  add column handed_in_by uuid,              -- account; null: older than this column
  add column handed_in_name text,
  add column is_other_device boolean not null default false,
  add column counted_centavos app.centavos,  -- taken from the surplus of the count of shift_id; null: none
  add constraint offline_sales_counted check (counted_centavos > 0) not valid;
alter table selling.offline_sales validate constraint offline_sales_counted;
create index offline_sales_shift on selling.offline_sales (merchant_id, shift_id) where counted_centavos is not null;

-- What was accepted before has used up its part of the count, whose movement names both papers.
update selling.offline_sales s set counted_centavos = m.amount_centavos
  from shop.shift_reports r, shop.cash_movements m
 where r.merchant_id = s.merchant_id and r.shift_id = s.shift_id and s.status = 'BOOKED'
   and m.merchant_id = s.merchant_id and m.store_id = s.store_id and m.kind = 'CASH_OUT'
   and m.reason = s.folio || ' · ' || r.folio;

-- Whoever handed in what still waits is known to the audit log.
update selling.offline_sales s set handed_in_by = a.user_id, handed_in_name = (select c.name from identity.accounts c where c.id = a.user_id)
  from audit.log a
 where s.status = 'HELD' and a.merchant_id = s.merchant_id and a.action = 'offline_sale.held' and a.entity_id = s.id::text;

drop function if exists selling.receive_offline_sale(uuid, uuid, uuid, uuid, uuid, timestamptz, jsonb, jsonb);
drop function if exists selling.settle_offline_payments(bigint, jsonb);
drop function if exists selling.accept_offline_sale(uuid);
drop function if exists selling.hold_offline_sale(uuid);
