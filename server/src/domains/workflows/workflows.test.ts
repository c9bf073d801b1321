import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startProduct } from '../../../test/app.ts'
import type { Person } from '../../../test/world.ts'

let app: Awaited<ReturnType<typeof startProduct>>
let operator: Person
let dir: string
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'mostrador-workflows-'))
  app = await startProduct({
    VAS_AGGREGATOR_MODE: 'sandbox',
    MOSTRADOR_WORKER: 'on',
    MOSTRADOR_DATA_DIR: dir,
  })
  operator = await app.world.operator()
})
afterAll(async () => {
  await app.close()
  await rm(dir, { recursive: true, force: true })
})

const finished = async (id: string) => {
  const read = async () => (await app.call(operator, 'GET', `/workflows/${id}`)).body
  await expect.poll(async () => (await read()).finishedAt, { timeout: 15_000 }).not.toBeNull()
  return read()
}

test('an operator has the catalog synchronised, follows the work, and finds it on record', async () => {
  const asked = await app.call(operator, 'POST', '/vas/admin/catalog/sync')
  expect(asked.status, asked.text).toBe(202)
  const { workflowId } = asked.body
  expect(asked.headers.get('location')).toBe(`/workflows/${workflowId}`)
  const done = await finished(workflowId)
  expect(done).toMatchObject({ name: 'vas.catalog.sync', status: 'SUCCEEDED', error: null })
  expect(done.result.added + done.result.changed).toBeGreaterThanOrEqual(0)
  const steps = (await app.call(operator, 'GET', `/workflows/${workflowId}/steps`)).body.items
  expect(steps.map(({ name }: { name: string }) => name)).toContain('vas.catalog.sync #1')
  const { rows } = await app.admin.query(
    `select user_id from platform.audit_log where action = 'vas.catalog.sync_requested'`,
  )
  expect(rows).toEqual([{ user_id: operator.id }])
  const { rows: products } = await app.admin.query(
    'select count(*)::int as n from vas.products where is_active',
  )
  expect(products[0].n).toBeGreaterThan(50)
})

test('a second synchronisation finds nothing to do', async () => {
  const { workflowId } = (await app.call(operator, 'POST', '/vas/admin/catalog/sync')).body
  expect((await finished(workflowId)).result).toEqual({ added: 0, changed: 0, deactivated: 0 })
})

test('the schedules of every night are kept', async () => {
  const { rows } = await app.admin.query(
    'select schedule_name as name, schedule from dbos.workflow_schedules order by schedule',
  )
  expect(rows).toEqual([
    { name: 'vas.catalog.sync daily', schedule: '0 3 * * *' },
    { name: 'vas.reconciliation daily', schedule: '0 4 * * *' },
  ])
})

test('work that nobody started is not there, and store people see none', async () => {
  expect((await app.call(operator, 'GET', '/workflows/nothing')).status).toBe(404)
  const store = await app.world.store()
  for (const path of ['/workflows/nothing', '/workflows/nothing/steps']) {
    expect((await app.call(store.manager, 'GET', path)).status).toBe(403)
    expect((await app.call(undefined, 'GET', path)).status).toBe(401)
  }
  expect((await app.call(store.manager, 'POST', '/vas/admin/catalog/sync')).status).toBe(403)
})
