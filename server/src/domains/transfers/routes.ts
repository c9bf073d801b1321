import { created, ok, type Route, route } from '../../http/route.ts'
import { keyOf, replayed } from '../../idempotency/once.ts'
import * as shapes from './schema.ts'
import type { TransfersService } from './service.ts'

const tag = 'Inventory'

export function transfersRoutes(transfers: TransfersService): Route[] {
  return [
    route({
      method: 'POST',
      path: '/pos/inventory/transfers',
      name: 'sendTransfer',
      summary: 'Send goods to another store of the merchant',
      description:
        'They leave the shelf at once. The answer is the sender’s paper; the other store gets its own.',
      tag,
      access: 'store:supervisor',
      store: 'body',
      idempotent: true,
      body: shapes.SendTransfer,
      responses: { 201: shapes.StockTransfer },
      problems: [
        'forbidden',
        'merchant_suspended',
        'store_required',
        'insufficient_stock',
        'idempotency_key_reused',
      ],
      handle: async ({ grant, body, headers }) => {
        const { answer, isReplay } = await transfers.send(grant, body, keyOf(headers))
        return replayed(created(answer, `/pos/stock_transfers/${answer.id}`), isReplay)
      },
    }),
    ending('receive', transfers),
    ending('cancel', transfers),
  ]
}

const endings = {
  receive: {
    status: 'RECEIVED',
    name: 'receiveTransfer',
    summary: 'Put goods on the shelf that another store has sent',
    description: 'By the paper of the store that they were sent to. Once, and all of them.',
  },
  cancel: {
    status: 'CANCELED',
    name: 'cancelTransfer',
    summary: 'Take goods back that were sent and have not been received',
    description: 'By the sender’s own paper.',
  },
} as const

function ending(how: keyof typeof endings, transfers: TransfersService): Route {
  const { status, ...words } = endings[how]
  return route({
    method: 'POST',
    path: `/pos/inventory/transfers/{id}/${how}`,
    ...words,
    tag,
    access: 'store:supervisor',
    store: 'row',
    idempotent: true,
    params: shapes.ById,
    responses: { 200: shapes.StockTransfer },
    problems: ['forbidden', 'merchant_suspended', 'invalid_transition', 'idempotency_key_reused'],
    handle: async ({ grant, params, headers }) => {
      const { answer, isReplay } = await transfers.end(grant, params.id, status, keyOf(headers))
      return replayed(ok(answer), isReplay)
    },
  })
}
