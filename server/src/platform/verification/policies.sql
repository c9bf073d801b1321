alter table platform.verifications enable row level security;
alter table platform.verifications force row level security;

-- Facts are visible to the platform; the merchant sees the resulting status, in its own record.
grant select on platform.verifications to mostrador_api;
create policy verification_read on platform.verifications for select to mostrador_api
  using (app.oversees(merchant_id));

-- No login role can write facts; functions that run as the owner do.
create policy verification_owner on platform.verifications to mostrador_owner using (true) with check (true);
