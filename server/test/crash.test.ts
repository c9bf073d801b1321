import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { changeSales } from './changed-sales.ts'
import type { Leashed } from './leashed.ts'
import { passTime } from './pass-time.ts'
import { patient } from './patience.ts'
import { firstLine, killProgram, startProgram } from './programs.ts'
import { successesById } from './provider-journal.ts'
import { startVasApp, type VasApp } from './vas-app.ts'

type Shop = Awaited<ReturnType<VasApp['shop']>>

interface Dying {
  readonly crashAt: string
  /** Where the crash leaves the sale. */
  readonly phase: string
  /** Unique to this sale; the last digits tell the simulator how it ends. */
  readonly reference: string
  readonly ends: 'COMPLETED' | 'FAILED'
}

/** A requested sale, and what the dead server left of it. */
interface Left {
  readonly shop: Shop
  readonly order: object
  readonly key: string
  /** Whether the sale was answered as ended before the crash. */
  readonly isAnswered: boolean
  /** The answer that the sale is in progress, which precedes a crash that is slow to come. */
  readonly inProgress?: object | undefined
  readonly rows: readonly { id: string; phase: string; status: string; connectionId: string | null }[]
  readonly held: number
}

const points = [
  { crashAt: 'before-hold', phase: 'RESERVED' },
  { crashAt: 'after-hold', phase: 'RESERVED' },
  { crashAt: 'in-holding', phase: 'HOLDING' },
  { crashAt: 'in-held', phase: 'HELD' },
  { crashAt: 'before-confirm', phase: 'CONFIRMING' },
  { crashAt: 'after-confirm', phase: 'CONFIRMING' },
] as const

const completing = (no: number) => ({ reference: `55123${no}600`, ends: 'COMPLETED' }) as const
const failing = (no: number) => ({ reference: `55123${no}602`, ends: 'FAILED' }) as const

/** Paid from the wallet at the platform. */
const ours: readonly Dying[] = points.flatMap((point, no) => [
  { ...point, ...completing(10 + no) },
  { ...point, ...failing(10 + no) },
])
/** Paid by the merchant’s own account at the provider. */
const theirs: readonly Dying[] = [
  ...points.map((point, no) => ({ ...point, ...completing(20 + no) })),
  { ...points[5], ...failing(25) },
]
const submitted = '5512345300'
const reviewed = '5512345600'

// The data is created in this process; one process makes the sales and dies in the middle of all of them, and
// the next one completes them.
let app: VasApp
let product: string
let sandboxDir: string
let restarted: { url: string; child: Leashed }
const left = new Map<string, Left>()
const answers = new Map<string, { http: number; body: { id: string; status: string } }>()

beforeAll(async () => {
  app = await startVasApp()
  product = await app.product('Telcel', 10_000)
  sandboxDir = await mkdtemp(path.join(tmpdir(), 'mostrador-crash-'))
  const crashes = Object.fromEntries([...ours, ...theirs].map((each) => [each.reference, each.crashAt]))
  // One process has all the sales until the last of them has reached its crash point.
  const dying = await start({
    CRASHES: JSON.stringify(crashes),
    REVIEWED: reviewed,
    // As long as the process lives it keeps its sales, however long the last of them takes to its crash point.
    LEASE_MS: String(60 * 60_000),
  })
  const gone = once(dying.child, 'exit')
  const pending = [submitted, reviewed].map(async (reference) => {
    const shop = await app.shop(100_000)
    const order = { storeId: shop.store.id, productId: product, reference }
    const answer = await sell(dying.url, shop.cashier.token, order, `crash-${reference}`, 4)
    answers.set(reference, { http: answer.status, body: (await answer.json()) as never })
    // A busy machine answers before the provider's wrong answer has arrived.
    const phase = reference === reviewed ? 'REVIEW' : expect.any(String)
    const found = await vi.waitFor(
      async () => {
        const { rows, held } = await remains(shop)
        expect(rows).toMatchObject([{ phase }])
        return { rows, held }
      },
      { timeout: patient(10_000) },
    )
    left.set(reference, { shop, order, key: '', isAnswered: true, ...found })
  })
  await Promise.all(pending)
  const sold = await Promise.all([
    ...ours.map(async ({ reference }) => {
      const shop = await app.shop(100_000)
      return { reference, shop, order: { storeId: shop.store.id, productId: product, reference } }
    }),
    ...theirs.map(async ({ reference }) => {
      const shop = await app.shop(0)
      const funding = { source: 'PLATFORM_BALANCE', connectionId: await connect(dying.url, shop) }
      return { reference, shop, order: { storeId: shop.store.id, productId: product, reference, funding } }
    }),
  ])
  const asked = await Promise.all(
    sold.map(async (each) => {
      const key = `crash-${each.reference}`
      const first = await sell(dying.url, each.shop.cashier.token, each.order, key, 10)
        .then(async (answer) => ({ http: answer.status, body: (await answer.json()) as object }))
        .catch(() => undefined)
      const isInProgress = first?.http === 202
      return {
        ...each,
        key,
        isAnswered: first !== undefined && !isInProgress,
        inProgress: isInProgress ? first.body : undefined,
      }
    }),
  )
  // A sale that never reaches its crash point fails only its own test.
  await Promise.race([gone, passTime(patient(5_000), 'a sale reaches its crash point')])
  await killProgram(dying.child)
  for (const { reference, ...each } of asked) left.set(reference, { ...each, ...(await remains(each.shop)) })
  // The leases of the dead process have expired.
  await changeSales(app.admin, 'leased_until = now()', 's.leased_until is not null')
  restarted = await start({})
}, patient(60_000))
afterAll(async () => {
  await killProgram(restarted.child)
  await app.close()
  await rm(sandboxDir, { recursive: true, force: true })
})

/** Starts the built server. */
async function start(environment: Record<string, string>): Promise<{ url: string; child: Leashed }> {
  const child = startProgram([path.join(import.meta.dirname, 'crashing-server.mjs')], {
    env: {
      ...process.env,
      API_URL: app.apiUrl,
      WORKER_URL: app.workerUrl,
      SANDBOX_DIR: sandboxDir,
      ...environment,
    },
  })
  return { url: await firstLine(child), child }
}

function sell(
  url: string,
  token: string,
  order: object,
  key: string,
  waitSeconds: number,
): Promise<Response> {
  return fetch(`${url}/vas/sale`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': key,
      prefer: `wait=${waitSeconds}`,
    },
    body: JSON.stringify(order),
  })
}

/** @returns the id of the merchant’s own account at the provider, whose customer number is the store's */
async function connect(url: string, { store }: Shop): Promise<string> {
  const connected = await fetch(`${url}/pos/connections`, {
    method: 'POST',
    headers: { authorization: `Bearer ${store.manager.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      storeId: store.id,
      provider: 'dtone',
      name: 'Propia',
      apiKey: 'sandbox-merchant',
      apiSecret: 'sandbox-merchant',
    }),
  })
  return ((await connected.json()) as { id: string }).id
}

async function remains({ store }: Shop): Promise<Pick<Left, 'rows' | 'held'>> {
  const { rows } = await app.admin.query(
    'select id, phase, status, connection_id as "connectionId" from vas.sales where store_id = $1',
    [store.id],
  )
  return { rows, held: (await app.books(store.merchantId)).held }
}

/** What the provider has really done with a sale, from its own journal: for our account, or a customer's. */
function completionsOf(saleId: string, customer?: string): number {
  const dir = customer === undefined ? sandboxDir : path.join(sandboxDir, 'customers', customer)
  return successesById(dir).get(saleId) ?? 0
}

/** The remains of a sale, and how it continues after the restart. */
function remembered(reference: string) {
  const found = left.get(reference)
  if (found === undefined) throw new Error(`${reference} was never sold`)
  const saleId = found.rows[0]?.id as string
  const { store, cashier } = found.shop
  return {
    ...found,
    store,
    saleId,
    status: async () =>
      (await app.admin.query('select status from vas.sales where id = $1', [saleId])).rows[0].status,
    again: () => sell(restarted.url, cashier.token, found.order, found.key, 4),
    books: () => app.books(store.merchantId),
  }
}

/** A replay of an ended sale repeats the answer that preceded the crash; without one it returns the sale or names it. */
async function expectReplay(reference: string, ends: string): Promise<void> {
  const { saleId, inProgress, again } = remembered(reference)
  const replay = await again()
  const body = await replay.json()
  if (inProgress !== undefined) {
    expect({ http: replay.status, body }).toEqual({ http: 202, body: inProgress })
    return
  }
  expect([200, 201, 409]).toContain(replay.status)
  expect(body).toMatchObject(replay.status === 409 ? { saleId } : { id: saleId, status: ends })
}

describe('kill -9 in the middle of a sale', () => {
  test.for(ours)('$crashAt, to $reference: after the restart it ends $ends, once', async ({
    phase,
    reference,
    ends,
  }) => {
    const { store, saleId, isAnswered, rows, held, status, books } = remembered(reference)
    expect(isAnswered).toBe(false)
    expect(rows).toMatchObject([{ phase, status: 'PENDING' }])
    expect(held).toBeGreaterThan(9_000)

    await expect.poll(status).toBe(ends)
    await expectReplay(reference, ends)
    expect(completionsOf(saleId)).toBe(ends === 'COMPLETED' ? 1 : 0)
    const { available, ...others } = await books()
    expect(others).toEqual({ held: 0, faults: [] })
    expect(available === 100_000).toBe(ends === 'FAILED')
    const { rows: sales } = await app.admin.query(
      'select count(*)::int as n from vas.sales where store_id = $1',
      [store.id],
    )
    expect(sales[0].n).toBe(1)
  })

  test.for(
    theirs,
  )('$crashAt, to $reference, paid by the merchant’s own account: it ends $ends, once, and is booked as that', async ({
    phase,
    reference,
    ends,
  }) => {
    const { saleId, order, isAnswered, rows, status, books } = remembered(reference)
    const { connectionId } = (order as { funding: { connectionId: string } }).funding
    expect(connectionId).toEqual(expect.any(String))
    expect(isAnswered).toBe(false)
    expect(rows).toMatchObject([{ phase, status: 'PENDING', connectionId }])

    await expect.poll(status).toBe(ends)
    await expectReplay(reference, ends)
    expect(completionsOf(saleId, 'sandbox-merchant')).toBe(ends === 'COMPLETED' ? 1 : 0)
    expect(completionsOf(saleId)).toBe(0)
    expect(await books()).toEqual({ available: 0, held: 0, faults: [] })
    const { rows: posted } = await app.admin.query(
      `select p.kind, e.account, e.amount_centavos = -s.wholesale_centavos as "isThePrice"
         from money.postings p join money.entries e on e.merchant_id = p.merchant_id and e.posting_id = p.id
         join vas.sales s on s.id = p.reference
        where s.id = $1 and e.account = 'connection_balance'`,
      [saleId],
    )
    expect(posted).toEqual(
      ends === 'FAILED'
        ? []
        : [{ kind: 'connection_capture', account: 'connection_balance', isThePrice: true }],
    )
  })

  test('while the provider is still working on it (SUBMITTED): the restarted server finds the end', async () => {
    expect(answers.get(submitted)?.http).toBe(202)
    const { rows, status, books } = remembered(submitted)
    expect(rows).toMatchObject([{ status: 'PENDING' }])
    await expect.poll(status).toBe('COMPLETED')
    expect(await books()).toMatchObject({ held: 0, faults: [] })
  })

  test('while it needs a review (REVIEW): it stays PENDING, and its outcome is found when it is read', async () => {
    const { shop, rows, books } = remembered(reviewed)
    const { http, body } = answers.get(reviewed) as NonNullable<ReturnType<typeof answers.get>>
    expect({ http, status: body.status }).toEqual({ http: 202, status: 'PENDING' })
    expect(rows).toMatchObject([{ id: body.id, phase: 'REVIEW' }])
    const { rows: kept } = await app.admin.query('select incident from vas.sales where id = $1', [body.id])
    expect(kept).toEqual([{ incident: 'amount_mismatch' }])
    const asked = async () => {
      const headers = { authorization: `Bearer ${shop.cashier.token}` }
      const answer = await fetch(`${restarted.url}/vas/sale/${body.id}`, { headers })
      return ((await answer.json()) as { status: string }).status
    }
    await expect.poll(asked, { interval: 300 }).toBe('COMPLETED')
    expect(await books()).toMatchObject({ held: 0, faults: [] })
  })
})
