alter table selling.refunds enable row level security;
alter table selling.refunds force row level security;
alter table selling.refund_lines enable row level security;
alter table selling.refund_lines force row level security;

-- Refunds are readable by the store's team, and written only by functions.
grant select on selling.refunds, selling.refund_lines to mostrador_api;
create policy refund_read on selling.refunds for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy refund_owner on selling.refunds to mostrador_owner using (true) with check (true);
create policy refund_line_read on selling.refund_lines for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy refund_line_owner on selling.refund_lines to mostrador_owner using (true) with check (true);
