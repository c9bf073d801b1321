import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type App, startApp } from '../../../test/app.ts'
import { orderEvents } from '../../../test/order-events.ts'
import { patient } from '../../../test/patience.ts'
import type { Store } from '../../../test/world.ts'
import { createKeyring } from '../../adapters/keys/keyring.ts'
import { webhookTransport } from '../../adapters/webhooks/transport.ts'
import type { Database } from '../../database/database.ts'
import { startWebhookDispatcher } from './dispatcher.ts'
import { webhooksRoutes } from './routes.ts'
import { webhooksService } from './service.ts'

/** Requests without an answer, in the order in which they came. */
const held: { readonly path: string; readonly response: ServerResponse }[] = []
const answered: string[] = []
let areHeld = true
let receiver: Server
let base: string

let app: App
let database: Database
let dispatcher: ReturnType<typeof startWebhookDispatcher>
const sealer = createKeyring([randomBytes(32)])
const transport = webhookTransport({ allowsPrivate: true, timeoutMs: patient(60_000) })

beforeAll(async () => {
  receiver = createServer((request, response) => {
    const path = request.url ?? ''
    request.resume()
    if (areHeld && path.startsWith('/silent')) held.push({ path, response })
    else {
      answered.push(path)
      response.end()
    }
  })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  base = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  app = await startApp({
    routes: (parts) => {
      database = parts.database
      return webhooksRoutes(webhooksService({ database, sealer, transport }))
    },
  })
  dispatcher = startWebhookDispatcher({
    database,
    sealer,
    transport,
    logger: pino({ level: 'silent' }),
    times: {
      intervalMs: 20,
      leaseMs: patient(120_000),
      pausesMs: [],
      disableAfterMs: 60_000,
      resetAfterMs: 60_000,
    },
    onEvents: () => {},
  })
})
afterEach(async () => {
  areHeld = false
  for (const { response } of held.splice(0)) response.end()
  const pending = `select from events.webhook_deliveries where status = 'PENDING'`
  await expect.poll(async () => (await app.admin.query(pending)).rowCount).toBe(0)
  areHeld = true
})
afterAll(async () => {
  await dispatcher.stop()
  await transport.close()
  receiver.close()
  await app.close()
})

let serial = 0
async function subscribe(of: Store, name: string): Promise<string> {
  const path = `/${name}${++serial}`
  const made = await app.call(of.manager, 'POST', '/pos/webhooks', { url: base + path, storeId: of.id })
  expect(made.status, made.text).toBe(201)
  return path
}

async function tell(of: Store, count = 1): Promise<void> {
  await app.admin.query(
    `select events.emit($1, $2, authz.set_of($1, $2, 'sales'), 'vas.sale.completed', '{"saleId": "x"}')
       from generate_series(1, $3)`,
    [of.merchantId, of.id, count],
  )
  await orderEvents(app.admin)
}

/** A merchant with webhooks at a receiver that never answers, and more messages for them than there are places. */
async function silentMerchant(webhooks: number): Promise<Store> {
  const store = await app.world.store()
  for (let n = 0; n < webhooks; n++) await subscribe(store, 'silent')
  await tell(store, 20)
  return store
}

const heldAre = (count: number) =>
  expect.poll(() => held.length, { timeout: patient(5_000) }).toBeGreaterThanOrEqual(count)

test('a merchant’s message is sent at once while another merchant’s receivers do not answer', async () => {
  await silentMerchant(5)
  await heldAre(8)
  const other = await app.world.store()
  const path = await subscribe(other, 'healthy')
  await tell(other)
  await expect.poll(() => answered.includes(path), { timeout: patient(2_000) }).toBe(true)
  expect(held).toHaveLength(8)
})

test('when merchants hold all places, the next one is for the merchant with the fewest, whose message is the newest', async () => {
  await silentMerchant(2)
  await heldAre(8)
  await silentMerchant(2)
  await heldAre(16)
  const other = await app.world.store()
  const path = await subscribe(other, 'silent')
  await tell(other)
  expect(held).toHaveLength(16)
  held.shift()?.response.end()
  await heldAre(16)
  expect(held.at(-1)?.path).toBe(path)
})

test('a merchant’s webhooks share its places, so that two which do not answer keep no third one waiting', async () => {
  const store = await silentMerchant(2)
  await heldAre(8)
  const path = await subscribe(store, 'silent')
  await tell(store)
  held.shift()?.response.end()
  await heldAre(8)
  expect(held.at(-1)?.path).toBe(path)
})
