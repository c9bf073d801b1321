import { created, ok, type Route, route } from '../../http/route.ts'
import { keyOf, replayed } from '../../idempotency/once.ts'
import * as shapes from './schema.ts'
import type { InventoryService } from './service.ts'

const tag = 'stock'

export function inventoryRoutes(inventory: InventoryService): Route[] {
  return [
    route({
      method: 'POST',
      path: '/pos/inventory/receipts',
      name: 'receiveGoods',
      summary: 'Put delivered goods on the shelf',
      description: 'All lines, or none. A cost that is said becomes the cost of the goods.',
      tag,
      access: 'store:supervisor',
      store: 'body',
      idempotent: true,
      body: shapes.GoodsReceipt,
      responses: { 201: shapes.StockReceipt },
      problems: ['idempotency_key_reused'],
      handle: async ({ grant, body, headers }) => {
        const { answer, isReplay } = await inventory.receive(grant, body, keyOf(headers))
        return replayed(created(answer, `/pos/stock_receipts/${answer.id}`), isReplay)
      },
    }),
    route({
      method: 'POST',
      path: '/pos/inventory/adjustments',
      name: 'adjustStock',
      summary: 'Put levels right, or book what broke',
      description: 'All lines, or none: `insufficient_stock` names in `lines` what there is less of.',
      tag,
      access: 'store:supervisor',
      store: 'body',
      idempotent: true,
      body: shapes.Adjustment,
      responses: { 201: shapes.StockAdjustment },
      problems: ['insufficient_stock', 'idempotency_key_reused'],
      handle: async ({ grant, body, headers }) => {
        const { answer, isReplay } = await inventory.adjust(grant, body, keyOf(headers))
        return replayed(created(answer), isReplay)
      },
    }),
    route({
      method: 'PUT',
      path: '/pos/inventory/reorder_points',
      name: 'setReorderPoints',
      summary: 'Say at which level goods are to be ordered again',
      description: 'A level that falls to its point is told as `stock.low`; `?isLow=true` lists them.',
      tag,
      access: 'store:supervisor',
      store: 'body',
      body: shapes.ReorderPoints,
      responses: { 200: shapes.StockLevels },
      handle: async ({ grant, body }) => ok({ items: await inventory.setReorderPoints(grant, body) }),
    }),
  ]
}
