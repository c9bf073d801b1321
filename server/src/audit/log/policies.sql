alter table audit.log enable row level security;
alter table audit.log force row level security;

-- Read by the store's managers and supervisors, and by the platform's staff; written by one function, which
-- stamps the caller; changed by nobody.
grant select on audit.log to mostrador_api;
create policy audit_read on audit.log for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
-- What belongs to no merchant (sign-ins, settings, labels) is for those who oversee all of them; whoever is confined
-- sees its own doings.
create policy audit_platform_read on audit.log for select to mostrador_api
  using (permission_set is null and (app.oversees(merchant_id)
    or merchant_id is null and app.is_operator() and user_id = app.account_id()));
create policy audit_owner_write on audit.log for insert to mostrador_owner with check (true);

-- Entries are hashed for their seal by functions of the owner; no login sees more by it than hashes.
create policy audit_owner_read on audit.log for select to mostrador_owner using (true);
