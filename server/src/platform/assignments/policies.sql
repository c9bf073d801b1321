-- Who oversees whom is read and changed by functions alone, which run as the owner.
alter table platform.admin_assignments enable row level security;
alter table platform.admin_assignments force row level security;
create policy admin_assignment_owner on platform.admin_assignments to mostrador_owner using (true) with check (true);
