-- An approval speaks of one thing as it was when somebody asked: these name that thing, and the functions that
-- use an approval name it again. A changed price, quantity or line is another thing.
create or replace function pos.discount_subject(p_merchant uuid, p_cart uuid, p_line uuid, p_amount bigint, p_percentage int)
  returns jsonb
  language sql stable
  set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object('cartId', p_cart, 'lineItemId', p_line, 'amountCentavos', p_amount,
    'percentageBps', p_percentage, 'lines', coalesce(jsonb_agg(
      jsonb_build_array(l.id, l.variant_id, l.quantity, l.unit_price_centavos) order by l.id), '[]'))
    from pos.line_items l
   where l.merchant_id = p_merchant and l.cart_id = p_cart and (p_line is null or l.id = p_line)
$$;

-- Asks for an approval in the caller's name. What it is about, and for which amount, its caller has settled.
create or replace function pos.request_approval(p_approval pos.approvals, p_valid_for interval default '15 minutes')
  returns pos.approvals
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_member identity.memberships := identity.acting_membership(p_approval.merchant_id, p_approval.store_id);
begin
  p_approval.permission_set := authz.set_of(p_approval.merchant_id, p_approval.store_id, 'approvals');
  if not coalesce(p_approval.permission_set = any (app.creatable_sets()), false) then
    raise exception 'the caller may not ask for approvals in this store' using errcode = '42501';
  end if;
  p_approval.id := coalesce(p_approval.id, app.uuid_v7());
  p_approval.status := 'PENDING';
  p_approval.is_direct := false;
  p_approval.requested_by := v_member.account_id;
  p_approval.requester_membership_id := v_member.id;
  select a.name into p_approval.requester_name from identity.accounts a where a.id = v_member.account_id;
  p_approval.created_at := now();
  p_approval.updated_at := now();
  p_approval.expires_at := now() + p_valid_for;
  insert into pos.approvals values (p_approval.*);
  perform platform.audit('approval.requested', 'approval', p_approval.id::text, null, pos.approval_facts(p_approval),
    p_approval.merchant_id, p_approval.store_id);
  perform platform.emit(p_approval.merchant_id, p_approval.store_id, p_approval.permission_set, 'approval.requested',
    jsonb_build_object('approvalId', p_approval.id, 'type', p_approval.type, 'status', 'PENDING'));
  return p_approval;
end $$;

-- The act of a supervisor or manager who needs nobody's approval: written down all the same, and marked as such.
create or replace function pos.direct_approval(p_approval pos.approvals) returns pos.approvals
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_member identity.memberships := identity.acting_membership(p_approval.merchant_id, p_approval.store_id);
begin
  p_approval.permission_set := authz.set_of(p_approval.merchant_id, p_approval.store_id, 'approvals');
  if not coalesce(p_approval.permission_set = any (app.updatable_sets()), false) then
    raise exception 'approval_pending' using errcode = 'MO001', detail = jsonb_build_object(
      'detail', 'Ask a supervisor or manager of the store to approve it (POST /pos/approvals).')::text;
  end if;
  p_approval.id := coalesce(p_approval.id, app.uuid_v7());
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
  -- Whoever needs nobody's leave does not have to hurry either.
  p_approval.expires_at := 'infinity';
  insert into pos.approvals values (p_approval.*);
  perform platform.audit('approval.direct', 'approval', p_approval.id::text, null, pos.approval_facts(p_approval),
    p_approval.merchant_id, p_approval.store_id);
  return p_approval;
end $$;

-- Spends an approval on what it was given for, once. Of twenty who try, the row's lock lets one through and shows
-- the others what it did.
create or replace function pos.use_approval(p_merchant uuid, p_id uuid, p_type text, p_subject jsonb) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_approval pos.approvals;
  v_code text;
begin
  select a.* into v_approval from pos.approvals a where a.merchant_id = p_merchant and a.id = p_id for update;
  v_code := case
    when v_approval.id is null or v_approval.type <> p_type or v_approval.subject <> p_subject then 'approval_mismatch'
    when v_approval.status = 'USED' then 'approval_used'
    when v_approval.status in ('REJECTED', 'CANCELED') then 'approval_rejected'
    when v_approval.expires_at <= clock_timestamp() then 'approval_expired'
    when v_approval.status = 'PENDING' then 'approval_pending'
  end;
  if v_code is not null then
    raise exception '%', v_code using errcode = 'MO001', detail = jsonb_build_object('approvalId', p_id, 'detail',
      case v_code
        when 'approval_mismatch' then 'It was given for something else, or what it was given for has changed; ask again.'
        when 'approval_used' then 'It was used before; ask for another one.'
        when 'approval_rejected' then 'It was turned down; go on without it.'
        when 'approval_expired' then 'It was not used in time; ask again.'
        else 'Nobody has decided on it yet.'
      end)::text;
  end if;
  update pos.approvals a set status = 'USED', used_at = clock_timestamp(), updated_at = clock_timestamp()
   where a.merchant_id = p_merchant and a.id = p_id;
  perform platform.audit('approval.used', 'approval', p_id::text, jsonb_build_object('status', 'APPROVED'),
    jsonb_build_object('status', 'USED'), p_merchant, v_approval.store_id);
end $$;

-- What the audit trail tells of an approval.
create or replace function pos.approval_facts(p_approval pos.approvals) returns jsonb
  language sql immutable
  set search_path = pg_catalog, pg_temp
as $$
  select jsonb_strip_nulls(jsonb_build_object('type', p_approval.type, 'scope', p_approval.scope,
    'cartId', p_approval.cart_id, 'orderId', p_approval.order_id, 'lineItemId', p_approval.line_item_id,
    'amountCentavos', p_approval.amount_centavos, 'percentageBps', p_approval.percentage_bps,
    'reason', p_approval.reason, 'requestedBy', p_approval.requested_by))
$$;
