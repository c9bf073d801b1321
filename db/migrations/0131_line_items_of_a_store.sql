-- What a store has sold, newest first, a page at a time. The table is as yet small everywhere.
-- squawk-ignore require-concurrent-index-creation
create index line_items_store on selling.line_items (merchant_id, store_id, permission_set, created_at desc, id desc);
