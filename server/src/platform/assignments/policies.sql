-- Assignments are read and changed only by functions that run as the owner.
alter table platform.admin_assignments enable row level security;
alter table platform.admin_assignments force row level security;
create policy admin_assignment_owner on platform.admin_assignments to mostrador_owner using (true) with check (true);
