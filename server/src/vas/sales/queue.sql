-- The queue of open sales. A function that writes a sale calls vas.enqueue or vas.requeue in the same transaction, after it has
-- locked the sale's row. Claims lock that row first as well, so two processes never wait for each other.

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

-- Whether a time has come. One more than two days ahead has come too: a clock that was ahead has set it, since the longest pause
-- is a day. Immutable and without a `set` clause, so that PostgreSQL puts it into the query, and Citus takes it in an update.
create or replace function vas.has_come(p_at timestamptz, p_now timestamptz) returns boolean
  language sql immutable parallel safe
as $$ select p_at <= p_now or p_at < 'infinity' and p_at - p_now > interval '2 days' $$;

-- Takes ownership of due sales without an owner: a lease, and a fence that rejects the previous owner if it
-- wakes up. Each sale goes to exactly one process. The merchants are found without locks, since rows are locked on one node at
-- a time. That query asks all nodes, so it fails while a place is down. Then up to 200 merchants of the other places are tried one
-- after the other, chosen at random so that each is tried sooner or later. Sales whose time in the queue is more than two days
-- ahead come after the others.
create or replace function vas.claim_due(p_modes text[], p_limit int, p_lease_ms int) returns setof vas.sales
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  c_tried constant int := 200;
  c_last constant timestamptz := '294000-01-01';
  -- The bounds of vas.has_come, as ranges of the index open_sales_due: only its due part is read.
  v_now timestamptz := clock_timestamp();
  v_wrong timestamptz := v_now + interval '2 days';
  v_after timestamptz;
  v_until timestamptz;
  v_merchants uuid[];
  v_merchant uuid;
  v_left int := p_limit;
  v_count int;
begin
  for v_after, v_until in values ('-infinity'::timestamptz, v_now), (v_wrong, c_last) loop
    exit when v_left = 0;
    v_merchants := '{}';
    if exists (select 1 from platform.places p where p.down_at is not null) then
      v_merchants := array(
        select m.id from platform.merchants m join platform.places p on p.id = m.database_id
         where p.down_at is null order by random() limit c_tried);
    else
      for v_merchant in
        select due.merchant_id
          from (select o.merchant_id, o.due_at
                  from vas.open_sales o join vas.sales s on s.merchant_id = o.merchant_id and s.id = o.sale_id
                 where o.due_at > v_after and o.due_at <= v_until
                   and (s.status = 'PENDING' or s.sweep_until is not null) and s.mode = any (p_modes)
                   and vas.has_come(s.next_check_at, v_now)
                   and app.is_leased(s.leased_until, p_lease_ms, v_now) is not true
                 order by o.due_at limit v_left) due
         group by due.merchant_id order by min(due.due_at)
      loop
        v_merchants := v_merchants || v_merchant;
      end loop;
    end if;
    foreach v_merchant in array v_merchants loop
      return query
      update vas.sales s
         set fence = s.fence + 1, checks = s.checks + 1,
             leased_until = app.clock() + p_lease_ms * interval '1 millisecond'
       -- An array is computed once. A joined subquery may run several times, and would then lock more sales than it returns.
       where s.merchant_id = v_merchant and s.id = any (array(
               select s.id
                 from vas.open_sales o join vas.sales s on s.merchant_id = o.merchant_id and s.id = o.sale_id
                where o.merchant_id = v_merchant and o.due_at > v_after and o.due_at <= v_until
                  and (s.status = 'PENDING' or s.sweep_until is not null) and s.mode = any (p_modes)
                  and vas.has_come(s.next_check_at, v_now)
                  and app.is_leased(s.leased_until, p_lease_ms, v_now) is not true
                order by o.due_at limit v_left for update of s skip locked))
      returning s.*;
      get diagnostics v_count = row_count;
      v_left := v_left - v_count;
      exit when v_left = 0;
    end loop;
  end loop;
end $$;

-- The same for one sale that is being read: at most one owner every `p_interval_ms`.
-- place: tenant
create or replace function vas.claim_one(p_merchant uuid, p_id uuid, p_modes text[], p_interval_ms int, p_lease_ms int)
  returns setof vas.sales
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_now timestamptz := clock_timestamp();
begin
  return query
  update vas.sales s
     set fence = s.fence + 1, checks = s.checks + 1,
         leased_until = v_now + p_lease_ms * interval '1 millisecond'
   where s.merchant_id = p_merchant and s.id = p_id and s.status = 'PENDING' and s.mode = any (p_modes)
     and app.is_leased(s.leased_until, p_lease_ms, v_now) is not true
     and vas.has_come(s.updated_at, v_now - p_interval_ms * interval '1 millisecond')
  returning s.*;
end $$;

grant execute on function vas.claim_due(text[], int, int), vas.claim_one(uuid, uuid, text[], int, int) to mostrador_worker;
