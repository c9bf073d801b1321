-- The membership of an employee whose record the caller may change; nulls: there is none.
create or replace function shop.member_to_change(p_merchant uuid, p_employee uuid) returns shop.memberships
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_member shop.memberships;
begin
  select m.* into v_member from shop.employees e
    join shop.memberships m on m.merchant_id = e.merchant_id and m.id = e.membership_id and m.ended_at is null
   where e.merchant_id = p_merchant and e.id = p_employee and e.permission_set = any (app.updatable_sets());
  return v_member;
end $$;

-- Runs before a client changes an employee's code or status: what opens a till to the owner of the merchant is theirs
-- alone, as their PIN is.
create or replace function shop.assert_own_entrance(p_merchant uuid, p_employee uuid) returns void
  language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_account uuid := (shop.member_to_change(p_merchant, p_employee)).account_id;
begin
  if v_account <> app.account_id()
     and exists (select 1 from platform.merchants c where c.id = p_merchant and c.owner_id = v_account) then
    perform app.refuse('forbidden', 'Only the owner changes the code of the owner, and whether it opens a till.',
      jsonb_build_object('requiredRole', 'store:manager'));
  end if;
end $$;

-- Runs before an employee is made inactive, and ends their sessions at tills: no transaction relies on one once the change is
-- committed. It cannot run afterwards, because a cluster lets the owner of the tables read no row that the API has changed.
create or replace function shop.end_employee_sessions(p_merchant uuid, p_employee uuid) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_member shop.memberships := shop.member_to_change(p_merchant, p_employee);
begin
  if v_member.id is not null then
    perform app.lock_authority(v_member.account_id);
    perform identity.end_till_sessions(p_merchant, v_member.id, null, 'employee_inactive');
  end if;
end $$;

grant execute on function shop.assert_own_entrance(uuid, uuid), shop.end_employee_sessions(uuid, uuid) to mostrador_api;
