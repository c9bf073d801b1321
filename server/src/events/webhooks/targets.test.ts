import { expect, test } from 'vitest'
import { sharedProduct } from '../../../test/shared-product.ts'

// The other tests of webhooks run where any address is allowed. Literal addresses need no resolver.
test('a webhook goes to port 443, and to one more while the platform has set one', async () => {
  const app = await sharedProduct()
  const store = await app.world.store()
  const admin = await app.world.platformAdmin()
  const add = (port: string) =>
    app.call(store.manager, 'POST', '/pos/webhooks', { storeId: store.id, url: `https://8.8.8.8${port}/x` })
  const setPort = (value: number) =>
    app.call(admin, 'PUT', '/platform/settings/webhooks.other_port', { value })
  const refused = (detail: string) => ({ status: 422, body: { code: 'webhook_target_refused', detail } })

  expect(await add('')).toMatchObject({ status: 201 })
  expect(await add(':8443')).toMatchObject(refused('Only port 443 is allowed.'))
  expect((await setPort(8443)).status).toBe(200)
  const added = await add(':8443')
  expect(added, added.text).toMatchObject({ status: 201 })
  expect(await add(':22')).toMatchObject(refused('Only ports 443 and 8443 are allowed.'))
  const change = (port: string) =>
    app.call(store.manager, 'PATCH', `/pos/webhooks/${added.body.id}`, { url: `https://8.8.4.4${port}/x` })
  expect(await change(':8443')).toMatchObject({ status: 200 })
  expect(await change(':22')).toMatchObject({ status: 422 })

  expect((await setPort(443)).status).toBe(200)
  expect(await add(':8443')).toMatchObject({ status: 422 })
})
