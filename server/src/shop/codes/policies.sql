alter table shop.employee_pins enable row level security;
alter table shop.employee_pins force row level security;
alter table shop.code_attempts enable row level security;
alter table shop.code_attempts force row level security;

-- No login reads a PIN's hash, nor who mistyped what: functions do, which run as the owner.
create policy employee_pin_owner on shop.employee_pins to mostrador_owner using (true) with check (true);
create policy code_attempt_owner on shop.code_attempts to mostrador_owner using (true) with check (true);
