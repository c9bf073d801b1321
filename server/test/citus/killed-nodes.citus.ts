import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { withClient } from '../../src/database/client.ts'
import { loginsOf } from '../../src/database/login.ts'
import { migrate } from '../../src/database/migrate.ts'
import { type Answer, type App, send } from '../app.ts'
import { openDatabase, type TestDatabase } from '../cluster.ts'
import { type StartedServer, serveEnvironment, startServer } from '../command.ts'
import type { DebianPostgres } from '../debian-postgres.ts'
import { passTime } from '../pass-time.ts'
import { patient } from '../patience.ts'
import { killProgram } from '../programs.ts'
import { successesById } from '../provider-journal.ts'
import { type Tills, tillsOf } from '../till.ts'
import { type Member, worldOf } from '../world.ts'
import { expectSameCopies } from './copies.ts'
import { citusPrograms } from './installed.mjs'
import { onHand, type SellingShop } from './moving-shops.ts'
import { createClusterDatabase, type Nodes, startNodes } from './nodes.ts'
import { onEachNode } from './on-each-node.ts'

// A cluster of its own. What it is held against lies outside: what tills and managers were told, the provider's journal, and
// the journal of acts of authority.
const stockBefore = 100_000
const funds = 100_000_000
let nodes: Nodes
let db: TestDatabase
let server: StartedServer
let dataDir: string
let tills: Tills
let world: ReturnType<typeof worldOf>
let shops: readonly Worked[]
let topUp: string

/** A shop of a node, and what it was told. */
interface Worked extends SellingShop {
  readonly topUps: { key: string; id: string; status: string }[]
  readonly orders: string[]
  readonly dismissed: string[]
}

const call: App['call'] = (person, method, where, body, headers = {}) =>
  send(server.url, person, method, where, body, headers)

beforeAll(async () => {
  nodes = await startNodes(citusPrograms() ?? '', {
    // What was answered is on the disk.
    synchronous_commit: 'on',
    'citus.recover_2pc_interval': '1s',
    // A node that stands still holds nobody for long.
    'citus.node_connection_timeout': '2000',
  })
  const url = await createClusterDatabase(nodes, 'mostrador')
  await migrate(url, loginsOf(url).passwords)
  db = openDatabase([nodes.coordinator, ...nodes.workers], 'mostrador')
  dataDir = await mkdtemp(path.join(tmpdir(), 'mostrador-killed-'))
  server = await startServer({
    ...serveEnvironment(db, dataDir),
    LOG_LEVEL: 'silent',
    RATE_LIMITS: 'off',
    VAS_AGGREGATOR_MODE: 'sandbox',
  })
  world = worldOf(db.admin)
  tills = tillsOf({ admin: db.admin, call, world })
  topUp = await vi.waitFor(findTopUp, { timeout: patient(30_000), interval: 200 })
  shops = await onEachNode(db.admin, openShop, ({ merchantId }) => merchantId)
}, patient(180_000))
afterAll(async () => {
  if (server !== undefined) await killProgram(server.child)
  await Promise.all([db?.database.close(), db?.admin.end()])
  await nodes?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const findTopUp = async () => {
  const { rows } = await db.admin.query<{ id: string }>(
    `select p.id from vas.products p join vas.providers v on v.id = p.provider_id
      where v.name = 'Telcel' and p.amount_centavos = 2000 and p.subkind = 'topup'`,
  )
  expect(rows[0], 'the catalog is not there').toBeDefined()
  return rows[0]?.id as string
}

async function openShop(): Promise<Worked> {
  const made = await tills.shop()
  const { merchantId } = made.store
  await db.admin.query('update platform.merchants set is_verified = true where id = $1', [merchantId])
  await world.fund(merchantId, funds)
  await world.liftLimits(merchantId)
  const product = await tills.product(made.store, { stock: stockBefore })
  return { ...made, merchantId, product, topUps: [], orders: [], dismissed: [] }
}

/** Repeats a request until it is answered with one of these, as a till does. */
async function until(statuses: readonly number[], ask: () => Promise<Answer>): Promise<Answer> {
  let last = 'nothing'
  const deadline = Date.now() + patient(60_000)
  while (Date.now() < deadline) {
    const answer = await ask().catch(String)
    if (typeof answer !== 'string' && statuses.includes(answer.status)) return answer
    last = typeof answer === 'string' ? answer : answer.text
    await passTime(100, 'somebody tries again')
  }
  throw new Error(`Never answered ${statuses.join(' or ')}; last: ${last}`)
}

let reference = 5_500_000

/** Until it is told to stop, a shop tops up, sells goods, and dismisses those whom it had hired. */
function work(shop: Worked, hired: readonly Member[]) {
  let isOver = false
  const waiting = [...hired]
  const turn = async () => {
    const key = randomUUID()
    const number = `${++reference}000`
    const sold = await until([201], () =>
      call(
        shop.cashier,
        'POST',
        '/vas/sale',
        { storeId: shop.store.id, productId: topUp, reference: number },
        { 'idempotency-key': key, prefer: 'wait=5' },
      ),
    )
    shop.topUps.push({ key, id: sold.body.id, status: sold.body.status })
    const lines = [{ variantId: shop.product, quantity: 1 }]
    const cart = await until([201], () =>
      call(shop.cashier, 'POST', '/pos/carts', { storeId: shop.store.id, lines }),
    )
    const finalKey = { 'idempotency-key': randomUUID() }
    const final = await until([201], () => tills.finalize(shop.cashier, cart.body, undefined, finalKey))
    shop.orders.push(final.body.order.id)
    const leaving = waiting.pop()
    if (leaving === undefined) return
    // A repetition finds that it is done.
    await until([204, 404], () => call(shop.manager, 'DELETE', `/pos/memberships/${leaving.membershipId}`))
    shop.dismissed.push(leaving.membershipId)
  }
  const running = (async () => {
    while (!isOver) await turn()
  })()
  return {
    async stop() {
      isOver = true
      await running
    },
  }
}

const progress = () => shops.map(({ orders }) => orders.length)
const goOn = async () => {
  const before = progress()
  await expect
    .poll(() => progress().every((count, at) => count > (before[at] as number) + 2), {
      timeout: patient(60_000),
    })
    .toBe(true)
}

test(
  'each node in turn is killed twice while shops work: what was told outside is what is there, once',
  async () => {
    const hired: Member[][] = []
    for (const shop of shops) {
      const team: Member[] = []
      for (let no = 0; no < 12; no++) team.push(await world.member(shop.store, 'cashier'))
      hired.push(team)
    }
    const working = shops.map((shop, at) => work(shop, hired[at] as Member[]))
    await goOn()
    for (let round = 0; round < 2; round++)
      for (const node of nodes.servers) {
        await node.kill()
        await passTime(Math.random() * 800, 'the node is away')
        await node.start()
        await goOn()
      }
    await Promise.all(working.map((each) => each.stop()))
    await expectNothingOpen()
    for (const shop of shops) await expectAsTold(shop)
    expect(shops.every(({ dismissed }) => dismissed.length > 5)).toBe(true)
    await expectSameCopies(db)
    await expectJournaled(shops.flatMap(({ dismissed }) => dismissed))
  },
  patient(240_000),
)

/** Every sale has ended, and no node holds a prepared transaction. */
async function expectNothingOpen(): Promise<void> {
  const open = async () => {
    const { rows } = await db.admin.query(
      `select (select count(*)::int from vas.sales where status = 'PENDING') as pending,
              (select sum(result::int)::int from run_command_on_all_nodes('select count(*) from pg_prepared_xacts')) as prepared`,
    )
    return rows[0]
  }
  await expect.poll(open, { timeout: patient(90_000), interval: 500 }).toEqual({ pending: 0, prepared: 0 })
}

async function expectAsTold(shop: Worked): Promise<void> {
  const { merchantId } = shop
  const rowsOf = async <R extends pg.QueryResultRow>(text: string) =>
    (await db.admin.query<R>(text, [merchantId])).rows
  const successes = successesById(path.join(dataDir, 'simulator'))
  const sales = await rowsOf<{ id: string; status: string }>(
    'select id, status from vas.sales where merchant_id = $1',
  )
  for (const { id, status } of sales)
    expect({ id, status, successes: successes.get(id) ?? 0 }).toEqual({
      ...{ id, status },
      successes: status === 'COMPLETED' ? 1 : 0,
    })
  // One for each key, whatever was repeated.
  expect(sales.map(({ id }) => id).sort()).toEqual(shop.topUps.map(({ id }) => id).sort())
  const statusOf = new Map(sales.map(({ id, status }) => [id, status]))
  for (const { id, status } of shop.topUps)
    if (status !== 'PENDING') expect({ id, status: statusOf.get(id) }).toEqual({ id, status })

  const orders = await rowsOf<{ id: string; folio: string; cart: string }>(
    'select id, folio, cart_id as cart from selling.sales_orders where merchant_id = $1',
  )
  expect(orders.map(({ id }) => id).sort()).toEqual([...shop.orders].sort())
  expect(new Set(orders.map(({ folio }) => folio)).size).toBe(orders.length)
  expect(await onHand({ admin: db.admin }, shop)).toBe(stockBefore - orders.length)

  const [books] = await rowsOf<{ held: string; available: string }>(
    'select held_centavos as held, available_centavos as available from money.wallets where merchant_id = $1',
  )
  expect(Number(books?.held)).toBe(0)
  const [spent] = await rowsOf<{ centavos: string }>(
    `select coalesce(sum(amount_centavos) filter (where status = 'COMPLETED'), 0) as centavos
       from vas.sales where merchant_id = $1`,
  )
  expect(Number(books?.available)).toBeLessThanOrEqual(funds)
  expect(Number(spent?.centavos)).toBeGreaterThan(0)
  expect((await db.admin.query('select * from money.imbalances()')).rows).toEqual([])

  const { rows: there } = await db.admin.query(
    'select from shop.memberships where id = any ($1) and ended_at is null',
    [shop.dismissed],
  )
  expect(there).toEqual([])
}

/** In the journal outside the database, each once. */
async function expectJournaled(memberships: readonly string[]): Promise<void> {
  const dir = path.join(dataDir, 'authority')
  const endedTimes = async () => {
    const texts = await Promise.all(
      (await readdir(dir)).map((name) => readFile(path.join(dir, name), 'utf8')),
    )
    const acts = texts
      .flatMap((text) => text.split('\n'))
      .filter((line) => line.includes('membership.ended'))
      .map((line) => JSON.parse(line).body.event)
    const ids = new Set(acts.map(({ id }) => id))
    return memberships.map(
      (each) => [...ids].filter((id) => acts.some((act) => act.id === id && act.entityId === each)).length,
    )
  }
  await expect.poll(endedTimes, { timeout: patient(30_000) }).toEqual(memberships.map(() => 1))
}

const prepared = ({ url: connectionString }: DebianPostgres) =>
  withClient(
    { connectionString },
    async (client) => (await client.query('select from pg_prepared_xacts')).rowCount,
  )
const isEnded = async ({ membershipId }: Member) =>
  (
    await db.admin.query('select ended_at is not null as is from shop.memberships where id = $1', [
      membershipId,
    ])
  ).rows[0]?.is
const workers = () => nodes.servers.slice(1)

test(
  'a coordinator that is killed before it has decided a commit has decided nothing: no node keeps a part of it',
  async () => {
    const [{ store }] = shops as [Worked]
    const [coordinator, first, second] = nodes.servers as [DebianPostgres, DebianPostgres, DebianPostgres]
    const member = await world.member(store, 'cashier')
    const client = new pg.Client({ connectionString: db.adminUrl })
    client.on('error', () => {})
    await client.connect()
    await client.query('begin; set local role mostrador_owner')
    await client.query(
      `do $do$ declare v_member shop.memberships;
       begin
         select * into v_member from shop.memberships where id = '${member.membershipId}';
         perform shop.finish_membership(v_member);
       end $do$`,
    )
    await second.pause()
    const committing = client.query('commit').catch((error: unknown) => error)
    await expect.poll(() => prepared(first)).toBe(1)
    await coordinator.kill()
    await second.resume()
    await coordinator.start()
    expect(await committing).toBeInstanceOf(Error)
    await expectNothingOpen()
    expect(await isEnded(member)).toBe(false)
    await expectSameCopies(db)
    await until([204], () =>
      call((shops[0] as Worked).manager, 'DELETE', `/pos/memberships/${member.membershipId}`),
    )
    expect(await isEnded(member)).toBe(true)
  },
  patient(60_000),
)

test(
  'a coordinator that is killed once it has decided a commit keeps its word: all nodes have it, and the journal',
  async () => {
    const [{ store, manager }] = shops as [Worked]
    const [coordinator] = nodes.servers as [DebianPostgres]
    const member = await world.member(store, 'cashier')
    // The commit is on the disk and waits for a standby that does not exist; the nodes wait for their word.
    const waitForStandby = async (change: string) => {
      await db.admin.query(`alter system ${change}`)
      await db.admin.query('select pg_reload_conf()')
    }
    onTestFinished(() => waitForStandby('reset synchronous_standby_names'))
    await waitForStandby(`set synchronous_standby_names = 'nobody'`)
    const ending = call(manager, 'DELETE', `/pos/memberships/${member.membershipId}`)
    const waiting = async () =>
      (
        await db.admin.query(
          `select from pg_stat_activity where wait_event = 'SyncRep' and usename = 'mostrador_api'`,
        )
      ).rowCount
    await expect.poll(waiting).toBe(1)
    for (const worker of workers()) expect(await prepared(worker)).toBeGreaterThan(0)
    await coordinator.kill()
    expect((await ending).status).toBeGreaterThanOrEqual(500)
    await coordinator.start()
    await waitForStandby('reset synchronous_standby_names')
    await expectNothingOpen()
    expect(await isEnded(member)).toBe(true)
    await expectSameCopies(db)
    await expectJournaled([member.membershipId])
    await until([404], () => call(manager, 'DELETE', `/pos/memberships/${member.membershipId}`))
  },
  patient(60_000),
)
