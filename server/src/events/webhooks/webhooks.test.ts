import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, startApp } from '../../../test/app.ts'
import { lockWaits } from '../../../test/lock-waits.ts'
import { orderEvents } from '../../../test/order-events.ts'
import { patient } from '../../../test/patience.ts'
import type { Member, Merchant, Person, Store } from '../../../test/world.ts'
import { createKeyring } from '../../adapters/keys/keyring.ts'
import { webhookTransport } from '../../adapters/webhooks/transport.ts'
import type { Database } from '../../database/database.ts'
import { startWebhookDispatcher } from './dispatcher.ts'
import { webhooksRoutes } from './routes.ts'
import { webhooksService } from './service.ts'

interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** A receiver whose answers tests set by path, and which records its requests. */
const received: Received[] = []
const answers = new Map<string, number[]>()
let receiver: Server
let base: string

let app: App
let database: Database
const sealer = createKeyring([randomBytes(32)])
const transport = webhookTransport({ allowsPrivate: true, timeoutMs: patient(2_000) })
const stopping: (() => Promise<void>)[] = []

const dispatch = (times: { pausesMs: readonly number[]; disableAfterMs: number }) =>
  startWebhookDispatcher({
    database,
    sealer,
    transport,
    logger: pino({ level: 'silent' }),
    times: { intervalMs: 20, leaseMs: patient(10_000), resetAfterMs: 3_600_000, ...times },
    onEvents: () => {},
  })

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const path = request.url ?? ''
    received.push({ path, headers: request.headers, text: Buffer.concat(chunks).toString() })
    response.writeHead(answers.get(path)?.shift() ?? 200).end()
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
  // Two of them, as in two processes: what one claims the other skips.
  for (const each of [1, 2].map(() => dispatch({ pausesMs: [20, 40], disableAfterMs: 60_000 })))
    stopping.push(each.stop)
})
afterAll(async () => {
  for (const stop of stopping) await stop()
  await transport.close()
  receiver.close()
  await app.close()
})

let serial = 0
async function subscribe(who: Person, order: Record<string, unknown>) {
  const path = `/hook${++serial}`
  const made = await app.call(who, 'POST', '/pos/webhooks', { url: base + path, ...order })
  expect(made.status, made.text).toBe(201)
  return { ...made.body, path } as { id: string; secret: string; path: string }
}

async function tell(
  of: Store,
  type = 'vas.sale.completed',
  payload: object = { saleId: 'x' },
): Promise<string> {
  const { rows } = await app.admin.query(
    `select events.emit($1, $2, authz.set_of($1, $2, 'sales'), $3, $4) as id`,
    [of.merchantId, of.id, type, payload],
  )
  await orderEvents(app.admin)
  return rows[0].id
}
const sentTo = (path: string) => received.filter((each) => each.path === path)
const until = (isSo: () => boolean | Promise<boolean>) => expect.poll(isSo).toBe(true)
const deliveriesOf = async (who: Person, id: string) =>
  (await app.call(who, 'GET', `/pos/webhooks/${id}/deliveries`)).body.items

test('a message’s signature is verified by the public library, and it arrives once', async () => {
  const store = await app.world.store()
  const hook = await subscribe(store.manager, { storeId: store.id })
  expect(hook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  const id = await tell(store, 'vas.sale.completed', { saleId: 'á', status: 'COMPLETED' })
  await until(() => sentTo(hook.path).length > 0)
  const [first] = sentTo(hook.path) as [Received]
  const headers = first.headers as Record<string, string>
  expect(new Webhook(hook.secret).verify(first.text, headers)).toEqual({
    type: 'vas.sale.completed',
    timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
    merchantId: store.merchantId,
    storeId: store.id,
    data: { saleId: 'á', status: 'COMPLETED' },
  })
  expect(headers['webhook-id']).toBe(id)
  expect(() => new Webhook(hook.secret).verify(`${first.text} `, headers)).toThrow()
  await until(async () => (await deliveriesOf(store.manager, hook.id))[0].status === 'DELIVERED')
  expect(await deliveriesOf(store.manager, hook.id)).toEqual([
    expect.objectContaining({
      eventId: id,
      type: 'vas.sale.completed',
      nextAttemptAt: null,
      attempts: [{ at: expect.any(String), status: 200, error: null, durationMs: expect.any(Number) }],
    }),
  ])
  expect(sentTo(hook.path)).toHaveLength(1)
})

test('a failed message is retried with the same id, and given up after the last pause', async () => {
  const store = await app.world.store()
  const hook = await subscribe(store.manager, { storeId: store.id })
  answers.set(hook.path, [500, 302, 503])
  const id = await tell(store)
  await until(async () => (await deliveriesOf(store.manager, hook.id))[0]?.status === 'FAILED')
  const sent = sentTo(hook.path)
  expect(sent.map(({ headers }) => headers['webhook-id'])).toEqual([id, id, id])
  for (const { text, headers } of sent)
    new Webhook(hook.secret).verify(text, headers as Record<string, string>)
  const [delivery] = await deliveriesOf(store.manager, hook.id)
  expect(delivery.attempts.map(({ status }: { status: number }) => status)).toEqual([500, 302, 503])

  const path = `/pos/webhooks/${hook.id}/deliveries/${delivery.id}/resend`
  const again = await app.call(store.manager, 'POST', path)
  expect(again.body).toMatchObject({ status: 'PENDING' })
  await until(async () => (await deliveriesOf(store.manager, hook.id))[0]?.status === 'DELIVERED')
  expect(sentTo(hook.path).map(({ headers }) => headers['webhook-id'])).toEqual([id, id, id, id])
  expect((await app.call(store.manager, 'POST', path)).status).toBe(200)
})

test('a webhook that answers 410 is disabled, reported, and can be switched on again', async () => {
  const store = await app.world.store()
  const owners = await subscribe(store.manager, { merchantId: store.merchantId, types: ['webhook.disabled'] })
  const hook = await subscribe(store.manager, { storeId: store.id })
  answers.set(hook.path, [410])
  await tell(store)
  const state = async () => (await app.call(store.manager, 'GET', `/pos/webhooks/${hook.id}`)).body
  await until(async () => (await state()).status === 'DISABLED')
  expect(await state()).toMatchObject({ disabledReason: 'receiver_gone' })
  await orderEvents(app.admin)
  await until(() => sentTo(owners.path).length === 1)
  expect(JSON.parse(sentTo(owners.path)[0]?.text ?? '').data).toEqual({ webhookId: hook.id })
  const { rows } = await app.admin.query(
    `select count(*)::int as n from audit.log where action = 'webhook.disabled' and entity_id = $1`,
    [hook.id],
  )
  expect(rows).toEqual([{ n: 1 }])

  const [delivery] = await deliveriesOf(store.manager, hook.id)
  const refused = await app.call(
    store.manager,
    'POST',
    `/pos/webhooks/${hook.id}/deliveries/${delivery.id}/resend`,
  )
  expect(refused.body).toMatchObject({ status: 409, code: 'invalid_transition' })
  const before = sentTo(hook.path).length
  await tell(store)
  const on = await app.call(store.manager, 'PATCH', `/pos/webhooks/${hook.id}`, { status: 'ACTIVE' })
  expect(on.body).toMatchObject({ status: 'ACTIVE', disabledReason: null, failingSince: null })
  await until(() => sentTo(hook.path).length > before)
})

test('a webhook is disabled after failing for too long', async () => {
  const store = await app.world.store()
  const hook = await subscribe(store.manager, { storeId: store.id })
  answers.set(hook.path, Array(20).fill(500))
  await tell(store)
  await until(async () => (await deliveriesOf(store.manager, hook.id))[0]?.status === 'FAILED')
  await app.admin.query(
    `update events.webhooks set failing_since = now() - interval '2 minutes' where id = $1`,
    [hook.id],
  )
  await tell(store)
  const state = async () => (await app.call(store.manager, 'GET', `/pos/webhooks/${hook.id}`)).body
  await until(async () => (await state()).status === 'DISABLED')
  expect((await state()).disabledReason).toBe('unreachable')
})

test('a webhook’s failing period starts anew after a time without attempts', async () => {
  const store = await app.world.store()
  const hook = await subscribe(store.manager, { storeId: store.id })
  answers.set(hook.path, Array(20).fill(500))
  const failed = async () =>
    (await deliveriesOf(store.manager, hook.id)).filter(
      ({ status }: { status: string }) => status === 'FAILED',
    ).length
  await tell(store)
  await until(async () => (await failed()) === 1)
  await app.admin.query(
    `update events.webhooks set failing_since = now() - interval '30 days', last_failed_at = now() - interval '27 days' where id = $1`,
    [hook.id],
  )
  const before = Date.now()
  await tell(store)
  await until(async () => (await failed()) === 2)
  const { body } = await app.call(store.manager, 'GET', `/pos/webhooks/${hook.id}`)
  expect(body.status).toBe('ACTIVE')
  expect(Date.parse(body.failingSince)).toBeGreaterThanOrEqual(before)
})

test('messages are signed with both secrets for a day after a rotation, and neither is shown again', async () => {
  const store = await app.world.store()
  const hook = await subscribe(store.manager, { storeId: store.id })
  const rotated = await app.call(store.manager, 'POST', `/pos/webhooks/${hook.id}/rotate-secret`)
  expect(rotated.headers.get('cache-control')).toBe('no-store')
  const { secret, previousValidUntil } = rotated.body
  expect(secret).not.toBe(hook.secret)
  expect(new Date(previousValidUntil).getTime()).toBeGreaterThan(Date.now() + 23 * 3_600_000)
  await tell(store)
  await until(() => sentTo(hook.path).length === 1)
  const both = sentTo(hook.path)[0] as Received
  for (const each of [secret, hook.secret])
    new Webhook(each).verify(both.text, both.headers as Record<string, string>)
  await app.admin.query('update events.webhooks set old_secret_until = now() where id = $1', [hook.id])
  await tell(store)
  await until(() => sentTo(hook.path).length === 2)
  const one = sentTo(hook.path)[1] as Received
  expect(() => new Webhook(hook.secret).verify(one.text, one.headers as Record<string, string>)).toThrow()
  new Webhook(secret).verify(one.text, one.headers as Record<string, string>)

  const { rows } = await app.admin.query(
    `select (select string_agg(a::text, '') from audit.log a) || (select string_agg(w::text, '') from events.webhooks w) as all`,
  )
  const seen =
    rows[0].all + (await app.call(store.manager, 'GET', '/pos/webhooks')).text + app.logLines.join('')
  for (const each of [secret, hook.secret]) expect(seen).not.toContain(each.slice(6))
})

test('a secret that was rotated twice, because the first answer was lost, still signs for a day', async () => {
  const store = await app.world.store()
  const hook = await subscribe(store.manager, { storeId: store.id })
  const rotate = async () =>
    (await app.call(store.manager, 'POST', `/pos/webhooks/${hook.id}/rotate-secret`)).body.secret as string
  const secrets = [hook.secret, await rotate(), await rotate()]
  await tell(store)
  await until(() => sentTo(hook.path).length === 1)
  const message = sentTo(hook.path)[0] as Received
  for (const each of secrets)
    new Webhook(each).verify(message.text, message.headers as Record<string, string>)
  await app.admin.query('update events.webhooks set older_secret_until = now() where id = $1', [hook.id])
  await tell(store)
  await until(() => sentTo(hook.path).length === 2)
  const { headers } = sentTo(hook.path)[1] as Received
  expect(String(headers['webhook-signature']).split(' ')).toHaveLength(2)
})

test('a store’s webhook receives events of its store, the merchant’s of all stores, and each only its types', async () => {
  const merchant = await app.world.merchant()
  const here = await app.world.store(merchant)
  const there = await app.world.store(merchant)
  const hooks = {
    here: await subscribe(here.manager, { storeId: here.id }),
    all: await subscribe(merchant.owner, { merchantId: merchant.id }),
    failed: await subscribe(merchant.owner, { merchantId: merchant.id, types: ['vas.sale.failed'] }),
    paused: await subscribe(here.manager, { storeId: here.id }),
  }
  const paused = await app.call(here.manager, 'PATCH', `/pos/webhooks/${hooks.paused.id}`, {
    status: 'PAUSED',
  })
  expect(paused.status).toBe(200)
  const stranger = await subscribe((await app.world.store()).manager, {}).catch(() => undefined)
  expect(stranger).toBeUndefined()
  const ids = [await tell(here), await tell(there), await tell(there, 'vas.sale.failed')]
  await app.admin.query(`select events.emit($1, null, null, 'deposit.reported', '{}')`, [merchant.id])
  const last = await tell(here, 'vas.sale.failed')
  const seen = (path: string) =>
    sentTo(path)
      .map(({ headers }) => headers['webhook-id'])
      .sort()
  await until(() => seen(hooks.all.path).length === 4 && seen(hooks.failed.path).length === 2)
  await until(() => seen(hooks.here.path).length === 2)
  expect(seen(hooks.all.path)).toEqual([...ids, last].sort())
  expect(seen(hooks.here.path)).toEqual([ids[0], last].sort())
  expect(seen(hooks.failed.path)).toEqual([ids[2], last].sort())
  expect(seen(hooks.paused.path)).toEqual([])
})

test('events of a suspended merchant wait', async () => {
  const store = await app.world.store()
  const hook = await subscribe(store.manager, { storeId: store.id })
  const set = (status: string) =>
    app.admin.query('select platform.write_status($1, $2)', [store.merchantId, status])
  await set('SUSPENDED')
  const other = await app.world.store()
  const witness = await subscribe(other.manager, { storeId: other.id })
  await tell(store)
  await tell(other)
  await until(() => sentTo(witness.path).length === 1)
  expect(sentTo(hook.path)).toEqual([])
  await set('ACTIVE')
  await until(() => sentTo(hook.path).length === 1)
})

test('deliveries held by a sender that died are sent by another', async () => {
  const store = await app.world.store()
  const hook = await subscribe(store.manager, { storeId: store.id })
  await app.admin.query(`update events.webhooks set status = 'PAUSED' where id = $1`, [hook.id])
  const event = await tell(store)
  await app.admin.query(
    `insert into events.webhook_deliveries
       (merchant_id, id, webhook_id, permission_set, event_id, next_attempt_at, leased_until, fence, tries)
     select merchant_id, app.uuid_v7(), id, permission_set, $2, now(), now() + interval '300 ms', 1, 1
       from events.webhooks where id = $1`,
    [hook.id, event],
  )
  await app.admin.query(`update events.webhooks set status = 'ACTIVE' where id = $1`, [hook.id])
  await until(() => sentTo(hook.path).length === 1)
})

/** Emits an event that has no position yet. */
const emitted = (of: Store) =>
  `select events.emit('${of.merchantId}', '${of.id}', authz.set_of('${of.merchantId}', '${of.id}', 'sales'),
     'vas.sale.completed', '{"saleId": "x"}') as id`

describe('the deliveries of an event', () => {
  test('are made by the transaction that lets readers see it, and once', async () => {
    const store = await app.world.store()
    const hook = await subscribe(store.manager, { storeId: store.id })
    const made = `select d.event_id as id, e.position is not null as "isOrdered"
      from events.webhook_deliveries d join events.events e on e.merchant_id = d.merchant_id and e.id = d.event_id
     where d.webhook_id = $1`
    const client = await app.admin.connect()
    try {
      await client.query('begin')
      await client.query('set local role mostrador_owner')
      const { id } = (await client.query(emitted(store))).rows[0]
      await orderEvents(client)
      expect((await client.query(made, [hook.id])).rows).toEqual([{ id, isOrdered: true }])
    } finally {
      await client.query('rollback')
      client.release()
    }
    expect((await app.admin.query(made, [hook.id])).rows).toEqual([])
    const id = await tell(store)
    await orderEvents(app.admin)
    expect((await app.admin.query(made, [hook.id])).rows).toEqual([{ id, isOrdered: true }])
  })

  test('do not keep events from being ordered when their webhook is deleted at that moment', async () => {
    const store = await app.world.store()
    const hook = await subscribe(store.manager, { storeId: store.id })
    const { id } = (await app.admin.query(emitted(store))).rows[0]
    const deleting = await app.admin.connect()
    try {
      await deleting.query('begin')
      await deleting.query('delete from events.webhooks where id = $1', [hook.id])
      const ordering = orderEvents(app.admin)
      await expect.poll(() => lockWaits(app.name, 'events.')).toBe(1)
      await deleting.query('commit')
      await ordering
    } finally {
      deleting.release(true)
    }
    const { rows } = await app.admin.query(
      'select position is not null as "isOrdered" from events.events where id = $1',
      [id],
    )
    expect(rows).toEqual([{ isOrdered: true }])
  })
})

describe('permissions:', () => {
  let merchant: Merchant
  let store: Store
  let sibling: Store
  let who: Record<string, Person | undefined>
  let ofStore: { id: string }
  let ofMerchant: { id: string }
  beforeAll(async () => {
    merchant = await app.world.merchant()
    store = await app.world.store(merchant)
    sibling = await app.world.store(merchant)
    const manager: Member = await app.world.member(store, 'manager')
    who = {
      owner: merchant.owner,
      manager,
      supervisor: await app.world.member(store, 'supervisor'),
      cashier: await app.world.member(store, 'cashier'),
      sibling: await app.world.member(sibling, 'manager'),
      otherMerchant: (await app.world.store()).manager,
      customer: await app.world.person(),
      operator: await app.world.operator(),
      admin: await app.world.platformAdmin(),
      nobody: undefined,
    }
    ofStore = await subscribe(store.manager, { storeId: store.id })
    ofMerchant = await subscribe(store.manager, { merchantId: merchant.id })
  })

  const full = { store: [200, 200, 201], merchant: [200, 200, 201] }
  const none = { store: [404, 404, 403], merchant: [404, 404, 403] }
  test.each<[string, { store: number[]; merchant: number[] }]>([
    ['owner', full],
    ['manager', { store: [200, 200, 201], merchant: [200, 403, 403] }],
    ['supervisor', none],
    ['cashier', none],
    ['sibling', { store: [404, 404, 403], merchant: [200, 403, 403] }],
    ['otherMerchant', none],
    ['customer', none],
    ['operator', none],
    ['admin', none],
    ['nobody', { store: [401, 401, 401], merchant: [401, 401, 401] }],
  ])('%s', async (name, expected) => {
    const person = who[name]
    const tried = async (id: string, place: object) => {
      const url = `${base}/table`
      return [
        (await app.call(person, 'GET', `/pos/webhooks/${id}`)).status,
        (await app.call(person, 'PATCH', `/pos/webhooks/${id}`, { description: name })).status,
        (await app.call(person, 'POST', '/pos/webhooks', { url, ...place })).status,
      ]
    }
    expect(await tried(ofStore.id, { storeId: store.id })).toEqual(expected.store)
    expect(await tried(ofMerchant.id, { merchantId: merchant.id })).toEqual(expected.merchant)
    const list = await app.call(person, 'GET', '/pos/webhooks')
    if (name === 'nobody') return
    const ids = list.body.items.map(({ id }: { id: string }) => id)
    expect(ids.includes(ofStore.id)).toBe(expected.store[0] === 200)
    expect(ids.includes(ofMerchant.id)).toBe(expected.merchant[0] === 200)
    for (const [method, path] of [
      ['POST', 'rotate-secret'],
      ['DELETE', ''],
    ] as const) {
      if (expected.store[1] === 200) continue
      const answer = await app.call(person, method, `/pos/webhooks/${ofStore.id}${path && `/${path}`}`)
      expect(answer.status).toBe(expected.store[1])
    }
  })

  test('a foreign id gets the same answer as an absent one', async () => {
    const bare = (text: string) => text.replace(/"requestId":"[^"]*"/, '')
    const stranger = who['otherMerchant']
    const absent = '01890000-0000-7000-8000-000000000000'
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { status: 'PAUSED' }],
      ['DELETE', '', undefined],
      ['POST', '/rotate-secret', undefined],
      ['GET', '/deliveries', undefined],
      ['POST', `/deliveries/${absent}/resend`, undefined],
    ] as const) {
      const [foreign, none] = [
        await app.call(stranger, method, `/pos/webhooks/${ofStore.id}${path}`, body),
        await app.call(stranger, method, `/pos/webhooks/${absent}${path}`, body),
      ]
      expect(foreign.status, method + path).toBe(404)
      expect(bare(foreign.text)).toBe(bare(none.text))
    }
    const resend = `/pos/webhooks/${ofStore.id}/deliveries/${absent}/resend`
    expect((await app.call(store.manager, 'POST', resend)).status).toBe(404)
  })

  test.each<[string, object, number]>([
    ['neither store nor merchant', {}, 422],
    ['both', { storeId: 'store', merchantId: 'merchant' }, 422],
    ['an invalid address', { storeId: 'store', url: 'nowhere' }, 422],
    ['another scheme', { storeId: 'store', url: 'ftp://example.mx/' }, 422],
    ['an unknown type', { storeId: 'store', types: ['x.y'] }, 422],
    ['a type that only the platform receives', { storeId: 'store', types: ['deposit.reported'] }, 422],
    ['a field that the server owns', { storeId: 'store', secret: 'whsec_x' }, 422],
  ])('%s is refused', async (_name, order, status) => {
    const ids = { store: store.id, merchant: merchant.id }
    const body = JSON.parse(
      JSON.stringify(
        { url: `${base}/x`, ...order },
        (_key, value) => ids[value as keyof typeof ids] ?? value,
      ),
    )
    const answer = await app.call(merchant.owner, 'POST', '/pos/webhooks', body)
    expect(answer.status, answer.text).toBe(status)
  })

  test('a deleted webhook is deleted with its deliveries', async () => {
    const hook = await subscribe(store.manager, { storeId: store.id })
    await tell(store)
    await until(() => sentTo(hook.path).length === 1)
    expect((await app.call(store.manager, 'DELETE', `/pos/webhooks/${hook.id}`)).status).toBe(204)
    expect((await app.call(store.manager, 'GET', `/pos/webhooks/${hook.id}`)).status).toBe(404)
  })
})
