-- The grammar of role strings (server/src/authorization/role-strings.ts). Access is decided by comparing them whole, so
-- one that is written wrong would grant to nobody, or one day to somebody else: it is refused where it is written.
create domain authz.role_string as text
  check (value is not null and value ~ '^(guests|user:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|label:(platformOperator|platformAdmin|distributor)|member:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|team:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(/(cashier|supervisor|manager))?)$');

alter table authz.permission_sets add constraint permission_sets_roles
  check ((may_create || may_read || may_update || may_delete)::authz.role_string[] is not null) not valid;
alter table authz.permission_sets validate constraint permission_sets_roles;
alter table authz.role_sets add constraint role_sets_role check (role::authz.role_string is not null) not valid;
alter table authz.role_sets validate constraint role_sets_role;
