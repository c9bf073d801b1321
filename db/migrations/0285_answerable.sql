-- Who answers for what sends a merchant's news out and spends its money: whoever made it, until somebody else changes where
-- it leads or takes it up again. It pauses when that person may not make it any more.
alter table events.webhooks
  add column answerable_id uuid,             -- account; null: whoever made it
  add column paused_reason text,             -- null: a person paused it
  add constraint webhooks_paused check (
    paused_reason is null or (status = 'PAUSED'
      and paused_reason in ('membership_ended', 'role_lowered', 'owner_changed', 'account_blocked'))) not valid;
alter table events.webhooks validate constraint webhooks_paused;

alter table shop.connections
  add column answerable_id uuid,             -- account; null: whoever made it
  add column paused_at timestamptz,
  add column paused_reason text,
  add constraint connections_paused check (
    (paused_at is null) = (paused_reason is null)
    and coalesce(paused_reason in ('membership_ended', 'role_lowered', 'owner_changed', 'account_blocked'), true)) not valid;
alter table shop.connections validate constraint connections_paused;

-- Whoever last gave a webhook its address, or switched it on, answers for it from then on.
update events.webhooks w set answerable_id = l.user_id
  from (select distinct on (a.entity_id) a.entity_id, a.user_id
          from audit.log a
         where a.entity = 'webhook' and a.action = 'webhook.updated' and a.user_id is not null
           and (a.before ->> 'url' is distinct from a.after ->> 'url'
                or (a.after ->> 'status' = 'ACTIVE' and a.before ->> 'status' <> 'ACTIVE'))
         order by a.entity_id, a.id desc) l
 where l.entity_id = w.id::text;

-- Doors that somebody left open before this was known pause now, and the owner is told as later.
do $$
declare
  w events.webhooks;
  c shop.connections;
begin
  for w in
    select d.* from events.webhooks d join platform.merchants m on m.id = d.merchant_id and m.status <> 'CLOSED'
     where d.status = 'ACTIVE' and not exists (
       select from identity.accounts a
        where a.id = coalesce(d.answerable_id, d.created_by) and a.status = 'ACTIVE'
          and case when d.store_id is null then m.owner_id = a.id
                   else exists (select from shop.memberships b
                                 where b.merchant_id = d.merchant_id and b.store_id = d.store_id and b.account_id = a.id
                                   and b.role = 'manager' and b.ended_at is null) end)
  loop
    update events.webhooks d set status = 'PAUSED', paused_reason = 'membership_ended', updated_at = now()
     where d.merchant_id = w.merchant_id and d.id = w.id;
    perform audit.record('webhook.paused', 'webhook', w.id::text, jsonb_build_object('status', 'ACTIVE'),
      jsonb_build_object('status', 'PAUSED', 'reason', 'membership_ended'), w.merchant_id, w.store_id);
    perform events.emit(w.merchant_id, null, authz.open_portfolio(w.merchant_id, null), 'webhook.paused',
      jsonb_build_object('webhookId', w.id, 'reason', 'membership_ended'));
  end loop;
  for c in
    select d.* from shop.connections d join platform.merchants m on m.id = d.merchant_id and m.status <> 'CLOSED'
     where d.deleted_at is null and not exists (
       select from identity.accounts a
         join shop.memberships b on b.account_id = a.id and b.role = 'manager' and b.ended_at is null
        where a.id = d.created_by and a.status = 'ACTIVE' and b.merchant_id = d.merchant_id and b.store_id = d.store_id)
  loop
    update shop.connections d set paused_at = now(), paused_reason = 'membership_ended'
     where d.merchant_id = c.merchant_id and d.id = c.id;
    perform audit.record('connection.paused', 'connection', c.id::text, null,
      jsonb_build_object('name', c.name, 'reason', 'membership_ended'), c.merchant_id, c.store_id);
    perform events.emit(c.merchant_id, null, authz.open_portfolio(c.merchant_id, null), 'connection.paused',
      jsonb_build_object('connectionId', c.id, 'storeId', c.store_id, 'reason', 'membership_ended'));
  end loop;
end $$;
