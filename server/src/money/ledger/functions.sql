-- The only function that writes to the books. Checks that the entries sum to zero, updates the wallet's
-- stored balance, and refuses what the wallet does not cover. It is the only place that locks the wallet's
-- row, so callers post last.
create or replace function money.post(
  p_merchant uuid, p_kind text, p_reference uuid, p_accounts text[], p_amounts bigint[], p_memo text default null)
  returns uuid
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_posting uuid := app.uuid_v7();
  v_available bigint := 0;
  v_held bigint := 0;
  v_sum numeric := 0;
  v_wallet money.wallets;
  i int;
begin
  for i in 1 .. cardinality(p_accounts) loop
    v_sum := v_sum + p_amounts[i];
    if p_accounts[i] = 'wallet' then v_available := v_available + p_amounts[i]; end if;
    if p_accounts[i] = 'wallet_held' then v_held := v_held + p_amounts[i]; end if;
  end loop;
  if v_sum <> 0 or cardinality(p_accounts) < 2 or cardinality(p_accounts) <> cardinality(p_amounts) then
    raise exception 'posting % of % does not balance: %', p_kind, p_reference, v_sum;
  end if;

  update money.wallets w
     set available_centavos = w.available_centavos + v_available,
         held_centavos = w.held_centavos + v_held,
         last_entry_no = w.last_entry_no + case when v_available <> 0 then 1 else 0 end
   where w.merchant_id = p_merchant
     and w.available_centavos + v_available >= 0
  returning * into v_wallet;
  if not found then
    perform app.refuse('insufficient_funds',
      'The wallet has less available than this needs. Report a deposit to fill it.');
  end if;

  insert into money.postings (merchant_id, id, permission_set, kind, reference, memo, account_id)
  values (p_merchant, v_posting, v_wallet.permission_set, p_kind, p_reference, p_memo, app.account_id());
  for i in 1 .. cardinality(p_accounts) loop
    insert into money.entries (merchant_id, posting_id, line, permission_set, account, amount_centavos,
                                balance_after_centavos, entry_no)
    values (p_merchant, v_posting, i, v_wallet.permission_set, p_accounts[i], p_amounts[i],
            case when p_accounts[i] = 'wallet' then v_wallet.available_centavos end,
            case when p_accounts[i] = 'wallet' then v_wallet.last_entry_no end);
  end loop;
  return v_posting;
end $$;

-- Gives back to suspense, from a deposit that was just posted, what the wallet was lent for sales whose deposit a restore had lost
-- (vas.reserve_found): otherwise a deposit that is reported again would pay for them a second time. The deposit has locked the
-- wallet's row, so concurrent ones give back one after the other.
create or replace function money.repay_lent(p_merchant uuid, p_deposit uuid, p_amount bigint) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_repaid bigint;
begin
  -- Of the corrections only these move the wallet.
  select least(p_amount, coalesce(sum(w.amount_centavos), 0)) into v_repaid
    from money.postings p
    join money.entries w on w.merchant_id = p.merchant_id and w.posting_id = p.id and w.account = 'wallet'
   where p.merchant_id = p_merchant and p.kind = 'correction';
  if v_repaid > 0 then
    perform money.post(p_merchant, 'correction', p_deposit, array['wallet', 'suspense'], array[-v_repaid, v_repaid],
      'gives back what the restored wallet had lacked');
  end if;
end $$;

-- A wallet is created empty, with its merchant.
create or replace function money.open_wallet(p_merchant uuid) returns void
  language sql volatile
  set search_path = pg_catalog, pg_temp
as $$
  insert into money.wallets (merchant_id, permission_set)
  values (p_merchant, authz.open_portfolio(p_merchant, null))
  on conflict do nothing
$$;
