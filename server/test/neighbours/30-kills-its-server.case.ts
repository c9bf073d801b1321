import { expect, test } from 'vitest'
import { sharedProduct } from '../shared-product.ts'
import { remembers } from './meets-product.ts'

remembers()
test('stops the product and the connections to its database', async () => {
  const app = await sharedProduct()
  await app.product.stop()
  await app.admin.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  expect((await app.call(undefined, 'GET', '/healthz')).status).toBe(200)
})
