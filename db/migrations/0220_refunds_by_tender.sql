-- Which payment of its order a refund gives back, whichever way the money goes.
alter table selling.transactions
  add column order_payment_id uuid,          -- null: money came in, or the refund is older than this column
  add constraint transactions_gives_back check (order_payment_id is null or kind = 'REFUND') not valid,
  add foreign key (merchant_id, order_payment_id) references selling.order_payments (merchant_id, id) not valid;
alter table selling.transactions validate constraint transactions_gives_back;
alter table selling.transactions validate constraint transactions_merchant_id_order_payment_id_fkey;

-- The way of paying that an approval names, when money may go back otherwise than it came. Nothing is sent to a card
-- that did not pay.
alter table selling.approvals
  add column refund_method text,             -- null: by the tender that paid, and by no other
  add constraint approvals_refund_method check (refund_method is null or refund_method in ('CASH', 'TRANSFER') and type <> 'DISCOUNT') not valid;
alter table selling.approvals validate constraint approvals_refund_method;

-- What is left is told payment by payment from here on.
drop function if exists selling.refund_payments(selling.sales_orders, bigint, jsonb);
drop function if exists selling.refundable(selling.sales_orders);
drop function if exists selling.methods_left(selling.sales_orders);
drop function if exists selling.write_refund(selling.sales_orders, selling.refunds, jsonb, jsonb);
drop function if exists selling.refund_amount(selling.sales_orders, bigint);
drop function if exists selling.refund_approval(selling.sales_orders, selling.refunds, jsonb, uuid);
