alter table audit.log enable row level security;
alter table audit.log force row level security;

-- Readable by the store's managers and supervisors, and by platform staff; written by one function, which
-- records the caller; never changed.
grant select on audit.log to mostrador_api;
create policy audit_read on audit.log for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
-- Entries without a merchant (sign-ins, settings, labels) are readable by staff who oversee all merchants;
-- confined staff see their own actions.
create policy audit_platform_read on audit.log for select to mostrador_api
  using (permission_set is null and (app.oversees(nullif(merchant_id, app.platform_id()))
    or merchant_id = app.platform_id() and app.is_operator() and user_id = app.account_id()));
create policy audit_owner_write on audit.log for insert to mostrador_owner with check (true);

-- Functions of the owner hash entries for their seal; no login sees more than hashes this way.
create policy audit_owner_read on audit.log for select to mostrador_owner using (true);
