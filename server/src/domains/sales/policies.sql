alter table pos.customers enable row level security;
alter table pos.customers force row level security;
alter table pos.carts enable row level security;
alter table pos.carts force row level security;
alter table pos.line_items enable row level security;
alter table pos.line_items force row level security;
alter table pos.sales_orders enable row level security;
alter table pos.sales_orders force row level security;
alter table pos.order_payments enable row level security;
alter table pos.order_payments force row level security;
alter table pos.transactions enable row level security;
alter table pos.transactions force row level security;
alter table pos.receipts enable row level security;
alter table pos.receipts force row level security;
alter table pos.refunds enable row level security;
alter table pos.refunds force row level security;
alter table pos.refund_lines enable row level security;
alter table pos.refund_lines force row level security;

-- The whole store keeps its customers.
grant select, insert, delete on pos.customers to mostrador_api;
grant update (name, email, phone, rfc, notes, updated_at) on pos.customers to mostrador_api;
create policy customer_read on pos.customers for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy customer_create on pos.customers for insert to mostrador_api
  with check (permission_set = any ((select app.creatable_sets())::int[]));
create policy customer_update on pos.customers for update to mostrador_api
  using (permission_set = any ((select app.updatable_sets())::int[]));
create policy customer_delete on pos.customers for delete to mostrador_api
  using (permission_set = any ((select app.deletable_sets())::int[]));
create policy customer_owner on pos.customers to mostrador_owner using (true) with check (true);

-- Carts and what became of them are read by the store's team, and written by functions alone.
grant select on pos.carts, pos.line_items, pos.sales_orders, pos.order_payments, pos.transactions, pos.refunds,
  pos.refund_lines to mostrador_api;
create policy cart_read on pos.carts for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy cart_owner on pos.carts to mostrador_owner using (true) with check (true);
create policy line_item_read on pos.line_items for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy line_item_owner on pos.line_items to mostrador_owner using (true) with check (true);
create policy sales_order_read on pos.sales_orders for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy sales_order_owner on pos.sales_orders to mostrador_owner using (true) with check (true);
create policy order_payment_read on pos.order_payments for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy order_payment_owner on pos.order_payments to mostrador_owner using (true) with check (true);
create policy transaction_read on pos.transactions for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy transaction_owner on pos.transactions to mostrador_owner using (true) with check (true);
create policy refund_read on pos.refunds for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy refund_owner on pos.refunds to mostrador_owner using (true) with check (true);
create policy refund_line_read on pos.refund_lines for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy refund_line_owner on pos.refund_lines to mostrador_owner using (true) with check (true);

-- A cashier reads the receipts that it handed out; supervisors and managers read them all.
grant select on pos.receipts to mostrador_api;
create policy receipt_read on pos.receipts for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy receipt_owner on pos.receipts to mostrador_owner using (true) with check (true);
