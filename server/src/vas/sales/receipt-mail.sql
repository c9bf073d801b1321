-- Mails the receipt of a sale that the caller may read, audited; a few times at most. The sale must be completed, or reversed
-- afterwards: the receipt of an open sale would state an uncertain outcome, and a failed sale has none.
create or replace function vas.mail_receipt(p_merchant uuid, p_sale uuid, p_mail uuid, p_address text, p_text text) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_sale vas.sales;
  v_shop text;
begin
  select s.* into v_sale from vas.sales s
   where s.merchant_id = p_merchant and s.id = p_sale and s.permission_set = any (app.readable_sets());
  if not found then
    perform app.refuse('not_found');
  elsif v_sale.status not in ('COMPLETED', 'REVERSED') then
    perform app.refuse('invalid_transition', 'Only the receipt of a completed sale is mailed.');
  end if;
  select coalesce(m.trade_name, m.name) into v_shop from platform.merchants m where m.id = v_sale.merchant_id;
  perform identity.mail_receipt(p_mail, p_address, jsonb_build_object('shop', v_shop, 'folio', v_sale.folio, 'text', p_text),
    'vas_sale', p_sale, '{}', v_sale.merchant_id, v_sale.store_id);
end $$;

grant execute on function vas.mail_receipt(uuid, uuid, uuid, text, text) to mostrador_api;
