import { randomUUID } from 'node:crypto'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest'
import { httpTransport } from '../src/adapters/aggregator/dtone/http-transport.ts'
import { dtoneAggregator } from '../src/adapters/aggregator/dtone/index.ts'
import { sandboxAggregator } from '../src/adapters/aggregator/sandbox.ts'
import { centavos } from '../src/amounts/centavos.ts'
import { checkLedger } from '../src/money/ledger/checking.ts'
import type { BackupMarks } from '../src/platform/backups/marks.ts'
import type { BackupStatus } from '../src/platform/backups/service.ts'
import { type RunningSimulator, runSimulator } from '../src/simulator/run.ts'
import { simulatorCredentials } from '../src/simulator/simulator.ts'
import { checkStock } from '../src/stock/levels/checking.ts'
import { noteDay, reconcileMissedDays } from '../src/vas/sales/nightly-reconciliation.ts'
import { alertRules, firing } from './alert-rules.ts'
import { type Answer, type RunningProduct, startProduct } from './app.ts'
import { type CuttableWire, cuttableWire } from './cuttable-wire.ts'
import { expired } from './expired-certificate.ts'
import { onOneDay } from './one-day.ts'
import { patient } from './patience.ts'
import { samplesOf } from './promql.ts'
import { type Shop, tillsOf } from './till.ts'

// Each situation of docs/runbook.md: brought about, seen as the page says, ended, and seen to be over. The alert
// expressions are those of deploy/, asked about what a real process exports.
const token = 'a-token-that-only-the-monitor-knows-1'
let wire: CuttableWire
let provider: RunningSimulator
let app: RunningProduct
let shop: Shop
let airtime: string
/** As of now, however long these tests take. */
const goodBackup = (): BackupStatus => ({
  place: '/mnt/backup',
  lastBackupAt: new Date(),
  lastBackupBytes: 1_000_000,
  wasRestoredSince: false,
  archivedUntil: new Date(),
  waitingBytes: 0,
  failure: null,
})
let backup = goodBackup

onOneDay()
beforeAll(async () => {
  wire = await cuttableWire(inject('adminUrl'))
  provider = await runSimulator({ port: 0, controlPort: 0, timeScale: 20 })
  app = await startProduct(
    {
      MOSTRADOR_METRICS_TOKEN: token,
      VAS_AGGREGATOR_MODE: 'staging',
      VAS_AGGREGATOR_URL: provider.url,
    },
    {
      via: wire.via,
      backups: {
        schedule: '0 0 1 1 *',
        take: async () => ({ id: 'none', data: { bytes: 0 } }),
        status: async () => backup(),
      },
    },
  )
  await app.product.sync()
  shop = await tillsOf(app).shop()
  await app.admin.query('update platform.merchants set is_verified = true')
  await app.world.fund(shop.store.merchantId, 10_000_000)
  await app.world.liftLimits(shop.store.merchantId)
  const { rows } = await app.admin.query(
    `select id from vas.products where amount_centavos = 10000 and subkind = 'topup' order by id limit 1`,
  )
  airtime = rows[0].id
  // A worker elsewhere.
  await app.admin.query(`select app.hold_worker_lease('elsewhere', 'elsewhere', 3600000)`)
}, patient(60_000))
afterEach(async () => {
  vi.restoreAllMocks()
  backup = goodBackup
  await control('/faults/clear')
})
afterAll(async () => {
  await app.close()
  await provider.close()
  await wire.close()
})

const control = (path: string, body: object = {}) =>
  fetch(`${provider.controlUrl}${path}`, { method: 'POST', body: JSON.stringify(body) })
/** From now on every connection to the provider is closed without an answer. */
const silence = () => control('/faults', { kind: 'drop', on: 'any', times: 100_000, isBefore: true })

async function exposition(of: RunningProduct = app): Promise<string> {
  const answer = await of.call(undefined, 'GET', '/metrics', undefined, { authorization: `Bearer ${token}` })
  expect(answer.status, answer.text).toBe(200)
  return answer.text
}
/**
 * Without the one about the process itself: a test's process does more than serve; and without the one about the archive,
 * which the PostgreSQL of the tests does not have (wal-archive.test.ts). What the tests have prepared in the database is in
 * no journal.
 */
async function alerts(of: RunningProduct = app): Promise<string[]> {
  await of.admin.query('delete from audit.unjournaled')
  const expected = ['MostradorProcessHangs', 'MostradorArchiveOff']
  return firing(await exposition(of)).filter((alert) => !expected.includes(alert))
}
const metric = async (name: string, labels: Record<string, string> = {}) =>
  samplesOf(await exposition()).find(
    (sample) =>
      sample.name === `mostrador_${name}` &&
      Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  )?.value
/** Some situations last for seconds, and each look costs a scrape. */
const soon = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: patient(20_000), interval: 200 })
const ready = async () => (await app.call(undefined, 'GET', '/readyz')).status
const readiness = async () => (await app.call(undefined, 'GET', '/readyz')).body.detail
const sell = (reference: string): Promise<Answer> =>
  app.call(
    shop.cashier,
    'POST',
    '/vas/sale',
    { storeId: shop.store.id, productId: airtime, reference },
    { 'idempotency-key': randomUUID() },
  )
/** Reading a pending sale asks the provider. */
const statusOf = async (id: string) => (await app.call(shop.cashier, 'GET', `/vas/sale/${id}`)).body.status
const addCategory = () =>
  app.call(shop.manager, 'POST', '/pos/categories', { storeId: shop.store.id, name: randomUUID() })

test('all is well: no alert fires, and sales are counted', async () => {
  const before = (await metric('vas_sales_total', { kind: 'airtime', outcome: 'completed' })) ?? 0
  expect((await sell('5512345600')).status).toBe(201)
  expect((await sell('5512345004')).body.status).toBe('FAILED')
  expect(await metric('vas_sales_total', { outcome: 'completed', kind: 'airtime', reason: '' })).toBe(
    before + 1,
  )
  expect(
    await metric('vas_sales_total', { outcome: 'failed', kind: 'airtime', reason: 'carrier_unavailable' }),
  ).toBeGreaterThan(0)
  expect(await metric('vas_sale_duration_seconds_count', { outcome: 'completed' })).toBeGreaterThan(0)
  expect(
    await metric('provider_request_duration_seconds_count', { operation: 'hold', outcome: 'ok' }),
  ).toBeGreaterThan(0)
  await soon(alerts).toEqual([])
})

test('the database is gone', async () => {
  await wire.cut()
  try {
    await soon(alerts).toContain('MostradorDatabaseGone')
    await soon(readiness).toBe('the database cannot be reached')
    const text = await exposition()
    // What a process knows by itself is still told; an old figure of the database is not.
    expect(text).toContain('process_resident_memory_bytes')
    expect(text).not.toMatch(/^mostrador_work_queued \d/m)
  } finally {
    await wire.mend()
  }
  await soon(alerts).toEqual([])
  await soon(ready).toBe(200)
})

test('the figures of the database are missing', async () => {
  // As when a node of a cluster is silent: the database answers, and its figures are not complete.
  await app.admin.query('revoke execute on function platform.gauges() from mostrador_worker')
  try {
    expect(await alerts()).toEqual(['MostradorFiguresMissing'])
    expect([await metric('database_up'), await metric('database_worker_up')]).toEqual([1, 1])
    expect(await metric('work_queued')).toBeUndefined()
    expect(await ready()).toBe(200)
  } finally {
    await app.admin.query('grant execute on function platform.gauges() to mostrador_worker')
  }
  expect(await alerts()).toEqual([])
  expect(await metric('database_measured')).toBe(1)
})

test('the disk of the database is full', async () => {
  await app.admin.query(`
    create or replace function public.refuse() returns trigger language plpgsql as
      $$ begin raise exception 'as PostgreSQL would' using errcode = '53100'; end $$;
    create trigger refuse before insert on catalog.categories for each row execute function public.refuse()`)
  try {
    expect((await addCategory()).body.code).toBe('database_unavailable')
    expect(await metric('database_outage', { reason: 'full' })).toBe(1)
    expect(await alerts()).toContain('MostradorDatabaseRefusesWrites')
    expect(await readiness()).toBe('The database has no space left.')
  } finally {
    await app.admin.query('drop trigger refuse on catalog.categories')
  }
  expect((await addCategory()).status).toBe(201)
  expect(await metric('database_outage', { reason: 'full' })).toBe(0)
  expect(await alerts()).toEqual([])
  expect(await ready()).toBe(200)
})

test('a replication slot that nobody reads keeps WAL', async () => {
  const unused = (await metric('replication_slots_unused')) ?? 0
  const slot = `runbook_${app.name}`
  await app.admin.query('select pg_create_physical_replication_slot($1, true)', [slot])
  try {
    expect(await metric('replication_slots_unused')).toBe(unused + 1)
    await app.admin.query('select pg_switch_wal(); checkpoint')
    expect(await metric('replication_slot_retained_bytes')).toBeGreaterThan(0)
  } finally {
    await app.admin.query('select pg_drop_replication_slot($1)', [slot])
  }
  expect(await metric('replication_slots_unused')).toBe(unused)
})

test('the provider does not answer', async () => {
  await silence()
  const pending = await sell('5512345601')
  expect(pending).toMatchObject({ status: 202, body: { status: 'PENDING' } })
  let number = 5512345610
  // A few more find out before new ones are refused.
  await soon(async () => (await sell(String(number++))).body.code).toBe('aggregator_unavailable')
  expect(await alerts()).toContain('MostradorProviderSilent')
  expect(
    await metric('provider_request_duration_seconds_count', { operation: 'hold', outcome: 'unclear' }),
  ).toBeGreaterThan(0)
  await control('/faults/clear')
  await soon(() => statusOf(pending.body.id)).toBe('COMPLETED')
  await soon(alerts).toEqual([])
  expect(await metric('provider_up')).toBe(1)
  expect((await sell('5512345699')).status).toBe(201)
})

test('sales stay pending', async () => {
  await silence()
  const { id } = (await sell('5512345605')).body
  await app.admin.query(`update vas.sales set created_at = now() - interval '20 minutes' where id = $1`, [id])
  expect(await alerts()).toContain('MostradorSalesPending')
  await control('/faults/clear')
  const open = async () => (await app.admin.query(`select id from vas.sales where status = 'PENDING'`)).rows
  const pending = async () => {
    for (const sale of await open()) await statusOf(sale.id)
    return metric('vas_sales_pending')
  }
  await soon(pending).toBe(0)
  expect(await alerts()).toEqual([])
})

test(
  'the balance at the provider is low',
  async () => {
    const poor = sandboxAggregator({ timeScale: 20, openingBalanceCentavos: centavos(1_500_000) })
    const own = await startProduct(
      { MOSTRADOR_METRICS_TOKEN: token, MOSTRADOR_WORKER: 'on' },
      { aggregators: { selling: poor, settling: [poor] }, times: { balanceMs: 50 } },
    )
    try {
      await soon(() => alerts(own)).toContain('MostradorProviderBalanceLow')
      poor.simulator.engine.deposit(centavos(100_000_000))
      await soon(() => alerts(own)).not.toContain('MostradorProviderBalanceLow')
    } finally {
      await own.close()
      await poor.close()
    }
  },
  patient(30_000),
)

test('work is stalled', async () => {
  await app.admin.query(`select app.enqueue_work('test.work', 'stalled', '{}')`)
  await app.admin.query(
    `update dbos.workflow_status set created_at = created_at - 3600000, updated_at = updated_at - 3600000
      where workflow_uuid = 'stalled'`,
  )
  await app.admin.query(`delete from app.workers where id = 'elsewhere'`)
  expect(await alerts()).toEqual(expect.arrayContaining(['MostradorWorkStalled', 'MostradorNoWorker']))
  const operator = await app.world.person({ labels: ['platformOperator'] })
  const stalled = await app.call(operator, 'GET', '/platform/workflows/stalled')
  expect(stalled.body.items).toMatchObject([{ workflowId: 'stalled' }])
  await app.admin.query(`delete from dbos.workflow_status where workflow_uuid = 'stalled'`)
  await app.admin.query(`select app.hold_worker_lease('elsewhere', 'elsewhere', 3600000)`)
  expect(await alerts()).toEqual([])
})

test('a nightly check has found something', async () => {
  const { database } = app
  const logger = pino({ level: 'silent' })
  const { merchantId } = shop.store
  const change = (centavos: number) =>
    app.admin.query(
      'update money.wallets set available_centavos = available_centavos + $2 where merchant_id = $1',
      [merchantId, centavos],
    )
  await change(7)
  await checkLedger(database, logger)
  expect(await alerts()).toEqual(['MostradorLedgerDiffers'])
  await change(-7)
  await checkLedger(database, logger)

  const levelId = await app.world.unexplainedStock(shop.store)
  await checkStock(database, logger)
  expect(await alerts()).toEqual(['MostradorStockDiffers'])
  await app.admin.query('delete from stock.stock_levels where id = $1', [levelId])
  await checkStock(database, logger)

  for (const job of ['ledger.check', 'stock.check']) {
    const age = (text: string) =>
      app.admin.query('update app.nightly_checks set checked_at = now() - $2::interval where job = $1', [
        job,
        text,
      ])
    await age('49 hours')
    expect(await alerts()).toEqual(['MostradorChecksMissed'])
    // By a clock that was ahead.
    await age('-1 day')
    await app.admin.query(`update migration.applied set applied_at = now() - interval '49 hours'`)
    expect(await alerts()).toEqual(['MostradorChecksMissed'])
    await age('1 hour')
    expect(await alerts()).toEqual([])
    await app.admin.query('update migration.applied set applied_at = now()')
  }

  // Compared three days ago for the last time, with two differences.
  const { rows } = await app.admin.query(
    `insert into app.nightly_checks (job, day, faults)
     values ('vas.reconciliation', (now() at time zone 'America/Mexico_City')::date - 3, 2) returning day::text`,
  )
  expect(await alerts()).toEqual(['MostradorReconciliationDiffers', 'MostradorReconciliationMissed'])
  const nobody = { database, aggregators: [], connections: { credentials: async () => undefined } }
  await reconcileMissedDays(nobody, logger)
  expect(await alerts()).toEqual(['MostradorReconciliationDiffers'])
  await noteDay(nobody, { day: rows[0].day, saleCount: 0, recordCount: 0, differences: [] })
  expect(await alerts()).toEqual([])
})

test('a webhook does not take its events, which waits only while they are sent', async () => {
  const { id: storeId, merchantId } = shop.store
  // A literal address is not looked up, and nothing here sends to it.
  const made = await app.call(shop.manager, 'POST', '/pos/webhooks', { storeId, url: 'https://8.8.8.8/' })
  expect(made.status, made.text).toBe(201)
  await app.admin.query(
    `select events.emit($1, $2, w.permission_set, 'vas.sale.completed', '{}') from events.webhooks w where w.id = $3`,
    [merchantId, storeId, made.body.id],
  )
  await soon(() => metric('webhook_deliveries_pending')).toBe(1)
  await app.admin.query(`update events.webhook_deliveries set created_at = now() - interval '2 hours'`)
  expect(await alerts()).toEqual(['MostradorWebhooksWait'])

  const webhook = (status: string) => app.admin.query(`update events.webhooks set ${status}`)
  const merchant = (status: string) => app.admin.query(`update platform.merchants set status = '${status}'`)
  for (const [stop, resume] of [
    [() => webhook(`status = 'PAUSED'`), () => webhook(`status = 'ACTIVE'`)],
    [
      () => webhook(`status = 'DISABLED', disabled_reason = 'unreachable'`),
      () => webhook(`status = 'ACTIVE', disabled_reason = null`),
    ],
    [() => merchant('SUSPENDED'), () => merchant('ACTIVE')],
  ] as const) {
    await stop()
    expect(await metric('webhook_deliveries_pending')).toBe(0)
    expect(await alerts()).toEqual([])
    await resume()
    expect(await alerts()).toEqual(['MostradorWebhooksWait'])
  }
  await app.admin.query('delete from events.webhooks')
  expect(await alerts()).toEqual([])
})

test('the backup is too old', async () => {
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000)
  for (const [changed, alert] of [
    [{ lastBackupAt: ago(27) }, 'MostradorBackupOld'],
    [{ lastBackupAt: null }, 'MostradorBackupOld'],
    [{ lastBackupAt: ago(-1) }, 'MostradorBackupOld'],
    [{ failure: 'the target is not there' }, 'MostradorBackupFails'],
    [{ archivedUntil: ago(1) }, 'MostradorBackupFails'],
    [{ waitingBytes: 2e9 }, 'MostradorBackupWaits'],
  ] as const) {
    backup = () => ({ ...goodBackup(), ...changed })
    expect(await alerts()).toEqual([alert])
  }
  backup = goodBackup
  expect(await alerts()).toEqual([])
})

test('nobody has backed up a PostgreSQL of one’s own, or copied the files beside it', async () => {
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  let marks: BackupMarks = { backupAt: null, copyAt: null }
  const own = await startProduct({ MOSTRADOR_METRICS_TOKEN: token }, { backupMarks: async () => marks })
  onTestFinished(() => own.close())
  // No worker runs here.
  const backupAlerts = async () => (await alerts(own)).filter((alert) => alert.startsWith('MostradorBackup'))
  expect(await backupAlerts()).toEqual(['MostradorBackupOld', 'MostradorBackupNotCopied'])
  marks = { backupAt: ago(27 * 60), copyAt: ago(1) }
  expect(await backupAlerts()).toEqual(['MostradorBackupOld'])
  marks = { backupAt: ago(60), copyAt: ago(20) }
  expect(await backupAlerts()).toEqual(['MostradorBackupNotCopied'])
  marks = { backupAt: ago(60), copyAt: ago(1) }
  expect(await backupAlerts()).toEqual([])
})

test('an entry of the audit log is not sealed', async () => {
  await addCategory()
  const oldest = () => metric('audit_oldest_unsealed_seconds')
  expect(await oldest()).toBeLessThan(600)
  await app.admin.query(
    `insert into audit.log (id, at, action, entity) values (app.first_uuid_at(now() - interval '15 minutes'),
       now() - interval '15 minutes', 'test.happened', 'test')`,
  )
  expect(await alerts()).toEqual(['MostradorAuditNotSealed'])
  await app.admin.query(`delete from audit.log where action = 'test.happened'`)
  expect(await alerts()).toEqual([])
})

test('authority is refused more than usual', async () => {
  const rule = alertRules.find(({ alert }) => alert === 'MostradorAuthorityRefused')
  const forbidden = async () => (await metric('http_problems_total', { code: 'forbidden' })) ?? 0
  const unauthenticated = async () => (await metric('http_problems_total', { code: 'unauthenticated' })) ?? 0
  const before = [await forbidden(), await unauthenticated()]
  expect((await app.call(shop.cashier, 'GET', '/platform/workflows')).body.code).toBe('forbidden')
  expect((await app.call({ token: 'nobody' }, 'GET', '/pos/stores')).body.code).toBe('unauthenticated')
  expect([await forbidden(), await unauthenticated()]).toEqual(before.map((count) => count + 1))
  for (const code of ['forbidden', 'unauthenticated']) expect(rule?.expr).toContain(code)
})

test('a clock is off', async () => {
  const right = Date.now.bind(Date)
  const ahead = vi.spyOn(Date, 'now').mockImplementation(() => right() + 5_000)
  expect(await alerts()).toContain('MostradorClockOff')
  expect(await metric('clock_offset_seconds')).toBeLessThan(-4)
  ahead.mockRestore()
  expect(await alerts()).toEqual([])
})

test('a provider with an expired certificate gets nothing', async () => {
  let requests = 0
  const server = createServer(expired, (_request, response) => {
    requests += 1
    response.end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const http = httpTransport(`https://127.0.0.1:${(server.address() as AddressInfo).port}/v1`)
  const outcomes: string[] = []
  const aggregator = dtoneAggregator({
    mode: 'live',
    transport: http.transport,
    ...simulatorCredentials,
    onExchange: ({ outcome }) => outcomes.push(outcome),
  })
  try {
    const transaction = { externalId: randomUUID(), providerTransactionId: '1' }
    expect(await aggregator.confirm(transaction)).toMatchObject({
      kind: 'unknown',
      cause: expect.stringMatching(/^(CERT_HAS_EXPIRED|DEPTH_ZERO_SELF_SIGNED_CERT)$/),
    })
    expect([outcomes, requests]).toEqual([['unclear'], 0])
  } finally {
    await http.close()
    server.close()
  }
})
