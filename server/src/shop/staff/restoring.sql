-- What a restored database has to take away again from the people of a store.

-- Deletes an employee's PIN, which was replaced by one that is lost, and ends the sessions opened with it.
create or replace function shop.forget_pin(p_merchant uuid, p_employee uuid) returns boolean
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform identity.end_till_sessions(p_merchant, e.membership_id, null, 'restored')
     from shop.employees e where e.merchant_id = p_merchant and e.id = p_employee and e.membership_id is not null;
  delete from shop.employee_pins p where p.merchant_id = p_merchant and p.employee_id = p_employee;
  return found;
end $$;

-- Retires an employee's record: its code opens nothing.
create or replace function shop.retire_employee(p_merchant uuid, p_employee uuid) returns boolean
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  update shop.employees e set status = 'INACTIVE', updated_at = app.clock()
   where e.merchant_id = p_merchant and e.id = p_employee and e.status <> 'INACTIVE';
  return found;
end $$;
