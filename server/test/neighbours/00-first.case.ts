import { test } from 'vitest'
import { sharedProduct } from '../shared-product.ts'
import { remembers } from './meets-product.ts'

test('begins with a product', async () => {
  await sharedProduct()
})
remembers()
