-- What came of each line of a transfer, which can be less than was sent. The lines of both stores' papers find each
-- other by their number; papers from before have none, and only the receiver's says what came.
alter table stock.stock_transfer_lines
  add column line_no int,
  add column received_quantity numeric(14, 3),                     -- null: not received
  add constraint stock_transfer_lines_received check (received_quantity between 0 and quantity) not valid;
alter table stock.stock_transfer_lines validate constraint stock_transfer_lines_received;
