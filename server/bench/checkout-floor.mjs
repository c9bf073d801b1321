/**
 * The rows of a checkout, in one transaction: what the answer of its last request names.
 *
 * @param {ReturnType<typeof import('./floor-rows.mjs').floorRows>} rows
 * @param {{ order: { id: string, cartId: string } }} sale
 */
export async function checkoutFloor({ read, insert, write }, { order }) {
  const of = (table, column, id) => read(table, `t.${column} = $1`, [id])
  const cart = await of('selling.carts', 'id', order.cartId)
  const lines = await of('selling.line_items', 'cart_id', order.cartId)
  const sold = await of('selling.sales_orders', 'id', order.id)
  const payments = await of('selling.order_payments', 'order_id', order.id)
  const transactions = await of('selling.transactions', 'order_id', order.id)
  const receipts = await of('selling.receipts', 'order_id', order.id)
  const movements = await of('stock.stock_movements', 'document_id', order.id)
  const audit = await of('audit.log', 'entity_id', order.id)
  const events = await read('events.events', `t.payload ->> 'orderId' = $1`, [order.id])
  const keys = await read('app.idempotency_keys', `t.body::jsonb #>> '{sale,order,id}' = $1`, [order.id])
  const folio = `(select 'A-' || lpad(f.last_no::text, 6, '0') from shop.folios f
    where f.merchant_id = @merchant and f.store_id = @store and f.series = 'A')`
  return [
    [
      insert(keys, { key: '@key:text' }),
      insert(cart),
      insert(lines),
      write(`update stock.stock_levels set on_hand = on_hand - 1, updated_at = now()
        where merchant_id = @merchant and id in (@goods1, @goods2, @goods3, @goods4, @goods5)`),
      insert(movements),
      write(`insert into shop.folios as f (merchant_id, store_id, series, last_no) values (@merchant, @store, 'A', 1)
        on conflict (merchant_id, store_id, series) do update set last_no = f.last_no + 1`),
      insert(sold, { folio }),
      insert(payments),
      insert(transactions),
      insert(receipts, { folio }),
      insert(audit),
      insert(events, { position: 'null' }),
    ],
  ]
}
