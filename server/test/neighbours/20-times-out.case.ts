import { test } from 'vitest'
import { sharedProduct } from '../shared-product.ts'
import { remembers } from './meets-product.ts'

remembers()
test('waits for a request that waits for a lock that is never released', { timeout: 1_000 }, async () => {
  const app = await sharedProduct()
  const { id: storeId, manager } = await app.world.store()
  const client = await app.admin.connect()
  await client.query('begin; lock table catalog.products in access exclusive mode')
  for (;;) await app.call(manager, 'POST', '/pos/products', { storeId, name: 'Café', priceCentavos: 100 })
})
