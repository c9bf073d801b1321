-- Sales whose outcome a person has to decide: open past their deadline, or answered in contradiction to our
-- records. Platform staff see what the decision needs and nothing else of the store.
create or replace function vas.review_queue(p_limit int, p_before uuid)
  returns table (id uuid, folio text, merchant jsonb, kind text, provider text, product text, amount_centavos bigint,
    status text, phase text, incident text, provider_transaction text, mode text, created_at timestamptz, expected_by timestamptz)
  language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  return query
  select s.id, s.folio, jsonb_build_object('id', m.id, 'name', coalesce(m.trade_name, m.name)), s.kind, s.provider_name,
         s.product_name, s.amount_centavos::bigint, s.status, s.phase, s.incident, s.provider_transaction_ref, s.mode, s.created_at,
         s.expected_by
    from vas.open_sales o
    join vas.sales s on s.merchant_id = o.merchant_id and s.id = o.sale_id
    join platform.merchants m on m.id = s.merchant_id
   where app.oversees(s.merchant_id) and (s.phase = 'REVIEW' or s.incident is not null) and s.review_closed_at is null
     and (p_before is null or o.sale_id < p_before)
   order by o.sale_id desc limit p_limit;
end $$;

-- The decisions that a sale allows. One that the provider has refused after its completion moved no value there, but its
-- merchant has paid for it.
create or replace function vas.possible_decisions(p_sale vas.sales) returns text[]
  language sql immutable
  set search_path = pg_catalog, pg_temp
as $$
  select case when p_sale.phase = 'REVIEW' then array['COMPLETED', 'FAILED']
              when p_sale.status = 'COMPLETED' and p_sale.incident = 'contradicted' then array['CLOSED', 'REVERSED']
              else array['CLOSED'] end
$$;

-- Applies the decision. A sale in REVIEW is completed or failed by the usual transition, and a completed one that the provider
-- has refused since may be reversed. For every other sale only its incident is closed. A process that is settling the sale loses
-- it first.
create or replace function vas.decide_review(p_id uuid, p_decision text, p_authorization text, p_reason text) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_possible text[];
  v_sale vas.sales;
begin
  perform app.assert_operator();
  v_sale := vas.take_for_review(p_id);
  if v_sale.id is null then
    if exists (select 1 from vas.sales s where s.id = p_id and app.oversees(s.merchant_id)) then
      perform app.refuse('invalid_transition', 'This sale does not need a decision.');
    end if;
    perform app.refuse('not_found');
  end if;
  perform app.assert_judges(v_sale.merchant_id);
  v_possible := vas.possible_decisions(v_sale);
  if not p_decision = any (v_possible) then
    perform app.refuse('invalid_transition',
      case when v_sale.phase = 'REVIEW' then 'Decide COMPLETED or FAILED for a sale in review.'
           when 'REVERSED' = any (v_possible) then 'This sale is completed; it can be REVERSED, or its incident CLOSED.'
           else 'This sale is not in review; its incident can be CLOSED.' end);
  elsif p_decision = 'COMPLETED' and v_sale.kind = 'pin' then
    perform app.refuse('invalid_transition',
      'A PIN sale completes with its PIN, which only the provider has. The provider is still asked for it. Decide FAILED if it will not come.');
  end if;

  if p_decision = 'REVERSED' then
    -- A notification may still have it watched: the provider's answer is final.
    perform vas.transition(v_sale.merchant_id, v_sale.id, v_sale.fence, 'COMPLETED', p_decision, '{"sweepUntil": null}', null, null);
  elsif p_decision <> 'CLOSED' then
    perform vas.transition(v_sale.merchant_id, v_sale.id, v_sale.fence, 'REVIEW', p_decision,
      jsonb_strip_nulls(jsonb_build_object(
        'authorizationCode', p_authorization,
        'failureCode', case when p_decision = 'FAILED' then 'provider_rejected' end)), null, null);
  end if;
  perform vas.close_review(p_id, p_decision);
  perform audit.record('vas.review.decided', 'vas_sale', p_id::text,
    jsonb_build_object('phase', v_sale.phase, 'incident', v_sale.incident),
    jsonb_build_object('decision', p_decision, 'reason', p_reason), v_sale.merchant_id);
end $$;

grant execute on function vas.review_queue(int, uuid), vas.decide_review(uuid, text, text, text) to mostrador_api;
