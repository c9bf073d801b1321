-- The subject of an approval: what it applies to, in its state at the time of the request. The functions that
-- use an approval build it again and compare: a changed price, quantity or line does not match.
create or replace function selling.discount_subject(p_merchant uuid, p_cart uuid, p_line uuid, p_amount bigint, p_percentage int)
  returns jsonb
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select jsonb_build_object('cartId', p_cart, 'lineItemId', p_line, 'amountCentavos', p_amount,
      'percentageBps', p_percentage, 'lines', coalesce(jsonb_agg(
        jsonb_build_array(l.id, l.variant_id, l.quantity, l.unit_price_centavos) order by l.id), '[]'))
      from selling.line_items l
     where l.merchant_id = p_merchant and l.cart_id = p_cart and (p_line is null or l.id = p_line));
end $$;

-- The goods that an approval is about, as they are now: lines of the cart, or what comes back from the order. Where only
-- money is given back, the quantity is 0, and nothing becomes of the goods.
create or replace function selling.approval_goods(p_approval selling.approvals) returns jsonb
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('lineItemId', l.id, 'name', concat_ws(' · ', l.product_name, l.variant_name), 'unit', l.unit,
             'quantity', case when p_approval.order_id is null then l.quantity else (s.line ->> 1)::numeric end,
             'amountCentavos', case when p_approval.order_id is null then l.gross_centavos else (s.line ->> 2)::bigint end,
             'disposition', case when p_approval.order_id is not null then s.line ->> 3 end)
             order by l.position, l.id), '[]')
      from jsonb_array_elements(p_approval.subject -> 'lines') s (line)
      join selling.line_items l on l.merchant_id = p_approval.merchant_id and l.id = (s.line ->> 0)::uuid);
end $$;

-- What an approval gives away or back, at current prices.
create or replace function selling.approval_value(p_approval selling.approvals) returns bigint
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_base bigint;
begin
  if p_approval.order_id is not null then
    return coalesce(p_approval.amount_centavos, 0);
  end if;
  v_base := selling.discount_base(p_approval.merchant_id, p_approval.cart_id, p_approval.line_item_id);
  return least(v_base, p_approval.amount_centavos, round(v_base * p_approval.percentage_bps / 10000.0));
end $$;

-- Stores a new approval.
create or replace function selling.write_approval(p_approval selling.approvals) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  -- Column by column: of a whole row Citus does not see the merchant.
  insert into selling.approvals (
    merchant_id, id, store_id, permission_set, type, scope, cart_id, order_id, line_item_id, amount_centavos, percentage_bps,
    refund_method, subject, goods, value_centavos, reason, status, is_direct, requested_by, requester_membership_id,
    requester_name, decided_by, decider_membership_id, decider_name, decided_at, created_at, updated_at, expires_at)
  values (
    p_approval.merchant_id, p_approval.id, p_approval.store_id, p_approval.permission_set, p_approval.type, p_approval.scope,
    p_approval.cart_id, p_approval.order_id, p_approval.line_item_id, p_approval.amount_centavos, p_approval.percentage_bps,
    p_approval.refund_method, p_approval.subject, p_approval.goods, p_approval.value_centavos, p_approval.reason,
    p_approval.status, p_approval.is_direct, p_approval.requested_by, p_approval.requester_membership_id,
    p_approval.requester_name, p_approval.decided_by, p_approval.decider_membership_id, p_approval.decider_name,
    p_approval.decided_at, p_approval.created_at, p_approval.updated_at, p_approval.expires_at);
end $$;

-- Requests an approval in the caller's name. The calling function has validated the subject and the amount.
create or replace function selling.request_approval(p_approval selling.approvals, p_valid_for interval default '15 minutes')
  returns selling.approvals
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_member shop.memberships := shop.acting_membership(p_approval.merchant_id, p_approval.store_id);
begin
  p_approval.permission_set := authz.set_of(p_approval.merchant_id, p_approval.store_id, 'approvals');
  if not coalesce(p_approval.permission_set = any (app.creatable_sets()), false) then
    raise exception 'the caller may not ask for approvals in this store' using errcode = '42501';
  end if;
  p_approval.id := coalesce(p_approval.id, app.uuid_v7());
  p_approval.goods := selling.approval_goods(p_approval);
  p_approval.value_centavos := selling.approval_value(p_approval);
  p_approval.status := 'PENDING';
  p_approval.is_direct := false;
  p_approval.requested_by := v_member.account_id;
  p_approval.requester_membership_id := v_member.id;
  select a.name into p_approval.requester_name from identity.accounts a where a.id = v_member.account_id;
  p_approval.created_at := now();
  p_approval.updated_at := now();
  p_approval.expires_at := now() + p_valid_for;
  perform selling.write_approval(p_approval);
  perform audit.record('approval.requested', 'approval', p_approval.id::text, null, selling.approval_facts(p_approval),
    p_approval.merchant_id, p_approval.store_id);
  perform events.emit(p_approval.merchant_id, p_approval.store_id, p_approval.permission_set, 'approval.requested',
    jsonb_build_object('approvalId', p_approval.id, 'type', p_approval.type, 'status', 'PENDING'));
  return p_approval;
end $$;

-- A direct act of a supervisor or manager who needs no approval; recorded too, and marked as direct.
create or replace function selling.direct_approval(p_approval selling.approvals) returns selling.approvals
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_member shop.memberships := shop.acting_membership(p_approval.merchant_id, p_approval.store_id);
begin
  p_approval.permission_set := authz.set_of(p_approval.merchant_id, p_approval.store_id, 'approvals');
  if not coalesce(p_approval.permission_set = any (app.updatable_sets()), false) then
    perform app.refuse('approval_pending',
      'Request an approval from a supervisor or manager of the store (POST /pos/approvals).');
  end if;
  p_approval.id := coalesce(p_approval.id, app.uuid_v7());
  p_approval.goods := selling.approval_goods(p_approval);
  p_approval.value_centavos := selling.approval_value(p_approval);
  p_approval.status := 'APPROVED';
  p_approval.is_direct := true;
  p_approval.requested_by := v_member.account_id;
  p_approval.requester_membership_id := v_member.id;
  select a.name into p_approval.requester_name from identity.accounts a where a.id = v_member.account_id;
  p_approval.decided_by := v_member.account_id;
  p_approval.decider_membership_id := v_member.id;
  p_approval.decider_name := p_approval.requester_name;
  p_approval.decided_at := now();
  p_approval.created_at := now();
  p_approval.updated_at := now();
  -- A direct approval does not expire.
  p_approval.expires_at := now() + interval '100 years';
  perform selling.write_approval(p_approval);
  perform audit.record('approval.direct', 'approval', p_approval.id::text, null, selling.approval_facts(p_approval),
    p_approval.merchant_id, p_approval.store_id);
  return p_approval;
end $$;

-- Locks an approval.
create or replace function selling.hold_approval(p_merchant uuid, p_id uuid) returns selling.approvals
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  return app.held((select a from selling.approvals a where a.merchant_id = p_merchant and a.id = p_id for update));
end $$;

-- Uses an approval for what it was given for, once. Of concurrent callers, the row's lock lets one through
-- and shows the result to the others.
create or replace function selling.use_approval(p_merchant uuid, p_id uuid, p_type text, p_subject jsonb) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_approval selling.approvals;
  v_code text;
begin
  -- The subject of an approval never changes.
  select a.* into v_approval from selling.approvals a
   where a.merchant_id = p_merchant and a.id = p_id and a.type = p_type and a.subject = p_subject;
  if found then
    v_approval := selling.hold_approval(p_merchant, p_id);
  end if;
  v_code := case
    when v_approval.id is null then 'approval_mismatch'
    when v_approval.status = 'USED' then 'approval_used'
    when v_approval.status in ('REJECTED', 'CANCELED') then 'approval_rejected'
    when v_approval.expires_at <= clock_timestamp() then 'approval_expired'
    when v_approval.status = 'PENDING' then 'approval_pending'
  end;
  if v_code is not null then
    perform app.refuse(v_code,
      case v_code
        when 'approval_mismatch' then 'It was given for something else, or its subject has changed. Request it again.'
        when 'approval_used' then 'It has been used already. Request another one.'
        when 'approval_rejected' then 'It was rejected. Continue without it.'
        when 'approval_expired' then 'It was not used in time. Request it again.'
        else 'It has not been decided yet.'
      end,
      jsonb_build_object('approvalId', p_id));
  end if;
  update selling.approvals a set status = 'USED', used_at = app.clock(), updated_at = app.clock()
   where a.merchant_id = p_merchant and a.id = p_id;
  perform audit.record('approval.used', 'approval', p_id::text, jsonb_build_object('status', 'APPROVED'),
    jsonb_build_object('status', 'USED'), p_merchant, v_approval.store_id);
end $$;

-- The audited values of an approval.
create or replace function selling.approval_facts(p_approval selling.approvals) returns jsonb
  language sql immutable
  set search_path = pg_catalog, pg_temp
as $$
  select jsonb_strip_nulls(jsonb_build_object('type', p_approval.type, 'scope', p_approval.scope,
    'cartId', p_approval.cart_id, 'orderId', p_approval.order_id, 'lineItemId', p_approval.line_item_id,
    'amountCentavos', p_approval.amount_centavos, 'percentageBps', p_approval.percentage_bps,
    'refundMethod', p_approval.refund_method, 'reason', p_approval.reason, 'requestedBy', p_approval.requested_by))
$$;

-- Requests an approval for a discount on a cart, or for a refund or return of an order, before anything
-- changes.
-- place: tenant
create or replace function selling.ask_approval(p_merchant uuid, p_request jsonb) returns uuid
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_approval selling.approvals := jsonb_populate_record(null::selling.approvals, jsonb_build_object(
    'type', p_request ->> 'type', 'scope', p_request ->> 'scope', 'reason', p_request ->> 'reason',
    'cart_id', p_request ->> 'cartId', 'order_id', p_request ->> 'orderId', 'line_item_id', p_request ->> 'lineItemId',
    'amount_centavos', p_request -> 'amountCentavos', 'percentage_bps', p_request -> 'percentageBps',
    'refund_method', p_request ->> 'refundMethod'));
  v_cart selling.carts;
  v_order selling.sales_orders;
begin
  v_approval.merchant_id := p_merchant;
  if v_approval.type = 'DISCOUNT' then
    v_cart := selling.hold_open_cart(p_merchant, v_approval.cart_id);
    v_approval.store_id := v_cart.store_id;
    perform selling.assert_discountable(v_cart, v_approval.line_item_id, v_approval.amount_centavos);
    v_approval.subject := selling.discount_subject(p_merchant, v_cart.id, v_approval.line_item_id,
      v_approval.amount_centavos, v_approval.percentage_bps);
  else
    v_order := selling.hold_order(p_merchant, v_approval.order_id);
    v_approval.store_id := v_order.store_id;
    v_approval.subject := selling.refund_subject(v_order, v_approval.type, p_request -> 'lines');
    v_approval.amount_centavos := nullif((v_approval.subject ->> 'amountCentavos')::bigint, 0);
  end if;
  return (selling.request_approval(v_approval)).id;
end $$;

-- Locks the approval to decide or withdraw, until the transaction ends. For a discount its cart is locked
-- first, in the order that all functions share, and priced again afterwards.
create or replace function selling.hold_readable_approval(p_merchant uuid, p_id uuid) returns selling.approvals
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_approval selling.approvals;
begin
  select a.* into v_approval from selling.approvals a
   where a.merchant_id = p_merchant and a.id = p_id and a.permission_set = any (app.readable_sets());
  if not found then
    perform app.refuse('not_found');
  end if;
  if v_approval.cart_id is not null then
    perform selling.hold_cart(p_merchant, v_approval.cart_id);
  end if;
  -- A concurrent caller may have decided it while this one waited.
  return selling.hold_approval(p_merchant, p_id);
end $$;

create or replace function selling.assert_pending(p_approval selling.approvals) returns void
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  if p_approval.status <> 'PENDING' then
    perform app.refuse('invalid_transition', 'This request has been decided or withdrawn already.',
      jsonb_build_object('approvalStatus', p_approval.status));
  elsif p_approval.expires_at <= clock_timestamp() then
    perform app.refuse('approval_expired', 'It was not decided in time. Request it again.');
  end if;
end $$;

-- Locks the authority of a supervisor or manager who decides at the cashier's till, as if the request were theirs. It comes before
-- the decision, which a cluster carries to a node: authorities are locked where callers are authenticated.
create or replace function selling.lock_decider(p_merchant uuid, p_as uuid) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_decider shop.memberships;
begin
  select m.* into v_decider from shop.memberships m where m.merchant_id = p_merchant and m.id = p_as;
  if not coalesce(authz.set_of(p_merchant, v_decider.store_id, 'approvals') = any (app.readable_sets()), false) then
    perform app.refuse('not_found');
  end if;
  perform pg_advisory_xact_lock_shared(app.authority_key(v_decider.account_id));
end $$;

-- Approves or rejects, once, and never one's own request: the account is compared, whatever its roles are or
-- were. `p_as` is the membership of a supervisor or manager who has just entered code and PIN at the
-- cashier's till, and whose authority the caller has locked; `p_pin_hash` is the hash that the PIN was checked against. An
-- account that was blocked since, or a PIN that was replaced, decides nothing.
-- place: tenant
create or replace function selling.decide_approval(p_merchant uuid, p_id uuid, p_verdict text, p_reason text, p_as uuid default null,
    p_pin_hash text default null) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_approval selling.approvals := selling.hold_readable_approval(p_merchant, p_id);
  v_decider shop.memberships;
  v_name text;
begin
  if p_verdict not in ('APPROVED', 'REJECTED') then
    raise exception 'a request is approved or rejected' using errcode = '22023';
  end if;
  if p_as is null then
    v_decider := shop.acting_membership(p_merchant, v_approval.store_id);
  else
    select m.* into v_decider from shop.memberships m
     where m.merchant_id = p_merchant and m.store_id = v_approval.store_id and m.id = p_as and m.ended_at is null;
  end if;
  if v_decider.role is distinct from 'supervisor' and v_decider.role is distinct from 'manager' then
    perform app.refuse('forbidden', 'A supervisor or manager of the store has to decide.',
      jsonb_build_object('requiredRole', 'store:supervisor'));
  elsif v_decider.account_id = v_approval.requested_by then
    perform app.refuse('self_approval', 'Another person has to decide on your request.');
  end if;
  perform selling.assert_pending(v_approval);
  if p_as is not null then
    perform 1 from shop.employees e
      join shop.employee_pins p on p.merchant_id = e.merchant_id and p.employee_id = e.id and p.pin_hash = p_pin_hash
     where e.merchant_id = p_merchant and e.membership_id = p_as and e.status = 'ACTIVE' and p.one_time_until is null;
    if not found then
      perform app.refuse('invalid_employee_code');
    end if;
  end if;
  select a.name into v_name from identity.accounts a where a.id = v_decider.account_id and a.status = 'ACTIVE';
  if not found then
    perform app.refuse('invalid_employee_code');
  end if;
  update selling.approvals a
     set status = p_verdict, decided_by = v_decider.account_id, decider_membership_id = v_decider.id, decider_name = v_name,
         decision_reason = p_reason, decided_at = app.clock(), updated_at = app.clock()
   where a.merchant_id = p_merchant and a.id = p_id;
  perform selling.close_request(v_approval, v_decider.account_id, p_verdict, jsonb_strip_nulls(jsonb_build_object(
    'status', p_verdict, 'requestedBy', v_approval.requested_by, 'decidedBy', v_decider.account_id, 'reason', p_reason,
    'atTill', nullif(p_as is not null, false))));
end $$;

-- Withdraws a request; only its requester may.
-- place: tenant
create or replace function selling.cancel_approval(p_merchant uuid, p_id uuid) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_approval selling.approvals := selling.hold_readable_approval(p_merchant, p_id);
begin
  if v_approval.requested_by is distinct from app.account_id() then
    perform app.refuse('forbidden', 'Only its requester may withdraw it. A supervisor or manager may reject it.');
  end if;
  perform selling.assert_pending(v_approval);
  update selling.approvals a set status = 'CANCELED', updated_at = app.clock()
   where a.merchant_id = p_merchant and a.id = p_id;
  perform selling.close_request(v_approval, app.account_id(), 'CANCELED', jsonb_build_object('status', 'CANCELED'));
end $$;

-- Records and emits the outcome of a request, by the account that decided it, and updates the cart's price.
create or replace function selling.close_request(p_approval selling.approvals, p_account uuid, p_status text, p_facts jsonb)
  returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform audit.record_as(p_account, 'approval.' || lower(p_status), 'approval', p_approval.id::text,
    jsonb_build_object('status', p_approval.status), p_facts, p_approval.merchant_id, p_approval.store_id);
  perform events.emit(p_approval.merchant_id, p_approval.store_id, p_approval.permission_set, 'approval.decided',
    jsonb_build_object('approvalId', p_approval.id, 'type', p_approval.type, 'status', p_status));
  if exists (select 1 from selling.discounts d join selling.carts c on c.merchant_id = d.merchant_id and c.id = d.cart_id
              where d.merchant_id = p_approval.merchant_id and d.approval_id = p_approval.id
                and c.status in ('OPEN', 'PARKED')) then
    perform selling.reprice_cart(p_approval.merchant_id, p_approval.cart_id);
  end if;
end $$;

grant execute on function
  selling.ask_approval(uuid, jsonb), selling.lock_decider(uuid, uuid), selling.decide_approval(uuid, uuid, text, text, uuid, text),
  selling.cancel_approval(uuid, uuid) to mostrador_api;
