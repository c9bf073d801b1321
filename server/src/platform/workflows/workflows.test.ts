import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startProduct } from '../../../test/app.ts'
import { patient } from '../../../test/patience.ts'
import type { Person } from '../../../test/world.ts'

let app: Awaited<ReturnType<typeof startProduct>>
let operator: Person
let dir: string
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'mostrador-workflows-'))
  app = await startProduct(
    { VAS_AGGREGATOR_MODE: 'sandbox', MOSTRADOR_WORKER: 'on', MOSTRADOR_DATA_DIR: dir },
    { times: { workWatchMs: 500 } },
  )
  operator = await app.world.operator()
})
afterAll(async () => {
  await app.close()
  await rm(dir, { recursive: true, force: true })
})

const finished = async (id: string) => {
  const read = async () => (await app.call(operator, 'GET', `/workflows/${id}`)).body
  await expect.poll(async () => (await read()).finishedAt).not.toBeNull()
  return read()
}

test('an operator synchronizes the catalog, follows the work, and finds it audited', async () => {
  const asked = await app.call(operator, 'POST', '/vas/admin/catalog/sync')
  expect(asked.status, asked.text).toBe(202)
  const { workflowId } = asked.body
  expect(asked.headers.get('location')).toBe(`/workflows/${workflowId}`)
  const done = await finished(workflowId)
  expect(done).toMatchObject({ name: 'vas.catalog.sync', status: 'SUCCEEDED', attempts: 1, error: null })
  expect(done.result.added + done.result.changed).toBeGreaterThanOrEqual(0)
  const steps = (await app.call(operator, 'GET', `/workflows/${workflowId}/steps`)).body.items
  expect(steps.map(({ name }: { name: string }) => name)).toContain('vas.catalog.sync #1')
  const { rows } = await app.admin.query(
    `select user_id from audit.log where action = 'vas.catalog.sync_requested'`,
  )
  expect(rows).toEqual([{ user_id: operator.id }])
  const { rows: products } = await app.admin.query(
    'select count(*)::int as n from vas.products where is_active',
  )
  expect(products[0].n).toBeGreaterThan(50)
})

test('a second synchronization changes nothing', async () => {
  const { workflowId } = (await app.call(operator, 'POST', '/vas/admin/catalog/sync')).body
  expect((await finished(workflowId)).result).toEqual({
    added: 0,
    changed: 0,
    deactivated: 0,
    aboveFace: [],
  })
})

test('the nightly schedules are registered', async () => {
  const { rows } = await app.admin.query(
    'select schedule_name as name, schedule from dbos.workflow_schedules order by schedule, name',
  )
  expect(rows).toEqual([
    { name: 'vas.late_outcomes 20 minutes', schedule: '*/20 * * * *' },
    { name: 'identity.second_factor_resets 5 minutes', schedule: '*/5 * * * *' },
    { name: 'vas.catalog.sync daily', schedule: '0 3 * * *' },
    { name: 'vas.reconciliation daily', schedule: '0 4 * * *' },
    { name: 'stock.check daily', schedule: '0 5 * * *' },
    { name: 'chips.shared_iccids hourly', schedule: '10 * * * *' },
    { name: 'vas.late_successes daily', schedule: '15 3 * * *' },
    { name: 'reporting.rollups daily', schedule: '20 3 * * *' },
    { name: 'nightly.backup daily', schedule: '30 2 * * *' },
    { name: 'verification.expiry daily', schedule: '30 2 * * *' },
    { name: 'events.prune daily', schedule: '30 3 * * *' },
    { name: 'settlements.rollup daily', schedule: '30 4 * * *' },
    { name: 'nightly.erasing daily', schedule: '45 3 * * *' },
    { name: 'ledger.check daily', schedule: '50 4 * * *' },
  ])
})

test('unknown work is not_found; the platform’s own is only for operators', async () => {
  const { workflowId } = (await app.call(operator, 'POST', '/vas/admin/catalog/sync')).body
  expect((await app.call(operator, 'GET', '/workflows/nothing')).status).toBe(404)
  const store = await app.world.store()
  const cashier = await app.world.member(store, 'cashier')
  for (const path of ['/workflows/nothing', `/workflows/${workflowId}`, `/workflows/${workflowId}/steps`]) {
    expect((await app.call(store.manager, 'GET', path)).status).toBe(404)
    expect((await app.call(cashier, 'GET', path)).status).toBe(403)
    expect((await app.call(undefined, 'GET', path)).status).toBe(401)
  }
  expect((await app.call(store.manager, 'POST', '/vas/admin/catalog/sync')).status).toBe(403)
})

describe('failed work', () => {
  /** As the engine reports it; a repeated report changes nothing. */
  const giveUp = async (workflowId: string, name = 'vas.catalog.sync', input: object | null = null) => {
    const told = [workflowId, name, input, 5, 'the provider is away', '2026-01-02T03:04:05Z']
    for (let time = 0; time < 2; time++)
      await app.admin.query('select platform.note_given_up($1, $2, $3, $4, $5, $6)', told)
    const { rows } = await app.admin.query('select id from platform.given_up_work where workflow_id = $1', [
      workflowId,
    ])
    expect(rows).toHaveLength(1)
    return rows[0].id as string
  }
  const list = async (query = '') => (await app.call(operator, 'GET', `/platform/workflows${query}`)).body
  const auditOf = async (workflowId: string) =>
    (
      await app.admin.query(
        `select action, user_id as by from audit.log where entity = 'workflow' and entity_id = $1 order by id`,
        [workflowId],
      )
    ).rows

  test('is reported once, started again as a new run, and then completed', async () => {
    const id = await giveUp('sync-gone')
    const [item] = (await list('?status=OPEN')).items
    expect(item).toMatchObject({
      id,
      workflowId: 'sync-gone',
      name: 'vas.catalog.sync',
      merchant: null,
      attempts: 5,
      lastError: 'the provider is away',
      firstFailedAt: '2026-01-02T03:04:05.000Z',
      status: 'OPEN',
    })
    const again = await app.call(operator, 'POST', `/platform/workflows/${id}/retry`)
    expect(again).toMatchObject({ status: 200, body: { status: 'RETRIED' } })
    expect((await finished(again.body.retryWorkflowId)).status).toBe('SUCCEEDED')
    expect(await auditOf('sync-gone')).toEqual([
      { action: 'vas.catalog.sync.retries_exhausted', by: null },
      { action: 'workflow.retried', by: operator.id },
    ])
    for (const [path, body] of [
      ['retry', undefined],
      ['dismiss', { reason: 'Ya no hace falta' }],
    ] as const)
      expect(await app.call(operator, 'POST', `/platform/workflows/${id}/${path}`, body)).toMatchObject({
        status: 409,
        body: { code: 'invalid_transition', workStatus: 'RETRIED' },
      })
  })

  test('is dismissed with a reason, once, also by concurrent requests', async () => {
    const id = await giveUp('sync-left')
    expect((await app.call(operator, 'POST', `/platform/workflows/${id}/dismiss`, {})).status).toBe(422)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        app.call(operator, 'POST', `/platform/workflows/${id}/dismiss`, { reason: 'Ya no hace falta' }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    expect((await auditOf('sync-left')).map(({ action }) => action)).toEqual([
      'vas.catalog.sync.retries_exhausted',
      'workflow.dismissed',
    ])
  })

  test('is paged newest first and filtered by status and merchant', async () => {
    const merchant = await app.world.merchant({ name: 'El Atorado' })
    const ids = []
    for (let no = 0; no < 3; no++)
      ids.push(await giveUp(`of-merchant-${no}`, 'test.job', { merchantId: merchant.id }))
    const of = `?merchantId=${merchant.id}&limit=2`
    const first = await list(of)
    const second = await list(`${of}&cursor=${first.nextCursor}`)
    const all = [...first.items, ...second.items]
    expect(all.map(({ id }: { id: string }) => id)).toEqual(ids.reverse())
    expect(all[0].merchant).toEqual({ id: merchant.id, name: 'El Atorado' })
    expect(second.nextCursor).toBeNull()
    expect((await list(`${of}&status=DISMISSED`)).items).toEqual([])
    expect((await list(`?cursor=${first.nextCursor}`)).code).toBe('invalid_cursor')
  })

  test('is only for the platform to read and decide, and an absent one is not_found', async () => {
    const id = await giveUp('sync-mine')
    const store = await app.world.store()
    const nothing = '01900000-0000-7000-8000-000000000000'
    const reason = { reason: 'Prueba' }
    for (const [method, path, body] of [
      ['GET', '/platform/workflows', undefined],
      ['POST', `/platform/workflows/${id}/retry`, undefined],
      ['POST', `/platform/workflows/${id}/dismiss`, reason],
    ] as const) {
      expect((await app.call(undefined, method, path, body)).status).toBe(401)
      expect((await app.call(store.manager, method, path, body)).status).toBe(403)
    }
    expect((await app.call(operator, 'POST', `/platform/workflows/${nothing}/retry`)).status).toBe(404)
    expect((await app.call(operator, 'POST', `/platform/workflows/${nothing}/dismiss`, reason)).status).toBe(
      404,
    )
  })
})

test('stalled work is visible to operators, measured, and logged', async () => {
  const seen = async () => (await app.call(operator, 'GET', '/platform/workflows/stalled')).body.items
  expect(await seen()).toEqual([])
  // In a queue without a listener.
  await app.admin.query(`select app.enqueue_work('vas.catalog.sync', 'stuck', null, 'nobody-listens')`)
  await app.admin.query(
    `update dbos.workflow_status set created_at = created_at - 3600000, updated_at = updated_at - 3600000
      where workflow_uuid = 'stuck'`,
  )
  try {
    expect(await seen()).toEqual([
      { workflowId: 'stuck', name: 'vas.catalog.sync', status: 'QUEUED', since: expect.any(String) },
    ])
    const { rows } = await app.admin.query(
      `select name, value from platform.gauges() where name in ('work_stalled', 'work_oldest_queued_seconds', 'workers') order by name`,
    )
    expect(rows[0].value).toBeGreaterThanOrEqual(3_600)
    expect(rows.slice(1)).toEqual([
      { name: 'work_stalled', value: 1 },
      { name: 'workers', value: 1 },
    ])
    const told = () => app.logLines.some((line) => line.includes('durable work is stalled'))
    await expect.poll(told, { timeout: patient(60_000) }).toBe(true)
    const cashier = await app.world.member(await app.world.store(), 'cashier')
    expect((await app.call(cashier, 'GET', '/platform/workflows/stalled')).status).toBe(403)
  } finally {
    await app.admin.query(`delete from dbos.workflow_status where workflow_uuid = 'stuck'`)
  }
  expect(await seen()).toEqual([])
})
