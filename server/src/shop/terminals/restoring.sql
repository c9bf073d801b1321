-- Takes a terminal away from the device that a restored database names: since the backup the terminal was disabled, or
-- another device was enabled. A manager of the store enables it again.
create or replace function shop.forget_device(p_merchant uuid, p_id uuid) returns boolean
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_terminal shop.terminals;
begin
  if not exists (select 1 from shop.terminals t where t.merchant_id = p_merchant and t.id = p_id) then
    return false;
  end if;
  v_terminal := shop.vacate_terminal(p_merchant, p_id, 'restored');
  delete from shop.terminal_enabling_codes c where c.merchant_id = p_merchant and c.terminal_id = p_id;
  delete from shop.terminal_devices d where d.merchant_id = p_merchant and d.terminal_id = p_id;
  if not found and v_terminal.status = 'DISABLED' then
    return false;
  end if;
  update shop.terminals t set status = 'DISABLED', updated_at = app.clock()
   where t.merchant_id = p_merchant and t.id = p_id;
  return true;
end $$;
