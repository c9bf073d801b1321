import { afterAll, beforeAll, expect, test } from 'vitest'
import { ok, route } from '../src/http/route.ts'
import { Type } from '../src/json-schema.ts'
import { type App, startApp } from './app.ts'

let app: App

beforeAll(async () => {
  app = await startApp({
    routes: ({ database }) => [
      route({
        method: 'GET',
        path: '/who',
        access: 'store:supervisor',
        store: 'query',
        name: 'who',
        summary: 'Identify the caller',
        tag: 'operation',
        query: Type.Object({ storeId: Type.Optional(Type.String()) }),
        responses: { 200: Type.Object({ role: Type.String() }) },
        problems: ['forbidden', 'store_required', 'merchant_suspended'],
        handle: async ({ grant }) =>
          ok(await database.read(grant, async (tx) => ({ role: tx.storeActor().role }))),
      }),
    ],
  })
})
afterAll(() => app.close())

test('the server recognizes a person of the test world', async () => {
  const store = await app.world.store()
  const cashier = await app.world.member(store, 'cashier')
  const supervisor = await app.world.member(store, 'supervisor')
  const other = await app.world.store()

  expect(await app.call(supervisor, 'GET', '/who')).toMatchObject({
    status: 200,
    body: { role: 'supervisor' },
  })
  expect(await app.call(store.manager, 'GET', `/who?storeId=${store.id}`)).toMatchObject({
    body: { role: 'manager' },
  })
  expect((await app.call(cashier, 'GET', '/who')).status).toBe(403)
  expect((await app.call(supervisor, 'GET', `/who?storeId=${other.id}`)).status).toBe(403)
  expect((await app.call(undefined, 'GET', '/who')).status).toBe(401)
})
