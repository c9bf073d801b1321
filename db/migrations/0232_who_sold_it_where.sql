-- Where a sale was made: in which session, and at which terminal if that was opened with code and PIN. A gift card's code
-- is shown there and nowhere else. (terminal_id is what the request said, and may be any of the store's.)
alter table vas.sales add column sold_in_session uuid, add column sold_at_terminal uuid;

-- One function shows a code now, and tells whether it was shown before.
drop function if exists vas.show_pin(uuid, uuid);
drop function if exists vas.take_pin(uuid, uuid, uuid);
