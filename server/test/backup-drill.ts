import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../src/database/embedded/launch.ts'
import { demoPassword } from '../src/demo/people.ts'
import type { Leashed } from './leashed.ts'
import { startProgram } from './programs.ts'

const main = path.resolve(import.meta.dirname, '../dist/main.js')

/** `mostrador <command>` as its own process, with only this environment. */
export async function ran(args: readonly string[], environment: Readonly<Record<string, string>>) {
  const child = startProgram([main, ...args], {
    env: { PATH: process.env['PATH'], LOG_LEVEL: 'silent', ...environment },
    stderr: 'pipe',
  })
  let said = ''
  const collect = (chunk: Buffer) => {
    said += chunk
  }
  child.stdout.on('data', collect)
  child.stderr?.on('data', collect)
  const [code] = await once(child, 'close')
  return { code: code as number, said }
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

/** A connection to the PostgreSQL of a running demo, as its superuser, to the database that backups use too. */
export async function superuserOf(dataDir: string): Promise<pg.Client> {
  const [password, conf] = await Promise.all(
    ['password', 'postgresql.conf'].map((name) => readFile(path.join(dataDir, 'postgres', name), 'utf8')),
  )
  const port = /^port = '(\d+)'$/m.exec(conf ?? '')?.[1]
  const client = new pg.Client({
    connectionString: `postgres://postgres:${password?.trim()}@127.0.0.1:${port}/postgres`,
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

export interface Load {
  readonly acknowledged: readonly Acknowledged[]
  /** Sells nothing while `work` waits for something else, and goes on after it. */
  rest(work: () => Promise<void>): Promise<void>
  stop(): Promise<void>
}

/** Sells without a pause, goods and airtime by chance, until it rests, is stopped or the server is gone. */
export async function sellWithoutPause(demo: RunningDemo): Promise<Load> {
  const acknowledged: Acknowledged[] = []
  let isStopping = false
  let resting: Promise<void> | undefined
  const token = await demo.signIn('cashier')
  const me = (await demo.call(token, 'GET', '/auth/me')).body
  const storeId = me.stores[0].storeId as string
  const goods = (await demo.call(token, 'GET', `/pos/variants?storeId=${storeId}`)).body.items
  const catalog = (await demo.call(token, 'GET', '/vas/catalog?kind=airtime')).body.items
  // The cheapest, so that the wallet lasts.
  const airtime = catalog.filter(({ amountCentavos }: { amountCentavos: number }) => amountCentavos === 1_000)

  const sellGoods = async (): Promise<void> => {
    const variantId = goods[Math.floor(Math.random() * goods.length)].id
    const opened = await demo.call(token, 'POST', '/pos/carts', {
      storeId,
      lines: [{ variantId, quantity: 1 }],
    })
    if (opened.status !== 201) return
    const { id, version, totalCentavos } = opened.body
    const askedAt = new Date()
    const sold = await demo.call(token, 'POST', `/pos/carts/${id}/finalize`, {
      version,
      payments: totalCentavos === 0 ? [] : [{ method: 'CASH', amountCentavos: totalCentavos }],
    })
    if (sold.status === 201)
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
    const product = airtime[Math.floor(Math.random() * airtime.length)]
    const reference = `55${String(Math.floor(Math.random() * 100_000)).padStart(5, '0')}999`
    const askedAt = new Date()
    const body = { storeId, productId: product.id, reference }
    const sold = await demo.call(token, 'POST', '/vas/sale', body, randomUUID())
    if (sold.status === 201 || sold.status === 202)
      acknowledged.push({
        kind: 'airtime',
        id: sold.body.id,
        status: sold.body.status,
        totalCentavos: 0,
        askedAt,
        acknowledgedAt: new Date(),
      })
  }
  const running = (async () => {
    while (!isStopping) {
      await resting
      // A killed server answers nothing: then nothing was acknowledged either.
      await (Math.random() < 0.6 ? sellGoods() : sellAirtime()).catch(() => {
        isStopping = demo.child.exitCode !== null || demo.child.signalCode !== null
      })
    }
  })()
  return {
    acknowledged,
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
