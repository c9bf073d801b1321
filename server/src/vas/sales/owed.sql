-- Debts that are paid by a quote.

-- Refuses to pay more by a quote than its statement owes. The biller was asked once, and until the quote expires several sales can
-- name it: what failed or was reversed has paid nothing. Where the biller accepts more than is owed, a further payment may be
-- meant, so it is made once the cashier confirms it.
create or replace function vas.assert_owed(p_sale vas.sales, p_confirm_duplicate boolean) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_paid bigint;
  v_owed bigint;
  v_modes text[];
  v_earlier record;
begin
  select sum(s.amount_centavos) into v_paid from vas.sales s
   where s.merchant_id = p_sale.merchant_id and s.quote_id = p_sale.quote_id
     and s.statement_reference = p_sale.statement_reference and s.status in ('PENDING', 'COMPLETED');
  if v_paid is null then
    return;
  end if;
  select (i.item ->> 'amountCentavos')::bigint into v_owed
    from vas.quotes q cross join jsonb_array_elements(q.items) i (item)
   where q.merchant_id = p_sale.merchant_id and q.id = p_sale.quote_id
     and i.item ->> 'reference' = p_sale.statement_reference
   limit 1;
  if v_paid + p_sale.amount_centavos <= v_owed then
    return;
  end if;
  select p.payment_modes into v_modes from vas.products p where p.id = p_sale.product_id;
  if not 'EXCESS' = any (v_modes) then
    perform app.refuse('amount_not_allowed', v_paid || ' of the ' || v_owed || ' centavos owed are paid or being paid already.',
      jsonb_build_object('owedCentavos', greatest(v_owed - v_paid, 0), 'paymentModes', v_modes));
  elsif not p_confirm_duplicate then
    select s.id, s.folio, s.status into v_earlier from vas.sales s
     where s.merchant_id = p_sale.merchant_id and s.quote_id = p_sale.quote_id
       and s.statement_reference = p_sale.statement_reference and s.status in ('PENDING', 'COMPLETED')
     order by s.created_at desc limit 1;
    perform vas.refuse_duplicate(v_earlier.id, v_earlier.folio, v_earlier.status);
  end if;
end $$;
