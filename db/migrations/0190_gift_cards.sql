-- The platform's list of gift cards reads the newest of all merchants; they are a small part of all sales.
create index sales_gift_cards on vas.sales (id) where kind = 'pin';
