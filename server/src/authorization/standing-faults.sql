-- Whether authentication goes by the directory, and what mends it where somebody has changed one of the two by hand.

-- Where it does not: copies of accounts and memberships that differ from the directory, and sessions at a terminal that
-- should have ended with what they were opened for. One sentence for each, without what is written there.
create or replace function authz.standing_faults()
  returns table (account_id uuid, merchant_id uuid, membership_id uuid, session_id uuid, fault text)
  language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  return query
  select coalesce(a.id, c.account_id), null::uuid, null::uuid, null::uuid,
         case when c.account_id is null then format('account %s has no copy', a.id)
              else format('account %s is copied with another %s', c.account_id, concat_ws(' and ',
                case when a.kind is distinct from c.kind then 'kind' end,
                case when a.email is distinct from c.email then 'e-mail' end,
                case when a.name is distinct from c.name then 'name' end,
                case when a.status is distinct from c.status then 'status' end)) end
    from identity.accounts a full join authz.callers c on c.account_id = a.id
   where (a.id, a.kind, a.email, a.name, a.status) is distinct from (c.account_id, c.kind, c.email, c.name, c.status)
  union all
  select coalesce(d.account_id, s.account_id), coalesce(d.merchant_id, s.merchant_id), coalesce(d.id, s.membership_id), null,
         case when s.membership_id is null then format('membership %s has no copy', d.id)
              when d.id is null then format('membership %s has ended and is still copied', s.membership_id)
              else format('membership %s is copied with another %s', d.id, concat_ws(' and ',
                case when d.account_id <> s.account_id then 'account' end,
                case when d.store_id <> s.store_id then 'store' end,
                case when d.role <> s.role then 'role' end,
                case when d.status <> s.merchant_status then 'status of its merchant' end,
                case when d.is_owner <> s.is_owner then 'owner' end)) end
    from (select m.*, c.status, c.owner_id = m.account_id as is_owner
            from shop.memberships m join platform.merchants c on c.id = m.merchant_id where m.ended_at is null) d
    full join authz.standings s on s.merchant_id = d.merchant_id and s.membership_id = d.id
   where (d.id, d.account_id, d.store_id, d.role, d.status, d.is_owner)
         is distinct from (s.membership_id, s.account_id, s.store_id, s.role, s.merchant_status, s.is_owner)
  union all
  select s.account_id, s.merchant_id, s.membership_id, s.id,
         format('session %s lives on at terminal %s, where it should have ended', s.id, s.terminal_id)
    from identity.sessions s
    left join shop.terminals t on t.merchant_id = s.merchant_id and t.id = s.terminal_id
    left join shop.memberships m on m.merchant_id = s.merchant_id and m.id = s.membership_id
   where s.terminal_id is not null and s.ended_at is null and s.expires_at > now()
     and (t.status = 'ENABLED' and m.store_id = t.store_id) is not true;
end $$;

-- Repairs one of them. It locks in the same order as every request, and reads the directory under the lock.
create or replace function authz.repair_standing(p_account uuid, p_merchant uuid, p_membership uuid, p_session uuid)
  returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_member record;
begin
  if p_session is not null then
    perform app.lock_authority(p_account);
    perform identity.end_sessions_of(p_account, p_session, null, 'outlived_terminal');
  elsif p_membership is not null then
    perform pg_advisory_xact_lock_shared(app.authority_key(p_merchant));
    select m.account_id, m.store_id, m.ended_at into v_member
      from shop.memberships m where m.merchant_id = p_merchant and m.id = p_membership for no key update;
    -- Removes a copy of another membership that takes its place. That one is a fault too, and is repaired in its turn.
    if found and v_member.ended_at is null then
      delete from authz.standings s
       where s.account_id = v_member.account_id and s.store_id = v_member.store_id and s.membership_id <> p_membership;
    end if;
    perform authz.keep_standing(p_merchant, p_membership);
  else
    -- Locks the copy before reading the account, so that a concurrent change of the account is not overwritten.
    insert into authz.callers (account_id, kind, email, name, status)
    select a.id, a.kind, a.email, a.name, a.status from identity.accounts a where a.id = p_account
    on conflict do nothing;
    perform from authz.callers c where c.account_id = p_account for update;
    perform authz.keep_caller(p_account);
  end if;
end $$;

grant execute on function authz.standing_faults() to mostrador_worker;
