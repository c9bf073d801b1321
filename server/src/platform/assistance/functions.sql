-- What platform staff can help a merchant with: the terminals of its stores and its open invitations, with
-- only as much data as finding the right one takes. E-mail addresses are masked: the person who asks for help
-- gives the rest.
create or replace function platform.assistance_of(p_merchant uuid)
  returns table (stores jsonb, invites jsonb)
  language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  c_instant constant text := 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"';
begin
  perform app.assert_operator();
  perform app.assert_oversees(p_merchant);
  return query select
    (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'status', s.status, 'terminals', (
        select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'status', t.status,
                 'deviceEnabledAt', to_char(t.device_enabled_at at time zone 'UTC', c_instant)) order by t.name), '[]')
          from (select * from shop.terminals t where t.merchant_id = s.merchant_id and t.store_id = s.id
                 order by t.name limit 100) t)) order by s.name), '[]')
       from (select * from shop.stores s where s.merchant_id = p_merchant order by s.name limit 200) s),
    (select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'storeId', i.store_id, 'role', i.role,
               'maskedEmail', left(i.email, 1) || '…@' || split_part(i.email, '@', 2),
               'createdAt', to_char(i.created_at at time zone 'UTC', c_instant),
               'expiresAt', to_char(i.expires_at at time zone 'UTC', c_instant)) order by i.id desc), '[]')
       from (select * from shop.invites i
              where i.merchant_id = p_merchant and i.accepted_at is null and i.revoked_at is null
              order by i.id desc limit 200) i);
end $$;

grant execute on function platform.assistance_of(uuid) to mostrador_api;
