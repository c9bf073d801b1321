alter table app.deletions enable row level security;
alter table app.deletions force row level security;

-- Everybody who could read a record can read its deletion; the role that deletes a record records it, and
-- never changes it.
grant select, insert on app.deletions to mostrador_api;
create policy deletion_read on app.deletions for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy deletion_create on app.deletions for insert to mostrador_api
  with check (permission_set = any ((select app.deletable_sets())::int[]));
