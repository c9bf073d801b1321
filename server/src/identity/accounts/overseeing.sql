-- Which merchants and people an administrator oversees, asked of any account and not only of the caller.

-- The merchants that an administrator is confined to: those assigned to it and those it owns, including
-- closed ones. Empty: it oversees every merchant.
create or replace function identity.confines(p_account uuid) returns setof uuid
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  return query
  select a.merchant_id from platform.admin_assignments a where a.account_id = p_account
   union
  select m.id from platform.merchants m where m.owner_id = p_account;
end $$;

-- Whether an account is an administrator who oversees this merchant; null: all merchants.
create or replace function identity.administers(p_account uuid, p_merchant uuid) returns boolean
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  return exists (select 1 from identity.labels l join identity.accounts a on a.id = l.account_id
                  where l.account_id = p_account and l.label = 'platformAdmin' and a.status = 'ACTIVE')
     and (not exists (select 1 from identity.confines(p_account))
          or exists (select 1 from identity.confines(p_account) c (id) where c.id = p_merchant));
end $$;

-- The merchants that a person owns or works for.
create or replace function identity.works_for(p_account uuid) returns table (merchant_id uuid)
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  return query
  select m.merchant_id from shop.memberships m where m.account_id = p_account and m.ended_at is null
   union
  select c.id from platform.merchants c where c.owner_id = p_account and c.status <> 'CLOSED';
end $$;

-- Whether an administrator may decide how a person signs in: reset their second factor, or hand them a link that sets
-- their password. Nobody decides it of themselves. A confined administrator decides it only of people who work for
-- their merchants and nowhere else, and never of platform staff: otherwise they would get into other merchants as that
-- person.
create or replace function identity.oversees_person(p_admin uuid, p_account uuid) returns boolean
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  return p_admin <> p_account
     and (identity.administers(p_admin, null)
          or not identity.is_staff(p_account)
             and exists (select 1 from identity.works_for(p_account))
             and not exists (select 1 from identity.works_for(p_account) w
                              where not identity.administers(p_admin, w.merchant_id)));
end $$;
