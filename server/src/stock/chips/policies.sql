alter table stock.chip_imports enable row level security;
alter table stock.chip_imports force row level security;
alter table stock.chip_units enable row level security;
alter table stock.chip_units force row level security;
alter table stock.chip_codes enable row level security;
alter table stock.chip_codes force row level security;

-- The store's team can read what is in stock and where it came from. Only functions write both.
grant select on stock.chip_imports, stock.chip_units to mostrador_api;
create policy chip_import_read on stock.chip_imports for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy chip_unit_read on stock.chip_units for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy chip_import_owner on stock.chip_imports to mostrador_owner using (true) with check (true);
create policy chip_unit_owner on stock.chip_units to mostrador_owner using (true) with check (true);

-- Nobody can read the sealed codes: no login role has a grant on them.
create policy chip_code_owner on stock.chip_codes to mostrador_owner using (true) with check (true);

alter table stock.chip_import_runs enable row level security;
alter table stock.chip_import_runs force row level security;

-- Runs of large imports are visible to people who may start one; the stored file is visible to nobody.
grant select (merchant_id, id, store_id, permission_set, product_id, file_name, file_hash, is_dry_run, status, rows_checked,
              rows_total, rows_imported, sheet_name, hidden_sheets, carriers, problem, started_by, started_at, finished_at)
  on stock.chip_import_runs to mostrador_api;
create policy chip_import_run_read on stock.chip_import_runs for select to mostrador_api
  using (permission_set = any ((select app.updatable_sets())::int[]));
create policy chip_import_run_owner on stock.chip_import_runs to mostrador_owner using (true) with check (true);
