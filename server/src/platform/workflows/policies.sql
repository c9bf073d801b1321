alter table platform.given_up_work enable row level security;
alter table platform.given_up_work force row level security;

-- What gave up is for the platform's staff to see, as far as each oversees its merchant; what is of no merchant, for
-- those who oversee all. Its input stays where it is: nobody decides by it.
grant select (id, workflow_id, name, merchant_id, attempts, last_error, first_failed_at, gave_up_at, status, decided_by,
              decided_at, reason, retry_workflow_id) on platform.given_up_work to mostrador_api;
create policy given_up_work_read on platform.given_up_work for select to mostrador_api
  using (app.oversees(merchant_id));

-- It is noted and decided by functions, which run as the owner.
create policy given_up_work_owner on platform.given_up_work to mostrador_owner using (true) with check (true);
