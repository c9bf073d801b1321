-- Which payment of its order a refund gives back, whichever way the money goes.
alter table pos.transactions
  add column order_payment_id uuid,          -- null: money came in, or the refund is older than this column
  add constraint transactions_gives_back check (order_payment_id is null or kind = 'REFUND') not valid,
  add foreign key (merchant_id, order_payment_id) references pos.order_payments (merchant_id, id) not valid;
alter table pos.transactions validate constraint transactions_gives_back;
alter table pos.transactions validate constraint transactions_merchant_id_order_payment_id_fkey;

-- The way of paying that an approval names, when money may go back otherwise than it came. Nothing is sent to a card
-- that did not pay.
alter table pos.approvals
  add column refund_method text,             -- null: by the tender that paid, and by no other
  add constraint approvals_refund_method check (refund_method is null or refund_method in ('CASH', 'TRANSFER') and type <> 'DISCOUNT') not valid;
alter table pos.approvals validate constraint approvals_refund_method;

-- What is left is told payment by payment from here on.
drop function if exists pos.refund_payments(pos.sales_orders, bigint, jsonb);
drop function if exists pos.refundable(pos.sales_orders);
drop function if exists pos.methods_left(pos.sales_orders);
drop function if exists pos.write_refund(pos.sales_orders, pos.refunds, jsonb, jsonb);
drop function if exists pos.refund_amount(pos.sales_orders, bigint);
drop function if exists pos.refund_approval(pos.sales_orders, pos.refunds, jsonb, uuid);
