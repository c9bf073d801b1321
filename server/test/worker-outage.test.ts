import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { App } from './app.ts'
import { openProduct } from './app.ts'
import { cloneDatabase } from './cluster.ts'
import { expectUnavailable, type OutageStage, outageStage } from './outage-stage.ts'
import { patient } from './patience.ts'

const metricsToken = 'metrics-token-of-worker-outages-of-the-product'
let stage: OutageStage
beforeAll(async () => {
  stage = await outageStage({ MOSTRADOR_METRICS_TOKEN: metricsToken })
})
afterEach(() => stage.recover())
afterAll(() => stage.close())

/** Lines of `GET /metrics`. */
async function metrics(which: RegExp): Promise<string[]> {
  const headers = { authorization: `Bearer ${metricsToken}` }
  const { text } = await stage.app.call(undefined, 'GET', '/metrics', undefined, headers)
  return text.split('\n').filter((line) => which.test(line))
}
const logged = ({ logLines }: Pick<App, 'logLines'>) => logLines.map((line) => JSON.parse(line).msg)

describe('durable work', () => {
  const requested = async () =>
    (
      await stage.app.admin.query(
        `select (select count(*)::int from audit.log where action like '%_requested') as audited,
                (select count(*)::int from dbos.workflow_status) as queued`,
      )
    ).rows[0]
  const orders: readonly (readonly [path: string, body?: object])[] = [
    ['/vas/admin/catalog/sync'],
    ['/pos/settlements/ops/rollup', { to: '2026-01-31', from: '2026-01-01' }],
  ]

  test.each([
    ['read_only_sql_transaction', '25006', 'database_unavailable'],
    ['lock_not_available', '55P03', 'overloaded'],
    ['query_canceled', '57014', 'overloaded'],
    ['io_error', '58030', 'database_unavailable'],
  ])('that cannot be queued is 503, and was never requested: %s', async (_name, state, code) => {
    const operator = await stage.app.world.operator()
    const before = await requested()
    await stage.refusing('dbos.workflow_status', state)
    for (const [path, body] of orders)
      expectUnavailable(await stage.app.call(operator, 'POST', path, body), code)
    expect(await requested()).toEqual(before)
    if (code === 'database_unavailable') await stage.isReady(503)
    await stage.app.admin.query('drop trigger refuse on dbos.workflow_status')
    for (const [path, body] of orders)
      expect((await stage.app.call(operator, 'POST', path, body)).status, path).toBe(202)
    expect(await requested()).toEqual({ audited: before.audited + 2, queued: before.queued + 2 })
  })

  test('of the backup of a start that cannot be queued does not keep the product from starting', async () => {
    const cloned = await cloneDatabase()
    await stage.refusing('dbos.workflow_status', '57014', cloned.admin)
    const status = { place: 'nowhere', lastBackupAt: null, lastBackupBytes: null, archivedUntil: null }
    const own = await openProduct(
      cloned,
      { MOSTRADOR_WORKER: 'on' },
      {
        backups: {
          schedule: '0 0 1 1 *',
          take: async () => ({ id: 'none', data: { bytes: 0 } }),
          status: async () => ({ ...status, wasRestoredSince: false, waitingBytes: 0, failure: null }),
        },
      },
    )
    try {
      expect((await own.call(undefined, 'GET', '/readyz')).status).toBe(200)
      expect(logged(own)).toContain('the backup of a start could not be queued')
    } finally {
      await own.close()
    }
  })

  test('that cannot be read is 503', async () => {
    const operator = await stage.app.world.operator()
    const { workflowId } = (await stage.app.call(operator, 'POST', '/vas/admin/catalog/sync')).body
    const lock = await stage.app.admin.connect()
    try {
      await lock.query('begin; lock table dbos.workflow_status in access exclusive mode')
      for (const path of [`/workflows/${workflowId}`, `/workflows/${workflowId}/steps`])
        expectUnavailable(await stage.app.call(operator, 'GET', path), 'overloaded')
    } finally {
      await lock.query('rollback').finally(() => lock.release())
    }
    expect((await stage.app.call(operator, 'GET', `/workflows/${workflowId}`)).status).toBe(200)
  })
})

test('a worker that the database does not let in: goods are sold, no services, and it is reported', async () => {
  const operator = await stage.app.world.operator()
  const { workflowId } = (await stage.app.call(operator, 'POST', '/vas/admin/catalog/sync')).body
  const [key, soldBefore] = [randomUUID(), randomUUID()]
  const { id: saleId } = (await stage.sell(soldBefore, '5512345611')).body
  const [before, askedBefore] = [await stage.sales(), stage.asked.length]
  await stage.app.admin.query(
    `revoke connect on database ${stage.app.name} from public, mostrador_worker;
     grant connect on database ${stage.app.name} to mostrador_api`,
  )
  try {
    await stage.endConnections()
    expectUnavailable(await stage.sell(key, '5512345610'))
    // A till still learns of what its key has sold.
    expect(await stage.sell(soldBefore, '5512345611')).toMatchObject({
      status: 201,
      body: { id: saleId, status: 'COMPLETED' },
    })
    expectUnavailable(await stage.app.call(operator, 'GET', `/workflows/${workflowId}`))
    expect(await stage.sales()).toBe(before)
    expect(stage.asked.length).toBe(askedBefore)
    const readiness = () => stage.app.call(undefined, 'GET', '/readyz')
    const refused = { status: 200, body: { status: 'worker_refused' } }
    await expect.poll(readiness, { timeout: patient(60_000) }).toMatchObject(refused)
    expect(await metrics(/^mostrador_database_(worker_)?up /)).toEqual([
      'mostrador_database_up 1',
      'mostrador_database_worker_up 0',
    ])
    expect(logged(stage.app)).toContain('the database does not let the worker in: services are refused')
    // Also after the worker has failed again, …
    expectUnavailable(await stage.sell(key, '5512345610'))
    expect(await readiness()).toMatchObject(refused)
    // … and what needs no worker goes on.
    expect((await stage.addProduct()).status).toBe(201)
  } finally {
    await stage.app.admin.query(`grant connect on database ${stage.app.name} to public`)
  }
  await stage.isReady(200)
  expect(await stage.sell(key, '5512345610')).toMatchObject({ status: 201, body: { status: 'COMPLETED' } })
})
