alter table selling.approvals enable row level security;
alter table selling.approvals force row level security;

-- The store's team can read requests and decisions; functions make and use them.
grant select on selling.approvals to mostrador_api;
create policy approval_read on selling.approvals for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy approval_owner on selling.approvals to mostrador_owner using (true) with check (true);
