-- Role strings, built only here in the database; role-strings.ts is the counterpart for programs. The columns
-- that store them (authz.permission_sets, authz.role_sets) accept only the grammar of authz.role_string.
-- Plain expressions over immutable operators, so that PostgreSQL inlines the calls at no cost.

create or replace function authz.role_guests() returns text language sql immutable parallel safe
  return 'guests';
create or replace function authz.role_user(p_account uuid) returns text language sql immutable parallel safe
  return 'user:' || p_account::text;
create or replace function authz.role_label(p_label text) returns text language sql immutable parallel safe
  return 'label:' || p_label;
create or replace function authz.role_member(p_membership uuid) returns text language sql immutable parallel safe
  return 'member:' || p_membership::text;
-- Every member of a store.
create or replace function authz.role_team(p_store uuid) returns text language sql immutable parallel safe
  return 'team:' || p_store::text;
-- The members of a store in exactly this role.
create or replace function authz.role_team(p_store uuid, p_role text) returns text language sql immutable parallel safe
  return 'team:' || p_store::text || '/' || p_role;
