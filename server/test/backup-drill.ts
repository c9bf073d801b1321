import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { expect } from 'vitest'
import { startEmbeddedPostgres } from '../src/database/embedded/launch.ts'
import { demoPassword } from '../src/demo/people.ts'
import { runCommand } from './command.ts'
import type { Leashed } from './leashed.ts'
import { patient } from './patience.ts'
import { startProgram } from './programs.ts'

const main = path.resolve(import.meta.dirname, '../dist/main.js')

/** Runs `mostrador <args>` to its end, without logs. @returns both streams as one text */
export async function ran(args: readonly string[], environment: Readonly<Record<string, string>>) {
  const { code, out, err } = await runCommand(args, { LOG_LEVEL: 'silent', ...environment })
  return { code, said: out + err }
}

export interface RunningDemo {
  readonly child: Leashed
  readonly url: string
  readonly dataDir: string
  call(token: string | undefined, method: string, where: string, body?: object, key?: string): Promise<Reply>
  signIn(name: string): Promise<string>
}

interface Reply {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: the assertions are the check
  readonly body: any
}

/** `mostrador demo`, without history, on its own data folder. */
export async function startDemo(environment: Readonly<Record<string, string>>): Promise<RunningDemo> {
  const child = startProgram([main, 'demo'], {
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      MOSTRADOR_DEMO_DAYS: '0',
      RATE_LIMITS: 'off',
      ...environment,
    },
    stderr: 'pipe',
  })
  let complaint = ''
  child.stderr?.on('data', (chunk) => {
    complaint += chunk
  })
  const url = await openedAt(child).catch((error: Error) => {
    throw new Error(error.message + complaint)
  })
  const call: RunningDemo['call'] = async (token, method, where, body, key) => {
    const answer = await fetch(url + where, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key, prefer: 'wait=20' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) }
  }
  const signIn = async (name: string): Promise<string> => {
    const email = `${name}@demo.mostrador.test`
    const { status, body } = await call(undefined, 'POST', '/auth/sessions', {
      email,
      password: demoPassword,
    })
    if (status !== 201) throw new Error(JSON.stringify(body))
    return body.token
  }
  return { child, url, dataDir: environment['MOSTRADOR_DATA_DIR'] ?? '', call, signIn }
}

async function openedAt(child: Leashed): Promise<string> {
  let said = ''
  for await (const chunk of child.stdout) {
    said += chunk
    const url = /is open at (http\S+)/.exec(said)?.[1]
    if (url !== undefined) break
  }
  child.stdout.resume()
  const url = /is open at (http\S+)/.exec(said)?.[1]
  if (url === undefined) throw new Error(`the demo ended before it was open: ${said}`)
  return url
}

/**
 * A connection to the PostgreSQL of a running demo, as its superuser.
 *
 * @param database by default the one that backups use too
 */
export async function superuserOf(dataDir: string, database = 'postgres'): Promise<pg.Client> {
  const [password, conf] = await Promise.all(
    ['password', 'postgresql.conf'].map((name) => readFile(path.join(dataDir, 'postgres', name), 'utf8')),
  )
  const port = /^port = '(\d+)'$/m.exec(conf ?? '')?.[1]
  const client = new pg.Client({
    connectionString: `postgres://postgres:${password?.trim()}@127.0.0.1:${port}/${database}`,
  })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Asks the database of a data folder that nothing serves. */
export async function asked<R extends pg.QueryResultRow>(dataDir: string, text: string): Promise<R[]> {
  const server = await startEmbeddedPostgres({ dir: path.join(dataDir, 'postgres') })
  try {
    const client = new pg.Client({
      connectionString: Object.assign(new URL(server.url), { pathname: '/mostrador' }).href,
    })
    await client.connect()
    try {
      return (await client.query<R>(text)).rows
    } finally {
      await client.end()
    }
  } finally {
    await server.stop()
  }
}

/** PostgreSQL's names of the WAL in a store, in order. @param target its folder */
export function archivedIn(target: string): string[] {
  return readdirSync(target, { recursive: true })
    .map((name) => path.basename(String(name), '.enc'))
    .filter((name) => /^[0-9A-F]{24}$/.test(name))
    .sort()
}

/** Waits until the store has all WAL up to now, and returns the moment. */
export async function shippedUpToNow(shop: RunningDemo, target: string): Promise<Date> {
  const root = await superuserOf(shop.dataDir)
  const at = new Date()
  const { rows } = await root.query('select pg_walfile_name(pg_current_wal_insert_lsn()) as name')
  await root.end()
  await expect.poll(() => archivedIn(target).at(-1) ?? '', { timeout: patient(30_000) }).not.toBe('')
  await expect
    .poll(() => (archivedIn(target).at(-1) ?? '') >= rows[0].name, { timeout: patient(30_000) })
    .toBe(true)
  return at
}

/** What a shop got acknowledged, kept outside the product. */
export interface Acknowledged {
  readonly kind: 'goods' | 'airtime'
  readonly id: string
  readonly status: string
  readonly totalCentavos: number
  /** When the request was sent, and when its answer had arrived. */
  readonly askedAt: Date
  readonly acknowledgedAt: Date
}

/** A top-up that a till has asked for, also one without an answer: what it would repeat after a failure. */
export interface TopUp {
  readonly key: string
  /** Its number is of no other top-up, so the provider's journal can be searched for it. */
  readonly body: { readonly storeId: string; readonly productId: string; readonly reference: string }
  /** As it was answered; undefined: it was refused, or never answered. */
  sold: { readonly id: string; readonly status: string } | undefined
}

export interface Load {
  readonly acknowledged: readonly Acknowledged[]
  readonly topUps: readonly TopUp[]
  /** The codes with which sales were refused, and how often. */
  readonly refused: ReadonlyMap<string, number>
  /** Sells nothing while `work` waits for something else, and goes on after it. */
  rest(work: () => Promise<void>): Promise<void>
  stop(): Promise<void>
}

/**
 * Sells without a pause, goods and airtime by chance, until it rests, is stopped or the server is gone.
 *
 * @param goodsShare how many of the sales are of goods
 */
export async function sellWithoutPause(
  demo: RunningDemo,
  { random = Math.random, goodsShare = 0.6 } = {},
): Promise<Load> {
  const acknowledged: Acknowledged[] = []
  const topUps: TopUp[] = []
  const refused = new Map<string, number>()
  const isRefused = ({ status, body }: Reply): boolean => {
    if (status === 201 || status === 202) return false
    refused.set(body.code, (refused.get(body.code) ?? 0) + 1)
    return true
  }
  let isStopping = false
  let resting: Promise<void> | undefined
  const token = await demo.signIn('cashier')
  const me = (await demo.call(token, 'GET', '/auth/me')).body
  const storeId = me.stores[0].storeId as string
  const goods = await stockedGoods(demo, token, storeId)
  await raiseLimits(demo)
  const catalog = (await demo.call(token, 'GET', '/vas/catalog?kind=airtime')).body.items
  // The cheapest, so that the wallet lasts.
  const airtime = catalog.filter(({ amountCentavos }: { amountCentavos: number }) => amountCentavos === 1_000)

  const sellGoods = async (): Promise<void> => {
    const variantId = goods[Math.floor(random() * goods.length)]
    const opened = await demo.call(token, 'POST', '/pos/carts', {
      storeId,
      lines: [{ variantId, quantity: 1 }],
    })
    if (isRefused(opened)) return
    const { id, version, totalCentavos } = opened.body
    const askedAt = new Date()
    const sold = await demo.call(token, 'POST', `/pos/carts/${id}/finalize`, {
      version,
      payments: totalCentavos === 0 ? [] : [{ method: 'CASH', amountCentavos: totalCentavos }],
    })
    if (isRefused(sold)) return
    acknowledged.push({
      kind: 'goods',
      id,
      status: 'SOLD',
      totalCentavos,
      askedAt,
      acknowledgedAt: new Date(),
    })
  }
  const sellAirtime = async (): Promise<void> => {
    const product = airtime[Math.floor(random() * airtime.length)]
    const reference = `55${String(topUps.length).padStart(5, '0')}999`
    const askedAt = new Date()
    const topUp: TopUp = {
      key: randomUUID(),
      body: { storeId, productId: product.id, reference },
      sold: undefined,
    }
    topUps.push(topUp)
    const sold = await demo.call(token, 'POST', '/vas/sale', topUp.body, topUp.key)
    if (isRefused(sold)) return
    topUp.sold = { id: sold.body.id, status: sold.body.status }
    acknowledged.push({
      kind: 'airtime',
      ...topUp.sold,
      totalCentavos: 0,
      askedAt,
      acknowledgedAt: new Date(),
    })
  }
  const running = (async () => {
    while (!isStopping) {
      await resting
      // A killed server answers nothing: then nothing was acknowledged either.
      await (random() < goodsShare ? sellGoods() : sellAirtime()).catch(() => {
        isStopping = demo.child.exitCode !== null || demo.child.signalCode !== null
      })
    }
  })()
  return {
    acknowledged,
    topUps,
    refused,
    async rest(work) {
      const done = work()
      resting = done.catch(() => {})
      await done.finally(() => {
        resting = undefined
      })
    },
    async stop() {
      isStopping = true
      await running
    },
  }
}

/** A cashier may sell 300 services a day, and a load sells more. */
async function raiseLimits(demo: RunningDemo): Promise<void> {
  const client = await superuserOf(demo.dataDir, 'mostrador')
  await client
    .query(
      `insert into settings.settings (key, value)
       select key, to_jsonb(maximum) from settings.setting_definitions
        where key in ('vas.cashier_day_max_sales', 'vas.store_day_max_sales')`,
    )
    .finally(() => client.end())
}

/** Goods on sale, as the till shows them, after a delivery that no load sells out. @returns their variants' ids */
async function stockedGoods(demo: RunningDemo, till: string, storeId: string): Promise<string[]> {
  interface Product {
    readonly kind: string
    readonly isActive: boolean
    readonly tracksStock: boolean
    readonly variants: readonly { readonly id: string; readonly isActive: boolean }[]
  }
  const { products } = (await demo.call(till, 'GET', `/pos/catalog?storeId=${storeId}`)).body
  const goods = (products as Product[])
    .filter(({ kind, isActive }) => kind === 'GOODS' && isActive)
    .flatMap(({ tracksStock, variants }) =>
      variants.filter(({ isActive }) => isActive).map(({ id }) => ({ id, tracksStock })),
    )
  const lines = goods
    .filter(({ tracksStock }) => tracksStock)
    .map(({ id }) => ({ variantId: id, quantity: 100_000 }))
  const manager = await demo.signIn('manager')
  const { status, body } = await demo.call(manager, 'POST', '/pos/inventory/receipts', { storeId, lines })
  expect(status, JSON.stringify(body)).toBe(201)
  return goods.map(({ id }) => id)
}
