import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
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
import { type Tills, tillsOf } from '../till.ts'
import { type Member, worldOf } from '../world.ts'
import { expectSameCopies } from './copies.ts'
import { citusPrograms } from './installed.mjs'
import { createClusterDatabase, type Nodes, startNodes } from './nodes.ts'
import { onEachNode } from './on-each-node.ts'
import {
  type AcknowledgedShop,
  expectAcknowledged,
  expectJournaled,
  expectNothingOpen,
} from './outside-records.ts'

// A cluster of its own. It is compared with records outside it: what tills and managers were answered, the provider's journal,
// and the authority journal.
const stockBefore = 100_000
const funds = 100_000_000
let nodes: Nodes
let db: TestDatabase
let server: StartedServer
let dataDir: string
let tills: Tills
let world: ReturnType<typeof worldOf>
let shops: readonly AcknowledgedShop[]
let topUp: string

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

async function openShop(): Promise<AcknowledgedShop> {
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

/** Sells top-ups and goods and ends memberships, in turn, until it is stopped. */
function work(shop: AcknowledgedShop, hired: readonly Member[]) {
  let isOver = false
  const waiting = [...hired]
  const turn = async () => {
    const saleKey = { 'idempotency-key': randomUUID(), prefer: 'wait=5' }
    const number = `${++reference}000`
    const sold = await until([201], () =>
      call(
        shop.cashier,
        'POST',
        '/vas/sale',
        { storeId: shop.store.id, productId: topUp, reference: number },
        saleKey,
      ),
    )
    shop.topUps.push({ id: sold.body.id, status: sold.body.status })
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

const soldCounts = () => shops.map(({ orders }) => orders.length)
const allSellOn = async () => {
  const before = soldCounts()
  await expect
    .poll(() => soldCounts().every((count, at) => count > (before[at] as number) + 2), {
      timeout: patient(60_000),
    })
    .toBe(true)
}

test(
  'each node is killed twice while shops sell: nothing that was acknowledged is lost, and nothing is there twice',
  async () => {
    const hired: Member[][] = []
    for (const shop of shops) {
      const team: Member[] = []
      for (let no = 0; no < 12; no++) team.push(await world.member(shop.store, 'cashier'))
      hired.push(team)
    }
    const working = shops.map((shop, at) => work(shop, hired[at] as Member[]))
    await allSellOn()
    for (let round = 0; round < 2; round++)
      for (const node of nodes.servers) {
        await node.kill()
        await passTime(Math.random() * 800, 'the node is away')
        await node.start()
        await allSellOn()
      }
    await Promise.all(working.map((each) => each.stop()))
    await expectNothingOpen(db.admin)
    for (const shop of shops) await expectAcknowledged(db.admin, dataDir, shop, stockBefore)
    expect(shops.every(({ dismissed }) => dismissed.length > 5)).toBe(true)
    await expectSameCopies(db)
    await expectJournaled(
      dataDir,
      shops.flatMap(({ dismissed }) => dismissed),
    )
  },
  patient(240_000),
)

/** What a process of the coordinator has prepared on a node, one for each of its connections there. */
const preparedCount = ({ url: connectionString }: DebianPostgres, pid: number) =>
  withClient({ connectionString }, async (client) => {
    const { rowCount } = await client.query(
      `select from pg_prepared_xacts where gid like 'citus\\_0\\_' || $1 || '\\_%'`,
      [String(pid)],
    )
    return rowCount
  })
const isEnded = async ({ membershipId }: Member) =>
  (
    await db.admin.query('select ended_at is not null as is from shop.memberships where id = $1', [
      membershipId,
    ])
  ).rows[0]?.is

test(
  'a coordinator is killed before it has decided a commit: no node keeps any part of it',
  async () => {
    const [{ store }] = shops as [AcknowledgedShop]
    const [coordinator, first, second] = nodes.servers as [DebianPostgres, DebianPostgres, DebianPostgres]
    const member = await world.member(store, 'cashier')
    const client = new pg.Client({ connectionString: db.adminUrl })
    client.on('error', () => {})
    await client.connect()
    const { rows } = await client.query('select pg_backend_pid() as pid')
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
    await expect.poll(() => preparedCount(first, rows[0].pid)).toBeGreaterThan(0)
    await coordinator.kill()
    await second.resume()
    await coordinator.start()
    expect(await committing).toBeInstanceOf(Error)
    await expectNothingOpen(db.admin)
    expect(await isEnded(member)).toBe(false)
    await expectSameCopies(db)
    await until([204], () =>
      call((shops[0] as AcknowledgedShop).manager, 'DELETE', `/pos/memberships/${member.membershipId}`),
    )
    expect(await isEnded(member)).toBe(true)
  },
  patient(60_000),
)

test(
  'a coordinator is killed once it has decided a commit: every node commits, and the act is journaled',
  async () => {
    const [{ store, manager }] = shops as [AcknowledgedShop]
    const [coordinator] = nodes.servers as [DebianPostgres]
    const member = await world.member(store, 'cashier')
    // The commit is on the disk and waits for a standby that does not exist; the other nodes wait to hear of it.
    const waitForStandby = async (change: string) => {
      await db.admin.query(`alter system ${change}`)
      await db.admin.query('select pg_reload_conf()')
    }
    onTestFinished(() => waitForStandby('reset synchronous_standby_names'))
    await waitForStandby(`set synchronous_standby_names = 'nobody'`)
    const ending = call(manager, 'DELETE', `/pos/memberships/${member.membershipId}`)
    const committing = async () => {
      const { rows } = await db.admin.query<{ pid: number }>(
        `select pid from pg_stat_activity where wait_event = 'SyncRep' and usename = 'mostrador_api'`,
      )
      return rows[0]?.pid
    }
    await expect.poll(committing).toBeDefined()
    const pid = (await committing()) as number
    for (const worker of nodes.servers.slice(1)) expect(await preparedCount(worker, pid)).toBeGreaterThan(0)
    await coordinator.kill()
    expect((await ending).status).toBeGreaterThanOrEqual(500)
    await coordinator.start()
    await waitForStandby('reset synchronous_standby_names')
    await expectNothingOpen(db.admin)
    expect(await isEnded(member)).toBe(true)
    await expectSameCopies(db)
    await expectJournaled(dataDir, [member.membershipId])
    await until([404], () => call(manager, 'DELETE', `/pos/memberships/${member.membershipId}`))
  },
  patient(60_000),
)
