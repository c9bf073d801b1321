import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { ensureDatabase } from '../server/src/database/create.ts'
import { loginsOf } from '../server/src/database/login.ts'
import { restoreRelease, unpackRelease } from '../server/src/database/release.ts'
import { root } from '../server/src/database/sources.ts'
import { compareVersions } from '../server/src/database/versions.ts'
import { runSimulator } from '../server/src/simulator/run.ts'
import { startBalancer } from '../server/test/balancer.ts'
import { addressOf, runCommand, startCommand } from '../server/test/command.ts'
import { patient } from '../server/test/patience.ts'
import { successesById } from '../server/test/provider-journal.ts'
import { tillsOf } from '../server/test/till.ts'
import { type Member, worldOf } from '../server/test/world.ts'
import { builtAs, builtFrom, builtHere, type OtherVersion, tagOf } from './other-version.ts'

/** What the next release may bring: columns in the tables of every sale, a definer function, changed policies. */
const next = {
  files: {
    'db/migrations/9001_notes.sql': `-- oldest server: 0.2.0
alter table vas.sales add column note text;
alter table selling.sales_orders add column note text;
`,
  },
  appended: {
    'server/src/vas/sales/functions.sql': `
create or replace function vas.note_of(p_sale uuid) returns text
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$ select s.note from vas.sales s where s.id = p_sale $$;
grant execute on function vas.note_of(uuid) to mostrador_api;
`,
    'server/src/selling/orders/policies.sql': '\n-- Applied again by the next release.\n',
    'server/src/vas/sales/policies.sql': '\n-- Applied again by the next release.\n',
  },
}

test(
  'an upgrade from the last release under load, and the way back, lose no request and no centavo',
  async () => {
    const shop = await openShop(await lastRelease())
    const { sold, start, stop, balancer } = shop
    const old = shop.old
    const newer = await builtAs(higher(old.version), next)
    onTestFinished(() => newer.remove())

    const first = await start(old)
    await sold(10)

    // Before the migration, the new program names the command.
    const early = await runCommand(['serve'], shop.environment(), undefined, newer.main)
    expect([early.code, early.err]).toEqual([1, expect.stringContaining('Run: mostrador migrate')])

    const migrated = await runCommand(['migrate'], shop.environment(), undefined, newer.main)
    expect(migrated.err + migrated.out).toContain('db/migrations/9001_notes.sql')
    expect(migrated.code).toBe(0)
    expect(await (await fetch(`${first.url}/readyz`)).json()).toEqual({ status: 'ok' })
    await sold(10)

    const second = await start(newer)
    await sold(20)
    await stop(first)
    await sold(10)

    // Back, while the database stays as the newer version has left it.
    const again = await runCommand(['migrate'], shop.environment(), undefined, old.main)
    expect([again.code, again.out]).toEqual([0, expect.stringContaining('nothing was changed')])
    const third = await start(old)
    await sold(10)
    await stop(second)
    await sold(10)

    await shop.close()
    await stop(third)
    balancer.remove(third.url)
    await shop.verify()
  },
  patient(240_000),
)

test('the server of a commit can be built as it was', async () => {
  const built = await builtFrom('HEAD')
  onTestFinished(() => built.remove())
  const { code, out } = await runCommand(['--version'], {}, undefined, built.main)
  expect([code, out.trim()]).toEqual([0, built.version])
  expect((await runCommand(['doctor', '--help'], {}, undefined, built.main)).out).toContain('Usage')
})

/** The last release: its database, and its server where it has a tag; otherwise the one under test stands for it. */
async function lastRelease(): Promise<{ readonly file: string; readonly server: OtherVersion }> {
  const folder = path.join(root, 'db/releases')
  const versions = (await readdir(folder))
    .filter((name) => name.endsWith('.json.gz'))
    .map((name) => name.slice(0, -'.json.gz'.length))
    .sort(compareVersions)
  const version = versions.at(-1) as string
  const tag = await tagOf(version)
  const server = tag === undefined ? builtHere() : await builtFrom(tag)
  onTestFinished(() => server.remove())
  return { file: path.join(folder, `${version}.json.gz`), server }
}

function higher(version: string): string {
  const [major, minor] = version.split('.').map(Number)
  return `${major}.${(minor ?? 0) + 1}.0`
}

/** A shop in the database of a release, which sells without a pause behind a balancer. */
async function openShop({ file, server }: Awaited<ReturnType<typeof lastRelease>>) {
  const name = `u_${randomBytes(5).toString('hex')}`
  const adminUrl = await ensureDatabase(inject('adminUrl'), name)
  const admin = new pg.Pool({ connectionString: adminUrl, max: 4 })
  admin.on('error', () => {})
  const dir = await mkdtemp(path.join(tmpdir(), 'mostrador-upgrade-'))
  const balancer = await startBalancer(100)
  let isSelling = true
  let selling: Promise<unknown> = Promise.resolve()
  onTestFinished(async () => {
    isSelling = false
    await selling
    await balancer.close()
    await admin.end()
    const last = new pg.Client({ connectionString: inject('adminUrl') })
    await last.connect()
    await last.query(`drop database ${name} with (force)`)
    await last.end()
    await rm(dir, { recursive: true, force: true })
  })
  await restoreRelease(adminUrl, await unpackRelease(await readFile(file)))

  const provider = await runSimulator({ port: 0, dir: path.join(dir, 'provider'), timeScale: 100 })
  onTestFinished(() => provider.close().catch(() => {}))
  const { apiUrl, workerUrl } = loginsOf(adminUrl)
  let processes = 0
  const servers: ReturnType<typeof startCommand>[] = []
  const errors = () => servers.map(({ said }) => said.out + said.err).join('')
  const environment = () => ({
    DATABASE_URL: apiUrl,
    DATABASE_WORKER_URL: workerUrl,
    DATABASE_ADMIN_URL: adminUrl,
    // The one with which the release was written.
    MOSTRADOR_KEY: Buffer.alloc(32, 1).toString('base64'),
    MOSTRADOR_DATA_DIR: path.join(dir, `machine-${processes++}`),
    // Long enough for the balancer to notice on a busy machine.
    MOSTRADOR_DRAIN_SECONDS: String(Math.ceil(patient(1_000) / 1_000)),
    VAS_AGGREGATOR_MODE: 'staging',
    VAS_AGGREGATOR_URL: provider.url,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
    PORT: '0',
  })
  const start = async ({ main }: OtherVersion) => {
    const started = startCommand(['serve'], environment(), undefined, main)
    servers.push(started)
    const url = await addressOf(started, patient(60_000))
    balancer.add(url)
    await expect.poll(() => balancer.isReady(url)).toBe(true)
    return { ...started, url }
  }
  const stop = async ({ child, exit, said, url }: Awaited<ReturnType<typeof start>>) => {
    child.kill('SIGTERM')
    expect(await exit, said.out + said.err).toBe(0)
    balancer.remove(url)
  }

  const world = worldOf(admin)
  const call = callTo(balancer.url)
  const store = await world.store()
  await admin.query('update platform.merchants set is_verified = true where id = $1', [store.merchantId])
  await world.fund(store.merchantId, 100_000_000)
  await world.liftLimits(store.merchantId)
  const cashiers = await Promise.all([1, 2, 3].map(() => world.member(store, 'cashier')))
  for (const cashier of cashiers) await world.openShift(cashier)
  const goods = await tillsOf({ admin, world, call }).product(store, { priceCentavos: 1_250 })
  const { rows } = await admin.query<{ id: string }>(
    `select p.id from vas.products p join vas.providers v on v.id = p.provider_id
      where v.name = 'Telcel' and p.amount_centavos = 2000 and p.subkind = 'topup'`,
  )
  const airtime = rows[0]?.id as string

  const lost: string[] = []
  /** A number that is sold to twice would be refused as a duplicate. */
  let numbers = 0
  const orders = new Map<string, number>()
  const sales = new Set<string>()
  /** The answer's body; any other status than the expected ones, and no answer, count as a lost request. */
  const asked = async (
    who: Member,
    expected: readonly number[],
    ...request: [string, string, object, string?]
  ) => {
    const [method, where, body, key] = request
    const headers = key === undefined ? {} : { 'idempotency-key': key, prefer: 'wait=5' }
    const answer = await call(who, method, where, body, headers).catch((error: Error) => error)
    if (!(answer instanceof Error) && expected.includes(answer.status)) return answer.body
    lost.push(
      `${method} ${where}: ${answer instanceof Error ? answer.message : `${answer.status} ${answer.text}`}`,
    )
    return undefined
  }
  const checkout = async (who: Member) => {
    const lines = [{ variantId: goods, quantity: 1 + Math.floor(Math.random() * 3) }]
    const cart = await asked(who, [201], 'POST', '/pos/carts', { storeId: store.id, lines })
    if (cart === undefined) return
    const payments = [{ method: 'CASH', amountCentavos: cart.totalCentavos }]
    const paid = await asked(who, [201], 'POST', `/pos/carts/${cart.id}/finalize`, {
      version: cart.version,
      payments,
    })
    if (paid !== undefined) orders.set(paid.order.id, paid.order.totalCentavos)
  }
  const topUp = async (who: Member) => {
    // Some endings are declined and some take longer: outcomes like any other.
    const ending = ['000', '000', '000', '002', '004', '100'][Math.floor(Math.random() * 6)]
    const reference = `55${String(numbers++).padStart(5, '0')}${ending}`
    const body = { storeId: store.id, productId: airtime, reference }
    const sale = await asked(who, [201, 202], 'POST', '/vas/sale', body, randomUUID())
    if (sale !== undefined) sales.add(sale.id)
  }
  const till = async (who: Member) => {
    while (isSelling) await (Math.random() < 0.6 ? checkout(who) : topUp(who))
  }
  let isOpen = false
  const count = () => orders.size + sales.size

  return {
    old: server,
    balancer,
    environment,
    start,
    stop,
    /** Returns when this many more were sold. */
    async sold(more: number) {
      if (!isOpen) selling = Promise.all(cashiers.map(till))
      isOpen = true
      const wanted = count() + more
      await expect.poll(() => lost.length > 0 || count() >= wanted, { timeout: patient(60_000) }).toBe(true)
      expect(lost, errors()).toEqual([])
    },
    async close() {
      isSelling = false
      await selling
      const open = async () =>
        (
          await admin.query(
            `select count(*)::int as n from vas.sales where store_id = $1 and status = 'PENDING'`,
            [store.id],
          )
        ).rows[0].n
      await expect.poll(open, { timeout: patient(60_000), interval: 500 }).toBe(0)
    },
    /** After the last server: everything that was answered is in the books once, and nothing else is. */
    async verify() {
      await provider.close()
      expect(lost, errors()).toEqual([])
      const booked = await admin.query<{ id: string; total: string }>(
        'select id, total_centavos::text as total from selling.sales_orders where store_id = $1',
        [store.id],
      )
      expect(new Map(booked.rows.map(({ id, total }) => [id, Number(total)]))).toEqual(orders)
      const settled = await admin.query<{ id: string; status: string }>(
        'select id, status from vas.sales where store_id = $1',
        [store.id],
      )
      expect(new Set(settled.rows.map(({ id }) => id))).toEqual(sales)
      const completed = settled.rows
        .filter(({ status }) => status === 'COMPLETED')
        .map(({ id }) => [id, 1] as const)
      expect(completed.length).toBeGreaterThan(0)
      expect(successesById(path.join(dir, 'provider'))).toEqual(new Map(completed))
      expect((await admin.query('select * from money.imbalances()')).rows).toEqual([])
      const wallet = await admin.query(
        'select held_centavos::int as held from money.wallets where merchant_id = $1',
        [store.merchantId],
      )
      expect(wallet.rows).toEqual([{ held: 0 }])
    },
  }
}

function callTo(url: string): Parameters<typeof tillsOf>[0]['call'] {
  return async (person, method, where, body, headers) => {
    const answer = await fetch(url + where, {
      method,
      headers: {
        authorization: `Bearer ${person?.token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    const isJson = /json/.test(answer.headers.get('content-type') ?? '')
    return { status: answer.status, headers: answer.headers, text, body: isJson ? JSON.parse(text) : text }
  }
}
