-- Deciding on lost acts, and opening a restored database again.

-- Who may reconcile: an administrator of all merchants, signed in with password and, where it is required, with
-- a second factor. Labels have no effect while the database is restored, so this reads them itself.
create or replace function platform.assert_reconciles() returns void
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform app.assert_password();
  if not exists (
    select 1 from identity.labels l join identity.sessions s on s.account_id = l.account_id
     where l.account_id = app.account_id() and l.label = 'platformAdmin' and s.id = app.session_id()
       and (s.second_factor_at is not null or not settings.setting_boolean(null, 'platform.second_factor_required')))
  then
    perform app.refuse('forbidden', 'This needs the platform role admin.', jsonb_build_object('requiredRole', 'platform:admin'));
  elsif exists (select 1 from identity.confines(app.account_id())) then
    perform app.refuse('forbidden', 'You oversee only some merchants. This requires an administrator of all merchants.');
  end if;
end $$;

-- The restoration that is under way, or was last.
create or replace function platform.latest_restoration() returns setof platform.restorations
  language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  return query select r.* from platform.restorations r order by r.reconciled_at is null desc, r.id desc limit 1;
end $$;

-- The lost acts of that restoration, those that wait for a decision first. Its callers check who asks.
create or replace function platform.latest_restored_acts()
  returns table (event_id uuid, at timestamptz, action text, event jsonb, status text, problem text, decided_at timestamptz, person text, subject_name text,
    merchant_name text, store_name text)
  language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  return query
  select a.event_id, (a.event ->> 'at')::timestamptz, a.event ->> 'action', a.event, a.status, a.problem, a.decided_at, p.name,
         coalesce(s.name, (select b.name from identity.accounts b
           where b.id = (select m.account_id from shop.memberships m
                          where m.merchant_id = (a.event ->> 'merchantId')::uuid
                            and m.id = case a.event ->> 'entity' when 'membership' then (a.event ->> 'entityId')::uuid end)),
           case when a.event ->> 'entity' in ('setting', 'settlement') then a.event ->> 'entityId' end),
         coalesce(c.trade_name, c.name), t.name
    from platform.restored_acts a
    left join identity.accounts p on p.id = (a.event ->> 'userId')::uuid
    left join identity.accounts s on s.id::text = coalesce(a.event -> 'after' ->> 'accountId', a.event ->> 'entityId')
    left join platform.merchants c on c.id = (a.event ->> 'merchantId')::uuid
    left join shop.stores t on t.id = (a.event ->> 'storeId')::uuid
   where a.restoration_id = (select r.id from platform.latest_restoration() r)
   order by a.status = 'PROPOSED' desc, a.status = 'FAILED' desc, a.event_id;
end $$;

-- The same for the administrators who reconcile.
create or replace function platform.restoration_as_admin() returns setof platform.restorations
  language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform platform.assert_reconciles();
  return query select * from platform.latest_restoration();
end $$;

-- The lost acts, for the administrators who reconcile.
create or replace function platform.restored_acts_as_admin()
  returns table (event_id uuid, at timestamptz, action text, event jsonb, status text, problem text, decided_at timestamptz, person text, subject_name text,
    merchant_name text, store_name text)
  language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform platform.assert_reconciles();
  return query select * from platform.latest_restored_acts();
end $$;

-- The sales that were entered from the provider's lists since the restore was found.
create or replace function platform.recovered_sales_as_admin()
  returns table (sale_id uuid, folio text, product_name text, amount_centavos bigint, merchant_name text, store_name text)
  language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform platform.assert_reconciles();
  return query
    select l.entity_id::uuid, l.after ->> 'folio', l.after ->> 'product', (l.after ->> 'amountCentavos')::bigint,
           coalesce(c.trade_name, c.name), t.name
      from platform.latest_restoration() r
      join audit.log l on l.id > r.id and l.action = 'vas.sale.recovered' and (r.reconciled_at is null or l.at <= r.reconciled_at)
      join platform.merchants c on c.id = l.merchant_id
      join shop.stores t on t.merchant_id = l.merchant_id and t.id = l.store_id
     order by l.id;
end $$;

-- Merchants' own accounts at the provider whose lists could not be read when lost sales were entered. Its callers check who
-- asks.
create or replace function platform.latest_unread_lists()
  returns table (connection_id uuid, connection_name text, merchant_name text, store_name text)
  language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  return query
    select l.entity_id::uuid, l.after ->> 'name', coalesce(c.trade_name, c.name), t.name
      from platform.latest_restoration() r
      join audit.log l on l.id > r.id and l.action = 'restoration.list_unread' and l.at >= r.lists_read_at
       and (r.reconciled_at is null or l.at <= r.reconciled_at)
      join platform.merchants c on c.id = l.merchant_id
      join shop.stores t on t.merchant_id = l.merchant_id and t.id = l.store_id
     order by l.id;
end $$;

-- The same for the administrators who reconcile.
create or replace function platform.unread_lists_as_admin()
  returns table (connection_id uuid, connection_name text, merchant_name text, store_name text)
  language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform platform.assert_reconciles();
  return query select * from platform.latest_unread_lists();
end $$;

-- Accepts or declines what a lost act gave. Declining one that failed confirms that it was done by hand.
create or replace function platform.decide_act(p_event uuid, p_accepts boolean) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_act platform.restored_acts;
begin
  perform pg_advisory_xact_lock(hashtextextended('platform restoration', 0));
  select a.* into v_act from platform.restored_acts a
    join platform.open_restoration() r on r.id = a.restoration_id where a.event_id = p_event;
  if not found then
    perform app.refuse('not_found');
  elsif v_act.status not in ('PROPOSED', 'FAILED') then
    perform app.refuse('invalid_transition', 'This was decided already, or needs no decision.');
  elsif p_accepts and v_act.status = 'FAILED' then
    perform app.refuse('invalid_transition', 'It could not be applied again. Do it by hand, then decline it here.');
  end if;
  if p_accepts then
    perform platform.give_again(v_act.event);
  end if;
  update platform.restored_acts a
     set status = case when p_accepts then 'ACCEPTED' else 'DECLINED' end, decided_by = app.account_id(), decided_at = now()
   where a.event_id = p_event;
  perform audit.record('restoration.' || case when p_accepts then 'accepted' else 'declined' end,
    v_act.event ->> 'entity', v_act.event ->> 'entityId', null, jsonb_build_object(
      'eventId', p_event, 'action', v_act.event ->> 'action', 'after', v_act.event -> 'after'),
    (v_act.event ->> 'merchantId')::uuid);
end $$;

-- Decides on a lost act, as one of the administrators who reconcile.
create or replace function platform.decide_act_as_admin(p_event uuid, p_accepts boolean) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform platform.assert_reconciles();
  perform platform.decide_act(p_event, p_accepts);
end $$;

-- Gives again what a lost act gave.
create or replace function platform.give_again(p_event jsonb) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_action text := p_event ->> 'action';
  v_after jsonb := p_event -> 'after';
  v_merchant uuid := (p_event ->> 'merchantId')::uuid;
  v_id uuid := case when p_event ->> 'entity' <> 'setting' then (p_event ->> 'entityId')::uuid end;
  v_account uuid := case p_event ->> 'entity' when 'account' then v_id when 'membership' then (v_after ->> 'accountId')::uuid end;
begin
  perform app.lock_authority(v_account) where v_account is not null;
  case v_action
    when 'label.granted' then
      perform platform.assert_unemployed(v_account, v_after ->> 'label');
      perform identity.add_label(v_account, v_after ->> 'label');
    when 'admin.unassigned' then
      perform platform.drop_assignment(v_account, v_merchant);
    when 'account.unblocked' then
      perform identity.set_status(v_account, 'ACTIVE');
    when 'setting.changed' then
      perform settings.store_setting(p_event ->> 'entityId', v_after -> 'value');
    when 'merchant.activated' then
      perform platform.lift_suspension(v_id, v_after ->> 'reason');
    when 'membership.created' then
      perform shop.admit_member(v_merchant, (p_event ->> 'storeId')::uuid, v_account, v_after ->> 'role');
    when 'membership.role_changed' then
      perform shop.set_role(shop.hold_membership(v_merchant, v_id), v_after ->> 'role');
    else
      raise exception '% cannot be given again', v_action;
  end case;
end $$;

-- The provider's lists have been read: every sale that this database had lost is entered, except on merchants' own accounts
-- whose lists could not be read. These pay for nothing until a manager resumes them, because a till may repeat a lost sale.
create or replace function platform.note_lists_read(p_restoration uuid, p_unread jsonb) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_connection shop.connections;
begin
  update platform.restorations r set lists_read_at = now()
   where r.id = p_restoration and r.reconciled_at is null and r.lists_read_at is null;
  if not found then
    return;
  end if;
  for v_connection in
    select c.* from jsonb_to_recordset(p_unread) u ("merchantId" uuid, "connectionId" uuid)
      join shop.connections c on c.merchant_id = u."merchantId" and c.id = u."connectionId"
  loop
    if shop.pause_connection(v_connection.merchant_id, v_connection.id, 'restored') then
      perform shop.tell_paused(v_connection, 'restored');
    end if;
    perform audit.record('restoration.list_unread', 'connection', v_connection.id::text, null,
      jsonb_build_object('name', v_connection.name), v_connection.merchant_id, v_connection.store_id);
  end loop;
end $$;

-- Ends the state: the platform opens, services are sold, webhooks are sent. Refused while something waits.
create or replace function platform.finish_restoration() returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_restoration platform.restorations;
  v_waiting int;
begin
  perform pg_advisory_xact_lock(hashtextextended('platform restoration', 0));
  select * into v_restoration from platform.open_restoration();
  if not found then
    perform app.refuse('invalid_transition', 'The database is not restored, or is reconciled already.');
  end if;
  select count(*) into v_waiting from platform.restored_acts a
   where a.restoration_id = v_restoration.id and a.status in ('PROPOSED', 'FAILED');
  if v_waiting > 0 or v_restoration.lists_read_at is null then
    perform app.refuse('not_reconciled', case when v_waiting > 0
        then 'Decide each proposal first, and see to each act that could not be applied again.'
        else 'The provider''s list has to be read first: mostrador authority reconcile --apply.' end,
      jsonb_build_object('waitingActs', v_waiting, 'listsRead', v_restoration.lists_read_at is not null));
  end if;
  update platform.restorations r set reconciled_at = now(), reconciled_by = app.account_id() where r.id = v_restoration.id;
  perform audit.record('database.reconciled', 'database', v_restoration.id::text,
    jsonb_build_object('dataUntil', v_restoration.data_until), jsonb_build_object(
      'acts', (select jsonb_object_agg(c.status, c.n) from (
        select a.status, count(*) as n from platform.restored_acts a where a.restoration_id = v_restoration.id
         group by a.status) c)));
end $$;

-- Ends a restoration, as one of the administrators who reconcile.
create or replace function platform.finish_restoration_as_admin() returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform platform.assert_reconciles();
  perform platform.finish_restoration();
end $$;
