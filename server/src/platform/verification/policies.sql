alter table platform.verifications enable row level security;
alter table platform.verifications force row level security;

-- Facts are the platform's to see; the merchant sees what they amount to, in its own record.
grant select on platform.verifications to mostrador_api;
create policy verification_read on platform.verifications for select to mostrador_api
  using (app.oversees(merchant_id));

-- No login writes a fact: functions do, which run as the owner.
create policy verification_owner on platform.verifications to mostrador_owner using (true) with check (true);
