import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startProduct } from './app.ts'
import { type Caller, callersOf } from './callers.ts'
import { operationsOf, requestsTo } from './hostile-requests.ts'
import { tillsOf } from './till.ts'
import type { Member, Person } from './world.ts'

/** How many requests each operation gets, and from which seed: more and others by hand, the same few in every run. */
const runs = Number(process.env['MOSTRADOR_FUZZ'] ?? 3)
const seed = Number(process.env['MOSTRADOR_FUZZ_SEED'] ?? 20_260_101)

let app: Awaited<ReturnType<typeof startProduct>>
let callers: readonly (readonly [name: string, caller: Caller])[]
let known: Record<string, unknown>
let ids: string[]
let tables: string[]

beforeAll(async () => {
  app = await startProduct()
  const { world } = app
  const merchant = await world.merchant()
  const stores = {
    store: await world.store(merchant),
    sibling: await world.store(merchant),
    foreign: await world.store(),
  }
  const all = await callersOf(world, stores)
  const asking = ['anonymous', 'cashier', 'owner', 'other merchant’s manager', 'operator', 'admin'] as const
  callers = asking.map((name) => [name, all[name]] as const)
  const tills = tillsOf(app)
  const cashier = all.cashier.person as Member
  const shiftId = await tills.openShift(cashier)
  const variantId = await tills.product(stores.store, { stock: 1_000 })
  const order = await tills.sale(cashier, [{ variantId }])
  const cart = await tills.cart(cashier, [{ variantId }])
  // What is closed, ended or blocked by a lucky hit is nobody's who asks.
  const [victim, spare] = [await world.merchant(), await world.member(stores.store, 'cashier')]
  const storeId = stores.store.id
  known = {
    storeId,
    variantId,
    productId: variantId,
    cartId: cart.id,
    orderId: order.id,
    merchantId: victim.id,
  }
  ids = [
    shiftId,
    variantId,
    order.id,
    cart.id,
    cart.lines[0].id,
    victim.id,
    spare.membershipId,
    spare.id,
    storeId,
  ]
  tables = await everyTable()
}, 120_000)
afterAll(() => app.close())

/** Told apart from the others: an attempt that failed is counted, a session was seen, and news finds its place later. */
const countedAnyway = [
  'identity.sessions',
  'identity.sign_in_attempts',
  'pos.code_attempts',
  'platform.events',
  'platform.event_head',
]

async function everyTable(): Promise<string[]> {
  const { rows } = await app.admin.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
      where c.relkind = 'r' and c.relnamespace::regnamespace::text in ('identity', 'platform', 'pos', 'vas', 'ledger', 'authz')
      order by 1`,
  )
  return rows.map(({ name }) => name).filter((name) => !countedAnyway.includes(name))
}

/** The rows of every table, as far as PostgreSQL knows them by who wrote them when. */
async function state(): Promise<Map<string, string>> {
  const each = tables.map(
    (name) =>
      `select '${name}' as name, count(*) || ':' || coalesce(sum(xmin::text::bigint), 0) as rows from ${name}`,
  )
  const { rows } = await app.admin.query<{ name: string; rows: string }>(each.join(' union all '))
  return new Map(rows.map((row) => [row.name, row.rows]))
}

// A stream has no end, and a form with a file has tests of its own.
const others = ['GET /events', 'POST /vas/chips/import']

test(
  `whatever is sent gets an answer of ours, and what is refused changes nothing (seed ${seed}, ${runs} each)`,
  async () => {
    const { body: openapi } = await app.call(undefined, 'GET', '/openapi.json')
    const wrong: string[] = []
    let [refused, done] = [0, 0]
    for (const operation of operationsOf(openapi)) {
      const name = `${operation.method} ${operation.path}`
      if (others.includes(name)) continue
      const requests = fc.sample(requestsTo(operation, known, ids), { numRuns: runs, seed })
      for (const [no, request] of requests.entries()) {
        // Every other request is from somebody who is let in: behind the guard is where most can go wrong.
        const fitting = operation.access.startsWith('platform:') ? 'admin' : 'owner'
        const [who, caller] =
          no % 2 === 0
            ? [fitting, callers.find(([each]) => each === fitting)?.[1] as Caller]
            : (callers[(no + name.length) % callers.length] as (typeof callers)[number])
        const isOfSession = operation.path.startsWith('/auth/')
        const asking = await personOf(caller, isOfSession)
        const before = await state()
        const answer = await app.call(asking, operation.method, request.path, request.body, request.headers)
        if (isOfSession) await renew(caller)
        const told = `${name} as ${who}: ${answer.status} ${answer.text.slice(0, 300)} to ${JSON.stringify(request).slice(0, 700)}`
        const isOurs = answer.status < 500 || answer.body.code === 'not_active' || answer.status === 503
        if (!isOurs) wrong.push(told)
        if (answer.status < 400) {
          done++
          continue
        }
        refused++
        const type = answer.headers.get('content-type') ?? 'none'
        if (!type.startsWith('application/problem+json') || answer.body.status !== answer.status)
          wrong.push(`${type} ${told}`)
        const after = await state()
        const changed = tables.filter(
          (table) => before.get(table) !== after.get(table) && !isCounted(operation.path, table),
        )
        if (changed.length > 0) wrong.push(`changed ${changed.join(', ')}: ${told}`)
      }
    }
    expect(wrong).toEqual([])
    // Otherwise what was sent was all of one kind.
    expect(Math.min(refused, done)).toBeGreaterThan(runs * 10)
  },
  60_000 + runs * 60_000,
)

/** A sign-in that failed is written down. */
const isCounted = (path: string, table: string) => path.startsWith('/auth/') && table === 'platform.audit_log'

async function personOf(
  { person }: Caller,
  isOfSession: boolean,
): Promise<Pick<Person, 'token'> | undefined> {
  return person && isOfSession ? { token: await app.world.session(person.id) } : person
}

/** Whoever has signed out everywhere signs in again. */
async function renew({ person }: Caller): Promise<void> {
  if (person !== undefined) Object.assign(person, { token: await app.world.session(person.id) })
}
