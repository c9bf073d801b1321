alter table catalog.files enable row level security;
alter table catalog.files force row level security;

-- A picture is readable by everybody who may read what it belongs to, and uploaded by those who may change
-- that: for a theme the merchant's managers, for a catalog those who maintain the store's catalog. Pictures
-- are never updated.
grant select, insert on catalog.files to mostrador_api;
create policy file_read on catalog.files for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy file_create on catalog.files for insert to mostrador_api
  with check (permission_set = any ((select app.creatable_sets())::int[]) and uploaded_by = app.account_id());
create policy file_owner on catalog.files to mostrador_owner using (true) with check (true);

alter table catalog.file_storage enable row level security;
alter table catalog.file_storage force row level security;

-- The storage used is counted by a function that runs as the owner.
create policy file_storage_owner on catalog.file_storage to mostrador_owner using (true) with check (true);
