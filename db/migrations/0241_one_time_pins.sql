-- A PIN that somebody else minted is good once, to choose the own one with, and until then. Those of before were minted by
-- somebody too.
alter table shop.employee_pins add column one_time_until timestamptz default now() + interval '3 days';
alter table shop.employee_pins alter column one_time_until drop default;
comment on column shop.employee_pins.one_time_until is 'Until when a minted PIN can be traded for an own one; null: chosen by its holder';

-- They answer more from here on.
drop function if exists shop.check_employee(uuid, uuid, text);
drop function if exists shop.begin_terminal_sign_in(bytea, text);
drop function if exists shop.begin_code_check(uuid, uuid, text, uuid);
drop function if exists shop.mint_pin(uuid, uuid, text, text);
drop function if exists selling.close_request(selling.approvals, text, jsonb);
