import { created, ok, type Route, route } from '../../http/route.ts'
import { replayed } from '../../idempotency/once.ts'
import * as shapes from './schema.ts'
import type { TransfersService } from './service.ts'

const tag = 'stock'

export function transfersRoutes(transfers: TransfersService): Route[] {
  return [
    route({
      method: 'GET',
      path: '/pos/inventory/destinations',
      apiKey: 'POS_INVENTORY_READ',
      name: 'listTransferDestinations',
      summary: 'List the names of the merchant’s other stores',
      description: 'For transfer documents; includes stores in which the caller does not work.',
      tag,
      access: 'store:cashier',
      store: 'query',
      query: shapes.DestinationQuery,
      responses: { 200: shapes.Destinations },
      handle: async ({ grant }) => ok({ items: await transfers.destinations(grant) }),
    }),
    route({
      method: 'POST',
      path: '/pos/inventory/transfers',
      apiKey: 'POS_INVENTORY_WRITE',
      name: 'sendTransfer',
      summary: 'Send goods to another store of the merchant',
      description:
        'They leave the stock immediately. Returns the sender’s document; the other store gets its own.',
      tag,
      access: 'store:supervisor',
      store: 'body',
      idempotent: true,
      body: shapes.SendTransfer,
      responses: { 201: shapes.StockTransfer },
      problems: ['insufficient_stock', 'idempotency_key_reused'],
      handle: async ({ grant, body, headers }) => {
        const { answer, isReplay } = await transfers.send(grant, body, headers['idempotency-key'])
        return replayed(created(answer, `/pos/stock_transfers/${answer.id}`), isReplay)
      },
    }),
    receiving(transfers),
    canceling(transfers),
  ]
}

const shared = {
  method: 'POST',
  tag,
  access: 'store:supervisor',
  store: 'row',
  idempotent: true,
  params: shapes.ById,
  responses: { 200: shapes.StockTransfer },
  problems: ['forbidden', 'merchant_suspended', 'invalid_transition', 'idempotency_key_reused'],
} as const

const receiving = (transfers: TransfersService): Route =>
  route({
    ...shared,
    path: '/pos/inventory/transfers/{id}/receive',
    apiKey: 'POS_INVENTORY_WRITE',
    name: 'receiveTransfer',
    summary: 'Receive goods that another store has sent',
    description:
      'Call it once, with the receiving store’s document. `lines` lists the goods of which less arrived than was ' +
      'sent; all others arrived complete. What did not arrive is in neither store.',
    body: shapes.ReceiveTransfer,
    handle: async ({ grant, params, body, headers }) => {
      const ended = await transfers.end(grant, params.id, 'RECEIVED', headers['idempotency-key'], body?.lines)
      return replayed(ok(ended.answer), ended.isReplay)
    },
  })

const canceling = (transfers: TransfersService): Route =>
  route({
    ...shared,
    path: '/pos/inventory/transfers/{id}/cancel',
    apiKey: 'POS_INVENTORY_WRITE',
    name: 'cancelTransfer',
    summary: 'Take back goods that were sent and not received',
    description: 'Call it with the sender’s document.',
    handle: async ({ grant, params, headers }) => {
      const ended = await transfers.end(grant, params.id, 'CANCELED', headers['idempotency-key'])
      return replayed(ok(ended.answer), ended.isReplay)
    },
  })
