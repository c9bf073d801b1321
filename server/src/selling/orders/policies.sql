alter table selling.sales_orders enable row level security;
alter table selling.sales_orders force row level security;
alter table selling.order_payments enable row level security;
alter table selling.order_payments force row level security;
alter table selling.transactions enable row level security;
alter table selling.transactions force row level security;
alter table selling.receipts enable row level security;
alter table selling.receipts force row level security;

-- Orders are readable by the store's team, and written only by functions.
grant select on selling.sales_orders, selling.order_payments, selling.transactions to mostrador_api;
create policy sales_order_read on selling.sales_orders for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy sales_order_owner on selling.sales_orders to mostrador_owner using (true) with check (true);
create policy order_payment_read on selling.order_payments for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy order_payment_owner on selling.order_payments to mostrador_owner using (true) with check (true);
create policy transaction_read on selling.transactions for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy transaction_owner on selling.transactions to mostrador_owner using (true) with check (true);

-- A cashier can read the receipts that they handed out; supervisors and managers can read all.
grant select on selling.receipts to mostrador_api;
create policy receipt_read on selling.receipts for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy receipt_owner on selling.receipts to mostrador_owner using (true) with check (true);
