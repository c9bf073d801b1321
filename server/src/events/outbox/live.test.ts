import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, startProduct } from '../../../test/app.ts'
import { type EventSource, listenTo } from '../../../test/event-source.ts'
import { patient } from '../../../test/patience.ts'
import type { Person, Store } from '../../../test/world.ts'
import { compose, type Product } from '../../compose.ts'
import { parseConfig } from '../../config.ts'
import { compileStrict } from '../../http/validation.ts'
import { EventMessage } from './schema.ts'

let app: App
let store: Store
let admin: Person
/** A second process on the same database. */
let other: Product
let otherUrl: string
const open: EventSource[] = []

beforeAll(async () => {
  app = await startProduct()
  store = await app.world.store()
  admin = await app.world.platformAdmin()
  other = await compose({
    config: parseConfig({ PORT: '0', MOSTRADOR_WORKER: 'off', MOSTRADOR_NODE: 'other' }),
    apiUrl: app.apiUrl,
    workerUrl: app.workerUrl,
    keyEncryptionKey: randomBytes(32),
    connectTimeoutMs: patient(5_000),
    logger: pino({ level: 'silent' }),
    isStrict: true,
  })
  await other.start()
  otherUrl = `http://127.0.0.1:${(other.server.server.address() as AddressInfo).port}`
})
afterAll(async () => {
  for (const source of open) source.close()
  await other.stop()
  await app.close()
})

async function listen(
  who: Person,
  options: { query?: string; lastEventId?: string; url?: string } = {},
): Promise<EventSource> {
  const source = await listenTo(options.url ?? app.url, who, options)
  open.push(source)
  if (source.status === 200) await source.until(({ event }) => event === 'ready')
  return source
}

/** Emits an event with the set of a store's domain; returns its id. */
async function tell(of: Store, domain: string, type = 'vas.sale.completed'): Promise<string> {
  const { rows } = await app.admin.query(
    `select events.emit($1, $2, authz.set_of($1, $2, $3), $4, '{"saleId": "x"}') as id`,
    [of.merchantId, of.id, domain, type],
  )
  return rows[0].id
}
/** Emits an event that only platform staff receive. */
const tellPlatform = async (): Promise<string> => {
  const { rows } = await app.admin.query(
    `select events.emit($1, null, null, 'vas.sale.review', '{}') as id`,
    [store.merchantId],
  )
  return rows[0].id
}
const byId = (id: string) => (message: { id: string | undefined }) => message.id === id
const endsFor = async (source: EventSource) => {
  await source.ended
  return source.messages.at(-1)
}

test('a change is sent immediately to everybody who may read it, by any process', async () => {
  const [here, there] = [await listen(store.manager), await listen(store.manager, { url: otherUrl })]
  expect(here.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(here.headers.get('cache-control')).toContain('no-store')
  const before = here.told().length
  const member = await app.world.member(store, 'supervisor')
  const end = await app.call(store.manager, 'DELETE', `/pos/memberships/${member.membershipId}`)
  expect(end.status).toBe(204)
  for (const source of [here, there]) {
    const { data, id } = await source.until(({ data }) => data.type === 'membership.ended')
    expect(data).toMatchObject({
      id,
      merchantId: store.merchantId,
      storeId: store.id,
      payload: { membershipId: member.membershipId, accountId: member.id },
    })
    expect(compileStrict(EventMessage)(data)).toBe(true)
  }
  expect(
    here
      .told()
      .slice(before)
      .map(({ data }) => data.type),
  ).toEqual(['membership.created', 'membership.ended'])
})

test('each caller receives exactly what their roles may read', async () => {
  const own = await app.world.store()
  const sibling = await app.world.store({ id: own.merchantId, owner: own.manager })
  const people: Record<string, Person> = {
    manager: own.manager,
    supervisor: await app.world.member(own, 'supervisor'),
    cashier: await app.world.member(own, 'cashier'),
    sibling: await app.world.member(sibling, 'manager'),
    otherMerchant: (await app.world.store()).manager,
    customer: await app.world.person(),
    operator: await app.world.operator(),
    halfOperator: await app.world.person({ labels: ['platformOperator'], secondFactor: false }),
    distributor: await app.world.person({ labels: ['distributor'] }),
  }
  const sources = new Map<string, EventSource>()
  for (const [name, person] of Object.entries(people)) sources.set(name, await listen(person))
  const ofStore = await listen(own.manager, { query: `?storeId=${own.id}` })
  const { rows } = await app.admin.query(
    `select events.emit($1, null, authz.open_portfolio($1, null), 'deposit.credited', '{}') as id`,
    [own.merchantId],
  )
  const told: Record<string, string> = {
    sale: await tell(own, 'sales'),
    audit: await tell(own, 'audit'),
    elsewhere: await tell(sibling, 'sales'),
    portfolio: rows[0].id,
    platform: await tellPlatform(),
  }
  // Platform staff cannot join a store: the operator's stream ends with the label, and has received
  // everything by then.
  await sources.get('operator')?.until(byId(told['platform'] as string))
  const label = `/platform/roles/${people['operator']?.id}/platformOperator`
  expect((await app.call(admin, 'DELETE', label)).status).toBeLessThan(300)
  await app.world.loseLabels((people['halfOperator'] as Person).id)
  // The last event for everybody else: a client that has it has received all earlier ones.
  const last: Record<string, string> = {}
  for (const [name, person] of Object.entries(people)) {
    if (name === 'operator') continue
    const { membershipId } = await app.world.member(await app.world.store(), 'cashier', person)
    last[name] = membershipId
  }
  const expected: Record<string, string[]> = {
    manager: ['sale', 'audit', 'elsewhere', 'portfolio'],
    supervisor: ['sale', 'audit'],
    cashier: ['sale'],
    sibling: ['elsewhere', 'portfolio'],
    otherMerchant: [],
    customer: [],
    operator: ['platform'],
    halfOperator: [],
    distributor: [],
  }
  for (const [name, source] of sources) {
    if (name === 'operator') await source.ended
    else await source.until(({ data }) => data.payload?.membershipId === last[name])
    const ids = source.told().map(({ id }) => id)
    const seen = Object.keys(told).filter((each) => ids.includes(told[each]))
    expect(seen, name).toEqual(expected[name])
  }
  await ofStore.until(byId(told['audit'] as string))
  expect(ofStore.told().map(({ id }) => id)).toEqual([told['portfolio'], told['sale'], told['audit']])
  for (const source of [...sources.values(), ofStore]) source.close()
})

test('a stranger’s store is refused like one that does not exist, and listening requires a session', async () => {
  const bare = (text: string) => text.replace(/"requestId":"[^"]*"/, '')
  const foreign = await app.call(admin, 'GET', `/events?storeId=${store.id}`)
  const absent = await app.call(admin, 'GET', '/events?storeId=01890000-0000-7000-8000-000000000000')
  expect(foreign.body).toMatchObject({ status: 403, code: 'forbidden' })
  expect(bare(foreign.text)).toBe(bare(absent.text))
  expect((await app.call(undefined, 'GET', '/events')).status).toBe(401)
  expect((await app.call(store.manager, 'GET', '/events?lastEventId=7')).status).toBe(422)
})

describe('when permissions end, so does the stream, and nothing more is sent:', () => {
  const setMerchant = (of: Store, status: string) =>
    app.call(admin, 'PATCH', `/pos/merchants/${of.merchantId}/status`, { status, reason: 'Prueba' })

  test.each<
    [
      string,
      (of: Store, who: { id: string; membershipId: string; token: string }) => Promise<{ status: number }>,
    ]
  >([
    ['a membership', (of, who) => app.call(of.manager, 'DELETE', `/pos/memberships/${who.membershipId}`)],
    ['a merchant suspended', (of) => setMerchant(of, 'SUSPENDED')],
    ['a session', (_of, who) => app.call(who, 'DELETE', '/auth/sessions/current')],
    [
      'an account',
      (_of, { id }) =>
        app.call(admin, 'PATCH', `/platform/accounts/${id}/status`, { status: 'BLOCKED', reason: 'Prueba' }),
    ],
  ])('%s', async (_name, pull) => {
    const of = await app.world.store()
    const who = await app.world.member(of, 'cashier')
    const sources = [await listen(who), await listen(who, { url: otherUrl })]
    const first = await tell(of, 'sales')
    for (const source of sources) await source.until(byId(first))
    const pulled = await pull(of, who)
    expect(pulled.status).toBeLessThan(300)
    const after = await tell(of, 'sales')
    for (const source of sources) {
      expect(await endsFor(source)).toMatchObject({ event: 'closing', data: { reason: 'authority' } })
      expect(source.messages.some(byId(after))).toBe(false)
    }
  })

  test('immediately, even without an event for it', async () => {
    const who = await app.world.member(await app.world.store(), 'cashier')
    const sources = [await listen(who), await listen(who, { url: otherUrl })]
    expect((await app.call(who, 'DELETE', '/auth/sessions/current')).status).toBeLessThan(300)
    for (const source of sources)
      expect(await endsFor(source)).toMatchObject({ event: 'closing', data: { reason: 'authority' } })
  })

  test('a label', async () => {
    const operator = await app.world.operator()
    const source = await listen(operator)
    await source.until(byId(await tellPlatform()))
    const revoked = await app.call(admin, 'DELETE', `/platform/roles/${operator.id}/platformOperator`)
    expect(revoked.status).toBeLessThan(300)
    const after = await tellPlatform()
    expect(await endsFor(source)).toMatchObject({ event: 'closing', data: { reason: 'authority' } })
    expect(source.messages.some(byId(after))).toBe(false)
  })

  test('a changed role keeps the stream and changes what is sent', async () => {
    const of = await app.world.store()
    const who = await app.world.member(of, 'supervisor')
    const source = await listen(who)
    await source.until(byId(await tell(of, 'audit')))
    const change = await app.call(of.manager, 'PATCH', `/pos/memberships/${who.membershipId}`, {
      role: 'cashier',
    })
    expect(change.status).toBe(200)
    const hidden = await tell(of, 'audit')
    await source.until(byId(await tell(of, 'sales')))
    expect(source.messages.some(byId(hidden))).toBe(false)
  })
})

describe('a client that reconnects', () => {
  test('continues after the last event that it received', async () => {
    const of = await app.world.store()
    const first = await listen(of.manager)
    const known = await tell(of, 'sales')
    await first.until(byId(known))
    first.close()
    const missed = [await tell(of, 'sales'), await tell(of, 'sales')]
    const second = await listen(of.manager, { lastEventId: known, url: otherUrl })
    expect(second.messages[0]?.data).toEqual({ isResumed: true })
    const next = await tell(of, 'sales')
    await second.until(byId(next))
    expect(second.told().map(({ id }) => id)).toEqual([...missed, next])
    const third = await listen(of.manager, { query: `?lastEventId=${missed[1]}` })
    await third.until(byId(next))
    expect(third.told().map(({ id }) => id)).toEqual([next])
  })

  test('learns from the first message when it cannot: the event was deleted, or was never visible to it', async () => {
    const of = await app.world.store()
    const foreign = await tell(store, 'sales')
    for (const lastEventId of [foreign, '01890000-0000-7000-8000-000000000000', 'nonsense']) {
      const source = await listen(of.manager, { lastEventId })
      expect(source.messages[0]?.data).toEqual({ isResumed: false })
    }
  })

  test('learns the same when the event is older than a day', async () => {
    const of = await app.world.store()
    const first = await listen(of.manager)
    const known = await tell(of, 'sales')
    await first.until(byId(known))
    const open = async () => (await listen(of.manager, { lastEventId: known })).messages[0]?.data
    expect(await open()).toEqual({ isResumed: true })
    await app.admin.query(`update events.events set at = now() - interval '25 hours' where id = $1`, [known])
    expect(await open()).toEqual({ isResumed: false })
  })

  test('repeatedly, while many write, misses nothing and gets nothing twice', async ({ signal }) => {
    const of = await app.world.store()
    const start = await tell(of, 'sales')
    const writers = 4
    const each = 30
    const write = async () => {
      const client = new pg.Client({ connectionString: app.adminUrl })
      await client.connect()
      const ids: string[] = []
      for (let no = 0; no < each && !signal.aborted; no++) {
        await client.query('begin')
        const { rows } = await client.query(
          `select events.emit($1, $2, authz.set_of($1, $2, 'sales'), 'vas.sale.failed', '{}') as id`,
          [of.merchantId, of.id],
        )
        await client.query('select pg_sleep(random() * 0.02)')
        const isKept = Math.random() < 0.8
        await client.query(isKept ? 'commit' : 'rollback')
        if (isKept) ids.push(rows[0].id)
      }
      await client.end()
      return ids
    }
    let isWriting = true
    const writing = Promise.all(Array.from({ length: writers }, write)).then(async (ids) => {
      isWriting = false
      const end = await tell(of, 'sales')
      return { all: [...ids.flat(), end], end }
    })
    const seen: string[] = []
    let lastEventId = start
    let url = app.url
    const keep = (source: EventSource) => {
      const ids = source.told().map(({ id }) => id as string)
      seen.push(...ids)
      lastEventId = ids.at(-1) ?? lastEventId
    }
    while (isWriting && !signal.aborted) {
      const source = await listen(of.manager, { lastEventId, url })
      await source.until(({ event }) => event === 'message')
      source.close()
      await source.ended
      keep(source)
      url = url === app.url ? otherUrl : app.url
    }
    const { all, end } = await writing
    const last = await listen(of.manager, { lastEventId })
    if (lastEventId !== end) await last.until(byId(end))
    keep(last)
    expect(seen.toSorted()).toEqual(all.sort())
  })
})

test('events of a new store appear on a stream that was opened before it', async () => {
  const { owner, id } = await app.world.merchant()
  const source = await listen(owner)
  const made = await app.world.store({ id, owner })
  await source.until(({ data }) => data.type === 'membership.created' && data.storeId === made.id)
  await source.until(byId(await tell(made, 'sales')))
})

test('an account can have ten streams at most', async () => {
  const person = await app.world.person()
  const sources = await Promise.all(Array.from({ length: 10 }, () => listen(person)))
  expect(sources.map(({ status }) => status)).toEqual(Array(10).fill(200))
  const refused = await app.call(person, 'GET', '/events')
  expect(refused.body).toMatchObject({ status: 429, code: 'too_many_requests' })
  expect(refused.headers.get('retry-after')).toBe('10')
  sources[0]?.close()
  await expect
    .poll(async () => {
      const source = await listen(person)
      return source.status
    })
    .toBe(200)
})

test('listening does not extend a session', async () => {
  const who = await app.world.member(store, 'cashier')
  await app.admin.query(
    `update identity.sessions set last_seen_at = now() - interval '1 hour' where account_id = $1`,
    [who.id],
  )
  const source = await listen(who)
  await source.until(byId(await tell(store, 'sales')))
  const { rows } = await app.admin.query(
    `select last_seen_at < now() - interval '50 minutes' as sleeps from identity.sessions where account_id = $1`,
    [who.id],
  )
  expect(rows).toEqual([{ sleeps: true }])
})

test('a stopping process notifies its clients, and does not wait for them', async () => {
  const third = await compose({
    config: parseConfig({ PORT: '0', MOSTRADOR_WORKER: 'off', MOSTRADOR_NODE: 'third' }),
    apiUrl: app.apiUrl,
    workerUrl: app.workerUrl,
    keyEncryptionKey: randomBytes(32),
    connectTimeoutMs: patient(5_000),
    logger: pino({ level: 'silent' }),
    isStrict: true,
  })
  await third.start()
  const url = `http://127.0.0.1:${(third.server.server.address() as AddressInfo).port}`
  const source = await listen(store.manager, { url })
  const began = Date.now()
  await third.stop()
  expect(Date.now() - began).toBeLessThan(Math.max(5_000, patient(500)))
  expect(await endsFor(source)).toMatchObject({ event: 'closing', data: { reason: 'shutdown' } })
})

test('a stream of a suspended merchant’s store is refused', async () => {
  const of = await app.world.store()
  await app.admin.query(`select platform.write_status($1, 'SUSPENDED')`, [of.merchantId])
  const refused = await app.call(of.manager, 'GET', `/events?storeId=${of.id}`)
  expect(refused).toMatchObject({ status: 403, body: { code: 'merchant_suspended' } })
})

test('when the database was set back, streams are closed, and those opened then receive what happens afterwards', async () => {
  const of = await app.world.store()
  const sources = [await listen(of.manager), await listen(of.manager, { url: otherUrl })]
  const kept = await tell(of, 'sales')
  for (const source of sources) await source.until(byId(kept))
  const lost = [await tell(of, 'sales'), await tell(of, 'sales')] as const
  for (const source of sources) await source.until(byId(lost[1]))
  const restored = await app.admin.connect()
  try {
    const { rows } = await restored.query('select position from events.events where id = $1', [kept])
    const [{ position }] = rows
    await restored.query('begin')
    await restored.query('select from events.head for update')
    await restored.query('delete from events.events where position > $1', [position])
    await restored.query('update events.head set position = $1, given = $1', [position])
    await restored.query('commit')
  } finally {
    restored.release()
  }
  for (const source of sources)
    expect(await endsFor(source)).toMatchObject({ event: 'closing', data: { reason: 'renew' } })
  for (const url of [app.url, otherUrl]) {
    const again = await listen(of.manager, { lastEventId: lost[1], url })
    expect(again.messages[0]?.data).toEqual({ isResumed: false })
    const next = await tell(of, 'sales')
    await again.until(byId(next))
  }
})
