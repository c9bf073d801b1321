-- A store's sales in the order in which they are listed. The set in the middle of the index before kept it from
-- giving that order; the policy looks at the set of each row that comes, and there is one for the whole store.
create index sales_recent on vas.sales (merchant_id, store_id, created_at desc, id desc);
-- squawk-ignore require-concurrent-index-deletion
drop index vas.sales_store;
