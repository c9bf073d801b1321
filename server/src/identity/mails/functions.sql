-- Mails, written by the transaction that causes them and sent by durable work.

-- Queues a mail to be sent once. Its token, if it has a link, is sealed; the caller has stored, or will store, its hash.
create or replace function identity.write_mail(p_id uuid, p_kind text, p_address text, p_language text, p_facts jsonb,
    p_token_hash bytea, p_token_sealed bytea) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  insert into identity.mails (id, kind, to_address, language, facts, token_hash, token_sealed)
  values (p_id, p_kind, p_address, p_language, p_facts, p_token_hash, p_token_sealed);
  perform app.enqueue_work('mail.send', 'mail:' || p_id, jsonb_build_object('mailId', p_id));
end $$;

-- Mails the receipt of a sale to its customer, audited for the record that it belongs to. A few times at most, so that
-- nobody is pestered with it; mails of one receipt at once wait for each other. The caller has checked that the sender may
-- read it, and has composed the facts: shop, folio and text.
create or replace function identity.mail_receipt(p_id uuid, p_address text, p_facts jsonb, p_entity text, p_entity_id uuid,
    p_about jsonb, p_merchant uuid, p_store uuid) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('mails of ' || p_entity_id, 0));
  if (select count(*) from audit.log l
       where l.merchant_id = p_merchant and l.entity = p_entity and l.entity_id = p_entity_id::text
         and l.action = 'receipt.mailed') >= 5 then
    perform app.refuse('too_many_attempts', 'This receipt was mailed five times. Print it instead.');
  end if;
  perform audit.record('receipt.mailed', p_entity, p_entity_id::text, null,
    p_about || jsonb_build_object('folio', p_facts -> 'folio', 'address', p_address), p_merchant, p_store);
  perform identity.write_mail(p_id, 'receipt', p_address, 'es', p_facts, null, null);
end $$;

-- Joins names for a mail; null for none. The person who left may have chosen misleading names, so each is cut to one line of
-- 60 characters. White space, control characters and those that change the direction of writing are listed, because [[:space:]]
-- matches only ASCII in a database of the C locale.
create or replace function identity.names_in_mail(p_names text[]) returns text
  language sql immutable
  set search_path = pg_catalog, pg_temp
as $$
  select string_agg(case when length(l.line) > 60 then rtrim(left(l.line, 59)) || '…' else l.line end, ', ' order by l.number)
    from (select btrim(regexp_replace(n.name, '[\u0001-\u0020\u007f-\u00a0\u1680\u2000-\u200b\u200e\u200f\u2028-\u202f'
                   '\u205f-\u2069\u3000\ufeff]+', ' ', 'g')) as line, n.number
            from unnest(p_names) with ordinality n (name, number)) l
$$;

-- Mails the owner of a merchant which webhooks, connections and API keys were paused or revoked because `p_person` is no longer
-- responsible for them. `p_closed` has one text for each kind (identity.names_in_mail). Calls with the same `p_id` write one mail.
create or replace function identity.mail_closed_access(p_id uuid, p_owner uuid, p_merchant_name text, p_person uuid,
    p_reason text, p_closed jsonb, p_language text) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_owner identity.accounts;
  v_name text;
begin
  update identity.mails m
     set facts = m.facts || (select jsonb_object_agg(c.key, concat_ws(', ', m.facts ->> c.key, c.value))
                               from jsonb_each_text(p_closed) c)
   where m.id = p_id;
  if found then
    return;
  end if;
  -- An owner who has left cannot resume anything.
  select a.* into v_owner from identity.accounts a
   where a.id = p_owner and a.id <> p_person and a.status = 'ACTIVE' and a.email is not null;
  if found then
    select a.name into v_name from identity.accounts a where a.id = p_person;
    perform identity.write_mail(p_id, 'access_closed', v_owner.email, p_language, jsonb_build_object(
      'name', v_owner.name, 'merchantName', p_merchant_name, 'reason', p_reason, 'person', v_name) || p_closed,
      null, null);
  end if;
end $$;

-- Takes a waiting mail for one attempt at sending it; no row when there is nothing to send. A mail that is
-- being sent already was left by a process that died: it may have arrived, so it is not sent again. A password
-- link is issued here and not when it is asked for, so that asking takes the same time for every address.
create or replace function identity.begin_mail(p_id uuid) returns setof identity.mails
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_mail identity.mails;
  v_person record;
begin
  update identity.mails m set status = 'SENDING' where m.id = p_id and m.status = 'WAITING' returning * into v_mail;
  if not found then
    perform identity.end_mail(p_id, 'UNCLEAR');
    return;
  end if;
  if v_mail.kind = 'password_reset' then
    select * into v_person from identity.mail_reset_link(v_mail.to_address, v_mail.token_hash);
    if v_person.email is null then
      delete from identity.mails m where m.id = p_id;
      return;
    end if;
    v_mail.to_address := v_person.email;
    v_mail.facts := jsonb_build_object('name', v_person.name);
  end if;
  return next v_mail;
end $$;

-- How an attempt ended. WAITING: nothing was accepted, and it will be tried again. Otherwise its token is erased.
create or replace function identity.end_mail(p_id uuid, p_status text) returns void
  language sql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
  update identity.mails m
     set status = p_status, token_sealed = case when p_status = 'WAITING' then m.token_sealed end
   where m.id = p_id and m.status = 'SENDING'
$$;

-- Deletes a batch of mails older than a week, sent or not: the links of all have expired.
create or replace function identity.forget_mails() returns int
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_count int;
begin
  delete from identity.mails m where m.id in (
    select o.id from identity.mails o where o.created_at < now() - interval '7 days' limit 1000);
  get diagnostics v_count = row_count;
  return v_count;
end $$;

grant execute on function identity.begin_mail(uuid), identity.end_mail(uuid, text), identity.forget_mails() to mostrador_worker;
