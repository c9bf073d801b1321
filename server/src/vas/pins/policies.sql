alter table vas.sale_pins enable row level security;
alter table vas.sale_pins force row level security;

-- The store's team can read the columns of a masked answer. Only functions return the sealed ones.
grant select (merchant_id, sale_id, permission_set, last_four, usage_info, terms, revealed_at, reprints)
  on vas.sale_pins to mostrador_api;
create policy pin_read on vas.sale_pins for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));

-- Functions that store and show codes run as the owner.
create policy pin_owner on vas.sale_pins to mostrador_owner using (true) with check (true);

-- Reprints are counted only by functions.
alter table vas.pin_reprints enable row level security;
alter table vas.pin_reprints force row level security;
create policy pin_reprint_owner on vas.pin_reprints to mostrador_owner using (true) with check (true);
