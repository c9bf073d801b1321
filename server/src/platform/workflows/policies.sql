alter table platform.given_up_work enable row level security;
alter table platform.given_up_work force row level security;

-- Failed work is visible to platform staff who oversee its merchant; work without a merchant to staff who
-- oversee all. Its input is not shown: no decision needs it.
grant select (id, workflow_id, name, merchant_id, attempts, last_error, first_failed_at, gave_up_at, status, decided_by,
              decided_at, reason, retry_workflow_id) on platform.given_up_work to mostrador_api;
create policy given_up_work_read on platform.given_up_work for select to mostrador_api
  using (app.oversees(merchant_id));

-- It is recorded and decided by functions that run as the owner.
create policy given_up_work_owner on platform.given_up_work to mostrador_owner using (true) with check (true);
