-- The queue of open sales. A function that writes a sale calls one of these in the same transaction, after it has locked the
-- sale's row. Claims lock that row first as well, so two processes never wait for each other.

-- Adds a new sale.
create or replace function vas.enqueue(p_sale vas.sales) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  insert into vas.open_sales (merchant_id, sale_id, due_at) values (p_sale.merchant_id, p_sale.id, p_sale.next_check_at);
end $$;

-- Keeps, adds or removes a sale that has changed: it is in the queue while it is open, while it is watched after its end, and
-- while a person has to decide about it.
create or replace function vas.requeue(p_sale vas.sales) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_due_at timestamptz := case when p_sale.status = 'PENDING' or p_sale.sweep_until is not null then p_sale.next_check_at end;
begin
  if v_due_at is null
     and (p_sale.review_closed_at is not null or p_sale.phase <> 'REVIEW' and p_sale.incident is null) then
    delete from vas.open_sales o where o.merchant_id = p_sale.merchant_id and o.sale_id = p_sale.id;
    return;
  end if;
  -- Until the recovery has taken an open sale, its time in the queue may be earlier than the one in its row. A claim may then look
  -- at it in vain, but the usual sale writes the queue only at its opening and at its end.
  if p_sale.status = 'PENDING' and p_sale.checks = 0 and exists (
    select 1 from vas.open_sales o
     where o.merchant_id = p_sale.merchant_id and o.sale_id = p_sale.id and o.due_at <= v_due_at) then
    return;
  end if;
  update vas.open_sales o set due_at = v_due_at where o.merchant_id = p_sale.merchant_id and o.sale_id = p_sale.id;
  if not found then
    insert into vas.open_sales (merchant_id, sale_id, due_at) values (p_sale.merchant_id, p_sale.id, v_due_at);
  end if;
end $$;
