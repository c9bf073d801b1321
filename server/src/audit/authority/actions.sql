-- The acts of authority: actions of the audit log that give somebody power or take it away, or send money to a bank. They are
-- also written to a journal outside the database, because a restore rewinds the database and its audit log together.
-- `takes`: after a restore it is applied again at once. `gives`: it is proposed to an administrator. `both`:
-- what it took is taken again, and what it gave is proposed. `repeats`: only people can do it again, where they did it.
create or replace function audit.authority_actions() returns table (action text, effect text)
  language sql immutable
  set search_path = pg_catalog, pg_temp
as $$
  values
    -- The platform's staff and everybody's accounts.
    ('label.granted', 'gives'), ('label.revoked', 'takes'),
    ('admin.assigned', 'takes'), ('admin.unassigned', 'both'),
    ('account.blocked', 'takes'), ('account.unblocked', 'gives'),
    ('password.changed', 'takes'), ('session.ended', 'takes'),
    ('second_factor.enabled', 'takes'), ('second_factor.disabled', 'gives'), ('recovery_code.used', 'takes'),
    ('recovery_codes.renewed', 'takes'),
    ('second_factor.reset', 'takes'), ('second_factor.reset_cancelled', 'takes'),
    ('setting.changed', 'gives'), ('psp_credentials.created', 'takes'), ('psp_credentials.changed', 'takes'),
    -- The key that secrets are sealed with: values of before the rotation open with the old key.
    ('keys.rotated', 'repeats'),
    -- A payout that the restored database would have sent a second time.
    ('settlement.processing', 'repeats'), ('settlement.paid', 'repeats'),
    -- Merchants.
    ('merchant.created', 'gives'), ('merchant.owner_changed', 'both'), ('merchant.suspended', 'takes'),
    ('merchant.activated', 'gives'), ('merchant.closed', 'takes'),
    ('verification.revoked', 'takes'), ('verification.unlocked', 'gives'),
    -- People of stores, and what they sign in with.
    ('membership.created', 'gives'), ('membership.ended', 'takes'), ('membership.role_changed', 'both'),
    ('invite.created', 'takes'), ('invite.accepted', 'takes'), ('invite.revoked', 'takes'),
    ('employee_pin.minted', 'takes'), ('employee_pin.chosen', 'takes'), ('employee.updated', 'takes'),
    -- Devices and programs.
    ('terminal.enabled', 'takes'), ('terminal.disabled', 'takes'), ('terminal.updated', 'takes'),
    ('terminal.deleted', 'takes'), ('terminal.assisted', 'gives'),
    ('api_key.created', 'gives'), ('api_key.revoked', 'takes'),
    ('webhook.created', 'gives'), ('webhook.updated', 'takes'), ('webhook.deleted', 'takes'),
    ('webhook.paused', 'takes'), ('webhook.disabled', 'takes'), ('webhook.secret_rotated', 'takes'),
    ('connection.created', 'gives'), ('connection.deleted', 'takes'), ('connection.paused', 'takes'),
    ('connection.resumed', 'gives')
$$;

-- Asked for every entry of the audit log. Both bodies are of the kind that the planner evaluates, so that a plan holds
-- the list as a constant: reading it as rows took a tenth of a millisecond.
create or replace function audit.authority_action_names() returns text[] language sql immutable
  return array(select a.action from audit.authority_actions() a);
create or replace function audit.is_authority(p_action text) returns boolean language sql immutable
  return p_action = any (audit.authority_action_names());
