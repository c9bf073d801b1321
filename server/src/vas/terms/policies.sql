alter table vas.term_sheets enable row level security;
alter table vas.term_sheets force row level security;
alter table vas.terms enable row level security;
alter table vas.terms force row level security;

-- The platform's own terms are readable by everybody, since they apply to every merchant without its own. A
-- merchant's are readable by its people and by staff who oversee it; only a function writes them.
grant select on vas.term_sheets, vas.terms to mostrador_api, mostrador_worker;
create policy term_sheet_read on vas.term_sheets for select to mostrador_api
  using (merchant_id is null or merchant_id = any (app.merchant_ids()) or app.oversees(merchant_id));
create policy term_read on vas.terms for select to mostrador_api
  using (merchant_id is null or merchant_id = any (app.merchant_ids()) or app.oversees(merchant_id));
create policy term_sheet_worker_read on vas.term_sheets for select to mostrador_worker using (true);
create policy term_worker_read on vas.terms for select to mostrador_worker using (true);
create policy term_sheet_owner on vas.term_sheets to mostrador_owner using (true) with check (true);
create policy term_owner on vas.terms to mostrador_owner using (true) with check (true);
