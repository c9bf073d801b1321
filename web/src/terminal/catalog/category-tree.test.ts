import { expect, test } from 'vitest'
import { fakeGoods } from '../selling/cart/fake-goods.ts'
import { goodsIn } from './category-tree.ts'

const categories = [
  { id: 'colas', parentId: 'refrescos' },
  { id: 'bebidas', parentId: null },
  { id: 'refrescos', parentId: 'bebidas' },
  { id: 'jabones', parentId: null },
]
const water = fakeGoods('agua', 1_000, { categoryId: 'bebidas' })
const cola = fakeGoods('cola', 1_800, { categoryId: 'colas' })
const soap = fakeGoods('jabón', 2_500, { categoryId: 'jabones' })
const loose = fakeGoods('hielo', 3_000)
const items = [water, cola, soap, loose]

test('a group shows the goods of its category and of those inside it, at any depth', () => {
  expect(goodsIn(items, categories, 'bebidas')).toEqual([water, cola])
  expect(goodsIn(items, categories, 'refrescos')).toEqual([cola])
  expect(goodsIn(items, categories, 'jabones')).toEqual([soap])
})

test('without a group all goods are shown, and of a category that is gone none', () => {
  expect(goodsIn(items, categories, null)).toEqual(items)
  expect(goodsIn(items, categories, 'borrada')).toEqual([])
})

test('categories that are inside each other in a copy between two changes end the search', () => {
  const circle = [
    { id: 'bebidas', parentId: 'colas' },
    { id: 'colas', parentId: 'bebidas' },
  ]
  expect(goodsIn(items, circle, 'bebidas')).toEqual([water, cola])
})
