-- Sales that a restore has lost and the provider's list returns.

-- The sale that a request made before a restore lost it; no row: there is none.
create or replace function vas.found_sale(p_tail text) returns table (id uuid)
  language sql stable security definer
  set search_path = pg_catalog, pg_temp
as $$ select f.id from vas.found_sales f where f.tail = p_tail and f.is_entered limit 1 $$;

-- Which of these ids the database has, as sales or as found before.
create or replace function vas.known_sales(p_ids uuid[]) returns table (id uuid)
  language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  return query
  select s.id from vas.sales s where s.id = any (p_ids)
   union
  select f.id from vas.found_sales f where f.id = any (p_ids);
end $$;

-- Enters a transaction of the provider as the sale that it was, on the account that paid: ours (no connection)
-- or that merchant's. It is stored as sent and not final, with its cost reserved, and settling asks the provider
-- how it ended. Nobody knows who sold it: it is recorded under the owner, in no shift. What the restored
-- wallet does not cover is booked to suspense, and becomes an incident for an operator. Returns ENTERED, KNOWN, or UNPLACED
-- when its store or its product is lost, or when a merchant's account lists it for the store of another.
create or replace function vas.enter_found_sale(p_mode text, p_merchant uuid, p_connection uuid, p_record jsonb) returns text
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_id uuid := (p_record ->> 'externalId')::uuid;
  v_place text := p_record ->> 'purchaserId';
  v_terminal shop.terminals;
  v_store shop.stores;
  v_product vas.products;
  v_provider vas.providers;
  v_terms record;
  v_owner record;
  v_sale vas.sales;
  v_total bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('found sale ' || v_id, 0));
  if exists (select 1 from vas.known_sales(array[v_id])) then
    return 'KNOWN';
  end if;
  select t.* into v_terminal from shop.terminals t where t.id::text = v_place;
  select s.* into v_store from shop.stores s where s.id::text = v_place or s.id = v_terminal.store_id limit 1;
  -- The owner of a merchant's account chooses what its orders say. This one is not stored as found either: its id may be that of
  -- a sale that the other merchant has lost, which would then not be entered.
  if v_store.merchant_id <> p_merchant then
    return 'UNPLACED';
  end if;
  select p.* into v_product from vas.products p where p.provider_product_ref = p_record ->> 'providerProductId';
  select m.id, m.account_id into v_owner from platform.merchants c
    join shop.memberships m on m.merchant_id = c.id and m.account_id = c.owner_id and m.store_id = v_store.id
   where c.id = v_store.merchant_id order by m.ended_at is null desc, m.id desc limit 1;
  insert into vas.found_sales (id, tail, is_entered, record)
  values (v_id, right(replace(v_id::text, '-', ''), 15),
          v_store.id is not null and v_product.id is not null and v_owner.id is not null, p_record);
  if v_store.id is null or v_product.id is null or v_owner.id is null then
    return 'UNPLACED';
  end if;

  select p.* into v_provider from vas.providers p where p.id = v_product.provider_id;
  select t.fee_centavos, t.share_bps into v_terms from vas.terms_of(v_store.merchant_id, v_product.kind, v_product.provider_id) t;
  v_sale.merchant_id := v_store.merchant_id;
  v_sale.id := v_id;
  v_sale.store_id := v_store.id;
  v_sale.permission_set := authz.set_of(v_store.merchant_id, v_store.id, 'sales');
  v_sale.membership_id := v_owner.id;
  v_sale.account_id := v_owner.account_id;
  v_sale.cashier_name := 'Recuperada del proveedor';
  v_sale.terminal_id := v_terminal.id;
  v_sale.product_id := v_product.id;
  v_sale.kind := v_product.kind;
  v_sale.product_name := v_product.name;
  v_sale.provider_name := v_provider.name;
  v_sale.provider_slug := v_provider.slug;
  v_sale.provider_product_ref := v_product.provider_product_ref;
  v_sale.is_ranged := v_product.amount_centavos is null;
  v_sale.reference := case when v_product.kind <> 'pin' then p_record ->> 'reference' end;
  v_sale.amount_centavos := coalesce((p_record ->> 'amountCentavos')::bigint, v_product.amount_centavos);
  v_sale.fee_centavos := coalesce(v_terms.fee_centavos, 0);
  v_sale.wholesale_centavos := coalesce(
    case when p_connection is not null then (p_record ->> 'wholesaleCentavos')::bigint end, v_product.wholesale_centavos,
    round(v_sale.amount_centavos * v_product.wholesale_bps / 10000.0));
  v_total := v_sale.amount_centavos + v_sale.fee_centavos;
  if p_connection is null then
    -- No more than the margin, as of every sale: it and the wholesale price may both have been rounded up.
    v_sale.commission_centavos := greatest(0, least(v_sale.amount_centavos - v_sale.wholesale_centavos,
      round(v_sale.amount_centavos * vas.commission_bps(v_product.amount_centavos, v_product.wholesale_centavos,
        v_product.wholesale_bps, coalesce(v_terms.share_bps, 0)) / 10000.0)));
    v_sale.cost_centavos := v_total - v_sale.commission_centavos;
  else
    v_sale.connection_id := p_connection;
    v_sale.commission_centavos := greatest(0, v_total - v_sale.wholesale_centavos);
    v_sale.cost_centavos := v_sale.wholesale_centavos;
  end if;
  v_sale.payment_method := 'CASH';
  v_sale.mode := p_mode;
  v_sale.status := 'PENDING';
  v_sale.phase := 'SUBMITTED';
  v_sale.provider_transaction_ref := p_record ->> 'providerTransactionId';
  v_sale.fence := 1;
  v_sale.checks := 0;
  v_sale.next_check_at := clock_timestamp();
  -- Not later than now, if the provider's clock is ahead.
  v_sale.created_at := least((p_record ->> 'createdAt')::timestamptz, now());
  v_sale.updated_at := now();
  v_sale.expected_by := now() + interval '5 minutes';
  v_sale.folio := vas.next_folio(v_sale.merchant_id, v_sale.store_id);
  if p_connection is null
     and (select w.available_centavos from money.wallets w where w.merchant_id = v_sale.merchant_id) < v_sale.cost_centavos
  then
    v_sale.incident := 'wallet_uncovered';
  end if;
  insert into vas.sales values (v_sale.*);
  perform vas.enqueue(v_sale);
  perform vas.count_found(v_sale);
  perform audit.record('vas.sale.recovered', 'vas_sale', v_id::text, null, jsonb_build_object(
    'folio', v_sale.folio, 'product', v_sale.product_name, 'amountCentavos', v_sale.amount_centavos,
    'costCentavos', v_sale.cost_centavos, 'providerTransactionId', v_sale.provider_transaction_ref), v_sale.merchant_id,
    v_sale.store_id);
  perform vas.reserve_found(v_sale) where p_connection is null;
  return 'ENTERED';
end $$;

-- Reserves what a found sale has cost. What the wallet lacks is lent from suspense: a deposit may be lost as well. The next deposit
-- gives it back (money.repay_lent), however the sale ends.
create or replace function vas.reserve_found(p_sale vas.sales) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_lacking bigint := p_sale.cost_centavos
    - (select w.available_centavos from money.wallets w where w.merchant_id = p_sale.merchant_id);
begin
  if v_lacking > 0 then
    perform money.post(p_sale.merchant_id, 'correction', p_sale.id, array['suspense', 'wallet'],
      array[-v_lacking, v_lacking], 'the restored wallet did not cover a sale that was made');
  end if;
  perform money.post(p_sale.merchant_id, 'reserve', p_sale.id, array['wallet', 'wallet_held'],
    array[-p_sale.cost_centavos, p_sale.cost_centavos]);
end $$;

-- Merchants' own accounts at the provider, whose lists have to be read after a restore. Also of those that are paused or
-- deleted: the lost time may have sold with them.
create or replace function vas.accounts_to_search(p_mode text) returns table (merchant_id uuid, connection_id uuid)
  language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  return query
  select c.merchant_id, c.id from shop.connections c where c.environment = p_mode and c.sealed is not null;
end $$;

grant execute on function vas.found_sale(text) to mostrador_api;
grant execute on function vas.known_sales(uuid[]), vas.enter_found_sale(text, uuid, uuid, jsonb), vas.accounts_to_search(text)
  to mostrador_worker;
