import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { shiftsRoutes } from '../../src/shop/shifts/routes.ts'
import { shiftsService } from '../../src/shop/shifts/service.ts'
import { type App, startApp } from '../app.ts'
import { patient } from '../patience.ts'

let app: App
let listener: pg.Client
let heard = 0

beforeAll(async () => {
  app = await startApp({ routes: ({ database }) => shiftsRoutes(shiftsService({ database })) })
  listener = new pg.Client({ connectionString: app.adminUrl })
  await listener.connect()
  listener.on('notification', () => {
    heard += 1
  })
  await listener.query('listen mostrador_events')
})
afterAll(async () => {
  await listener.end()
  await app.close()
})

test('an event that a node writes wakes its readers on the coordinator, once it is committed', async () => {
  const store = await app.world.store()
  const cashier = await app.world.member(store, 'cashier')
  const open = () => app.call(cashier, 'POST', '/pos/shifts', { openingFloatCentavos: 0 })
  heard = 0
  const first = await open()
  expect(first.status, first.text).toBe(201)
  await vi.waitFor(() => expect(heard).toBe(1), { timeout: patient(2_000) })
  const refused = await open()
  expect(refused.body).toMatchObject({ status: 409 })
  await listener.query('select')
  expect(heard).toBe(1)
})
