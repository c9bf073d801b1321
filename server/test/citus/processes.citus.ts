import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withClient } from '../../src/database/client.ts'
import { cloneDatabase, type TestDatabase } from '../cluster.ts'
import { runCommand, type StartedServer, serveEnvironment, startServer } from '../command.ts'
import { type EventSource, listenTo } from '../event-source.ts'
import { type MailServer, startMailServer } from '../mail-server.ts'
import { orderEvents } from '../order-events.ts'
import { patient } from '../patience.ts'
import { killProgram } from '../programs.ts'
import { type Member, type Person, type Store, worldOf } from '../world.ts'
import { onEachNode } from './on-each-node.ts'

let db: TestDatabase
let world: ReturnType<typeof worldOf>
let dataDir: string
let mails: MailServer
/** Without background work. */
let servers: StartedServer[]
/** With it. */
let workers: StartedServer[]
/** A store of a merchant on each of the two nodes that have merchants. */
let stores: readonly [Store, Store]

let receiver: Server
/** Events that the receiver of webhooks was sent, by path. */
const received = new Map<string, string[]>()
/** Paths whose next request stays without an answer. */
const unanswered = new Set<string>()

const environment = (changes: Record<string, string> = {}) => ({
  ...serveEnvironment(db, dataDir),
  LOG_LEVEL: 'warn',
  RATE_LIMITS: 'lookup=2',
  SMTP_URL: mails.url,
  MAIL_FROM: 'pos@example.test',
  MOSTRADOR_WEBHOOKS_ALLOW_PRIVATE: 'on',
  ...changes,
})
const startWorker = () => startServer(environment())

beforeAll(async () => {
  db = await cloneDatabase()
  world = worldOf(db.admin)
  dataDir = path.join(tmpdir(), db.name)
  mails = await startMailServer()
  receiver = createServer((request, response) => {
    const at = request.url ?? ''
    received.set(at, [...(received.get(at) ?? []), String(request.headers['webhook-id'])])
    request.resume().on('end', () => {
      if (!unanswered.delete(at)) response.writeHead(200).end()
    })
  })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const started = await Promise.all([
    ...[1, 2, 3].map(() => startServer(environment({ MOSTRADOR_WORKER: 'off' }))),
    startWorker(),
    startWorker(),
  ])
  servers = started.slice(0, 3)
  workers = started.slice(3)
  stores = await onEachNode(
    db.admin,
    () => world.store(),
    ({ merchantId }) => merchantId,
  )
}, patient(120_000))
afterAll(async () => {
  await Promise.all([...servers, ...workers].map(({ child }) => killProgram(child)))
  receiver.closeAllConnections()
  receiver.close()
  await mails.close()
  await db.close()
  await rm(dataDir, { recursive: true, force: true })
})

async function call(
  server: StartedServer,
  who: Person | undefined,
  method: string,
  at: string,
  body?: object,
) {
  const answer = await fetch(server.url + at, {
    method,
    headers: {
      ...(who !== undefined && { authorization: `Bearer ${who.token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text), text }
}

async function subscribe(store: Store): Promise<{ id: string; path: string }> {
  const at = `/of-${store.id}-${received.size}-${Math.random()}`
  const { port } = receiver.address() as AddressInfo
  const made = await call(servers[0] as StartedServer, store.manager, 'POST', '/pos/webhooks', {
    storeId: store.id,
    url: `http://127.0.0.1:${port}${at}`,
    types: ['shift.opened'],
  })
  expect(made.status, made.text).toBe(201)
  return { id: made.body.id, path: at }
}

/** Each opens a shift, at the servers in turn and all at once. */
async function openShifts(cashiers: readonly Member[], at: readonly StartedServer[] = servers) {
  const answers = await Promise.all(
    cashiers.map((cashier, no) =>
      call(at[no % at.length] as StartedServer, cashier, 'POST', '/pos/shifts', { openingFloatCentavos: 0 }),
    ),
  )
  for (const { status, text } of answers) expect(status, text).toBe(201)
}

const cashiersOf = (store: Store, count: number) =>
  Promise.all(Array.from({ length: count }, () => world.member(store, 'cashier')))

/** The shifts of a store that were opened, in the order of their events. */
async function openedIn(store: Store): Promise<string[]> {
  await orderEvents(db.admin)
  const { rows } = await db.admin.query<{ id: string }>(
    `select id from events.events where merchant_id = $1 and type = 'shift.opened' order by position`,
    [store.merchantId],
  )
  return rows.map(({ id }) => id)
}
const toldTo = (source: EventSource) =>
  source.told().flatMap(({ id, data }) => (data.type === 'shift.opened' ? [id] : []))
const listening = async (server: StartedServer, store: Store, lastEventId?: string) => {
  const source = await listenTo(server.url, store.manager, lastEventId === undefined ? {} : { lastEventId })
  await source.until(({ event }) => event === 'ready')
  return source
}

test('an event reaches every client once and in one order, at whichever server it happens, and its webhook once', async () => {
  const hooks = await Promise.all(stores.map(subscribe))
  const clients = await Promise.all(
    stores.flatMap((store) =>
      servers.map(async (server) => ({ store, source: await listening(server, store) })),
    ),
  )
  const cashiers = (await Promise.all(stores.map((store) => cashiersOf(store, 12)))).flat()
  await openShifts(cashiers.toSorted((a, b) => a.id.localeCompare(b.id)))
  for (const { store, source } of clients) {
    await expect.poll(() => toldTo(source).length).toBe(12)
    expect(toldTo(source)).toEqual(await openedIn(store))
    source.close()
  }
  const { rows } = await db.admin.query(
    `select count(*)::int as given, count(distinct position)::int as different, max(position)::int as last from events.events`,
  )
  expect(rows[0]).toEqual({ given: rows[0].last, different: rows[0].last, last: rows[0].last })
  for (const [no, store] of stores.entries()) {
    const at = hooks[no]?.path as string
    await expect.poll(() => received.get(at)?.length).toBe(12)
    await expect
      .poll(async () => {
        const found = await db.admin.query(
          `select count(*)::int as n from events.webhook_deliveries where webhook_id = $1 and status = 'DELIVERED' and tries = 1`,
          [hooks[no]?.id],
        )
        return found.rows[0].n
      })
      .toBe(12)
    expect(received.get(at)?.toSorted()).toEqual((await openedIn(store)).sort())
  }
})

test('a client whose server is killed goes on at another, and misses nothing', async () => {
  const [store] = stores
  const [first, second, third] = servers as [StartedServer, StartedServer, StartedServer]
  const before = await openedIn(store)
  const source = await listening(first, store)
  await openShifts(await cashiersOf(store, 3))
  await expect.poll(() => toldTo(source).length).toBe(3)
  const last = toldTo(source).at(-1)
  await killProgram(first.child)
  await source.ended
  await openShifts(await cashiersOf(store, 4), [second, third])
  const again = await listening(second, store, last)
  expect(again.messages[0]).toMatchObject({ event: 'ready', data: { isResumed: true } })
  await openShifts(await cashiersOf(store, 2), [third])
  await expect.poll(() => toldTo(again).length).toBe(6)
  expect([...before, ...toldTo(source), ...toldTo(again)]).toEqual(await openedIn(store))
  again.close()
  servers = [second, third]
})

test(
  'what a killed worker was sending is sent by the other: a message again, a mail never twice',
  async () => {
    const [one, two] = workers as [StartedServer, StartedServer]
    await killProgram(two.child)
    const [, store] = stores
    const hook = await subscribe(store)
    unanswered.add(hook.path)
    const earlier = await openedIn(store)
    await openShifts(await cashiersOf(store, 1))
    await expect.poll(() => received.get(hook.path)?.length).toBe(1)

    const write = (names: readonly string[]) =>
      db.admin.query(
        `select identity.write_mail(app.uuid_v7(), 'receipt', name || '@example.test', 'es',
                  '{"shop": "Luna", "folio": "A-1", "text": "Total"}', null, null) from unnest($1::text[]) name`,
        [names],
      )
    mails.behave('say nothing after the text')
    await write(['held1', 'held2', 'held3'])
    await expect.poll(() => mails.received.length).toBe(3)
    await killProgram(one.child)
    mails.behave('accept')
    await write(['later1', 'later2', 'later3'])
    await startWorker()

    const outcomes = async () =>
      (
        await db.admin.query(
          `select split_part(to_address, '@', 1) as mail, status from identity.mails order by to_address`,
        )
      ).rows.map(({ mail, status }) => `${mail} ${status}`)
    await expect
      .poll(outcomes, { timeout: patient(60_000), interval: 200 })
      .toEqual([
        ...['held1 UNCLEAR', 'held2 UNCLEAR', 'held3 UNCLEAR'],
        ...['later1 SENT', 'later2 SENT', 'later3 SENT'],
      ])
    expect(mails.received.length).toBe(6)
    await expect
      .poll(() => received.get(hook.path)?.length, { timeout: patient(90_000), interval: 200 })
      .toBe(2)
    const [opened] = (await openedIn(store)).filter((id) => !earlier.includes(id))
    expect(received.get(hook.path)).toEqual([opened, opened])
  },
  patient(200_000),
)

test('failed sign-ins count at all servers together, and requests at each', async () => {
  const [first, second] = servers as [StartedServer, StartedServer]
  const person = await world.person({ password: 'the right password' })
  const signIn = (server: StartedServer, password: string) =>
    call(server, undefined, 'POST', '/auth/sessions', { email: person.email, password })
  let refused: Awaited<ReturnType<typeof signIn>> | undefined
  for (let no = 0; no < 20 && refused?.status !== 429; no++) refused = await signIn(first, 'a wrong password')
  expect(refused?.body, refused?.text).toMatchObject({ status: 429, code: 'too_many_attempts' })
  expect(await signIn(second, 'the right password')).toMatchObject({ status: 429 })

  const [store] = stores
  const look = (server: StartedServer) =>
    call(server, store.manager, 'GET', '/vas/adeudo?providerId=x&reference=1')
  for (const server of servers) {
    const answers = [await look(server), await look(server), await look(server)]
    expect(answers.map(({ body }) => body?.limit)).toEqual([undefined, undefined, 'lookup'])
  }
})

test('the seals of both workers are one chain, and a row that is changed on its node is found', async () => {
  const [store] = stores
  for (const { child, exit } of [await startWorker(), await startWorker()]) {
    await openShifts(await cashiersOf(store, 1))
    child.kill('SIGTERM')
    expect(await exit).toBe(0)
  }
  const verify = () => runCommand(['audit', 'verify'], serveEnvironment(db, dataDir))
  const untouched = await verify()
  expect(untouched.out).toMatch(/^\d+ entries in ([2-9]|\d\d+) seals, 0 not sealed yet, 0 faults\n$/)
  expect(untouched.code).toBe(0)

  const changed: string[] = []
  for (const { merchantId } of stores) {
    const { rows } = await db.admin.query<{ id: string; shard: string }>(
      `select id, 'audit.log_' || get_shard_id_for_distribution_column('audit.log', $1::uuid) as shard
         from audit.log where merchant_id = $1 order by id limit 1`,
      [merchantId],
    )
    const [{ id, shard }] = rows as [{ id: string; shard: string }]
    for (const connectionString of db.nodes.slice(1))
      await withClient({ connectionString }, async (node) => {
        const { rows: found } = await node.query('select to_regclass($1) is not null as here', [shard])
        if (found[0].here) await node.query(`update ${shard} set entity_id = 'another' where id = $1`, [id])
      })
    changed.push(id)
  }
  const { code, out } = await verify()
  expect(code).toBe(1)
  expect(out.match(/^entry changed .*$/gm)?.map((line) => line.split(/\s+/).at(-1))).toEqual(changed.sort())
})
