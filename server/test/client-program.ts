// An external program using the package: client-package.test.ts compiles it against the output of `npm pack`
// and runs it against a real server. It prints its results as JSON.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { answer, createClient, isProblem, items, type Sale, type SalesOrderSummary } from '@mostrador/client'
import { verifyWebhook, type WebhookEvent, WebhookVerificationError } from '@mostrador/client/webhooks'

const baseUrl = asked('MOSTRADOR_URL')
const body = { email: asked('MOSTRADOR_EMAIL'), password: asked('MOSTRADOR_PASSWORD') }
const { token } = await answer(createClient({ baseUrl }).POST('/auth/sessions', { body }))
const mostrador = createClient({ baseUrl, token: () => Promise.resolve(token) })

const storeId = (await answer(mostrador.GET('/auth/me'))).stores[0]?.storeId ?? ''
const variantId = asked('MOSTRADOR_VARIANT')

let secret = ''
const events: WebhookEvent[] = []
const forged: boolean[] = []
const receiver = createServer(async (request, response) => {
  const sent = await text(request)
  events.push(verifyWebhook(secret, request.headers, sent))
  try {
    verifyWebhook(secret, request.headers, sent.replace('sale.completed', 'sale.refunded'))
  } catch (error) {
    forged.push(error instanceof WebhookVerificationError)
  }
  response.writeHead(204).end()
  receiver.emit('delivered')
})
receiver.listen(0, '127.0.0.1')
await once(receiver, 'listening')
const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
const webhook = { storeId, url, types: ['sale.completed' as const] }
secret = (await answer(mostrador.POST('/pos/webhooks', { body: webhook }))).secret

await answer(mostrador.POST('/pos/shifts', { body: { storeId, openingFloatCentavos: 0 } }))
const sold: Sale['order'][] = []
for (let no = 0; no < 3; no += 1) {
  const cart = await answer(
    mostrador.POST('/pos/carts', { body: { storeId, lines: [{ variantId, quantity: 1 }] } }),
  )
  const payments = [{ method: 'CASH' as const, amountCentavos: cart.cashTotalCentavos }]
  const params = { path: { id: cart.id } }
  const finalization = { version: cart.version, payments }
  const sale = await answer(mostrador.POST('/pos/carts/{id}/finalize', { params, body: finalization }))
  sold.push(sale.order)
}

const orders: SalesOrderSummary[] = []
for await (const order of items((page) =>
  mostrador.GET('/pos/sales_orders', { params: { query: { ...page, storeId, limit: 1 } } }),
))
  orders.push(order)

const refused = await answer(mostrador.GET('/pos/carts/{id}', { params: { path: { id: variantId } } })).catch(
  (error: unknown) => (isProblem(error, 'not_found') ? error : undefined),
)

while (events.length < sold.length) await once(receiver, 'delivered')
receiver.close()
console.log(
  JSON.stringify({
    sold: sold.map(({ id, folio, storeId, cartId, shiftId, terminalId }) => ({
      folio,
      storeId,
      payload: { orderId: id, cartId, shiftId, terminalId },
    })),
    paged: orders.map(({ folio }) => folio),
    // Messages can arrive out of order.
    events: events.toSorted((one, other) => one.at.localeCompare(other.at)),
    forged,
    // Anything that would keep this program running.
    timers: process.getActiveResourcesInfo().filter((name) => name === 'Timeout'),
    refused: refused && 'code' in refused ? [refused.status, refused.code] : undefined,
  }),
)

function asked(name: string): string {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} is not set.`)
  return value
}
