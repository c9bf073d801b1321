-- What is sold for cash at a drawer belongs to its count, whoever the provider is.
alter table vas.sales
  add column shift_id uuid,                  -- null: sold outside any shift
  add foreign key (merchant_id, store_id, shift_id) references shop.shifts (merchant_id, store_id, id) not valid;
alter table vas.sales validate constraint sales_merchant_id_store_id_shift_id_fkey;
create index sales_shift on vas.sales (merchant_id, shift_id) where shift_id is not null;

-- Whether a terminal may be used is asked by whoever uses one, not by one kind of sale alone.
drop function if exists vas.assert_terminal(uuid, uuid, uuid);
