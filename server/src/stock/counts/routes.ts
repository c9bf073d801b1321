import { created, ok, type Route, route } from '../../http/route.ts'
import { replayed } from '../../idempotency/once.ts'
import * as shapes from './schema.ts'
import type { StockCountsService } from './service.ts'

const tag = 'stock'

export function stockCountsRoutes(counts: StockCountsService): Route[] {
  return [
    route({
      method: 'POST',
      path: '/pos/inventory/counts',
      apiKey: 'POS_INVENTORY_WRITE',
      name: 'openStockCount',
      summary: 'Open a count sheet',
      tag,
      access: 'store:supervisor',
      store: 'body',
      idempotent: true,
      body: shapes.OpenCount,
      responses: { 201: shapes.StockCount },
      problems: ['count_open', 'idempotency_key_reused'],
      handle: async ({ grant, body, headers }) => {
        const { answer, isReplay } = await counts.open(grant, body, headers['idempotency-key'])
        return replayed(created(answer, `/pos/stock_counts/${answer.id}`), isReplay)
      },
    }),
    route({
      method: 'PUT',
      path: '/pos/inventory/counts/{id}/lines',
      apiKey: 'POS_INVENTORY_WRITE',
      name: 'recordStockCount',
      summary: 'Record counted quantities',
      description:
        'A line may be counted again until the sheet is closed; the last quantity counts. `version_mismatch` when a ' +
        '`countedBefore` is not the present count; `lines` then has the present counts: {variantId, counted}.',
      tag,
      access: 'store:supervisor',
      store: 'row',
      idempotent: true,
      params: shapes.ById,
      body: shapes.RecordCount,
      responses: { 200: shapes.CountLines },
      problems: ['invalid_transition', 'version_mismatch', 'idempotency_key_reused'],
      handle: async ({ grant, params, body, headers }) => {
        const { answer, isReplay } = await counts.record(grant, params.id, body, headers['idempotency-key'])
        return replayed(ok({ items: answer }), isReplay)
      },
    }),
    ending('close', counts),
    ending('cancel', counts),
  ]
}

const endings = {
  close: {
    name: 'closeStockCount',
    summary: 'Close a count sheet and book its differences',
    description:
      'Goods that were not counted do not change. `insufficient_stock`: more was sold since than was counted; ' +
      'count those goods again.',
    problems: ['insufficient_stock'],
  },
  cancel: {
    name: 'cancelStockCount',
    summary: 'Cancel a count sheet',
    description: 'Nothing is booked.',
    problems: [],
  },
} as const

function ending(how: keyof typeof endings, counts: StockCountsService): Route {
  const { problems, ...words } = endings[how]
  return route({
    method: 'POST',
    path: `/pos/inventory/counts/{id}/${how}`,
    apiKey: 'POS_INVENTORY_WRITE',
    ...words,
    tag,
    access: 'store:supervisor',
    store: 'row',
    idempotent: true,
    params: shapes.ById,
    responses: { 200: shapes.StockCount },
    problems: [
      'forbidden',
      'merchant_suspended',
      'invalid_transition',
      'idempotency_key_reused',
      ...problems,
    ],
    handle: async ({ grant, params, headers }) => {
      const { answer, isReplay } = await counts.end(grant, params.id, how, headers['idempotency-key'])
      return replayed(ok(answer), isReplay)
    },
  })
}
