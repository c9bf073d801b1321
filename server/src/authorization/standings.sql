-- What authentication knows of accounts and memberships, so that it reads no directory. Every function that writes a
-- source calls the function that keeps the copy, in the same transaction and under the same authority locks.

-- Copies what authentication reads of an account. Only for the writer of its row, for whom others wait, or who holds the
-- copy: anybody else could put back what was changed meanwhile.
create or replace function authz.keep_caller(p_account uuid) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_account record;
begin
  select a.kind, a.email, a.name, a.status into strict v_account from identity.accounts a where a.id = p_account;
  insert into authz.callers as c (account_id, kind, email, name, status)
  values (p_account, v_account.kind, v_account.email, v_account.name, v_account.status)
  on conflict (account_id) do update
     set kind = excluded.kind, email = excluded.email, name = excluded.name, status = excluded.status;
end $$;

-- Copies a membership with its merchant's status, and forgets one that has ended. With the merchant's authority shared,
-- so that a suspension at the same moment either is seen here or finds the copy. Whoever gives a membership has it
-- already; ending one takes no lock. The copy is touched after the lock is held: a suspension writes the copies while it
-- holds the lock, and would wait for this one for ever.
create or replace function authz.keep_standing(p_merchant uuid, p_membership uuid) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_member record;
  v_merchant record;
begin
  select m.account_id, m.store_id, m.role into v_member
    from shop.memberships m where m.merchant_id = p_merchant and m.id = p_membership and m.ended_at is null;
  if not found then
    delete from authz.standings s where s.merchant_id = p_merchant and s.membership_id = p_membership;
    return;
  end if;
  perform pg_advisory_xact_lock_shared(app.authority_key(p_merchant));
  select c.status, c.owner_id into strict v_merchant from platform.merchants c where c.id = p_merchant;
  insert into authz.standings as s (merchant_id, membership_id, account_id, store_id, role, merchant_status, is_owner)
  values (p_merchant, p_membership, v_member.account_id, v_member.store_id, v_member.role, v_merchant.status,
          v_merchant.owner_id = v_member.account_id)
  on conflict (merchant_id, membership_id) do update
     set account_id = excluded.account_id, store_id = excluded.store_id, role = excluded.role,
         merchant_status = excluded.merchant_status, is_owner = excluded.is_owner;
end $$;

-- Copies a merchant's status and owner to the standings of its members. The caller holds the lock on its authority.
create or replace function authz.keep_merchant(p_merchant uuid) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_merchant record;
begin
  select c.status, c.owner_id into strict v_merchant from platform.merchants c where c.id = p_merchant;
  update authz.standings s
     set merchant_status = v_merchant.status, is_owner = s.account_id = v_merchant.owner_id
   where s.merchant_id = p_merchant;
end $$;
