import { expect, test, vi } from 'vitest'
import { sharedProduct } from '../shared-product.ts'
import { remembers } from './meets-product.ts'

remembers()
test('fails with a table locked, a transaction open and the clock turned back', async () => {
  const app = await sharedProduct()
  const client = await app.admin.connect()
  await client.query('begin; lock table catalog.products in access exclusive mode')
  vi.spyOn(Date, 'now').mockReturnValue(0)
  expect('in the middle').toBe('at the end')
  await client.query('rollback')
  client.release()
})
