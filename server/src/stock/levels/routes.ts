import { created, ok, type Route, route } from '../../http/route.ts'
import { replayed } from '../../idempotency/once.ts'
import * as shapes from './schema.ts'
import type { InventoryService } from './service.ts'

const tag = 'stock'

export function inventoryRoutes(inventory: InventoryService): Route[] {
  return [
    route({
      method: 'POST',
      path: '/pos/inventory/receipts',
      apiKey: 'POS_INVENTORY_WRITE',
      name: 'receiveGoods',
      summary: 'Receive a delivery',
      description: 'Books all lines, or none. A cost on a line becomes the cost of the goods.',
      tag,
      access: 'store:supervisor',
      store: 'body',
      idempotent: true,
      body: shapes.GoodsReceipt,
      responses: { 201: shapes.StockReceipt },
      problems: ['idempotency_key_reused'],
      handle: async ({ grant, body, headers }) => {
        const { answer, isReplay } = await inventory.receive(grant, body, headers['idempotency-key'])
        return replayed(created(answer, `/pos/stock_receipts/${answer.id}`), isReplay)
      },
    }),
    route({
      method: 'POST',
      path: '/pos/inventory/adjustments',
      apiKey: 'POS_INVENTORY_WRITE',
      name: 'adjustStock',
      summary: 'Correct stock levels, or book waste',
      description:
        'Books all lines, or none: `insufficient_stock` lists in `lines` the goods that are short.',
      tag,
      access: 'store:supervisor',
      store: 'body',
      idempotent: true,
      body: shapes.Adjustment,
      responses: { 201: shapes.StockAdjustment },
      problems: ['insufficient_stock', 'idempotency_key_reused'],
      handle: async ({ grant, body, headers }) => {
        const { answer, isReplay } = await inventory.adjust(grant, body, headers['idempotency-key'])
        return replayed(created(answer), isReplay)
      },
    }),
    route({
      method: 'PUT',
      path: '/pos/inventory/reorder_points',
      apiKey: 'POS_INVENTORY_WRITE',
      name: 'setReorderPoints',
      summary: 'Set a reorder point',
      description:
        'A level that falls to its reorder point emits `stock.low`; `?isLow=true` lists such levels.',
      tag,
      access: 'store:supervisor',
      store: 'body',
      body: shapes.ReorderPoints,
      responses: { 200: shapes.StockLevels },
      handle: async ({ grant, body }) => ok({ items: await inventory.setReorderPoints(grant, body) }),
    }),
  ]
}
