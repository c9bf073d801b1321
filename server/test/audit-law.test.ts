import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Route } from '../src/http/route.ts'
import { type RunningProduct, startProduct } from './app.ts'
import { faultsOf, oneSided, refusals, silent, silentAtTimes, type Written } from './audit-law.ts'
import { checkAuditTrails } from './audit-trail.ts'

let app: RunningProduct
let writing: readonly Route[]
beforeAll(async () => {
  app = await startProduct()
  writing = app.product.routes.filter(({ method }) => method !== 'GET')
})
afterAll(() => app.close())

const exceptions = { silent, silentAtTimes, oneSided, refusals }

test('each exception from the law of the audit log is a writing route, with its reason', () => {
  const names = new Set(writing.map(({ name }) => name))
  const listed = [silent, silentAtTimes, oneSided].flatMap((list) => Object.keys(list))
  expect(listed.filter((name) => !names.has(name))).toEqual([])
  expect(Object.keys(silent).filter((name) => name in silentAtTimes || name in oneSided)).toEqual([])
  for (const reason of Object.values(exceptions).flatMap((list) => Object.values(list)))
    expect(reason.length).toBeGreaterThan(20)
})

test('only routes below a record are listed as telling no state before and after', () => {
  const below = writing.filter(({ method, path }) => method === 'POST' && path.includes('{'))
  expect(Object.keys(oneSided).filter((name) => !below.some((route) => route.name === name))).toEqual([])
})

describe('the law finds', () => {
  const row = (action: string, sides = 'ba', entityId: string | null = null): Written => ({
    action,
    entityId,
    hasBefore: sides.includes('b'),
    hasAfter: sides.includes('a'),
  })
  const fault = (name: string, status: number, ...rows: Written[]) =>
    faultsOf(app.product.routes.find((route) => route.name === name) as Route, status, rows).length > 0

  test('a write without a row, and nothing in one with it', () => {
    expect(fault('createWebhook', 201)).toBe(true)
    expect(fault('createWebhook', 201, row('webhook.created', 'a'))).toBe(false)
  })

  test('a refusal that left a row, unless the refusal itself is recorded', () => {
    expect(fault('createWebhook', 409, row('webhook.created', 'a'))).toBe(true)
    expect(fault('createWebhook', 403)).toBe(false)
    expect(fault('signIn', 401, row('session.refused', 'a'))).toBe(false)
    expect(fault('signIn', 401, row('session.refused', 'a'), row('session.opened', 'a'))).toBe(true)
  })

  test('a change without its state before or after, and a deletion without the one before', () => {
    expect(fault('updateWebhook', 200, row('webhook.updated', 'a'))).toBe(true)
    expect(fault('updateWebhook', 200, row('webhook.updated', 'b'))).toBe(true)
    expect(fault('updateWebhook', 200, row('webhook.updated'))).toBe(false)
    expect(fault('deleteWebhook', 204, row('webhook.deleted', ''))).toBe(true)
    expect(fault('deleteWebhook', 204, row('webhook.deleted', 'b'))).toBe(false)
  })

  test('a file without exactly one row that names its route, and a refused one with it', () => {
    const exported = row('records.exported', 'a', 'exportSalesOrders')
    expect(fault('exportSalesOrders', 200)).toBe(true)
    expect(fault('exportSalesOrders', 200, exported)).toBe(false)
    expect(fault('exportSalesOrders', 200, exported, exported)).toBe(true)
    expect(fault('exportVasSales', 200, exported)).toBe(true)
    expect(fault('exportSalesOrders', 403, exported)).toBe(true)
    expect(fault('exportSalesOrders', 403)).toBe(false)
    expect(fault('listSalesOrders', 200)).toBe(false)
  })

  test('a row of a route that is listed as silent', () => {
    expect(fault('parkCart', 200)).toBe(false)
    expect(fault('parkCart', 200, row('cart.parked'))).toBe(true)
  })
})

test('a request is held against the rows of its own id, whoever has sent it', async () => {
  const store = await app.world.store()
  const made = await fetch(`${app.url}/pos/categories`, {
    method: 'POST',
    headers: { authorization: `Bearer ${store.manager.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ storeId: store.id, name: 'Pan' }),
  })
  expect(made.status).toBe(201)
  const requestId = made.headers.get('x-request-id')
  await expect.poll(() => app.logLines.some((line) => line.includes(`"reqId":"${requestId}"`))).toBe(true)
  await app.admin.query('alter table audit.log disable trigger user')
  await app.admin.query('delete from audit.log where request_id = $1', [requestId])
  await expect(checkAuditTrails()).rejects.toThrow(
    'POST /pos/categories (createCategory) answered 201 and left no audit row',
  )
})
