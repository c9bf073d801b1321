-- Text as people look for it: without accents, without case. Decomposed first, so that both ways of writing
-- an accented letter end alike, and lower-cased after it, so that a database in the C locale does it as well.
create function app.fold(p_text text) returns text
  language sql immutable strict parallel safe
  return lower(translate(normalize(p_text, NFD), U&'\0300\0301\0302\0303\0304\0306\0307\0308\030A\030B\030C\0327\0328', ''));
grant execute on function app.fold(text) to mostrador_api, mostrador_worker;

-- Two derived columns on what people keep: `name_key` orders, `search_text` is what `?q=` looks through. Stored,
-- because row-level security lets an index serve only comparisons that cannot leak, and a function of ours
-- is none; in byte order, so that a cursor means the same on every installation.
alter table shop.stores
  add column name_key text collate "C" not null generated always as (app.fold(name)) stored,
  add column search_text text not null generated always as (app.fold(name || ' ' || code)) stored;
alter table shop.terminals
  add column name_key text collate "C" not null generated always as (app.fold(name)) stored,
  add column search_text text not null generated always as (app.fold(name)) stored;
alter table shop.employees
  add column name_key text collate "C" not null generated always as (app.fold(name)) stored,
  add column search_text text not null generated always as
    (app.fold(name || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' || coalesce(position, ''))) stored;
alter table catalog.categories
  add column name_key text collate "C" not null generated always as (app.fold(name)) stored,
  add column search_text text not null generated always as (app.fold(name)) stored;
alter table catalog.products
  add column name_key text collate "C" not null generated always as (app.fold(name)) stored,
  add column search_text text not null generated always as (app.fold(name || ' ' || coalesce(sku, ''))) stored;

-- A page of a store's catalog in its usual order, wherever the cursor stands.
create index products_name on catalog.products (merchant_id, store_id, name_key, id);
create index products_category on catalog.products (merchant_id, store_id, category_id);
create index categories_parent on catalog.categories (merchant_id, store_id, parent_id);
