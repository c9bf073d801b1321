-- Runs before a client changes an employee's code or status: what opens a till to the owner of the merchant is theirs
-- alone, as their PIN is.
create or replace function shop.assert_own_entrance(p_merchant uuid, p_employee uuid) returns void
  language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_account uuid;
begin
  select m.account_id into v_account from shop.employees e
    join shop.memberships m on m.merchant_id = e.merchant_id and m.id = e.membership_id and m.ended_at is null
   where e.merchant_id = p_merchant and e.id = p_employee and e.permission_set = any (app.updatable_sets());
  if v_account <> app.account_id()
     and exists (select 1 from platform.merchants c where c.id = p_merchant and c.owner_id = v_account) then
    perform app.refuse('forbidden', 'Only the owner changes the code of the owner, and whether it opens a till.',
      jsonb_build_object('requiredRole', 'store:manager'));
  end if;
end $$;

-- Runs after an employee's record was changed: nobody stays signed in at a till with the code of an inactive one. When
-- this returns, no transaction still relies on such a session.
create or replace function shop.settle_employee(p_id uuid) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_employee shop.employees;
begin
  select e.* into v_employee from shop.employees e
   where e.merchant_id = any (app.merchant_ids()) and e.id = p_id and e.permission_set = any (app.updatable_sets());
  if v_employee.status = 'INACTIVE' and v_employee.membership_id is not null then
    perform app.lock_authority(m.account_id) from shop.memberships m
      where m.merchant_id = v_employee.merchant_id and m.id = v_employee.membership_id;
    perform identity.end_till_sessions(v_employee.merchant_id, v_employee.membership_id, null, 'employee_inactive');
  end if;
end $$;

grant execute on function shop.assert_own_entrance(uuid, uuid), shop.settle_employee(uuid) to mostrador_api;
