alter table selling.customers enable row level security;
alter table selling.customers force row level security;
alter table selling.carts enable row level security;
alter table selling.carts force row level security;
alter table selling.line_items enable row level security;
alter table selling.line_items force row level security;
alter table selling.sales_orders enable row level security;
alter table selling.sales_orders force row level security;
alter table selling.order_payments enable row level security;
alter table selling.order_payments force row level security;
alter table selling.transactions enable row level security;
alter table selling.transactions force row level security;
alter table selling.receipts enable row level security;
alter table selling.receipts force row level security;
alter table selling.refunds enable row level security;
alter table selling.refunds force row level security;
alter table selling.refund_lines enable row level security;
alter table selling.refund_lines force row level security;

-- The whole store keeps its customers.
grant select, insert, delete on selling.customers to mostrador_api;
grant update (name, email, phone, rfc, notes, updated_at) on selling.customers to mostrador_api;
create policy customer_read on selling.customers for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy customer_create on selling.customers for insert to mostrador_api
  with check (permission_set = any ((select app.creatable_sets())::int[]));
create policy customer_update on selling.customers for update to mostrador_api
  using (permission_set = any ((select app.updatable_sets())::int[]));
create policy customer_delete on selling.customers for delete to mostrador_api
  using (permission_set = any ((select app.deletable_sets())::int[]));
create policy customer_owner on selling.customers to mostrador_owner using (true) with check (true);

-- Carts and what became of them are read by the store's team, and written by functions alone.
grant select on selling.carts, selling.line_items, selling.sales_orders, selling.order_payments, selling.transactions, selling.refunds,
  selling.refund_lines to mostrador_api;
create policy cart_read on selling.carts for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy cart_owner on selling.carts to mostrador_owner using (true) with check (true);
create policy line_item_read on selling.line_items for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy line_item_owner on selling.line_items to mostrador_owner using (true) with check (true);
create policy sales_order_read on selling.sales_orders for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy sales_order_owner on selling.sales_orders to mostrador_owner using (true) with check (true);
create policy order_payment_read on selling.order_payments for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy order_payment_owner on selling.order_payments to mostrador_owner using (true) with check (true);
create policy transaction_read on selling.transactions for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy transaction_owner on selling.transactions to mostrador_owner using (true) with check (true);
create policy refund_read on selling.refunds for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy refund_owner on selling.refunds to mostrador_owner using (true) with check (true);
create policy refund_line_read on selling.refund_lines for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy refund_line_owner on selling.refund_lines to mostrador_owner using (true) with check (true);

-- A cashier reads the receipts that it handed out; supervisors and managers read them all.
grant select on selling.receipts to mostrador_api;
create policy receipt_read on selling.receipts for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy receipt_owner on selling.receipts to mostrador_owner using (true) with check (true);
