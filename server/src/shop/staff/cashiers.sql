-- Adds a cashier by name: an account without an e-mail, its membership and staff record, and a PIN that its holder
-- replaces. For those who may invite a cashier. One at a time in a store, so that the limit holds and two free codes
-- are never the same one.
create or replace function shop.add_cashier(p_merchant uuid, p_store uuid, p_name text, p_code text, p_pin_hash text)
  returns table (employee_id uuid, membership_id uuid, account_id uuid, name text, code text, expires_at timestamptz)
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  c_most constant int := 200;
begin
  perform shop.assert_may_invite(p_merchant, p_store, 'cashier');
  perform pg_advisory_xact_lock(hashtextextended('cashiers of ' || p_store, 0));
  if c_most <= (select count(*) from shop.memberships m join identity.accounts a on a.id = m.account_id
                 where m.merchant_id = p_merchant and m.store_id = p_store and m.ended_at is null
                   and a.kind = 'PERSON' and a.email is null) then
    perform app.refuse('too_many_cashiers', 'End the membership of people who no longer work here.',
      jsonb_build_object('most', c_most));
  end if;
  name := p_name;
  account_id := identity.open_account_without_email(p_name);
  membership_id := shop.admit_member(p_merchant, p_store, account_id, 'cashier');
  select e.id into employee_id from shop.employees e where e.merchant_id = p_merchant and e.membership_id = add_cashier.membership_id;
  select p.code, p.expires_at into code, expires_at from shop.mint_pin(p_merchant, employee_id, p_code, p_pin_hash) p;
  return next;
end $$;

grant execute on function shop.add_cashier(uuid, uuid, text, text, text) to mostrador_api;
