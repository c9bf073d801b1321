-- Debts that are paid by a quote.

-- Refuses to pay more of a statement than the sale's quote says is owed. Several sales can name one quote, and several tills can
-- look the same bill up. So all sales of the store count whose payment the biller's answer need not have shown: those of this
-- quote, those that are not final, and those that became final after the biller was asked. An earlier payment has lowered what
-- the quote says. What failed or was reversed has paid nothing. Where the biller accepts more than is owed, a further payment may
-- be meant, so it is made once the cashier confirms it.
create or replace function vas.assert_owed(p_sale vas.sales, p_confirm_duplicate boolean) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_asked_at timestamptz;
  v_owed bigint;
  v_paid bigint;
  v_ids uuid[];
  v_modes text[];
  v_earlier record;
begin
  if p_sale.quote_id is null then
    return;
  end if;
  select q.created_at, (i.item ->> 'amountCentavos')::bigint into v_asked_at, v_owed
    from vas.quotes q cross join jsonb_array_elements(q.items) i (item)
   where q.merchant_id = p_sale.merchant_id and q.id = p_sale.quote_id
     and i.item ->> 'reference' = p_sale.statement_reference
   limit 1;
  -- The number's sales are read by sales_reference; the store's folio, which the caller holds, keeps others from being added.
  select sum(s.amount_centavos), array_agg(s.id order by s.created_at desc) into v_paid, v_ids
    from vas.sales s
   where s.merchant_id = p_sale.merchant_id and s.store_id = p_sale.store_id and s.reference = p_sale.reference
     and s.product_id = p_sale.product_id and s.statement_reference = p_sale.statement_reference
     and (s.status = 'PENDING'
       or s.status = 'COMPLETED' and (s.quote_id = p_sale.quote_id or s.completed_at >= v_asked_at));
  if v_paid is null or v_paid + p_sale.amount_centavos <= v_owed then
    return;
  end if;
  select p.payment_modes into v_modes from vas.products p where p.id = p_sale.product_id;
  if not 'EXCESS' = any (v_modes) then
    perform app.refuse('amount_not_allowed', v_paid || ' of the ' || v_owed || ' centavos owed are paid or being paid already.',
      jsonb_build_object('owedCentavos', greatest(v_owed - v_paid, 0), 'paymentModes', v_modes));
  elsif not p_confirm_duplicate then
    select s.id, s.folio, s.status into v_earlier from vas.sales s
     where s.merchant_id = p_sale.merchant_id and s.id = v_ids[1];
    perform vas.refuse_duplicate(v_earlier.id, v_earlier.folio, v_earlier.status);
  end if;
end $$;
