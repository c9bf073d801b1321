import { afterAll, beforeAll, expect, test } from 'vitest'
import { withPlaces } from '../../src/database/change-places.ts'
import { withClient } from '../../src/database/client.ts'
import { loginsOf } from '../../src/database/login.ts'
import { migrate } from '../../src/database/migrate.ts'
import { type Answer, openProduct, type RunningProduct } from '../app.ts'
import { openDatabase } from '../cluster.ts'
import { runCommand } from '../command.ts'
import { patient } from '../patience.ts'
import { type Tills, tillsOf } from '../till.ts'
import type { Person } from '../world.ts'
import { expectSameCopies } from './copies.ts'
import { doctorOnPlaces } from './doctor.ts'
import { citusPrograms } from './installed.mjs'
import { expectSold, onHand, type SellingShop, shopAt } from './moving-shops.ts'
import { createClusterDatabase, type Nodes, startNodes } from './nodes.ts'
import { sellOn } from './sale-stream.ts'

// A cluster of its own, one of whose nodes is killed: that of the place norte.
let nodes: Nodes
let app: RunningProduct
let tills: Tills
let admin: Person
let atNorte: SellingShop
/** The number of the worker that is killed. */
const dead = 0
const deadServer = () => nodes.servers[dead + 1]
let atPrimary: SellingShop
let someone: Person
const password = 'una-buena-clave'

beforeAll(async () => {
  nodes = await startNodes(citusPrograms() ?? '')
  const url = await createClusterDatabase(nodes, 'mostrador')
  await migrate(url, loginsOf(url).passwords)
  app = await openProduct(openDatabase([nodes.coordinator, ...nodes.workers], 'mostrador'))
  tills = tillsOf(app)
  admin = await app.world.platformAdmin()
  someone = await app.world.person({ password })
  await withPlaces(app.adminUrl, ({ add }) => add('norte', [addressOf(dead)]))
  atNorte = await shopAt({ admin: app.admin, tills }, 'norte')
  atPrimary = await shopAt({ admin: app.admin, tills }, 'primary')
}, patient(180_000))
afterAll(async () => {
  await app.stop().finally(async () => {
    await Promise.all([app.database.close(), app.admin.end()])
    await nodes.stop()
  })
})

const addressOf = (worker: number) => `127.0.0.1:${new URL(nodes.workers[worker] ?? '').port}`

let count = 0
const places = (...args: string[]) => runCommand(['places', ...args], { DATABASE_ADMIN_URL: app.adminUrl })
const create = (databaseId?: string) =>
  app.call(admin, 'POST', '/pos/merchants', {
    name: `Abarrotes ${++count}`,
    owner: { email: `owner${count}@example.test`, name: 'Rosa Luna' },
    ...(databaseId !== undefined && { databaseId }),
  })
const openCart = ({ cashier, product }: SellingShop) =>
  app.call(cashier, 'POST', '/pos/carts', { storeId: cashier.storeId, lines: [{ variantId: product }] })
const listOrders = ({ supervisor }: SellingShop) => app.call(supervisor, 'GET', '/pos/sales_orders?limit=5')

/** What is of no merchant, such as the audit of a session, is on the coordinator. */
async function signsIn(): Promise<void> {
  const answer = await app.call(undefined, 'POST', '/auth/sessions', { email: someone.email, password })
  expect(answer.status, answer.text).toBe(201)
}

const isUnavailable = (answer: Answer) => {
  const logged = app.logLines.filter((line) => line.includes(answer.body.requestId))
  expect(answer.body, logged.join('\n')).toMatchObject({ status: 503, code: 'place_unavailable' })
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
}
const sellsAgain = (shop: SellingShop) =>
  expect
    .poll(
      async () => {
        const { status, body } = await openCart(shop)
        return status === 201 ? [] : app.logLines.filter((line) => line.includes(body.requestId))
      },
      { timeout: patient(2_000), interval: 100 },
    )
    .toEqual([])

test(
  'while a node is dead its merchants are answered place_unavailable, and the others go on',
  async () => {
    const stock = await onHand(app, atPrimary)
    const going = sellOn({ app, tills, shop: atPrimary, product: atPrimary.product })
    const waiting = sellOn({ app, tills, shop: atNorte, product: atNorte.product })
    await expect
      .poll(() => Math.min(going.count(), waiting.count()), { timeout: patient(20_000) })
      .toBeGreaterThan(5)
    await deadServer()?.kill()
    const killedAt = going.orders.length
    await expect.poll(() => waiting.refused.length, { timeout: patient(20_000) }).toBeGreaterThan(5)
    await expect.poll(() => going.orders.length, { timeout: patient(20_000) }).toBeGreaterThan(killedAt + 5)
    await waiting.stop()
    for (const answer of waiting.refused) isUnavailable(answer)
    isUnavailable(await openCart(atNorte))
    isUnavailable(await listOrders(atNorte))
    expect((await listOrders(atPrimary)).body.items.length).toBeGreaterThan(0)
    await expectSold(app, atPrimary, [going], stock)
    await signsIn()
    // The server itself is fit: a balancer keeps sending.
    expect((await app.call(undefined, 'GET', '/readyz')).status).toBe(200)
    await deadServer()?.start()
    await sellsAgain(atNorte)
  },
  patient(60_000),
)

test(
  'copied tables cannot be written until the place is taken down, and are the same everywhere once it is up',
  async () => {
    const keys = await keysOn(app.nodes[dead + 1] ?? '')
    await deadServer()?.kill()
    isUnavailable(await create('primary'))
    expect(await places('up', 'norte')).toMatchObject({ code: 0, out: 'The place norte is up already.\n' })
    expect(await places('down', 'norte')).toEqual({
      ...{ code: 0, err: '' },
      out: 'The place norte is down. Its merchants are answered 503 until: mostrador places up norte\n',
    })
    expect((await places('down', 'norte')).out).toBe('The place norte is down already.\n')
    expect((await places()).out).toMatch(/^norte .* down since \S+\nprimary [^\n]*\d\n$/)
    expect(await doctorOnPlaces(app)).toMatchObject({
      ...{ state: 'error', text: expect.stringContaining('the place norte is down since') },
      todo: 'Start its nodes, then: mostrador places up norte',
    })
    const made = await create()
    expect(made.body.merchant, made.text).toMatchObject({ databaseId: 'primary' })
    isUnavailable(await create('norte'))
    isUnavailable(await openCart(atNorte))
    isUnavailable(await listOrders(atNorte))
    const sold = await tills.sale(atPrimary.cashier, [{ variantId: atPrimary.product }])
    expect(sold.order.folio).toBeTruthy()
    const hired = await app.world.member(atPrimary.store, 'cashier')
    expect(hired.id).toBeTruthy()
    for (const [args, words] of [
      [['remove', 'norte'], 'The place norte is down. Bring it up first: mostrador places up norte'],
      [['down', 'sur'], 'There is no place sur.'],
      [['up', 'sur'], 'There is no place sur.'],
      [
        ['up', 'norte'],
        `The node ${addressOf(dead)} does not answer. Start its PostgreSQL, and repeat the command.`,
      ],
    ] as const)
      expect(await places(...args)).toEqual({ code: 1, out: '', err: `${words}\n` })
    await expectNoMoves()
    await comesUp()
    expect(await doctorOnPlaces(app)).toMatchObject({ state: 'ok' })
    expect(await keysOn(app.nodes[dead + 1] ?? '')).toEqual(keys)
    expect(keys.length).toBeGreaterThan(50)
  },
  patient(120_000),
)

/** A merchant is not moved to a place that is down, nor from one. */
async function expectNoMoves(): Promise<void> {
  const move = (shop: SellingShop, place: string) =>
    runCommand(['merchants', 'move', shop.merchantId, place], { DATABASE_ADMIN_URL: app.adminUrl })
  const silent = {
    code: 1,
    out: '',
    err: `Nothing was moved. The node ${addressOf(dead)} does not answer.\n`,
  }
  expect(await move(atPrimary, 'norte')).toEqual(silent)
  expect(await move(atNorte, 'primary')).toEqual(silent)
  expect((await app.admin.query('select from platform.merchant_moves')).rowCount).toBe(0)
}

/** The node answers again, and is in the cluster again once it has what was written meanwhile. */
async function comesUp(): Promise<void> {
  await deadServer()?.start()
  isUnavailable(await openCart(atNorte))
  const stock = await onHand(app, atPrimary)
  const going = sellOn({ app, tills, shop: atPrimary, product: atPrimary.product })
  expect(await places('up', 'norte')).toEqual({ code: 0, out: 'The place norte is up.\n', err: '' })
  await expectSameCopies(app)
  await sellsAgain(atNorte)
  await expectSold(app, atPrimary, [going], stock)
  expect((await places('up', 'norte')).out).toBe('The place norte is up already.\n')
  const made = await create('norte')
  expect(made.status, made.text).toBe(201)
  await expectSameCopies(app)
  const { rows } = await app.admin.query(
    `select action, before->'downAt' <> 'null' as "wasDown" from audit.log
      where entity = 'place' and action ~ 'down|up' order by id`,
  )
  expect(rows.at(-1)).toEqual({ action: 'place.came_up', wasDown: true })
}

/** Keys and triggers on a node that refer to a copied table, and are in force. */
async function keysOn(connectionString: string): Promise<string[]> {
  return withClient({ connectionString }, async (client) => {
    await client.query('set citus.override_table_visibility = off')
    const { rows } = await client.query<{ key: string }>(
      `select c.conrelid::regclass || ' ' || pg_get_constraintdef(c.oid) || ' ' || count(t.tgenabled)::text as key
         from pg_constraint c join pg_trigger t on t.tgconstraint = c.oid and t.tgenabled = 'O'
        where c.contype = 'f' group by c.oid, c.conrelid order by 1`,
    )
    return rows.map(({ key }) => key)
  })
}
