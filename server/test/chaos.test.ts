import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCommand } from './command.ts'
import type { Leashed } from './leashed.ts'
import { passTime } from './pass-time.ts'
import { patient } from './patience.ts'
import { firstLine, killProgram, startProgram } from './programs.ts'
import { successesById } from './provider-journal.ts'
import { startVasApp, type VasApp } from './vas-app.ts'

// Server and provider are separate processes; both are killed at random during sales. MOSTRADOR_CHAOS=full
// makes five hundred sales and kills five times; the seed replays a run.
const isFull = process.env['MOSTRADOR_CHAOS'] === 'full'
const salesWanted = isFull ? 500 : 120
const kills = isFull ? 5 : 3
const seed = Number(process.env['MOSTRADOR_SEED'] ?? Math.floor(Math.random() * 1e9))
const random = mulberry(seed)

let app: VasApp
let product: string
let dir: string

beforeAll(async () => {
  app = await startVasApp()
  product = await app.product('Telcel', 2_000)
  dir = await mkdtemp(path.join(tmpdir(), 'mostrador-chaos-'))
})
afterAll(async () => {
  await app.close()
  await rm(dir, { recursive: true, force: true })
})

/** A small seeded generator, so that a run can be replayed. */
function mulberry(from: number): () => number {
  let state = from
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** The provider returns at its old port, which another program may have for a moment. */
async function startProvider(port: number): Promise<Leashed> {
  for (;;) {
    const args = ['simulator', '--port', String(port), '--dir', dir, '--time-scale', '100']
    const { child, said, exit } = startCommand(args, {})
    const isDecided = () => child.exitCode !== null || said.out.includes('is listening')
    await expect.poll(isDecided, { interval: 20 }).toBe(true)
    if (child.exitCode === null) return child
    await exit
    expect(said.err).toContain('is taken')
    await passTime(200, 'the other program goes on')
  }
}

async function startServer(providerPort: number): Promise<{ child: Leashed; url: string }> {
  const child = startProgram([path.join(import.meta.dirname, 'chaos-server.mjs')], {
    env: {
      PATH: process.env['PATH'],
      API_URL: app.apiUrl,
      WORKER_URL: app.workerUrl,
      PORT: '0',
      VAS_AGGREGATOR_URL: `http://127.0.0.1:${providerPort}/v1`,
    },
  })
  return { child, url: await firstLine(child) }
}

test(
  `${salesWanted} sales while server and provider are killed at random: the journals agree (seed ${seed})`,
  async () => {
    const port = await freePort()
    let provider = await startProvider(port)
    let server = await startServer(port)
    const { store, cashier } = await app.shop(100_000_000)
    await app.world.liftLimits(store.merchantId)

    // The answers that each till got, kept outside the database: the first final one per key.
    const told = new Map<string, { id: string; status: string }>()
    const suffixes = ['00', '00', '00', '02', '04', '06', '100']
    let made = 0
    const till = async () => {
      while (made < salesWanted) {
        const number = made++
        const suffix = suffixes[Math.floor(random() * suffixes.length)] as string
        const reference = `55${String(number).padStart(5, '0')}${suffix.padStart(3, '0')}`
        await sellUntilAnswered(`chaos-sale-${number}`, reference)
      }
    }
    const sellUntilAnswered = async (key: string, reference: string) => {
      let last = 'nothing'
      const until = Date.now() + patient(10_000)
      while (Date.now() < until) {
        const answer = await remote(server.url)(
          cashier,
          'POST',
          '/vas/sale',
          { storeId: store.id, productId: product, reference },
          { 'idempotency-key': key, prefer: 'wait=1' },
        ).catch(() => undefined)
        last = answer?.text ?? 'no connection'
        if (answer?.status === 201) told.set(key, { id: answer.body.id, status: answer.body.status })
        if (
          answer !== undefined &&
          (answer.status === 201 || answer.status === 202 || answer.body.code === 'idempotency_key_in_use')
        )
          return
        await passTime(200, 'a cashier tries again')
      }
      throw new Error(`${key} was never answered; last: ${last}`)
    }
    const chaos = async () => {
      for (let round = 0; round < kills; round++) {
        await passTime(600 + random() * 1_200, 'sales go on between two faults')
        const isProvider = random() < 0.4
        await killProgram(isProvider ? provider : server.child)
        await passTime(random() * 400, 'an outage lasts')
        if (isProvider) provider = await startProvider(port)
        else server = await startServer(port)
      }
    }
    await Promise.all([...Array.from({ length: 8 }, till), chaos()])

    const open = async () =>
      (await app.admin.query(`select count(*)::int as n from vas.sales where status = 'PENDING'`)).rows[0].n
    await expect.poll(open, { timeout: patient(90_000), interval: 500 }).toBe(0)
    await killProgram(server.child)
    await killProgram(provider)

    const { rows: sales } = await app.admin.query('select id, status from vas.sales where store_id = $1', [
      store.id,
    ])
    const successes = successesById(dir)
    expect(sales).toHaveLength(salesWanted)
    for (const { id, status } of sales) {
      expect({ id, status, successes: successes.get(id) ?? 0 }).toEqual({
        id,
        status,
        successes: status === 'COMPLETED' ? 1 : 0,
      })
    }
    expect(successes.size).toBe(sales.filter(({ status }) => status === 'COMPLETED').length)
    const statusOf = new Map(sales.map(({ id, status }) => [id, status]))
    for (const [key, { id, status }] of told)
      expect({ key, status: statusOf.get(id) }).toEqual({ key, status })
    expect(await app.books(store.merchantId)).toMatchObject({ held: 0, faults: [] })
  },
  patient(240_000),
)

function remote(url: string): VasApp['call'] {
  return async (person, method, path_, body, headers) => {
    const response = await fetch(url + path_, {
      method,
      headers: { authorization: `Bearer ${person?.token}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, body: JSON.parse(text) }
  }
}
